// A picture with four corners on it that can be drawn by finger, by mouse, or by the arrow keys.

import { h, s, show } from "./dom.js";
import { t } from "./words.js";

const CORNERS = 4;
const MARGIN = 0.04;
const LOUPE_SHARE = 0.06;
const STEP_PX = 2;
const WIDE_STEP_PX = 20;

export class CornerPicture {
  /** `ondraw` is called when a person has moved a corner. */
  constructor(ondraw) {
    this.ondraw = ondraw;
    this.corners = [];
    this.frozen = false;
    this.size = [1, 1];
    this.image = s("image", { x: 0, y: 0 });
    this.outline = s("polygon", { class: "outline" });
    this.handles = [0, 1, 2, 3].map((number) => this._handle(number));
    this.svg = s("svg", { class: "corner-picture", role: "group" }, this.image, this.outline, ...this.handles);
    this.loupeImage = s("image", { x: 0, y: 0 });
    this.loupeMark = s("path", { class: "loupe-mark" });
    this.loupeView = s("svg", {}, this.loupeImage, this.loupeMark);
    this.loupe = h("div", { class: "loupe", hidden: true, "aria-hidden": "true" }, this.loupeView);
    this.node = h("div", { class: "corner-box" }, this.svg, this.loupe);
  }

  /** Show a picture, with corners to begin with. */
  show(path, [width, height], corners) {
    this.size = [width, height];
    const margin = MARGIN * width;
    this.svg.setAttribute("viewBox", `${-margin} ${-margin} ${width + 2 * margin} ${height + 2 * margin}`);
    this.svg.setAttribute("aria-label", t("wizard_picture"));
    for (const image of [this.image, this.loupeImage]) {
      image.setAttribute("href", path);
      image.setAttribute("width", width);
      image.setAttribute("height", height);
    }
    const inside = ([x, y]) => x > -margin && x < width + margin && y > -margin && y < height + margin;
    const fair = corners.length === CORNERS && corners.every(inside);
    this.place(fair ? corners : middle(width, height));
  }

  /** Put the corners where the board was found. */
  place(corners) {
    this.corners = corners.map(([x, y]) => [x, y]);
    this._draw();
  }

  _handle(number) {
    const handle = s("g", {
      class: "corner",
      tabindex: 0,
      role: "button",
      onpointerdown: (event) => this._grab(event, number),
      onpointermove: (event) => this._move(event, number),
      onpointerup: (event) => this._release(event),
      onpointercancel: (event) => this._release(event),
      onkeydown: (event) => this._key(event, number),
      onfocus: () => this._look(number),
      onblur: () => show(this.loupe, false),
    });
    handle.append(s("circle", { class: "corner-grip" }), s("circle", { class: "corner-dot" }));
    return handle;
  }

  _grab(event, number) {
    if (this.frozen) return;
    const [x, y] = this._point(event);
    const corner = this.corners[number];
    // Where the finger lies beside the corner, the corner keeps its distance and stays in view.
    this.held = { number, dx: corner[0] - x, dy: corner[1] - y };
    event.currentTarget.setPointerCapture(event.pointerId);
    this._look(number);
    event.preventDefault();
    event.currentTarget.focus({ preventScroll: true });
  }

  _move(event, number) {
    if (this.held?.number !== number) return;
    const [x, y] = this._point(event);
    this._put(number, x + this.held.dx, y + this.held.dy);
  }

  _release() {
    this.held = null;
    show(this.loupe, false);
  }

  _key(event, number) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way || this.frozen) return;
    event.preventDefault();
    const step = event.shiftKey ? WIDE_STEP_PX : STEP_PX;
    const [x, y] = this.corners[number];
    this._put(number, x + way[0] * step, y + way[1] * step);
  }

  _put(number, x, y) {
    const [width, height] = this.size;
    const margin = MARGIN * width;
    this.corners[number] = [
      Math.min(Math.max(x, -margin), width + margin),
      Math.min(Math.max(y, -margin), height + margin),
    ];
    this._draw();
    this._look(number);
    this.ondraw();
  }

  _point(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  _draw() {
    const [width] = this.size;
    this.outline.setAttribute("points", this.corners.map((corner) => corner.join(",")).join(" "));
    this.handles.forEach((handle, number) => {
      const [x, y] = this.corners[number];
      handle.style.transform = `translate(${x}px, ${y}px)`;
      handle.children[0].setAttribute("r", width * 0.045);
      handle.children[1].setAttribute("r", width * 0.008);
      const place = { n: number + 1, x: Math.round(x), y: Math.round(y) };
      handle.setAttribute("aria-label", t("wizard_corner", place));
    });
  }

  /** Show what lies under the finger, larger, on the other side of the picture. */
  _look(number) {
    if (!this.corners[number]) return;
    const [width] = this.size;
    const [x, y] = this.corners[number];
    const reach = width * LOUPE_SHARE;
    this.loupeView.setAttribute("viewBox", `${x - reach} ${y - reach} ${2 * reach} ${2 * reach}`);
    this.loupeMark.setAttribute("d", `M${x - reach} ${y}H${x + reach}M${x} ${y - reach}V${y + reach}`);
    this.loupe.classList.toggle("right", x < width / 2);
    show(this.loupe, true);
  }
}

function middle(width, height) {
  const [left, right, top, bottom] = [width * 0.15, width * 0.85, height * 0.15, height * 0.85];
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
}
