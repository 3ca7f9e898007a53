/** Which signals stand in which panel: signals of one unit share one. */
import type { Result } from "../../src/results/result.ts";

const mostPanels = 3;
const mostCurves = 4;
/** Of one vector or matrix in a panel. */
const mostElements = 9;

/** The first name of a panel may say what stands along its x axis in place of time. */
const acrossMark = "x=";

export interface PanelNames {
  /** What stands along the x axis; undefined for time. */
  readonly across: string | undefined;
  readonly names: readonly string[];
}

export function panelNames(panel: readonly string[]): PanelNames {
  const [first = "", ...rest] = panel;
  if (first.startsWith(acrossMark)) return { across: first.slice(acrossMark.length), names: rest };
  return { across: undefined, names: panel };
}

export function panelWith({ across, names }: PanelNames): string[] {
  return across === undefined ? [...names] : [acrossMark + across, ...names];
}

/** Whether a signal is the same at all times, or is not there at all. */
function isConstant(result: Result, name: string): boolean {
  const { values } = result.signal(name);
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return !(high - low > 1e-9 * Math.max(Math.abs(low), Math.abs(high)));
}

/** Panels for a model that asks for none: the states, or without states whatever changes, by unit. */
export function defaultPanels(result: Result): string[][] {
  const order = { state: 0, algebraic: 1, discrete: 2, input: 3, derivative: 4, parameter: 5 } as const;
  const states = new Set(result.stateNames.map((name) => name.replace(/\[.*$/, "")));
  const candidates = result
    .names()
    // of a large model few are states: nothing else is looked at
    .filter((name) => states.size === 0 || states.has(name))
    .map((name) => ({ ...result.describe(name), depth: name.split(".").length }))
    .filter(({ kind }) => kind !== "parameter" && kind !== "derivative")
    .sort((a, b) => order[a.kind] - order[b.kind] || a.depth - b.depth);
  // what does not move says little: only where nothing else does
  const few = candidates.flatMap(({ name, unit, shape }) => {
    if (shape.length > 1 || (shape[0] ?? 1) > mostCurves) return [];
    const names = shape.length === 0 ? [name] : Array.from({ length: shape[0]! }, (_, i) => `${name}[${i + 1}]`);
    return [{ unit, names }];
  });
  // of long vectors, where there is nothing else, some elements from the first to the last
  const all = few.length > 0 ? few : candidates.filter(({ shape }) => shape.length === 1).map(someElements);
  const moving = result.time.length < 3 ? [] : byUnit(all, (names) => !names.every((name) => isConstant(result, name)));
  return moving.length > 0 ? moving : byUnit(all, () => true);
}

interface Candidate {
  readonly unit: string;
  readonly names: readonly string[];
}

/** The first ones that are wanted and have room; of a large model few have to be looked at. */
function byUnit(all: readonly Candidate[], isWanted: (names: readonly string[]) => boolean): string[][] {
  const panels: { unit: string; names: string[] }[] = [];
  for (const { unit, names } of all) {
    const panel = panels.find((other) => other.unit === unit && other.names.length + names.length <= mostCurves);
    if ((panel === undefined && panels.length === mostPanels) || !isWanted(names)) continue;
    if (panel !== undefined) panel.names.push(...names);
    else panels.push({ unit, names: [...names] });
  }
  return panels.map(({ names }) => names);
}

function someElements({ name, unit, shape }: { name: string; unit: string; shape: readonly number[] }) {
  const last = shape[0]! - 1;
  const places = Array.from({ length: mostCurves }, (_, i) => 1 + Math.round((last * i) / (mostCurves - 1)));
  return { unit, names: places.map((place) => `${name}[${place}]`) };
}

/** Panels in which vectors and matrices are named by their elements. */
export function expandPanels(panels: readonly (readonly string[])[], result: Result): string[][] {
  return panels.map((panel) => {
    const { across, names } = panelNames(panel);
    return panelWith({
      across,
      names: names.flatMap((name) => (result.has(name) ? elementsOf(name, result) : [name])),
    });
  });
}

function elementsOf(name: string, result: Result): string[] {
  const { shape } = result.describe(name);
  if (shape.length === 0) return [name];
  const [rows = 0, columns] = shape;
  const names: string[] = [];
  for (let i = 1; i <= rows; i++) {
    if (columns === undefined) names.push(`${name}[${i}]`);
    else for (let j = 1; j <= columns; j++) names.push(`${name}[${i},${j}]`);
  }
  return names.slice(0, mostElements);
}

/** The panels with one more signal, beside signals of its unit. */
export function panelFor(panels: readonly string[][], name: string, result: Result | undefined): string[][] {
  const unit = unitOf(name, result);
  const at = panels.findIndex((panel) => {
    const { across, names } = panelNames(panel);
    return across === undefined && names.length < 8 && unitOf(names[0]!, result) === unit;
  });
  if (at < 0) return [...panels, [name]];
  return panels.map((names, k) => (k === at ? [...names, name] : names));
}

export function unitOf(name: string, result: Result | undefined): string {
  return result?.has(name) === true ? result.describe(name).unit : "";
}

/** Energies of the model, total last, and its momentum, in panels by unit; empty when it has none. */
export function balancePanels(result: Result | undefined): string[][] {
  const names = result?.names() ?? [];
  const rank = (name: string): number => (name.endsWith("total") || name.endsWith("balance") ? 1 : 0);
  const energies = names.filter((name) => /(^|\.)energy\.\w+$/.test(name)).sort((a, b) => rank(a) - rank(b));
  const momenta = ["linear", "angular"].map((kind) =>
    names.filter((name) => name.endsWith(`momentum.${kind}`)).flatMap((name) => elementsOf(name, result!)),
  );
  return [energies, ...momenta].map((panel) => panel.slice(0, 8)).filter((panel) => panel.length > 0);
}
