/**
 * A MuJoCo model as a component of a 3-D model.
 *
 *     body B    object "B"; its mass "B_inertial"; geoms "B_geom1" …
 *     joint J   object "J_frame" at its anchor, joint "J" from there to the body, connector "J_flange" for motors
 *     several joints of one body follow each other: "J_carrier" is what the first one moves
 *
 * Source   [MJCF]
 * Length   one walk through the tree of bodies; what is read has files beside it
 */

import { guarded } from "../errors/boundary.ts";
import { checkText } from "../errors/checkText.ts";
import { listNames, suggestName } from "../errors/nearestName.ts";
import { checkOptionNames } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { massProperties as shapeMass } from "../geometry/massProperties.ts";
import type { SolidShape } from "../geometry/registry.ts";
import type { Mesh } from "../geometry/shapes/mesh.ts";
import { Model, type ModelDefinition } from "../language/model.ts";
import { Flange } from "../libraries/rotational/flange.ts";
import { TranslationalFlange } from "../libraries/translational/flange.ts";
import * as elementary from "../math/elementary.ts";
import { SelfCollision } from "../multibody/constraints/selfCollision.ts";
import { NoGravityField, UniformGravityField } from "../multibody/features/gravityField.ts";
import { MassProperties } from "../multibody/features/massProperties.ts";
import { Solid } from "../multibody/features/solid.ts";
import { Visual } from "../multibody/features/visual.ts";
import { Bushing } from "../multibody/forces/bushing.ts";
import { JointLimit } from "../multibody/forces/jointEfforts.ts";
import { WorldForce } from "../multibody/forces/worldLoads.ts";
import { compose, identityPose, type Pose } from "../multibody/graph/pose.ts";
import { PrismaticWithFlange, RevoluteWithFlange, Spherical } from "../multibody/joints/joints.ts";
import { Object3D } from "../multibody/object3D.ts";
import { VisualMaterial } from "../scene/visualMaterial.ts";
import type { PlacedMass } from "../urdf/combineMasses.ts";
import { freeName, reservedNames } from "../urdf/freeName.ts";
import { frictionOf, type StopOptions, smoothedNote } from "../urdf/jointElements.ts";
import { jointsOnLoops } from "../urdf/jointsOnLoops.ts";
import { stickFigure } from "../urdf/stickFigure.ts";
import type { MeshFiles } from "../urdf/urdfMeshes.ts";
import type { Triple } from "../urdf/urdfRobot.ts";
import { massOfGeoms, massOfInertial, withinRules } from "./bodyMass.ts";
import { actuatorParts, passiveParts, type Transmission, tendonParts } from "./driveParts.ts";
import { equalityParts, type PlacedBody, type Relation } from "./equalityParts.ts";
import { type PlacedShape, shapeOfGeom } from "./geomShape.ts";
import { type Start, startOf } from "./keyframeStart.ts";
import { meshMass } from "./meshMass.ts";
import type { MjcfBody, MjcfGeom, MjcfJoint, MjcfModel } from "./mjcfModel.ts";
import { placement } from "./mjcfPose.ts";
import { parseMjcf } from "./parseMjcf.ts";
import { shellMass, type Weighed } from "./shellMass.ts";
import { sitesAtRest } from "./springPosition.ts";

export interface MjcfOptions extends MeshFiles {
  /** Object on which the world of the file stands. Default "world". */
  readonly parent?: string;
  /** Elastic stops where joints have a range. Default: none. */
  readonly stops?: StopOptions;
  /** Geoms that collide in the file take part in contacts, with this material. Default: none does. */
  readonly contactMaterial?: string;
  /** Dry friction of joints (`frictionloss`) is used. Default true. */
  readonly friction?: boolean;
  /** Start from this keyframe of the file. Default: the position that the file shows. */
  readonly keyframe?: string;
  /** Controls of actuators are inputs to connect, `robot.<actuator>.ctrl`; otherwise parameters. Default false. */
  readonly inputs?: boolean;
}

export interface MjcfImport {
  /** Component for a Model3D. */
  readonly model: ModelDefinition;
  readonly name: string;
  /** m/s², in axes of the file's world. */
  readonly gravity: Triple;
  /** The same as a field for `Scene({ gravityField })`. */
  readonly gravityField: ModelDefinition;
  /** Names in the model. */
  readonly joints: readonly string[];
  /** Ranges of joints in the file, by their names in the model, counted from where the file shows them: rad or m. */
  readonly limits: Readonly<Record<string, { readonly lower: number; readonly upper: number }>>;
  readonly actuators: readonly string[];
  readonly keyframes: readonly string[];
  /** What was not used, renamed or understood in another way, one line per cause. */
  readonly report: readonly string[];
}

const optionNames = [
  "readFile",
  "packages",
  "mendMeshes",
  "parent",
  "stops",
  "contactMaterial",
  "friction",
  "keyframe",
  "inputs",
];

/** Reads a model of MuJoCo (MJCF). */
export function importMjcf(text: string, options: MjcfOptions = {}): MjcfImport {
  checkText(text, "importMjcf");
  checkOptionNames(options, optionNames, "importMjcf");
  const readText = (name: string): string | undefined => {
    const content = options.readFile?.(name);
    return content === undefined ? undefined : new TextDecoder().decode(content);
  };
  return guarded("importMjcf", () => new Importer(parseMjcf(text, readText), options).build(), options);
}

const negligible: PlacedMass = { mass: 1e-6, centre: [0, 0, 0], inertia: [1e-9, 0, 0, 0, 1e-9, 0, 0, 0, 1e-9] };

class Importer {
  private readonly mjcf: MjcfModel;
  private readonly options: MjcfOptions;
  private readonly taken: Set<string>;
  private readonly entries: Record<string, unknown> = {};
  private readonly connect: (readonly string[])[] = [];
  private readonly equations: string[] = [];
  private readonly causes = new Map<string, number>();
  private readonly renamed: string[] = [];
  private readonly bodies = new Map<string, PlacedBody>();
  private readonly sites = new Map<string, { readonly body: string; readonly pose: Pose }>();
  private readonly joints = new Map<string, { readonly name: string; readonly joint: MjcfJoint }>();
  private readonly start: Start;
  private readonly isReserved: (name: string) => boolean;
  /** Bodies that never move: their mass does not matter. */
  private readonly standing: ReadonlySet<MjcfBody>;
  private readonly meshes = new Map<string, Mesh>();
  private readonly shapes = new Map<MjcfGeom, PlacedShape | undefined>();
  private massScale = 1;
  private readonly written: ReadonlyMap<string, MjcfJoint>;
  private isDrawn = false;
  private readonly onLoops: ReadonlySet<MjcfJoint>;
  private readonly smoothed: string[] = [];

  constructor(mjcf: MjcfModel, options: MjcfOptions) {
    this.mjcf = mjcf;
    this.options = options;
    this.taken = new Set([(options.parent ?? "world").split(".")[0]!]);
    this.start = startOf(mjcf, options.keyframe);
    const bodies = allBodies(mjcf.world);
    this.standing = new Set(standingOn(mjcf.world));
    this.written = new Map(bodies.flatMap(({ joints }) => joints.map((joint) => [joint.name, joint])));
    this.onLoops = jointsOfLoops(mjcf, bodies);
    this.isReserved = reservedNames(
      bodies.map(({ name }) => name),
      bodies.flatMap(({ joints }) => joints.map(({ name }) => name)),
    );
  }

  build(): MjcfImport {
    const { mjcf } = this;
    const ground = this.name("ground");
    this.entries[ground] = Object3D({ parent: this.options.parent ?? "world" });
    this.bodies.set("world", { name: ground, pose: identityPose });
    const { totalMass } = mjcf.massRules;
    if (totalMass !== undefined) {
      const bodies = allBodies(mjcf.world).filter((body) => body !== mjcf.world);
      const whole = bodies.reduce((sum, body) => sum + (this.massOf(body)?.mass ?? 0), 0);
      if (whole > 0) this.massScale = totalMass / whole;
    }
    this.addContents(mjcf.world, ground, identityPose);
    if (this.smoothed.length > 0) this.note(smoothedNote(this.smoothed));
    if (!this.isDrawn && mjcf.world.bodies.length > 0) this.addSticks();
    for (const equality of mjcf.equalities) this.addRelation(equality, equality.name);
    const transmissions = this.addTendons();
    const actuators = this.addActuators(transmissions);
    if (this.options.contactMaterial !== undefined) this.addExclusions();
    const { gravity } = mjcf;
    const g = elementary.hypot(...gravity);
    return {
      model: Model({
        ...this.entries,
        connect: this.connect.map((list) => [...list]),
        ...(this.equations.length > 0 && { equations: this.equations.join("\n") }),
      }),
      name: mjcf.name,
      gravity,
      gravityField: g === 0 ? NoGravityField() : UniformGravityField({ g, n: gravity.map((x) => x / g) }),
      joints: [...this.joints.values()].map(({ name }) => name),
      limits: Object.fromEntries(
        [...this.joints.values()].flatMap(({ name, joint: { range, ref, type } }) =>
          range === undefined || type === "ball" ? [] : [[name, { lower: range[0] - ref, upper: range[1] - ref }]],
        ),
      ),
      actuators,
      keyframes: mjcf.keyframes.map(({ name }) => name),
      report: [
        ...mjcf.ignored,
        ...[...this.causes].map(([cause, count]) => `${cause}: ${count} ignored`),
        ...this.renamed,
      ],
    };
  }

  private readonly note = (line: string): void => {
    if (!this.renamed.includes(line)) this.renamed.push(line);
  };

  private readonly ignore = (cause: string): void => {
    this.causes.set(cause, (this.causes.get(cause) ?? 0) + 1);
  };

  private name(wanted: string): string {
    const name = freeName(wanted, this.taken, this.isReserved);
    if (name !== wanted) this.renamed.push(`"${wanted}" is called ${name}`);
    return name;
  }

  /** Geoms, masses, sites and bodies inside a body that stands in the model as `name`. */
  private addContents(body: MjcfBody, name: string, pose: Pose): void {
    for (const site of body.sites) this.sites.set(site.name, { body: name, pose: site.pose });
    const seen = body.geoms.some(({ group }) => group < 3);
    body.geoms.forEach((geom, k) => {
      this.addGeom(geom, name, `${name}_geom${k + 1}`, body, geom.group < 3 || !seen);
    });
    if (!this.standing.has(body)) this.addMass(body, name);
    for (const child of body.bodies) this.addBody(child, name, compose(pose, child.pose));
  }

  private addMass(body: MjcfBody, name: string): void {
    const found = this.massOf(body);
    if (found === undefined) {
      const isMoved = body.isFree || body.joints.length > 0;
      if (!isMoved || rigidWith(body).some((other) => this.massOf(other) !== undefined)) return;
      this.note(
        `body "${body.name}" moves without mass: ${negligible.mass} kg and ${negligible.inertia[0]} kg·m² were added`,
      );
    }
    const { mass, centre, inertia: I } = found ?? negligible;
    const scale = found === undefined ? 1 : this.massScale;
    const [Ixx, Iyy, Izz, Ixy, Ixz, Iyz] = [0, 4, 8, 1, 2, 5].map((k) => scale * I[k]!) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    this.entries[`${name}_inertial`] = Object3D({
      parent: name,
      translation: [0, 1, 2].map((k) => centre[k]!),
      feature: Solid({ massProperties: MassProperties({ mass: scale * mass, Ixx, Iyy, Izz, Ixy, Ixz, Iyz }) }),
    });
    if (body.weightHeld !== 0 && found !== undefined) this.holdWeight(name, body.weightHeld * scale * mass);
  }

  /** A force at the centre of mass against gravity, as `gravcomp` asks for. */
  private holdWeight(body: string, mass: number): void {
    const name = this.name(`${body}_held`);
    this.entries[name] = WorldForce({ obj: `${body}_inertial` });
    this.equations.push(`${name}.forceVector = [${this.mjcf.gravity.map((g) => 0 - mass * g).join(", ")}]`);
  }

  /** As the file has it, before all are scaled. */
  private massOf(body: MjcfBody): PlacedMass | undefined {
    const { inertiaFromGeoms, massGroups, massRules } = this.mjcf;
    const isWeighed = ({ type, group, mass, density }: MjcfGeom): boolean =>
      inertiaFromGeoms !== "false" &&
      type !== "plane" &&
      group >= massGroups[0] &&
      group <= massGroups[1] &&
      (mass ?? density) !== 0;
    const weighedGeoms = body.geoms.filter(isWeighed);
    // without geoms there is nothing that could take the place of what is written
    if (body.inertial !== undefined && (inertiaFromGeoms !== "true" || weighedGeoms.length === 0))
      return withinRules(massOfInertial(body.inertial), massRules);
    const geoms = weighedGeoms.flatMap((geom) => {
      const placed = this.shapeOf(geom, body.name);
      const given = geom.mass === undefined ? { density: geom.density } : { mass: geom.mass };
      const weighed = placed === undefined ? undefined : this.weigh(geom, placed.shape, given);
      return placed === undefined || weighed === undefined ? [] : [{ weighed, pose: placed.pose }];
    });
    return withinRules(massOfGeoms(geoms), massRules);
  }

  private addSticks(): void {
    const ends = allBodies(this.mjcf.world).map(({ name, bodies, inertial }) => {
      const poses = bodies.length === 0 && inertial !== undefined ? [inertial.pose] : bodies.map(({ pose }) => pose);
      return [this.bodies.get(name)!.name, poses.map(({ r }) => [r[0]!, r[1]!, r[2]!] as const)] as const;
    });
    Object.assign(this.entries, stickFigure(new Map(ends)));
    if (allBodies(this.mjcf.world).some((body) => body !== this.mjcf.world && body.geoms.length > 0))
      this.note("nothing of the bodies can be drawn: rods between their joints are shown");
  }

  private addBody(body: MjcfBody, parent: string, pose: Pose): void {
    const name = this.name(body.name);
    this.bodies.set(body.name, { name, pose });
    if (body.isFree) {
      const start = this.start.free(body);
      this.entries[name] = Object3D({
        ...placement(parent, start?.pose ?? body.pose),
        fixedToParent: false,
        ...start?.motion,
      });
      const { freeDamping: d } = body;
      if (d !== 0)
        this.entries[this.name(`${name}_damping`)] = Bushing({
          obj1: this.bodies.get("world")!.name,
          obj2: name,
          damperForceLaw: [d, d, d],
          rotDamperForceLaw: [d, d, d],
        });
    } else if (body.joints.length === 0) this.entries[name] = Object3D(placement(parent, body.pose));
    else this.addJoints(body, name, parent);
    this.addContents(body, name, pose);
  }

  /** Joints of one body act one after the other, each about its anchor in the body. */
  private addJoints(body: MjcfBody, name: string, parent: string): void {
    let [carrier, frame] = [parent, body.pose];
    this.entries[name] = Object3D({});
    body.joints.forEach((joint, k) => {
      const own = this.name(joint.name);
      const isLast = k === body.joints.length - 1;
      this.entries[`${own}_frame`] = Object3D(placement(carrier, compose(frame, shift(joint.pos, 1))));
      const isCentred = joint.pos.every((x) => x === 0);
      const moved = isLast ? (isCentred ? name : `${own}_end`) : `${own}_carrier`;
      if (!isLast) this.entries[moved] = Object3D({});
      else if (!isCentred) this.entries[moved] = Object3D(placement(name, shift(joint.pos, 1)));
      this.addJoint(joint, own, moved, body.joints.length === 1 && this.mjcf.world.bodies.includes(body));
      [carrier, frame] = [moved, shift(joint.pos, -1)];
    });
  }

  /** `canCollide`: the body may touch what it hangs on. */
  private addJoint(joint: MjcfJoint, name: string, obj2: string, canCollide: boolean): void {
    const { type, axis } = joint;
    this.joints.set(joint.name, { name, joint });
    const ends = { obj1: `${name}_frame`, obj2, canCollide };
    if (type === "ball") {
      this.entries[name] = Spherical({ ...ends, ...this.start.ball(joint) });
      const { damping: d } = joint;
      // without angles, the moments of a Bushing are those of a damper that turns any way
      if (d !== 0) this.entries[`${name}_damping`] = Bushing({ obj1: ends.obj1, obj2, rotDamperForceLaw: [d, d, d] });
      for (const what of ["stiffness", "armature", "friction"] as const)
        if (joint[what] !== 0) this.ignore(`${what} of ball joints`);
      if (joint.range !== undefined) this.ignore("range of ball joints");
      return;
    }
    const [x, v] = this.start.along(joint);
    const isSliding = type === "slide";
    const position = x !== undefined && { [isSliding ? "s" : "phi"]: x };
    const velocity = v !== undefined && { [isSliding ? "v" : "w"]: v };
    const options = { ...ends, axis: [...axis], ...position, ...velocity };
    this.entries[name] = isSliding ? PrismaticWithFlange(options) : RevoluteWithFlange(options);
    this.entries[`${name}_flange`] = isSliding ? TranslationalFlange : Flange;
    const flanges = [`${name}.flange`, `${name}_flange`];
    const passive = passiveParts(joint);
    if (passive !== undefined) {
      this.entries[`${name}_passive`] = passive;
      flanges.push(`${name}_passive.flange`);
    }
    const friction = this.frictionAt(joint);
    if (friction > 0) {
      if (this.options.friction ?? true) {
        const isOnLoop = this.onLoops.has(joint);
        if (isOnLoop) this.smoothed.push(joint.name);
        this.entries[`${name}_friction`] = frictionOf(isSliding, friction, isOnLoop);
        flanges.push(`${name}_friction.flange_a`);
      } else this.ignore("friction of joints");
    }
    this.connect.push(flanges);
    const { stops } = this.options;
    if (joint.range === undefined) return;
    if (stops === undefined) this.ignore("ranges of joints, without the option stops");
    else {
      const [min, max] = joint.range.map((value) => value - joint.ref) as [number, number];
      const { stiffness, damping } = stops;
      this.entries[`${name}_stop`] = JointLimit({
        coordinate: `${name}.${isSliding ? "s" : "phi"}`,
        min,
        max,
        stiffness,
        damping,
      });
    }
  }

  /** Dry friction of joints that an equality couples acts on one of them: two that stick in one freedom would share the load in any way. */
  private frictionAt(joint: MjcfJoint, depth = 0): number {
    const couplings = this.mjcf.equalities.filter((equality) => equality.kind === "joint");
    if (depth === 0 && couplings.some(({ joint1 }) => joint1 === joint.name)) return 0;
    const followers = couplings.filter(({ joint2 }) => joint2 === joint.name && depth < couplings.length);
    return followers.reduce((sum, { joint1, factor }) => {
      const follower = this.written.get(joint1);
      return follower === undefined ? sum : sum + Math.abs(factor) * this.frictionAt(follower, depth + 1);
    }, joint.friction);
  }

  private addGeom(geom: MjcfGeom, body: string, name: string, owner: MjcfBody, isSeen: boolean): void {
    const placed = this.shapeOf(geom, name);
    if (placed === undefined) return;
    if (owner !== this.mjcf.world && isSeen) this.isDrawn = true;
    const { shape, pose } = placed;
    const { contactMaterial } = this.options;
    const visualMaterial = isSeen ? colourOf(geom) : null;
    const collides = geom.collides && contactMaterial !== undefined;
    const at = placement(body, pose);
    if (!collides) {
      if (visualMaterial !== null) this.entries[name] = Object3D({ ...at, feature: Visual({ shape, visualMaterial }) });
      return;
    }
    this.entries[name] = Object3D({
      ...at,
      feature: Solid({
        shape,
        visualMaterial,
        collision: true,
        contactMaterial,
      }),
    });
  }

  /** undefined for shapes that cannot be had, of which the report tells. Shapes and meshes are made once. */
  private shapeOf(geom: MjcfGeom, name: string): PlacedShape | undefined {
    if (this.shapes.has(geom)) return this.shapes.get(geom);
    const known = geom.type === "mesh" ? this.meshes.get(geom.mesh ?? "") : undefined;
    const placed = known === undefined ? this.newShape(geom, name) : { shape: known, pose: geom.pose };
    this.shapes.set(geom, placed);
    return placed;
  }

  private newShape(geom: MjcfGeom, name: string): PlacedShape | undefined {
    try {
      const placed = shapeOfGeom(geom, this.mjcf, this.options, name, this.ignore, this.note);
      if (placed?.shape.kind === "Mesh") this.meshes.set(geom.mesh ?? "", placed.shape);
      return placed;
    } catch (error) {
      if (!(error instanceof RattlebackError)) throw error;
      this.ignore(`geom ${name} (${error.what} ${error.because ?? ""})`);
      return undefined;
    }
  }

  private weigh(geom: MjcfGeom, shape: SolidShape, given: { density: number } | { mass: number }): Weighed | undefined {
    const shell = geom.isShell ? shellMass(shape, given) : undefined;
    if (shell !== undefined) return shell;
    if (geom.isShell) this.note(`shellinertia of <geom type="${geom.type}">: weighed as a solid`);
    if (shape.kind !== "Mesh") return shapeMass(shape, given);
    return meshMass(shape, this.mjcf.meshes.get(geom.mesh ?? "")?.inertia ?? "legacy", given);
  }

  /**
   * Pairs that the file excludes, and bodies whose several joints lead to their parent: neighbours at one joint do not touch anyway, but
   * MuJoCo looks at the tree of bodies. Only the world touches its children.
   */
  private addExclusions(): void {
    const neighbours = (body: MjcfBody): [string, string][] =>
      body.bodies.flatMap((child) => [
        ...(body !== this.mjcf.world && child.joints.length > 1 ? [[body.name, child.name] as [string, string]] : []),
        ...neighbours(child),
      ]);
    for (const [a, b] of [...this.mjcf.exclusions, ...neighbours(this.mjcf.world)]) {
      const objects = [a, b].flatMap((name) => this.bodies.get(name)?.name ?? []);
      if (objects.length < 2) this.ignore(`contact exclusion of "${a}" and "${b}", one of which does not exist`);
      else this.entries[this.name(`apart_${objects.join("_")}`)] = SelfCollision({ objects, pairs: "none" });
    }
  }

  private addRelation(relation: Relation, wanted: string): void {
    const { bodies, sites, joints, ignore, taken } = this;
    const name = freeName(wanted, taken, (free) => taken.has(`${free}_a`) || taken.has(`${free}_b`));
    Object.assign(this.entries, equalityParts(relation, name, bodies, sites, joints, ignore));
  }

  /** Joints that each tendon pulls at. */
  private addTendons(): Map<string, readonly Transmission[]> {
    const transmissions = new Map<string, readonly Transmission[]>();
    for (const tendon of this.mjcf.tendons) {
      if (tendon.sites !== undefined) {
        const restLengths = () => tendon.restLengths ?? this.lengthAtRest(tendon.sites!);
        this.addRelation({ kind: "tendon", tendon, restLengths }, tendon.name);
        continue;
      }
      const joints = tendon.joints.map(({ joint, coefficient }) => ({
        joint: this.findJoint(joint, tendon.name, tendon.line).joint,
        factor: coefficient,
      }));
      transmissions.set(tendon.name, joints);
      const part = tendonParts(tendon, joints);
      if (part !== undefined) this.attach(this.name(tendon.name), part, joints);
    }
    return transmissions;
  }

  private lengthAtRest(ends: readonly [string, string]): readonly [number, number] {
    const sites = sitesAtRest(this.mjcf.world);
    const [a, b] = ends.map((end) => sites.get(end)!) as [Float64Array, Float64Array];
    const length = elementary.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);
    return [length, length];
  }

  private addActuators(tendons: ReadonlyMap<string, readonly Transmission[]>): string[] {
    return this.mjcf.actuators.flatMap((actuator, k) => {
      const { joint, tendon, gear } = actuator;
      const ends =
        joint === undefined
          ? tendons.get(tendon!)
          : [{ joint: this.findJoint(joint, actuator.name, actuator.line).joint, factor: 1 }];
      if (ends === undefined || ends.some((end) => end.joint.type === "ball")) {
        this.ignore(`actuator "${actuator.name}", which acts neither on a hinge or slide nor on a fixed tendon`);
        return [];
      }
      const geared = ends.map((end) => ({ joint: end.joint, factor: gear * end.factor }));
      const name = this.name(actuator.name);
      const control = this.options.inputs === true ? "input" : (this.start.control(k) ?? 0);
      this.attach(name, actuatorParts(actuator, geared, control), geared);
      return [name];
    });
  }

  private attach(name: string, part: ModelDefinition, joints: readonly Transmission[]): void {
    this.entries[name] = part;
    joints.forEach(({ joint }, k) => {
      this.connect.push([`${name}.flange${k + 1}`, `${this.joints.get(joint.name)!.name}.flange`]);
    });
  }

  private findJoint(name: string, user: string, line: number): { readonly name: string; readonly joint: MjcfJoint } {
    const found = this.joints.get(name);
    if (found !== undefined) return found;
    const names = [...this.joints.keys()];
    throw new RattlebackError("E-MJCF", "The robot description cannot be used.", {
      path: user,
      where: `line ${line}`,
      because: `"${user}" refers to joint "${name}", which does not exist; ${names.length === 0 ? "the file has no joints" : `there are ${listNames(names)}`}`,
      hint: suggestName(name, names, "name a joint of the file"),
      data: { line, name },
    });
  }
}

function standingOn(body: MjcfBody): MjcfBody[] {
  const fixed = body.bodies.filter(({ isFree, joints }) => !isFree && joints.length === 0);
  return [body, ...fixed.flatMap(standingOn)];
}

/** Joints of bodies that <connect> and <weld> close loops through. */
function jointsOfLoops({ world, equalities }: MjcfModel, bodies: readonly MjcfBody[]): Set<MjcfJoint> {
  const siteOwner = new Map(bodies.flatMap(({ name, sites }) => sites.map((site) => [site.name, name] as const)));
  const tree = bodies.flatMap(({ name, bodies: children }) =>
    children.map((child) => ({ name: child.name, ends: [name, child.name] as [string, string] })),
  );
  const closures = equalities.flatMap((equality) => {
    if (equality.kind === "joint") return [];
    const ends =
      "site1" in equality
        ? [siteOwner.get(equality.site1), siteOwner.get(equality.site2)]
        : [equality.body1, equality.body2];
    return ends.every((end) => end !== undefined) ? [{ name: "", ends: ends as [string, string] }] : [];
  });
  if (closures.length === 0) return new Set();
  const found = jointsOnLoops([...tree, ...closures]);
  return new Set(bodies.filter((body) => body !== world && found.has(body.name)).flatMap(({ joints }) => joints));
}

/** Bodies that are fixed to it, and those that are fixed to them. */
function rigidWith(body: MjcfBody): MjcfBody[] {
  return standingOn(body).slice(1);
}

function allBodies(body: MjcfBody): MjcfBody[] {
  return [body, ...body.bodies.flatMap(allBodies)];
}

function shift([x, y, z]: Triple, sign: 1 | -1): Pose {
  return { r: Float64Array.of(sign * x, sign * y, sign * z), R: identityPose.R };
}

function colourOf({ colour }: MjcfGeom): VisualMaterial {
  const [red, green, blue, alpha] = colour.map((value) => Math.min(1, Math.max(0, value)));
  return VisualMaterial({
    color: [255 * red!, 255 * green!, 255 * blue!].map(Math.round) as never,
    transparency: 1 - alpha!,
  });
}
