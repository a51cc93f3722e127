// One match: turn by turn on the board, with the pictures of each turn, and to take along as a file.

import { Board } from "./board.js";
import { h, say, show } from "./dom.js";
import { get, isPlayer } from "./server.js";
import { useSheet } from "./sheets.js";
import { line, points, reason, roll } from "./words_of_play.js";
import { apart, date, t } from "./words.js";

const START = {
  white: [0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0],
  black: [0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0],
};
const FORMS = ["mat", "sgf", "json", "html", "pdf"];

/** Fill `main` with a match; `argument` is its number, with `.game.step` behind it where a turn is meant. */
export async function open(main, argument) {
  await useSheet("matches.css");
  const [number, game, step] = (argument ?? "").split(".").map(Number);
  main.append(h("p", {}, h("a", { href: "#matches" }, t("list_back"))));
  let told;
  try {
    told = await get(`/api/matches/${Number.isInteger(number) ? number : 0}`);
  } catch (refusal) {
    main.append(h("h1", {}, t("match")), h("p", { role: "alert" }, refusal.status === 404 ? t("match_none") : t("no_answer")));
    return null;
  }
  // Who has gone on meanwhile keeps the address of what they look at now.
  if (!main.isConnected) return null;
  return new Replay(main, told, game || 1, step || 0).close;
}

class Replay {
  constructor(main, told, game, step) {
    this.told = told;
    this.game = Math.min(Math.max(game, 1), Math.max(told.list.length, 1)) - 1;
    this.step = step;
    this.board = new Board();
    this.status = h("p", { class: "status", role: "status" });
    this.reason = h("p", { class: "error" });
    this.pictures = h("section", { class: "card", "aria-label": t("replay_pictures") });
    this.turns = h("ol", { class: "turn-list", tabindex: 0, "aria-label": t("turns") });
    this.games = h("select", { id: "game", onchange: () => this.go(Number(this.games.value), 0) }, ...this._games());
    const parts = [
      h("h1", {}, `${apart(told.names.white)} – ${apart(told.names.black)} ${told.score.white}–${told.score.black}`),
      h("p", { class: "facts" }, facts(told)),
      told.silent && h("p", { class: "alert calm" }, t("replay_silent")),
      told.list.length > 0 ? this._layout() : h("p", {}, t("no_turns")),
      told.silent || downloads(told.match),
    ];
    main.append(...parts.filter((part) => part instanceof Node));
    this.keys = (event) => this._key(event);
    addEventListener("keydown", this.keys);
    this.close = () => removeEventListener("keydown", this.keys);
    if (told.list.length) this.go(this.game, this.step);
  }

  /** Show a game after so many of its actions. */
  go(game, step) {
    this.game = game;
    const { actions } = this._game();
    this.step = Math.min(Math.max(step, 0), actions.length);
    history.replaceState(null, "", `#match/${this.told.match}.${game + 1}.${this.step}`);
    this.games.value = String(game);
    this._drawTurns();
    this._draw(this.step ? actions[this.step - 1] : null);
  }

  _game() {
    return this.told.list[this.game];
  }

  _games() {
    return this.told.list.map((game, place) => {
      const score = `${game.score.white}–${game.score.black}`;
      const crawford = game.crawford ? ` · ${t("crawford")}` : "";
      return h("option", { value: place }, t("replay_game", { game: game.game, score }) + crawford);
    });
  }

  _layout() {
    const button = (word, sign, press) => h("button", { onclick: press, "aria-label": t(word), title: t(word) }, sign);
    this.first = button("replay_first", "|◀", () => this.go(this.game, 0));
    this.back = button("replay_back", "◀", () => this._by(-1));
    this.on = button("replay_on", "▶", () => this._by(1));
    this.last = button("replay_last", "▶|", () => this.go(this.game, this._game().actions.length));
    return h(
      "div",
      { class: "table" },
      h(
        "div",
        { class: "field-side" },
        this.status,
        this.reason,
        h("div", { class: "board-box" }, this.board.svg),
        h("div", { class: "row steps" }, this.first, this.back, this.on, this.last),
      ),
      h(
        "div",
        { class: "aside" },
        h("label", { class: "field", for: "game" }, h("span", {}, t("replay_which")), this.games),
        h("section", { class: "card turns" }, h("h2", {}, t("turns")), this.turns),
        this.pictures,
      ),
    );
  }

  /** Go on or back by one; at the end of a game the next one follows. */
  _by(steps) {
    const wanted = this.step + steps;
    if (wanted > this._game().actions.length && this.game + 1 < this.told.list.length) this.go(this.game + 1, 0);
    else if (wanted < 0 && this.game > 0) this.go(this.game - 1, Infinity);
    else this.go(this.game, wanted);
  }

  _key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea, dialog")) return;
    const steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!steps) return;
    event.preventDefault();
    this._by(steps);
  }

  _drawTurns() {
    if (this.turns.dataset.game !== String(this.game)) {
      this.turns.dataset.game = String(this.game);
      this.turns.replaceChildren(...this._game().actions.map((action, place) => this._entry(action, place + 1)));
    }
    this.turns.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const now = this.turns.children[this.step - 1]?.querySelector("button");
    now?.setAttribute("aria-current", "step");
    const list = this.turns;
    if (now) list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
    else list.scrollTop = 0;
  }

  _entry(action, step) {
    const { who, lead, text, flag } = line(action, this.told.names);
    const cells = [
      h("span", { class: "number" }, `${action.number}.`),
      h("span", { class: `swatch ${action.side}`, "aria-hidden": "true" }),
      h("span", { class: "hidden" }, `${who}: `),
      h("span", { class: "lead" }, lead),
      h("span", { class: "play" }, text),
      flag && h("span", { class: "flag" }, flag),
    ];
    return h("li", { class: "step" }, h("button", { onclick: () => this.go(this.game, step) }, ...cells));
  }

  _draw(action) {
    const game = this._game();
    const isTurn = action?.action === "turn";
    const before = game.actions.slice(0, this.step).findLast(({ position }) => position);
    this.board.update({
      position: before?.position ?? START,
      cube: action?.cube ?? { value: game.cube ?? 1, owner: null, offered: null },
      dice: isTurn ? action.dice : null,
      side: action?.side,
      arrows: isTurn ? [{ side: action.side, kind: "done", ways: action.arrows }] : [],
    });
    say(this.status, this._words(action, game));
    say(this.reason, isTurn && (action.breaches.length || action.explanation) ? reason(action) : "");
    const all = this.told.list.length;
    this.first.disabled = this.step === 0;
    this.back.disabled = this.step === 0 && this.game === 0;
    this.last.disabled = this.step === game.actions.length;
    this.on.disabled = this.last.disabled && this.game + 1 === all;
    this._drawPictures(action);
  }

  _words(action, game) {
    if (!action) return t("replay_start");
    const { who, lead, text, flag } = line(action, this.told.names);
    const told = `${[apart(who), lead && `${lead}:`, text].filter(Boolean).join(" ")}${flag ? ` (${flag})` : ""}.`;
    if (this.step < game.actions.length || !game.winner) return told;
    return `${told} ${t("told_game_over", { name: this.told.names[game.winner], points: points(game.points) })}`;
  }

  _drawPictures(action) {
    const isTurn = action?.action === "turn";
    show(this.pictures, isTurn);
    if (!isTurn) return;
    const kept = action.pictures ?? [];
    const what = { dice: roll(action.dice), name: this.told.names[action.side] };
    const figures = kept.map(({ seq, when }) => {
      const path = `/api/matches/${this.told.match}/pictures/${seq}/${when}`;
      const words = t(`replay_${when}`);
      const image = h("img", { src: path, alt: t(`replay_${when}_of`, what), loading: "lazy" });
      return h("figure", {}, h("a", { href: path, target: "_blank" }, image), h("figcaption", {}, words));
    });
    const none = t(isPlayer() ? "replay_no_pictures" : "replay_pictures_private");
    this.pictures.replaceChildren(
      h("h2", {}, t("replay_pictures")),
      ...(kept.length ? [h("div", { class: "pictures" }, ...figures)] : [h("p", { class: "quiet" }, none)]),
    );
  }
}

function facts({ match, length, begun, clock_synced: synced, winner, names }) {
  const parts = [t("match_n", { n: match }), length ? t("to_points", { length }) : t("money")];
  if (begun !== null) parts.push(date(begun) + (synced ? "" : ` (${t("list_clock_unset")})`));
  parts.push(winner ? t("list_won", { name: names[winner] }) : t("list_open"));
  return parts.join(" · ");
}

function downloads(match) {
  const links = FORMS.map((form) =>
    h("a", { class: "button", href: `/api/matches/${match}/${form}`, download: `match-${match}.${form}` }, t(`take_${form}`)),
  );
  return h("section", { class: "card" }, h("h2", {}, t("take_along")), h("div", { class: "row" }, ...links));
}
