// Starting a match: who plays, for how much, by which terms, and whether pictures may be kept.

import { notice } from "./dialogs.js";
import { h, show } from "./dom.js";
import { currentState, firstNews, withoutBoard } from "./live.js";
import { newcomerCard } from "./newcomer.js";
import { newKey, postOnce } from "./server.js";
import { t } from "./words.js";

const MODES = ["monitor", "teach", "log"];
const POLICIES = ["legal-moves", "responsible-moves"];
const USUAL = { length: 5, delay_s: 12, a_point_s: 120 };

/** Fill `main` with the form. */
export async function open(main) {
  await firstNews();
  const boardless = withoutBoard();
  if (boardless) {
    main.append(h("h1", {}, t("start_title")), newcomerCard(boardless));
    return;
  }
  const form = new StartForm(currentState());
  main.append(h("h1", {}, t("start_title")), form.node);
}

class StartForm {
  constructor(state) {
    this.key = newKey();
    this.errors = {};
    this.inputs = {};
    const named = state && (state.names.white !== "White" || state.names.black !== "Black");
    const running = state && state.waiting !== "over" && state.actions.length > 0;
    const money = h(
      "div",
      {},
      this._check("jacoby", t("jacoby"), true),
      this._check("beavers", t("beavers"), state?.beavers ?? false),
    );
    const clockTerms = h(
      "div",
      { class: "pair" },
      this._text("delay_s", t("delay_s"), { type: "number", min: 0, max: 60, value: USUAL.delay_s, required: true }),
      this._text("a_point_s", t("a_point_s"), { type: "number", min: 1, max: 600, value: USUAL.a_point_s, required: true }),
    );
    const clock = this._check("clock", t("with_clock"), Boolean(state?.clock), () => adapt());
    const length = { type: "number", min: 0, max: 64, value: state?.length ?? USUAL.length, required: true, oninput: () => adapt() };
    const name = (side) => ({ maxlength: 40, autocomplete: "off", required: true, value: named ? state.names[side] : "" });
    const adapt = () => {
      show(money, this.inputs.length.value === "0");
      show(clockTerms, this.inputs.clock.checked);
    };
    const swap = () => {
      const { white, black } = this.inputs;
      [white.value, black.value] = [black.value, white.value];
    };
    this.failed = h("p", { class: "error", role: "alert" });
    this.button = h("button", { type: "submit", class: "main" }, t("begin_match"));
    this.node = h(
      "form",
      { class: "card form", novalidate: true, onsubmit: (event) => this._send(event) },
      running && h("p", { class: "quiet" }, t("start_running")),
      h(
        "div",
        { class: "pair" },
        this._text("white", t("name_of_white"), name("white")),
        this._text("black", t("name_of_black"), name("black")),
      ),
      h("p", {}, h("button", { type: "button", onclick: swap }, t("swap_names"))),
      this._text("length", `${t("length")} (${t("length_hint")})`, length),
      money,
      this._choice("mode", t("mode"), MODES.map((mode) => [mode, t(`mode_${mode}`)]), state?.mode ?? "monitor"),
      this._choice(
        "illegal_plays",
        t("illegal_plays"),
        POLICIES.map((policy) => [policy, t(`illegal_${policy}`)]),
        state?.illegal_plays ?? "legal-moves",
      ),
      clock,
      clockTerms,
      h(
        "fieldset",
        {},
        h("legend", {}, t("pictures_title")),
        this._check("pictures", t("pictures_consent"), false),
        h("p", { class: "quiet" }, t("pictures_why")),
      ),
      this.failed,
      h("div", { class: "row" }, this.button),
    );
    adapt();
  }

  _text(name, label, properties) {
    const error = h("p", { class: "error", id: `${name}-error`, role: "alert" });
    const input = h("input", { id: name, name, "aria-describedby": error.id, ...properties });
    this.inputs[name] = input;
    this.errors[name] = error;
    return h("div", { class: "field" }, h("label", { for: name }, label), input, error);
  }

  _check(name, label, checked, onchange) {
    const input = h("input", { type: "checkbox", name, checked, onchange });
    this.inputs[name] = input;
    return h("label", { class: "check" }, input, h("span", {}, label));
  }

  _choice(name, label, choices, chosen) {
    const choice = ([value, word]) =>
      h("label", { class: "check" }, h("input", { type: "radio", name, value, checked: value === chosen }), h("span", {}, word));
    return h("fieldset", {}, h("legend", {}, label), ...choices.map(choice));
  }

  _wish() {
    const { inputs } = this;
    const number = (name) => (inputs[name].value.trim() === "" ? null : Number(inputs[name].value));
    const money = number("length") === 0;
    const wish = {
      key: this.key,
      white: inputs.white.value,
      black: inputs.black.value,
      length: number("length"),
      mode: this.node.elements.mode.value,
      illegal_plays: this.node.elements.illegal_plays.value,
      pictures: inputs.pictures.checked,
      jacoby: money ? inputs.jacoby.checked : true,
      beavers: money && inputs.beavers.checked,
      clock: inputs.clock.checked,
    };
    return wish.clock ? { ...wish, delay_s: number("delay_s"), a_point_s: number("a_point_s") } : wish;
  }

  async _send(event) {
    event.preventDefault();
    for (const [name, error] of Object.entries(this.errors)) {
      error.textContent = "";
      this.inputs[name].removeAttribute("aria-invalid");
    }
    this.failed.textContent = "";
    this.button.disabled = true;
    try {
      const { refused } = await postOnce("/api/matches", this._wish());
      if (refused) {
        // Asked again, it is another wish.
        this.key = newKey();
        this.failed.textContent = refused;
        return;
      }
      notice(t("match_begun"));
      location.hash = "live";
    } catch (refusal) {
      this._refused(refusal);
    } finally {
      this.button.disabled = false;
    }
  }

  /** One sentence, by its field where it is about one. */
  _refused({ message, field }) {
    const error = this.errors[field] ?? this.failed;
    error.textContent = message || t("no_answer");
    if (!this.errors[field]) return;
    this.inputs[field].setAttribute("aria-invalid", "true");
    this.inputs[field].focus();
  }
}
