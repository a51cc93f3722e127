// The PIN that makes a spectator a player or the director.

import { ask, notice } from "./dialogs.js";
import { h } from "./dom.js";
import { givePin, isDirector } from "./server.js";
import { t } from "./words.js";

export function askPin(then) {
  const error = h("p", { id: "pin-error", class: "error", role: "alert" });
  const pin = h("input", {
    id: "pin",
    name: "pin",
    inputmode: "numeric",
    autocomplete: "off",
    maxlength: 12,
    required: true,
    "aria-describedby": "pin-error",
  });
  const enter = h("button", { type: "submit", class: "main" }, t("enter"));
  const submit = async (event) => {
    event.preventDefault();
    // While it is looked at, the same PIN is not tried once more.
    enter.disabled = true;
    try {
      await givePin(pin.value);
    } catch (refusal) {
      error.textContent = refusal.status === 403 ? t("wrong_pin") : refusal.message || t("no_answer");
      pin.select();
      return;
    } finally {
      enter.disabled = false;
    }
    dialog.close();
    notice(t(isDirector() ? "signed_in_director" : "signed_in_player"));
    await then();
  };
  const dialog = ask(
    t("players_and_director"),
    h(
      "form",
      { onsubmit: submit },
      h("p", {}, t("pin_why")),
      h("label", { class: "field", for: "pin" }, h("span", {}, t("pin")), pin),
      error,
      h(
        "div",
        { class: "row" },
        enter,
        h("button", { type: "button", onclick: () => dialog.close() }, t("cancel")),
      ),
    ),
  );
  pin.focus();
}
