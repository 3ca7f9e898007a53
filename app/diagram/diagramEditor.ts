/**
 * The diagram with its palette and the form of the chosen component: the part of the studio that is loaded when somebody draws.
 *
 * Length   palette, diagram and form share one choice and one history; the parts that can stand alone have files beside it
 */
import { type Copied, readCopied } from "../document/clipboard.ts";
import type { Point } from "../document/diagramEdits.ts";
import { offsetOf } from "../document/entryPlaces.ts";
import { type Corners, lineKey } from "../document/lineEdits.ts";
import { valueWritten } from "../document/modelicaEdits.ts";
import { pointInPixels } from "../document/modelicaPlaces.ts";
import { isDocument, modelsSoon } from "../document/modelText.ts";
import { type Child, h, inFrames, replaceChildren } from "../dom.ts";
import type { Outline, OutlineComponent } from "../engine/outline.ts";
import type { ClassPalette } from "../modelica/classPalette.ts";
import { RefilledForm } from "../scene/refilledForm.ts";
import { type HistoryStep, stepByKeys, takeStep } from "../session/historySteps.ts";
import type { Studio } from "../session/studio.ts";
import { componentForm, type Joining } from "./componentForm.ts";
import { DiagramView, zoomStep } from "./diagramView.ts";
import type { DrawnText } from "./drawnText.ts";
import { boxesIn } from "./freeShift.ts";
import type { Corner } from "./lineRoutes.ts";
import { LineValues } from "./lineValues.ts";
import { LiteralText } from "./literalText.ts";
import { ModelicaDrawing } from "./modelicaDrawing.ts";
import { PaletteList } from "./paletteList.ts";

export class DiagramEditor {
  readonly element: HTMLElement;
  private readonly studio: Studio;
  private readonly view: DiagramView;
  private readonly message = h("p", { class: "diagram-message", role: "status" });
  private readonly form = new RefilledForm("diagram-form");
  private readonly crumbs = h("nav", { class: "diagram-crumbs", "aria-label": "Opened components", hidden: true });
  private readonly bar: HTMLElement;
  private readonly palette: PaletteList;
  private readonly values: LineValues;
  /** Names of the components that were opened, the outermost first. */
  private path: string[] = [];
  /** What was copied, for browsers that keep the clipboard to themselves. */
  private copied: Copied | undefined;
  /** Of what the form is. */
  private formOf: string | undefined;
  private joining: Joining = {};
  /** Whose classes the palette has. */
  private offered = "";
  /** The picture shows what the text is about to say. */
  private isSeen = false;
  /** What is said of the diagram as a whole. */
  private state = "";

  constructor(studio: Studio) {
    this.studio = studio;
    this.view = new DiagramView({
      move: (places, corners, isSeen) => this.move(places, corners, isSeen),
      connect: (one, other, corners) => this.connect(one, other, corners),
      setCorners: (corners) => this.change(this.drawn.setCorners(corners), "the line keeps its corners"),
      removeLine: (first, other) => this.removeLine(first, other),
      beginLine: (name) => this.beginLine(name),
      dropLine: (end, x, y) => this.values.plot(end, x, y),
      valuesAt: (end) => this.values.textAt(end),
      disconnect: (end) => this.change(this.drawn.disconnect(end), "disconnected"),
      remove: (names) => this.remove(names),
      choose: (names) => this.choose(names),
      open: (name) => this.open(name),
      say: (text) => this.say(text),
    });
    this.values = new LineValues(studio, this.view);
    this.palette = new PaletteList({
      add: (type, module, component, at) => void this.add(type, module, component, at),
    });
    const tool = (text: string, title: string, action: (names: readonly string[]) => void) =>
      h("button", { type: "button", class: "quiet", title, onclick: () => action(this.view.selection) }, text);
    const named = (text: string, title: string, label: string, onclick: () => void) =>
      h("button", { type: "button", class: "quiet", title, "aria-label": label, onclick }, text);
    this.bar = h(
      "div",
      { class: "diagram-bar", role: "toolbar", "aria-label": "Chosen components" },
      named("↶", "Take back (Ctrl+Z)", "Take back", () => this.step("undo")),
      named("↷", "Do again (Ctrl+Y)", "Do again", () => this.step("redo")),
      tool("Turn", "Turn by a right angle (R)", (names) => this.view.turn(names)),
      tool("Mirror", "Mirror (X)", (names) => this.view.mirror(names)),
      tool("Left", "Align left edges", (names) => this.align(names, 0)),
      tool("Top", "Align upper edges", (names) => this.align(names, 1)),
      tool("Copy", "Copy (Ctrl+C)", () => void this.copy()),
      tool("Paste", "Paste (Ctrl+V)", () => void this.paste()),
      tool("Group", "Make a component of what is chosen", (names) => this.extract(names)),
      h(
        "span",
        { class: "diagram-zoom" },
        named("−", "Smaller (−, Ctrl+wheel)", "Zoom out", () => this.view.zoom(1 / zoomStep)),
        named("+", "Larger (+, Ctrl+wheel)", "Zoom in", () => this.view.zoom(zoomStep)),
        named("fit", "Show all (0)", "Show all", () => this.view.showAll()),
      ),
      this.values.toggle,
    );
    const room = h(
      "div",
      { class: "diagram-scroll", ondragover: (event: DragEvent) => event.preventDefault() },
      this.view.element as unknown as HTMLElement,
    );
    new ResizeObserver(() => this.view.fit([room.clientWidth, room.clientHeight])).observe(room);
    this.element = h(
      "div",
      { class: "diagram-editor" },
      this.palette.element,
      this.bar,
      this.crumbs,
      this.message,
      room,
      this.form.element,
    );
    this.element.addEventListener("keydown", (event) => this.key(event));
    stepByKeys(this.element, (step) => this.step(step));
    studio.on("file", () => {
      this.path = [];
      this.view.forgetScale();
    });
    studio.on(["outline", "file", "error"], () => this.show());
    studio.on("restored", () => (this.isSeen ? void this.showSoon() : this.show()));
    studio.on(["file", "classes", "library"], () => void this.offerClasses());
    studio.on("selection", () => this.showSelection());
    const tellValues = inFrames(() => this.values.show(this.path));
    studio.on(["time", "data", "runs"], tellValues);
    void this.palette
      .load()
      .then((isThere) => (isThere ? this.show() : this.say("The list of components could not be loaded.")));
    void this.offerClasses();
    this.show();
  }

  /** A file of Modelica is drawn with the classes that it can see. */
  private async offerClasses(): Promise<void> {
    const { file, classes, library } = this.studio;
    const key = classes === undefined || file === undefined ? "" : `${file.name} ${library.size}`;
    if (key === this.offered) return;
    this.offered = key;
    if (key === "" || file === undefined) {
      this.offer(undefined);
      return;
    }
    const { ClassPalette: Classes } = await import("../modelica/classPalette.ts");
    const palette = new Classes(library, file.name, file.source, () => offer());
    // another file may have been opened while it was loaded
    const offer = (): void => {
      if (key === this.offered) this.offer(palette);
    };
    offer();
  }

  /** The list stands above the sheet, which moves with its length. */
  private offer(classes: ClassPalette | undefined): void {
    this.view.whenStill(() => this.palette.offer(classes));
  }

  private get text(): string {
    return this.studio.file?.source ?? "";
  }

  /** The text as it is now, as far as it holds the model that is shown. */
  private get drawn(): DrawnText {
    const { classes } = this.studio;
    if (classes === undefined) return new LiteralText(this.text, this.path);
    // the class of what was opened, which may be of this file too
    let [outline, className] = [this.studio.outline, classes.chosen];
    for (const name of this.path) {
      const component = outline?.components.find((known) => known.name === name);
      [outline, className] = [component?.inside, component?.type ?? ""];
    }
    return new ModelicaDrawing(this.text, className, outline ?? { components: [], connections: [] });
  }

  /** The model as the compiler has seen it last; what the text has added since comes with the next translation. */
  private get outline(): Outline | undefined {
    let outline = this.studio.outline;
    for (const name of this.path) outline = outline?.components.find((component) => component.name === name)?.inside;
    return outline;
  }

  private set outline(changed: Outline | undefined) {
    const inner = (outer: Outline | undefined, path: readonly string[]): Outline | undefined => {
      const [name, ...rest] = path;
      if (name === undefined || outer === undefined) return changed;
      const components = outer.components.map((component) => {
        const inside = component.name === name ? inner(component.inside, rest) : undefined;
        return inside === undefined ? component : { ...component, inside };
      });
      return { ...outer, components };
    };
    const whole = inner(this.studio.outline, this.path);
    if (whole !== undefined) this.studio.outline = whole;
  }

  private show(): void {
    while (this.path.length > 0 && this.studio.outline !== undefined && this.outline === undefined) this.path.pop();
    const outline = this.outline ?? { components: [], connections: [] };
    const { drawn } = this;
    const icons = drawn.icons();
    // what was removed from the text is gone at once
    const present = outline.components
      .filter(({ name }) => drawn.has(name) && !/^(connect|equations|diagram)$/.test(name))
      .map((component) => {
        const place = icons.get(component.name) ?? component.place;
        return place === undefined ? component : { ...component, place };
      });
    const problem = this.problem();
    const ofBases: Corners = new Map(
      (outline.lines ?? []).map(([key, points]) => [key, points.slice(1, -1).map(pointInPixels)]),
    );
    this.view.show({
      outline: { ...outline, components: present },
      places: drawn.places(),
      corners: new Map([...ofBases, ...drawn.corners()]),
      isReadOnly: !drawn.isThere,
      typeOf: (name) => {
        const component = present.find((known) => known.name === name);
        const written = drawn.typeOf(name);
        return written === "" || written.startsWith("Model") ? this.palette.typeOf(component) : written;
      },
      problemOf: (name) => (problem?.name === name ? problem.text : undefined),
    });
    this.values.show(this.path);
    this.showCrumbs();
    const state =
      this.studio.outline === undefined
        ? "The diagram appears when the model has been translated."
        : !drawn.isThere
          ? this.path.length > 0
            ? "This model is of a library, so it is shown and cannot be changed here."
            : "A function of this file makes the model, so it is shown and cannot be changed here."
          : present.length === 0
            ? "This model has no components: add one from the list above, or write equations."
            : "";
    // what was done last is told until there is something else to say
    if (state !== this.state) this.say(state);
    this.state = state;
    this.showSelection();
  }

  /** The component at which the last error is. */
  private problem(): { name: string; text: string } | undefined {
    const { error } = this.studio;
    if (error === undefined) return undefined;
    const text = `${error.what} ${error.hint === "" ? "" : `Try ${error.hint}.`}`.trim();
    const { place, where } = error;
    const at = place && this.drawn.componentAt(offsetOf(this.text, place.line, place.column));
    const named = this.outline?.components.find(({ name }) => where === name || where.startsWith(`${name}.`))?.name;
    const name = at ?? named;
    return name === undefined ? undefined : { name, text };
  }

  private showCrumbs(): void {
    this.crumbs.hidden = this.path.length === 0;
    const top = this.studio.file?.name.replace(/\.\w+$/, "") ?? "model";
    const names = [top, ...this.path];
    // a button that is made again under the pointer is not clicked
    if (this.crumbs.textContent === names.join(" › ")) return;
    const step = (text: string, depth: number) =>
      h(
        "button",
        {
          type: "button",
          class: "tiny",
          onclick: () => {
            this.path = this.path.slice(0, depth);
            this.show();
          },
        },
        text,
      );
    replaceChildren(this.crumbs, ...names.flatMap((text, k) => [k > 0 ? " › " : "", step(text, k)]));
  }

  private open(name: string): void {
    const inside = this.outline?.components.find((component) => component.name === name)?.inside;
    if (inside === undefined) {
      this.say(`${name} is made of equations: there is no diagram inside.`);
      return;
    }
    this.path = [...this.path, name];
    this.view.selection = [];
    this.show();
  }

  private change(text: string | undefined, done: string): void {
    if (text === undefined) this.say("The text computes this, so it is changed there.");
    else {
      this.studio.restore(text);
      this.say(done);
    }
  }

  /** With a place for every component that is drawn: what is added or connected later moves none of them. */
  private get held(): DrawnText {
    const { drawn, outline } = this;
    const [known, icons] = [drawn.places(), drawn.icons()];
    const own = outline?.components.filter(({ isInherited }) => isInherited !== true).map(({ name }) => name) ?? [];
    const loose = new Map(
      [...this.view.placesOf(own)].filter(([name]) => !known.has(name) && !icons.has(name) && !name.includes("[")),
    );
    return drawn.of(drawn.move(loose) ?? drawn.text);
  }

  private move(places: ReadonlyMap<string, Point>, corners: Corners = new Map(), isSeen = false): void {
    const inherited = this.outline?.components.find((known) => known.isInherited === true && places.has(known.name));
    const text = inherited === undefined ? this.drawn.move(places, corners) : undefined;
    this.isSeen = isSeen;
    if (inherited === undefined) this.change(text, "moved");
    else this.say(`${inherited.name} is declared in a base of this class: it is moved there.`);
    this.isSeen = false;
    if (text === undefined) this.show();
  }

  /** What the picture has already: a long text is read first. */
  private async showSoon(): Promise<void> {
    const { text } = this;
    if (this.studio.classes !== undefined || (await modelsSoon(text, () => text === this.text))) this.show();
  }

  private connect(one: string, other: string, corners: readonly Corner[] = []): void {
    const own: Corners = corners.length > 0 ? new Map([[lineKey(one, other), corners]]) : new Map();
    const text = this.held.connect(one, other, own);
    const { outline } = this;
    // seen at once, before the text has been translated
    if (text !== undefined && outline !== undefined)
      this.outline = { ...outline, connections: [...outline.connections, [one, other]] };
    this.change(text, "connected");
  }

  /** The form has a row for it. */
  private beginLine(name: string): void {
    this.view.selection = [name];
    this.choose([name]);
    const field = this.form.element.querySelector<HTMLElement>("#connect-own");
    if (field === null) this.say(`${name} has no connectors.`);
    else field.focus();
  }

  private removeLine(first: string, other: string): void {
    const text = this.drawn.removeLine(first, other);
    const { outline } = this;
    if (text !== undefined && outline !== undefined) {
      const without = (ends: readonly string[]): readonly string[] =>
        ends[0] === first && ends.includes(other) ? ends.filter((end) => end !== other) : ends;
      const connections = outline.connections.map(without).filter((ends) => ends.length > 1);
      this.outline = { ...outline, connections };
    }
    this.change(text, "the line was removed; undo brings it back");
  }

  private remove(names: readonly string[]): void {
    if (names.length === 0) return;
    let text: string | undefined = this.text;
    for (const name of names) text = text === undefined ? undefined : this.drawn.of(text).remove(name);
    this.view.selection = [];
    this.change(text, `${names.join(", ")} removed; undo brings ${names.length > 1 ? "them" : "it"} back`);
    this.choose([]);
    // the button or the component that had the focus is gone
    this.view.element.focus({ preventScroll: true });
  }

  private choose(names: readonly string[]): void {
    const name = names.length === 1 && this.path.length === 0 ? names[0] : undefined;
    if (name !== undefined || names.length === 0) this.studio.select(name);
    this.fillForm();
  }

  private showSelection(): void {
    const { selection } = this.studio;
    if (this.path.length === 0 && selection !== undefined && !this.view.selection.includes(selection))
      this.view.selection = [selection];
    this.fillForm();
  }

  private async add(
    type: string,
    module: string,
    component: Omit<OutlineComponent, "name">,
    at?: { readonly x: number; readonly y: number },
  ): Promise<void> {
    const dropped = at && this.view.placeAt(at);
    const document = isDocument(this.text) ? await this.palette.document(type, module) : undefined;
    const added = this.held.add(type, module, dropped ?? this.view.freePlace(), document);
    if (typeof added === "string") {
      this.say(added);
      return;
    }
    const { outline } = this;
    // one of that name may have been taken back just now, and the translation not know of it
    const isOther = (end: string): boolean => end !== added.name && !end.startsWith(`${added.name}.`);
    const known = (outline?.components ?? []).filter(({ name }) => isOther(name));
    const connections = (outline?.connections ?? []).filter((ends) => ends.every(isOther));
    // seen at once, before the text has been translated
    const components = [...known, { ...component, name: added.name }];
    if (this.studio.outline === undefined) this.studio.outline = { components, connections: [] };
    else this.outline = { ...outline, connections, components };
    this.change(added.text, `${added.name} was added`);
    this.view.selection = [added.name];
    this.choose([added.name]);
    this.view.reveal([added.name]);
  }

  /** 0: left edges, 1: upper edges; to the first of them. */
  private align(names: readonly string[], axis: 0 | 1): void {
    const places = this.view.placesOf(names);
    if (places.size < 2) {
      this.say("Choose several components: Shift+click, or draw a rectangle around them.");
      return;
    }
    const edge = Math.min(...[...places.values()].map((place) => place[axis]));
    for (const [name, [x, y, turn, isMirrored]] of places)
      places.set(name, axis === 0 ? [edge, y, turn, isMirrored] : [x, edge, turn, isMirrored]);
    this.change(this.drawn.move(places), "aligned");
  }

  private async copy(): Promise<void> {
    const copied = this.drawn.copy(new Set(this.view.selection));
    if (copied === undefined) {
      this.say("Choose what is to be copied.");
      return;
    }
    this.copied = copied;
    this.say(`${copied.entries.length} copied`);
    // for other models in other windows
    await navigator.clipboard?.writeText(JSON.stringify(copied)).catch(() => undefined);
  }

  private async cut(): Promise<void> {
    const names = this.view.selection;
    await this.copy();
    if (names.length > 0 && this.drawn.isThere) this.remove(names);
  }

  private async paste(): Promise<void> {
    const text = await navigator.clipboard?.readText().catch(() => "");
    const copied = readCopied(text ?? "") ?? this.copied;
    if (copied === undefined) {
      this.say("Nothing was copied.");
      return;
    }
    const { drawn } = this;
    const result = drawn.paste(copied, [0, 0]);
    if (result === undefined) {
      this.say("What was copied is of another language than this text, or the text computes its model.");
      return;
    }
    const shift = this.view.freeShift(boxesIn(drawn.of(result.text), result.names));
    this.change(drawn.paste(copied, shift)!.text, `${result.names.join(", ")} pasted`);
    this.view.selection = result.names;
    this.choose(result.names);
    this.view.reveal(result.names);
  }

  private extract(names: readonly string[]): void {
    const { outline } = this;
    if (outline === undefined || names.length === 0) {
      this.say("Choose components of the model itself.");
      return;
    }
    const result = this.drawn.group(new Set(names), outline);
    if (typeof result === "string") {
      this.say(result);
      return;
    }
    this.change(result.text, `${names.length} components are the model ${result.type} now; a double click opens it`);
    this.view.selection = [result.name];
  }

  private key(event: KeyboardEvent): void {
    const isField = event.target instanceof HTMLInputElement;
    if (!(event.ctrlKey || event.metaKey) || isField) {
      // a button that has just done something with what is chosen has the focus still
      if (event.key === "Delete" && this.bar.contains(event.target as Node)) this.remove(this.view.selection);
      return;
    }
    const key = event.key.toLowerCase();
    if (key === "c") void this.copy();
    else if (key === "x") void this.cut();
    else if (key === "v") void this.paste();
    else if (key === "a") {
      const all = this.outline?.components.map(({ name }) => name) ?? [];
      this.view.selection = all;
      this.choose(all);
    } else return;
    event.preventDefault();
  }

  private fillForm(): void {
    const [name, ...others] = this.view.selection;
    const isKnown = this.outline?.components.some((known) => known.name === name) === true;
    if (this.formOf !== name) this.joining = {};
    this.formOf = name;
    this.form.show(isKnown && others.length === 0 ? name : undefined, () => this.formRows());
  }

  private formRows(): Child[] {
    const { outline } = this;
    const component = outline?.components.find((known) => known.name === this.view.selection[0]);
    if (component === undefined || outline === undefined) return [];
    return componentForm(component, outline, this.joining, {
      rename: (old, other) => this.rename(old, other),
      remove: (old) => this.remove([old]),
      open: (own) => this.open(own),
      connect: (one, other) => this.connect(one, other),
      setParameter: (own, parameter, value) =>
        this.change(this.drawn.setParameter(own, parameter, valueWritten(value)), `${own}.${parameter} = ${value}`),
    });
  }

  private rename(name: string, other: string): void {
    if (other === name) return;
    if (!/^[A-Za-z_]\w*$/.test(other)) {
      this.say("A name is a letter with letters, digits and _ behind it.");
      return;
    }
    const text = this.drawn.rename(name, other);
    if (text === undefined) {
      this.say(`There is a ${other} already.`);
      return;
    }
    this.renameInOutline(name, other);
    this.view.selection = [other];
    this.form.rename(other);
    this.change(text, `renamed to ${other}`);
    this.choose([other]);
  }

  private renameInOutline(name: string, other: string): void {
    const { outline } = this;
    if (outline === undefined) return;
    const end = (text: string): string =>
      text === name || text.startsWith(`${name}.`) ? other + text.slice(name.length) : text;
    this.outline = {
      ...outline,
      components: outline.components.map((component) =>
        component.name === name ? { ...component, name: other } : component,
      ),
      connections: outline.connections.map((ends) => ends.map(end)),
    };
  }

  private step(step: HistoryStep): void {
    this.say(takeStep(this.studio, step));
  }

  private say(text: string): void {
    this.message.textContent = text;
  }
}
