/** Parts of Modelica.Mechanics.MultiBody that the mechanics of Rattleback knows, by the names of their classes. */
import { body, bodyShape, fixed, fixedRotation, fixedTranslation, pointMass, world, zeroPosition } from "./bodies.ts";
import {
  dampers,
  forces,
  forcesAndTorques,
  springDampers,
  springs,
  torques,
  worldForces,
  worldForcesAndTorques,
  worldTorques,
} from "./forces.ts";
import { cylindrical, freeMotion, planar, prismatic, revolute, rod, spherical, universal } from "./joints.ts";
import type { MechanismBuilder } from "./mechanismBuilder.ts";
import type { PartView } from "./partView.ts";

/** Adds the part to the mechanism. */
export type PartKind = (builder: MechanismBuilder, part: PartView) => void;

const library = "Modelica.Mechanics.MultiBody";

export const partKinds: ReadonlyMap<string, PartKind> = new Map(
  Object.entries({
    World: world,
    "Interfaces.ZeroPosition": zeroPosition,
    "Parts.Fixed": fixed,
    "Parts.FixedTranslation": fixedTranslation,
    "Parts.FixedRotation": fixedRotation,
    "Parts.Body": body,
    "Parts.BodyShape": bodyShape,
    "Parts.BodyBox": bodyShape,
    "Parts.BodyCylinder": bodyShape,
    "Parts.PointMass": pointMass,
    "Joints.Revolute": revolute,
    "Joints.RevolutePlanarLoopConstraint": revolute,
    "Joints.Prismatic": prismatic,
    "Joints.Cylindrical": cylindrical,
    "Joints.Universal": universal,
    "Joints.Planar": planar,
    "Joints.Spherical": spherical,
    "Joints.FreeMotion": freeMotion,
    "Joints.SphericalSpherical": rod,
    "Forces.Spring": springs,
    "Forces.Damper": dampers,
    "Forces.SpringDamperParallel": springDampers,
    "Forces.WorldForce": worldForces,
    "Forces.WorldTorque": worldTorques,
    "Forces.WorldForceAndTorque": worldForcesAndTorques,
    "Forces.Force": forces,
    "Forces.Torque": torques,
    "Forces.ForceAndTorque": forcesAndTorques,
  } satisfies Record<string, PartKind>).map(([name, kind]) => [`${library}.${name}`, kind]),
);
