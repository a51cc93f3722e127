// The start position, checked: what the camera sees of it, and what is wrong.

import { START } from "./board.js";
import { shortName } from "./changes.js";
import { h } from "./dom.js";
import { t } from "./words.js";

const MOST_WRONG = 8;

/** What is wrong with a board that should show the start position: [{side, place, more}]. */
export function wrongPlaces(position) {
  const wrong = [];
  for (const side of ["white", "black"]) {
    for (let place = 25; place >= 0; place--) {
      const more = position[side][place] - START[place];
      if (more) wrong.push({ side, place, more });
    }
  }
  return wrong;
}

/** Whether the start position is being set up, so that the board shows what is seen and not what is recorded. */
export function isSettingUp(state) {
  return Boolean(state.seen) && (state.waiting === "set up" || state.waiting === "opening");
}

/** The marks of what is wrong; a board that is far from set up carries none. */
export function setupMarks(state) {
  const wrong = wrongPlaces(state.seen);
  return wrong.length > MOST_WRONG ? [] : wrong.map(({ side, place }) => ({ side, place, kind: "wrong" }));
}

/** What to say of it. */
export function setupCard(state) {
  const title = h("h2", {}, t("setup_title"));
  const wrong = wrongPlaces(state.seen);
  if (!wrong.length) return [title, h("p", {}, t("setup_right"))];
  const line = ({ side, place, more }) =>
    h(
      "li",
      {},
      t(more < 0 ? "setup_few" : "setup_many", { side: t(side), place: shortName(side, place), n: Math.abs(more) }),
    );
  const list = wrong.length > MOST_WRONG ? null : h("ul", { class: "changes" }, ...wrong.map(line));
  return [title, h("p", {}, t(list ? "setup_wrong" : "waits_set_up")), list];
}
