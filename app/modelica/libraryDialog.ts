/** The classes of a library that was dropped on the page: a tree with their icons, what they say about themselves, and a way to run them. */
import { type ClassDescription, importModelica, libraryFolders, memoryFiles } from "../../src/entries/modelica.ts";
import { appendSlowly, h, replaceChildren } from "../dom.ts";
import { classDrawing } from "./classDrawing.ts";
import { documentationElement } from "./documentation.ts";
import "./library.css";

export interface LibraryActions {
  /** Opens the file that holds the class, and runs the class. */
  run(path: string, text: string, className: string): void;
  /** Takes the library from the page and from the browser. */
  remove(): void;
}

const simulated: ReadonlySet<string> = new Set(["model", "block", "class"]);

export class LibraryDialog {
  readonly element: HTMLDialogElement;
  private readonly library;
  private readonly files;
  private readonly actions: LibraryActions;
  private readonly tree = h("ul", { class: "class-tree", "aria-label": "Classes" });
  private readonly card = h("section", { class: "class-card", "aria-label": "Class", "aria-live": "polite" });

  constructor(contents: ReadonlyMap<string, string | Uint8Array>, actions: LibraryActions) {
    this.actions = actions;
    this.files = memoryFiles(contents);
    this.library = importModelica({ folders: libraryFolders(contents.keys()), files: this.files });
    this.element = h(
      "dialog",
      { class: "library-dialog", "aria-label": "Library" },
      h(
        "header",
        {},
        h("h2", {}, "Library"),
        h("button", { class: "quiet", onclick: () => this.remove() }, "Remove from this browser"),
        h("button", { "aria-label": "Close", onclick: () => this.element.close() }, "×"),
      ),
      h("div", { class: "library-columns" }, this.tree, this.card),
    );
    const { names } = this.library;
    appendSlowly(
      this.tree,
      names.map((name) => () => this.branch(name)),
    );
    // a library rather than a class beside it
    const isPackage = (name: string): boolean => {
      const described = this.described(name);
      return typeof described !== "string" && described.kind === "package";
    };
    const first = names.find(isPackage) ?? names[0];
    if (first !== undefined) this.show(first);
  }

  open(): void {
    if (!this.element.isConnected) document.body.append(this.element);
    this.element.showModal();
  }

  /** A class in the tree; what is inside is looked up when it is unfolded. */
  private branch(name: string): HTMLLIElement {
    const described = this.described(name);
    if (typeof described === "string") return h("li", { class: "class-fault", title: described }, shortName(name));
    const label = h(
      "button",
      { class: "class-name", title: described.description, onclick: () => this.show(name) },
      classDrawing(described.icon, described.kind),
      shortName(name),
    );
    const inner = h("ul", {});
    if (this.classesIn(name).length === 0) return h("li", {}, label);
    const details = h("details", {}, h("summary", { "aria-label": `Inside ${name}` }), inner);
    details.addEventListener("toggle", () => {
      if (!details.open || inner.childElementCount > 0) return;
      appendSlowly(
        inner,
        this.classesIn(name).map((child) => () => this.branch(`${name}.${child}`)),
      );
    });
    return h("li", { class: "has-classes" }, details, label);
  }

  private classesIn(name: string): string[] {
    try {
      return this.library.classesIn(name).map((inner) => inner.name);
    } catch {
      return [];
    }
  }

  /** What the class says of itself, or why it cannot be read. */
  private described(name: string): ClassDescription | string {
    try {
      return this.library.describe(name);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  private show(name: string): void {
    const described = this.described(name);
    if (typeof described === "string") {
      replaceChildren(this.card, h("h3", {}, name), h("pre", {}, described));
      return;
    }
    const { kind, description, isPartial, documentation, file } = described;
    const canRun = simulated.has(kind) && !isPartial;
    replaceChildren(
      this.card,
      classDrawing(described.icon, kind),
      h("h3", {}, name),
      h("p", {}, h("small", {}, `${isPartial ? "partial " : ""}${kind}, ${file}`)),
      h("p", {}, description),
      canRun && h("button", { class: "primary", onclick: () => this.run(described) }, "Open and run"),
      documentationElement(documentation, (linked) => this.show(linked)),
    );
  }

  private remove(): void {
    this.element.close();
    this.element.remove();
    this.actions.remove();
  }

  private run({ name, file }: ClassDescription): void {
    this.element.close();
    this.actions.run(file, this.files.read(file), name);
  }
}

const shortName = (name: string): string => name.slice(name.lastIndexOf(".") + 1);
