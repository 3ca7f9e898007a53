/**
 * What contacts do to bodies that are led along given paths: they come, press, slide, turn and leave. Forces balance at every instant, and
 * the files in onPaths/ show them with everything else that a run is told.
 */
import { expect, it } from "vitest";
import { ContactHandler } from "../../src/contact/contactHandler.ts";
import { ContactMaterials } from "../../src/contact/contactMaterials.ts";
import type { ContactOptions } from "../../src/contact/contactOptions.ts";
import {
  type ContactPairMaterial,
  ElasticContactPairMaterial,
  type ElasticContactPairOptions,
  ImpulsiveContactPairMaterial,
  ObserverContactPairMaterial,
} from "../../src/contact/contactPairMaterial.ts";
import { PolygonalContact } from "../../src/contact/polygonal/polygonalContact.ts";
import { type PolygonalLawOptions, polygonalLaw } from "../../src/contact/polygonal/polygonalLaw.ts";
import { makeSurface } from "../../src/contact/polygonal/surface.ts";
import { surfacePairs } from "../../src/contact/polygonal/surfacePair.ts";
import { SurfaceSearch } from "../../src/contact/polygonal/surfaceSearch.ts";
import { RigidContacts } from "../../src/contact/rigid/rigidContacts.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Capsule } from "../../src/geometry/shapes/capsule.ts";
import { Cone } from "../../src/geometry/shapes/cone.ts";
import { Cylinder } from "../../src/geometry/shapes/cylinder.ts";
import { Ellipsoid } from "../../src/geometry/shapes/ellipsoid.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import * as elementary from "../../src/math/elementary.ts";
import { type BodyMotion, createBodyForces } from "../../src/mechanics/bodyMotion.ts";
import { solidMaterialPalette } from "../../src/multibody/materials/solidMaterialPalette.ts";
import { collisionShapes, FreeBodies, type FreeBody, stride } from "./freeBodies.ts";
import { plateMesh, sphereMesh } from "./polygonal/meshes.ts";

type Four = readonly [number, number, number, number];
type Led = Pick<FreeBody, "shape"> & { readonly quaternion?: Four; readonly smoothingRadius?: number };
interface Scene {
  /** What it stands on; a wide floor unless told. */
  readonly below?: FreeBody;
  readonly bodies: readonly Led[];
  readonly pair?: ContactPairMaterial;
  readonly contact?: ContactOptions;
}

const box = Box({ lengthX: 0.3, lengthY: 0.2, lengthZ: 0.1 });
const lying = Cylinder({ axis: 1, diameter: 0.1, length: 0.3 });
const capsule = Capsule({ axis: 2, diameter: 0.1, length: 0.3 });
const cone = Cone({ axis: 3, diameter: 0.2, length: 0.3 });
const cut = Cone({ axis: 3, diameter: 0.2, length: 0.3, topDiameter: 0.1 });
const ball = Sphere({ diameter: 0.2 });
const ellipsoid = Ellipsoid({ lengthX: 0.3, lengthY: 0.2, lengthZ: 0.1 });
const floor: FreeBody = {
  name: "floor",
  shape: Box({ lengthX: 2, lengthY: 1.5, lengthZ: 0.4 }),
  material: "DryWood",
  isFixed: true,
  position: [0.1, -0.1, -0.2],
};

/** Its edges are below what lies on it. */
const post: FreeBody = {
  ...floor,
  shape: Box({ lengthX: 0.12, lengthY: 0.07, lengthZ: 0.4 }),
  position: [0.02, -0.02, -0.2],
};
const stump: FreeBody = {
  ...floor,
  shape: Cylinder({ axis: 3, diameter: 0.1, length: 0.4 }),
  position: [0.03, 0, -0.2],
};

const tilted: Four = [0.2, -0.3, 0.4, 0.8];
/** About y by 90°, about x by 90°, and half about x: on an edge. */
const onSide: Four = [0, Math.SQRT1_2, 0, Math.SQRT1_2];
const onFace: Four = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
const onEdge: Four = [elementary.sin(0.3), 0, 0, elementary.cos(0.3)];
const turned: Four = [0, 0, elementary.sin(0.2), elementary.cos(0.2)];

const elastic = (options: ElasticContactPairOptions = {}): ContactPairMaterial =>
  ElasticContactPairMaterial({ coefficientOfRestitution: 0.6, slidingFrictionCoefficient: 0.4, ...options });
const sticky = elastic({ stiction: true, staticFrictionCoefficient: 0.6, law: "exactRestitution" });
const rolling = elastic({ rotationalResistanceCoefficient: 0.05, vsmall: 0.02, wsmall: 0.03 });

const poses: Readonly<Record<string, Four>> = {
  flat: turned,
  "on a side": onSide,
  "on a face": onFace,
  "on an edge": onEdge,
  tilted,
};
const shapes = { box, lying, capsule, cone, cut, ball, ellipsoid };

const singleShapes: Readonly<Record<string, Scene>> = {
  ...Object.fromEntries(
    Object.entries(shapes).flatMap(([name, shape]) =>
      Object.entries(poses).map(
        ([pose, quaternion]) => [`${name}, ${pose}`, { bodies: [{ shape, quaternion }] }] as const,
      ),
    ),
  ),
};

const onEdges: Readonly<Record<string, Scene>> = Object.fromEntries(
  Object.entries(shapes).flatMap(([name, shape]) =>
    Object.entries({ post, stump }).flatMap(([under, below]) =>
      [turned, onFace].map(
        (quaternion, k) => [`${name}, pose ${k}, on a ${under}`, { bodies: [{ shape, quaternion }], below }] as const,
      ),
    ),
  ),
);

const withLaws: Readonly<Record<string, Scene>> = {
  ...Object.fromEntries(
    (["elastic", "hertz", "huntCrossley", "lankaraniNikravesh", "exactRestitution"] as const).flatMap((law) => [
      [`a ball with the law ${law}`, { bodies: [{ shape: ball }], pair: elastic({ law }) }] as const,
      [`a box with the law ${law}`, { bodies: [{ shape: box, quaternion: turned }], pair: elastic({ law }) }] as const,
    ]),
  ),
  "a ball that rolls": { bodies: [{ shape: ball }], pair: rolling },
  "a box that resists turning": { bodies: [{ shape: box, quaternion: turned }], pair: rolling },
  "a cylinder that rolls": { bodies: [{ shape: lying, quaternion: turned }], pair: rolling },
  "a ball that sticks": { bodies: [{ shape: ball }], pair: sticky },
  "a box that sticks": { bodies: [{ shape: box, quaternion: turned }], pair: sticky },
  "a capsule that sticks": { bodies: [{ shape: capsule, quaternion: tilted }], pair: sticky },
  "a box on springs": { bodies: [{ shape: box, quaternion: turned }], pair: elastic({ foundationStiffness: 1e9 }) },
  "a box in points": { bodies: [{ shape: box, quaternion: tilted }], contact: { flatContact: "point" } },
  "a rounded box": {
    bodies: [{ shape: box, quaternion: onEdge, smoothingRadius: 0.01 }],
    contact: { flatContact: "point" },
  },
};

const withOthers: Readonly<Record<string, Scene>> = {
  "two that are soft": {
    bodies: [
      { shape: box, quaternion: turned },
      { shape: capsule, quaternion: onFace },
    ],
    contact: { elasticContactReductionFactor: 1e-3, maximumContactDamping: 500, contactLaw: "exactRestitution" },
  },
  "three, one function per pair": {
    bodies: [{ shape: ball }, { shape: lying, quaternion: tilted }, { shape: ellipsoid, quaternion: tilted }],
    contact: { eventFunctionMethod: "perPair" },
  },
  "three, functions for the nearest": {
    bodies: [{ shape: ball }, { shape: cone, quaternion: tilted }, { shape: box, quaternion: onEdge }],
    contact: { eventFunctionMethod: "nearest", nearestPairs: 2, contactHysteresis: 1e-9 },
  },
  "a ball that is observed": { bodies: [{ shape: ball }], pair: ObserverContactPairMaterial({ printAlarm: true }) },
  "a ball and a box that bounce": {
    bodies: [{ shape: ball }, { shape: box, quaternion: tilted }],
    pair: ImpulsiveContactPairMaterial({ coefficientOfRestitution: 0.6, slidingFrictionCoefficient: 0.3 }),
  },
};

/** Gaps to what is below, m, and speeds there. */
const gaps = [0.03, 1e-3, -1e-7, -2e-5, -3e-4, -1e-4, -5e-6, 1e-3] as const;

/** The k-th body is above the floor, the next ones beside it, and each presses on the floor alone or on the first as well. */
function ledTo(system: FreeBodies, instant: number, lowest: readonly number[]): Float64Array {
  const y = system.y0.slice();
  for (let i = 0; i < lowest.length; i++) {
    const o = stride * i;
    const s = instant / gaps.length;
    y[o] += 0.13 * s + 0.2 * i;
    y[o + 1] += 0.05 * s - 0.1 * i;
    y[o + 2] = lowest[i]! + gaps[instant]!;
    // it turns about the vertical alone, so that its lowest point stays as deep
    const [a, b] = [elementary.sin(0.3 * s), elementary.cos(0.3 * s)];
    const [qx, qy, qz, qw] = [y[o + 3]!, y[o + 4]!, y[o + 5]!, y[o + 6]!];
    y.set([b * qx - a * qy, b * qy + a * qx, b * qz + a * qw, b * qw - a * qz], o + 3);
    const slow = instant === 6 ? 1e-4 : 1;
    y.set([0.3 * slow, -0.2 * slow * (i + 1), (instant < 4 ? -0.1 : 0.05) * slow], o + 7);
    y.set([0.5 * slow, 0.8 * slow, -1.1 * slow], o + 10);
  }
  return y;
}

/** Heights of the origins of bodies that just touch the floor. */
function heights(bodies: readonly FreeBody[], below: FreeBody): number[] {
  return bodies.map((body) => {
    const alone = new FreeBodies([below, body], {
      contact: { eventFunctionMethod: "perPair" },
      pairs: { "DryWood,DryWood": elastic() },
    });
    const y = alone.y0.slice();
    y[2] = 2;
    alone.event(0, y);
    const g = new Float64Array(alone.handler.eventFunctionCount);
    alone.handler.eventFunctions(alone.setMotion(y), g, 0);
    return 2 - Math.abs(g[0]!);
  });
}

const shown = (x: number): string => {
  const text = Math.abs(x) < 1e-11 ? "0" : x.toPrecision(6);
  return String(Number(text));
};
const list = (values: ArrayLike<number>): string => Array.from(values, shown).join(" ");
/** One number for many, in which the place of each counts. */
const digest = (values: ArrayLike<number>): string =>
  shown(Array.from(values).reduce((sum, x, k) => sum + x * elementary.sin(1 + k), 0));

/** Of two points: the first coordinate in which they differ decides. */
function difference(p: readonly number[], q: readonly number[]): number {
  const i = p.findIndex((x, k) => Math.abs(x - q[k]!) > 1e-9);
  return i < 0 ? 0 : p[i]! - q[i]!;
}

function expectBalance(motion: BodyMotion, { force, torque }: ReturnType<typeof createBodyForces>): void {
  const size = 1e-9 * (1 + Math.max(...force.map(Math.abs), ...torque.map(Math.abs)));
  for (let c = 0; c < 3; c++) {
    const [j, k] = [(c + 1) % 3, (c + 2) % 3];
    let [sum, moment] = [0, 0];
    for (let b = 0; b < motion.count; b++) {
      const [r, F] = [motion.position.subarray(3 * b), force.subarray(3 * b)];
      sum += F[c]!;
      moment += torque[3 * b + c]! + r[j]! * F[k]! - r[k]! * F[j]!;
    }
    expect(Math.abs(sum)).toBeLessThan(size);
    expect(Math.abs(moment)).toBeLessThan(size);
  }
}

function told(handler: ContactHandler, motion: BodyMotion, t: number, records: readonly object[]): string[] {
  const { table } = handler;
  const lines: string[] = [];
  for (const record of records)
    lines.push(
      `  ${Object.entries(record)
        .map(
          ([name, value]) =>
            `${name} ${typeof value === "number" ? shown(value) : Array.isArray(value) ? list(value) : value}`,
        )
        .join(", ")}`,
    );
  if (Number.isFinite(handler.firstStep)) lines.push(`  first step ${shown(handler.firstStep)}`);
  const forces = createBodyForces(motion.count);
  handler.addForces(motion, forces);
  expectBalance(motion, forces);
  if (table.count > 0) {
    lines.push(`  forces ${list(forces.force.subarray(3))}, torques ${list(forces.torque.subarray(3))}`);
    lines.push(`  energy ${shown(handler.elasticEnergy())}`);
  }
  const derivatives = handler.createDerivatives();
  for (let row = 0; row < table.count; row++) {
    const isKnown = table.starts[row]!.surfaces === undefined && derivatives.evaluate(row, motion);
    lines.push(
      `  ${handler.pathOf(table.shapeA[row]!)}, ${handler.pathOf(table.shapeB[row]!)}: ${list([table.distance[row]!, table.rate[row]!, table.normalForce[row]!])}${
        isKnown ? `, derivatives ${digest(derivatives.byA)} ${digest(derivatives.byB)}` : ""
      }`,
    );
  }
  const g = new Float64Array(handler.eventFunctionCount);
  handler.eventFunctions(motion, g, 0);
  lines.push(`  event functions ${list(g)}`);
  handler.watchDepths(t);
  const slow = handler.slowBecause(() => true);
  if (slow !== undefined) lines.push(`  ${slow.slice(0, slow.indexOf(","))}`);
  return lines;
}

/** Contacts that begin and end one by one, as those of bodies with steps of their own. */
function oneByOne(system: FreeBodies, lowest: readonly number[]): string[] {
  const { handler } = system;
  const lines = [`changes pairs ${handler.changesPairs}, parts at ${shown(handler.partingDistance)}`];
  const all = Int32Array.from({ length: lowest.length + 1 }, (_, s) => s);
  handler.handleEvent(8, system.setMotion(ledTo(system, 0, lowest)));
  for (const instant of [1, 3, 5, 7]) {
    const motion = system.setMotion(ledTo(system, instant, lowest));
    handler.locate(all, motion);
    for (let row = handler.table.count - 1; row >= 0; row--)
      if (handler.canPart(row, motion)) {
        const { obj1, obj2, distance } = handler.ending(row, instant);
        lines.push(`  ${instant}: ${obj1} and ${obj2} part at ${shown(distance)}, row ${handler.part(row)} moves`);
      }
    for (const a of all)
      for (const b of all)
        if (a < b && handler.canMeet(a, b)) {
          const { obj1, obj2, normalVelocity } = handler.meet(a, b, instant, motion);
          lines.push(`  ${instant}: ${obj1} and ${obj2} meet with ${list([normalVelocity, handler.firstStep])}`);
        }
    const rows = Int32Array.from({ length: handler.table.count }, (_, row) => row);
    const [some, every] = [createBodyForces(motion.count), createBodyForces(motion.count)];
    handler.addForcesOf(rows, all, motion, some);
    handler.addForces(motion, every);
    expect(some).toEqual(every);
    lines.push(`  ${instant}: forces ${list(every.force.subarray(3))}`);
  }
  for (const body of all)
    lines.push(
      `  shapes ${handler.shapesOfBodies[body]}, reach ${list(handler.reachAboutAxes(handler.shapesOfBodies[body]!))}`,
    );
  return lines;
}

function played({ bodies, below = floor, pair = elastic(), contact }: Scene): string[] {
  const led: FreeBody[] = bodies.map((body, k) => ({
    name: `body${k + 1}`,
    material: "DryWood",
    density: 700,
    ...body,
  }));
  const system = new FreeBodies([below, ...led], { pairs: { "DryWood,DryWood": pair }, ...(contact && { contact }) });
  const { handler, motion } = system;
  const lowest = heights(led, below);
  const lines: string[] = [];
  gaps.forEach((_, instant) => {
    const y = ledTo(system, instant, lowest);
    const before = system.records.length;
    system.event(instant, y);
    system.setMotion(y);
    lines.push(`instant ${instant}`, ...told(handler, motion, instant, system.records.slice(before)));
  });
  lines.push(...oneByOne(system, lowest));
  const bounds = { acceleration: 10, turning: 3, angularAcceleration: 5, axisTurning: 2 };
  const filled = Object.fromEntries(
    Object.entries(bounds).map(([name, value]) => [name, new Float64Array(3 * motion.count).fill(value)]),
  ) as unknown as Record<keyof typeof bounds, Float64Array>;
  // apart at both ends of a step, and inside the floor in its middle
  const at = (t: number): BodyMotion => {
    const y = ledTo(system, 0, lowest);
    for (let i = 0; i < lowest.length; i++)
      y[stride * i + 2] = lowest[i]! + 0.02 * (t - 0.5) * (t - 0.5) - 0.001 + 0.002 * i;
    return system.setMotion(y);
  };
  handler.handleEvent(9, at(-3));
  lines.push(`times in a step ${list(handler.examineStep(0, 1, { at, bounds: () => filled }))}`);
  const guard = handler.createGuard();
  for (let s = 0; s <= led.length; s++) {
    guard.begin(s, at(0), ...(s === 0 ? [] : [0]));
    if (s === 0) continue;
    guard.noteStart(s, at(0), 0);
    guard.bounds.bound(s, 1, filled);
    guard.noteEnd(s, at(1), 1);
    const free = guard.freeUntil(s, handler.table.rows, 1, (_, t) => at(t));
    lines.push(`free until ${list([free, Math.min(guard.eventBy, 9), guard.partner])}`);
  }
  const rigid = new RigidContacts({
    shapes: collisionShapes([below, ...led]),
    bodyCount: motion.count,
    excludedBodyPairs: [],
    materials: new ContactMaterials(solidMaterialPalette, { "DryWood,DryWood": pair }),
    options: { response: "rigid", ...contact },
  });
  for (const instant of [0, 1, 4])
    rigid.forEachPair(system.setMotion(ledTo(system, instant, lowest)), 0.004, (found) => {
      const { manifold, normal, bodyA, bodyB, friction, restitution } = found;
      const { count, point, gap, t1, t2 } = manifold;
      lines.push(
        `rigid at ${instant}: ${list([bodyA, bodyB, friction, restitution, ...normal])}, tangents ${digest([...t1, ...t2])}`,
      );
      // in whichever order they are found
      const points = Array.from({ length: count }, (_, k) => [...point.subarray(3 * k, 3 * k + 3), gap[k]!]).sort(
        difference,
      );
      lines.push(`  ${count} points ${digest(points.flat())}, gaps ${list(points.map((p) => p[3]!))}`);
    });
  lines.push(`deepest ${shown(rigid.deepest)}`, ...handler.warnings.map((text) => `warning ${text}`));
  lines.push(...handler.endAll(10).map(({ kind, obj1, obj2 }) => `${kind} of ${obj1}, ${obj2}`));
  return lines;
}

/** The same for surfaces of triangles. */
function playedSurfaces({ isSwapped, ...options }: Partial<PolygonalLawOptions> & { isSwapped?: boolean }): string[] {
  const law = polygonalLaw({
    bodyE_YoungsModulus: 1e5,
    bodyE_PoissonsRatio: 0.4,
    bodyE_LayerDepth: 0.01,
    maxPenetration: 0.05,
    frictionCoefficient: 0.3,
    ...options,
  });
  const meshes = [plateMesh(1, 0.2, 16), sphereMesh(0.2, 3)];
  const system = new FreeBodies([floor, { name: "body", shape: ball, material: "DryWood", density: 700 }]);
  const carried = collisionShapes([floor, { name: "body", shape: Sphere({ diameter: 0.4 }), material: "DryWood" }]);
  const carriers = [{ ...carried[0]!, position: [0, 0, 0] }, carried[1]!];
  // the body that turns is the first of the pair, or the second
  const [a, b] = isSwapped === true ? [1, 0] : [0, 1];
  const [E, F] = [a!, b!].map((k) => makeSurface(meshes[k]!, law.maxPenetration));
  const surfaces = new SurfaceSearch(
    surfacePairs(carriers, [{ a: a!, b: b!, contact: new PolygonalContact(E!, F!, law) }]),
  );
  const handler = new ContactHandler({
    shapes: [],
    surfaces,
    bodyCount: 2,
    bodyMass: [0, 3],
    materials: new ContactMaterials(solidMaterialPalette),
  });
  const lines: string[] = [];
  [0.05, 0.001, -0.008, -0.02, -0.03, -0.012, 0.05].forEach((gap, instant) => {
    const y = ledTo(system, instant, [0.2 + gap - gaps[instant]!]);
    const motion = system.setMotion(y);
    lines.push(`instant ${instant}`, ...told(handler, motion, instant, handler.handleEvent(instant, motion)));
    for (const { contact } of surfaces.pairs)
      if (contact.elementCount > 0)
        lines.push(`  ${JSON.stringify(contact.results, (_, x) => (typeof x === "number" ? Number(shown(x)) : x))}`);
  });
  return lines;
}

const textOf = (what: Readonly<Record<string, Scene>>): string =>
  Object.entries(what)
    .map(([name, scene]) => `## ${name}\n${played(scene).join("\n")}\n`)
    .join("\n");

it.each([
  ["single shapes", singleShapes],
  ["on edges", onEdges],
  ["laws and friction", withLaws],
  ["several bodies, and other responses", withOthers],
])("what one body gets the other gives, and everything is as it was: %s", async (name, what) => {
  await expect(textOf(what)).toMatchFileSnapshot(`onPaths/${name.replaceAll(/\W+/g, "-")}.txt`);
});

const soft = { bodyF_YoungsModulus: 2e5, bodyF_PoissonsRatio: 0.3, bodyF_LayerDepth: 0.02 };
const damped = { compressionArealDampingFactor: 3e4, expansionArealDampingFactor: 2e4 };
const surfaceLaws: Readonly<Record<string, Parameters<typeof playedSurfaces>[0]>> = {
  "a first body that turns": { ...soft, ...damped, isSwapped: true },
  "the elements of E": { task: "E" },
  "the elements of F, both elastic": { task: "F", ...soft },
  "all elements, damped": { task: "both", ...soft, ...damped },
  "damping that pulls": { ...damped, expansionDampingMode: "full" },
  "damping that grows": { ...damped, dampingTransitionMode: "linear", dampingTransitionDepth: 0.005 },
  "no damping in expansion": { ...damped, expansionDampingMode: "none", frictionRegularizationVelocity: 0.5 },
};

it("surfaces of triangles do so, too", async () => {
  const text = Object.entries(surfaceLaws)
    .map(([name, options]) => `## ${name}\n${playedSurfaces(options).join("\n")}\n`)
    .join("\n");
  await expect(text).toMatchFileSnapshot("onPaths/triangles.txt");
});
