/** The text of the model. The editor is loaded when it is first needed; until then the text can be read. */
import { h, replaceChildren } from "../dom.ts";
import type { EditedFile, ModelEditor } from "../editor/modelEditor.ts";
import type { ErrorReport } from "../protocol.ts";
import type { OpenFile, Studio } from "../session/studio.ts";
import { errorCard } from "./outputPane.ts";

export class EditorPane {
  readonly element: HTMLElement;
  private readonly studio: Studio;
  private readonly host = h("div", { class: "editor-host" });
  private readonly problem = h("div", { class: "problem", role: "alert", hidden: true });
  private readonly foreign = h("p", { class: "foreign", role: "status", hidden: true });
  private readonly classes = h("select", { "aria-label": "Class", onchange: () => this.chooseClass() });
  private readonly chooser = h("label", { class: "row class-chooser", hidden: true }, "Class ", this.classes);
  private readonly files = h("select", { "aria-label": "File", onchange: () => this.showFile(this.files.value) });
  private readonly fileChooser = h("label", { class: "row class-chooser", hidden: true }, "File ", this.files);
  private editor: ModelEditor | undefined;
  private isLoading = false;
  /** The selection comes from the text itself. */
  private isChoosing = false;

  constructor(studio: Studio) {
    this.studio = studio;
    this.foreign.textContent =
      "This model came with a link. Read it, then press Run. It cannot reach anything outside of this page.";
    this.element = h(
      "div",
      { class: "editor-pane" },
      this.foreign,
      this.chooser,
      this.fileChooser,
      this.host,
      this.problem,
    );
    studio.on("file", () => this.show());
    studio.on("restored", () => {
      this.files.value = "";
      this.editor?.replaceText(studio.file!.source);
    });
    for (const step of ["undo", "redo"] as const) studio.on(step, () => this.editor?.step(step));
    studio.on("error", () => this.showError());
    studio.on("classes", () => this.showClasses());
    studio.on("selection", () => void this.showSelection());
  }

  /** What is chosen in another view is marked in the text. */
  private async showSelection(): Promise<void> {
    const { selection, file } = this.studio;
    if (this.isChoosing || this.editor === undefined || file === undefined) return;
    const { placeOfEntry } = await import("../document/entryPlaces.ts");
    this.editor.mark(
      selection === undefined ? undefined : placeOfEntry(file.source, selection, this.studio.classes?.chosen),
    );
  }

  /** The part of the model at the cursor is chosen in all views. */
  private async chooseAt(at: number): Promise<void> {
    const { file } = this.studio;
    if (file === undefined) return;
    const { entryAt } = await import("../document/entryPlaces.ts");
    const name = entryAt(file.source, at, this.studio.classes?.chosen);
    if (name === undefined) return;
    this.isChoosing = true;
    this.studio.select(name);
    this.isChoosing = false;
  }

  /** Puts the cursor where the error is. */
  showPlace({ place }: ErrorReport): void {
    if (place !== undefined) this.editor?.goTo(place.line, place.column);
  }

  /** The model, or a file that it imports. */
  private showFile(name: string): void {
    this.files.value = name;
    this.editor?.showPart(name, this.studio.file?.parts?.[name]);
  }

  private chooseClass(): void {
    this.studio.chooseClass(this.classes.value);
  }

  /** The models of a Modelica file, when there is a choice. */
  private showClasses(): void {
    const { names = [], chosen = "" } = this.studio.classes ?? {};
    this.chooser.hidden = names.length < 2;
    replaceChildren(this.classes, ...names.map((name) => h("option", { value: name }, name)));
    this.classes.value = chosen;
  }

  /** In the text, and below it in words: a mark alone says nothing to who cannot point at it. */
  private showError(): void {
    const { error, isErrorOfPreview } = this.studio;
    if (error?.place !== undefined && !isErrorOfPreview) this.showFile("");
    this.editor?.showError(error, !isErrorOfPreview);
    const isHere = error?.place !== undefined && !isErrorOfPreview;
    this.problem.hidden = !isHere;
    replaceChildren(this.problem, isHere && errorCard(error, (again) => this.showPlace(again)));
  }

  private show(): void {
    const { file } = this.studio;
    if (file === undefined) return;
    this.foreign.hidden = !file.isForeign;
    const parts = Object.keys(file.parts ?? {}).filter((name) => /\.\w+$/.test(name));
    this.fileChooser.hidden = parts.length === 0;
    const option = (value: string, text: string) => h("option", { value }, text);
    replaceChildren(this.files, option("", file.name), ...parts.map((name) => option(name, name)));
    if (this.editor !== undefined) this.editor.setText(edited(file));
    else {
      replaceChildren(this.host, h("pre", { class: "plain-text" }, file.source));
      if (!this.isLoading) void this.load();
    }
  }

  private async load(): Promise<void> {
    this.isLoading = true;
    const { ModelEditor } = await import("../editor/modelEditor.ts");
    replaceChildren(this.host);
    const file = this.studio.file!;
    this.editor = new ModelEditor(this.host, edited(file), {
      change: (source, part) => (part === "" ? this.studio.setSource(source) : this.studio.setPart(part, source)),
      run: () => this.studio.run(),
      point: (at) => void this.chooseAt(at),
      library: () => this.studio.library,
    });
    this.showError();
  }
}

/** Of a file of the gallery that nobody has changed, what is not the model itself is out of the way. */
function edited(file: OpenFile): EditedFile {
  const { kept, isForeign, isOurs, source, original } = file;
  return { ...file, isFolded: kept === undefined && !isForeign, isOurs: isOurs === true && source === original };
}
