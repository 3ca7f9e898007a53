/** The classes of a library that was dropped on the page: a tree with their icons, what they say about themselves, and a way to run them. */
import { type ClassDescription, importModelica, libraryFolders, memoryFiles } from "../../src/entries/modelica.ts";
import { appendSlowly, h, replaceChildren } from "../dom.ts";
import { classDrawing } from "./classDrawing.ts";
import { ClassSearch } from "./classSearch.ts";
import { documentationElement } from "./documentation.ts";
import "./library.css";

export interface LibraryActions {
  /** Opens the file that holds the class, and runs the class. */
  run(path: string, text: string, className: string): void;
  /** Takes the library from the page and from the browser. */
  remove(): void;
}

/** Classes that a search shows; more are counted. */
const mostFound = 60;
const simulated: ReadonlySet<string> = new Set(["model", "block", "class"]);

export class LibraryDialog {
  readonly element: HTMLDialogElement;
  private readonly library;
  private readonly files;
  private readonly actions: LibraryActions;
  private readonly tree = h("ul", { class: "class-tree", "aria-label": "Classes" });
  private readonly found = h("ul", { class: "class-tree", "aria-label": "Classes that were found", hidden: true });
  private readonly classes: ClassSearch;
  private readonly search: HTMLInputElement;
  private readonly card = h("section", { class: "class-card", "aria-label": "Class", "aria-live": "polite" });

  constructor(contents: ReadonlyMap<string, string | Uint8Array>, actions: LibraryActions) {
    this.actions = actions;
    this.files = memoryFiles(contents);
    this.library = importModelica({ folders: libraryFolders(contents.keys()), files: this.files });
    this.classes = new ClassSearch(this.library);
    this.search = h("input", {
      type: "search",
      placeholder: "Search classes",
      "aria-label": "Search classes",
      oninput: () => this.find(),
    });
    this.search.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.found.querySelector<HTMLElement>(".class-name")?.click();
    });
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
      h(
        "div",
        { class: "library-columns" },
        h("div", { class: "library-classes" }, this.search, this.tree, this.found),
        this.card,
      ),
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
    const label = this.label(name, shortName(name));
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

  /** What was found instead of the tree; more comes while the library is read. */
  private find(): void {
    const words = this.search.value.trim();
    this.tree.hidden = words !== "";
    this.found.hidden = words === "";
    if (words === "") return;
    void this.classes.read(() => this.find());
    const all = this.classes.find(words);
    const shown = all.slice(0, mostFound).map(({ name }) => name);
    const state = !this.classes.isDone
      ? "The library is being read …"
      : all.length > shown.length
        ? `${all.length - shown.length} more`
        : all.length === 0
          ? "No class has these words in its name or description."
          : "";
    const key = [...shown, state].join();
    if (this.found.dataset["shown"] === key) return;
    this.found.dataset["shown"] = key;
    replaceChildren(this.found);
    appendSlowly(this.found, [
      ...shown.map((name) => () => h("li", {}, this.label(name, name))),
      () => state !== "" && h("li", {}, h("small", {}, state)),
    ]);
  }

  /** The name of a class with its icon, which shows it. */
  private label(name: string, text: string): HTMLElement {
    const described = this.described(name);
    const [title, icon] =
      typeof described === "string"
        ? [described]
        : [described.description, classDrawing(described.icon, described.kind)];
    return h("button", { class: "class-name", title, onclick: () => this.show(name) }, icon, text);
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
