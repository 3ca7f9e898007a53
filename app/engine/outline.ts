/** What a diagram needs to know of a model: its components, their connectors and parameters, and what is connected. */
import { ModelDefinition } from "../../src/language/model.ts";
import { ParameterDeclaration, VariableDeclaration } from "../../src/language/values.ts";

export interface OutlineConnector {
  readonly name: string;
  /** What may be connected to it: flows of one unit, or a signal in one direction. */
  readonly domain: string;
  readonly direction: "input" | "output" | "both";
}

export interface OutlineParameter {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly description: string;
}

export interface OutlineComponent {
  readonly name: string;
  readonly description: string;
  readonly connectors: readonly OutlineConnector[];
  readonly parameters: readonly OutlineParameter[];
}

export interface Outline {
  readonly components: readonly OutlineComponent[];
  readonly connections: readonly (readonly string[])[];
}

/** More components than anybody reads in one picture. */
const mostComponents = 2000;

export function outlineOf(model: ModelDefinition): Outline {
  const components: OutlineComponent[] = [];
  for (const [name, entry] of model.entries) {
    if (components.length === mostComponents) break;
    if (entry instanceof ModelDefinition) components.push(componentOf(name, entry));
    else if (Array.isArray(entry))
      entry.forEach((item, k) => {
        if (item instanceof ModelDefinition) components.push(componentOf(`${name}[${k + 1}]`, item));
      });
  }
  return { components, connections: model.connections };
}

export function componentOf(name: string, model: ModelDefinition): OutlineComponent {
  const own = connectorOf("", model);
  const connectors: OutlineConnector[] = own === undefined ? [] : [own];
  const parameters: OutlineParameter[] = [];
  for (const [key, entry] of model.entries) {
    if (entry instanceof ModelDefinition) {
      const connector = connectorOf(key, entry);
      if (connector !== undefined) connectors.push(connector);
    } else if (entry instanceof VariableDeclaration) {
      const { input, output } = entry.attributes;
      if (input === true) connectors.push({ name: key, domain: "signal", direction: "input" });
      else if (output === true) connectors.push({ name: key, domain: "signal", direction: "output" });
    } else if (entry instanceof ParameterDeclaration) {
      const { value, unit, description } = entry.attributes;
      if (typeof value === "number")
        parameters.push({ name: key, value, unit: unit ?? "", description: description ?? "" });
    } else if (typeof entry === "number") parameters.push({ name: key, value: entry, unit: "", description: "" });
  }
  return { name, description: model.description, connectors, parameters };
}

/** A model of nothing but variables, one of which flows; undefined for all others. */
function connectorOf(name: string, model: ModelDefinition): OutlineConnector | undefined {
  if (model.equations.length > 0 || model.predefined !== undefined || model.entries.size === 0) return undefined;
  let domain: string | undefined;
  for (const entry of model.entries.values()) {
    if (!(entry instanceof VariableDeclaration)) return undefined;
    if (entry.attributes.flow === true) domain = entry.attributes.unit ?? "";
  }
  return domain === undefined ? undefined : { name, domain, direction: "both" };
}
