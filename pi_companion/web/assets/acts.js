// What players do by the page: the cube, giving up, the clock, undo and redo.

import { ask } from "./dialogs.js";
import { h } from "./dom.js";
import { give, giveWhenSeen } from "./orders.js";
import { askRoll } from "./roll.js";
import { t } from "./words.js";

/** The acts that make sense now: [{word, act, main}]. */
function actsOf(state) {
  const acts = [];
  const add = (word, act, main = false) => acts.push({ word, act, main });
  const playing = !["over", "set up"].includes(state.waiting);
  switch (state.waiting) {
    case "answer":
      add(t("act_take"), () => give({ order: "take" }), true);
      add(t("act_drop"), () => giveWhenSeen(t("act_drop"), { order: "drop" }));
      if (state.beavers) add(t("act_beaver"), () => giveWhenSeen(t("act_beaver"), { order: "beaver" }));
      break;
    case "consent":
      add(t("act_agree"), () => giveWhenSeen(t("act_agree"), { order: "answer", answer: "yes" }), true);
      add(t("act_refuse"), () => give({ order: "answer", answer: "no" }));
      break;
    case "correction":
      if (state.illegal_plays === "responsible-moves") add(t("act_condone"), () => giveWhenSeen(t("act_condone"), { order: "condone" }));
      break;
    case "play":
      add(t("act_end_turn"), () => give({ order: "end_turn", side: state.on_roll }), true);
      add(t("act_call_off"), () => giveWhenSeen(t("act_call_off"), { order: "call_off" }));
      break;
    case "roll":
      add(t("act_roll"), () => askRoll(state));
      break;
    default:
  }
  if (state.cube.may) {
    const word = t("act_double", { value: state.cube.value * 2 });
    add(word, () => giveWhenSeen(word, { order: "double", side: state.cube.may }));
  }
  if (playing && state.waiting !== "consent") add(t("act_resign"), () => askResign(state));
  if (state.clock && playing) {
    if (state.clock.paused) add(t("act_go_on"), () => give({ order: "go_on" }));
    else add(t("act_hold_clock"), () => give({ order: "hold_clock" }));
  }
  return acts;
}

function askResign(state) {
  const side = state.deciding ?? "white";
  const who = h(
    "select",
    {},
    ...["white", "black"].map((each) => h("option", { value: each, selected: each === side }, state.names[each])),
  );
  const offer = (times) => {
    dialog.close();
    give({ order: "resign", side: who.value, times });
  };
  const buttons = [1, 2, 3].map((times) => h("button", { onclick: () => offer(times) }, t(`times_${times}`)));
  const cancel = h("button", { onclick: () => dialog.close() }, t("cancel"));
  const dialog = ask(
    t("confirm_resign"),
    h("label", { class: "field" }, h("span", {}, t("act_resign")), who),
    h("div", { class: "row" }, ...buttons, cancel),
  );
}

export class Acts {
  /** The row of buttons; `correct` opens the correction. */
  constructor(correct) {
    this.correct = correct;
    this.shown = "";
    this.node = h("section", { class: "acts", tabindex: -1, "aria-label": t("acts") });
  }

  update(state) {
    const acts = actsOf(state);
    const back = state.undo > 0;
    const forth = state.redo > 0;
    const adopt = state.sight === "out of step";
    const told = JSON.stringify([acts.map((act) => act.word), back, forth, adopt, state.on_roll, state.deciding]);
    // Buttons that a finger is about to press stay where they are.
    if (told === this.shown) return;
    this.shown = told;
    const held = document.activeElement?.dataset?.act;
    const button = (name, word, onclick, { disabled = false, main = false } = {}) =>
      h("button", { "data-act": name, class: main ? "main" : null, disabled, onclick }, word);
    this.node.replaceChildren(
      ...acts.map(({ word, act, main }) => button(word, word, act, { main })),
      ...(adopt ? [button("adopt", t("act_adopt_seen"), () => adoptSeen(state), { main: true })] : []),
      button("undo", t("act_undo"), () => giveWhenSeen(t("confirm_undo"), { order: "undo", count: 1 }), { disabled: !back }),
      button("redo", t("act_redo"), () => giveWhenSeen(t("confirm_redo"), { order: "redo", count: 1 }), { disabled: !forth }),
      button("correct", t("act_correct"), this.correct),
    );
    if (held) this.focus(held);
  }

  /** Focus an act; where it can be done no longer, none other takes its place under a finger that presses once more. */
  focus(name) {
    const button = this.node.querySelector(`[data-act="${CSS.escape(name)}"]:enabled`);
    (button ?? this.node).focus({ preventScroll: true });
  }
}

/** Adopt what the camera sees; whose turn it then is, a person says. */
function adoptSeen(state) {
  const show = (side) => {
    dialog.close();
    giveWhenSeen(t("confirm_adopt_seen"), { order: "adopt_seen", side });
  };
  const sides = ["white", "black"].map((side) => {
    const likely = side === (state.on_roll ?? "white");
    return h("button", { class: likely ? "main" : null, onclick: () => show(side) }, state.names[side]);
  });
  const dialog = ask(t("confirm_adopt_seen"), h("h3", {}, t("on_roll_after")), h("div", { class: "row" }, ...sides));
}
