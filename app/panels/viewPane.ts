/** The 3-D view; hidden for models that have nothing to draw. */
import { h } from "../dom.ts";
import type { Studio } from "../session/studio.ts";

export class ViewPane {
  readonly element: HTMLElement;

  constructor(_studio: Studio) {
    this.element = h("section", { class: "pane view-pane", "aria-label": "3-D view", hidden: true });
  }
}
