/** The tab of the scene as a tree; what edits it is loaded when somebody looks. */
import { h, replaceChildren, whenSeen } from "../dom.ts";
import type { Studio } from "../session/studio.ts";
import type { ViewPane } from "./viewPane.ts";

export class ScenePane {
  readonly element = h("div", { class: "scene-pane" });
  private isLoading = false;

  constructor(studio: Studio, view: ViewPane) {
    whenSeen(this.element, () => {
      if (this.isLoading) return;
      this.isLoading = true;
      void import("../scene/sceneEditor.ts").then(({ SceneEditor }) =>
        replaceChildren(this.element, new SceneEditor(studio, view).element),
      );
    });
  }
}
