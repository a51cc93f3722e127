// What a reader may choose for this device: language, light, and whatever else a page offers; kept in the browser.

import { h } from "./dom.js";

/** Follow the chosen light; without a choice the device's. */
export function applyTheme() {
  const theme = localStorage.getItem("theme");
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

/** A choice that is kept under a name; the empty value stands for none. */
export function choice(label, name, choices, change) {
  const kept = localStorage.getItem(name) ?? "";
  const options = Object.entries(choices).map(([value, word]) => h("option", { value, selected: kept === value }, word));
  const set = (event) => {
    if (event.target.value) localStorage.setItem(name, event.target.value);
    else localStorage.removeItem(name);
    change();
  };
  return h("label", { class: "field" }, h("span", {}, label), h("select", { onchange: set }, ...options));
}
