/** Where the panes are: text beside pictures, plots below the view or beside it, with bars between them. */
import { h } from "../dom.ts";
import type { PlotsPane } from "./plotsPane.ts";
import { createSplitter, keepShare, keptShares } from "./splitters.ts";

export function arrangePanes(workbench: HTMLElement, pictures: HTMLElement, view: HTMLElement, plots: PlotsPane): void {
  const text = createSplitter({
    name: "text",
    label: "Width of the text",
    direction: "vertical",
    container: workbench,
    share: 0.42,
    set: (share) => workbench.style.setProperty("--text-share", `${100 * share}%`),
  });
  pictures.before(text);
  const frame = h("div", { class: "view-and-plots" });
  view.before(frame);
  const set = (share: number): void => {
    // parts of a hundred: what grows by less than one in all leaves room empty
    frame.style.setProperty("--view-share", String(100 * share));
    frame.style.setProperty("--plots-share", String(100 * (1 - share)));
  };
  const bars = (["horizontal", "vertical"] as const).map((direction) =>
    createSplitter({
      name: `view ${direction}`,
      label: direction === "vertical" ? "Width of the view" : "Height of the view",
      direction,
      container: frame,
      share: direction === "vertical" ? 0.5 : 0.55,
      set,
    }),
  );
  frame.append(view, ...bars, plots.element);
  const beside = h(
    "button",
    { class: "quiet", title: "Plots beside the view or below it", onclick: () => arrange(!isBeside) },
    "◫",
  );
  beside.setAttribute("aria-label", "Plots beside the view");
  let isBeside = keptShares()["plots beside"] === 1;
  const arrange = (to: boolean): void => {
    isBeside = to;
    frame.classList.toggle("beside", to);
    beside.setAttribute("aria-pressed", String(to));
    keepShare("plots beside", to ? 1 : 0);
    // the share of the bar that is seen
    set(keptShares()[`view ${to ? "vertical" : "horizontal"}`] ?? (to ? 0.5 : 0.55));
  };
  arrange(isBeside);
  plots.tools.append(beside);
}
