/**
 * Start values of joints and free objects that `.with` gave as attributes: `rev.with({ phi: { init: 1 } })`. Hidden coordinates are
 * parameters with their start value, so the attribute becomes the value.
 */
import { ModelDefinition } from "../language/model.ts";
import type { DefinitionView } from "../language/predefined.ts";
import { ParameterDeclaration, VariableDeclaration } from "../language/values.ts";
import type { Blueprint } from "./blueprint.ts";

/** Part of a model by its path; undefined inside arrays of components. */
export function partAt(definition: DefinitionView, path: string): DefinitionView | undefined {
  let at: DefinitionView | undefined = definition;
  for (const name of path.split(".")) {
    const entry: unknown = at?.entries.get(name);
    at = entry instanceof ModelDefinition ? entry : undefined;
  }
  return at;
}

export interface GivenStarts {
  /** Changes of the model, for `.with`. */
  readonly changes: Readonly<Record<string, unknown>>;
  /** Names `joint.phi` of values that must hold. */
  readonly held: ReadonlySet<string>;
}

/**
 * `observed`: names of coordinates of joints on loops that equations observe. The loops are closed with what was given of them, which
 * may not be possible: no other condition of the start is needed.
 */
export function givenStarts(
  definition: DefinitionView,
  { objects, joints }: Blueprint,
  observed: readonly string[],
): GivenStarts {
  const changes: Record<string, unknown> = {};
  const held = new Set<string>();
  for (const { path } of [...objects, ...joints]) {
    for (const [name, entry] of partAt(definition, path)?.entries ?? []) {
      if (!(entry instanceof ParameterDeclaration || entry instanceof VariableDeclaration)) continue;
      const { init, start, value, unit } = entry.attributes as Readonly<Record<string, unknown>>;
      const given = init ?? start;
      if (value === undefined || given === undefined || given === null) continue;
      if (init !== undefined && init !== null) held.add(`${path}.${name}`);
      const parameter = new ParameterDeclaration({ value: given as number, unit: unit as string, hideResult: true });
      place(changes, [...path.split("."), name], parameter);
    }
  }
  for (const name of observed) {
    const way = name.split(".");
    const entry = partAt(definition, way.slice(0, -1).join("."))?.entries.get(way[way.length - 1]!);
    const init = entry instanceof VariableDeclaration ? entry.attributes.init : undefined;
    if (init !== undefined && init !== null) place(changes, way, { init: null, start: init });
  }
  return { changes, held };
}

function place(target: Record<string, unknown>, way: readonly string[], value: unknown): void {
  const [first, ...rest] = way as [string, ...string[]];
  if (rest.length === 0) target[first] = value;
  else {
    target[first] ??= {};
    place(target[first] as Record<string, unknown>, rest, value);
  }
}
