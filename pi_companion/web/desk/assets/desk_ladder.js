// The ladder: its table, its plot, and players who are renamed or made one.

import { notice } from "./dialogs.js";
import { wide } from "./desk_words.js";
import { h } from "./dom.js";
import { listen } from "./live.js";
import { get, isDirector, post } from "./server.js";
import { currentLanguage, t } from "./words.js";

const COLUMNS = ["place", "name", "rating", "week", "won", "lost", "experience"];

// On a phone these stand below the player's name.
const ASIDE = ["won", "lost", "experience"];

function look(column) {
  if (column === "name") return "desk-name";
  return ASIDE.includes(column) ? "number desk-aside" : "number";
}

function week(change) {
  if (!change) return "–";
  return new Intl.NumberFormat(currentLanguage(), { minimumFractionDigits: 1, signDisplay: "always" }).format(change);
}

function cell(rung, column) {
  if (column === "week") return [week(rung.week)];
  if (column !== "name") return [String(rung[column])];
  return [rung.name, h("span", { class: "desk-record quiet" }, t("desk_record", rung))];
}

function row(rung) {
  return h("tr", {}, ...COLUMNS.map((column) => h("td", { class: look(column) }, ...cell(rung, column))));
}

function table(rungs) {
  const heads = COLUMNS.map((column) =>
    h("th", { scope: "col", class: look(column) }, t(`desk_column_${column}`)),
  );
  const body = h("tbody", {}, ...rungs.map(row));
  return wide(t("desk_ladder"), h("table", {}, h("thead", {}, h("tr", {}, ...heads)), body));
}

function renaming(rungs, again) {
  const error = h("p", { class: "error", role: "alert" });
  const old = h("select", { name: "old" }, ...rungs.map((rung) => h("option", {}, rung.name)));
  const wanted = h("input", { name: "new", required: true, maxlength: 80, autocomplete: "off", list: "known-players" });
  const known = h("datalist", { id: "known-players" }, ...rungs.map((rung) => h("option", { value: rung.name })));
  const submit = async (event) => {
    event.preventDefault();
    const names = { old: old.value, new: wanted.value };
    try {
      await post("/api/players/rename", names);
    } catch (refusal) {
      error.textContent = refusal.message || t("no_answer");
      return;
    }
    wanted.value = "";
    notice(t("desk_renamed", names));
    await again();
  };
  return h(
    "form",
    { class: "desk-rename", onsubmit: submit },
    h("h2", {}, t("desk_rename")),
    h("p", { class: "quiet" }, t("desk_rename_why")),
    h("label", { class: "field" }, h("span", {}, t("desk_old_name")), old),
    h("label", { class: "field" }, h("span", {}, t("desk_new_name")), wanted),
    known,
    error,
    h("button", { type: "submit", class: "main" }, t("desk_rename")),
  );
}

function renamed(names, again) {
  const part = async (old) => {
    await post("/api/players/part", { old }).catch((refusal) => notice(refusal.message || t("no_answer"), "bad"));
    await again();
  };
  const lines = Object.entries(names).map(([old, name]) =>
    h(
      "li",
      {},
      h("span", {}, t("desk_is_now", { old, name })),
      isDirector() ? h("button", { onclick: () => part(old) }, t("desk_take_back")) : null,
    ),
  );
  return lines.length ? h("ul", { class: "desk-renamed" }, ...lines) : null;
}

export function open(main) {
  let known = null;
  let plot = 0;
  const draw = async () => {
    let ladder;
    try {
      ladder = await get("/api/ladder");
    } catch (refusal) {
      notice(refusal.message || t("no_answer"), "bad");
      return;
    }
    // Nothing is taken out of the hands of somebody who is typing a name.
    if (main.querySelector("form input")?.value) return;
    const parts = ladder.rungs.length
      ? [
          table(ladder.rungs),
          h("h2", {}, t("desk_plot")),
          wide(t("desk_plot"), h("img", { class: "desk-plot", src: `/api/ladder.svg?${++plot}`, alt: t("desk_plot") })),
          h("p", { class: "quiet" }, t("desk_how_rated")),
          isDirector() ? renaming(ladder.rungs, draw) : h("p", { class: "quiet" }, t("desk_director_renames")),
        ]
      : [h("p", { class: "quiet" }, t("desk_no_ladder"))];
    main.replaceChildren(...[h("h1", {}, t("desk_ladder")), ...parts, renamed(ladder.renamed, draw)].filter(Boolean));
  };
  return listen(({ state }) => {
    const from = state && JSON.stringify(state.ladder_from);
    if (!state || from === known) return;
    known = from;
    draw();
  });
}
