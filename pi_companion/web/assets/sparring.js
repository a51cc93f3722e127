// The companion as a player: what it wants people to do for it, with its play drawn on the board.

import { h, say, show } from "./dom.js";
import { currentLanguage, t } from "./words.js";

/** What it wants, in the reader's words; nothing while it only looks on. */
function wish({ side, stand, play, words }, names) {
  if (stand === "idle") return "";
  // Why an engine fails is told in the engine's own words, which are English.
  if (stand === "trouble" && currentLanguage() === "en") return words;
  return t(`spar_${stand.replace(" ", "_")}`, { name: names[side], play });
}

/** The arrows of its play, while that is to be made. */
export function sparringArrows({ sparring }) {
  if (sparring?.stand !== "play") return [];
  return [{ side: sparring.side, kind: "allowed", ways: sparring.moves }];
}

export class Sparring {
  constructor() {
    this.words = h("p", { class: "wish" });
    this.level = h("p", { class: "quiet" });
    const title = h("h2", {}, t("spar_title"));
    this.node = h("section", { class: "card sparring", "aria-live": "polite", hidden: true }, title, this.words, this.level);
  }

  update({ sparring, names }) {
    const words = sparring ? wish(sparring, names) : "";
    show(this.node, Boolean(words));
    say(this.words, words);
    if (sparring) say(this.level, t("spar_level", { name: names[sparring.side], level: t(`strength_${sparring.strength}`) }));
  }
}
