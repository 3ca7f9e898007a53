// The five-axis arm with gripper as a component of a 3-D model, with drive trains and cascade controllers.
import {
  Box,
  MassProperties,
  Model,
  type ModelDefinition,
  Object3D,
  PrismaticWithFlange,
  RevoluteWithFlange,
  Solid,
  Var,
  VisualMaterial,
} from "rattleback";
import { PI } from "rattleback/blocks";
import { IdealGear, Inertia, UnitlessTorque } from "rattleback/rotational";
import { TranslationalMass, UnitlessForce } from "rattleback/translational";
import { drives, type PartData, parts } from "./youbotData.ts";

export interface YoubotOptions {
  /** Boxes on the fingers and the plate take part in contacts. Default false. */
  readonly contacts?: boolean;
  /** Inertias as a published model has them, instead of the right ones. Default false. */
  readonly publishedInertias?: boolean;
}

/** Objects that a joint places. */
const placedByJoint = new Set([
  "link1.body",
  "link2.body",
  "link3.body",
  "link4.body",
  "link5.body",
  "gripper.gripper_left_finger_a",
]);

const metal = VisualMaterial({ color: "DarkOrange", shininess: 0.3 });
const dark = VisualMaterial({ color: [70, 75, 80] });

/** The names of the quantities of the reference path, in the order of the drives. */
export const axes = ["angle1", "angle2", "angle3", "angle4", "angle5", "gripper"] as const;

/** Cascade of position, speed and torque; the names of its states are those of the published model. */
function servo(k: number, isSliding: boolean): ModelDefinition {
  const { motor, ratio, outer, inner, k: gain, T } = drives[k]!;
  const ppi = Model({
    ref: Var({ unit: "1" }),
    position: Var({ unit: "1" }),
    speed: Var({ unit: "1" }),
    outer,
    inner,
    PI: PI.with({ k: gain, T }),
    equations: "PI.u = inner*(outer*ref - position) - speed",
  });
  if (isSliding) {
    return Model({
      ppi,
      drive: Model({ force: UnitlessForce, motorMass: TranslationalMass.with({ m: motor }) }),
      connect: [["drive.force.flange", "drive.motorMass.flange_a"]],
      equations: `
        drive.force.f = ppi.PI.y
        ppi.position = drive.motorMass.s/quantity(1, "m")
        ppi.speed = drive.motorMass.v/quantity(1, "m/s")`,
    });
  }
  return Model({
    ppi,
    drive: Model({
      torque: UnitlessTorque,
      motorInertia: Inertia.with({ J: motor, phi: { init: null }, w: { init: null } }),
      gear: IdealGear.with({ ratio }),
    }),
    connect: [
      ["drive.torque.flange", "drive.motorInertia.flange_a"],
      ["drive.motorInertia.flange_b", "drive.gear.flange_a"],
    ],
    equations: `
      drive.torque.tau = ppi.PI.y
      ppi.position = drive.motorInertia.phi/quantity(1, "rad")
      ppi.speed = drive.motorInertia.w/quantity(1, "rad/s")`,
  });
}

function partObject(part: PartData, options: YoubotOptions): ModelDefinition {
  const { name, parent, translation, rotation, mass, box, contactBox, isLock } = part;
  const place = placedByJoint.has(name) ? {} : { parent, translation: [...translation], rotation: [...rotation] };
  if (mass === undefined) return Object3D({ ...place, ...(isLock === true && { lockable: true }) });
  const isPublished = options.publishedInertias === true && part.publishedInertia !== undefined;
  const [Ixx, Iyy, Izz, Ixy, Ixz, Iyz] = (isPublished ? part.publishedInertia : part.inertia) as number[];
  const centerOfMass = [...(isPublished ? part.publishedCentre! : part.centre!)];
  const massProperties = MassProperties({
    mass,
    centerOfMass,
    Ixx: Ixx!,
    Iyy: Iyy!,
    Izz: Izz!,
    Ixy: Ixy!,
    Ixz: Ixz!,
    Iyz: Iyz!,
  });
  if (contactBox !== undefined) {
    const [lengthX, lengthY, lengthZ] = contactBox;
    return Object3D({
      ...place,
      feature: Solid({
        shape: Box({ lengthX, lengthY, lengthZ }),
        massProperties,
        visualMaterial: dark,
        ...(options.contacts === true && { collision: true, contactMaterial: "DryWood" }),
      }),
    });
  }
  return Object3D({
    ...place,
    feature: Solid({ massProperties, ...(box === undefined && { visualMaterial: metal }) }),
  });
}

/** Boxes around the parts, to look at; the mass is in the parts themselves. */
function looks({ name, box }: PartData): Record<string, ModelDefinition> {
  if (box === undefined) return {};
  const [low, high] = box;
  const [lengthX, lengthY, lengthZ] = high.map((x, i) => x - low[i]!) as [number, number, number];
  const centre = high.map((x, i) => (x + low[i]!) / 2);
  const own = name.slice(name.lastIndexOf(".") + 1);
  return {
    [`${own}_looks`]: Object3D({
      parent: own,
      translation: centre,
      feature: Solid({ shape: Box({ lengthX, lengthY, lengthZ }), visualMaterial: metal }),
    }),
  };
}

/** The arm, on an object "world"; its six references are set from outside: `arm.reference[1] = actions.angle1`. */
export function youbot(options: YoubotOptions = {}): ModelDefinition {
  const groups = new Map<string, Record<string, ModelDefinition>>();
  for (const part of parts) {
    const dot = part.name.indexOf(".");
    const group = dot < 0 ? "" : part.name.slice(0, dot);
    if (!groups.has(group)) groups.set(group, {});
    Object.assign(groups.get(group)!, { [part.name.slice(dot + 1)]: partObject(part, options) }, looks(part));
  }
  const nested = [...groups].filter(([name]) => name !== "").map(([name, entries]) => [name, Model(entries)] as const);
  const joints = [1, 2, 3, 4, 5].map(
    (k) =>
      [
        `rev${k}`,
        RevoluteWithFlange({
          obj1: `link${k}.obj1`,
          obj2: `link${k}.body`,
          axis: 3,
          phi: Var({ init: 0 }),
          w: Var({ init: 0 }),
        }),
      ] as const,
  );
  return Model({
    ...groups.get(""),
    ...Object.fromEntries(nested),
    ...Object.fromEntries(joints),
    prism: PrismaticWithFlange({
      obj1: "gripper.gripper_right_finger_a",
      obj2: "gripper.gripper_left_finger_a",
      canCollide: true,
      axis: 2,
    }),
    ...Object.fromEntries(axes.map((_, k) => [`servo${k + 1}`, servo(k, k === 5)])),
    connect: [
      ...[1, 2, 3, 4, 5].map((k) => [`servo${k}.drive.gear.flange_b`, `rev${k}.flange`]),
      ["servo6.drive.motorMass.flange_b", "prism.flange"],
    ],
    reference: Var({ size: [6], unit: "1", hideResult: true }),
    equations: axes.map((_, k) => `servo${k + 1}.ppi.ref = reference[${k + 1}]`),
  });
}
