// The desk's page: which view is shown, and who looks at it.

import { h, show } from "./dom.js";
import { drawHeader } from "./frame.js";
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
    h("a", { href: `#${name}`, "aria-current": name === current ? "page" : null }, t(`desk_${name}`)),
  );
  drawHeader(tabs, draw);
  document.querySelector("#skip").textContent = t("desk_skip");
}

async function draw() {
  const wish = location.hash.slice(1);
  const name = wish in VIEWS ? wish : "tables";
  const turn = ++opened;
  header(name);
  const view = await import(VIEWS[name]);
  if (turn !== opened) return;
  close?.();
  main.replaceChildren();
  document.title = `${t(`desk_${name}`)} · pi-companion`;
  close = view.open(main);
}

async function begin() {
  applyTheme();
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
  await draw();
  addEventListener("hashchange", draw);
}

begin();
