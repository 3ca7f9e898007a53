/** Links that hold the model with everything that was chosen around it. */
import type { LinkedLook } from "../../src/modelFile/modelLink.ts";
import { asMenu, h } from "../dom.ts";
import { noteAddress } from "../session/modelStore.ts";
import type { Studio } from "../session/studio.ts";

export class ShareMenu {
  readonly element: HTMLDetailsElement;
  private readonly studio: Studio;
  private readonly look: () => LinkedLook;
  private readonly say: (message: string) => void;

  /** `look`: what the other parts of the page show now. */
  constructor(studio: Studio, look: () => LinkedLook, say: (message: string) => void) {
    this.studio = studio;
    this.look = look;
    this.say = say;
    const item = (text: string, more: LinkedLook, id?: string) =>
      h("button", { role: "menuitem", id, onclick: () => void this.share(more) }, text);
    this.element = h(
      "details",
      { class: "save", id: "share" },
      h("summary", { class: "quiet", role: "button", title: "Copy a link that holds this model" }, "Share"),
      h(
        "div",
        { class: "menu", role: "menu" },
        item("Copy a link to the model", {}, "share-link"),
        item("Copy a link that runs at once", { runs: true }),
        item("Copy a link to look at: no text, runs at once", { runs: true, isViewOnly: true }),
      ),
    );
    asMenu(this.element);
  }

  private async share(more: LinkedLook): Promise<void> {
    this.element.open = false;
    const { file, changes, panels, hasChosenPanels, time } = this.studio;
    if (file === undefined) return this.say("Open a model first.");
    const look: LinkedLook = {
      ...this.look(),
      ...(Object.keys(changes).length > 0 && { changes }),
      ...(hasChosenPanels && { plots: panels }),
      ...(time > 0 && { time }),
      ...more,
    };
    try {
      const { modelLink } = await import("../../src/modelFile/modelLink.ts");
      const hash = await modelLink({
        name: file.name,
        source: file.source,
        ...(file.parts && { parts: file.parts }),
        look,
      });
      history.replaceState(null, "", hash);
      // here it is the user's own model still
      if (file.kept !== undefined) noteAddress(hash, file.kept.id);
      await navigator.clipboard.writeText(location.href);
      this.say("The link is in the clipboard, and in the address bar. It holds the whole model.");
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.say(error instanceof DOMException ? "The link is in the address bar." : reason);
    }
  }
}
