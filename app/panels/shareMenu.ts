/** Links that hold the model with everything that was chosen around it. */
import type { LinkedLook } from "../../src/modelFile/modelLink.ts";
import { asMenu, h } from "../dom.ts";
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
    const { shareLink } = await import("./shareLink.ts");
    this.say(await shareLink(this.studio, this.look(), more));
  }
}
