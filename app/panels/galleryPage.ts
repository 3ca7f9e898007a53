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
  private examples: readonly Example[] = [];

  constructor(open: (example: Example) => void, startEmpty: () => void, own: OwnModels) {
    this.open = open;
    this.own = own;
    this.search = h("input", {
      type: "search",
      placeholder: "Search in names, descriptions and texts",
      "aria-label": "Search models",
      oninput: () => this.find(),
    });
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
          "Choose one: it opens with its text, runs, and shows what it does. Everything happens on your computer; nothing is sent anywhere.",
        ),
        h(
          "div",
          { class: "row" },
          h("button", { class: "quiet", onclick: startEmpty }, "Start with an empty model"),
          this.search,
        ),
      ),
      own.element,
      this.nothing,
      this.content,
    );
  }

  show(examples: readonly Example[]): void {
    this.examples = examples;
    this.fill(examples);
  }

  private find(): void {
    const query = this.search.value.trim().toLowerCase();
    const words = query.split(/\s+/);
    const found = this.examples.filter(({ name, title, group, source }) => {
      const text = `${readable(name, title)} ${title} ${group} ${source}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    this.fill(found);
    void this.own.show(query);
    this.nothing.hidden = found.length > 0;
    this.nothing.textContent = `No example has "${query}" in its text.`;
  }

  private fill(examples: readonly Example[]): void {
    const groups = [...new Set(examples.map(({ group }) => group))];
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
            ...examples.filter((example) => example.group === group).map((example) => this.card(example)),
          ),
        ),
      ),
    );
  }

  fail(message: string): void {
    replaceChildren(this.content, h("p", { class: "empty", role: "alert" }, message));
  }

  private card(example: Example): HTMLElement {
    const { name, title, picture } = example;
    const image =
      picture === undefined
        ? h("div", { class: "no-picture", "aria-hidden": "true" }, "∿")
        : h("img", { src: picture, alt: "", loading: "lazy", width: 320, height: 200 });
    return h(
      "button",
      { class: "card", onclick: () => this.open(example), "data-example": name },
      image,
      h("strong", {}, readable(name, title)),
      h("span", {}, title),
    );
  }
}

/** `12-servo-with-clutch` → `Servo with clutch`: the first word is the number or the heading. File names have no apostrophes. */
function readable(name: string, title: string): string {
  const words = name.replace(/^[^-]+-/, "").replaceAll("-", " ");
  const start = title.slice(0, words.length + 1);
  if (start.replace("'", "").toLowerCase() === words) return start;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
