/**
 * A mount of a frame without mass: springs and dampers along and about the axes of an object.
 *
 *     d = R_oᵀ·(P − r_o)                    displacement of the point P of the frame, axes of the object
 *     exp[φ] = Q = R_oᵀ·R                   φ  vector of rotation from the object to the frame
 *     F = −R_o·c·d,   T = −R_o·Γᵀ·γ·φ      on the frame;  energy ½·d·c·d + ½·φ·γ·φ
 *     φ' = Γ·ω,  Γ = 1 − ½[φ] + k·[φ]²,  k = (1 − (θ/2)·cot(θ/2))/θ²,  θ = |φ|
 *     A = R_o·c·R_oᵀ,  B = −∂T/∂ω          how F and T answer to the motion of P and to rotations
 *
 * Source   [Shuster1993] (vector of rotation and its rate); γ·φ along φ does the work of the moments, so that the mount is elastic
 */
import { checkOptionNames } from "../../errors/optionNames.ts";
import { Model, type ModelDefinition } from "../../language/model.ts";
import { Var } from "../../language/values.ts";
import { oneLevelDeeper, type Vector, vectorParameter, wrongQuantity } from "../quantities.ts";
import { SensorResult } from "./sensorResult.ts";
import { WorldForce, WorldTorque } from "./worldLoads.ts";

export interface MountOptions {
  /** Name of the object whose origin and axes the springs belong to. */
  readonly obj: string;
  /** Where they hold the frame: m, axes of the frame. Default [0, 0, 0]. */
  readonly point?: Vector;
  /** N/m per axis of obj. Default 0. */
  readonly stiffness?: Vector;
  /** N·m/rad per component of the vector of rotation, axes of obj. Default 0. */
  readonly rotationalStiffness?: Vector;
  /** N·s/m per axis of obj; without it and `rotationalDamping` the mount has no damper. */
  readonly damping?: Vector;
  /** N·m·s/rad per axis of obj. */
  readonly rotationalDamping?: Vector;
}

const zero = [0, 0, 0];
/** Cosine of the largest angle at which the vector of rotation is well defined, about 177°. */
const largestTurn = -0.9985;

/** A matrix of rotation from the sines and cosines of Cardan angles, as [sin, cos] per angle. */
const cardanMatrix = (R: string, a: string): string => {
  const [s1, c1, s2, c2, s3, c3] = [1, 2, 3].flatMap((i) => [`${a}[${i}, 1]`, `${a}[${i}, 2]`]);
  return `${R} = [
    [${c2}*${c3}, -${c2}*${s3}, ${s2}],
    [${c1}*${s3} + ${s1}*${s2}*${c3}, ${c1}*${c3} - ${s1}*${s2}*${s3}, -${s1}*${c2}],
    [${s1}*${s3} - ${c1}*${s2}*${c3}, ${s1}*${c3} + ${c1}*${s2}*${s3}, ${c1}*${c2}]]`;
};

export const isDampedMount = ({ damping, rotationalDamping }: MountOptions): boolean =>
  damping !== undefined || rotationalDamping !== undefined;

/** `position` and `velocity` of the point, `R` and `angularVelocity` of the frame come from outside. */
export function mount(
  options: MountOptions,
  owner: string,
  isFrameDamped: boolean,
  hasVelocity: boolean,
): ModelDefinition {
  checkOptionNames(
    options,
    ["obj", "point", "stiffness", "rotationalStiffness", "damping", "rotationalDamping"],
    `${owner}.mounts`,
  );
  const { obj, stiffness = zero, rotationalStiffness = zero, damping = zero, rotationalDamping = zero } = options;
  if (typeof obj !== "string" || obj === "") throw wrongQuantity(owner, "mounts", options, "a list of { obj, … }");
  const isDamped = isDampedMount(options);
  const turned = (vector: string): string => `Ro*diagonal(${vector})*transpose(Ro)`;
  const motion = hasVelocity
    ? `
        carried = sensor.velocity + cross(sensor.angularVelocity, lever)
        e = ${isFrameDamped ? "spring" : "cross(sensor.angularVelocity, spring)"} + A*carried
        g = ${isFrameDamped ? "springTurn" : "cross(sensor.angularVelocity, springTurn)"} + B*sensor.angularVelocity`
    : "";
  const answers = isFrameDamped
    ? `
        A = ${turned("damping")}
        B = ${turned("rotationalDamping")}`
    : `
        slope = noEvent(if u < 0.05 then 1/360 + u*(1/7560 + u/201600) else (0.5/(1 - cosine) - (1 + k*u)/u)/u)
        M = C + 0.5*(S*C - skew(moment)) + k*(S*S*C - skew(bent) - S*skew(moment)) + slope*outerProduct(cross(rotation, bent), rotation)
        A = ${turned("stiffness")}
        B = Ro*M*(identity(3) - 0.5*S + k*S*S)*transpose(Ro)`;
  const hidden = (...size: number[]) => Var({ ...(size.length > 0 && { size }), hideResult: true });
  const held = isFrameDamped ? ["damping", "rotationalDamping"] : ["stiffness", "rotationalStiffness"];
  return oneLevelDeeper(
    Model({
      stiffness: vectorParameter(stiffness, "N/m", owner, "stiffness"),
      rotationalStiffness: vectorParameter(rotationalStiffness, "N*m/rad", owner, "rotationalStiffness"),
      ...(isFrameDamped && {
        damping: vectorParameter(damping, "N*s/m", owner, "damping"),
        rotationalDamping: vectorParameter(rotationalDamping, "N*m*s/rad", owner, "rotationalDamping"),
      }),
      sensor: SensorResult({ obj }),
      load: WorldForce({ obj }),
      turn: WorldTorque({ obj }),
      R: hidden(3, 3),
      position: hidden(3),
      ...(hasVelocity && { carried: hidden(3), e: hidden(3), g: hidden(3) }),
      ...(isFrameDamped ? { velocity: hidden(3), angularVelocity: hidden(3) } : { M: hidden(3, 3), slope: hidden() }),
      angles: hidden(3, 2),
      Ro: hidden(3, 3),
      Q: hidden(3, 3),
      S: hidden(3, 3),
      C: hidden(3, 3),
      A: hidden(3, 3),
      B: hidden(3, 3),
      lever: hidden(3),
      sine: hidden(3),
      cosine: hidden(),
      x: hidden(),
      ratio: hidden(),
      u: hidden(),
      k: hidden(),
      moment: hidden(3),
      bent: hidden(3),
      spring: hidden(3),
      springTurn: hidden(3),
      gross: hidden(),
      grossTurn: hidden(),
      translation: Var({ size: [3], unit: "m", description: "displacement, axes of obj" }),
      rotation: Var({ size: [3], unit: "rad", description: "vector of rotation, axes of obj" }),
      forceVector: Var({ size: [3], unit: "N", description: "on the frame, world axes" }),
      torqueVector: Var({ size: [3], unit: "N*m", description: "on the frame, world axes" }),
      energy: Var({ unit: "J" }),
      equations: `
        angles = [[sin(sensor.rotation[i]), cos(sensor.rotation[i])] for i in 1:3]
        ${cardanMatrix("Ro", "angles")}
        lever = position - sensor.translation
        translation = transpose(Ro)*lever
        Q = transpose(Ro)*R
        sine = 0.5*[Q[3, 2] - Q[2, 3], Q[1, 3] - Q[3, 1], Q[2, 1] - Q[1, 2]]
        cosine = 0.5*(Q[1, 1] + Q[2, 2] + Q[3, 3] - 1)
        assert(cosine > ${largestTurn}, "a mount of a frame without mass must not turn by 180 degrees: its angle has no direction there")
        x = dot(sine, sine)
        ratio = noEvent(if x < 1e-4 && cosine > 0 then 1 + x*(1/6 + x*(3/40 + x*15/336)) else atan2(sqrt(x), cosine)/sqrt(x))
        rotation = ratio*sine
        S = skew(rotation)
        C = diagonal(rotationalStiffness)
        u = dot(rotation, rotation)
        k = noEvent(if u < 0.05 then 1/12 + u*(1/720 + u*(1/30240 + u/1209600)) else (1 - 0.5*ratio*(1 + cosine))/u)
        moment = C*rotation
        bent = cross(rotation, moment)
        spring = -Ro*(stiffness .* translation)
        springTurn = -Ro*(moment + 0.5*bent + k*cross(rotation, bent))
        energy = 0.5*(dot(stiffness .* translation, translation) + dot(moment, rotation))
        gross = sum(${held[0]})
        grossTurn = sum(${held[1]})
        ${answers}
        ${motion}
        forceVector = spring${isDamped ? " + A*(carried - velocity)" : ""}
        torqueVector = springTurn${isDamped ? " + B*(sensor.angularVelocity - angularVelocity)" : ""}
        load.forceVector = -forceVector
        turn.torqueVector = -torqueVector - cross(lever, forceVector)`,
    }),
  );
}
