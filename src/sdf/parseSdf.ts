/**
 * SDFormat text → the description of a robot that the URDF importer builds: links with their places, joints with a frame on either side.
 *
 * Source   [SDF]
 */

import type { RattlebackError } from "../errors/rattlebackError.ts";
import * as elementary from "../math/elementary.ts";
import { compose, isSamePose, type Pose, rotate } from "../multibody/graph/pose.ts";
import { followMimics } from "../urdf/followMimics.ts";
import type { Triple, UrdfJoint, UrdfLink, UrdfMimic, UrdfRobot } from "../urdf/urdfRobot.ts";
import type { XmlElement, XmlFormat } from "../urdf/xmlElement.ts";
import { readLink } from "./readLink.ts";
import { connectLinks } from "./sdfConnections.ts";
import { boundOf, isOn, numberOf, numbersOf, originOf, relative, textOf } from "./sdfElement.ts";
import { placeOf, SdfFrames, worldFrame } from "./sdfFrames.ts";
import { isMerged, SdfIncludes } from "./sdfIncludes.ts";

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
  world: ["model", "gravity", "frame"],
  model: ["link", "joint", "model", "frame", "pose", "static", "self_collide"],
  inertial: ["density", "mass", "inertia", "pose"],
  link: ["inertial", "visual", "collision", "pose", "gravity", "enable_wind"],
  visual: ["geometry", "material", "pose"],
  collision: ["density", "geometry", "pose", "surface"],
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
  const includes = new SdfIncludes(format, readText);
  const sdf = includes.parse(text);
  if (sdf.name !== "sdf") {
    const isPart = ["model", "world", "link", "joint", "include", "frame", "visual", "collision"].includes(sdf.name);
    const because = `the outer element is <${sdf.name}>${isPart ? ": it is a part of a description" : ""}`;
    throw sdf.error(because, "<sdf version=…> must be the outer element");
  }
  const notes: string[] = [];
  const note = (line: string): void => {
    if (!notes.includes(line)) notes.push(line);
  };
  const placed = placedModels(sdf, note);
  if (placed.length === 0)
    throw missingInclude(includes) ?? sdf.error("it has no <model>", "a <model>, in <sdf> or in a <world>");
  const readers = placed.map(
    ({ model, pose }) => new ModelReader(model, pose, placed.length === 1 ? "" : `${model.text("name")}::`, note),
  );
  const all = readers.flatMap((reader) => reader.links());
  if (all.length === 0)
    throw missingInclude(includes) ?? sdf.error("none of its models has a <link>", "a <link> in <model>");
  const { links, joints } = connectLinks(
    all.map(({ link }) => link),
    readers.flatMap((reader) => reader.joints()),
    new Map(all.map(({ link, start }) => [link.name, start])),
    worldLink,
    sdf,
    note,
  );
  const friction = new Map(all.flatMap(({ link, mu }) => (mu === undefined ? [] : [[link.name, mu] as const])));
  if (joints.some(({ parent }) => parent === worldLink)) links.unshift(emptyWorld);
  for (const uri of includes.missing.keys())
    note(`include "${uri}": not found beside the description nor above it, left out`);
  const world = sdf.child("world");
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
      ignored: [...unusedIn(sdf), ...notes, ...includes.notes],
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

/** Models, each with its place in the world. */
function placedModels(sdf: XmlElement, note: (line: string) => void): PlacedModel[] {
  const taken = new Set<string>();
  const named = (model: XmlElement): XmlElement => {
    const written = model.text("name");
    let name = written;
    for (let k = 2; taken.has(name); k++) name = `${written}_${k}`;
    taken.add(name);
    if (name === written) return model;
    note(`there are several models "${written}": one is called ${name}`);
    return model.changed({ name }, []);
  };
  const alone = sdf.all("model").map((model) => ({ model: named(model), pose: placeOf(model) }));
  const inWorlds = sdf.all("world").flatMap((world) => {
    const models = world.all("model").map(named);
    const frames = new SdfFrames(world.changed({}, models));
    return models.map((model) => ({ model, pose: frames.poseOf(model.text("name"), model) }));
  });
  return [...alone, ...inWorlds];
}

function missingInclude({ missing }: SdfIncludes): RattlebackError | undefined {
  const [first] = missing;
  if (first === undefined) return undefined;
  const [uri, include] = first;
  return include.error(
    `the file "${uri}" cannot be read`,
    `the option readFile gives the content of "${uri.replace(/^\w+:\/\//, "")}", of model.sdf in a folder of that name, or of that beside or above the description`,
  );
}

interface ReadLink {
  readonly link: UrdfLink;
  /** Where it begins, unless a joint says so. */
  readonly start: NonNullable<UrdfLink["start"]>;
  /** Coefficient of friction of its surface. */
  readonly mu: number | undefined;
}

class ModelReader {
  private readonly model: XmlElement;
  private readonly place: Pose;
  private readonly prefix: string;
  private readonly note: (line: string) => void;
  private readonly frames: SdfFrames;

  constructor(model: XmlElement, place: Pose, prefix: string, note: (line: string) => void) {
    this.model = model;
    this.place = place;
    this.prefix = prefix;
    this.note = note;
    this.frames = new SdfFrames(model, place);
  }

  links(): ReadLink[] {
    return this.inModels((model, inside, isStatic) =>
      model.all("link").map((xml) => {
        const name = inside + xml.text("name");
        const pose = compose(this.place, this.frames.poseOf(name, xml));
        const link = readLink(xml, this.prefix + name, isStatic, this.note);
        return { link, start: { origin: originOf(pose), isFree: !isStatic }, mu: frictionOf(xml) };
      }),
    );
  }

  /** Of static models, none. */
  joints(): UrdfJoint[] {
    return this.inModels((model, inside, isStatic) =>
      isStatic ? [] : model.all("joint").flatMap((xml) => this.joint(xml, inside) ?? []),
    );
  }

  /** The model and those nested in it, with what their names begin with. */
  private inModels<T>(read: (model: XmlElement, inside: string, isStatic: boolean) => T[]): T[] {
    const visit = (model: XmlElement, inside: string, isAroundStatic: boolean): T[] => {
      const isStatic = isAroundStatic || isOn(model, "static");
      return [
        ...read(model, inside, isStatic),
        ...model
          .all("model")
          .flatMap((inner) => visit(inner, isMerged(inner) ? inside : `${inside}${inner.text("name")}::`, isStatic)),
      ];
    };
    return visit(this.model, "", false);
  }

  private joint(xml: XmlElement, inside: string): UrdfJoint | undefined {
    const name = inside + xml.text("name");
    const written = xml.text("type");
    const type = Object.hasOwn(jointTypes, written) ? jointTypes[written] : undefined;
    const end = (which: "parent" | "child"): string => {
      const frame = xml.required(which).content.trim();
      const link = this.frames.linkOf(frame === worldFrame ? frame : inside + frame, xml);
      return link === worldFrame ? worldLink : link;
    };
    if (written === "gearbox") {
      this.note(`joint "${name}": gearboxes are not read; a JointCoupling of the joints about its axes is one`);
      return undefined;
    }
    if (type === undefined) {
      const known = Object.keys(jointTypes).join(", ");
      throw xml.error(`type="${written}" of joint "${name}" is not supported`, `one of ${known}`, name);
    }
    const ends = [end("parent"), end("child")] as const;
    if (ends[0] === ends[1])
      throw xml.error(`joint "${name}" connects "${ends[0]}" with itself`, "two different links", name);
    // the world stays: the joint is read the other way round, which turns its axes
    const isTurned = ends[1] === worldLink;
    const [parent, child] = isTurned ? [ends[1], ends[0]] : ends;
    const pose = this.frames.poseOf(name, xml);
    const poseOfLink = (link: string): Pose => this.frames.poseOf(link, xml);
    const inParent = parent === worldLink ? compose(this.place, pose) : relative(poseOfLink(parent), pose);
    const axis = xml.child("axis");
    const dynamics = axis?.child("dynamics");
    const limit = axis?.child("limit");
    const [lower, upper] = [boundOf(limit ?? xml, "lower", -Infinity), boundOf(limit ?? xml, "upper", Infinity)];
    const [hasLower, hasUpper] = [lower > -1e15, upper < 1e15];
    const isLimited = limit !== undefined && (hasLower || hasUpper) && type !== "universal";
    const stiffness = dynamics === undefined ? 0 : numberOf(dynamics, "spring_stiffness", 0);
    const finite = (value: number): number | undefined => (value >= 0 && value < 1e15 ? value : undefined);
    for (const what of ["dynamics", "limit"])
      if (xml.child("axis2")?.child(what) !== undefined) this.note(`<${what}> of axis2 of joint "${name}": ignored`);
    const first = this.axis(axis, pose, inside, [0, 0, 1]);
    const second = this.axis(xml.child("axis2"), pose, inside, [1, 0, 0]);
    const [n, m] = !isTurned
      ? [first, second]
      : type === "universal"
        ? [opposite(second), opposite(first)]
        : [opposite(first), second];
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
      axis: n,
      secondAxis: m,
      // thread_pitch: rad per m, screw_thread_pitch: m per revolution
      pitch:
        xml.child("screw_thread_pitch") === undefined
          ? (-2 * Math.PI) / numberOf(xml, "thread_pitch", 1)
          : numberOf(xml, "screw_thread_pitch", 1),
      limit:
        limit === undefined
          ? undefined
          : {
              lower: isLimited && hasLower ? lower : -Infinity,
              upper: isLimited && hasUpper ? upper : Infinity,
              effort: finite(boundOf(limit, "effort", -1)),
              velocity: finite(boundOf(limit, "velocity", -1)),
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
    if (!(elementary.norm(written) > 0)) throw xyz.error("the axis is zero", "an axis with a direction, such as 0 0 1");
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
  const mu = law === undefined ? -1 : boundOf(law, "mu", 1);
  return mu >= 0 && mu < 1e15 ? mu : undefined;
}

const opposite = ([x, y, z]: Triple): Triple => [-x, -y, -z];

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
