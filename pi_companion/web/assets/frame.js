// What the table's page and the desk's have at the top: the views, who looks at it, and the settings of this device.

import { ask, notice } from "./dialogs.js";
import { h } from "./dom.js";
import { askPin } from "./pin.js";
import { applyTheme, choice } from "./preferences.js";
import { isPlayer, leave } from "./server.js";
import { LANGUAGES, loadWords, t } from "./words.js";

/** Draw the header anew: links to the views, and buttons that call `draw` after them; `more` gives further settings. */
export function drawHeader(tabs, draw, more = () => []) {
  const enter = isPlayer()
    ? h("button", { id: "sign-out", onclick: () => signOut(draw) }, t("leave"))
    : h("button", { id: "sign-in", onclick: () => askPin(draw) }, t("sign_in"));
  const settings = { id: "settings", onclick: () => askSettings(draw, more), "aria-label": t("settings"), class: "icon" };
  document
    .querySelector("header")
    .replaceChildren(
      h("nav", { "aria-label": t("views") }, ...tabs),
      h("div", { class: "tools" }, enter, h("button", settings, "⚙")),
    );
}

/** Draw anew, and say why, when the server no longer knows this device. */
export function followSession(draw) {
  addEventListener("session", () => {
    notice(t("session_ended"), "bad");
    draw();
  });
}

async function signOut(draw) {
  await leave().catch(() => null);
  notice(t("signed_out"));
  await draw();
}

function askSettings(draw, more) {
  let wishes = 0;
  // Keys go through the languages one by one, so that the dialog stays, in the language of the moment.
  const speak = async () => {
    const wish = ++wishes;
    await loadWords();
    if (wish !== wishes || !dialog.open) return;
    await draw();
    dialog.addEventListener("close", () => askSettings(draw, more));
    dialog.close();
  };
  const dialog = ask(
    t("settings"),
    choice(t("language"), "language", { "": t("as_device"), ...LANGUAGES }, speak),
    choice(t("theme"), "theme", { "": t("as_device"), light: t("light"), dark: t("dark") }, applyTheme),
    ...more(),
    h("div", { class: "row" }, h("button", { class: "main", onclick: () => dialog.close() }, t("done"))),
  );
}
