// The desk's page: which view is shown, and who looks at it.

import { h, keepFocus, show } from "./dom.js";
import { calmFingers } from "./fingers.js";
import { drawHeader, followSession } from "./frame.js";
import { connect } from "./live.js";
import { applyTheme } from "./preferences.js";
import { loadSession } from "./server.js";
import { loadWords, t } from "./words.js";

const VIEWS = { tables: "./desk_tables.js", ladder: "./desk_ladder.js" };
const main = document.querySelector("main");
let close = null;
let opened = 0;

function header(current) {
  const tabs = Object.keys(VIEWS).map((name) =>
    h("a", { id: `tab-${name}`, href: `#${name}`, "aria-current": name === current ? "page" : null }, t(`desk_${name}`)),
  );
  drawHeader(tabs, draw);
  document.querySelector("#skip").textContent = t("desk_skip");
}

async function draw() {
  const wish = location.hash.slice(1);
  const name = wish in VIEWS ? wish : "tables";
  const turn = ++opened;
  const giveBack = keepFocus();
  header(name);
  const view = await import(VIEWS[name]);
  if (turn !== opened) return;
  close?.();
  // Each view has a place of its own: what is still on its way to one that was left goes nowhere.
  const place = h("div", { class: "view" });
  main.replaceChildren(place);
  document.title = `${t(`desk_${name}`)} · pi-companion`;
  close = view.open(place);
  giveBack();
}

async function begin() {
  applyTheme();
  calmFingers();
  const known = loadSession().catch(() => null);
  await loadWords();
  await known;
  const skip = document.querySelector("#skip");
  show(skip, true);
  skip.addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
  });
  connect();
  // Heard from the start: the tabs can be pressed while the first view is still on its way.
  addEventListener("hashchange", draw);
  await draw();
  followSession(draw);
}

begin();
