// Turns, rulings and what the companion waits for, in the reader's words.

import { currentLanguage, has, said, t } from "./words.js";

/** What was wrong: the referee's own sentence in English, the rules in other languages. */
export function reason({ explanation, breaches }) {
  if (currentLanguage() === "en" && explanation) return explanation;
  return (breaches ?? []).map((name) => t(`breach_${name}`)).join(" ") || explanation;
}

export function roll(dice) {
  return [...dice].sort((a, b) => b - a).join("-");
}

export function points(count) {
  return count === 1 ? t("points_1") : t("points_n", { n: count });
}

const OUTCOMES = { corrected: "was_corrected", stood: "stood", disputed: "is_disputed" };

/** One line of the record: {who, lead, text, flag}. */
export function line(action, names) {
  const who = names[action.side];
  switch (action.action) {
    case "turn": {
      const lead = roll(action.dice);
      if (action.outcome === "no move") return { who, lead, text: t("no_move") };
      if (action.outcome === "unplayed") return { who, lead, text: t("unplayed") };
      const flag = action.outcome in OUTCOMES ? t(OUTCOMES[action.outcome]) : "";
      const unnamed = action.outcome === "corrected" ? t("board_put_right") : "–";
      return { who, lead, text: action.play || unnamed, flag };
    }
    case "resign":
      return { who, lead: "", text: t(`resigns_${action.points}`) };
    default:
      return { who, lead: "", text: t(`does_${action.action}`, { value: action.value }) };
  }
}

/** What the companion waits for. */
export function waiting(state) {
  const name = state.names[state.deciding] ?? "";
  const key = `waits_${state.waiting.replace(" ", "_")}`;
  if (state.waiting === "correction") return t(key, { name: state.names[state.ruling?.side] ?? name });
  return t(key, {
    name,
    winner: state.names[state.winner] ?? "",
    value: state.cube.offered?.value,
    times: state.resigning ? t(`times_${state.resigning.times}`) : "",
    by: state.resigning ? state.names[state.resigning.side] : "",
  });
}

/** What is said in passing of something that happened; nothing where the page shows it anyway. */
export function passing(event, names) {
  if (event.event === "refused") return said(event.why);
  const key = `told_${event.event}`;
  if (!has(key)) return "";
  return t(key, { name: names[event.side ?? event.winner] ?? "", points: points(event.points ?? 0) });
}
