// What a stream lays over its picture: names, score, cube, clock, and pips where the mode tells them.
//
// The address may say more: ?at=top-left (or another corner), ?lang=de, ?near=black.

import { OPPONENT } from "./board.js";
import { h, say, show } from "./dom.js";
import { connect, freshness, listen } from "./live.js";
import { Plate } from "./plates.js";
import { waiting } from "./words_of_play.js";
import { LANGUAGES, loadWords, t } from "./words.js";

const CORNERS = ["top-left", "top-right", "bottom-left", "bottom-right"];
const asked = new URLSearchParams(location.search);

/** A player's line, with the cube where it lies. */
class Line {
  constructor() {
    this.plate = new Plate();
    this.cube = h("span", { class: "cube", role: "img" });
    this.node = h("div", { class: "line" }, this.plate.node, this.cube);
  }

  update(state, side) {
    this.plate.update(state, side);
    const { value, owner, offered } = state.cube;
    const holds = offered ? offered.by !== side : owner === side;
    show(this.cube, holds);
    this.cube.classList.toggle("offered", Boolean(offered));
    say(this.cube, String(offered ? offered.value : value));
    this.cube.setAttribute("aria-label", t("cube_is_of", { value: offered?.value ?? value, side: state.names[side] }));
  }
}

class Overlay {
  constructor(main) {
    this.main = main;
    this.state = null;
    this.near = asked.get("near") === "black" ? "black" : "white";
    this.lines = { [OPPONENT[this.near]]: new Line(), [this.near]: new Line() };
    this.facts = h("p", { class: "facts" });
    this.status = h("p", { class: "status", role: "status" });
    const nodes = Object.values(this.lines).map((line) => line.node);
    main.append(h("h1", { class: "hidden" }, t("overlay")), this.facts, h("div", { class: "plates" }, ...nodes), this.status);
  }

  take({ state }) {
    if (state) {
      this.state = state;
      show(this.main, true);
      say(this.facts, facts(state));
      for (const [side, line] of Object.entries(this.lines)) line.update(state, side);
    }
    if (this.state) this._tick();
  }

  _tick() {
    const { lost, since } = freshness();
    for (const [side, line] of Object.entries(this.lines)) line.plate.tick(this.state, side, since);
    this.main.classList.toggle("stale", lost);
    this.status.classList.toggle("lost", lost);
    say(this.status, lost ? t("overlay_lost") : waiting(this.state));
  }
}

function facts(state) {
  const parts = [state.length ? t("to_points", { length: state.length }) : t("money")];
  if (state.game) parts.push(t("game_n", { game: state.game }));
  if (state.crawford) parts.push(t("crawford"));
  if (state.cube.owner === null && state.cube.value > 1) parts.push(`${t("correct_cube")} ${state.cube.value}`);
  return parts.join(" · ");
}

const language = asked.get("lang");
await loadWords(language in LANGUAGES ? language : undefined);
document.title = `${t("overlay")} · pi-companion`;
const main = document.querySelector("main");
if (CORNERS.includes(asked.get("at"))) main.classList.add(`at-${asked.get("at")}`);
const overlay = new Overlay(main);
connect();
listen((news) => overlay.take(news));
