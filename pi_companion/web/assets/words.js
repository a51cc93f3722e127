// The page's words, in the reader's language.

export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", tr: "Türkçe", el: "Ελληνικά" };

let words = {};
let language = "en";

export function currentLanguage() {
  return language;
}

function wanted() {
  const chosen = localStorage.getItem("language");
  const wishes = chosen ? [chosen] : (navigator.languages ?? []);
  return wishes.map((wish) => wish.slice(0, 2)).find((wish) => wish in LANGUAGES) ?? "en";
}

async function catalogue(name) {
  const answer = await fetch(`/assets/lang/${name}.json`);
  return answer.ok ? answer.json() : {};
}

/** Load the catalogue of the reader's language; what it lacks is said in English. */
export async function loadWords(name = wanted()) {
  const [own, english] = await Promise.all([catalogue(name), name === "en" ? {} : catalogue("en")]);
  words = { ...english, ...own };
  language = name;
  document.documentElement.lang = name;
}

/** Give the words for a key; {name} stands for a value. */
export function t(key, values = {}) {
  const text = words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** Whether there are words for a key. */
export function has(key) {
  return key in words;
}

export function date(seconds) {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(seconds * 1000);
}

/** A span of time that somebody may have to wait, in round words. */
export function age(seconds) {
  return seconds < 90 ? t("seconds_n", { n: Math.round(seconds) }) : t("minutes_n", { n: Math.round(seconds / 60) });
}
