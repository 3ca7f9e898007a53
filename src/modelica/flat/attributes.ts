/** Attributes of the predefined types: which there are, and what each takes. */
import { listNames, suggestName } from "../../errors/nearestName.ts";
import type { ComponentNode, ScalarKind, Value } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import { kindOfType } from "./classKinds.ts";
import { misfit } from "./typeFit.ts";

/** What an attribute takes: a value of the type itself, or of another one. */
const takes = {
  quantity: "String",
  unit: "String",
  displayUnit: "String",
  min: "own",
  max: "own",
  start: "own",
  nominal: "own",
  fixed: "Boolean",
  unbounded: "Boolean",
  stateSelect: "Enumeration",
} as const;

type Attribute = keyof typeof takes;

const ofDiscrete: readonly Attribute[] = ["quantity", "start", "fixed"];
const ofOrdered: readonly Attribute[] = [...ofDiscrete, "min", "max"];

/** Source   Modelica language specification 3.6, sec. 4.9 */
const attributesOf: Readonly<Record<ScalarKind, readonly Attribute[]>> = {
  Real: Object.keys(takes) as Attribute[],
  Integer: ofOrdered,
  Enumeration: ofOrdered,
  Boolean: ofDiscrete,
  String: ofDiscrete,
  Clock: [],
  Object: [],
};

/** Of a predefined type, as modifications name them. */
export function attributeNames(type: string): readonly string[] {
  return attributesOf[type as ScalarKind] ?? [];
}

/** Modifications of a component of a predefined type must name attributes that it has. */
export function checkAttributes(node: ComponentNode): void {
  const kind = kindOfType(node.type) as ScalarKind;
  const known = attributesOf[kind];
  for (const [name, modifier] of node.modifier.entries) {
    if (known.includes(name as Attribute)) continue;
    const scope = modifier.binding?.scope.cls ?? node.member.scope;
    throw modelicaError(
      "E-MODELICA-MODIFIER",
      `"${node.path}" has no attribute "${name}".`,
      { file: scope.syntax.file, at: modifier.at },
      {
        path: node.path,
        because:
          known.length === 0 ? `a ${kind} has no attributes` : `a ${kind} has ${listNames([...known], known.length)}`,
        hint: suggestName(name, [...known], "remove it"),
        data: { name },
      },
    );
  }
}

/** Why a value is not one of an attribute. */
export function attributeMisfit(node: ComponentNode, name: string, value: Value): string | undefined {
  const wanted = takes[name as Attribute];
  if (wanted === "own") return misfit(node.type, value);
  return wanted === value.kind ? undefined : `${name} takes a ${wanted}, a ${value.kind} is given`;
}
