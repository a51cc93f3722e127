// The dice of a roll that the camera does not see, told by a person: one tap on one of the 21 rolls.

import { ask } from "./dialogs.js";
import { h } from "./dom.js";
import { give } from "./orders.js";
import { t } from "./words.js";

const FACES = [1, 2, 3, 4, 5, 6];

/** Ask what the side on roll has thrown. */
export function askRoll({ names, on_roll: side }) {
  const tell = (dice) => {
    dialog.close();
    give({ order: "roll", dice });
  };
  const rows = FACES.map((high) =>
    h(
      "div",
      { class: "rolls" },
      ...FACES.filter((low) => low <= high).map((low) =>
        h("button", { "aria-label": `${high}-${low}`, onclick: () => tell([high, low]) }, `${high}-${low}`),
      ),
    ),
  );
  const dialog = ask(
    t("roll_of", { name: names[side] }),
    h("p", { class: "quiet" }, t("roll_why")),
    ...rows,
    h("div", { class: "row" }, h("button", { onclick: () => dialog.close() }, t("cancel"))),
  );
}
