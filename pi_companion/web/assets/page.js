// The page: which view is shown, who looks at it, in which language and light.

import { h, keepFocus, show } from "./dom.js";
import { calmFingers } from "./fingers.js";
import { drawHeader } from "./frame.js";
import { connect } from "./live.js";
import { applyTheme, choice } from "./preferences.js";
import { isDirector, isPlayer, loadSession, session } from "./server.js";
import { loadWords, t } from "./words.js";

// A view's module has open(main, argument), which fills `main` and may give back how to close it.
const VIEWS = {
  live: { module: "./view_live.js", word: "live" },
  matches: { module: "./view_matches.js", word: "matches" },
  match: { module: "./view_match.js", word: "match" },
  start: { module: "./view_start.js", word: "start", allowed: isPlayer },
  camera: { module: "./view_camera.js", word: "camera", allowed: isPlayer },
  wizard: { module: "./view_wizard.js", word: "calibrate", allowed: isDirector },
};
const TABS = ["live", "matches", "start", "camera", "wizard"];

const main = document.querySelector("main");
let close = null;
let opened = 0;

function furtherSettings() {
  return [
    choice(t("at_bottom"), "near", { "": t("white"), black: t("black") }, draw),
    choice(t("home_lies"), "home", { "": t("right"), left: t("left") }, draw),
    h("h3", {}, t("for_spectators")),
    h("img", { class: "link", src: "/api/link.svg", alt: t("link_code"), width: 200, height: 200 }),
    h("p", {}, h("a", { href: session().address }, session().address)),
    h("p", {}, h("a", { href: "/overlay" }, t("overlay"))),
    h("p", { class: "quiet" }, `pi-companion ${session().version}`),
  ];
}

function header(current) {
  const tabs = TABS.filter((name) => VIEWS[name].allowed?.() ?? true).map((name) =>
    h("a", { id: `tab-${name}`, href: `#${name}`, "aria-current": name === current ? "page" : null }, t(VIEWS[name].word)),
  );
  drawHeader(tabs, draw, furtherSettings);
}

async function draw() {
  const [wish, argument] = location.hash.slice(1).split("/");
  const name = wish in VIEWS && (VIEWS[wish].allowed?.() ?? true) ? wish : "live";
  const turn = ++opened;
  const giveBack = keepFocus();
  header(name);
  const view = await import(VIEWS[name].module);
  if (turn !== opened) return;
  close?.();
  close = null;
  main.replaceChildren();
  main.className = `view-${name}`;
  document.title = `${t(VIEWS[name].word)} · pi-companion`;
  const closer = await view.open(main, argument);
  if (turn === opened) close = closer ?? null;
  else closer?.();
  giveBack();
}

async function begin() {
  applyTheme();
  calmFingers();
  const known = loadSession().catch(() => null);
  await loadWords();
  await known;
  const skip = document.querySelector("#skip");
  skip.textContent = t("skip");
  show(skip, true);
  skip.addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
  });
  connect();
  await draw();
  addEventListener("hashchange", draw);
  addEventListener("session", draw);
}

begin();
