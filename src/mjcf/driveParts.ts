/**
 * What acts along the joints of an MJCF file: springs, damping, the inertia of rotors, tendons and actuators, as components on flanges.
 *
 * Source   [MJCF] joint/armature, tendon/fixed, actuator/general
 * Legend   q      coordinate of the joint in the file: q = x + ref with the coordinate x of our joint
 *          L      length of the transmission, Σ gearᵢ·qᵢ; the force f along it acts on joint i as gearᵢ·f
 */
import { Model, type ModelDefinition } from "../language/model.ts";
import { input, Par, Var } from "../language/values.ts";
import { Flange } from "../libraries/rotational/flange.ts";
import { TranslationalFlange } from "../libraries/translational/flange.ts";
import type { MjcfActuator, MjcfJoint, MjcfTendon } from "./mjcfModel.ts";

/** Names of the flange's variables, and unit factors of SI quantities along the joint. */
function portOf(joint: MjcfJoint) {
  return joint.type === "slide"
    ? { connector: TranslationalFlange, x: "s", effort: "f", length: "m", force: "N" }
    : { connector: Flange, x: "phi", effort: "tau", length: "rad", force: "N*m" };
}

/** Spring, damper and rotor of a joint; undefined when it has none of them. */
export function passiveParts(joint: MjcfJoint): ModelDefinition | undefined {
  const { stiffness, damping, armature, springRef, ref } = joint;
  if (stiffness === 0 && damping === 0 && armature === 0) return undefined;
  const { connector, x, effort, length, force } = portOf(joint);
  return Model({
    c: Par(stiffness, `${force}/${length}`),
    d: Par(damping, `${force}*s/${length}`),
    J: Par(armature, `${force}*s^2/${length}`),
    rest: Par(springRef - ref, length),
    flange: connector,
    v: Var({ unit: `${length}/s` }),
    equations: `
      v = der(flange.${x})
      flange.${effort} = c*(flange.${x} - rest) + d*v${armature === 0 ? "" : " + J*der(v)"}`,
  });
}

export interface Transmission {
  readonly joint: MjcfJoint;
  readonly factor: number;
}

/** One flange per joint: flange1, flange2, …; L and its rate without units. */
function transmission(joints: readonly Transmission[]) {
  const entries: Record<string, unknown> = {};
  const [terms, rates]: [string[], string[]] = [[], []];
  const efforts = joints.map(({ joint, factor }, k) => {
    const { connector, x, effort, length, force } = portOf(joint);
    entries[`flange${k + 1}`] = connector;
    entries[`v${k + 1}`] = Var({ unit: `${length}/s` });
    terms.push(`(${factor})*(flange${k + 1}.${x}/quantity(1, "${length}") + (${joint.ref}))`);
    rates.push(`(${factor})*v${k + 1}/quantity(1, "${length}/s")`);
    return `v${k + 1} = der(flange${k + 1}.${x})
      flange${k + 1}.${effort} = -(${factor})*force*quantity(1, "${force}")`;
  });
  return {
    entries: { ...entries, length: Var({ unit: "1" }), rate: Var({ unit: "1" }), force: Var({ unit: "1" }) },
    equations: `length = ${terms.join(" + ")}
      rate = ${rates.join(" + ")}
      ${efforts.join("\n      ")}`,
  };
}

/** The elastic part of a fixed tendon; undefined when it has none. */
export function tendonParts(tendon: MjcfTendon, joints: readonly Transmission[]): ModelDefinition | undefined {
  if (tendon.stiffness === 0 && tendon.damping === 0) return undefined;
  const { entries, equations } = transmission(joints);
  const atRest = joints.reduce((sum, { joint, factor }) => sum + factor * joint.springRef, 0);
  const [rest, longest] = tendon.restLengths ?? [atRest, atRest];
  const stretch = rest === longest ? "(length - rest)" : "(max(length - longest, 0) + min(length - rest, 0))";
  return Model({
    ...entries,
    c: Par(tendon.stiffness),
    d: Par(tendon.damping),
    rest: Par(rest),
    ...(rest !== longest && { longest: Par(longest) }),
    equations: `${equations}
      force = -c*${stretch} - d*rate`,
  });
}

/** An actuator whose control is a parameter `ctrl`, or an input to connect. */
export function actuatorParts(
  { gain, bias, controlRange, forceRange }: MjcfActuator,
  joints: readonly Transmission[],
  control: number | "input",
): ModelDefinition {
  const { entries, equations } = transmission(joints);
  const within = (text: string, range: readonly [number, number] | undefined): string =>
    range === undefined ? text : `min(max(${text}, ${range[0]}), ${range[1]})`;
  const [b0, b1, b2] = bias;
  const [g0, g1, g2] = gain;
  const slope = g1 === 0 && g2 === 0 ? "gain" : `(gain + (${g1})*length + (${g2})*rate)`;
  return Model({
    ...entries,
    gain: Par(g0),
    ctrl: control === "input" ? input({ unit: "1", description: "control" }) : Par(control),
    equations: `${equations}
      force = ${within(`${slope}*${within("ctrl", controlRange)} + (${b0}) + (${b1})*length + (${b2})*rate`, forceRange)}`,
  });
}
