// A player's line beside the board: name, score, pips, clock, and whose turn it is.

import { h, say, show } from "./dom.js";
import { t } from "./words.js";

function spoken(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** What a side has left now, told `since` seconds ago: the turn's delay is used up first. */
function left(clock, side, since) {
  const reserve = clock[`${side}_s`];
  if (clock.running !== side || clock.paused) return { reserve, delay: null };
  const over = since - clock.delay_s;
  return over < 0 ? { reserve, delay: -over } : { reserve: Math.max(0, reserve - over), delay: null };
}

export class Plate {
  constructor() {
    this.swatch = h("span", { class: "swatch", "aria-hidden": "true" });
    this.name = h("span", { class: "name" });
    this.turn = h("span", { class: "turn" });
    this.pips = h("span", { class: "pips" });
    this.clock = h("span", { class: "clock", role: "timer" });
    this.points = h("span", { class: "points" });
    this.node = h("div", { class: "plate" }, this.swatch, this.name, this.turn, this.pips, this.clock, this.points);
  }

  update(state, side) {
    this.swatch.className = `swatch ${side}`;
    say(this.name, state.names[side]);
    this.name.title = state.names[side];
    const decides = state.deciding === side && state.waiting !== "over";
    this.node.classList.toggle("decides", decides);
    say(this.turn, decides ? t(state.deciding === state.on_roll ? "on_roll" : "to_decide") : "");
    show(this.turn, decides);
    show(this.pips, Boolean(state.pips));
    if (state.pips) say(this.pips, t("pips_n", { n: state.pips[side] }));
    say(this.points, String(state.score[side]));
    const score = t("score_of", { name: state.names[side], points: state.score[side] });
    this.points.setAttribute("aria-label", score);
    this.points.setAttribute("role", "img");
  }

  tick(state, side, since) {
    show(this.clock, Boolean(state.clock));
    if (!state.clock) return;
    const { reserve, delay } = left(state.clock, side, since);
    const fallen = state.clock.fallen.includes(side) || reserve <= 0;
    this.clock.classList.toggle("fallen", fallen);
    this.clock.classList.toggle("running", state.clock.running === side && !state.clock.paused);
    const rest = delay === null ? "" : ` +${Math.ceil(delay)}`;
    say(this.clock, fallen ? `${spoken(reserve)} ${t("clock_fell")}` : spoken(reserve) + rest);
    this.clock.title = state.clock.paused ? t("clock_paused") : "";
  }
}
