// Putting the record right: a draft of the table that is changed by tapping, shown as what it changes, and then done.

import { OPPONENT, START } from "./board.js";
import { changes, cubeText, lastTurn, shortName } from "./changes.js";
import { notice, noticeRefusal } from "./dialogs.js";
import { h, say } from "./dom.js";
import { changeList, give, preview } from "./orders.js";
import { isDirector } from "./server.js";
import { roll } from "./words_of_play.js";
import { t } from "./words.js";

const VALUES = [1, 2, 4, 8, 16, 32, 64];
const SIDES = ["white", "black"];

function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What is corrected, of a state. */
function recorded(state) {
  const last = lastTurn(state);
  return {
    position: { white: [...state.position.white], black: [...state.position.black] },
    dice: [...(state.dice ?? last?.dice ?? [])],
    roller: state.dice ? state.on_roll : (last?.side ?? null),
    cube: { value: state.cube.value, owner: state.cube.owner },
    turn: state.on_roll,
    score: { white: state.score.white, black: state.score.black, crawford: state.crawford },
  };
}

/** Pair the places that a side's checkers left with those that they came to: [[from, to], …]. */
function ways(before, after) {
  const left = [];
  const came = [];
  for (let place = 25; place >= 0; place--) {
    for (let n = before[place] - after[place]; n > 0; n--) left.push(place);
    for (let n = after[place] - before[place]; n > 0; n--) came.push(place);
  }
  return left.map((place, index) => [place, came[index] ?? place]);
}

function notation(pairs) {
  return pairs.map(([from, to]) => `${from === 25 ? "bar" : from}/${to === 0 ? "off" : to}`).join(" ");
}

/** The board before the last turn, where that turn is the last thing that happened. */
function beforeLastTurn(state) {
  const last = state.actions.at(-1);
  if (last?.action !== "turn" || last.outcome === "unplayed" || state.dice) return null;
  const earlier = state.actions.slice(0, -1).findLast((action) => action.action === "turn");
  if (!earlier && last.number > 1) return null;
  return { side: last.side, position: earlier?.position ?? { white: START, black: START } };
}

export class Correction {
  /** A correction of `state` on `board`; `closed` is called when it ends. */
  constructor(board, state, closed) {
    this.board = board;
    this.closed = closed;
    this.doing = false;
    this.how = h("p", { class: "quiet", role: "status" });
    this.list = h("div", { "aria-live": "polite" });
    this.error = h("p", { class: "error", role: "alert" });
    this.fields = h("div", { class: "fields" });
    this.doIt = h("button", { class: "main", onclick: () => this._do() }, t("do_it"));
    this.node = h(
      "section",
      { class: "card correction", tabindex: -1, "aria-label": t("correct_title") },
      h("h2", {}, t("correct_title")),
      this.how,
      h("h3", {}, t("changes")),
      this.list,
      this.error,
      h(
        "div",
        { class: "row" },
        this.doIt,
        h("button", { onclick: () => this._begin(this.state) }, t("correct_put_back")),
        h("button", { onclick: () => this.close() }, t("cancel")),
      ),
      this.fields,
    );
    board.listen((place, side) => this._tap(place, side));
    this.keys = (event) => this._key(event);
    board.svg.addEventListener("keydown", this.keys);
    this._begin(state);
  }

  close() {
    this.board.svg.removeEventListener("keydown", this.keys);
    this.board.listen(null);
    this.closed();
  }

  /** Escape puts a checker back that was taken up. */
  _key(event) {
    if (event.key !== "Escape" || !this.held) return;
    this.held = null;
    this._show();
  }

  /** The table went on: a correction of what is no longer so begins anew. */
  update(state) {
    if (same(recorded(state), this.base)) this.state = state;
    else {
      if (!this.doing && !same(this.draft, this.base)) notice(t("correct_overtaken"));
      this._begin(state);
    }
  }

  _begin(state) {
    this.state = state;
    this.base = recorded(state);
    this.draft = structuredClone(this.base);
    this.held = null;
    this.fields.replaceChildren(...this._fields());
    this._show();
  }

  // The board: tap a checker, then where it belongs.

  _tap(nearPlace, side) {
    const own = (each) => (nearPlace % 25 === 0 ? nearPlace : each === this.board.near ? nearPlace : 25 - nearPlace);
    if (!this.held) {
      const holders = nearPlace % 25 === 0 ? [side] : SIDES;
      const holder = holders.find((each) => this.draft.position[each][own(each)] > 0);
      if (holder) this.held = { side: holder, place: own(holder) };
    } else {
      const target = own(this.held.side);
      if (target !== this.held.place) this._move(this.held, target);
      this.held = null;
    }
    this._show();
  }

  _move({ side, place }, target) {
    const mine = this.draft.position[side];
    const theirs = this.draft.position[OPPONENT[side]];
    if (target > 0 && target < 25 && theirs[25 - target] > 1) {
      notice(t("correct_point_taken"));
      return;
    }
    if (target > 0 && target < 25 && theirs[25 - target] === 1) {
      theirs[25 - target] = 0;
      theirs[25]++;
    }
    mine[place]--;
    mine[target]++;
  }

  // All the rest: a field each.

  _fields() {
    const { draft, state } = this;
    const score = isDirector() ? [this._score()] : [];
    if (state.waiting === "set up" || state.waiting === "over") return score;
    const fields = [];
    if (draft.dice.length) fields.push(...[0, 1].map((die) => this._die(die)));
    return [...fields, this._cube(), this._turn(), ...score];
  }

  _radios(name, label, choices, chosen, set) {
    const radio = ([value, word]) => {
      const change = () => {
        set(value);
        this._show();
      };
      const input = h("input", { type: "radio", name, value, checked: value === chosen, onchange: change });
      return h("label", {}, input, h("span", {}, word));
    };
    return h("fieldset", { class: "radios" }, h("legend", {}, label), ...choices.map(radio));
  }

  _die(number) {
    const name = this.state.names[this.draft.roller];
    const label = `${t("correct_dice_of", { name })}: ${t("correct_die", { n: number + 1 })}`;
    const faces = [1, 2, 3, 4, 5, 6].map((face) => [face, String(face)]);
    return this._radios(`die-${number}`, label, faces, this.draft.dice[number], (face) => {
      this.draft.dice[number] = face;
    });
  }

  _turn() {
    const sides = SIDES.map((side) => [side, this.state.names[side]]);
    return this._radios("turn", t("correct_turn"), sides, this.draft.turn, (side) => {
      this.draft.turn = side;
    });
  }

  _cube() {
    const { cube } = this.draft;
    const select = (label, choices, chosen, set) =>
      h(
        "label",
        { class: "field" },
        h("span", {}, label),
        h(
          "select",
          {
            onchange: (event) => {
              set(event.target.value);
              this._show();
            },
          },
          ...choices.map(([value, word]) => h("option", { value, selected: value === chosen }, word)),
        ),
      );
    const values = VALUES.map((value) => [String(value), String(value)]);
    const owners = [["", t("cube_centre")], ...SIDES.map((side) => [side, this.state.names[side]])];
    return h(
      "fieldset",
      { class: "pair" },
      h("legend", {}, t("correct_cube")),
      select(t("cube_value"), values, String(cube.value), (value) => {
        cube.value = Number(value);
      }),
      select(t("cube_owner"), owners, cube.owner ?? "", (owner) => {
        cube.owner = owner || null;
      }),
    );
  }

  _score() {
    const { score } = this.draft;
    const number = (side) =>
      h(
        "label",
        { class: "field" },
        h("span", {}, this.state.names[side]),
        h("input", {
          type: "number",
          min: 0,
          max: Math.max(0, (this.state.length || 1000) - 1),
          value: score[side],
          oninput: (event) => {
            score[side] = Number(event.target.value);
            this._show();
          },
        }),
      );
    const crawford = h("input", {
      type: "checkbox",
      checked: score.crawford,
      onchange: (event) => {
        score.crawford = event.target.checked;
        this._show();
      },
    });
    return h(
      "fieldset",
      { class: "pair" },
      h("legend", {}, t("correct_score")),
      ...SIDES.map(number),
      h("label", { class: "check" }, crawford, h("span", {}, t("crawford"))),
    );
  }

  // What it comes to.

  _show() {
    const { draft, base, state, held } = this;
    const marks = held ? [{ ...held, kind: "picked" }] : [];
    this.board.update({
      position: draft.position,
      cube: { ...draft.cube, offered: null },
      dice: state.dice ? draft.dice : null,
      side: state.on_roll,
      marks,
    });
    say(this.how, held ? t("correct_from", { from: shortName(held.side, held.place) }) : t("correct_how"));
    this.error.textContent = "";
    const changed = !same(draft, base);
    this.doIt.disabled = !changed;
    this.list.replaceChildren(changed ? changeList(this._lines()) : h("p", { class: "quiet" }, t("no_changes")));
    if (changed) this._lookAhead();
  }

  _lines() {
    const { draft, base, state } = this;
    const lines = [];
    const add = (key, before, after) => before !== after && lines.push(t(key, { before, after }));
    if (!same(draft.position, base.position)) {
      const now = { ...state, position: draft.position };
      lines.push(...changes(state, now));
    }
    add("change_dice", roll(base.dice), roll(draft.dice));
    add("change_cube", cubeText(base.cube, state.names), cubeText(draft.cube, state.names));
    add("change_turn", state.names[base.turn] ?? t("nobody"), state.names[draft.turn] ?? t("nobody"));
    const score = (each) => `${each.white}–${each.black}${each.crawford ? ` (${t("crawford")})` : ""}`;
    add("change_score", score(base.score), score(draft.score));
    return lines;
  }

  /** The orders that make the draft true, in the order in which they are given. */
  async _orders() {
    const { draft, base } = this;
    const orders = [];
    if (!same(draft.score, base.score)) orders.push({ order: "score", ...draft.score });
    if (!same(draft.dice, base.dice)) orders.push({ order: "dice", dice: draft.dice, turns_back: 0 });
    if (!same(draft.position, base.position)) orders.push(await this._ofBoard());
    else if (draft.turn !== base.turn) orders.push({ order: "turn", side: draft.turn });
    if (!same(draft.cube, base.cube)) orders.push({ order: "cube", ...draft.cube });
    return orders;
  }

  /** Another last play where that explains the board; else the board as it stands. */
  async _ofBoard() {
    const { draft, base, state } = this;
    const adopt = { order: "adopt", position: draft.position, side: draft.turn ?? "white" };
    const earlier = beforeLastTurn(state);
    if (!earlier || draft.turn !== base.turn) return adopt;
    const play = notation(ways(earlier.position[earlier.side], draft.position[earlier.side]));
    if (!play) return adopt;
    const order = { order: "play", play };
    const found = await preview(order).catch(() => null);
    return found && !found.refused && same(found.state.position, draft.position) ? order : adopt;
  }

  /** Ask the referee what comes of it, where one order does it all. */
  async _lookAhead() {
    const asked = JSON.stringify(this.draft);
    const current = () => asked === JSON.stringify(this.draft);
    try {
      const orders = await this._orders();
      if (!current() || orders.length !== 1) return;
      const found = await preview(orders[0]);
      if (!current()) return;
      this.error.textContent = found.refused;
      this.doIt.disabled = Boolean(found.refused);
      if (!found.refused) {
        const told = new Set([...this._lines(), ...changes(this.state, found.state)]);
        this.list.replaceChildren(changeList([...told]));
      }
    } catch (refusal) {
      if (current()) this.error.textContent = refusal.message || t("no_answer");
    }
  }

  async _do() {
    if (this.doing) return;
    this.doing = true;
    const done = await this._give().catch(noticeRefusal);
    this.doing = false;
    if (!done) return;
    notice(t("done_so"));
    this.close();
  }

  /** Give the orders one after the other; whether all were obeyed. */
  async _give() {
    // What was drafted holds for the record as it was shown; the first order of several changes that itself.
    const { mark } = this.state;
    const [first, ...others] = await this._orders();
    for (const order of [{ ...first, upon: mark }, ...others]) {
      if (!(await give(order))) return false;
    }
    return true;
  }
}
