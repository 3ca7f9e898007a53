/** All examples with pictures. */
import { h, replaceChildren } from "../dom.ts";
import type { Example } from "../examples.ts";
import type { OwnModels } from "./ownModels.ts";

export class GalleryPage {
  readonly element: HTMLElement;
  private readonly content = h("div", { class: "gallery-groups" });
  private readonly open: (example: Example) => void;
  private readonly own: OwnModels;
  private readonly search: HTMLInputElement;
  private readonly nothing = h("p", { class: "empty", role: "status", hidden: true });
  private readonly level: HTMLSelectElement;
  private readonly order: HTMLSelectElement;
  private examples: readonly Example[] = [];

  /** Files of a folder that was opened. */
  readonly folder = h("div", { class: "folder-models" });
  /** Examples of a Modelica library that was opened. */
  readonly library = h("div", { class: "library-examples" });

  /** `start` opens a model to write or to draw, or a folder of models. */
  constructor(open: (example: Example) => void, start: (kind: "new" | "draw" | "folder") => void, own: OwnModels) {
    this.open = open;
    this.own = own;
    this.search = h("input", {
      type: "search",
      placeholder: "Search in names, descriptions and texts",
      "aria-label": "Search models",
      oninput: () => this.find(),
    });
    const choice = (label: string, options: readonly (readonly [value: string, text: string])[]) =>
      h(
        "select",
        { "aria-label": label, onchange: () => this.find() },
        ...options.map(([value, text]) => h("option", { value }, text)),
      );
    this.level = choice("Level", [
      ["", "all levels"],
      ["1", levels[1]],
      ["2", levels[2]],
      ["3", levels[3]],
    ]);
    this.order = choice("Order", [
      ["group", "by subject"],
      ["chapter", "as a course"],
    ]);
    this.element = h(
      "main",
      { class: "gallery", id: "gallery" },
      h(
        "div",
        { class: "gallery-intro" },
        h("h1", {}, "Models that run in this page"),
        h(
          "p",
          {},
          "Choose one: it opens with its text, runs, and shows what it does. Or open or drop your own: models (also of Modelica, and its libraries), robots (URDF, SDF, MuJoCo), meshes, results. Everything happens on your computer; nothing is sent anywhere.",
        ),
        h(
          "div",
          { class: "row" },
          h("button", { class: "quiet", onclick: () => start("new") }, "Write a model"),
          h("button", { class: "quiet", onclick: () => start("draw") }, "Draw a model"),
          "showDirectoryPicker" in window &&
            h("button", { class: "quiet", onclick: () => start("folder") }, "Open a folder"),
        ),
        h("div", { class: "row finding" }, this.search, this.level, this.order),
      ),
      this.folder,
      this.library,
      own.element,
      this.nothing,
      this.content,
    );
  }

  /** A folder of an earlier visit, one click away. */
  offerFolder(name: string, open: () => void): void {
    this.folder.append(h("button", { class: "quiet", onclick: open }, `Open the folder ${name} again`));
  }

  show(examples: readonly Example[]): void {
    this.examples = examples;
    this.fill(examples);
  }

  private find(): void {
    const query = this.search.value.trim().toLowerCase();
    const words = query.split(/\s+/);
    const found = this.examples.filter(({ name, title, group, source, level }) => {
      if (this.level.value !== "" && String(level) !== this.level.value) return false;
      const text = `${readable(name, title)} ${title} ${group} ${source}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    this.fill(found);
    void this.own.show(query);
    this.nothing.hidden = found.length > 0;
    this.nothing.textContent = `No example has "${query}" in its text.`;
  }

  private fill(all: readonly Example[]): void {
    const isCourse = this.order.value === "chapter";
    const examples = isCourse ? [...all].sort((a, b) => a.step - b.step) : all;
    const headingOf = ({ group, chapter }: Example): string => (isCourse ? chapter : group);
    const groups = [...new Set(examples.map(headingOf))];
    replaceChildren(
      this.content,
      ...groups.map((group) =>
        h(
          "section",
          { "aria-label": group },
          h("h2", {}, group),
          h(
            "div",
            { class: "cards" },
            ...examples
              .filter((example) => headingOf(example) === group)
              .map((example) => this.card(example, isCourse)),
          ),
        ),
      ),
    );
  }

  fail(message: string): void {
    replaceChildren(this.content, h("p", { class: "empty", role: "alert" }, message));
  }

  private card(example: Example, isCourse: boolean): HTMLElement {
    const { name, title, picture, step, level } = example;
    const image =
      picture === undefined
        ? h("div", { class: "no-picture", "aria-hidden": "true" }, "∿")
        : h("img", { src: picture, alt: "", loading: "lazy", width: 320, height: 200 });
    return h(
      "button",
      { class: "card", onclick: () => this.open(example), "data-example": name },
      image,
      h("strong", {}, `${isCourse ? `${step}. ` : ""}${readable(name, title)}`),
      h("span", {}, title),
      level !== 2 && h("small", {}, levels[level]),
    );
  }
}

const levels = { 1: "first steps", 2: "further", 3: "advanced" } as const;

/** `12-servo-with-clutch` → `Servo with clutch`: the first word is the number or the heading. File names have no apostrophes. */
function readable(name: string, title: string): string {
  const words = name.replace(/^[^-]+-/, "").replaceAll("-", " ");
  const start = title.slice(0, words.length + 1);
  if (start.replace("'", "").toLowerCase() === words) return start;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
