/** The viewer without a mouse: keys while the canvas has the focus. */

export interface KeyboardActions {
  readonly toggle: () => void;
  /** By a share of the run. */
  readonly step: (share: number) => void;
  readonly start: () => void;
  readonly end: () => void;
  readonly fit: () => void;
  /** Turns the camera about the up axis and lifts it, rad. */
  readonly orbit: (turn: number, lift: number) => void;
  /** Changes the distance of the camera by a factor. */
  readonly zoom: (factor: number) => void;
  /** By number, from 0. */
  readonly view: (index: number) => void;
}

/** Makes the canvas reachable with the tab key and listens. Returns what undoes both. */
export function listenToKeys(canvas: HTMLCanvasElement, actions: KeyboardActions): () => void {
  const hadFocus = canvas.hasAttribute("tabindex");
  if (!hadFocus) canvas.tabIndex = 0;
  const hadLabel = canvas.hasAttribute("aria-label");
  if (!hadLabel) {
    canvas.setAttribute("role", "img");
    canvas.setAttribute(
      "aria-label",
      "Animation. Space plays and pauses, left and right move in time, W, A, S and D turn, plus and minus zoom, F fits, digits change the view.",
    );
  }
  const listener = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = actionOf(event, actions);
    if (action === undefined) return;
    event.preventDefault();
    action();
  };
  canvas.addEventListener("keydown", listener);
  return () => {
    canvas.removeEventListener("keydown", listener);
    if (!hadFocus) canvas.removeAttribute("tabindex");
    if (hadLabel) return;
    canvas.removeAttribute("role");
    canvas.removeAttribute("aria-label");
  };
}

const angle = Math.PI / 24;

/** Of the camera to the sides, and up and down. */
const turns: Readonly<Record<string, readonly [number, number]>> = {
  a: [-angle, 0],
  d: [angle, 0],
  w: [0, angle],
  s: [0, -angle],
};

function actionOf({ key, shiftKey }: KeyboardEvent, actions: KeyboardActions): (() => void) | undefined {
  const step = shiftKey ? 0.05 : 0.005;
  if (key === " ") return actions.toggle;
  if (key === "ArrowRight") return () => actions.step(step);
  if (key === "ArrowLeft") return () => actions.step(-step);
  if (key === "Home") return actions.start;
  if (key === "End") return actions.end;
  if (key === "f" || key === "F") return actions.fit;
  if (key === "+" || key === "=") return () => actions.zoom(1 / 1.15);
  if (key === "-" || key === "−") return () => actions.zoom(1.15);
  const turn = turns[key.toLowerCase()];
  if (turn !== undefined) return () => actions.orbit(...turn);
  if (/^[1-8]$/.test(key)) return () => actions.view(Number(key) - 1);
  return undefined;
}
