// Style sheets of single views, fetched when a view is first opened.

import { h } from "./dom.js";

const loaded = new Map();

/** Fetch a style sheet once; done when it holds. */
export function useSheet(name) {
  if (!loaded.has(name)) {
    loaded.set(
      name,
      new Promise((done) => {
        // A view without its sheet is still better than none; the next time it is asked for again.
        const fail = () => loaded.delete(name) && done();
        document.head.append(h("link", { rel: "stylesheet", href: `/assets/${name}`, onload: done, onerror: fail }));
      }),
    );
  }
  return loaded.get(name);
}
