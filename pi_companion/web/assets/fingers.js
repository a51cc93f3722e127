// Fingers that tremble: what they do once more at once is no wish of its own, and would hit what has come there meanwhile.

const QUICK = ".steps";

/** Let the second click of a double click, and an Enter that is held down, press no button; where many steps are wanted it may. */
export function calmFingers() {
  const calm = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const quick = (event) => event.target.closest?.(QUICK);
  const pressed = (event) => event.target.closest?.("button, a");
  addEventListener("click", (event) => event.detail > 1 && pressed(event) && !quick(event) && calm(event), true);
  addEventListener("keydown", (event) => event.repeat && event.key === "Enter" && !quick(event) && calm(event), true);
}
