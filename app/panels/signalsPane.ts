/** The signals of a run as a tree with a search field; a tick puts a signal into a plot. Branches are filled when they open. */
import { unitText } from "../../src/plot/unitText.ts";
import type { Result } from "../../src/results/result.ts";
import { appendSlowly, h, inFrames, replaceChildren, whenSeen } from "../dom.ts";
import type { Studio } from "../session/studio.ts";
import { whenReleased } from "../whenReleased.ts";
import { signalType } from "./signalType.ts";

/** Rows of a search result; a longer list asks for a better search. */
const mostFound = 200;
/** Rows of one branch: a longer list is for the search field. */
const mostRows = 300;
/** Elements of one vector or matrix. */
const mostElements = 64;

interface Branch {
  readonly name: string;
  readonly path: string;
  readonly branches: Map<string, Branch>;
  readonly signals: string[];
}

export class SignalsPane {
  readonly element: HTMLElement;
  private readonly studio: Studio;
  private readonly search: HTMLInputElement;
  private readonly list = h("div", { class: "signal-list" });
  /** Run and number of its segments that are shown. */
  private known = "";
  private isStale = true;
  private tree: { readonly known: string; readonly root: Branch } | undefined;
  private readonly open = new Set<string>();

  constructor(studio: Studio) {
    this.studio = studio;
    this.search = h("input", {
      type: "search",
      placeholder: "Search signals",
      "aria-label": "Search signals",
      oninput: () => this.draw(),
    });
    this.element = h("div", { class: "signals" }, this.search, this.list);
    const update = inFrames(() => {
      const { mainRun } = studio;
      const known = `${mainRun?.number} ${mainRun?.result?.segments.length}`;
      if (known === this.known) return;
      this.known = known;
      drawWhenReleased();
    });
    const drawWhenReleased = (): void => whenReleased(this.list, () => this.draw());
    studio.on(["data", "runs", "file"], update);
    studio.on("panels", drawWhenReleased);
    // what nobody looks at is drawn when somebody does
    whenSeen(this.element, () => this.isStale && this.draw());
  }

  private draw(): void {
    this.isStale = this.element.offsetParent === null;
    if (this.isStale) return;
    const { result } = this.studio.mainRun ?? {};
    if (result === undefined) {
      replaceChildren(this.list, h("p", { class: "empty" }, "Signals appear when a run has begun."));
      return;
    }
    const query = this.search.value.trim().toLowerCase();
    if (query !== "") this.drawFound(result, query);
    else {
      if (this.tree?.known !== this.known) this.tree = { known: this.known, root: treeOf(result.names()) };
      replaceChildren(this.list, this.branchContent(this.tree.root, result));
    }
  }

  private drawFound(result: Result, query: string): void {
    const found = result.names().filter((name) => name.toLowerCase().includes(query));
    replaceChildren(
      this.list,
      ...found.slice(0, mostFound).map((name) => this.signalRow(name, name, result)),
      found.length === 0 && h("p", { class: "empty" }, "No signal has this in its name."),
      found.length > mostFound && h("p", { class: "empty" }, `and ${found.length - mostFound} more`),
    );
  }

  private branchContent(branch: Branch, result: Result): HTMLElement {
    const content = h("div", { class: "branch" });
    const branches = [...branch.branches.values()];
    const rest = branches.length + branch.signals.length - mostRows;
    const signals = branch.signals.slice(0, Math.max(0, mostRows - branches.length));
    const skipped = branch.path === "" ? 0 : branch.path.length + 1;
    appendSlowly(content, [
      ...branches.slice(0, mostRows).map((inner) => () => this.branchRow(inner, result)),
      ...signals.map((name) => () => this.signalRow(name, name.slice(skipped), result)),
      () => rest > 0 && h("p", { class: "empty" }, `and ${rest} more: search for a part of the name`),
    ]);
    return content;
  }

  private branchRow(branch: Branch, result: Result): HTMLElement {
    const isOpen = this.open.has(branch.path);
    const details = h("details", { open: isOpen }, h("summary", {}, branch.name));
    const fill = (): void => {
      if (details.childElementCount === 1) details.append(this.branchContent(branch, result));
    };
    details.addEventListener("toggle", () => {
      if (details.open) this.open.add(branch.path);
      else this.open.delete(branch.path);
      if (details.open) fill();
    });
    if (isOpen) fill();
    return details;
  }

  private signalRow(name: string, shown: string, result: Result): HTMLElement {
    const { unit, description, shape } = result.describe(name);
    if (shape.length === 0) return this.tick(name, shown, unit, description);
    const row = h(
      "details",
      {},
      h("summary", { title: description }, `${shown} `, h("small", {}, `[${shape.join(", ")}] ${unitText(unit)}`)),
    );
    row.addEventListener("toggle", () => {
      if (!row.open || row.childElementCount > 1) return;
      row.append(
        h(
          "div",
          { class: "branch" },
          ...elementNames(name, shape).map((element) => this.tick(element, element.slice(name.length), unit, "")),
        ),
      );
    });
    return row;
  }

  private tick(name: string, shown: string, unit: string, description: string): HTMLElement {
    const box = h("input", { type: "checkbox", onchange: () => this.studio.toggleSignal(name) });
    box.checked = this.studio.panels.some((names) => names.includes(name));
    return h(
      "label",
      {
        class: "signal",
        title: `${description || name} (can be dragged into a plot)`,
        draggable: "true",
        ondragstart: (event: DragEvent) => event.dataTransfer?.setData(signalType, name),
      },
      box,
      h("span", {}, shown),
      h("small", {}, unitText(unit)),
    );
  }
}

function treeOf(names: readonly string[]): Branch {
  const root: Branch = { name: "", path: "", branches: new Map(), signals: [] };
  for (const name of names) {
    const parts = name.startsWith("der(") ? [name] : name.split(".");
    let at = root;
    for (const part of parts.slice(0, -1)) {
      const path = at.path === "" ? part : `${at.path}.${part}`;
      let inner = at.branches.get(part);
      if (inner === undefined) {
        inner = { name: part, path, branches: new Map(), signals: [] };
        at.branches.set(part, inner);
      }
      at = inner;
    }
    at.signals.push(name);
  }
  return root;
}

function elementNames(name: string, shape: readonly number[]): string[] {
  const [rows = 0, columns] = shape;
  const names: string[] = [];
  for (let i = 1; i <= rows; i++) {
    if (columns === undefined) names.push(`${name}[${i}]`);
    else for (let j = 1; j <= columns; j++) names.push(`${name}[${i},${j}]`);
  }
  return names.slice(0, mostElements);
}
