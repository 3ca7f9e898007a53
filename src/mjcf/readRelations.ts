/** What an MJCF file says about several joints or bodies at once: tendons, actuators, equalities, keyframes. */
import type { XmlElement } from "../urdf/xmlElement.ts";
import { linear } from "./linearLaw.ts";
import type { MjcfContext } from "./mjcfContext.ts";
import type { MjcfElement } from "./mjcfElement.ts";
import { mainClass } from "./mjcfElement.ts";
import type { MjcfActuator, MjcfEquality, MjcfKeyframe, MjcfTendon } from "./mjcfModel.ts";
import { fromQuaternion } from "./mjcfPose.ts";

export function readTendons(elements: readonly XmlElement[], context: MjcfContext): MjcfTendon[] {
  const { element, ignore } = context;
  return elements.flatMap((xml, k): MjcfTendon[] => {
    if (xml.name !== "fixed" && xml.name !== "spatial") return [];
    const tendon = element(xml, mainClass, [xml.name, "tendon"]);
    tendon.pass("width", "rgba", "material");
    const name = xml.attribute("name") ?? `tendon${k + 1}`;
    const sites = xml.all("site").map((site) => element(site).text("site") ?? site.text("site"));
    if (xml.name === "spatial" && (sites.length !== 2 || xml.children.length !== 2)) {
      ignore(`tendon "${name}" that is not straight between two sites`);
      return [];
    }
    const [rest = -1, longest = rest] = tendon.list("springlength", [-1]);
    return [
      {
        name,
        joints: xml.all("joint").map((joint) => {
          const item = element(joint, mainClass, []);
          return { joint: item.text("joint") ?? joint.text("joint"), coefficient: item.number("coef", 1) };
        }),
        sites: xml.name === "spatial" ? [sites[0]!, sites[1]!] : undefined,
        stiffness: linear(tendon, "stiffness", name, context),
        damping: linear(tendon, "damping", name, context),
        restLengths: rest === -1 && longest === -1 ? undefined : [rest, longest],
        line: xml.line,
      },
    ];
  });
}

/** They have their defaults in common: what a class says of one kind holds for all. */
const actuatorKinds = [
  "general",
  "motor",
  "position",
  "velocity",
  "intvelocity",
  "damper",
  "cylinder",
  "muscle",
  "adhesion",
];

/** Actuators that act along one joint or tendon, with a force that is linear in control, length and velocity. */
export function readActuators(elements: readonly XmlElement[], context: MjcfContext): MjcfActuator[] {
  return elements.flatMap((xml, k) => {
    const actuator = context.element(xml, mainClass, [xml.name, ...actuatorKinds.filter((kind) => kind !== xml.name)]);
    const name = xml.attribute("name") ?? `${xml.name}${k + 1}`;
    const law = forceLaw(xml.name, actuator);
    const joint = actuator.text("joint") ?? actuator.text("jointinparent");
    const tendon = actuator.text("tendon");
    if (law === undefined || (joint === undefined && tendon === undefined)) {
      context.ignore(`actuator "${name}" (<${xml.name}>), which has no counterpart here`);
      return [];
    }
    return [
      {
        name,
        joint,
        tendon,
        gear: actuator.list("gear", [1])[0]!,
        ...law,
        controlRange: limits(actuator, "ctrlrange", "ctrllimited", context),
        forceRange: limits(actuator, "forcerange", "forcelimited", context),
        line: xml.line,
      },
    ];
  });
}

function forceLaw(kind: string, actuator: MjcfElement): Pick<MjcfActuator, "gain" | "bias"> | undefined {
  switch (kind) {
    case "motor":
      return { gain: [1, 0, 0], bias: [0, 0, 0] };
    case "position": {
      const kp = actuator.number("kp", 1);
      if (actuator.has("dampratio") || actuator.number("timeconst", 0) !== 0) return undefined;
      return { gain: [kp, 0, 0], bias: [0, -kp, -actuator.number("kv", 0)] };
    }
    case "velocity": {
      const kv = actuator.number("kv", 1);
      return { gain: [kv, 0, 0], bias: [0, 0, -kv] };
    }
    case "damper":
      return { gain: [0, 0, -actuator.number("kv", 0)], bias: [0, 0, 0] };
    case "general": {
      const [dynamics, gainType, biasType] = ["dyntype", "gaintype", "biastype"].map((name) => actuator.text(name));
      if ((dynamics ?? "none") !== "none" || !["fixed", "affine"].includes(gainType ?? "fixed")) return undefined;
      if (!["none", "affine"].includes(biasType ?? "none")) return undefined;
      const [g0 = 1, g1 = 0, g2 = 0] = actuator.list("gainprm", []);
      const [b0 = 0, b1 = 0, b2 = 0] = actuator.list("biasprm", []);
      return {
        gain: gainType === "affine" ? [g0, g1, g2] : [g0, 0, 0],
        bias: biasType === "affine" ? [b0, b1, b2] : [0, 0, 0],
      };
    }
    default:
      return undefined;
  }
}

function limits(
  element: MjcfElement,
  name: string,
  flag: string,
  { hasAutoLimits }: MjcfContext,
): readonly [number, number] | undefined {
  const range = element.exactly(name, 2);
  const limited = element.text(flag) ?? "auto";
  const isLimited = limited === "true" || (limited === "auto" && hasAutoLimits);
  return isLimited && range !== undefined ? [range[0]!, range[1]!] : undefined;
}

export function readEqualities(elements: readonly XmlElement[], { element, ignore }: MjcfContext): MjcfEquality[] {
  return elements.flatMap((xml, k): MjcfEquality[] => {
    const item = element(xml, mainClass, [xml.name, "equality"]);
    const name = xml.attribute("name") ?? `${xml.name}_equality${k + 1}`;
    if ((item.text("active") ?? "true") !== "true") {
      ignore(`equality "${name}", which is not active`);
      return [];
    }
    const [site1, site2] = [item.text("site1"), item.text("site2")];
    const [body1, body2] = [item.text("body1"), item.text("body2") ?? "world"];
    if (xml.name === "connect" || xml.name === "weld") {
      if (site1 !== undefined && site2 !== undefined)
        return [{ kind: xml.name === "weld" ? "weldSites" : "connectSites", name, site1, site2 }];
      if (body1 === undefined) throw xml.error(`<${xml.name}> has no body1`, "body1 and body2, or site1 and site2");
      if (xml.name === "connect") {
        const [x, y, z] = item.filled("anchor", [0, 0, 0]);
        return [{ kind: "connect", name, body1, body2, anchor: [x!, y!, z!] }];
      }
      item.pass("torquescale", "anchor");
      const pose = item.exactly("relpose", 7);
      const isGiven = pose?.slice(3).some((value) => value !== 0) ?? false;
      const relative = isGiven
        ? { r: Float64Array.from(pose!.slice(0, 3)), R: fromQuaternion(pose!.slice(3)) }
        : undefined;
      return [{ kind: "weld", name, body1, body2, relative }];
    }
    const [joint1, joint2] = [item.text("joint1"), item.text("joint2")];
    const [offset = 0, factor = 1, ...higher] = item.list("polycoef", [0, 1]);
    if (xml.name !== "joint" || joint1 === undefined || joint2 === undefined || factor === 0 || higher.some(Boolean)) {
      ignore(`equality "${name}" (<${xml.name}>), which has no counterpart here`);
      return [];
    }
    return [{ kind: "joint", name, joint1, joint2, offset, factor }];
  });
}

export function readKeyframes(elements: readonly XmlElement[], { element }: MjcfContext): MjcfKeyframe[] {
  return elements
    .filter(({ name }) => name === "key")
    .map((xml, k) => {
      const key = element(xml);
      const list = (name: string) => (key.has(name) ? key.list(name, []) : undefined);
      return {
        name: xml.attribute("name") ?? `key${k + 1}`,
        time: key.number("time", 0),
        position: list("qpos"),
        velocity: list("qvel"),
        control: list("ctrl"),
      };
    });
}
