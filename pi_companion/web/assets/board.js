// The board as a drawing: made once, then only what changed is moved.
//
// Places are counted as each side counts them: 1 to 24, 0 is off, 25 is the bar. `near` is the side at the bottom.

import { s } from "./dom.js";
import { t } from "./words.js";

const POINT = 60;
const RADIUS = 28;
const ROW = 56;
const SHOWN = 5;
const LEFT = 84;
const BAR = 64;
const RIGHT = LEFT + 6 * POINT + BAR;
const FIELD_RIGHT = RIGHT + 6 * POINT;
const TRAY = FIELD_RIGHT + 14;
const TRAY_WIDTH = 66;
const WIDTH = TRAY + TRAY_WIDTH + 12;
const TOP = 44;
const HEIGHT = 720;
const BOTTOM = HEIGHT - TOP;
const MIDDLE = HEIGHT / 2;
const SIDES = ["white", "black"];
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

export const OPPONENT = { white: "black", black: "white" };
export const START = [0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0];

/** How the reader sits: who is at the bottom, and where that player's home lies. */
export function seat() {
  return {
    near: localStorage.getItem("near") === "black" ? "black" : "white",
    home: localStorage.getItem("home") === "left" ? "left" : "right",
  };
}

export class Board {
  /** A board; `onplace(place, side)` makes its places buttons, counted as `near` does. */
  constructor({ onplace } = {}) {
    this.onplace = onplace ?? null;
    this.buttons = [];
    this.position = null;
    this.checkers = { white: [], black: [] };
    this.layers = {};
    for (const name of ["field", "marks", "trays", "checkers", "counts", "arrows", "dice", "cube", "places"]) {
      this.layers[name] = s("g", { class: `layer-${name}` });
    }
    this.svg = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "board" }, ...Object.values(this.layers));
    this.svg.append(arrowHead("done"), arrowHead("allowed"));
    this.turn(seat());
  }

  /** Make the places buttons, or with null no longer. */
  listen(onplace) {
    if (Boolean(onplace) !== Boolean(this.onplace)) {
      this.onplace = onplace;
      this._buttons();
      this._describe();
    }
    this.onplace = onplace;
  }

  /** Draw it from another seat. */
  turn({ near, home }) {
    this.near = near;
    this.home = home;
    this._field();
    for (const side of SIDES) for (const checker of this.checkers[side]) checker.node.remove();
    this.checkers = { white: [], black: [] };
    if (this.state) this.update(this.state);
  }

  /** Show a state: `position`, and where there are any `cube`, `dice`, `side`, `arrows`, `marks`. */
  update(state) {
    this.state = state;
    this.position = state.position;
    this._place(state.position);
    this._cube(state.cube);
    this._dice(state.dice, state.side);
    this._arrows(state.arrows ?? []);
    this._marks(state.marks ?? []);
    this._describe();
  }

  /** Mark places, without drawing the rest anew. */
  mark(marks) {
    this._marks(marks);
  }

  _describe() {
    if (!this.state) return;
    this.svg.setAttribute("role", this.onplace ? "group" : "img");
    this.svg.setAttribute("aria-label", describe(this.state) + (this.onplace ? ` ${t("board_keys")}` : ""));
    if (this.onplace) this._label();
  }

  // Where things lie.

  _column(place) {
    const column = place <= 12 ? 12 - place : place - 13;
    return this.home === "right" ? column : 11 - column;
  }

  _x(nearPlace) {
    const column = this._column(nearPlace);
    return (column < 6 ? LEFT + column * POINT : RIGHT + (column - 6) * POINT) + POINT / 2;
  }

  /** Where the n-th checker of a place lies. */
  _spot(side, place, number) {
    const isNear = side === this.near;
    const row = Math.min(number, SHOWN - 1) * ROW;
    if (place === 25) {
      const y = isNear ? MIDDLE + 62 + Math.min(number, 3) * ROW : MIDDLE - 62 - Math.min(number, 3) * ROW;
      return [LEFT + 6 * POINT + BAR / 2, y];
    }
    if (place === 0) return [this._trayX(), isNear ? BOTTOM - 20 : TOP + 20];
    const near = isNear ? place : 25 - place;
    return [this._x(near), near <= 12 ? BOTTOM - RADIUS - 2 - row : TOP + RADIUS + 2 + row];
  }

  _trayX() {
    return this.home === "right" ? TRAY + TRAY_WIDTH / 2 : WIDTH - TRAY - TRAY_WIDTH / 2;
  }

  _cubeX() {
    return this.home === "right" ? LEFT / 2 - 2 : WIDTH - LEFT / 2 + 2;
  }

  // What stands still.

  _field() {
    const layer = this.layers.field;
    layer.replaceChildren(s("rect", { class: "frame", x: 0, y: 0, width: WIDTH, height: HEIGHT, rx: 14 }));
    for (const left of [LEFT, RIGHT]) {
      layer.append(s("rect", { class: "felt", x: left, y: TOP - 4, width: 6 * POINT, height: BOTTOM - TOP + 8 }));
    }
    const tray = this._trayX() - TRAY_WIDTH / 2;
    layer.append(s("rect", { class: "tray", x: tray, y: TOP - 4, width: TRAY_WIDTH, height: 270, rx: 6 }));
    layer.append(s("rect", { class: "tray", x: tray, y: BOTTOM + 4 - 270, width: TRAY_WIDTH, height: 270, rx: 6 }));
    for (let place = 1; place <= 24; place++) {
      const x = this._x(place);
      const [base, tip, text] = place <= 12 ? [BOTTOM + 4, MIDDLE + 62, HEIGHT - 13] : [TOP - 4, MIDDLE - 62, 31];
      const shade = place % 2 ? "odd" : "even";
      layer.append(s("polygon", { class: `point ${shade}`, points: `${x - 29},${base} ${x + 29},${base} ${x},${tip}` }));
      layer.append(s("text", { class: "number", x, y: text }, String(place)));
    }
    this._buttons();
  }

  _buttons() {
    const layer = this.layers.places;
    layer.replaceChildren();
    this.buttons = [];
    if (!this.onplace) return;
    const add = (side, place, x, y, width, height) => {
      const press = () => this.onplace(place, side);
      const button = { side, place, x, below: y > MIDDLE };
      const key = (event) => {
        const next = event.key in WAYS ? this._next(button, WAYS[event.key]) : null;
        if (next) next.node.focus();
        else if (event.key === "Enter" || event.key === " ") press();
        if (event.key in WAYS || event.key === "Enter" || event.key === " ") event.preventDefault();
      };
      const attributes = { class: "place", x, y, width, height, tabindex: -1, role: "button", rx: 6 };
      const focused = () => this._stopAt(button);
      button.node = s("rect", { ...attributes, onclick: press, onkeydown: key, onfocus: focused });
      this.buttons.push(button);
      layer.append(button.node);
    };
    for (let place = 24; place >= 1; place--) {
      const y = place <= 12 ? MIDDLE + 30 : TOP - 4;
      add(this.near, place, this._x(place) - POINT / 2, y, POINT, MIDDLE - TOP - 26);
    }
    for (const side of SIDES) {
      const below = side === this.near;
      add(side, 25, LEFT + 6 * POINT, below ? MIDDLE + 30 : TOP - 4, BAR, MIDDLE - TOP - 26);
      add(side, 0, this._trayX() - TRAY_WIDTH / 2, below ? BOTTOM + 4 - 270 : TOP - 4, TRAY_WIDTH, 270);
    }
    this._stopAt(this.buttons[0]);
  }

  /** The board is one stop of the Tab key: at the place that had the focus last. */
  _stopAt(button) {
    this.stop?.node.setAttribute("tabindex", -1);
    this.stop = button;
    button.node.setAttribute("tabindex", 0);
  }

  /** The next place in the direction of an arrow key; null at the edge. */
  _next({ x, below }, [right, down]) {
    if (down) return this.buttons.find((other) => other.x === x && other.below === down > 0) ?? null;
    const row = this.buttons.filter((other) => other.below === below && (other.x - x) * right > 0);
    return row.toSorted((one, other) => (one.x - other.x) * right)[0] ?? null;
  }

  _label() {
    for (const { side, place, node } of this.buttons) {
      const own = this.position[side][place];
      const other = place > 0 && place < 25 ? this.position[OPPONENT[side]][25 - place] : 0;
      const held = own ? t("checkers", { side: t(side), n: own }) : "";
      const others = other ? t("checkers", { side: t(OPPONENT[side]), n: other }) : "";
      const name = placeName(side, place);
      node.setAttribute("aria-label", `${name}: ${[held, others].filter(Boolean).join(", ") || t("empty")}`);
    }
  }

  // What moves.

  _place(position) {
    const counts = [];
    for (const side of SIDES) this._sort(side, position[side], counts);
    this.layers.counts.replaceChildren(...counts);
    this._trays(position);
  }

  _sort(side, wanted, counts) {
    const pool = this.checkers[side];
    const free = [];
    const kept = new Array(26).fill(0);
    for (const checker of pool) {
      if (kept[checker.place] < (wanted[checker.place] ?? 0)) kept[checker.place]++;
      else free.push(checker);
    }
    free.sort((a, b) => b.place - a.place);
    for (let place = 25; place >= 0; place--) {
      while (kept[place] < wanted[place]) {
        const checker = free.shift() ?? this._newChecker(side);
        checker.place = place;
        this.layers.checkers.append(checker.node);
        kept[place]++;
      }
    }
    for (const checker of free) {
      checker.node.remove();
      pool.splice(pool.indexOf(checker), 1);
    }
    const used = new Array(26).fill(0);
    for (const checker of pool) {
      const number = used[checker.place]++;
      const [x, y] = this._spot(side, checker.place, number);
      checker.node.style.transform = `translate(${x}px, ${y}px)`;
      checker.node.classList.toggle("off", checker.place === 0);
    }
    for (let place = 1; place <= 25; place++) {
      const most = place === 25 ? 4 : SHOWN;
      if (wanted[place] <= most) continue;
      const [x, y] = this._spot(side, place, most - 1);
      counts.push(s("text", { class: `count ${side}`, x, y: y + 11 }, String(wanted[place])));
    }
  }

  _newChecker(side) {
    const node = s("g", { class: `checker ${side}` }, s("circle", { r: RADIUS }), s("circle", { class: "inner", r: 17 }));
    const checker = { node, place: 0 };
    this.checkers[side].push(checker);
    return checker;
  }

  _trays(position) {
    const slabs = [];
    for (const side of SIDES) {
      const off = position[side][0];
      const near = side === this.near;
      const x = this._trayX();
      for (let number = 0; number < off; number++) {
        const y = near ? BOTTOM - 14 - number * 15.4 : TOP + 1 + number * 15.4;
        slabs.push(s("rect", { class: `slab ${side}`, x: x - 27, y, width: 54, height: 13, rx: 3 }));
      }
      if (off) slabs.push(s("text", { class: "off-count", x, y: near ? MIDDLE + 36 : MIDDLE - 18 }, String(off)));
    }
    this.layers.trays.replaceChildren(...slabs);
  }

  _cube(cube) {
    if (!cube) return this.layers.cube.replaceChildren();
    const offered = cube.offered;
    const owner = offered ? OPPONENT[offered.by] : cube.owner;
    const y = owner === null ? MIDDLE : owner === this.near ? BOTTOM - 34 : TOP + 34;
    const value = offered ? offered.value : cube.value;
    const text = s("text", { class: "cube-value", y: 11 }, String(value === 1 ? 64 : value));
    const face = s("rect", { class: offered ? "cube offered" : "cube", x: -29, y: -29, width: 58, height: 58, rx: 9 });
    const node = s("g", {}, face, text);
    node.style.transform = `translate(${this._cubeX()}px, ${y}px)`;
    this.layers.cube.replaceChildren(node);
  }

  _dice(dice, side) {
    if (!dice) return this.layers.dice.replaceChildren();
    const near = side === this.near;
    // Dice are thrown to the player's own right.
    const centre = near ? RIGHT + 3 * POINT : LEFT + 3 * POINT;
    this.layers.dice.replaceChildren(
      ...dice.map((value, number) => {
        const node = s("g", { class: `die ${side}` }, s("rect", { x: -26, y: -26, width: 52, height: 52, rx: 10 }));
        for (const [x, y] of PIPS[value]) node.append(s("circle", { cx: x * 14, cy: y * 14, r: 5.2 }));
        node.style.transform = `translate(${centre + (number ? 36 : -36)}px, ${MIDDLE}px)`;
        return node;
      }),
    );
  }

  /** Arrows: [{side, kind: done or allowed, ways: [[from, to], …]}]. */
  _arrows(groups) {
    const nodes = [];
    for (const { side, kind, ways } of groups) {
      const used = new Map();
      for (const [from, to] of ways) {
        const lane = used.get(`${from}/${to}`) ?? 0;
        used.set(`${from}/${to}`, lane + 1);
        const [x1, y1] = this._spot(side, from, 1);
        const [x2, y2] = this._spot(side, to, 1);
        const length = Math.hypot(x2 - x1, y2 - y1) || 1;
        const bend = Math.min(60, length / 5) + lane * 14 + (kind === "allowed" ? 18 : 0);
        const cx = (x1 + x2) / 2 - ((y2 - y1) / length) * bend;
        const cy = (y1 + y2) / 2 + ((x2 - x1) / length) * bend;
        const attributes = { class: `arrow ${kind}`, d: `M${x1} ${y1} Q${cx} ${cy} ${x2} ${y2}` };
        nodes.push(s("path", { ...attributes, "marker-end": `url(#head-${kind})` }));
      }
    }
    this.layers.arrows.replaceChildren(...nodes);
  }

  /** Marks: [{side, place, kind}], a frame round a place. */
  _marks(marks) {
    this.layers.marks.replaceChildren(
      ...marks.map(({ side, place, kind }) => {
        if (place === 25) {
          const y = side === this.near ? MIDDLE + 30 : TOP - 4;
          const box = { x: LEFT + 6 * POINT + 3, y, width: BAR - 6, height: MIDDLE - TOP - 26, rx: 8 };
          return s("rect", { class: `mark ${kind}`, ...box });
        }
        if (place === 0) {
          const y = side === this.near ? BOTTOM + 4 - 270 : TOP - 4;
          return s("rect", { class: `mark ${kind}`, x: this._trayX() - 33, y, width: TRAY_WIDTH, height: 270, rx: 8 });
        }
        const near = side === this.near ? place : 25 - place;
        const y = near <= 12 ? MIDDLE + 30 : TOP - 4;
        return s("rect", { class: `mark ${kind}`, x: this._x(near) - 29, y, width: 58, height: MIDDLE - TOP - 26, rx: 8 });
      }),
    );
  }
}

function arrowHead(kind) {
  const shape = { viewBox: "0 0 10 10", refX: 7, refY: 5, markerWidth: 4.2, markerHeight: 4.2 };
  const marker = s("marker", { id: `head-${kind}`, ...shape, orient: "auto-start-reverse" });
  marker.append(s("path", { class: `head ${kind}`, d: "M0 0 L10 5 L0 10 z" }));
  return s("defs", {}, marker);
}

/** What a place is called, as its side counts it. */
export function placeName(side, place) {
  if (place === 25) return t("bar_of", { side: t(side) });
  return place === 0 ? t("off_of", { side: t(side) }) : t("point", { n: place });
}

/** The board in words, for those who do not see it. */
export function describe({ position, dice, side, cube }) {
  const parts = SIDES.map((each) => {
    const held = [];
    for (let place = 25; place >= 0; place--) {
      const count = position[each][place];
      if (count) held.push(`${place === 25 ? t("bar") : place === 0 ? t("off") : place}: ${count}`);
    }
    return `${t("position_of", { side: t(each), places: held.join(", ") })}.`;
  });
  if (dice) parts.push(t("dice_are", { side: t(side), dice: dice.join("-") }));
  if (cube) {
    const key = cube.owner ? "cube_is_of" : "cube_is";
    parts.push(t(key, { value: cube.value, side: cube.owner ? t(cube.owner) : "" }));
  }
  return parts.join(" ");
}
