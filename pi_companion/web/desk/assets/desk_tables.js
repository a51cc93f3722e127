// All tables, the calls for the director, and what has ended.

import { notice, noticeRefusal } from "./dialogs.js";
import { ending, length, moment, wide } from "./desk_words.js";
import { h, say } from "./dom.js";
import { freshness, listen } from "./live.js";
import { isDirector, post } from "./server.js";
import { t } from "./words.js";

async function order(path, body, done) {
  try {
    await post(path, body);
    notice(done);
  } catch (refusal) {
    noticeRefusal(refusal);
  }
}

function player(state, side) {
  const turn = state.on_roll === side && !["over", "setting up"].includes(state.doing);
  return h(
    "div",
    { class: turn ? "desk-player turn" : "desk-player" },
    h("span", { class: "name", title: state[side] }, state[side]),
    turn ? h("span", { class: "quiet" }, `▶ ${t("on_roll")}`) : null,
    h("span", { class: "points" }, String(state[`${side}_points`])),
  );
}

function facts(state) {
  const told = [length(state.length)];
  if (state.game) told.push(t("game_n", { game: state.game }));
  if (state.crawford) told.push(t("crawford"));
  told.push(t(`desk_doing_${state.doing.replace(" ", "_")}`));
  if (state.cube_value > 1) {
    const owner = state.cube_owner ? state[state.cube_owner] : null;
    told.push(owner ? t("desk_cube_of", { value: state.cube_value, name: owner }) : t("desk_cube", { value: state.cube_value }));
  }
  return told.join(" · ");
}

function card(table, calls) {
  const { state } = table;
  const away = table.online ? null : t("desk_away", { time: moment(table.heard_s) });
  const remove =
    !table.online && isDirector()
      ? h(
          "button",
          { onclick: () => order("/api/tables/forget", { table: table.name }, t("desk_forgotten", { name: table.name })) },
          t("desk_forget"),
        )
      : null;
  return h(
    "li",
    { class: `desk-table${table.online ? "" : " away"}${calls ? " calls" : ""}` },
    h("div", { class: "head" }, h("h3", {}, table.name), h("span", { class: "quiet" }, away ?? t("desk_there"))),
    ...(state ? [player(state, "white"), player(state, "black"), h("p", { class: "facts" }, facts(state))] : []),
    ...(state && table.online ? state.troubles : []).map((trouble) =>
      h("p", { class: "trouble" }, t(`desk_trouble_${trouble.replaceAll(" ", "_")}`)),
    ),
    remove,
  );
}

function callLine(call) {
  const who = call.name ? t("desk_call_of", { name: call.name, table: call.table }) : t("desk_call", { table: call.table });
  const answer = () => order("/api/calls/answer", { key: call.key }, t("desk_answered", { table: call.table }));
  return h(
    "li",
    {},
    h("span", {}, `${who} · ${moment(call.at_s)}`),
    isDirector() ? h("button", { onclick: answer }, t("desk_answer")) : null,
  );
}

function resultRow(result) {
  return h(
    "tr",
    {},
    h("td", {}, moment(result.at_s)),
    h("td", {}, result.table),
    h("td", { class: "desk-ending" }, ending(result)),
    h("td", {}, result.kind === "match" ? length(result.length) : t("game_n", { game: result.game })),
  );
}

export function open(main) {
  const alert = h("p", { class: "desk-alert", role: "alert", hidden: true });
  const calls = h("ul", { class: "desk-calls", "aria-live": "assertive" });
  const tables = h("ul", { class: "desk-tables" });
  const results = h("tbody");
  const columns = ["desk_when", "desk_table", "desk_result", "desk_what"].map((word) => h("th", { scope: "col" }, t(word)));
  const table = h("table", { class: "desk-results" }, h("thead", {}, h("tr", {}, ...columns)), results);
  const none = h("p", { class: "quiet" });
  main.append(
    h("h1", { class: "hidden" }, t("desk_tables")),
    alert,
    calls,
    h("section", { "aria-labelledby": "tables" }, h("h2", { id: "tables" }, t("desk_tables")), none, tables),
    h("section", {}, h("h2", {}, t("desk_results")), wide(t("desk_results"), table)),
  );
  const drawn = {};
  const redraw = (name, element, value, make) => {
    const text = JSON.stringify(value);
    if (drawn[name] === text) return;
    drawn[name] = text;
    element.replaceChildren(...make());
  };
  let shown = null;
  return listen(({ state }) => {
    shown = state ?? shown;
    const lost = freshness().lost;
    say(alert, lost ? t("desk_lost") : shown && !shown.heard ? t("desk_broker_away") : "");
    alert.hidden = !alert.textContent;
    if (!state) return;
    const calling = new Set(state.calls.map((call) => call.table));
    redraw("calls", calls, state.calls, () => state.calls.map(callLine));
    redraw("tables", tables, [state.tables, [...calling]], () => state.tables.map((table) => card(table, calling.has(table.name))));
    redraw("results", results, state.results, () => state.results.map(resultRow));
    say(none, state.tables.length ? "" : t("desk_no_tables"));
    none.hidden = state.tables.length > 0;
  });
}
