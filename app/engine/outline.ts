/** What a diagram needs to know of a model: its components, their connectors and parameters, and what is connected. */
import type { ClassIcon, IconPlace } from "../../src/entries/modelica.ts";
import { ModelDefinition } from "../../src/language/model.ts";
import { ParameterDeclaration, VariableDeclaration } from "../../src/language/values.ts";

export interface OutlineConnector {
  readonly name: string;
  /** Of a class of Modelica: full name of its own class; undefined for an array. */
  readonly type?: string;
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
  /** Of a vector with three elements that are numbers. */
  readonly values?: readonly number[];
  readonly min?: number;
  readonly max?: number;
}

export interface OutlineComponent {
  readonly name: string;
  readonly description: string;
  readonly connectors: readonly OutlineConnector[];
  readonly parameters: readonly OutlineParameter[];
  /** Names that it takes from the model around. */
  readonly needs?: readonly string[];
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
  const needs: string[] = [];
  for (const [key, entry] of model.entries) {
    if (entry instanceof ModelDefinition) {
      const connector = connectorOf(key, entry);
      if (connector !== undefined) connectors.push(connector);
    } else if (Array.isArray(entry)) {
      for (const [k, item] of entry.entries()) {
        const connector = item instanceof ModelDefinition ? connectorOf(`${key}[${k + 1}]`, item) : undefined;
        if (connector !== undefined) connectors.push(connector);
      }
    } else if (entry instanceof VariableDeclaration) {
      const { input, output, unit, outer } = entry.attributes;
      const variables = [[key, unit ?? ""]] as const;
      if (outer === true) needs.push(key);
      else if (input === true) connectors.push({ name: key, domain: "signal", direction: "input", variables });
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
  return {
    ...{ name, description, connectors, parameters },
    ...(needs.length > 0 && { needs }),
    ...(inside !== undefined && hasInside && { inside }),
  };
}

/** A model without equations and components, in which something flows; undefined for all others. */
function connectorOf(name: string, model: ModelDefinition): OutlineConnector | undefined {
  if (model.equations.length > 0 || model.predefined !== undefined) return undefined;
  const flows: string[] = [];
  const variables: (readonly [string, string])[] = [];
  for (const [key, entry] of model.entries) {
    if (entry instanceof ModelDefinition || Array.isArray(entry)) return undefined;
    // parameters, such as the medium of a fluid, are not connected
    if (!(entry instanceof VariableDeclaration)) continue;
    const { unit, flow, size } = entry.attributes;
    if (size === undefined) variables.push([name === "" ? key : `${name}.${key}`, unit ?? ""]);
    if (flow === true) flows.push(unit ?? "");
  }
  return flows.length === 0 ? undefined : { name, domain: flows.join(", "), direction: "both", variables };
}
