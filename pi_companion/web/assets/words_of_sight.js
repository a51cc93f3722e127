// What people must see at once: how the companion sees the board, what ails it, and how old the picture is.

import { age, currentLanguage, t } from "./words.js";

const CAMERA = { frozen: "sight_camera_frozen", black: "sight_camera_dark", "wrong size": "sight_camera_size" };

/** The alerts of the moment, the gravest first: [{kind, text, more}]. */
export function alerts(state, { lost, silent, age: pictureAge, old }) {
  const told = [];
  if (lost) told.push({ kind: "bad", text: t("connection_lost", { age: age(silent) }) });
  switch (state.sight) {
    case "camera":
      told.push({ kind: "bad", text: t(CAMERA[state.camera] ?? "sight_camera") });
      break;
    case "moved":
      told.push({ kind: "bad", text: t("sight_moved") });
      break;
    case "out of step":
      told.push({ kind: "warn", text: t("sight_out_of_step"), more: puzzle(state) });
      break;
    case "covered":
      told.push({ kind: "calm", text: t("sight_covered") });
      break;
    case "starting":
      told.push({ kind: "calm", text: t("sight_starting") });
      break;
    default:
  }
  if (!lost && old && state.waiting !== "over") told.push({ kind: "warn", text: t("picture_old", { age: age(pictureAge) }) });
  for (const trouble of state.troubles) told.push({ kind: "warn", text: t(`trouble_${trouble}`) });
  return told;
}

/** What is unclear: the referee's own sentence in English, what to do in other languages. */
function puzzle(state) {
  return currentLanguage() === "en" && state.puzzle ? state.puzzle : t("how_out_of_step");
}

/** Whether the board that is shown may be behind the table. */
export function isStale(state, { lost, old }) {
  return lost || state.sight === "camera" || state.sight === "moved" || (old && state.waiting !== "over");
}
