/**
 * Components of 3-D models as documents: the class, and the options with which its constructor makes the same component again.
 *
 * Expressions in a component are looked up further out by one level per component around them; in the document they stand as the
 * user wrote them.
 */
import type { ContactPairMaterial } from "../../contact/contactPairMaterial.ts";
import type { NormalLaw } from "../../contact/laws/law.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { EncodeValue } from "../../language/json.ts";
import { type Entry, ModelDefinition } from "../../language/model.ts";
import { ExpressionText, ParameterDeclaration, VariableDeclaration } from "../../language/values.ts";
import type { ConstraintElement } from "../constraints/constraints.ts";
import type { SelfCollisionElement } from "../constraints/selfCollision.ts";
import type { SceneElement } from "../features/scene.ts";
import type { ShapeElement } from "../features/shapes.ts";
import type { SolidElement } from "../features/solid.ts";
import type { VisualElement } from "../features/visual.ts";
import type { ForceDefinition } from "../forces/forceElement.ts";
import type { JointElement } from "../joints/jointKinds.ts";
import type { ActionsElement } from "../modelActions.ts";
import { documentClasses } from "./classes.ts";
import { lawName, writePairMaterial } from "./materials.ts";

type Options = Record<string, unknown>;
type Element =
  | SceneElement
  | SolidElement
  | VisualElement
  | ShapeElement
  | JointElement
  | ForceDefinition
  | ConstraintElement
  | ActionsElement
  | { readonly kind: string };

/** What belongs to a joint with flange besides its options. */
const ofFlanges = new Set(["flange", "tau", "f"]);
/** They follow from nominalLength when they are not written. */
const dependentDefaults = new Set(["defaultFrameLength", "cameraDistance", "lightDistance"]);
const noUnits = new Set([
  "",
  "1",
  "m",
  "rad",
  "kg",
  "m/s",
  "rad/s",
  "m/s^2",
  "kg*m^2",
  "N",
  "N*m",
  "N/m",
  "N*s/m",
  "s/m",
]);
for (const unit of ["N*m/rad", "N*m*s/rad", "m^3/s^2"]) noUnits.add(unit);

/** The document of a component; undefined when the model is none. */
export function writeComponent(model: ModelDefinition, write: EncodeValue): Options | undefined {
  const element = model.element as Element | undefined;
  return element === undefined ? undefined : new Writer(write).component(model, 1);
}

class Writer {
  private readonly write: EncodeValue;

  constructor(write: EncodeValue) {
    this.write = write;
  }

  /** `level` counts the components around the values, the component itself included. */
  component(model: ModelDefinition, level: number): Options {
    const element = model.element as Element;
    const name = className(element);
    const known = documentClasses[name];
    if (known === undefined) throw cannot(name, "it has no form in a document");
    const options = this.options(model, element, level);
    return { _class: name, ...this.withoutDefaults(name, options) };
  }

  private options(model: ModelDefinition, element: Element, level: number): Options {
    const options: Options = {};
    const hasFlange = element.kind === "joint" && (element as JointElement).hasFlange;
    const fixed = element.kind === "joint" ? (element as JointElement).fixed : [];
    const isShape = element.kind === "Shape";
    if (isShape) Object.assign(options, shapeData((element as ShapeElement).shape));
    const { inputs = [], flange } = element.kind === "force" ? (element as ForceDefinition) : {};
    const variables = flange === undefined ? [] : ["flange", flange.position, flange.velocity];
    for (const [name, entry] of model.entries) {
      if ((hasFlange && ofFlanges.has(name)) || variables.includes(name)) continue;
      if (inputs.some((input) => input === name || input.startsWith(`${name}[`))) continue;
      const value = this.value(entry, level);
      options[name] = fixed.includes(name) && !hasFlange ? { _class: "Var", init: value } : value;
    }
    Object.assign(options, this.ofElement(element, options));
    return options;
  }

  /** Options that are no names of the model: materials, functions. */
  private ofElement(element: Element, entries: Options): Options {
    switch (element.kind) {
      case "Scene":
        return sceneOptions(element as SceneElement);
      case "Solid": {
        const { contactModel, parts, friction, visualMaterial, solidMaterial, massMaterial } = element as SolidElement;
        return {
          contactModel,
          ...(friction !== undefined && { frictionCoefficient: friction }),
          ...(parts !== undefined && { convexParts: parts.map(shapeData) }),
          visualMaterial: visualMaterial === undefined ? null : materialData("VisualMaterial", visualMaterial),
          ...(solidMaterial !== undefined && { solidMaterial: materialData("SolidMaterial", solidMaterial) }),
          ...(massMaterial !== undefined && { massProperties: materialData("SolidMaterial", massMaterial) }),
        };
      }
      case "Visual":
        return { visualMaterial: materialData("VisualMaterial", (element as VisualElement).visualMaterial) };
      case "force":
        return this.further((element as ForceDefinition).document?.options ?? {}, entries);
      case "coupling":
        return { coordinates: (element as ConstraintElement & { readonly kind: "coupling" }).coordinates };
      case "selfCollision": {
        const { objects, pairs } = element as SelfCollisionElement;
        return { objects, pairs };
      }
      case "actions":
        return { program: this.write((element as ActionsElement).program) };
      default:
        return {};
    }
  }

  /** Functions and constants of a force element; functions among the laws of three axes. */
  private further(options: Options, entries: Options): Options {
    return Object.fromEntries(
      Object.entries(options).map(([name, value]) => {
        if (!Array.isArray(value)) return [name, this.write(value)];
        const factors = entries[name];
        const list = value.map((law, k) => this.write(law ?? (Array.isArray(factors) ? factors[k] : 0)));
        return [name, list];
      }),
    );
  }

  private value(entry: Entry, level: number): unknown {
    if (entry instanceof ModelDefinition) return this.component(entry, level + 1);
    if (entry instanceof VariableDeclaration) {
      const { init, start } = entry.attributes;
      const given = init ?? start;
      const name = init === undefined || init === null ? "start" : "init";
      return { _class: "Var", ...(given !== undefined && given !== null && { [name]: this.write(given) }) };
    }
    if (entry instanceof ParameterDeclaration) {
      const { value, unit, hideResult: _, ...rest } = entry.attributes;
      const plain = this.value(value as Entry, level);
      if (Object.keys(rest).length === 0 && noUnits.has(unit ?? "")) return plain;
      return { _class: "Par", value: plain, unit, ...rest };
    }
    if (entry instanceof ExpressionText) return this.write(new ExpressionText(entry.text, entry.levelsUp - level));
    return this.write(entry);
  }

  /** What the constructor would give without being told need not be written. */
  private withoutDefaults(name: string, options: Options): Options {
    const { sample, make } = documentClasses[name]!;
    const isRequired = (key: string): boolean => sample !== undefined && Object.hasOwn(sample, key);
    let defaults: Options = {};
    try {
      const made = make((sample ?? {}) as never);
      if (made instanceof ModelDefinition) defaults = this.options(made, made.element as Element, 1);
      else defaults = shapeData(made as ShapeElement["shape"]);
    } catch {
      // a class that cannot be made from so little is written with everything
    }
    const isOther = (key: string, value = options[key]): boolean =>
      JSON.stringify(value) !== JSON.stringify(defaults[key]);
    return Object.fromEntries(
      Object.entries(options).filter(
        ([key, value]) =>
          isRequired(key) || (dependentDefaults.has(key) && isOther("nominalLength")) || isOther(key, value),
      ),
    );
  }
}

function className(element: Element): string {
  switch (element.kind) {
    case "joint": {
      const { joint, hasFlange } = element as JointElement;
      return `${joint[0]!.toUpperCase()}${joint.slice(1)}${hasFlange ? "WithFlange" : ""}`;
    }
    case "fix":
      return "Fix";
    case "force":
      return (element as ForceDefinition).document?.type ?? "a force element";
    case "actions":
      return "ModelActions";
    case "rod":
      return "Rod";
    case "rolling":
      return (element as { isBall?: boolean }).isBall === true ? "RollingBall" : "RollingWheel";
    case "coupling":
      return "JointCoupling";
    case "selfCollision":
      return "SelfCollision";
    case "Shape":
      return (element as ShapeElement).shape.kind;
    default:
      return element.kind;
  }
}

/** Everything of a shape that is no dimension. */
function shapeData(shape: ShapeElement["shape"]): Options {
  const { kind, ...rest } = shape as unknown as Options;
  if (kind === "FileMesh") return {};
  const plain = (value: unknown): unknown => (ArrayBuffer.isView(value) ? Array.from(value as never) : value);
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, plain(value)]));
}

/** Without what is not known, and without the marks of a material that nobody chose. */
function materialData(name: string, material: object): Options | undefined {
  if ("isUnset" in material) return undefined;
  return { _class: name, ...finiteOnly(material) };
}

function finiteOnly(data: object): Options {
  return Object.fromEntries(
    Object.entries(data).filter(([, value]) => typeof value !== "number" || Number.isFinite(value)),
  );
}

function sceneOptions({ solidMaterials, contactPairMaterials, contact }: SceneElement): Options {
  const pairs = Object.entries(contactPairMaterials).map(([pair, material]) => {
    const data = writePairMaterial(material as ContactPairMaterial);
    if (data === undefined) throw cannot(`the contact law of "${pair}"`, "it consists of functions");
    return [pair, data] as const;
  });
  const law = contact.contactLaw === undefined ? undefined : lawName(contact.contactLaw as NormalLaw | string);
  if (contact.contactLaw !== undefined && law === undefined) throw cannot("contactLaw", "it consists of functions");
  const solids = Object.entries(solidMaterials).map(([name, material]) => [name, finiteOnly(material)]);
  return {
    ...(solids.length > 0 && { solidMaterials: Object.fromEntries(solids) }),
    ...(pairs.length > 0 && { contactPairMaterials: Object.fromEntries(pairs) }),
    ...(Object.keys(contact).length > 0 && { contact: { ...contact, ...(law !== undefined && { contactLaw: law }) } }),
  };
}

function cannot(what: string, because: string): RattlebackError {
  return new RattlebackError("E-JSON", `A model with ${what} cannot be written as JSON.`, {
    because,
    hint: "write the model without it, and add it when reading: modelFromJson(text).with({ … })",
  });
}
