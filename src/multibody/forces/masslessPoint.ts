/**
 * A point without mass between springs and dampers: it is where their forces are in balance.
 *
 *     0 = Σ t_i·n_i + F                 n_i  from the point to the i-th object,  t_i  pull of the i-th strand,  F  force of equations
 *     t = t_0 + c·(l − l_0)             without dampers: equations for the position; its velocity follows from their derivative,
 *                                       Σ A_i·(u_i − v) = 0,  A = c·n·nᵀ + t/l·(1 − n·nᵀ),  u_i  velocity of the i-th object
 *     t = t_0 + c·(l − l_0) + d·l'      with dampers: equations for the velocity, A = d·n·nᵀ, and the position is a state
 *
 * ΣA must be positive definite: a point without mass stays only in a stable balance, and jumps where stability ends; dampers in some
 * directions leave its velocity open in the others. That is asserted, with A per sum of stiffnesses or dampings.
 */
import { checkOptionNames } from "../../errors/optionNames.ts";
import { Model, type ModelDefinition } from "../../language/model.ts";
import { expr, ParameterDeclaration, Var } from "../../language/values.ts";
import {
  oneLevelDeeper,
  type Scalar,
  scalarParameter,
  type Vector,
  vectorParameter,
  wrongQuantity,
} from "../quantities.ts";
import { inputVariable } from "./inputLoads.ts";
import { SensorResult } from "./sensorResult.ts";
import { WorldForce } from "./worldLoads.ts";

export interface StrandOptions {
  /** Name of the object whose origin the strand leads to. */
  readonly obj: string;
  /** N/m. Default 0. */
  readonly stiffness?: Scalar;
  /** Length without spring force, m. Default 0. */
  readonly nominalLength?: Scalar;
  /** Pull at that length, N. Default 0. */
  readonly nominalForce?: Scalar;
  /** N·s/m; without it the strand has no damper. */
  readonly damping?: Scalar;
}

export interface MasslessPointOptions {
  readonly strands: readonly StrandOptions[];
  /** m, in world axes: near the balance; with dampers the start value. Default [0, 0, 0]. */
  readonly position?: Vector;
  /** true: equations give `forceVector`, a force on the point in N and world axes. Without dampers its velocity is then unknown. Default false. */
  readonly takesForce?: boolean;
}

const owner = "MasslessPoint";
/** Below this part of the stiffnesses a balance counts as indifferent. */
const indifferent = 1e-14;

function notNegative({ attributes }: ParameterDeclaration): ParameterDeclaration {
  return new ParameterDeclaration({ min: 0, ...attributes });
}

/** `position` and `velocity` of the end come from outside. */
export function strand(
  options: StrandOptions,
  owner: string,
  isPointDamped: boolean,
  hasVelocity: boolean,
): ModelDefinition {
  checkOptionNames(options, ["obj", "stiffness", "nominalLength", "nominalForce", "damping"], `${owner}.strands`);
  const { obj, stiffness = 0, nominalLength = 0, nominalForce = 0, damping } = options;
  if (typeof obj !== "string" || obj === "") throw wrongQuantity(owner, "strands", options, "a list of { obj, … }");
  const isDamped = damping !== undefined;
  const hasMatrix = isDamped || !isPointDamped;
  const along = "outerProduct(direction, direction)";
  return oneLevelDeeper(
    Model({
      stiffness: scalarParameter(stiffness, "N/m", owner, "stiffness"),
      nominalLength: notNegative(scalarParameter(nominalLength, "m", owner, "nominalLength")),
      nominalForce: scalarParameter(nominalForce, "N", owner, "nominalForce"),
      ...(isDamped && { damping: scalarParameter(damping, "N*s/m", owner, "damping") }),
      sensor: SensorResult({ obj }),
      load: WorldForce({ obj }),
      position: Var({ size: [3], unit: "m", hideResult: true }),
      ...(hasVelocity && { velocity: Var({ size: [3], unit: "m/s", hideResult: true }), rate: Var({ unit: "m/s" }) }),
      direction: Var({ size: [3], unit: "1", hideResult: true }),
      ...(hasMatrix && { A: Var({ size: [3, 3], unit: isDamped ? "N*s/m" : "N/m", hideResult: true }) }),
      length: Var({ unit: "m" }),
      spring: Var({ unit: "N", hideResult: true }),
      force: Var({ unit: "N", description: "pull of spring and damper" }),
      energy: Var({ unit: "J" }),
      equations: `
        length = norm(sensor.translation - position)
        direction = (sensor.translation - position)/length
        ${hasVelocity ? "rate = dot(direction, sensor.velocity - velocity)" : ""}
        spring = nominalForce + stiffness*(length - nominalLength)
        force = spring${isDamped ? " + damping*rate" : ""}
        energy = (nominalForce + 0.5*stiffness*(length - nominalLength))*(length - nominalLength)
        ${isDamped ? `A = damping*${along}` : hasMatrix ? `A = stiffness*${along} + spring/length*(identity(3) - ${along})` : ""}
        load.forceVector = -force*direction`,
    }),
  );
}

/**
 * A point without mass that strands of springs and dampers hold: a knot in a net, the joint of two springs one behind the other.
 *
 * Results: position, velocity (in world axes), energy; of each strand `strand1.length`, `.force`, `.energy`, `.rate`.
 *
 * ```ts
 * import { instantiate, MasslessPoint, Model3D, Object3D, Scene, simulate } from "rattleback";
 *
 * const hook = (x: number) => Object3D({ parent: "world", translation: [x, 0, 0] });
 * const Knot = Model3D({
 *   world: Object3D({ feature: Scene() }),
 *   a: hook(-1),
 *   b: hook(1),
 *   knot: MasslessPoint({
 *     strands: [{ obj: "a", stiffness: 100, nominalLength: 0.5 }, { obj: "b", stiffness: 300, nominalLength: 0.5 }],
 *   }),
 * });
 * const result = simulate(instantiate(Knot), { stopTime: 1 });
 * console.log(result.final("knot.position").map((x) => x.toFixed(3)).join(" ")); // 0.250 0.000 0.000
 * ```
 */
export function MasslessPoint(options: MasslessPointOptions): ModelDefinition {
  checkOptionNames(options, ["strands", "position", "takesForce"], owner);
  const { strands, position = [0, 0, 0], takesForce = false } = options;
  if (!Array.isArray(strands) || strands.length < 2)
    throw wrongQuantity(
      owner,
      "strands",
      strands,
      "a list of two strands or more, [{ obj, stiffness, nominalLength }, …]",
    );
  const all = strands as readonly StrandOptions[];
  const isDamped = all.some(({ damping }) => damping !== undefined);
  const names = all.map((_, i) => `strand${i + 1}`);
  const sum = (list: readonly string[], term: (name: string) => string): string => list.map(term).join(" + ");
  const held = names.filter((_, i) => !isDamped || all[i]!.damping !== undefined);
  const force = takesForce ? " + forceVector" : "";
  const lever = (s: string): string => `(${s}.sensor.translation - position)`;
  // in the position alone: lengths are no unknowns of their own, which might become negative
  const balance = `[0, 0, 0] = ${sum(
    names,
    (s) => `(${s}.stiffness + (${s}.nominalForce - ${s}.stiffness*${s}.nominalLength)/norm${lever(s)})*${lever(s)}`,
  )}${force}`;
  const condition = isDamped
    ? "dampers must hold a point without mass in all directions, or there must be none"
    : "a point without mass stays only where its springs hold it in all directions: their balance must be stable";
  // a force of equations moves the balance in ways that only they know
  const hasVelocity = isDamped || !takesForce;
  const motion = `
    A = (${sum(held, (s) => `${s}.A`)})/(${sum(held, (s) => (isDamped ? `${s}.damping` : `${s}.stiffness`))})
    C = [cross(A[:, 2], A[:, 3]), cross(A[:, 3], A[:, 1]), cross(A[:, 1], A[:, 2])]
    determinant = dot(A[:, 1], C[1, :])
    isHeld = min(A[1, 1], min(C[3, 3], determinant)) > ${indifferent}
    assert(isHeld, "${condition}")
    ${hasVelocity ? `velocity = C*(${isDamped ? `${sum(names, (s) => `${s}.spring*${s}.direction`)}${force} + ` : ""}${sum(held, (s) => `${s}.A*${s}.sensor.velocity`)})/(${sum(held, (s) => (isDamped ? `${s}.damping` : `${s}.stiffness`))})/(if isHeld then determinant else 1)` : ""}`;
  return Model({
    _position: vectorParameter(position, "m", owner, "position"),
    position: Var({ size: [3], unit: "m", ...(isDamped ? { init: expr`_position` } : { start: expr`_position` }) }),
    ...(hasVelocity && { velocity: Var({ size: [3], unit: "m/s" }) }),
    A: Var({ size: [3, 3], unit: "1", hideResult: true }),
    C: Var({ size: [3, 3], unit: "1", hideResult: true }),
    determinant: Var({ unit: "1", hideResult: true }),
    isHeld: Var({ start: true, hideResult: true }),
    ...(takesForce && { forceVector: inputVariable("force") }),
    energy: Var({ unit: "J" }),
    ...Object.fromEntries(names.map((name, i) => [name, strand(all[i]!, owner, isDamped, hasVelocity)])),
    equations: `
      ${names.map((s) => `${s}.position = position${hasVelocity ? `; ${s}.velocity = velocity` : ""}`).join("\n")}
      energy = ${sum(names, (s) => `${s}.energy`)}
      ${isDamped ? "der(position) = velocity" : balance}
      ${motion}`,
  });
}
