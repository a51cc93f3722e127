// Mode teach: what each side has on the board, counted, and one thing to think about.

import { h, show } from "./dom.js";
import { Hints } from "./hints.js";
import { t } from "./words.js";

const SIDES = ["white", "black"];

// What is told of a side: how it is written, and nothing where there is nothing to tell.
const ROWS = {
  fact_pips: ({ pips }) => String(pips),
  fact_bar: ({ bar, entering }) => (bar ? `${bar}\u00a0(${entering})` : ""),
  fact_blots: ({ blots }) => blots.map(([point, shots]) => `${point}\u00a0(${shots})`).join(", "),
  fact_home: ({ home }) => home.join(", "),
  fact_anchors: ({ anchors }) => anchors.join(", "),
  fact_prime: ({ prime }) => (prime ? `${prime[0]}–${prime[1]}` : ""),
  fact_off: ({ off }) => (off ? String(off) : ""),
  fact_finishing: ({ finishing }) => (finishing ? String(finishing) : ""),
};

export class Lesson {
  constructor() {
    this.table = h("table", { class: "holds" });
    // The coach asks in English, whatever the reader's language.
    this.think = h("p", { class: "think", lang: "en" });
    this.hints = new Hints();
    this.node = h(
      "section",
      { class: "card lesson", hidden: true },
      h("h2", {}, t("lesson_title")),
      this.table,
      h("h3", {}, t("lesson_think")),
      this.think,
      this.hints.node,
    );
  }

  update(state) {
    const { lesson } = state;
    show(this.node, Boolean(lesson));
    this.hints.update(state);
    const told = JSON.stringify([lesson, state.names]);
    if (!lesson || told === this.told) return;
    this.told = told;
    this.table.replaceChildren(...rows(lesson.holds, state.names));
    this.think.textContent = lesson.think;
    show(this.think.previousElementSibling, Boolean(lesson.think));
  }
}

function rows(holds, names) {
  const head = SIDES.map((side) =>
    h("th", { scope: "col", title: names[side] }, h("span", { class: `swatch ${side}`, "aria-hidden": "true" }), " ", names[side]),
  );
  const lines = Object.entries(ROWS).map(([key, write]) => {
    const told = SIDES.map((side) => write(holds[side]));
    return told.some(Boolean) && h("tr", {}, h("th", { scope: "row" }, t(key)), ...told.map((text) => h("td", {}, text || "–")));
  });
  return [h("thead", {}, h("tr", {}, h("td", {}), ...head)), h("tbody", {}, ...lines)];
}
