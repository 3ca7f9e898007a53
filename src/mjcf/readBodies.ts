/** The tree of bodies of an MJCF file: joints, geoms, sites, inertias; frames are folded into what they carry. */
import * as elementary from "../math/elementary.ts";
import { compose, identityPose, type Pose } from "../multibody/graph/pose.ts";
import type { Triple } from "../urdf/urdfRobot.ts";
import type { XmlElement } from "../urdf/xmlElement.ts";
import { linear } from "./linearLaw.ts";
import type { MjcfContext } from "./mjcfContext.ts";
import { mainClass } from "./mjcfElement.ts";
import {
  geomTypes,
  type MjcfBody,
  type MjcfGeom,
  type MjcfInertial,
  type MjcfJoint,
  type MjcfSite,
} from "./mjcfModel.ts";
import { fromEuler, readPose, turningZTo } from "./mjcfPose.ts";

/** What is inside a body, with the frame and the class that it stands in. */
interface Inside {
  readonly xml: XmlElement;
  readonly frame: Pose;
  readonly around: string;
}

export class BodyReader {
  private readonly context: MjcfContext;
  private count = 0;

  constructor(context: MjcfContext) {
    this.context = context;
  }

  readWorld(elements: readonly XmlElement[]): MjcfBody {
    const children = elements.flatMap((xml) =>
      this.inside(xml, identityPose, xml.attribute("childclass") ?? mainClass),
    );
    return this.contents("world", identityPose, 0, children, elements[0]?.line ?? 1);
  }

  private bodyOrAttached(item: Inside): MjcfBody[] {
    const { xml, frame } = item;
    if (xml.name === "body") return [this.body(item)];
    if (xml.name !== "attach") return [];
    this.context.element(xml).pass("model", "body", "prefix");
    const body = this.context.attached(xml);
    return [{ ...body, pose: compose(frame, body.pose) }];
  }

  private body({ xml, frame, around }: Inside): MjcfBody {
    const { units, element } = this.context;
    const childClass = xml.attribute("childclass") ?? around;
    const body = element(xml, mainClass);
    body.pass("mocap");
    const pose = compose(frame, readPose(body, units));
    const name = xml.attribute("name") ?? `body${++this.count}`;
    const weightHeld = body.number("gravcomp", 0);
    return this.contents(name, pose, weightHeld, this.inside(xml, identityPose, childClass), xml.line);
  }

  /** Children, those of <frame> elements as if they stood in the body itself. */
  private inside(xml: XmlElement, frame: Pose, around: string): Inside[] {
    return xml.children.flatMap((child): Inside[] => {
      if (child.name === "replicate") return this.replicas(child, frame, around);
      if (child.name !== "frame") return [{ xml: child, frame, around }];
      const pose = readPose(this.context.element(child, mainClass), this.context.units);
      return this.inside(child, compose(frame, pose), child.attribute("childclass") ?? around);
    });
  }

  /** Each further on than the last by the same way, turned by a multiple of the angles; names get numbers. */
  private replicas(xml: XmlElement, frame: Pose, around: string): Inside[] {
    const { element, units } = this.context;
    const replicate = element(xml, mainClass);
    const count = replicate.number("count", 0);
    if (!(Number.isInteger(count) && count > 0))
      throw xml.error("<replicate> has no count", 'write <replicate count="…">');
    const separator = replicate.text("sep") ?? "";
    const digits = String(count - 1).length;
    const [angles, offset] = [replicate.filled("euler", [0, 0, 0]), replicate.filled("offset", [0, 0, 0])];
    let r: Float64Array = new Float64Array(3);
    return Array.from({ length: count }, (_, k) => {
      const number = `${separator}${String(k).padStart(digits, "0")}`;
      const turned = angles.map((angle) => k * angle);
      const place = { r, R: fromEuler(replicate, turned, units) };
      const inside = this.inside(withSuffix(xml, number), compose(frame, place), around);
      r = compose(place, { r: Float64Array.from(offset), R: identityPose.R }).r;
      return inside;
    }).flat();
  }

  private contents(name: string, pose: Pose, weightHeld: number, children: readonly Inside[], line: number): MjcfBody {
    const of = (kind: string): Inside[] => children.filter(({ xml }) => xml.name === kind);
    const written = of("joint");
    const free = [
      ...of("freejoint"),
      ...written.filter(({ xml, around }) => this.jointType(xml, around) === "free"),
    ][0];
    const joints = written
      .filter(({ xml, around }) => this.jointType(xml, around) !== "free")
      .map((item, k) => this.joint(item, `${name}_joint${k === 0 ? "" : k + 1}`));
    const inertial = of("inertial")[0];
    return {
      name,
      pose,
      isFree: free !== undefined,
      freeName: free?.xml.attribute("name"),
      freeDamping: free === undefined ? 0 : this.freeDamping(free, name),
      joints,
      inertial: inertial === undefined ? undefined : this.inertial(inertial),
      weightHeld,
      geoms: of("geom").map((item) => this.geom(item)),
      sites: of("site").flatMap((item) => this.site(item)),
      bodies: children.flatMap((item) => this.bodyOrAttached(item)),
      line,
    };
  }

  /** Of a free joint, its own or of its class, whose inertia and springs have no equal. */
  private freeDamping({ xml, around }: Inside, body: string): number {
    const element = this.context.element(xml, xml.name === "freejoint" ? mainClass : around);
    if (xml.name === "freejoint") {
      element.pass("align");
      return 0;
    }
    for (const what of ["stiffness", "armature", "frictionloss"])
      if (element.list(what, [0]).some((value) => value !== 0)) this.context.ignore(`${what} of free body "${body}"`);
    return linear(element, "damping", xml.attribute("name") ?? body, this.context);
  }

  private jointType(xml: XmlElement, around: string): string {
    return this.context.element(xml, around).text("type") ?? "hinge";
  }

  private joint({ xml, frame, around }: Inside, otherName: string): MjcfJoint {
    const element = this.context.element(xml, around);
    const type = element.text("type") ?? "hinge";
    const name = xml.attribute("name") ?? otherName;
    if (type !== "hinge" && type !== "slide" && type !== "ball")
      throw xml.error(`type="${type}" is not known`, "one of hinge, slide, ball, free", name);
    const at = compose(frame, { r: Float64Array.from(element.filled("pos", [0, 0, 0])), R: identityPose.R });
    const axis = compose(
      { r: new Float64Array(3), R: frame.R },
      {
        r: Float64Array.from(element.filled("axis", [0, 0, 1])),
        R: identityPose.R,
      },
    ).r;
    if (!(elementary.norm(axis) > 0))
      throw xml.error(`the axis of joint "${name}" is zero`, "an axis with a direction, such as 0 0 1", name);
    const unit = type === "slide" ? 1 : this.context.units.angle;
    const range = element.exactly("range", 2);
    const limited = element.text("limited") ?? "auto";
    const isLimited =
      limited === "true" ||
      (limited === "auto" && this.context.hasAutoLimits && range !== undefined && range[0] !== range[1]);
    const ref = unit * element.number("ref", 0);
    return {
      name,
      type,
      pos: triple(at.r),
      axis: triple(axis),
      range: isLimited && range !== undefined ? [unit * range[0]!, unit * range[1]!] : undefined,
      ref,
      stiffness: linear(element, "stiffness", name, this.context),
      springRef: unit * element.number("springref", 0),
      damping: linear(element, "damping", name, this.context),
      armature: element.number("armature", 0),
      friction: element.number("frictionloss", 0),
      line: xml.line,
    };
  }

  private inertial({ xml, frame }: Inside): MjcfInertial {
    const element = this.context.element(xml);
    const pose = compose(frame, readPose(element, this.context.units));
    const mass = element.number("mass", Number.NaN);
    if (!(mass >= 0)) throw xml.error("<inertial> needs a mass that is not negative", 'write <inertial mass="…">');
    const full = element.exactly("fullinertia", 6);
    const diagonal = element.exactly("diaginertia", 3);
    if (full === undefined && diagonal === undefined)
      this.context.ignore(`<inertial> in line ${xml.line} with neither diaginertia nor fullinertia: they are zero`);
    return { pose, mass, inertia: full ?? [...(diagonal ?? [0, 0, 0]), 0, 0, 0] };
  }

  private geom({ xml, frame, around }: Inside): MjcfGeom {
    const element = this.context.element(xml, around);
    // how hard contacts are and how they are solved has no equal in a law of forces
    const mesh = element.text("mesh");
    const type = element.text("type") ?? (mesh === undefined ? "sphere" : "mesh");
    const known = geomTypes.find((name) => name === type);
    if (known === undefined) throw xml.error(`type="${type}" is not known`, `one of ${geomTypes.join(", ")}`);
    const fromTo = element.exactly("fromto", 6);
    let size = element.list("size", []);
    let own = readPose(element, this.context.units);
    if (fromTo !== undefined) {
      const along = [0, 1, 2].map((k) => fromTo[k]! - fromTo[k + 3]!);
      const half = elementary.norm(along) / 2;
      own = { r: Float64Array.from([0, 1, 2].map((k) => (fromTo[k]! + fromTo[k + 3]!) / 2)), R: turningZTo(along) };
      // across the way all of them are round or square: only the first size counts
      size = known === "box" || known === "ellipsoid" ? [size[0]!, size[0]!, half] : [size[0]!, half];
    }
    const material = element.text("material");
    const colour =
      element.exactly("rgba", 4) ?? (material === undefined ? undefined : this.context.colours.get(material)) ?? grey;
    return {
      name: xml.attribute("name"),
      type: known,
      pose: compose(frame, own),
      size,
      mesh,
      mass: element.has("mass") ? element.number("mass", 0) : undefined,
      density: element.number("density", 1000),
      isShell: element.text("shellinertia") === "true",
      group: element.number("group", 0),
      colour: colour as unknown as MjcfGeom["colour"],
      collides: element.number("contype", 1) !== 0 || element.number("conaffinity", 1) !== 0,
      line: xml.line,
    };
  }

  private site({ xml, frame, around }: Inside): MjcfSite[] {
    const element = this.context.element(xml, around);
    element.pass("type", "size", "rgba", "material");
    const pose = compose(frame, readPose(element, this.context.units));
    const name = xml.attribute("name");
    return name === undefined ? [] : [{ name, pose }];
  }
}

/** The element with all names below it changed. */
function withSuffix(xml: XmlElement, suffix: string): XmlElement {
  const name = xml.attribute("name");
  return xml.changed(
    name === undefined ? {} : { name: name + suffix },
    xml.children.map((child) => withSuffix(child, suffix)),
  );
}

const grey = [0.5, 0.5, 0.5, 1];

const triple = (v: Float64Array): Triple => [v[0]!, v[1]!, v[2]!];
