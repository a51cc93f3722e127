// The desk's page: which view is shown, and who looks at it.

import { ask, notice } from "./dialogs.js";
import { h, show } from "./dom.js";
import { connect } from "./live.js";
import { askPin } from "./pin.js";
import { applyTheme, choice } from "./preferences.js";
import { isPlayer, leave, loadSession } from "./server.js";
import { LANGUAGES, loadWords, t } from "./words.js";

const VIEWS = { tables: "./desk_tables.js", ladder: "./desk_ladder.js" };
const main = document.querySelector("main");
let close = null;
let opened = 0;

async function signOut() {
  await leave().catch(() => null);
  notice(t("signed_out"));
  await draw();
}

function askSettings() {
  const dialog = ask(
    t("settings"),
    choice(t("language"), "language", { "": t("as_device"), ...LANGUAGES }, async () => {
      dialog.close();
      await loadWords();
      await draw();
    }),
    choice(t("theme"), "theme", { "": t("as_device"), light: t("light"), dark: t("dark") }, applyTheme),
    h("div", { class: "row" }, h("button", { class: "main", onclick: () => dialog.close() }, t("done"))),
  );
}

function header(current) {
  const tabs = Object.keys(VIEWS).map((name) =>
    h("a", { href: `#${name}`, "aria-current": name === current ? "page" : null }, t(`desk_${name}`)),
  );
  const enter = isPlayer()
    ? h("button", { onclick: signOut }, t("leave"))
    : h("button", { onclick: () => askPin(draw) }, t("sign_in"));
  const settings = h("button", { onclick: askSettings, "aria-label": t("settings"), class: "icon" }, "⚙");
  document
    .querySelector("header")
    .replaceChildren(h("nav", { "aria-label": t("views") }, ...tabs), h("div", { class: "tools" }, enter, settings));
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
