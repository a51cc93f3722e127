// What an order would change, line by line: the table before it and after it.

import { roll, waiting } from "./words_of_play.js";
import { t } from "./words.js";

export function cubeText({ value, owner }, names) {
  return t("cube_at", { value, owner: owner ? names[owner] : t("cube_centre") });
}

function score(state) {
  const crawford = state.crawford ? ` (${t("crawford")})` : "";
  return `${state.score.white}–${state.score.black}${crawford}`;
}

function places(before, after) {
  const lines = [];
  for (const side of ["white", "black"]) {
    for (let place = 25; place >= 0; place--) {
      const [was, is] = [before[side][place], after[side][place]];
      if (was !== is) lines.push(t("change_place", { side: t(side), place: shortName(side, place), before: was, after: is }));
    }
  }
  return lines;
}

function shortName(side, place) {
  return place === 25 ? t("bar") : place === 0 ? t("off") : String(place);
}

function lastTurn(state) {
  return state.actions.findLast((action) => action.action === "turn" && action.outcome !== "unplayed") ?? null;
}

/** List what differs between two states of the table. */
export function changes(before, after) {
  const lines = [];
  const add = (key, was, is) => was !== is && lines.push(t(key, { before: was, after: is }));
  add("change_game", String(before.game), String(after.game));
  add("change_score", score(before), score(after));
  lines.push(...places(before.position, after.position));
  add("change_dice", before.dice ? roll(before.dice) : "–", after.dice ? roll(after.dice) : "–");
  add("change_cube", cubeText(before.cube, before.names), cubeText(after.cube, after.names));
  const [was, is] = [lastTurn(before), lastTurn(after)];
  if (was && is && was.number === is.number && was.side === is.side && was.play !== is.play) {
    lines.push(t("change_play", { name: after.names[is.side], before: was.play || "–", after: is.play || "–" }));
  }
  const then = waiting(after);
  if (waiting(before) !== then) lines.push(t("change_waiting", { after: then }));
  return lines.length ? lines : [t("change_none")];
}

export { lastTurn, shortName };
