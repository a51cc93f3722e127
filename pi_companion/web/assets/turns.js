// The last turns in notation, the newest in view.

import { h } from "./dom.js";
import { line } from "./words_of_play.js";
import { t } from "./words.js";

export class Turns {
  constructor() {
    this.list = h("ol", { class: "turn-list", tabindex: 0, "aria-label": t("turns") });
    this.none = h("p", { class: "quiet" }, t("no_turns"));
    this.node = h("section", { class: "card turns" }, h("h2", {}, t("turns")), this.none, this.list);
    this.shown = "";
  }

  update(state) {
    const told = JSON.stringify([state.actions, state.names]);
    if (told === this.shown) return;
    this.shown = told;
    this.none.hidden = state.actions.length > 0;
    this.list.hidden = !state.actions.length;
    this.list.replaceChildren(...state.actions.map((action) => entry(action, state.names)));
    this.list.scrollTop = this.list.scrollHeight;
  }
}

function entry(action, names) {
  const { who, lead, text, flag } = line(action, names);
  const open = action.outcome === "disputed" || action.outcome === "stood";
  return h(
    "li",
    { class: open ? "flagged" : null },
    h("span", { class: "number" }, `${action.number}.`),
    h("span", { class: `swatch ${action.side}`, "aria-hidden": "true" }),
    h("span", { class: "hidden" }, `${who}: `),
    h("span", { class: "lead" }, lead),
    h("span", { class: "play" }, text),
    flag && h("span", { class: "flag" }, flag),
  );
}
