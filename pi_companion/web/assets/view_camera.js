// What the camera sees, with what was read drawn over it; fetched only while this view is open and in sight.

import { h, s, say, show } from "./dom.js";
import { get } from "./server.js";
import { useSheet } from "./sheets.js";
import { age, t } from "./words.js";

const PAUSE_MS = 1000;
const LABEL_PX = 30;

/** Fill `main` with the camera's view; gives back how to close it. */
export async function open(main) {
  await useSheet("camera.css");
  const view = new CameraView(main);
  view.run();
  return () => view.close();
}

class CameraView {
  constructor(main) {
    this.open = true;
    this.number = null;
    this.picture = s("image", { x: 0, y: 0 });
    this.drawn = s("g", { class: "read" });
    this.svg = s("svg", { class: "camera", role: "img", "aria-label": t("camera_title") }, this.picture, this.drawn);
    this.svg.setAttribute("hidden", "");
    this.none = h("p", { role: "status" }, t("camera_none"));
    this.age = h("p", { class: "quiet" });
    this.facts = h("ul", { class: "changes" });
    // The same is told in words on the live page, so this is for the eyes alone.
    this.panel = h("pre", { class: "panel", "aria-hidden": "true" });
    const toggle = (event) => this.drawn.toggleAttribute("hidden", !event.target.checked);
    const draw = h("label", { class: "check" }, h("input", { type: "checkbox", checked: true, onchange: toggle }));
    draw.append(h("span", {}, t("camera_drawn")));
    main.append(
      h("h1", {}, t("camera_title")),
      h(
        "div",
        { class: "table" },
        h("div", { class: "field-side" }, this.none, this.svg),
        h("div", { class: "aside" }, h("section", { class: "card" }, draw, this.age, this.facts, this.panel)),
      ),
    );
  }

  async run() {
    while (this.open) {
      if (!document.hidden) await this._fetch();
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
  }

  close() {
    this.open = false;
  }

  async _fetch() {
    let told;
    try {
      told = await get("/api/camera");
    } catch (refusal) {
      say(this.none, refusal.message || t("no_answer"));
      show(this.none, true);
      return;
    }
    if (!this.open) return;
    const seen = told.number !== null;
    if (!seen) say(this.none, t("camera_none"));
    show(this.none, !seen);
    this.svg.toggleAttribute("hidden", !seen);
    say(this.age, told.age_s === null ? "" : t("camera_age", { age: age(told.age_s) }));
    say(this.panel, told.panel || "");
    if (!seen || told.number === this.number) return;
    this.number = told.number;
    const [width, height] = told.size;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    for (const [name, value] of Object.entries({ href: `/api/camera/${told.number}`, width, height })) {
      this.picture.setAttribute(name, value);
    }
    this.drawn.replaceChildren(...drawing(told));
    this.facts.replaceChildren(...facts(told).map((fact) => h("li", {}, fact)));
  }
}

/** What is drawn over the picture. */
function drawing({ corners, places = [], dice = [], cube = null, doubtful = [] }) {
  const nodes = [s("polygon", { class: "corners", points: corners.map((corner) => corner.join()).join(" ") })];
  for (const { side, place, count, circles } of places) {
    const doubt = doubtful.includes(`${side} ${place}`);
    const look = `seen ${side}${doubt ? " doubt" : ""}`;
    for (const [cx, cy, r] of circles) nodes.push(s("circle", { class: look, cx, cy, r }));
    const [x, y] = circles.at(-1);
    nodes.push(label(x, y, doubt ? `${count}?` : String(count)));
  }
  for (const { value, at, cocked } of dice) {
    nodes.push(label(at[0], at[1] - LABEL_PX, cocked ? `${value} ⚠` : String(value), "die"));
  }
  if (cube) nodes.push(label(cube.at[0], cube.at[1] - LABEL_PX, String(cube.value), "cube"));
  return nodes;
}

function label(x, y, text, kind = "") {
  return s("text", { class: `label ${kind}`, x, y: y + 7 }, text);
}

/** The same in words. */
function facts({ view, confidence, doubtful, dice, cube }) {
  if (!view) return [t("camera_unread")];
  const told = [t(`view_${view}`)];
  if (confidence === undefined) return told;
  told.push(t("camera_sure", { percent: Math.floor(confidence * 1000) / 10 }));
  if (doubtful.length) told.push(t("camera_doubt", { places: doubtful.map(placeWords).join(", ") }));
  const values = dice.map(({ value, cocked }) => (cocked ? t("camera_cocked", { value }) : value));
  told.push(values.length ? t("camera_dice", { dice: values.join(", ") }) : t("camera_no_dice"));
  const owner = cube && t(cube.owner === "centre" ? "cube_centre" : cube.owner);
  told.push(cube ? t("camera_cube", { value: cube.value, owner }) : t("camera_no_cube"));
  return told;
}

/** A place as the reader of pictures names it, such as "white 13", in the reader's words. */
function placeWords(name) {
  const [side, place] = name.split(" ");
  return `${t(side)} ${place === "bar" || place === "off" ? t(place) : place}`;
}
