/**
 * The parts of a Model3D as written: objects, joints, force elements with their paths. No numbers: these belong to a run,
 * which reads them through a Reader.
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { ModelDefinition } from "../language/model.ts";
import type { DefinitionView } from "../language/predefined.ts";
import type { ConstraintElement } from "./constraints/constraints.ts";
import type { GravityKind } from "./features/gravityField.ts";
import type { SceneElement } from "./features/scene.ts";
import type { ShapeElement } from "./features/shapes.ts";
import type { SolidElement } from "./features/solid.ts";
import type { VisualElement } from "./features/visual.ts";
import type { ForceDefinition } from "./forces/forceElement.ts";
import type { JointElement } from "./joints/jointKinds.ts";
import type { ObjectElement } from "./object3D.ts";

export interface FeatureBlueprint {
  readonly element: SceneElement | SolidElement | VisualElement;
  readonly shape: ShapeElement | undefined;
  /** How the mass of a Solid is given: kind of the component, "number", "material" or undefined. */
  readonly massKind: string | undefined;
  readonly gravity: GravityKind | undefined;
}

/** Paths are relative to the Model3D; `scope` is the path of the model that the part stands in. */
export interface ObjectBlueprint {
  readonly path: string;
  readonly scope: string;
  readonly feature: FeatureBlueprint | undefined;
}

export interface JointBlueprint {
  readonly path: string;
  readonly scope: string;
  readonly element: JointElement | { readonly kind: "fix" };
}

export interface ForceBlueprint {
  readonly path: string;
  readonly scope: string;
  readonly definition: ForceDefinition;
}

export interface ConstraintBlueprint {
  readonly path: string;
  readonly scope: string;
  readonly element: ConstraintElement;
}

export interface Blueprint {
  /** Full path of the Model3D. */
  readonly path: string;
  readonly objects: readonly ObjectBlueprint[];
  readonly joints: readonly JointBlueprint[];
  readonly forces: readonly ForceBlueprint[];
  readonly constraints: readonly ConstraintBlueprint[];
  /** Program of actions, when the model has one. */
  readonly actions: { readonly path: string; readonly element: unknown } | undefined;
}

type Element =
  | ObjectElement
  | JointElement
  | ConstraintElement
  | ForceDefinition
  | { readonly kind: "fix" | "actions" | "other" };

/** Collects the parts of a Model3D, also those in the components inside it. */
export function readBlueprint(definition: DefinitionView, path: string): Blueprint {
  const objects: ObjectBlueprint[] = [];
  const joints: JointBlueprint[] = [];
  const forces: ForceBlueprint[] = [];
  const constraints: ConstraintBlueprint[] = [];
  let actions: Blueprint["actions"];
  const visit = (model: DefinitionView, scope: string): void => {
    for (const [name, entry] of model.entries) {
      const items: [string, ModelDefinition][] =
        entry instanceof ModelDefinition
          ? [[name, entry]]
          : Array.isArray(entry) && entry[0] instanceof ModelDefinition
            ? (entry as ModelDefinition[]).map((item, i) => [`${name}_${i + 1}`, item])
            : [];
      for (const [own, item] of items) visitComponent(item, scope, scope === "" ? own : `${scope}.${own}`);
    }
  };
  const visitComponent = (item: ModelDefinition, scope: string, place: string): void => {
    const element = item.element as Element | undefined;
    if (element === undefined) {
      if (item.predefined === undefined) visit(item, place);
    } else if (element.kind === "Object3D") objects.push({ path: place, scope, feature: featureOf(item) });
    else if (element.kind === "joint" || element.kind === "fix")
      joints.push({ path: place, scope, element: element as JointBlueprint["element"] });
    else if (element.kind === "force") forces.push({ path: place, scope, definition: element as ForceDefinition });
    else if (isConstraint(element)) constraints.push({ path: place, scope, element });
    else if (element.kind === "actions") {
      if (actions !== undefined) throw secondProgram(path, actions.path, place);
      actions = { path: place, element };
    }
  };
  visit(definition, "");
  return { path, objects, joints, forces, constraints, actions };
}

function isConstraint(element: Element): element is ConstraintElement {
  return ["rod", "rolling", "coupling", "selfCollision"].includes(element.kind);
}

function featureOf(object: ModelDefinition): FeatureBlueprint | undefined {
  const feature = object.entries.get("feature");
  if (!(feature instanceof ModelDefinition)) return undefined;
  const inside = (name: string): unknown => feature.entries.get(name);
  const kindOf = (value: unknown): string | undefined =>
    value instanceof ModelDefinition ? (value.element as { kind: string } | undefined)?.kind : undefined;
  const shape = inside("shape");
  const mass = inside("massProperties");
  return {
    element: feature.element as FeatureBlueprint["element"],
    shape: shape instanceof ModelDefinition ? (shape.element as ShapeElement) : undefined,
    massKind: mass === undefined ? undefined : (kindOf(mass) ?? (typeof mass === "string" ? "material" : "number")),
    gravity: kindOf(inside("gravityField")) as GravityKind | undefined,
  };
}

function secondProgram(path: string, first: string, second: string): RattlebackError {
  const prefix = path === "" ? "" : `${path}.`;
  return new RattlebackError("E-ACTION-PROGRAM", "The model has two action programs.", {
    path: prefix + second,
    because: `"${prefix}${first}" is one already, and one hand changes the structure`,
    hint: "one program that starts the others: yield* part(act)",
    data: { first: prefix + first, second: prefix + second },
  });
}
