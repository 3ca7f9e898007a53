/** What a diagram needs to know of a model: its components, their connectors and parameters, and what is connected. */
import type { ClassIcon, IconPlace } from "../../src/entries/modelica.ts";
import { ModelDefinition } from "../../src/language/model.ts";
import { ParameterDeclaration, VariableDeclaration } from "../../src/language/values.ts";

export interface OutlineConnector {
  readonly name: string;
  /** What may be connected to it: flows of one unit, or a signal in one direction. */
  readonly domain: string;
  readonly direction: "input" | "output" | "both";
  /** Names of its variables with their units, in the component: `p.v`, `p.i`; of a signal its own. */
  readonly variables: readonly (readonly [name: string, unit: string])[];
  /** In the icon of the component, where that has one. */
  readonly place?: IconPlace;
}

export interface OutlineParameter {
  readonly name: string;
  /** undefined: an expression. */
  readonly value: number | undefined;
  readonly unit: string;
  readonly description: string;
  readonly min?: number;
  readonly max?: number;
}

export interface OutlineComponent {
  readonly name: string;
  readonly description: string;
  readonly connectors: readonly OutlineConnector[];
  readonly parameters: readonly OutlineParameter[];
  /** What it is made of, when that are components again. */
  readonly inside?: Outline;
  /** Of a class of Modelica: its full name, its drawing, where the class that holds it has it, and whether that is a base. */
  readonly type?: string;
  readonly icon?: ClassIcon;
  readonly place?: IconPlace;
  readonly isInherited?: boolean;
}

export interface Outline {
  readonly components: readonly OutlineComponent[];
  readonly connections: readonly (readonly string[])[];
  /** Corners of lines that a base has drawn, in its own coordinates, by their ends. */
  readonly lines?: readonly (readonly [ends: string, points: readonly (readonly [number, number])[]])[];
}

/** More components than anybody reads in one picture, and deeper than anybody opens. */
const mostComponents = 2000;
const deepest = 5;

export function outlineOf(model: ModelDefinition, depth = 0): Outline {
  const components: OutlineComponent[] = [];
  const take = (name: string, part: ModelDefinition): void => {
    if (components.length === mostComponents) return;
    const component = componentOf(name, part, depth + 1);
    // objects in space are in the scene
    if (part.element === undefined || component.connectors.length > 0) components.push(component);
  };
  for (const [name, entry] of model.entries) {
    if (entry instanceof ModelDefinition) take(name, entry);
    else if (Array.isArray(entry))
      entry.forEach((item, k) => {
        if (item instanceof ModelDefinition) take(`${name}[${k + 1}]`, item);
      });
  }
  return { components, connections: model.connections };
}

/** `depth` 0: what is inside is left out. */
export function componentOf(name: string, model: ModelDefinition, depth = 0): OutlineComponent {
  const own = connectorOf("", model);
  const connectors: OutlineConnector[] = own === undefined ? [] : [own];
  const parameters: OutlineParameter[] = [];
  for (const [key, entry] of model.entries) {
    if (entry instanceof ModelDefinition) {
      const connector = connectorOf(key, entry);
      if (connector !== undefined) connectors.push(connector);
    } else if (entry instanceof VariableDeclaration) {
      const { input, output, unit } = entry.attributes;
      const variables = [[key, unit ?? ""]] as const;
      if (input === true) connectors.push({ name: key, domain: "signal", direction: "input", variables });
      else if (output === true) connectors.push({ name: key, domain: "signal", direction: "output", variables });
    } else if (entry instanceof ParameterDeclaration) {
      const { value, unit, description, min, max, hideResult } = entry.attributes;
      if (typeof value === "number" && hideResult !== true)
        parameters.push({
          name: key,
          value,
          unit: unit ?? "",
          description: description ?? "",
          ...(typeof min === "number" && { min }),
          ...(typeof max === "number" && { max }),
        });
    } else if (typeof entry === "number") parameters.push({ name: key, value: entry, unit: "", description: "" });
  }
  const inside = depth === 0 || depth > deepest ? undefined : outlineOf(model, depth);
  const hasInside = (inside?.components ?? []).some((part) =>
    part.connectors.every((connector) => connector.name !== ""),
  );
  const { description } = model;
  return { name, description, connectors, parameters, ...(inside !== undefined && hasInside && { inside }) };
}

/** A model of nothing but variables, one of which flows; undefined for all others. */
function connectorOf(name: string, model: ModelDefinition): OutlineConnector | undefined {
  if (model.equations.length > 0 || model.predefined !== undefined || model.entries.size === 0) return undefined;
  let domain: string | undefined;
  const variables: (readonly [string, string])[] = [];
  for (const [key, entry] of model.entries) {
    if (!(entry instanceof VariableDeclaration)) return undefined;
    const unit = entry.attributes.unit ?? "";
    variables.push([name === "" ? key : `${name}.${key}`, unit]);
    if (entry.attributes.flow === true) domain = unit;
  }
  return domain === undefined ? undefined : { name, domain, direction: "both", variables };
}
