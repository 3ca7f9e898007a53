/** How the scene is looked at: named views, an object to follow, what is shown beside the objects, pictures to keep. */
import type { Animation } from "../../src/scene/animation.ts";
import type { Viewer } from "../../src/viewer/viewer.ts";
import { asMenu, download, h, replaceChildren } from "../dom.ts";
import type { Studio } from "../session/studio.ts";
import type { FilmFormat } from "./recordFilm.ts";

const viewNames = ["scene", "isometric", "front", "back", "left", "right", "top", "bottom"] as const;
const overlays = [
  ["ground", "Ground"],
  ["frames", "Frames"],
  ["boundingBoxes", "Bounding boxes"],
  ["contactPoints", "Contact points"],
  ["contactNormals", "Contact normals"],
  ["contactForces", "Contact forces"],
  ["patches", "Contact areas"],
  ["joints", "Joint axes"],
  ["links", "Springs, ropes, rods"],
  ["loads", "Forces and torques"],
  ["trails", "Trails"],
  ["names", "Names"],
] as const;
/** Objects to choose from in a list. */
const mostObjects = 400;

export class ViewMenu {
  readonly element: HTMLDetailsElement;
  private readonly viewer: () => Viewer | undefined;
  private readonly studio: Studio;
  private readonly boxes = new Map<(typeof overlays)[number][0], HTMLInputElement>();
  private readonly follow: HTMLSelectElement;
  private readonly object: HTMLSelectElement;
  private readonly films: readonly HTMLButtonElement[];
  private readonly message = h("small", { role: "status" });

  /** `choose`: an object is chosen as by a click. `measure`: clicks measure from now on. */
  constructor(
    viewer: () => Viewer | undefined,
    studio: Studio,
    choose: (path: string | undefined) => void,
    measure: () => void,
  ) {
    this.viewer = viewer;
    this.studio = studio;
    const view = h(
      "select",
      { "aria-label": "View", onchange: () => viewer()?.view(view.value as (typeof viewNames)[number]) },
      ...viewNames.map((name) => h("option", { value: name }, name)),
    );
    this.follow = h("select", {
      "aria-label": "Follow",
      onchange: () => viewer()?.follow(this.follow.value || undefined),
    });
    this.object = h("select", { "aria-label": "Object", onchange: () => choose(this.object.value || undefined) });
    const film = (format: FilmFormat, text: string) =>
      h("button", { class: "quiet", onclick: () => void this.saveFilm(format) }, text);
    this.films = [film("mp4", "Film (MP4)"), film("webm", "Film (WebM)")];
    const switches = overlays.map(([name, text]) => {
      const box = h("input", { type: "checkbox", onchange: () => viewer()?.show(name, box.checked) });
      this.boxes.set(name, box);
      return h("label", {}, box, text);
    });
    this.element = h(
      "details",
      { class: "view-menu" },
      h("summary", { class: "quiet" }, "View"),
      h(
        "div",
        { class: "view-options" },
        h("label", {}, "From ", view),
        h("label", {}, "Follow ", this.follow),
        h("label", {}, "Object ", this.object),
        h(
          "div",
          { class: "row" },
          h("button", { class: "quiet", onclick: () => viewer()?.fit() }, "Fit"),
          h("button", { class: "quiet", onclick: measure }, "Measure a distance"),
        ),
        h("fieldset", {}, h("legend", {}, "Show"), ...switches),
        h(
          "div",
          { class: "row" },
          h("button", { class: "quiet", onclick: () => this.savePicture() }, "Picture (PNG)"),
          ...this.films,
        ),
        this.message,
      ),
    );
    asMenu(this.element);
    this.element.addEventListener("toggle", () => {
      this.follow.value = viewer()?.followed ?? "";
    });
  }

  fill({ scene }: Animation): void {
    for (const [name, box] of this.boxes) box.checked = this.viewer()?.isShown(name) ?? false;
    const list = (select: HTMLSelectElement, objects: Animation["scene"]["objects"]) =>
      replaceChildren(
        select,
        h("option", { value: "" }, "nothing"),
        ...objects.slice(0, mostObjects).map(({ path }) => h("option", { value: path }, path || "world")),
      );
    list(
      this.follow,
      scene.objects.filter(({ isStatic }) => !isStatic),
    );
    list(
      this.object,
      scene.objects.filter(({ path }) => path !== ""),
    );
  }

  private get baseName(): string {
    return this.studio.file?.name.replace(/\.\w+$/, "") ?? "view";
  }

  private savePicture(): void {
    const viewer = this.viewer();
    if (viewer === undefined) return;
    // the content of the canvas is there only right after drawing
    viewer.render();
    viewer.canvas.toBlob(async (blob) => {
      if (blob !== null) download(`${this.baseName}.png`, [new Uint8Array(await blob.arrayBuffer())], "image/png");
    }, "image/png");
  }

  private async saveFilm(format: FilmFormat): Promise<void> {
    const viewer = this.viewer();
    if (viewer === undefined) return;
    for (const button of this.films) button.disabled = true;
    const tell = (fraction: number): void => {
      this.message.textContent = `Film: ${Math.floor(100 * fraction)} %`;
    };
    try {
      tell(0);
      const { recordFilm } = await import("./recordFilm.ts");
      download(`${this.baseName}.${format}`, [await recordFilm(viewer, format, tell)], `video/${format}`);
      this.message.textContent = "";
    } catch (error) {
      this.message.textContent = `No film: ${error instanceof Error ? error.message : String(error)}`;
    } finally {
      for (const button of this.films) button.disabled = false;
    }
  }
}
