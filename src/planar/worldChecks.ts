/** Checks of a planar world where it enters: names, numbers, references between the parts. */

import { listNames, suggestName } from "../errors/nearestName.ts";
import { checkOptionNames } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { aNumber, aText, byName, eitherOf, fields, isAList, listOf } from "../errors/shapes.ts";
import { beamFields } from "./beamStructure.ts";
import { type ConvexPolygon, convexPolygon, type Point } from "./convexPolygon.ts";
import { poseSize } from "./outline.ts";
import type { ContactDefinition, MotionFunction, PlanarWorld } from "./world.ts";

const worldNames = ["gravity", "bodies", "beams", "targets", "contacts"];
const bodyNames = ["mass", "inertia", "position", "angle", "velocity", "angularVelocity", "outline", "points", "load"];
const beamNames = ["nodes", "elements", "section", "nodeMasses", "attach", "velocity"];
const targetNames = ["outline", "motion"];
const contactNames = [
  "target",
  "initiators",
  "select",
  "bothWays",
  "stiffness",
  "exponent",
  "damping",
  "friction",
  "slipSpeed",
  "rule",
];

/** The polygon itself, or the one with these vertices. */
export function polygonOf(outline: ConvexPolygon | readonly Point[], name: string): ConvexPolygon {
  return "vertices" in outline ? outline : convexPolygon(outline, name);
}

const worldShape = fields({
  bodies: byName(
    fields({ outline: eitherOf(isAList, listOf(listOf(aNumber)), fields({ count: aNumber }, ["count"])) }),
  ),
  beams: byName(fields({ ...beamFields, attach: byName(aText) }, ["nodes", "section"])),
  targets: byName(
    fields({ outline: eitherOf(isAList, listOf(listOf(aNumber)), fields({ count: aNumber }, ["count"])) }, ["outline"]),
  ),
  contacts: listOf(fields({ target: aText, initiators: aText, select: listOf(aNumber) }, ["target", "initiators"])),
});

export function checkWorld(world: PlanarWorld): void {
  checkOptionNames(world, worldNames, "a planar world");
  worldShape(world, "");
  const { bodies = {}, beams = {}, targets = {}, contacts = [] } = world;
  checkVector(world.gravity, "gravity");
  checkUnique([...Object.keys(bodies), ...Object.keys(beams), ...Object.keys(targets), "world"]);
  for (const [name, body] of Object.entries(bodies)) {
    const path = `bodies.${name}`;
    checkOptionNames(body, bodyNames, `the body "${name}"`);
    checkNumber(body.mass, `${path}.mass`, isPositive, "a positive mass in kg");
    checkNumber(body.inertia, `${path}.inertia`, isPositive, "a positive moment of inertia in kg·m²");
    checkNumber(body.angle ?? 0, `${path}.angle`, Number.isFinite, "an angle in rad");
    checkNumber(body.angularVelocity ?? 0, `${path}.angularVelocity`, Number.isFinite, "a rate in rad/s");
    checkVector(body.position, `${path}.position`);
    checkVector(body.velocity, `${path}.velocity`);
    (body.points ?? []).forEach((point, k) => void checkVector(point, `${path}.points[${k}]`));
  }
  for (const [name, beam] of Object.entries(beams)) {
    const path = `beams.${name}`;
    checkOptionNames(beam, beamNames, `the beam "${name}"`);
    checkVector(beam.velocity, `${path}.velocity`);
    for (const [node, body] of Object.entries(beam.attach ?? {})) {
      checkNumber(Number(node), `${path}.attach`, isIndexBelow(beam.nodes.length), "the index of a node");
      checkName(body, [...Object.keys(bodies), "world"], `${path}.attach[${node}]`, "body");
    }
  }
  for (const [name, target] of Object.entries(targets)) {
    checkOptionNames(target, targetNames, `the target "${name}"`);
    checkMotion(target.motion, name, 0);
  }
  contacts.forEach((contact, k) => void checkContact(contact, `contacts[${k}]`, world));
}

/** Six finite numbers at time t. */
export function checkMotion(motion: MotionFunction | undefined, name: string, t: number): void {
  if (motion === undefined) return;
  const pose = new Float64Array(poseSize);
  motion(t, pose);
  const bad = pose.findIndex((value) => !Number.isFinite(value));
  if (bad < 0) return;
  throw new RattlebackError("E-PLANAR-MOTION", `The motion of the target "${name}" is not finite at t = ${t}.`, {
    path: `targets.${name}.motion`,
    because: `${["x", "y", "φ", "x'", "y'", "φ'"][bad]} is ${pose[bad]}`,
    hint: "write six finite numbers into the pose: x, y, φ and their rates",
    data: { name, t, index: bad, value: pose[bad] },
  });
}

function checkContact(contact: ContactDefinition, path: string, world: PlanarWorld): void {
  const { bodies = {}, beams = {}, targets = {} } = world;
  checkOptionNames(contact, contactNames, `the contact "${contact.target}/${contact.initiators}"`);
  const withOutline = Object.keys(bodies).filter((name) => bodies[name].outline !== undefined);
  const targetChoice = [...Object.keys(targets), ...withOutline];
  checkName(contact.target, targetChoice, `${path}.target`, "target or body with an outline");
  checkName(contact.initiators, [...Object.keys(bodies), ...Object.keys(beams)], `${path}.initiators`, "body or beam");
  if (contact.bothWays === true) {
    checkName(contact.target, withOutline, `${path}.target`, "body with an outline");
    checkName(contact.initiators, withOutline, `${path}.initiators`, "body with an outline");
  }
  if (contact.target === contact.initiators) {
    throw badValue(`${path}.initiators`, contact.initiators, "two different things: nothing touches itself");
  }
  const rule = contact.rule ?? "lastSeparation";
  if (rule !== "lastSeparation" && rule !== "nearest") {
    throw badValue(`${path}.rule`, rule, '"lastSeparation" or "nearest"');
  }
  const body = bodies[contact.initiators];
  const count =
    body === undefined
      ? beams[contact.initiators].nodes.length
      : (body.points?.length ?? (body.outline === undefined ? 1 : polygonOf(body.outline, contact.initiators).count));
  for (const k of contact.select ?? []) checkNumber(k, `${path}.select`, isIndexBelow(count), `0 to ${count - 1}`);
  checkNumber(contact.stiffness, `${path}.stiffness`, isPositive, "a positive stiffness");
  checkNumber(contact.exponent ?? 1, `${path}.exponent`, (n) => n >= 1 && Number.isFinite(n), "an exponent ≥ 1");
  checkNumber(contact.damping ?? 0, `${path}.damping`, isNotNegative, "a damping ≥ 0 in s/m");
  checkNumber(contact.friction ?? 0, `${path}.friction`, isNotNegative, "a coefficient of friction ≥ 0");
  checkNumber(contact.slipSpeed ?? 1, `${path}.slipSpeed`, isPositive, "a positive speed in m/s");
}

function checkUnique(names: readonly string[]): void {
  const twice = names.find((name, k) => names.indexOf(name) !== k);
  if (twice === undefined) return;
  throw new RattlebackError("E-PLANAR-NAME", `The name "${twice}" is used twice.`, {
    path: twice,
    hint: 'bodies, beams and targets need different names; "world" is taken',
    data: { name: twice },
  });
}

function checkName(name: string, known: readonly string[], path: string, kind: string): void {
  if (known.includes(name)) return;
  const otherwise = known.length === 0 ? `define a ${kind}` : `one of ${listNames(known)}`;
  throw new RattlebackError("E-PLANAR-NAME", `There is no ${kind} "${name}".`, {
    path,
    hint: suggestName(name, known, otherwise),
    data: { name, known },
  });
}

function checkVector(value: Point | undefined, path: string): void {
  if (value === undefined) return;
  if (Array.isArray(value) && value.length === 2 && value.every(Number.isFinite)) return;
  throw badValue(path, value, "two finite numbers [x, y]");
}

function checkNumber(value: number, path: string, isSound: (value: number) => boolean, hint: string): void {
  if (typeof value === "number" && isSound(value)) return;
  throw badValue(path, value, hint);
}

function badValue(path: string, value: unknown, hint: string): RattlebackError {
  return new RattlebackError("E-PLANAR-VALUE", `${path} is ${String(value)}.`, { path, hint, data: { value } });
}

const isPositive = (value: number) => value > 0 && Number.isFinite(value);
const isNotNegative = (value: number) => value >= 0 && Number.isFinite(value);
const isIndexBelow = (count: number) => (value: number) => Number.isInteger(value) && value >= 0 && value < count;
