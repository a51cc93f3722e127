// What comes before the page for a moment: questions, and things said in passing.

import { h, keepFocus } from "./dom.js";
import { t } from "./words.js";

const NOTICE_MS = 6000;
let dialogs = 0;

/** Show a dialog until it is closed; then the focus is where it was, or at what was drawn anew in that place. */
export function ask(title, ...content) {
  const id = `dialog-${++dialogs}`;
  const dialog = h("dialog", { "aria-labelledby": id }, h("h2", { id }, title), ...content);
  const giveBack = keepFocus();
  dialog.addEventListener("close", () => {
    dialog.remove();
    giveBack();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Say something in passing; screen readers hear it too. */
export function notice(text, kind = "") {
  if (!text) return;
  const line = h("p", { class: `notice ${kind}` }, text);
  document.querySelector("#notices").append(line);
  setTimeout(() => line.remove(), NOTICE_MS);
}

/** Say why something that was asked of the server was not done. */
export function noticeRefusal(refusal) {
  notice(refusal.message || t("no_answer"), "bad");
}
