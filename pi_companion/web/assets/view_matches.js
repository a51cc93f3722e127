// The matches that the journal keeps, the newest first.

import { h } from "./dom.js";
import { get } from "./server.js";
import { useSheet } from "./sheets.js";
import { date, t } from "./words.js";

/** Fill `main` with the list. */
export async function open(main) {
  await useSheet("matches.css");
  const list = h("ul", { class: "match-list" });
  const more = h("button", { hidden: true }, t("list_more"));
  const said = h("p", { class: "quiet", role: "status" });
  main.append(h("h1", {}, t("matches")), list, said, h("p", {}, more));
  let before = "";
  const load = async () => {
    more.disabled = true;
    try {
      const told = await get(`/api/matches${before && `?before=${before}`}`);
      list.append(...told.matches.map(entry));
      more.hidden = !told.more;
      before = told.matches.at(-1)?.match ?? before;
      said.textContent = list.childElementCount ? "" : t("list_none");
    } catch (refusal) {
      said.textContent = refusal.message || t("no_answer");
    }
    more.disabled = false;
  };
  more.addEventListener("click", load);
  await load();
}

function entry({ match, names, score, length, begun, clock_synced: synced, winner, games }) {
  const kind = length ? t("to_points", { length }) : t("money");
  const state = winner ? t("list_won", { name: names[winner] }) : t("list_open");
  const when = begun === null ? "" : date(begun) + (synced ? "" : ` (${t("list_clock_unset")})`);
  return h(
    "li",
    {},
    h(
      "a",
      { class: "card match-entry", href: `#match/${match}` },
      h(
        "span",
        { class: "players" },
        ...["white", "black"].flatMap((side) => [
          h("span", { class: `swatch ${side}`, "aria-hidden": "true" }),
          h("span", { class: "name" }, names[side]),
          h("span", { class: "points" }, String(score[side])),
        ]),
      ),
      h("span", { class: "quiet" }, [t("match_n", { n: match }), kind, t("games_n", { n: games }), state].join(" · ")),
      when && h("span", { class: "quiet" }, when),
    ),
  );
}
