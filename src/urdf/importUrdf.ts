/**
 * A robot description as a component of a 3-D model: one object per link, one joint per joint.
 *
 *     link  L   object "L"; mass in "L_inertial"; shapes "L_visual1", "L_collision1" …
 *     joint J   object "J_frame" on the parent, joint "J" from there to the child, connector "J_flange" for motors
 *
 * Source   [URDF]; roll, pitch, yaw turn about fixed axes: R = R_z(yaw)·R_y(pitch)·R_x(roll)
 * Length   one walk through the tree of links; what is read has files beside it
 */

import { guarded } from "../errors/boundary.ts";
import { checkText } from "../errors/checkText.ts";
import { suggestName } from "../errors/nearestName.ts";
import { checkOptionNames } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { inertiaEllipsoid } from "../geometry/inertiaEllipsoid.ts";
import type { Shape } from "../geometry/registry.ts";
import { Ellipsoid } from "../geometry/shapes/ellipsoid.ts";
import type { Mesh } from "../geometry/shapes/mesh.ts";
import { Model, type ModelDefinition } from "../language/model.ts";
import { Flange } from "../libraries/rotational/flange.ts";
import { TranslationalFlange } from "../libraries/translational/flange.ts";
import { cardanFromRotation } from "../math/rotation.ts";
import { JointCoupling } from "../multibody/constraints/constraints.ts";
import { SelfCollision } from "../multibody/constraints/selfCollision.ts";
import { MassProperties } from "../multibody/features/massProperties.ts";
import { Solid } from "../multibody/features/solid.ts";
import { Visual } from "../multibody/features/visual.ts";
import {
  Planar,
  Prismatic,
  PrismaticWithFlange,
  Revolute,
  RevoluteWithFlange,
  Screw,
  Spherical,
  Universal,
} from "../multibody/joints/joints.ts";
import { Object3D } from "../multibody/object3D.ts";
import { VisualMaterial } from "../scene/visualMaterial.ts";
import { freeName, reservedNames } from "./freeName.ts";
import { type JointParts, jointParts, motorParts, smoothedNote } from "./jointElements.ts";
import { jointsOnLoops } from "./jointsOnLoops.ts";
import { movesWithoutInertia } from "./movesWithoutInertia.ts";
import { normalTo, poseOfOrigin } from "./origins.ts";
import { parseUrdf } from "./parseUrdf.ts";
import { possibleInertia } from "./possibleInertia.ts";
import { primitiveOf } from "./primitives.ts";
import { stickFigure } from "./stickFigure.ts";
import { readMesh } from "./urdfMeshes.ts";
import { robotOptionNames, type UrdfImport, type UrdfOptions } from "./urdfOptions.ts";
import type {
  Triple,
  UrdfGeometry,
  UrdfInertial,
  UrdfJoint,
  UrdfLink,
  UrdfMimic,
  UrdfOrigin,
  UrdfRobot,
  UrdfShape,
} from "./urdfRobot.ts";

const collisionMaterial = VisualMaterial({ color: [0, 255, 0], transparency: 0.6 });
const inertiaMaterial = VisualMaterial({ color: [0, 0, 255], transparency: 0.6 });
const negligible: UrdfInertial = {
  origin: { xyz: [0, 0, 0], rpy: [0, 0, 0] },
  mass: 1e-6,
  inertia: [1e-9, 1e-9, 1e-9, 0, 0, 0],
};

/** Reads a robot description (URDF). */
export function importUrdf(text: string, options: UrdfOptions = {}): UrdfImport {
  checkText(text, "importUrdf");
  checkOptionNames(options, robotOptionNames, "importUrdf");
  return guarded("importUrdf", () => importRobot(parseUrdf(text), options), options);
}

/** The component of a robot that was read from whatever file. */
export function importRobot(robot: UrdfRobot, options: UrdfOptions): UrdfImport {
  return new Importer(robot, options).build();
}

class Importer {
  private readonly robot: UrdfRobot;
  private readonly options: UrdfOptions;
  private readonly ignored = new Map<string, number>();
  private readonly names = new Map<UrdfLink | UrdfJoint, string>();
  private readonly links = new Map<string, UrdfLink>();
  private readonly jointTo = new Map<string, UrdfJoint>();
  private readonly renamed: string[] = [];
  private readonly massless = new Set<string>();
  private readonly entries: Record<string, unknown> = {};
  private readonly connect: (readonly string[])[] = [];
  private readonly hasFlanges: boolean;
  private readonly onLoops: ReadonlySet<string>;
  private readonly smoothed: string[] = [];
  private readonly taken = new Set<string>();
  private readonly meshes = new Map<string, Mesh>();
  private isDrawn = false;

  constructor(robot: UrdfRobot, options: UrdfOptions) {
    this.robot = { ...robot, links: robot.links.map((link) => this.withPossibleInertia(link)) };
    this.options = options;
    const needsFlanges = options.stops !== undefined || options.motors === true;
    this.hasFlanges = needsFlanges || (options.withFlanges ?? true);
    // a name of the scene, such as "world", must not be captured by a link
    const { taken } = this;
    taken.add((options.parent ?? "world").split(".")[0]!);
    const { links, joints } = this.robot;
    const isReserved = reservedNames(
      links.map(({ name }) => name),
      joints.map(({ name }) => name),
    );
    for (const item of [...links, ...joints]) {
      const name = freeName(item.name, taken, isReserved);
      this.names.set(item, name);
      if (name !== item.name) this.renamed.push(`"${item.name}" is called ${name}`);
    }
    for (const link of links) this.links.set(link.name, link);
    for (const joint of joints) this.jointTo.set(joint.child, joint);
    this.onLoops = jointsOnLoops(joints.map(({ name, parent, child }) => ({ name, ends: [parent, child] })));
    this.findMassless();
    this.checkPositions();
  }

  private withPossibleInertia(link: UrdfLink): UrdfLink {
    if (link.inertial === undefined) return link;
    const inertia = possibleInertia(link.inertial.inertia, `link "${link.name}"`, this.note);
    return { ...link, inertial: { ...link.inertial, inertia } };
  }

  private checkPositions(): void {
    const known = this.robot.joints.filter(({ type }) => isSingle(type)).map(({ name }) => name);
    for (const [name, value] of Object.entries(this.options.positions ?? {})) {
      if (known.includes(name) && Number.isFinite(value)) continue;
      throw new RattlebackError("E-URDF-POSITION", `The position of "${name}" cannot be used.`, {
        path: "importUrdf.positions",
        because: known.includes(name)
          ? `it is ${String(value)}`
          : `no joint of the robot with one degree of freedom is called so`,
        hint: known.includes(name) ? "a number, rad or m" : suggestName(name, known, "the name of a joint in the file"),
        data: { name, known },
      });
    }
  }

  /** Links that move without inertia get a negligible one, or are named. */
  private findMassless(): void {
    const { negligibleInertia } = this.options;
    const isMended = negligibleInertia ?? true;
    const { mass, inertia } = negligible;
    for (const link of movesWithoutInertia(this.robot, negligible, negligibleInertia === true)) {
      if (isMended) this.massless.add(link);
      const remedy = isMended ? "were added" : "are added by the option negligibleInertia";
      this.note(`link "${link}" moves without inertia: ${mass} kg and ${inertia[0]} kg·m² ${remedy}`);
    }
  }

  build(): UrdfImport {
    const { robot } = this;
    for (const link of robot.links) this.addLink(link);
    for (const joint of robot.joints) this.addJoint(joint);
    if (this.smoothed.length > 0) this.note(smoothedNote(this.smoothed));
    if (!this.isDrawn) this.addSticks();
    this.addSelfCollision();
    const model = Model({ ...this.entries, connect: this.connect.map((list) => [...list]) });
    const movable = robot.joints.filter(({ type }) => type !== "fixed" && type !== "floating");
    const notes = [...this.ignored].map(([cause, count]) => `${cause}: ${count} ignored`);
    return {
      model,
      name: robot.name,
      joints: movable.map((joint) => this.names.get(joint)!),
      limits: Object.fromEntries(
        movable.flatMap((joint) => (joint.limit === undefined ? [] : [[this.names.get(joint)!, joint.limit]])),
      ),
      friction: Object.fromEntries([...robot.friction].map(([link, mu]) => [this.linkName(link), mu])),
      report: [...robot.ignored, ...notes, ...this.renamed],
    };
  }

  private addSelfCollision(): void {
    const { contactMaterial, selfCollision: pairs } = this.options;
    if (contactMaterial === undefined) return;
    const objects = this.robot.links.filter(({ collisions }) => collisions.length > 0);
    const named = (link: string): string => {
      if (this.links.has(link)) return this.linkName(link);
      throw new RattlebackError("E-URDF-LINK", `selfCollision names the link "${link}", which does not exist.`, {
        path: "importUrdf.selfCollision",
        hint: suggestName(link, this.links.keys(), "names of links in the file"),
        data: { link },
      });
    };
    this.entries[freeName("selfCollision", this.taken)] = SelfCollision({
      objects: objects.map(({ name }) => this.linkName(name)),
      ...(typeof pairs === "string" && { pairs }),
      ...(Array.isArray(pairs) && { pairs: pairs.map(([a, b]) => [named(a), named(b)] as const) }),
    });
  }

  /** One line per mesh, however many links use it. */
  private readonly note = (line: string): void => {
    if (!this.renamed.includes(line)) this.renamed.push(line);
  };

  private readonly ignore = (cause: string): void => {
    this.ignored.set(cause, (this.ignored.get(cause) ?? 0) + 1);
  };

  private addLink(link: UrdfLink): void {
    const name = this.names.get(link)!;
    const joint = this.jointTo.get(link.name);
    this.entries[name] = Object3D(this.placement(joint, link));
    if (link.inertial !== undefined) {
      const { mass, inertia, origin } = link.inertial;
      const [Ixx, Iyy, Izz, Ixy, Ixz, Iyz] = inertia;
      const massProperties = MassProperties({ mass, Ixx, Iyy, Izz, Ixy, Ixz, Iyz });
      this.entries[`${name}_inertial`] = Object3D({ ...placed(name, origin), feature: Solid({ massProperties }) });
    }
    if (link.inertial !== undefined && this.options.showInertias === true) this.addEllipsoid(name, link.inertial);
    if (this.massless.has(link.name)) {
      const [Ixx, Iyy, Izz] = negligible.inertia;
      const massProperties = MassProperties({ mass: negligible.mass, Ixx, Iyy, Izz });
      this.entries[`${name}_negligible`] = Object3D({ parent: name, feature: Solid({ massProperties }) });
    }
    let isSeen = false;
    link.visuals.forEach((shape, k) => {
      isSeen =
        this.addShape(`${name}_visual${k + 1}`, name, shape, (geometry) =>
          Visual({ shape: geometry, visualMaterial: materialOf(shape) }),
        ) || isSeen;
    });
    const { contactMaterial, showCollisions = false, surfaceFriction = true } = this.options;
    const mu = surfaceFriction ? this.robot.friction.get(link.name) : undefined;
    link.collisions.forEach((shape, k) => {
      this.addShape(`${name}_collision${k + 1}`, name, shape, (geometry) =>
        Solid({
          shape: geometry,
          visualMaterial: !isSeen ? materialOf(shape) : showCollisions ? collisionMaterial : null,
          ...(contactMaterial !== undefined && {
            collision: true,
            contactMaterial,
            ...(mu !== undefined && { frictionCoefficient: mu }),
          }),
        }),
      );
    });
  }

  private addEllipsoid(link: string, { mass, inertia, origin }: UrdfInertial): void {
    const ellipsoid = inertiaEllipsoid(mass, inertia);
    if (ellipsoid === undefined) return;
    const [lengthX, lengthY, lengthZ] = ellipsoid.lengths;
    const axes = new Float64Array(3);
    cardanFromRotation(axes, 0, ellipsoid.rotation, 0);
    const frame = `${link}_centre`;
    this.entries[frame] = Object3D(placed(link, origin));
    this.entries[`${link}_ellipsoid`] = Object3D({
      parent: frame,
      rotation: [...axes],
      feature: Visual({ shape: Ellipsoid({ lengthX, lengthY, lengthZ }), visualMaterial: inertiaMaterial }),
    });
  }

  private addShape(
    path: string,
    link: string,
    shape: UrdfShape,
    feature: (geometry: Shape) => ModelDefinition,
  ): boolean {
    const geometry = this.shapeOf(shape.geometry, path);
    if (geometry === undefined) return false;
    this.isDrawn = true;
    this.entries[path] = Object3D({ ...placed(link, shape.origin), feature: feature(geometry) });
    return true;
  }

  private addSticks(): void {
    const ends = new Map<string, Triple[]>();
    const { links, joints } = this.robot;
    const origins = new Map<string, Triple[]>(links.map(({ name }) => [name, []]));
    for (const { parent, origin } of joints) origins.get(parent)?.push(origin.xyz);
    for (const link of links) {
      const leaving = origins.get(link.name)!;
      const arriving = this.jointTo.get(link.name)?.childFrame?.xyz;
      const centre = leaving.length === 0 && link.inertial !== undefined ? [link.inertial.origin.xyz] : [];
      ends.set(this.linkName(link.name), [...leaving, ...(arriving === undefined ? [] : [arriving]), ...centre]);
    }
    Object.assign(this.entries, stickFigure(ends));
    if (links.some(({ visuals, collisions }) => visuals.length + collisions.length > 0))
      this.note("nothing of the robot can be drawn: rods between its joints are shown");
  }

  /** undefined for shapes that cannot be had, of which the report tells. */
  private shapeOf(geometry: UrdfGeometry, path: string): Shape | undefined {
    try {
      return this.solidOf(geometry, path);
    } catch (error) {
      if (!(error instanceof RattlebackError)) throw error;
      this.ignore(`shape ${path} (${error.what} ${error.because ?? ""})`);
      return undefined;
    }
  }

  private solidOf(geometry: UrdfGeometry, path: string): Shape | undefined {
    return geometry.kind === "mesh" ? this.meshOf(geometry, path) : primitiveOf(geometry);
  }

  /** What is drawn and collides is often the same file: it is read once. */
  private meshOf(geometry: UrdfGeometry & { readonly kind: "mesh" }, path: string): Mesh | undefined {
    const key = `${geometry.filename} ${geometry.scale.join()}`;
    const known = this.meshes.get(key);
    if (known !== undefined) return known;
    const mesh = readMesh(geometry, this.options, path, this.ignore, this.note);
    if (mesh !== undefined) this.meshes.set(key, mesh);
    return mesh;
  }

  /** Where a link is: on its parent, free, or wherever its joint puts it. */
  private placement(joint: UrdfJoint | undefined, link: UrdfLink): Parameters<typeof Object3D>[0] {
    if (link.start !== undefined) {
      const { origin, isFree } = link.start;
      return { ...placed(this.options.parent ?? "world", origin), fixedToParent: !isFree };
    }
    if (joint === undefined) {
      return { parent: this.options.parent ?? "world", fixedToParent: this.options.isFree !== true };
    }
    const parent = this.linkName(joint.parent);
    if (joint.type === "fixed") return placed(parent, joint.origin);
    if (joint.type === "floating") return { ...placed(parent, joint.origin), fixedToParent: false };
    return {};
  }

  private addJoint(joint: UrdfJoint): void {
    const { type, axis, limit } = joint;
    const { positions = {}, motors = false } = this.options;
    if (type === "fixed" || type === "floating") return;
    const name = this.names.get(joint)!;
    const frame = `${name}_frame`;
    const child = this.linkName(joint.child);
    const obj2 = joint.childFrame === undefined ? child : `${name}_end`;
    const ends = { obj1: frame, obj2, axis: [...axis] };
    this.entries[frame] = Object3D(placed(this.linkName(joint.parent), joint.origin));
    if (joint.childFrame !== undefined) this.entries[obj2] = Object3D(placed(child, joint.childFrame));
    if (!(motors && isSingle(type))) {
      if (limit?.effort !== undefined) this.ignore("effort limits (the option motors uses them)");
      if (limit?.velocity !== undefined) this.ignore("velocity limits (the option motors uses them)");
    }
    if (type === "spherical") {
      this.entries[name] = Spherical({ obj1: frame, obj2 });
      return;
    }
    if (type === "universal" || type === "screw") {
      const { secondAxis = normalTo(axis), pitch = 1 } = joint;
      this.entries[name] =
        type === "screw" ? Screw({ ...ends, pitch }) : Universal({ ...ends, secondAxis: [...secondAxis] });
      if (joint.damping > 0 || joint.friction > 0) this.ignore(`damping and friction of ${type} joints`);
      return;
    }
    if (type === "planar") {
      this.entries[name] = Planar({ ...ends, secondAxis: [...normalTo(axis)] });
      return;
    }
    const [slide, turn] = this.hasFlanges ? [PrismaticWithFlange, RevoluteWithFlange] : [Prismatic, Revolute];
    const { mimic } = joint;
    // a joint may be called like what every object has
    const given = new Map(Object.entries(positions));
    const led = mimic === undefined ? undefined : mimic.multiplier * (given.get(mimic.joint) ?? 0) + mimic.offset;
    const start = given.get(joint.name) ?? led;
    this.entries[name] =
      type === "prismatic"
        ? slide({ ...ends, ...(start !== undefined && { s: start }) })
        : turn({ ...ends, ...(start !== undefined && { phi: start }) });
    if (mimic !== undefined) this.addMimic(joint, name, mimic);
    if (!this.hasFlanges) {
      if (joint.damping > 0 || joint.friction > 0) this.ignore("damping and friction of joints without flanges");
      return;
    }
    // motors outside the robot find the joint here; what the description puts on it is connected inside
    this.entries[`${name}_flange`] = type === "prismatic" ? TranslationalFlange : Flange;
    this.connect.push([`${name}.flange`, `${name}_flange`]);
    const hasFriction = this.options.friction ?? true;
    if (!hasFriction && joint.friction > 0) this.ignore("friction of joints");
    const friction = hasFriction ? this.frictionAt(joint) : 0;
    const isOnLoop = this.onLoops.has(joint.name);
    if (friction > 0 && isOnLoop) this.smoothed.push(joint.name);
    this.add(jointParts({ ...joint, friction }, name, this.options.stops, isOnLoop));
    if (motors) {
      const { reduction = 1 } = this.robot.transmissions.find((one) => one.joint === joint.name) ?? {};
      this.add(motorParts(joint, name, reduction));
    }
  }

  /** Dry friction of followers acts on the joint that they follow: two that stick in one freedom would share the load in any way. */
  private frictionAt({ name, friction, mimic }: UrdfJoint): number {
    if (mimic !== undefined) return 0;
    const followers = this.robot.joints.filter((other) => other.mimic?.joint === name);
    return followers.reduce((sum, other) => sum + Math.abs(other.mimic!.multiplier) * other.friction, friction);
  }

  /** A joint that follows another, as by a gear: what drives the one loads the other. */
  private addMimic(joint: UrdfJoint, name: string, { joint: leader, multiplier, offset }: UrdfMimic): void {
    const leading = this.robot.joints.find((other) => other.name === leader)!;
    const coordinate = (of: UrdfJoint) => `${this.names.get(of)!}.${of.type === "prismatic" ? "s" : "phi"}`;
    this.entries[`${name}_mimic`] = JointCoupling({
      coordinates: [coordinate(joint), coordinate(leading)],
      factors: [1, -multiplier],
      offset,
    });
  }

  private add({ components, connect }: JointParts): void {
    Object.assign(this.entries, components);
    this.connect.push(...connect);
  }

  private linkName(link: string): string {
    return this.names.get(this.links.get(link)!)!;
  }
}

function placed(parent: string, origin: UrdfOrigin): { parent: string; translation: number[]; rotation: number[] } {
  const rotation = new Float64Array(3);
  cardanFromRotation(rotation, 0, poseOfOrigin(origin).R, 0);
  return { parent, translation: [...origin.xyz], rotation: [...rotation] };
}

function materialOf({ colour }: UrdfShape): VisualMaterial {
  if (colour === undefined) return VisualMaterial({ color: [190, 190, 190] });
  const [red, green, blue, alpha] = colour.map((value) => Math.min(1, Math.max(0, value))) as [
    number,
    number,
    number,
    number,
  ];
  return VisualMaterial({
    color: [255 * red, 255 * green, 255 * blue].map(Math.round) as never,
    transparency: 1 - alpha,
  });
}

/** Whether a joint has one degree of freedom. */
function isSingle(type: UrdfJoint["type"]): boolean {
  return type === "revolute" || type === "continuous" || type === "prismatic";
}
