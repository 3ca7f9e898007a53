/**
 * What of a model is a mechanism: parts of Modelica.Mechanics.MultiBody whose equations are not lowered, because the mechanics of Rattleback
 * computes them, and frames, which connections join.
 */
import { DisjointSets } from "../../compile/disjointSets.ts";
import { isConnector } from "../flat/classKinds.ts";
import { type ClassInstance, type ComponentNode, isComponentMember } from "../model.ts";
import type { ModelicaContacts } from "./contactOptions.ts";

const frameClass = "Modelica.Mechanics.MultiBody.Interfaces.Frame";

/** A component of the library that is taken out of the flat model. */
export interface Part {
  readonly instance: ClassInstance;
  /** Full name of its class in the library. */
  readonly className: string;
}

export class Mechanism {
  /** In the order of the model. */
  readonly parts: Part[] = [];
  readonly partOf = new Map<ClassInstance, Part>();
  /** Frames of the model by instance, with their paths. */
  readonly frames = new Map<ClassInstance, string>();
  private readonly joined = new DisjointSets<string>();
  private readonly known: { has(className: string): boolean };

  readonly contacts: ModelicaContacts | undefined;

  /** `known`: full names of the classes that can be handed over. */
  constructor(known: { has(className: string): boolean }, contacts?: ModelicaContacts) {
    this.known = known;
    this.contacts = contacts;
  }

  /** Whether an instance is a part of the mechanism, to be kept out of the flat model. */
  takes(instance: ClassInstance): boolean {
    const className = this.classOf(instance);
    if (className === undefined) return false;
    const part: Part = { instance, className };
    this.parts.push(part);
    this.partOf.set(instance, part);
    return true;
  }

  /** The nearest class of the library that is known, when the classes that extend it change values only. */
  private classOf(instance: ClassInstance): string | undefined {
    void instance.members;
    const { lineage } = instance;
    for (let k = lineage.length - 1; k >= 0; k--) {
      const { qualifiedName } = lineage[k]!;
      if (this.known.has(qualifiedName)) return qualifiedName;
      if (!givesValuesOnly(lineage[k]!)) return undefined;
    }
    return undefined;
  }

  /** What of a part the model around may be connected to beside frames: flanges and signals. */
  facesOf(instance: ClassInstance, component: (name: string) => ComponentNode): ComponentNode[] {
    return instance.members
      .filter(isComponentMember)
      .filter(({ isProtected }) => !isProtected)
      .map(({ name }) => component(name))
      .filter((node) => isFrame(node.type) || (isConnector(node.type) && node.causality !== "output"));
  }

  /** Whether an instance is a part, or inside one. */
  holds(instance: ClassInstance): boolean {
    for (let at: ClassInstance | undefined = instance; at !== undefined; at = at.owner?.owner)
      if (this.partOf.has(at)) return true;
    return false;
  }

  addFrame(node: ComponentNode): void {
    for (const instance of node.instances) {
      this.frames.set(instance, instance.path);
      this.joined.find(instance.path);
    }
  }

  join(a: string, b: string): void {
    this.joined.join(a, b);
  }

  /** Frames that are one place, all by the path of one of them. */
  placeOf(frame: string): string {
    return this.joined.find(frame);
  }
}

export function isFrame(type: ClassInstance): boolean {
  void type.members;
  return type.lineage.some(({ qualifiedName }) => qualifiedName === frameClass);
}

function givesValuesOnly({ syntax: { body } }: ClassInstance): boolean {
  if (body.kind === "short") return true;
  if (body.kind !== "long") return false;
  return (
    body.equations.length + body.initialEquations.length + body.algorithms.length + body.initialAlgorithms.length ===
      0 &&
    body.elements.every(
      (element) =>
        element.kind !== "component" || element.variability === "parameter" || element.variability === "constant",
    )
  );
}
