/**
 * What equations of the model use of its mechanism: positions, orientations and velocities of frames, coordinates of joints, motions of
 * bodies; and forces and torques that other elements put on frames.
 */
import { derivativeOf, newEquation } from "../../compile/state.ts";
import type { ModelDefinition } from "../../language/model.ts";
import { Var } from "../../language/values.ts";
import { WorldForce, WorldTorque } from "../../multibody/forces/worldLoads.ts";
import type { Expr } from "../../symbolic/expression.ts";
import type { VariableIndex } from "../../symbolic/indices.ts";
import type { ModelLowering } from "../flat/lowering.ts";
import type { ClassInstance, ComponentNode, ScalarValue } from "../model.ts";
import { isScalarKind } from "../values/arrays.ts";
import type { Load } from "./frameForces.ts";
import type { Mechanism } from "./mechanism.ts";
import type { MechanismBuilder } from "./mechanismBuilder.ts";
import { NotNative } from "./notNative.ts";

/** A position that equations differentiate: variable of the model, and value of the mechanism. */
interface Observed {
  readonly variable: VariableIndex;
  readonly inside: string;
}

export class Readings {
  private readonly l: ModelLowering;
  private readonly mechanism: Mechanism;
  private readonly builder: MechanismBuilder;
  /** Variables of the model by what they are called in the mechanism. */
  private readonly shared: Map<string, Expr>;
  private readonly entries: Record<string, unknown> = {};
  private readonly equations: string[] = [];
  private readonly observed: Observed[] = [];
  /** Elements with frames that are not parts: their equations stay beside the mechanism. */
  readonly beside = new Set<string>();

  constructor(l: ModelLowering, mechanism: Mechanism, builder: MechanismBuilder, shared: Map<string, Expr>) {
    this.l = l;
    this.mechanism = mechanism;
    this.builder = builder;
    this.shared = shared;
  }

  /** `used`: components of the model with variables, by path. */
  collect(used: ReadonlyMap<string, ComponentNode>): void {
    const { builder, mechanism, l } = this;
    const known = new Set([...this.shared.values()].map(({ id }) => id));
    const faces = new Set([...builder.shared.map(({ outside }) => outside.replace(/\[\d+\]$/, "")), ...builder.zeros]);
    for (const [path, node] of used) {
      const place = this.placeOf(node);
      if (place === undefined || faces.has(path)) continue;
      const value = l.valueOf(node) as ScalarValue;
      if (!isScalarKind(value) || value.elements.every(({ id }) => known.has(id))) continue;
      const frame = mechanism.frames.get(frameOf(node));
      const owner = frameOf(node).owner?.owner;
      const isOwn = owner !== undefined && mechanism.partOf.has(owner);
      if (frame !== undefined && owner !== undefined && !isOwn && owner.path !== "") this.beside.add(owner.path);
      if (frame !== undefined && node.flow === "flow" && !isOwn) this.load(frame, node, value);
      else if (frame !== undefined && node.name === "r_0" && this.isDifferentiated(value)) this.follow(frame, value);
      else {
        const meaning = builder.meanings.get(path) ?? (frame && this.frameMeaning(frame, node.name));
        if (meaning !== undefined) this.read(meaning, value);
        else if (frame !== undefined || node.flow !== "flow" || !this.isOnFace(node))
          throw new NotNative(place, `the model uses its variable "${path.slice(place.length + 1)}"`);
      }
    }
  }

  /** Path of the part or frame that a variable belongs to. */
  private placeOf(node: ComponentNode): string | undefined {
    const { partOf, frames } = this.mechanism;
    for (let at: ClassInstance | undefined = node.owner; at !== undefined; at = at.owner?.owner)
      if (partOf.has(at) || frames.has(at)) return at.path;
    return undefined;
  }

  /** Supports of joints and the like: what flows there follows from connections. */
  private isOnFace(node: ComponentNode): boolean {
    const part = node.owner.owner?.owner;
    return part !== undefined && this.mechanism.partOf.has(part);
  }

  private frameMeaning(frame: string, name: string): string | undefined {
    const object = this.builder.placeOfFrame(frame);
    if (name === "r_0") return `${object}.r_abs`;
    if (name === "T") return `${object}.R_abs`;
    return name === "w" ? `${this.builder.motionOf(object)}.w_a` : undefined;
  }

  /** A variable of the mechanism with the value, under a name of its own. */
  private value(meaning: string, shape: readonly number[]): string {
    const name = `_read${this.equations.length + 1}`;
    this.entries[name] = Var({ hideResult: true, ...(shape.length > 0 && { size: [...shape] }) });
    this.equations.push(`${name} = ${meaning}`);
    return name;
  }

  private read(meaning: string, { shape, elements }: ScalarValue): void {
    const name = this.value(meaning, shape);
    elements.forEach((e, i) => this.shared.set(elementName(name, shape, i), e));
  }

  /** What an element of the model puts on a frame acts on the body there, in axes of the frame. */
  private load(frame: string, node: ComponentNode, { elements }: ScalarValue): void {
    const { builder, l } = this;
    for (const e of elements) l.state.variables[e.value as VariableIndex]!.isFlow = false;
    if (elements.every((e) => this.isZero(e))) return;
    const obj = builder.placeOfFrame(frame);
    const options = { obj, objCoord: obj };
    const isForce = node.name === "f";
    const kind = isForce ? "force" : "torque";
    const acting: Load = { kind, object: obj, variable: node.path, axes: obj, point: obj, sign: 1 };
    builder.forces.addLoads(frame, [acting], false);
    const element = isForce ? builder.add("force", WorldForce(options)) : builder.add("torque", WorldTorque(options));
    elements.forEach((e, i) =>
      this.shared.set(`${element}.${isForce ? "force" : "torque"}Vector[${i + 1}]`, l.state.b.neg(e)),
    );
  }

  private isZero(e: Expr): boolean {
    const { equations, b } = this.l.state;
    return equations.some(({ left, right }) => (left === e && right === b.zero) || (right === e && left === b.zero));
  }

  private isDifferentiated({ elements }: ScalarValue): boolean {
    return elements.some((e) => this.l.state.variables[e.value as VariableIndex]!.derivative >= 0);
  }

  /** A position whose velocity equations use: both come from the mechanism, and the acceleration where it is used too. */
  private follow(frame: string, { elements }: ScalarValue): void {
    const { state } = this.l;
    const object = this.builder.placeOfFrame(frame);
    const motion = this.builder.motionOf(object);
    const [r, v] = [this.value(`${object}.r_abs`, [3]), this.value(`${motion}.v_0`, [3])];
    const rates = elements.map((e) => derivativeOf(state, e.value as VariableIndex));
    const isFaster = rates.some((rate) => this.feedsDerivative(rate));
    const a = isFaster ? this.value(`${motion}.a_0`, [3]) : "";
    elements.forEach((e, i) => {
      const rate = rates[i]!;
      this.observed.push({ variable: e.value as VariableIndex, inside: `${r}[${i + 1}]` });
      if (!isFaster) this.shared.set(`${v}[${i + 1}]`, state.b.variable(rate));
      else {
        // the velocity is differentiated too: a variable of its own, with the acceleration as its derivative
        const velocity = this.l.newVariable("velocity", "real", false);
        const equation = (left: Expr, right: Expr): void => {
          const source = {
            text: `der(${state.variables[e.value as VariableIndex]!.name})`,
            path: "",
            line: 1,
            kind: "binding" as const,
          };
          state.equations.push(newEquation(left, right, source));
        };
        equation(state.b.variable(velocity), state.b.variable(rate));
        this.observed.push({ variable: velocity, inside: `${v}[${i + 1}]` });
        this.shared.set(`${a}[${i + 1}]`, state.b.variable(derivativeOf(state, velocity)));
      }
    });
  }

  /** Whether a variable that equals this one is differentiated. */
  private feedsDerivative(start: VariableIndex): boolean {
    const { equations, variables } = this.l.state;
    const seen = new Set([start]);
    const list = [start];
    for (const at of list) {
      if (variables[at]!.derivative >= 0) return true;
      for (const { left, right } of equations) {
        if (left.op !== "var" || right.op !== "var") continue;
        const other = left.value === at ? right.value : right.value === at ? left.value : undefined;
        if (other === undefined || seen.has(other)) continue;
        seen.add(other);
        list.push(other);
      }
    }
    return false;
  }

  addedTo(model: ModelDefinition): ModelDefinition {
    return this.equations.length === 0 ? model : model.with({ ...this.entries, equations: this.equations.join("\n") });
  }

  /** Once the mechanism is part of the equations. */
  observe(inside: ReadonlyMap<string, Expr>): void {
    for (const { variable, inside: name } of this.observed) {
      const source = {
        text: `${this.l.state.variables[variable]!.name} = ${name}`,
        path: "",
        line: 1,
        kind: "binding",
      } as const;
      this.l.state.observed.push({ component: "", name, variable, value: inside.get(name)!, source });
    }
  }
}

/** The connector of a variable: that of an orientation is one level further out. */
function frameOf(node: ComponentNode): ClassInstance {
  const isOrientation = node.name === "T" || node.name === "w";
  return (isOrientation ? node.owner.owner?.owner : node.owner) ?? node.owner;
}

function elementName(name: string, shape: readonly number[], i: number): string {
  if (shape.length === 0) return name;
  return shape.length === 1 ? `${name}[${i + 1}]` : `${name}[${Math.floor(i / shape[1]!) + 1},${(i % shape[1]!) + 1}]`;
}
