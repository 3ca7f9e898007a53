/**
 * A robot description as a component of a 3-D model: one object per link, one joint per joint.
 *
 *     link  L   object "L"; mass in "L_inertial"; shapes "L_visual1", "L_collision1" …
 *     joint J   object "J_frame" on the parent, joint "J" from there to the child, connector "J_flange" for motors
 *
 * Source   [URDF]; roll, pitch, yaw turn about fixed axes: R = R_z(yaw)·R_y(pitch)·R_x(roll)
 */
import { suggestName } from "../errors/nearestName.ts";
import { checkOptionNames } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { inertiaEllipsoid } from "../geometry/inertiaEllipsoid.ts";
import type { Shape } from "../geometry/registry.ts";
import { Box } from "../geometry/shapes/box.ts";
import { Capsule } from "../geometry/shapes/capsule.ts";
import { Cylinder } from "../geometry/shapes/cylinder.ts";
import { Ellipsoid } from "../geometry/shapes/ellipsoid.ts";
import { Sphere } from "../geometry/shapes/sphere.ts";
import { Model, type ModelDefinition } from "../language/model.ts";
import { Flange } from "../libraries/rotational/flange.ts";
import { TranslationalFlange } from "../libraries/translational/flange.ts";
import { mulMM } from "../math/mat3.ts";
import { cardanFromRotation, rotationFromCardan } from "../math/rotation.ts";
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
import { freeName } from "./freeName.ts";
import { type JointParts, jointParts, mimicParts, motorParts } from "./jointElements.ts";
import { parseUrdf } from "./parseUrdf.ts";
import { readMesh } from "./urdfMeshes.ts";
import { robotOptionNames, type UrdfImport, type UrdfOptions } from "./urdfOptions.ts";
import type { UrdfGeometry, UrdfInertial, UrdfJoint, UrdfLink, UrdfOrigin, UrdfRobot, UrdfShape } from "./urdfRobot.ts";

const collisionMaterial = VisualMaterial({ color: "green", transparency: 0.6 });
const inertiaMaterial = VisualMaterial({ color: "blue", transparency: 0.6 });
const negligible = { mass: 1e-6, inertia: 1e-9 } as const;

/** Reads a robot description (URDF). */
export function importUrdf(text: string, options: UrdfOptions = {}): UrdfImport {
  checkOptionNames(options, robotOptionNames, "importUrdf");
  return importRobot(parseUrdf(text), options);
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
  private readonly taken = new Set<string>();

  constructor(robot: UrdfRobot, options: UrdfOptions) {
    this.robot = robot;
    this.options = options;
    const needsFlanges =
      robot.joints.some(({ mimic }) => mimic !== undefined) || options.stops !== undefined || options.motors === true;
    this.hasFlanges = needsFlanges || (options.withFlanges ?? true);
    // a name of the scene, such as "world", must not be captured by a link
    const { taken } = this;
    taken.add((options.parent ?? "world").split(".")[0]!);
    for (const item of [...robot.links, ...robot.joints]) {
      const name = freeName(item.name, taken);
      this.names.set(item, name);
      if (name !== item.name) this.renamed.push(`"${item.name}" is called ${name}`);
    }
    for (const link of robot.links) this.links.set(link.name, link);
    for (const joint of robot.joints) this.jointTo.set(joint.child, joint);
    if (options.negligibleInertia === true) this.findMassless();
    this.checkPositions();
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

  /** Children of movable joints whose rigidly attached links have no mass either. */
  private findMassless(): void {
    const { links, joints } = this.robot;
    const heavy = new Set(
      links.filter(({ inertial }) => (inertial?.mass ?? 0) > 0).map(({ name }) => this.carrier(name)),
    );
    for (const { type, child } of joints) {
      if (type === "fixed" || heavy.has(child)) continue;
      this.massless.add(child);
      this.renamed.push(
        `link "${child}" moves without mass: ${negligible.mass} kg and ${negligible.inertia} kg·m² were added`,
      );
    }
  }

  /** The link that moves where this one is fixed to it. */
  private carrier(link: string): string {
    for (let name = link; ; ) {
      const joint = this.jointTo.get(name);
      if (joint === undefined || joint.type !== "fixed") return name;
      name = joint.parent;
    }
  }

  build(): UrdfImport {
    const { robot } = this;
    for (const link of robot.links) this.addLink(link);
    for (const joint of robot.joints) this.addJoint(joint);
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
      const { mass, inertia } = negligible;
      const massProperties = MassProperties({ mass, Ixx: inertia, Iyy: inertia, Izz: inertia });
      this.entries[`${name}_negligible`] = Object3D({ parent: name, feature: Solid({ massProperties }) });
    }
    let isSeen = false;
    link.visuals.forEach((shape, k) => {
      isSeen =
        this.addShape(`${name}_visual${k + 1}`, name, shape, (geometry) =>
          Visual({ shape: geometry, visualMaterial: materialOf(shape) }),
        ) || isSeen;
    });
    const { contactMaterial, showCollisions = false } = this.options;
    link.collisions.forEach((shape, k) => {
      this.addShape(`${name}_collision${k + 1}`, name, shape, (geometry) =>
        Solid({
          shape: geometry,
          visualMaterial: !isSeen ? materialOf(shape) : showCollisions ? collisionMaterial : null,
          ...(contactMaterial !== undefined && { collision: true, contactMaterial }),
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
    this.entries[path] = Object3D({ ...placed(link, shape.origin), feature: feature(geometry) });
    return true;
  }

  private shapeOf(geometry: UrdfGeometry, path: string): Shape | undefined {
    switch (geometry.kind) {
      case "box": {
        const [lengthX, lengthY, lengthZ] = geometry.size;
        return Box({ lengthX, lengthY, lengthZ });
      }
      case "sphere":
        return Sphere({ diameter: 2 * geometry.radius });
      case "ellipsoid": {
        const [a, b, c] = geometry.radii;
        return Ellipsoid({ lengthX: 2 * a, lengthY: 2 * b, lengthZ: 2 * c });
      }
      case "cylinder":
        return Cylinder({ axis: 3, diameter: 2 * geometry.radius, length: geometry.length });
      case "capsule":
        return Capsule({ axis: 3, diameter: 2 * geometry.radius, length: geometry.length });
      case "mesh":
        return readMesh(geometry, this.options, path, this.ignore, this.note);
    }
  }

  /** Where a link is: on its parent, free, or wherever its joint puts it. */
  private placement(joint: UrdfJoint | undefined, link: UrdfLink): Parameters<typeof Object3D>[0] {
    if (joint === undefined && link.start !== undefined) {
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
      this.entries[name] = Planar({ ...ends, secondAxis: normalTo(axis) });
      return;
    }
    const [slide, turn] = this.hasFlanges ? [PrismaticWithFlange, RevoluteWithFlange] : [Prismatic, Revolute];
    const start = positions[joint.name];
    this.entries[name] =
      type === "prismatic"
        ? slide({ ...ends, ...(start !== undefined && { s: start }) })
        : turn({ ...ends, ...(start !== undefined && { phi: start }) });
    if (!this.hasFlanges) {
      if (joint.damping > 0 || joint.friction > 0) this.ignore("damping and friction of joints without flanges");
      return;
    }
    // motors outside the robot find the joint here; what the description puts on it is connected inside
    this.entries[`${name}_flange`] = type === "prismatic" ? TranslationalFlange : Flange;
    this.connect.push([`${name}.flange`, `${name}_flange`]);
    const hasFriction = this.options.friction ?? true;
    if (!hasFriction && joint.friction > 0) this.ignore("friction of joints");
    this.add(jointParts(hasFriction ? joint : { ...joint, friction: 0 }, name, this.options.stops));
    if (motors) {
      const { reduction = 1 } = this.robot.transmissions.find((one) => one.joint === joint.name) ?? {};
      this.add(motorParts(joint, name, reduction));
    }
    if (joint.mimic === undefined) return;
    const leader = this.robot.joints.find((other) => other.name === joint.mimic!.joint)!;
    this.add(mimicParts(leader, joint, this.names.get(leader)!, name));
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
  return { parent, translation: [...origin.xyz], rotation: cardanFromRollPitchYaw(origin.rpy) };
}

function cardanFromRollPitchYaw([roll, pitch, yaw]: UrdfOrigin["rpy"]): number[] {
  const turned = (x: number, y: number, z: number): Float64Array => {
    const R = new Float64Array(9);
    rotationFromCardan(R, 0, Float64Array.of(x, y, z), 0);
    return R;
  };
  const R = turned(0, 0, yaw);
  mulMM(R, 0, R, 0, turned(0, pitch, 0), 0);
  mulMM(R, 0, R, 0, turned(roll, 0, 0), 0);
  const angles = new Float64Array(3);
  cardanFromRotation(angles, 0, R, 0);
  return [...angles];
}

function normalTo([x, y, z]: readonly [number, number, number]): number[] {
  return Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z)
    ? [0, -z, y]
    : Math.abs(y) <= Math.abs(z)
      ? [z, 0, -x]
      : [-y, x, 0];
}

function materialOf({ colour }: UrdfShape): VisualMaterial {
  if (colour === undefined) return VisualMaterial({ color: "grey" });
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
