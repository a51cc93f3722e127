// The table as it stands: the board, whose turn it is, what the companion waits for, and what it has to say.

import { Acts } from "./acts.js";
import { Board, OPPONENT, seat } from "./board.js";
import { Correction } from "./correction.js";
import { notice } from "./dialogs.js";
import { h, say, show } from "./dom.js";
import { Lesson } from "./lesson.js";
import { currentState, freshness, listen } from "./live.js";
import { newcomerCard } from "./newcomer.js";
import { Plate } from "./plates.js";
import { isPlayer } from "./server.js";
import { isSettingUp, setupCard, setupMarks } from "./setup.js";
import { Sparring, sparringArrows } from "./sparring.js";
import { Teaching } from "./teaching.js";
import { Turns } from "./turns.js";
import { passing, reason, roll, waiting } from "./words_of_play.js";
import { alerts, isStale } from "./words_of_sight.js";
import { currentLanguage, t } from "./words.js";

/** Fill `main` with the live table; gives back how to close it. */
export function open(main) {
  const view = new LiveView(main);
  const stop = listen((news) => view.take(news));
  return stop;
}

class LiveView {
  constructor(main) {
    this.state = null;
    this.correction = null;
    this.board = new Board();
    this.seat = seat();
    this.far = new Plate();
    this.near = new Plate();
    this.turns = new Turns();
    this.teaching = new Teaching(this.board);
    this.sparring = new Sparring();
    this.lesson = new Lesson();
    this.newcomer = h("div", { class: "newcomer-box", hidden: true });
    this.acts = isPlayer() ? new Acts(() => this._correct()) : null;
    this.status = h("p", { class: "status", role: "status" }, t("not_yet"));
    this.alerts = h("div", { class: "alerts", role: "alert" });
    this.facts = h("p", { class: "facts" });
    this.ruling = h("section", { class: "card ruling" });
    // What appears together with its words is not read out; this is always there, and only its words change.
    this.spoken = h("p", { class: "hidden", role: "alert" });
    this.setup = h("section", { class: "card setup", "aria-live": "polite" });
    this.aside = h("div", { class: "aside" });
    this.boardBox = h("div", { class: "board-box" }, this.board.svg);
    this.table = h(
      "div",
      { class: "table", hidden: true },
      h("div", { class: "field-side" }, this.alerts, this.far.node, this.boardBox, this.near.node),
      this.aside,
    );
    this._fillAside();
    main.append(h("h1", { class: "hidden" }, t("live")), this.status, this.spoken, this.newcomer, this.table);
  }

  take({ state, events, boardless, starting }) {
    if (boardless || starting) this._wait(boardless);
    if (state) {
      this.state = state;
      for (const event of events) notice(passing(event, state.names));
      this._draw();
    }
    if (this.state) this._tick();
    else if (freshness().lost) say(this.status, t("no_way_in"));
  }

  /** There is no table to show: nobody has shown the board yet, or it comes in a moment. */
  _wait(boardless) {
    this.state = null;
    show(this.table, false);
    show(this.newcomer, Boolean(boardless));
    say(this.status, t(boardless ? "waits_board" : "not_yet"));
    if (boardless) this.newcomer.replaceChildren(newcomerCard(boardless));
  }

  _fillAside() {
    const parts = this.correction
      ? [this.correction.node]
      : [
          this.ruling,
          this.setup,
          this.sparring.node,
          this.acts?.node,
          this.teaching.node,
          this.lesson.node,
          this.turns.node,
        ];
    this.aside.replaceChildren(this.facts, ...parts.filter(Boolean));
  }

  _draw() {
    const { state } = this;
    show(this.table, true);
    show(this.newcomer, false);
    say(this.status, waiting(state));
    say(this.facts, facts(state));
    this.far.update(state, OPPONENT[this.seat.near]);
    this.near.update(state, this.seat.near);
    this.turns.update(state);
    this.acts?.update(state);
    this.sparring.update(state);
    this.lesson.update(state);
    this._rule();
    const settingUp = isSettingUp(state);
    show(this.setup, settingUp);
    if (settingUp) fillAnew(this.setup, JSON.stringify(state.seen), () => setupCard(state));
    if (this.correction) this.correction.update(state);
    else this._drawBoard(settingUp);
  }

  _drawBoard(settingUp) {
    const { state } = this;
    const { ruling } = state;
    const before = ruling && this.showsBefore ? ruling.before : null;
    const arrows = sparringArrows(state);
    if (ruling) {
      arrows.push({ side: ruling.side, kind: "done", ways: ruling.done });
      arrows.push({ side: ruling.side, kind: "allowed", ways: ruling.allowed });
    }
    this.board.update({
      position: settingUp ? state.seen : (before ?? state.position),
      cube: state.cube,
      dice: state.dice,
      side: state.on_roll,
      arrows,
      marks: settingUp ? setupMarks(state) : [],
    });
    this.teaching.update(state);
  }

  _rule() {
    const { ruling, names } = this.state;
    show(this.ruling, Boolean(ruling));
    say(this.spoken, ruling ? `${t("ruling")}. ${rulingOf(ruling, names)}. ${reason(ruling)}` : "");
    if (!ruling) this.showsBefore = false;
    const named = this.state.mode === "teach";
    const look = (event) => {
      this.showsBefore = event.target.checked;
      if (!this.correction) this._drawBoard(false);
    };
    fillAnew(this.ruling, JSON.stringify(ruling), () =>
      !ruling
        ? []
        : [
            h("h2", {}, t("ruling")),
            h("p", {}, rulingOf(ruling, names)),
            // With the rules by their names below, only the referee's own sentence, which is English, says more.
            (!named || currentLanguage() === "en") && h("p", { class: "reason" }, reason(ruling)),
            named && rules(ruling),
            h("p", { class: "key" }, h("span", { class: "key-done" }), t("arrow_done")),
            ruling.allowed.length > 0 && h("p", { class: "key" }, h("span", { class: "key-allowed" }), t("arrow_allowed")),
            ruling.play && h("p", {}, t("allowed_play", { play: ruling.play })),
            h(
              "label",
              { class: "check" },
              h("input", { type: "checkbox", checked: Boolean(this.showsBefore), onchange: look }),
              h("span", {}, t("ruling_before")),
            ),
          ],
    );
  }

  _tick() {
    const fresh = freshness();
    this.far.tick(this.state, OPPONENT[this.seat.near], fresh.since);
    this.near.tick(this.state, this.seat.near, fresh.since);
    this.boardBox.classList.toggle("stale", isStale(this.state, fresh));
    const told = alerts(this.state, fresh);
    // Ages count on for the eye; only the kind of an alert is news for the ear.
    const kinds = told.map(({ text }) => text.replace(/\d+/g, "")).join();
    const lines = () =>
      told.map(({ kind, text, more }) => h("p", { class: `alert ${kind}` }, h("strong", {}, text), more && ` ${more}`));
    if (!fillAnew(this.alerts, kinds, lines)) {
      told.forEach(({ text }, index) => say(this.alerts.children[index].querySelector("strong"), text));
    }
  }

  _correct() {
    this.correction = new Correction(this.board, currentState(), () => {
      this.correction = null;
      this._fillAside();
      this._draw();
      this.acts.focus("correct");
    });
    this._fillAside();
    this.correction.node.focus({ preventScroll: true });
    this.correction.node.scrollIntoView({ block: "nearest" });
  }
}

function rulingOf({ side, dice }, names) {
  return t("ruling_of", { name: names[side], dice: roll(dice) });
}

/** Fill an element where what it tells has changed; whether it had. */
function fillAnew(element, told, content) {
  if (element.dataset.told === told) return false;
  element.dataset.told = told;
  element.replaceChildren(...content().filter(Boolean));
  return true;
}

/** The rules that were broken, by their names, for those who learn. */
function rules({ breaches }) {
  return h(
    "dl",
    { class: "rules" },
    ...breaches.flatMap((name) => [h("dt", {}, t(`rule_${name}`)), h("dd", {}, t(`breach_${name}`))]),
  );
}

function facts(state) {
  const parts = [state.length ? t("to_points", { length: state.length }) : t("money")];
  if (state.game) parts.push(t("game_n", { game: state.game }));
  if (state.crawford) parts.push(t("crawford"));
  parts.push(t("mode") + ": " + t(`mode_short_${state.mode}`));
  return parts.join(" · ");
}
