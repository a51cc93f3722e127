// Times and results in words, and what is wider than a phone.

import { h } from "./dom.js";
import { currentLanguage, t } from "./words.js";

const DAY_S = 24 * 3600;

/** The time of day; with the date where it was not today. */
export function moment(seconds) {
  const date = new Date(seconds * 1000);
  const clock = date.toLocaleTimeString(currentLanguage(), { hour: "2-digit", minute: "2-digit" });
  const recent = Math.abs(Date.now() / 1000 - seconds) < DAY_S && date.getDate() === new Date().getDate();
  return recent ? clock : `${date.toLocaleDateString(currentLanguage())} ${clock}`;
}

export function length(points) {
  return points ? t("to_points", { length: points }) : t("money");
}

/** How a game or a match ended. */
export function ending(result) {
  const [winner, loser] = result.winner === "white" ? [result.white, result.black] : [result.black, result.white];
  const score =
    result.winner === "white"
      ? `${result.white_points}–${result.black_points}`
      : `${result.black_points}–${result.white_points}`;
  if (result.kind === "match") return t("desk_match_won", { winner, loser, score });
  return t("desk_game_won", { winner, loser, points: result.points, how: t(`desk_how_${result.how}`) });
}

/** Something that may be wider than the window; it is pushed sideways by finger or by keys. */
export function wide(label, inside) {
  return h("div", { class: "desk-wide", tabindex: 0, role: "region", "aria-label": label }, inside);
}
