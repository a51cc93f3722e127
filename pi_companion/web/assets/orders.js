// Orders to the table: sent once, shown before they are done where they change the record.

import { changes } from "./changes.js";
import { ask, notice, noticeRefusal } from "./dialogs.js";
import { h } from "./dom.js";
import { currentState } from "./live.js";
import { newKey, post, postOnce } from "./server.js";
import { t } from "./words.js";

let asking = false;

/** Give an order; whether it was done. Why not is said in passing. */
export async function give(order) {
  try {
    const { refused } = await postOnce("/api/orders", { ...order, key: newKey() });
    if (refused) notice(refused, "bad");
    return !refused;
  } catch (refusal) {
    noticeRefusal(refusal);
    return false;
  }
}

/** Ask what an order would come to: {refused, state, upon}, where `upon` names the record that it was asked of. */
export async function preview(order) {
  const { refused, state, upon } = await post("/api/orders/preview", { ...order, key: newKey() });
  return { refused, state, upon };
}

export function changeList(lines) {
  return h("ul", { class: "changes" }, ...lines.map((line) => h("li", {}, line)));
}

/** Show what an order would change, and give it when that is wanted, if it then still changes just that. */
export async function giveWhenSeen(title, order) {
  if (asking) return;
  asking = true;
  const before = currentState();
  let found;
  try {
    found = await preview(order);
  } catch (refusal) {
    noticeRefusal(refusal);
    return;
  } finally {
    asking = false;
  }
  const shut = (word) => h("button", { onclick: () => dialog.close() }, word);
  const obey = () => {
    dialog.close();
    give({ ...order, upon: found.upon });
  };
  const doIt = h("button", { class: "main", onclick: obey }, t("do_it"));
  const content = found.refused
    ? [h("p", { class: "error" }, found.refused), h("div", { class: "row" }, shut(t("close")))]
    : [
        h("h3", {}, t("changes")),
        changeList(changes(before, found.state)),
        h("div", { class: "row" }, doIt, shut(t("cancel"))),
      ];
  const dialog = ask(title, ...content);
  if (!found.refused) doIt.focus();
}
