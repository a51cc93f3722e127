// The page's words, in the reader's language.

export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", tr: "Türkçe", el: "Ελληνικά" };

const SAID = "says_";
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

let words = {};
let english = {};
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
  const [own, fallback] = await Promise.all([catalogue(name), name === "en" ? {} : catalogue("en")]);
  english = fallback;
  words = { ...english, ...own };
  language = name;
  document.documentElement.lang = name;
}

/** Give the words for a key; {name} stands for a value. */
export function t(key, values = {}) {
  const text = words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? apart(String(values[name])) : whole));
}

/** A name as it is; one that is written from right to left turns round nothing but itself. */
export function apart(name) {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

/** A sentence of the program, which speaks English, in the reader's language; as it came where nobody translated it. */
export function said(sentence) {
  for (const [key, text] of Object.entries(english)) {
    const values = key.startsWith(SAID) && valuesIn(sentence, text);
    if (values) return t(key, values);
  }
  return sentence;
}

/** The values of a sentence that was made of a text with {names}; null where it was not. */
function valuesIn(sentence, text) {
  const named = new Set();
  const place = (_, name) => (named.has(name) ? `\\k<${name}>` : named.add(name) && `(?<${name}>.*)`);
  const pattern = text.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(\w+)\}/g, place);
  const found = sentence.match(new RegExp(`^${pattern}$`));
  if (!found) return null;
  const spoken = (value) => ({ White: t("white"), Black: t("black") })[value] ?? said(value);
  return Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, value]) => [name, spoken(value)]));
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
