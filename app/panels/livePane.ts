/** Room for the controls of a model that runs at the pace of the clock; they are loaded when there is one. */
import { h } from "../dom.ts";
import type { Studio } from "../session/studio.ts";

export class LivePane {
  readonly element = h("section", { class: "pane live-pane", "aria-label": "Live run", hidden: true });

  constructor(studio: Studio) {
    let isLoaded = false;
    studio.on("live", () => {
      this.element.hidden = studio.live === undefined;
      if (isLoaded || studio.live === undefined) return;
      isLoaded = true;
      void import("../live/liveControls.ts").then(({ LiveControls }) => new LiveControls(studio, this.element));
    });
  }
}
