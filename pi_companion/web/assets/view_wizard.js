// Calibration in three steps: take a picture, see whether the board is found right, keep it.

import { Board } from "./board.js";
import { CornerPicture } from "./corners.js";
import { h, say, show } from "./dom.js";
import { get, post } from "./server.js";
import { setupCard, setupMarks, wrongPlaces } from "./setup.js";
import { useSheet } from "./sheets.js";
import { t } from "./words.js";

const POLL_MS = 400;
const SURE = 0.9;

/** Fill `main` with the wizard; gives back how to close it. */
export async function open(main) {
  await useSheet("wizard.css");
  const wizard = new Wizard(main);
  wizard.takeUp();
  return () => wizard.close();
}

class Wizard {
  constructor(main) {
    this.closed = false;
    this.told = null;
    this.hint = h("div", { class: "alert calm" }, h("p", {}, t("wizard_how")), h("p", {}, t("wizard_light")));
    this.status = h("p", { class: "status", role: "status" });
    this.error = h("p", { class: "error", role: "alert" });
    this.take = h("button", { class: "main", onclick: () => this._take() }, t("wizard_take"));
    this.again = h("button", { onclick: () => this._find() }, t("wizard_find_corners"));
    this.keep = h("button", { class: "main", onclick: () => this._keep() }, t("wizard_keep"));
    this.picture = new CornerPicture(() => this._drawn());
    this.result = h("div", { class: "aside" });
    this.white = h(
      "fieldset",
      {},
      h("legend", {}, t("wizard_white")),
      h("div", { class: "radios" }, this._colour("light", true), this._colour("dark", false)),
    );
    this.then = h("p", { class: "row" }, h("a", { class: "button", href: "#start" }, t("start")), h("a", { class: "button", href: "#live" }, t("wizard_then")));
    const left = h("div", { class: "field-side" }, this.picture.node, h("div", { class: "row" }, this.take, this.again, this.keep), this.then);
    const right = h("div", {}, this.white, this.result);
    this.table = h("div", { class: "table" }, left, right);
    main.append(h("h1", {}, t("calibrate")), this.hint, this.status, this.error, this.table);
    this._show();
  }

  close() {
    this.closed = true;
  }

  /** Go on with a search that is still under way, as after leaving the wizard in the middle. */
  async takeUp() {
    const told = await get("/api/board").catch(() => null);
    if (told?.state !== "working" || this.told || this.closed) return;
    this.told = told;
    this.picture.show(`/api/board/picture/${told.taken}`, told.size_px, []);
    this._show();
    await this._asking(t("wizard_looking"), () => this._wait());
  }

  _colour(value, checked) {
    const input = h("input", { type: "radio", name: "white_is", value, checked, onchange: () => this._recolour() });
    return h("label", {}, input, h("span", {}, t(`wizard_white_${value}`)));
  }

  _whiteIs() {
    return this.white.querySelector("input:checked").value;
  }

  async _take() {
    await this._asking(t("wizard_taking"), async () => {
      this.told = await this._post("/api/board/picture", {});
      this.picture.show(`/api/board/picture/${this.told.taken}`, this.told.size_px, this.told.last_corners_px);
      await this._look(null);
    });
  }

  async _find() {
    await this._asking(t("wizard_looking"), () => this._look(this.picture.corners));
  }

  async _recolour() {
    if (this.told?.state === "found") await this._find();
  }

  /** Let the board be found, and wait for it. */
  async _look(corners) {
    say(this.status, t("wizard_looking"));
    const wish = { taken: this.told.taken, white_is: this._whiteIs(), corners_px: corners };
    this.told = { ...this.told, ...(await this._post("/api/board/find", wish)) };
    await this._wait();
  }

  /** Wait until the board is found, or is not. */
  async _wait() {
    while (this.told.state === "working" && !this.closed) {
      await new Promise((done) => setTimeout(done, POLL_MS));
      this.told = await get("/api/board");
    }
    if (this.told.corners_px) this.picture.place(this.told.corners_px);
  }

  async _keep() {
    await this._asking(t("wizard_keeping"), async () => {
      await this._post("/api/board/keep", { job: this.told.job });
      this.told = { ...this.told, state: "kept" };
    });
  }

  async _post(path, body) {
    const answer = await post(path, body);
    if (answer.refused) throw new Error(answer.refused);
    return answer;
  }

  async _asking(words, act) {
    say(this.error, "");
    say(this.status, words);
    for (const button of [this.take, this.again, this.keep]) button.disabled = true;
    try {
      await act();
    } catch (refusal) {
      say(this.error, refusal.message || t("no_answer"));
    }
    for (const button of [this.take, this.again, this.keep]) button.disabled = false;
    if (!this.closed) this._show();
  }

  /** A person drew a corner: what was found no longer counts. */
  _drawn() {
    if (this.told.state !== "drawn") {
      this.told = { ...this.told, state: "drawn" };
      this._show();
    }
  }

  _show() {
    const state = this.told?.state ?? "none";
    show(this.hint, state === "none" || state === "idle");
    show(this.picture.node, state !== "none");
    show(this.white, state !== "none" && state !== "kept");
    show(this.again, state === "drawn" || state === "failed");
    show(this.keep, state === "found");
    show(this.result, state === "found");
    show(this.then, state === "kept");
    this.take.classList.toggle("main", state === "none" || state === "idle" || state === "kept");
    this.again.classList.toggle("main", state === "drawn");
    say(this.take, t(state === "none" ? "wizard_take" : "wizard_take_again"));
    say(this.status, this._words(state));
    this.picture.frozen = state === "working" || state === "kept";
    if (state === "found") this.result.replaceChildren(...this._found());
  }

  _words(state) {
    switch (state) {
      case "found":
        return t(this.told.quality >= SURE ? "wizard_found" : "wizard_found_unsurely", {
          percent: Math.floor(this.told.quality * 100),
        });
      case "failed":
        if (this.told.failure === "mistake") return this.told.why;
        return t(this.told.failure === "corners" ? "wizard_failed_corners" : "wizard_failed");
      case "drawn":
        return t("wizard_drawn");
      case "kept":
        return t("wizard_kept");
      default:
        return "";
    }
  }

  _found() {
    const { advice, position, white_home: home } = this.told;
    const parts = [];
    const said = advice.map((name) => h("li", {}, t(`advice_${name}`)));
    parts.push(
      h(
        "section",
        { class: "card" },
        h("h2", {}, t("wizard_advice")),
        said.length ? h("ul", { class: "changes" }, ...said) : h("p", {}, t("wizard_no_advice")),
        h("p", { class: "quiet" }, t(home === "near-right" ? "wizard_home_right" : "wizard_home_left")),
        h("p", { class: "quiet" }, t("wizard_held")),
      ),
    );
    if (position) {
      const board = new Board();
      const seen = { seen: position };
      board.update({ position, cube: null, dice: null, marks: setupMarks(seen) });
      const words = wrongPlaces(position).length
        ? setupCard(seen).filter(Boolean)
        : [h("h2", {}, t("setup_title")), h("p", {}, t("wizard_start_right"))];
      parts.push(h("section", { class: "card" }, ...words, h("div", { class: "board-box" }, board.svg)));
    } else {
      parts.push(h("p", { class: "alert warn" }, t("setup_unseen")));
    }
    return parts;
  }
}
