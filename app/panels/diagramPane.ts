/** The tab of the diagram; what draws it is loaded when somebody looks. */
import { h, replaceChildren, whenSeen } from "../dom.ts";
import type { Studio } from "../session/studio.ts";

export class DiagramPane {
  readonly element = h("div", { class: "diagram-pane" });
  private isLoading = false;

  constructor(studio: Studio) {
    whenSeen(this.element, () => {
      if (this.isLoading) return;
      this.isLoading = true;
      void import("../diagram/diagramEditor.ts").then(({ DiagramEditor }) =>
        replaceChildren(this.element, new DiagramEditor(studio).element),
      );
    });
  }
}
