/**
 * SDFormat text → the description of a robot that the URDF importer builds: links with their places, joints with a frame on either side.
 *
 * Source   [SDF]
 */
import { compose, identityPose, isSamePose, type Pose, rotate } from "../multibody/graph/pose.ts";
import { followMimics } from "../urdf/parseUrdf.ts";
import type { Triple, UrdfJoint, UrdfLink, UrdfMimic, UrdfRobot } from "../urdf/urdfRobot.ts";
import { parseXml, type XmlElement, type XmlFormat } from "../urdf/xmlElement.ts";
import { readLink } from "./readLink.ts";
import { numberOf, numbersOf, originOf, poseWritten, relative, textOf } from "./sdfElement.ts";
import { SdfFrames } from "./sdfFrames.ts";

const format: XmlFormat = {
  elementError: "E-SDF",
  xmlError: "E-SDF-XML",
  hint: "an SDFormat file is one <sdf version=…> element with a <model> or a <world>",
};

export interface SdfDescription {
  readonly robot: UrdfRobot;
  readonly gravity: Triple;
}

const understood: Readonly<Record<string, readonly string[]>> = {
  sdf: ["model", "world"],
  world: ["model", "gravity", "include"],
  model: ["link", "joint", "model", "frame", "pose", "static", "include", "self_collide"],
  link: ["inertial", "visual", "collision", "pose", "gravity", "enable_wind"],
  visual: ["geometry", "material", "pose"],
  collision: ["geometry", "pose", "surface"],
  surface: ["friction"],
  friction: ["ode"],
  ode: ["mu"],
  joint: ["parent", "child", "axis", "axis2", "pose", "thread_pitch", "screw_thread_pitch"],
};

/** `readText` gives files that are included. */
export function parseSdf(
  text: string,
  readText: (name: string) => string | undefined = () => undefined,
): SdfDescription {
  const sdf = parseXml(text, format);
  if (sdf.name !== "sdf")
    throw sdf.error(`the outer element is <${sdf.name}>`, "<sdf version=…> must be the outer element");
  const notes: string[] = [];
  const world = sdf.child("world");
  const placed = modelsIn([sdf, ...sdf.all("world")], readText, 0);
  if (placed.length === 0) throw sdf.error("it has no <model>", "a <model>, in <sdf> or in a <world>");
  const [links, joints]: [UrdfLink[], UrdfJoint[]] = [[], []];
  const friction = new Map<string, number>();
  for (const { model, pose } of placed) {
    const prefix = placed.length === 1 ? "" : `${model.text("name")}::`;
    const read = new ModelReader(model, pose, prefix, notes, friction);
    links.push(...read.links());
    joints.push(...read.joints());
  }
  if (joints.some(({ parent }) => parent === worldLink)) links.unshift(emptyWorld);
  const [x, y, z] = world === undefined ? [0, 0, -9.8] : numbersOf(world, "gravity", [0, 0, -9.8]);
  return {
    gravity: [x!, y!, z!],
    robot: {
      name: placed[0]!.model.text("name"),
      links,
      joints: followMimics(joints, notes),
      transmissions: [],
      friction,
      root: links[0]?.name ?? worldLink,
      ignored: [...unusedIn(sdf), ...notes],
    },
  };
}

/** The name of the world among links; "world" is that of the scene around. */
const worldLink = "inertial_frame";
const emptyWorld: UrdfLink = { name: worldLink, inertial: undefined, visuals: [], collisions: [], line: 1 };

interface PlacedModel {
  readonly model: XmlElement;
  readonly pose: Pose;
}

/** Models and those of included files, each with its place. */
function modelsIn(
  owners: readonly XmlElement[],
  readText: (name: string) => string | undefined,
  depth: number,
): PlacedModel[] {
  return owners.flatMap((owner) => [
    ...owner.all("model").map((model) => ({ model, pose: poseWritten(model) })),
    ...owner.all("include").flatMap((include) => {
      const uri = include.required("uri").content.trim();
      const paths = includedPaths(uri);
      const text = depth > 20 ? undefined : paths.map(readText).find((content) => content !== undefined);
      if (text === undefined)
        throw include.error(
          `the file "${uri}" cannot be read`,
          `the option readFile gives the content of ${paths.map((path) => `"${path}"`).join(" or ")}`,
        );
      const pose = poseWritten(include);
      return modelsIn([parseXml(text, format)], readText, depth + 1).map((inner) => ({
        model: inner.model,
        pose: include.child("pose") === undefined ? inner.pose : pose,
      }));
    }),
  ]);
}

function includedPaths(uri: string): string[] {
  const path = uri.replace(/^(?:model|file|package):\/\//, "");
  return /\.sdf$|\.xml$/.test(path) ? [path] : [`${path}/model.sdf`, path];
}

class ModelReader {
  private readonly model: XmlElement;
  private readonly place: Pose;
  private readonly prefix: string;
  private readonly notes: string[];
  private readonly frames: SdfFrames;
  /** Coefficients of the surfaces of links. */
  private readonly friction: Map<string, number>;

  constructor(model: XmlElement, place: Pose, prefix: string, notes: string[], friction: Map<string, number>) {
    this.friction = friction;
    this.model = model;
    this.place = place;
    this.prefix = prefix;
    this.notes = notes;
    this.frames = new SdfFrames(model);
  }

  links(): UrdfLink[] {
    const children = new Set(this.joints().map(({ child }) => child));
    return this.inModels((model, inside) =>
      model.all("link").map((xml) => {
        const name = inside + xml.text("name");
        const pose = compose(this.place, this.frames.poseOf(name, xml));
        const isStatic = textOf(this.model, "static") === "true" || textOf(this.model, "static") === "1";
        const link = readLink(xml, this.prefix + name, isStatic, this.notes);
        const mu = frictionOf(xml);
        if (mu !== undefined) this.friction.set(link.name, mu);
        return children.has(link.name) ? link : { ...link, start: { origin: originOf(pose), isFree: !isStatic } };
      }),
    );
  }

  joints(): UrdfJoint[] {
    return this.inModels((model, inside) => model.all("joint").flatMap((xml) => this.joint(xml, inside) ?? []));
  }

  /** The model and those nested in it, with what their names begin with. */
  private inModels<T>(read: (model: XmlElement, inside: string) => T[]): T[] {
    const visit = (model: XmlElement, inside: string): T[] => [
      ...read(model, inside),
      ...model.all("model").flatMap((inner) => visit(inner, `${inside}${inner.text("name")}::`)),
    ];
    return visit(this.model, "");
  }

  private joint(xml: XmlElement, inside: string): UrdfJoint | undefined {
    const name = inside + xml.text("name");
    const type = jointTypes[xml.text("type")];
    const end = (which: "parent" | "child"): string => {
      const written = xml.required(which).content.trim();
      return written === "world" ? worldLink : this.frames.linkOf(inside + written, xml);
    };
    if (xml.text("type") === "gearbox") {
      const line = `joint "${name}": gearboxes are not read; a JointCoupling of the joints about its axes is one`;
      if (!this.notes.includes(line)) this.notes.push(line);
      return undefined;
    }
    const [parent, child] = [end("parent"), end("child")];
    if (type === undefined) {
      const known = Object.keys(jointTypes).join(", ");
      throw xml.error(`type="${xml.text("type")}" of joint "${name}" is not supported`, `one of ${known}`, name);
    }
    const pose = this.frames.poseOf(name, xml);
    const poseOfLink = (link: string): Pose => (link === worldLink ? identityPose : this.frames.poseOf(link, xml));
    const inParent = parent === worldLink ? compose(this.place, pose) : relative(poseOfLink(parent), pose);
    const axis = xml.child("axis");
    const dynamics = axis?.child("dynamics");
    const limit = axis?.child("limit");
    const [lower, upper] = [numberOf(limit ?? xml, "lower", -1e16), numberOf(limit ?? xml, "upper", 1e16)];
    const isLimited = limit !== undefined && lower > -1e15 && upper < 1e15 && type !== "universal";
    const stiffness = dynamics === undefined ? 0 : numberOf(dynamics, "spring_stiffness", 0);
    const finite = (value: number): number | undefined => (value >= 0 && value < 1e15 ? value : undefined);
    for (const what of ["dynamics", "limit"])
      if (xml.child("axis2")?.child(what) !== undefined)
        this.notes.push(`<${what}> of axis2 of joint "${name}": ignored`);
    const own = (link: string): string => (link === worldLink ? worldLink : this.prefix + link);
    return {
      name: this.prefix + name,
      type: type === "revolute" && !isLimited ? "continuous" : type,
      origin: originOf(type === "fixed" ? compose(inParent, relative(pose, poseOfLink(child))) : inParent),
      ...(type !== "fixed" &&
        !isSamePose(pose, poseOfLink(child)) && {
          childFrame: originOf(relative(poseOfLink(child), pose)),
        }),
      parent: own(parent),
      child: own(child),
      axis: this.axis(axis, pose, inside, [0, 0, 1]),
      secondAxis: this.axis(xml.child("axis2"), pose, inside, [1, 0, 0]),
      // thread_pitch: rad per m, screw_thread_pitch: m per revolution
      pitch:
        xml.child("screw_thread_pitch") === undefined
          ? (-2 * Math.PI) / numberOf(xml, "thread_pitch", 1)
          : numberOf(xml, "screw_thread_pitch", 1),
      limit: !isLimited
        ? undefined
        : {
            lower,
            upper,
            effort: finite(numberOf(limit, "effort", -1)),
            velocity: finite(numberOf(limit, "velocity", -1)),
          },
      damping: dynamics === undefined ? 0 : numberOf(dynamics, "damping", 0),
      friction: dynamics === undefined ? 0 : numberOf(dynamics, "friction", 0),
      ...(stiffness > 0 && { spring: { stiffness, reference: numberOf(dynamics!, "spring_reference", 0) } }),
      mimic: this.mimic(axis, inside),
      line: xml.line,
    };
  }

  /** q = multiplier·(q_leader − reference) + offset */
  private mimic(axis: XmlElement | undefined, inside: string): UrdfMimic | undefined {
    const mimic = axis?.child("mimic");
    if (mimic === undefined) return undefined;
    const multiplier = numberOf(mimic, "multiplier", 1);
    return {
      joint: this.prefix + inside + mimic.text("joint"),
      multiplier,
      offset: numberOf(mimic, "offset", 0) - multiplier * numberOf(mimic, "reference", 0),
    };
  }

  /** In the frame of the joint. */
  private axis(axis: XmlElement | undefined, joint: Pose, inside: string, otherwise: Triple): Triple {
    const xyz = axis?.child("xyz");
    if (axis === undefined || xyz === undefined) return otherwise;
    const written = numbersOf(axis, "xyz", otherwise);
    if (!(Math.hypot(...written) > 0)) throw xyz.error("the axis is zero", "an axis with a direction, such as 0 0 1");
    const given = xyz.attribute("expressed_in");
    const usesModel = textOf(axis, "use_parent_model_frame");
    const frame =
      given !== undefined && given !== ""
        ? inside + given
        : usesModel === "true" || usesModel === "1"
          ? "__model__"
          : undefined;
    if (frame === undefined) return [written[0]!, written[1]!, written[2]!];
    const { R } = relative(joint, this.frames.poseOf(frame.endsWith("__model__") ? "__model__" : frame, xyz));
    const turned = rotate(R, written);
    return [turned[0]!, turned[1]!, turned[2]!];
  }
}

/** Of the first collision shape that has one. */
function frictionOf(link: XmlElement): number | undefined {
  const laws = link.all("collision").flatMap((shape) => shape.child("surface")?.child("friction")?.child("ode") ?? []);
  const law = laws.find((ode) => ode.child("mu") !== undefined);
  return law === undefined ? undefined : numberOf(law, "mu", 1);
}

const jointTypes: Readonly<Record<string, UrdfJoint["type"]>> = {
  revolute: "revolute",
  continuous: "continuous",
  prismatic: "prismatic",
  fixed: "fixed",
  ball: "spherical",
  universal: "universal",
  revolute2: "universal",
  screw: "screw",
};

function unusedIn(sdf: XmlElement): string[] {
  const causes = new Map<string, number>();
  const look = (element: XmlElement): void => {
    for (const child of element.children) {
      const cause = `<${child.name}> in <${element.name}>`;
      if (!understood[element.name]!.includes(child.name)) causes.set(cause, (causes.get(cause) ?? 0) + 1);
      else if (child.name in understood) look(child);
    }
  };
  look(sdf);
  return [...causes].map(([cause, count]) => `${cause}: ${count} ignored`);
}
