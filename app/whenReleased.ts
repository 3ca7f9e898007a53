/**
 * Lists that are made again when something new has come, without taking away what somebody is pressing: a click is one only where the
 * button goes down and up on the same element, and a key ticks a box only where it is pressed and released.
 */

/** What a button or a key is down on. */
let pressed: Node | undefined;
let isListening = false;
const waiting = new Map<Element, () => void>();

/** Calls `draw`, which makes what is in the element anew: now, or as soon as nothing in it is pressed. Of several the last one counts. */
export function whenReleased(element: Element, draw: () => void): void {
  if (!isListening) listen();
  if (pressed !== undefined && element.contains(pressed)) waiting.set(element, draw);
  else {
    waiting.delete(element);
    draw();
  }
}

function listen(): void {
  isListening = true;
  const press = ({ target }: Event): void => {
    pressed = target instanceof Node ? target : undefined;
  };
  addEventListener("pointerdown", press, { capture: true });
  addEventListener("keydown", (event) => (event.key === " " || event.key === "Enter") && press(event), {
    capture: true,
  });
  const release = (): void => {
    pressed = undefined;
    // the click comes first
    if (waiting.size > 0) setTimeout(drawWaiting, 0);
  };
  for (const end of ["pointerup", "pointercancel", "keyup"]) addEventListener(end, release, { capture: true });
  // of the window, not of what is in it
  addEventListener("blur", release);
}

function drawWaiting(): void {
  for (const [element, draw] of [...waiting]) whenReleased(element, draw);
}
