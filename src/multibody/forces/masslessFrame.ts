/**
 * A frame without mass that mounts and strands hold: it is where their forces and torques are in balance.
 *
 *     0 = Σ F_i + F,    0 = Σ (a_i × F_i + T_i) + T          a_i = R·p_i  to the point at which the i-th one holds the frame
 *     without dampers   equations for the position and the orientation (a quaternion); velocities follow from their derivative
 *     with dampers      both are states, and the same equations give the velocities
 *     K·(v, ω) = b      K = Σ ⎡   A         −A·[a]           ⎤    b = Σ ⎡ e         ⎤   A, B, e, g of each mount and strand:
 *                             ⎣ [a]·A   B − [a]·A·[a] − [F][a] ⎦          ⎣ a × e + g ⎦   of springs, or of dampers (without [F][a])
 *
 * K must be positive definite: a frame without mass stays only in a stable balance. Its pivots are asserted, one by one, so that the
 * message says which motion is free.
 */
import { checkOptionNames } from "../../errors/optionNames.ts";
import { Model, type ModelDefinition } from "../../language/model.ts";
import { expr, Var } from "../../language/values.ts";
import { type Vector, vectorParameter, wrongQuantity } from "../quantities.ts";
import { inputVariable } from "./inputLoads.ts";
import { isDampedMount, type MountOptions, mount } from "./masslessMount.ts";
import { type StrandOptions, strand } from "./masslessPoint.ts";

export interface FrameStrandOptions extends StrandOptions {
  /** Where it holds the frame: m, axes of the frame. Default [0, 0, 0]. */
  readonly point?: Vector;
}

export interface MasslessFrameOptions {
  readonly mounts?: readonly MountOptions[];
  readonly strands?: readonly FrameStrandOptions[];
  /** m, in world axes: near the balance; with dampers the start value. Default [0, 0, 0]. */
  readonly position?: Vector;
  /** rad, Cardan angles 1-2-3 from the world: likewise. Default [0, 0, 0]. */
  readonly rotation?: Vector;
  /** true: equations give `forceVector` (at the origin of the frame) and `torqueVector`, in world axes. Without dampers its velocity is then unknown. Default false. */
  readonly takesLoad?: boolean;
}

const owner = "MasslessFrame";
/** Below this part of all stiffnesses, or dampings, a motion counts as free. */
const indifferent = 1e-12;
const motions = ["along x", "along y", "along z", "about x", "about y", "about z"];
const indices = [1, 2, 3, 4, 5, 6];

/** K = L·D·Lᵀ, and the solution w of K·w = b; pivots that are not positive are 1, and an assertion has failed. */
function elimination(springs: string, hasVelocity: boolean): string {
  const before = (j: number): number[] => indices.filter((k) => k < j);
  const lines: string[] = [];
  for (const j of indices) {
    lines.push(
      `pivot[${j}] = K[${j}, ${j}]${before(j)
        .map((k) => ` - L[${j}, ${k}]^2*D[${k}]`)
        .join("")}`,
    );
    lines.push(`isHeld[${j}] = pivot[${j}] > ${indifferent}*${j <= 3 ? "gross" : "grossTurn"}`);
    const first = before(j).map((k) => `!isHeld[${k}]`);
    lines.push(
      `assert(${[`isHeld[${j}]`, ...first].join(" || ")}, "${springs} must hold a frame without mass ${motions[j - 1]}, in a stable balance")`,
    );
    lines.push(`D[${j}] = if isHeld[${j}] then pivot[${j}] else 1`);
    for (const i of indices)
      lines.push(
        i < j
          ? `L[${i}, ${j}] = 0`
          : i === j
            ? `L[${i}, ${j}] = 1`
            : `L[${i}, ${j}] = (K[${i}, ${j}]${before(j)
                .map((k) => ` - L[${i}, ${k}]*L[${j}, ${k}]*D[${k}]`)
                .join("")})/D[${j}]`,
      );
    if (hasVelocity) {
      lines.push(
        `y[${j}] = b[${j}]${before(j)
          .map((k) => ` - L[${j}, ${k}]*y[${k}]`)
          .join("")}`,
      );
      const after = indices.filter((k) => k > j);
      lines.push(`w[${j}] = y[${j}]/D[${j}]${after.map((k) => ` - L[${k}, ${j}]*w[${k}]`).join("")}`);
    }
  }
  return lines.join("\n");
}

/**
 * A frame without mass between mounts (springs and dampers along and about three axes, as of a `Bushing`) and strands: a lever, a plate
 * between rubber mounts, mounts one behind the other.
 *
 * Results: position, rotation (Cardan 1-2-3), velocity, angularVelocity (in world axes), energy; of each mount `mount1.translation`,
 * `.rotation`, `.forceVector`, `.torqueVector`, `.energy`; of each strand `strand1.length`, `.force`, `.energy`, `.rate`.
 *
 * ```ts
 * import { instantiate, MasslessFrame, Model3D, Object3D, Scene, simulate } from "rattleback";
 *
 * // a lever that turns about z on a soft mount, between two springs
 * const hook = (x: number) => Object3D({ parent: "world", translation: [x, 1, 0] });
 * const Lever = Model3D({
 *   world: Object3D({ feature: Scene() }),
 *   pivot: Object3D({ parent: "world" }),
 *   a: hook(-1),
 *   b: hook(2),
 *   lever: MasslessFrame({
 *     mounts: [{ obj: "pivot", stiffness: [1e6, 1e6, 1e6], rotationalStiffness: [1e4, 1e4, 0] }],
 *     strands: [
 *       { obj: "a", point: [-1, 0, 0], stiffness: 300, nominalForce: 20, nominalLength: 1 },
 *       { obj: "b", point: [2, 0, 0], stiffness: 100, nominalLength: 1 },
 *     ],
 *   }),
 * });
 * const result = simulate(instantiate(Lever), { stopTime: 0 });
 * console.log(result.final("lever.rotation")[2].toFixed(3)); // -0.029
 * ```
 */
export function MasslessFrame(options: MasslessFrameOptions): ModelDefinition {
  checkOptionNames(options, ["mounts", "strands", "position", "rotation", "takesLoad"], owner);
  const { mounts = [], strands = [], position = [0, 0, 0], rotation = [0, 0, 0], takesLoad = false } = options;
  if (!Array.isArray(mounts) || !Array.isArray(strands) || mounts.length + strands.length === 0)
    throw wrongQuantity(owner, "mounts", mounts, "a list of mounts, [{ obj, stiffness, rotationalStiffness }, …]");
  const allMounts = mounts as readonly MountOptions[];
  const allStrands = strands as readonly FrameStrandOptions[];
  const isDamped = allMounts.some(isDampedMount) || allStrands.some(({ damping }) => damping !== undefined);
  const hasVelocity = isDamped || !takesLoad;
  const names = [...allMounts.map((_, i) => `mount${i + 1}`), ...allStrands.map((_, i) => `strand${i + 1}`)];
  const isMount = (name: string): boolean => name.startsWith("mount");
  /** Those that hold the frame, with what they hold it. */
  const held = names.filter(
    (name) => isMount(name) || !isDamped || allStrands[Number(name.slice(6)) - 1]!.damping !== undefined,
  );
  const sum = (list: readonly string[], term: (name: string) => string): string =>
    list.length === 0 ? "0" : list.map(term).join(" + ");
  const force = (s: string): string => (isMount(s) ? `${s}.forceVector` : `${s}.force*${s}.direction`);
  const spring = (s: string): string => (isMount(s) ? `${s}.spring` : `${s}.spring*${s}.direction`);
  /** In the place alone: lengths are not unknowns of their own, which might become negative. */
  const pull = (s: string): string => {
    const lever = `(${s}.sensor.translation - ${s}.position)`;
    return isMount(s)
      ? `${s}.spring`
      : `(${s}.stiffness + (${s}.nominalForce - ${s}.stiffness*${s}.nominalLength)/norm${lever})*${lever}`;
  };
  const rate = (s: string): string => {
    if (isMount(s)) return `${s}.e`;
    const carried = held.includes(s) ? `${s}.A*${s}.sensor.velocity` : "[0, 0, 0]";
    return isDamped ? `${spring(s)} + ${carried}` : carried;
  };
  const [load, torque] = takesLoad ? [" + forceVector", " + torqueVector"] : ["", ""];
  const turning = (s: string): string =>
    `${isMount(s) ? `${s}.B` : "zeros(3, 3)"} - skew(arm_${s})*${s}.A*skew(arm_${s})${isDamped ? "" : ` - skew(${force(s)})*skew(arm_${s})`}`;
  const gross = (s: string): string => (isMount(s) ? `${s}.gross` : isDamped ? `${s}.damping` : `${s}.stiffness`);
  const hidden = (...size: number[]) => Var({ ...(size.length > 0 && { size }), hideResult: true });
  const motion = `
    Ktt = ${sum(held, (s) => `${s}.A`)}
    Krt = ${sum(held, (s) => `skew(arm_${s})*${s}.A`)}
    Krr = ${sum(held, turning)}
    K = cat(1, cat(2, Ktt, transpose(Krt)), cat(2, Krt, 0.5*(Krr + transpose(Krr))))
    gross = ${sum(held, gross)}
    grossTurn = ${sum(held, (s) => `${gross(s)}*dot(arm_${s}, arm_${s})${isMount(s) ? ` + ${s}.grossTurn` : ""}`)}
    ${hasVelocity ? `b = cat(1, ${sum(names, rate)}${isDamped ? load : ""}, ${sum(names, (s) => `cross(arm_${s}, ${rate(s)})${isMount(s) ? ` + ${s}.g` : ""}`)}${isDamped ? torque : ""})` : ""}
    ${elimination(isDamped ? "dampers" : "springs", hasVelocity)}
    ${hasVelocity ? "velocity = w[1:3]; angularVelocity = w[4:6]" : ""}`;
  const balance = isDamped
    ? `
    der(position) = velocity
    der(s) = -0.5*dot(angularVelocity, v)
    der(v) = 0.5*(s*angularVelocity + cross(angularVelocity, v))`
    : `
    [0, 0, 0] = ${sum(names, pull)}${load}
    [0, 0, 0] = ${sum(names, (n) => `cross(arm_${n}, ${pull(n)})${isMount(n) ? ` + ${n}.springTurn` : ""}`)}${torque}
    1 = s^2 + dot(v, v)`;
  const guess = (value: string) => (isDamped ? { init: expr(value) } : { start: expr(value) });
  return Model({
    _position: vectorParameter(position, "m", owner, "position"),
    _rotation: vectorParameter(rotation, "rad", owner, "rotation"),
    position: Var({ size: [3], unit: "m", ...guess("_position") }),
    rotation: Var({ size: [3], unit: "rad", description: "Cardan angles 1-2-3 from the world" }),
    // scalar and vector of the quaternion
    s: Var({ ...guess(half("ccc - sss")), hideResult: true }),
    v: Var({
      size: [3],
      ...guess(`[${half("scc + css")}, ${half("csc - scs")}, ${half("ccs + ssc")}]`),
      hideResult: true,
    }),
    R: hidden(3, 3),
    ...(hasVelocity && {
      velocity: Var({ size: [3], unit: "m/s" }),
      angularVelocity: Var({ size: [3], unit: "rad/s" }),
      b: hidden(6),
      y: hidden(6),
      w: hidden(6),
    }),
    Ktt: hidden(3, 3),
    Krt: hidden(3, 3),
    Krr: hidden(3, 3),
    K: hidden(6, 6),
    L: hidden(6, 6),
    pivot: hidden(6),
    D: hidden(6),
    isHeld: Var({ size: [6], start: indices.map(() => true), hideResult: true }),
    gross: hidden(),
    grossTurn: hidden(),
    ...(takesLoad && { forceVector: inputVariable("force"), torqueVector: inputVariable("torque") }),
    energy: Var({ unit: "J" }),
    ...Object.fromEntries(
      [...allMounts, ...allStrands].flatMap(({ point = [0, 0, 0] }, i) => [
        [`_point_${names[i]}`, vectorParameter(point, "m", owner, "point")],
        [`arm_${names[i]}`, hidden(3)],
      ]),
    ),
    ...Object.fromEntries(allMounts.map((given, i) => [names[i], mount(given, owner, isDamped, hasVelocity)])),
    ...Object.fromEntries(
      allStrands.map(({ point: _, ...given }, i) => [
        names[allMounts.length + i],
        strand(given, owner, isDamped, hasVelocity),
      ]),
    ),
    equations: `
      R = ((s^2 - dot(v, v))*identity(3) + 2*outerProduct(v, v) + 2*s*skew(v))/(s^2 + dot(v, v))
      rotation = [atan2(-R[2, 3], R[3, 3]), atan2(R[1, 3], sqrt(R[1, 1]^2 + R[1, 2]^2)), atan2(-R[1, 2], R[1, 1])]
      ${names
        .map(
          (n) => `
      arm_${n} = R*_point_${n}
      ${n}.position = position + arm_${n}
      ${hasVelocity && (isDamped || !isMount(n)) ? `${n}.velocity = velocity + cross(angularVelocity, arm_${n})` : ""}
      ${isMount(n) ? `${n}.R = R${isDamped ? `; ${n}.angularVelocity = angularVelocity` : ""}` : ""}`,
        )
        .join("\n")}
      energy = ${sum(names, (n) => `${n}.energy`)}
      ${balance}
      ${motion}`,
  });
}

/** Products of sines and cosines of the halves of three angles: "ccs" is cos·cos·sin. */
function half(sum: string): string {
  return sum.replace(/[cs]{3}/g, (letters) =>
    [...letters].map((f, i) => `${f === "c" ? "cos" : "sin"}(_rotation[${i + 1}]/2)`).join("*"),
  );
}
