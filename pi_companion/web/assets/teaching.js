// Mode teach: on touching a checker, where it may go; how many plays are legal, and which.

import { h, say, show } from "./dom.js";
import { shortName } from "./changes.js";
import { t } from "./words.js";

export class Teaching {
  constructor(board) {
    this.board = board;
    this.state = null;
    this.picked = null;
    this.count = h("p", {});
    this.where = h("p", { role: "status" });
    this.list = h("p", { class: "play-list" });
    this.all = h("details", {}, h("summary", {}, t("show_all")), this.list);
    this.node = h("section", { class: "card teaching", hidden: true }, this.count, this.where, this.all);
  }

  /** Take the state that the board shows. */
  update(state) {
    const { plays } = state;
    const told = JSON.stringify([plays, state.on_roll]);
    if (told !== this.told) this.picked = null;
    this.told = told;
    this.state = state;
    show(this.node, Boolean(plays));
    this.board.listen(plays?.count ? (place, side) => this._touch(place, side) : null);
    if (!plays) return;
    const key = plays.count < 2 ? `legal_plays_${plays.count}` : "legal_plays_n";
    say(this.count, t(key, { n: plays.count }));
    show(this.all, plays.count > 0);
    say(this.list, plays.texts.join(", "));
    this._show();
  }

  _touch(nearPlace, side) {
    const { on_roll: roller, position } = this.state;
    const place = nearPlace % 25 === 0 || roller === this.board.near ? nearPlace : 25 - nearPlace;
    const held = (nearPlace % 25 !== 0 || side === roller) && place > 0 && position[roller][place] > 0;
    this.picked = held && place !== this.picked ? place : null;
    this._show();
  }

  _show() {
    const { on_roll: side, plays } = this.state;
    const from = this.picked;
    if (from === null) {
      this.board.mark([]);
      say(this.where, plays.count ? t("touch_a_checker") : "");
      return;
    }
    const ends = plays.reach[from] ?? [];
    this.board.mark([
      { side, place: from, kind: "picked" },
      ...ends.map((place) => ({ side, place, kind: "target" })),
    ]);
    const places = [...ends].reverse().map((place) => shortName(side, place));
    const key = ends.length ? "may_go_to" : "may_not_move";
    say(this.where, t(key, { from: shortName(side, from), places: places.join(", ") }));
  }
}
