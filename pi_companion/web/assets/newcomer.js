// A companion whose board nobody has shown yet: what to do, and the way to the calibration.

import { h } from "./dom.js";
import { askPin } from "./pin.js";
import { isDirector } from "./server.js";
import { t } from "./words.js";

const CAMERA = { frozen: "sight_camera_frozen", black: "sight_camera_dark" };

function goToWizard() {
  // The address may name the wizard already, which then waits for somebody who may open it.
  if (location.hash === "#wizard") dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = "wizard";
}

/** What to do, for whoever looks; `camera` and `sight` say how the camera fares. */
export function newcomerCard({ sight, camera }) {
  const way = isDirector()
    ? h("button", { class: "main", onclick: goToWizard }, t("calibrate"))
    : h("button", { class: "main", onclick: () => askPin(goToWizard) }, t("sign_in"));
  return h(
    "section",
    { class: "card newcomer" },
    h("h2", {}, t("newcomer_title")),
    sight === "camera" && h("p", { class: "alert bad" }, t(CAMERA[camera] ?? "sight_camera_none")),
    sight === "starting" && h("p", { class: "alert calm" }, t("sight_starting")),
    h(
      "ol",
      { class: "steps" },
      ...["newcomer_place", "newcomer_set_up", "newcomer_calibrate"].map((key) => h("li", {}, t(key))),
    ),
    !isDirector() && h("p", { class: "quiet" }, t("newcomer_pin")),
    h("div", { class: "row" }, way),
  );
}
