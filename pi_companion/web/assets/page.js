// The page: which view is shown, who looks at it, in which language and light.

import { h, keepFocus, show } from "./dom.js";
import { calmFingers } from "./fingers.js";
import { drawHeader, followSession } from "./frame.js";
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

/** What is shown where a view cannot be fetched, since the companion is away. */
function openNothing(place) {
  place.append(
    h("p", { class: "alert bad", role: "alert" }, t("no_answer")),
    h("button", { onclick: draw }, t("try_again")),
  );
}

async function draw() {
  const [wish, argument] = location.hash.slice(1).split("/");
  const name = wish in VIEWS && (VIEWS[wish].allowed?.() ?? true) ? wish : "live";
  const turn = ++opened;
  const giveBack = keepFocus();
  header(name);
  const view = await import(VIEWS[name].module).catch(() => ({ open: openNothing }));
  if (turn !== opened) return;
  close?.();
  close = null;
  // Each view has a place of its own: what is still on its way to one that was left goes nowhere.
  const place = h("div");
  main.replaceChildren(place);
  document.title = `${t(VIEWS[name].word)} · pi-companion`;
  const closer = await view.open(place, argument);
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
  // Heard from the start: the tabs can be pressed while the first view is still on its way.
  addEventListener("hashchange", draw);
  await draw();
  followSession(draw);
}

begin();
