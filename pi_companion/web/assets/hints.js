// Hints in three steps, each telling more: something to think about, the idea of the best play, the play itself.

import { notice, noticeRefusal } from "./dialogs.js";
import { h, say, show } from "./dom.js";
import { isPlayer, post } from "./server.js";
import { t } from "./words.js";

const STEPS = ["nudge", "idea", "play"];

export class Hints {
  constructor() {
    this.roll = "";
    this.told = 0;
    this.list = h("ol", { class: "hints", "aria-live": "polite" });
    this.button = h("button", { onclick: () => this._ask() });
    this.node = h("div", { class: "hint-box", hidden: true }, this.list, this.button);
  }

  /** A hint is for one roll; those of the roll before are gone. */
  update(state) {
    const wanted = isPlayer() && state.mode === "teach" && state.waiting === "play" && state.plays?.count > 1;
    const roll = JSON.stringify([state.match, state.game, state.actions.length, state.on_roll, state.dice, state.position]);
    if (roll !== this.roll) {
      this.roll = roll;
      this.told = 0;
      this.list.replaceChildren();
    }
    show(this.node, Boolean(wanted));
    this._show();
  }

  _show() {
    show(this.button, this.told < STEPS.length);
    show(this.list, this.told > 0);
    say(this.button, t(`hint_${STEPS[Math.min(this.told, STEPS.length - 1)]}`));
  }

  async _ask() {
    const roll = this.roll;
    this.button.disabled = true;
    try {
      const { refused, hint } = await post("/api/hint", { step: STEPS[this.told] });
      if (refused) notice(refused, "bad");
      else if (roll === this.roll) {
        this.told++;
        this.list.append(h("li", { lang: "en" }, hint));
      }
    } catch (refusal) {
      noticeRefusal(refusal);
    }
    this.button.disabled = false;
    this._show();
  }
}
