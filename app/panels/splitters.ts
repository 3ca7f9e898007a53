/** Bars between panes that are dragged or moved by arrow keys; where they stand is kept. */
import { h } from "../dom.ts";

const key = "rattleback-panes";
/** Part of the room that a pane keeps at least. */
const least = 0.12;

interface Splitter {
  /** For the kept place. */
  readonly name: string;
  readonly label: string;
  readonly direction: "horizontal" | "vertical";
  /** Its room. */
  readonly container: HTMLElement;
  /** Part of the room that the first pane takes. */
  readonly share: number;
  set(share: number): void;
}

export function createSplitter(options: Splitter): HTMLElement {
  const { name, label, direction, container } = options;
  let share = keptShares()[name] ?? options.share;
  const bar = h("div", {
    class: `splitter ${direction}`,
    role: "separator",
    tabindex: 0,
    "aria-label": label,
    "aria-orientation": direction === "vertical" ? "vertical" : "horizontal",
    "aria-valuemin": 100 * least,
    "aria-valuemax": 100 * (1 - least),
  });
  const move = (to: number): void => {
    share = Math.min(1 - least, Math.max(least, to));
    options.set(share);
    bar.setAttribute("aria-valuenow", String(Math.round(100 * share)));
  };
  const shareAt = (event: PointerEvent): number => {
    const box = container.getBoundingClientRect();
    return direction === "vertical" ? (event.clientX - box.left) / box.width : (event.clientY - box.top) / box.height;
  };
  bar.addEventListener("pointerdown", (event) => bar.setPointerCapture(event.pointerId));
  bar.addEventListener("pointermove", (event) => {
    if (bar.hasPointerCapture(event.pointerId)) move(shareAt(event));
  });
  bar.addEventListener("pointerup", () => keepShare(name, share));
  bar.addEventListener("dblclick", () => {
    move(options.share);
    keepShare(name, share);
  });
  bar.addEventListener("keydown", (event) => {
    const [less, more] = direction === "vertical" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
    if (event.key !== less && event.key !== more) return;
    event.preventDefault();
    move(share + (event.key === more ? 0.02 : -0.02));
    keepShare(name, share);
  });
  move(share);
  return bar;
}

/** A choice that is kept under a name, as `isBeside`. */
export function keptShares(): Readonly<Record<string, number>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Record<string, number>) : {};
  } catch {
    return {};
  }
}

export function keepShare(name: string, share: number): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...keptShares(), [name]: share }));
  } catch {
    // a browser without storage forgets it with the page
  }
}
