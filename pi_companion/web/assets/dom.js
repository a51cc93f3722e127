// Elements from code. Text is always text: nothing that people typed is ever read as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && typeof value === "boolean") element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Make an HTML element. */
export function h(tag, properties, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** Make an SVG element. */
export function s(tag, properties, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

/** Set a text only where it changes, so that a live region speaks only of news. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export function show(element, wanted) {
  element.hidden = !wanted;
}

/** Note what has the focus; gives back how to focus it again, or the element with its id that was drawn in its place. */
export function keepFocus() {
  const held = document.activeElement;
  return () => {
    if (document.activeElement !== document.body) return;
    const again = held?.isConnected ? held : held?.id && document.getElementById(held.id);
    (again || document.querySelector("main")).focus({ preventScroll: true });
  };
}
