/**
 * The scene as a tree with a palette, forms and handles: the part of the studio that is loaded when somebody builds in space.
 *
 * Length   tree, form and handles share one choice and one text; the parts that can stand alone have files beside it
 */
import { componentForm } from "../diagram/componentForm.ts";
import { ModelicaDrawing } from "../diagram/modelicaDrawing.ts";
import * as diagram from "../document/diagramEdits.ts";
import { valueWritten } from "../document/modelicaEdits.ts";
import { exportedObject, modelsSoon } from "../document/modelText.ts";
import * as edits from "../document/sceneEdits.ts";
import { type SceneText, sceneIn } from "../document/sceneText.ts";
import { type Child, h, replaceChildren } from "../dom.ts";
import type { ViewPane } from "../panels/viewPane.ts";
import { type HistoryStep, stepByKeys, takeStep } from "../session/historySteps.ts";
import type { Studio } from "../session/studio.ts";
import { HandleTools } from "./handleTools.ts";
import { setAttribute } from "./keptElements.ts";
import { mechanismFacts } from "./mechanismFacts.ts";
import { modelicaTree } from "./modelicaScene.ts";
import { startAt } from "./pull/pulledStarts.ts";
import { RefilledForm } from "./refilledForm.ts";
import { type FormActions, type Joining, jointForm, objectForm } from "./sceneForm.ts";
import { iconOf, sceneIcon } from "./sceneIcons.ts";
import { placementIn, startPose } from "./scenePoses.ts";
import { bodyOf, carriedBy, type TreeNode, topOf, treeOf } from "./sceneTree.ts";
import { shownTree } from "./shownTree.ts";

const palette: readonly (readonly [edits.NewObject, string])[] = [
  ["Box", "Box"],
  ["Sphere", "Sphere"],
  ["Cylinder", "Cylinder"],
  ["Beam", "Bar"],
  ["Link", "Link: a bar with a frame at each end"],
  ["Cone", "Cone"],
  ["Capsule", "Capsule"],
  ["Ellipsoid", "Ellipsoid"],
  ["Frame", "Frame: a place without shape"],
];

export class SceneEditor {
  readonly element: HTMLElement;
  private readonly studio: Studio;
  private readonly view: ViewPane;
  private readonly message = h("p", { class: "diagram-message", role: "status" });
  private readonly tree = h("div", { class: "scene-tree", role: "tree", "aria-label": "Objects of the scene" });
  private readonly form = new RefilledForm("diagram-form scene-form");
  private readonly facts = h("div");
  private readonly palette: HTMLElement;
  private readonly tools: HandleTools;
  private scene: SceneText | undefined;
  /** Picked beside the chosen one, for a joint. */
  private second: string | undefined;
  private dragged: string | undefined;
  /** What the rows of the tree tell. */
  private toldTree = "";
  /** Of what the form is. */
  private formOf: string | undefined;
  private joining: Joining = {};
  /** The picture shows what the text is about to say. */
  private isSeen = false;
  /** The text that is read before it is shown. */
  private awaited: string | undefined;
  /** A joint that waits until places are known. */
  private asked: Parameters<FormActions["join"]> | undefined;

  constructor(studio: Studio, view: ViewPane) {
    this.studio = studio;
    this.view = view;
    this.tools = new HandleTools(studio, view, {
      scene: () => this.scene,
      place: (name, placement) => this.placed(name, placement),
      say: (text) => this.say(text),
      pickSecond: (path) => this.pickSecond(path),
      start: (starts) => this.say(startAt(studio, starts)),
    });
    this.palette = h(
      "div",
      { class: "scene-palette", role: "toolbar", "aria-label": "Add to the scene" },
      ...palette.map(([kind, title]) =>
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            title: `Add: ${title}`,
            "aria-label": `Add ${kind}`,
            onclick: () => this.add(kind),
          },
          sceneIcon(kind) as unknown as HTMLElement,
        ),
      ),
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          title: "Take back (Ctrl+Z)",
          "aria-label": "Take back",
          onclick: () => this.step("undo"),
        },
        "↶",
      ),
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          title: "Do again (Ctrl+Y)",
          "aria-label": "Do again",
          onclick: () => this.step("redo"),
        },
        "↷",
      ),
    );
    this.element = h(
      "div",
      { class: "scene-editor" },
      this.palette,
      this.message,
      this.facts,
      this.tree,
      this.form.element,
    );
    stepByKeys(this.element, (step) => this.step(step));
    studio.on(["file", "preview", "view", "outline", "classes"], () => this.show());
    studio.on(["text", "restored"], () => (this.isSeen ? this.showSoon() : this.show()));
    studio.on("file", () => {
      this.asked = undefined;
    });
    studio.on(["preview", "view"], () => this.joinWhenShown());
    studio.on("selection", () => this.showSelection());
    this.show();
  }

  private get text(): string {
    return this.studio.file?.source ?? "";
  }

  private get paths(): readonly string[] {
    return this.view.shown?.animation.scene.objects.map(({ path }) => path) ?? [];
  }

  /** The class that is shown, of a file of Modelica. */
  private get drawing(): ModelicaDrawing | undefined {
    const { classes, outline } = this.studio;
    if (classes === undefined || outline === undefined) return undefined;
    return new ModelicaDrawing(this.text, classes.chosen, outline);
  }

  /** By its handle: the picture has the object there already. */
  private placed(name: string, placement: edits.Placement): void {
    this.isSeen = true;
    this.change(edits.place(this.text, name, placement), `${name} was moved`);
    this.isSeen = false;
  }

  /** A long text is read first. */
  private async showSoon(): Promise<void> {
    const { text } = this;
    if (this.awaited === text) return;
    this.awaited = text;
    if (await modelsSoon(text, () => text === this.text)) this.show();
    if (this.awaited === text) this.awaited = undefined;
  }

  private show(): void {
    this.scene = sceneIn(this.text);
    const { classes, outline } = this.studio;
    this.palette.hidden = classes !== undefined;
    if (classes !== undefined) {
      this.showClass(outline === undefined ? [] : modelicaTree(outline, this.paths));
      return;
    }
    const isLiteral = exportedObject(this.text) !== undefined;
    const shown = this.view.shown?.animation.scene;
    const computed = shown === undefined ? [] : shownTree(shown);
    this.showTree(this.scene === undefined ? computed : treeOf(this.scene, this.paths));
    for (const button of this.palette.querySelectorAll<HTMLButtonElement>("[aria-label^=Add]"))
      button.disabled = !isLiteral;
    const { preview, mainRun } = this.studio;
    const result = preview?.result ?? mainRun?.result;
    // a list that somebody has opened stays open
    const isOpen = this.facts.querySelector("details")?.open === true;
    replaceChildren(this.facts, mechanismFacts(result, this.view.shown?.animation.scene));
    const list = this.facts.querySelector("details");
    if (list !== null) list.open = isOpen;
    if (this.scene === undefined)
      this.say(
        !isLiteral
          ? "A function of this file makes the model, so it is shown and cannot be changed here."
          : computed.length === 0
            ? "This model has no objects in space yet: add one, and it becomes a Model3D."
            : "These objects are inside components of the model, and are changed there.",
      );
    else if (/^(This model has no|These objects are inside|A function of this)/.test(this.message.textContent ?? ""))
      this.say("");
    this.showSelection();
  }

  /** A mechanism of Modelica: places follow from the parameters of its components. */
  private showClass(nodes: readonly TreeNode[]): void {
    this.showTree(nodes);
    replaceChildren(this.facts);
    const hint =
      nodes.length === 0
        ? "This class has no components with frames; what it has is in Diagram."
        : "Places follow from the values of components, which the form of the chosen one has; components are added and joined in Diagram.";
    // what was done last stays to be read
    if (nodes.length === 0 || !/ (=|was|renamed) /.test(` ${this.message.textContent}`)) this.say(hint);
    this.showSelection();
  }

  /** Rows stay as long as they tell the same; whoever is in one of them by keys stays there. */
  private showTree(nodes: readonly TreeNode[]): void {
    const told = JSON.stringify(nodes);
    if (told === this.toldTree) return;
    this.toldTree = told;
    const focus = this.tree.contains(document.activeElement) ? document.activeElement : null;
    const at = this.rows.indexOf(focus as HTMLElement);
    const name = this.rows[at]?.dataset["object"];
    replaceChildren(this.tree, ...nodes.map((node) => this.row(node, 1)));
    const { rows } = this;
    // where the row is gone keys go on in the one that has its place
    const next = rows.find((row) => row.dataset["object"] === name) ?? rows[Math.min(at, rows.length - 1)];
    if (at >= 0) next?.focus();
  }

  private row(node: TreeNode, level: number): HTMLElement {
    const { name, detail, children, reason, kind } = node;
    const label = h(
      "button",
      {
        type: "button",
        role: "treeitem",
        class: `scene-row scene-${kind}`,
        "aria-level": level,
        "data-object": name,
        title: reason,
        draggable: kind === "solid" || kind === "visual" || kind === "frame" ? "true" : "false",
        onclick: (event: MouseEvent) => (event.shiftKey ? this.pickSecond(name) : this.studio.select(name)),
        onkeydown: (event: KeyboardEvent) => this.key(event, name),
        ondragstart: (event: DragEvent) => {
          this.dragged = name;
          event.dataTransfer?.setData("text/plain", name);
        },
        ondragover: (event: DragEvent) => {
          if (this.dragged !== undefined && kind !== "joint" && this.dragged !== name) event.preventDefault();
        },
        ondrop: (event: DragEvent) => {
          event.preventDefault();
          if (this.dragged !== undefined) this.setParent(this.dragged, name);
          this.dragged = undefined;
        },
      },
      iconOf(node) as unknown as HTMLElement,
      h("span", { class: "scene-name" }, node.kind === "part" ? name.slice(topOf(name).length + 1) : name),
      detail !== "" && h("small", {}, detail),
    );
    const group = h("div", { class: "scene-branch" }, label);
    if (children.length > 0)
      group.append(
        h("div", { role: "group", class: "scene-children" }, ...children.map((child) => this.row(child, level + 1))),
      );
    return group;
  }

  private get rows(): HTMLElement[] {
    return [...this.tree.querySelectorAll<HTMLElement>("[data-object]")];
  }

  private key(event: KeyboardEvent, name: string): void {
    const { rows } = this;
    const at = rows.findIndex((row) => row.dataset["object"] === name);
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (event.key === "Delete") this.remove(name);
    else if (event.key === "Home" || event.key === "End") rows.at(event.key === "Home" ? 0 : -1)?.focus();
    else if (step !== 0) rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.focus();
    else return;
    event.preventDefault();
  }

  private showSelection(): void {
    const { selection } = this.studio;
    const { rows } = this;
    for (const row of rows) {
      const name = row.dataset["object"];
      // of a thousand rows two change
      setAttribute(row, "aria-selected", String(name === selection));
      row.classList.toggle("second", name === this.second);
    }
    // Tab stops once in the tree, arrows go through it
    const stop = rows.find((row) => row.dataset["object"] === selection) ?? rows[0];
    for (const row of rows) setAttribute(row, "tabindex", row === stop ? "0" : "-1");
    this.fillForm();
    this.tools.refresh();
  }

  private fillForm(): void {
    const name = this.studio.selection;
    const { scene } = this;
    const isKnown =
      this.studio.classes === undefined
        ? scene !== undefined && [...scene.objects, ...scene.joints].some((known) => known.name === name)
        : this.studio.outline?.components.some((known) => known.name === name) === true;
    if (this.formOf !== name) this.joining = {};
    this.formOf = name;
    this.form.show(isKnown ? name : undefined, () => this.formRows());
  }

  private formRows(): Child[] {
    const { scene } = this;
    const name = this.studio.selection;
    if (this.studio.classes !== undefined) return this.classRows();
    const object = scene?.objects.find((known) => known.name === name);
    const joint = scene?.joints.find((known) => known.name === name);
    if (scene === undefined) return [];
    const now = () => ({ text: this.text, scene: this.scene ?? scene });
    const actions: FormActions = {
      get text() {
        return now().text;
      },
      get scene() {
        return now().scene;
      },
      places: this.places(),
      second: this.second,
      joining: this.joining,
      change: (text, done) => this.change(text, done),
      rename: (old, other) => this.rename(old, other),
      remove: (old) => this.remove(old),
      setParent: (old, parent) => this.setParent(old, parent),
      join: (kind, obj1, obj2) => this.join(kind, obj1, obj2),
    };
    if (object !== undefined) return objectForm(object, actions);
    return joint === undefined ? [] : jointForm(joint, actions);
  }

  private classRows(): Child[] {
    const { drawing } = this;
    const { outline, selection } = this.studio;
    const component = outline?.components.find((known) => known.name === selection);
    if (component === undefined || outline === undefined || drawing === undefined) return [];
    if (component.isInherited === true || !drawing.isThere)
      return [h("p", { class: "empty" }, `${component.name} is declared in another class: it is changed there.`)];
    // what is inside, and what is joined with what, is the diagram's
    const { inside: _inside, connectors: _connectors, ...rest } = component;
    return componentForm(
      { ...rest, connectors: [] },
      outline,
      {},
      {
        rename: (old, other) => this.renameComponent(old, other),
        remove: (old) => this.change(this.drawing?.remove(old), `${old} was removed; undo brings it back`),
        open: () => {},
        connect: () => {},
        setParameter: (own, parameter, value) =>
          this.change(
            this.drawing?.setParameter(own, parameter, valueWritten(value)),
            `${own}.${parameter} = ${valueWritten(value)}`,
          ),
      },
    );
  }

  private renameComponent(name: string, other: string): void {
    const text = /^[A-Za-z_]\w*$/.test(other) ? this.drawing?.rename(name, other) : undefined;
    if (text === undefined) {
      this.say(`${other} is no name, or there is one already.`);
      return;
    }
    this.change(text, `renamed to ${other}`);
    this.studio.select(other);
  }

  private places(): readonly string[] {
    const own = this.scene?.objects.map(({ name }) => name) ?? [];
    const literal = new Set(own);
    return [...own, ...this.paths.filter((path) => !literal.has(topOf(path)))];
  }

  private add(kind: edits.NewObject): void {
    const { selection } = this.studio;
    const spatial = edits.makeSpatial(this.text);
    const world = spatial === undefined ? undefined : edits.worldOf(spatial);
    if (spatial === undefined || world === undefined) {
      this.change(undefined, "");
      return;
    }
    // a frame belongs to what is chosen, a shape stands in the world
    const isOwn = this.scene?.objects.some(({ name }) => name === selection) === true;
    const parent = kind === "Frame" && isOwn ? selection! : world;
    const added = edits.addObject(spatial, kind, parent, parent === world ? this.freePlace(kind) : [0, 0, 0]);
    this.change(added?.text, `${added?.name} was added`);
    if (added !== undefined) this.studio.select(added.name);
  }

  /** Beside what is there. */
  private freePlace(kind: edits.NewObject): readonly number[] {
    if (kind === "Frame") return [0, 0, 0];
    const count = this.scene?.objects.filter(({ shape }) => shape !== undefined).length ?? 0;
    return [Number((0.5 * count).toFixed(3)), 0, 0];
  }

  private change(text: string | undefined, done: string): void {
    if (text === undefined) {
      this.say("The text computes this, so it is changed there.");
      return;
    }
    this.studio.restore(text);
    this.say(done);
  }

  private rename(name: string, other: string): void {
    if (other === name) return;
    if (!/^[A-Za-z_]\w*$/.test(other)) {
      this.say("A name is a letter with letters, digits and _ behind it.");
      return;
    }
    const text = diagram.rename(this.text, name, other);
    if (text === undefined) {
      this.say(`There is a ${other} already.`);
      return;
    }
    this.studio.selection = other;
    this.form.rename(other);
    this.change(text, `renamed to ${other}`);
    this.studio.emit("selection");
  }

  private remove(name: string): void {
    const isJoint = this.scene?.joints.some((joint) => joint.name === name) === true;
    if (isJoint) this.change(diagram.remove(this.text, name), `${name} was removed; undo brings it back`);
    else {
      const result = edits.removeObject(this.text, name);
      this.change(result?.text, `${result?.removed.join(", ")} removed; undo brings it back`);
    }
    this.studio.select(undefined);
  }

  /** The object stays where it is. */
  private setParent(name: string, parent: string): void {
    const { scene } = this;
    const animation = this.view.shown?.animation;
    if (scene === undefined || animation === undefined) return;
    if (carriedBy(scene, name).has(parent)) {
      this.say(`${parent} is fixed to ${name} itself.`);
      return;
    }
    const [own, other] = [startPose(animation, name), startPose(animation, parent)];
    if (own === undefined || other === undefined) {
      this.say("The scene is translated first.");
      return;
    }
    this.change(edits.setParent(this.text, name, parent, placementIn(other, own)), `${name} is fixed to ${parent}`);
  }

  private pickSecond(name: string): void {
    if (!this.places().includes(name) || name === this.studio.selection) return;
    this.second = name;
    this.joining = { ...this.joining, other: name };
    this.say(`${name} is picked for a joint with ${this.studio.selection ?? "what you choose next"}.`);
    this.showSelection();
  }

  /**
   * Everything stays where it stands: a frame is put on the first where the second is. Places are known once the text as it is has been
   * translated: a joint waits for that.
   */
  private join(...asked: Parameters<FormActions["join"]>): void {
    this.asked = asked;
    this.say("The scene is translated first.");
    this.joinWhenShown();
  }

  private joinWhenShown(): void {
    const { asked, scene } = this;
    const animation = this.view.shown?.animation;
    if (asked === undefined || scene === undefined || animation === undefined || !this.view.isCurrent) return;
    this.asked = undefined;
    const [kind, obj1, obj2] = asked;
    const [first, body] = [bodyOf(scene, topOf(obj1)), bodyOf(scene, topOf(obj2))];
    if (body === undefined) {
      this.say("The world does not hang on anything: choose the other one first.");
      return;
    }
    if (first === body) {
      this.say(`${obj1} and ${obj2} are one body: nothing can move between them.`);
      return;
    }
    const isHeld = scene.joints.some((joint) => carriedBy(scene, body).has(topOf(joint.obj2)));
    const literal = scene.objects.find(({ name }) => name === body);
    const [own, other] = [startPose(animation, obj2), startPose(animation, obj1)];
    const isPlaced = isHeld || literal?.parent !== undefined;
    if (own === undefined || other === undefined) {
      this.say(`${own === undefined ? obj2 : obj1} has no place in the scene.`);
      return;
    }
    const at = isPlaced ? placementIn(other, own) : { translation: [0, 0, 0], rotation: [0, 0, 0] };
    const freed = !isHeld && literal?.parent !== undefined ? body : undefined;
    const added = edits.addJoint(this.text, { kind, obj1, obj2, at, freed });
    this.second = undefined;
    this.change(added?.text, `${added?.name} joins ${obj1} and ${obj2}${isHeld ? " and closes a loop" : ""}`);
    if (added !== undefined) this.studio.select(added.name);
  }

  private step(step: HistoryStep): void {
    this.say(takeStep(this.studio, step));
  }

  private say(text: string): void {
    this.message.textContent = text;
  }
}
