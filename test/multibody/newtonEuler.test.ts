// Cut forces and sensors together must fulfil the balances of momentum of every body, whatever the joint.
import {
  Cylindrical,
  Free,
  instantiate,
  MassProperties,
  Model3D,
  type ModelDefinition,
  Object3D,
  Planar,
  Prismatic,
  type Result,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Screw,
  SensorResult,
  Solid,
  Spherical,
  simulate,
  Universal,
} from "rattleback";
import { PrescribedAngle } from "rattleback/rotational";
import { describe, expect, it } from "vitest";

type V = readonly number[];
const add = (...terms: readonly V[]): number[] => [0, 1, 2].map((i) => terms.reduce((sum, v) => sum + v[i]!, 0));
const scaled = (s: number, v: V): number[] => v.map((x) => s * x);
const cross = (a: V, b: V): number[] =>
  [0, 1, 2].map((i) => {
    const [j, k] = [(i + 1) % 3, (i + 2) % 3];
    return a[j]! * b[k]! - a[k]! * b[j]!;
  });
const times = (M: readonly V[], v: V): number[] => M.map((row) => row[0]! * v[0]! + row[1]! * v[1]! + row[2]! * v[2]!);
const transposed = (M: readonly V[]): number[][] => [0, 1, 2].map((i) => [0, 1, 2].map((j) => M[j]![i]!));

function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return (state / 0x7fffffff) * 2 - 1;
  };
}

interface Body {
  readonly mass: number;
  readonly centerOfMass: [number, number, number];
  readonly Ixx: number;
  readonly Iyy: number;
  readonly Izz: number;
  readonly Ixy: number;
  readonly Ixz: number;
  readonly Iyz: number;
}

/** Joint, object at which its cut force is given, bodies on both sides. */
type JointPlace = readonly [name: string, object2: string, body1: string, body2: string];

const g = 9.81;
const solid = (body: Body) => Object3D({ feature: Solid({ massProperties: MassProperties(body) }) });
const world = Object3D({ feature: Scene({ cutForces: true }) });

/** Largest of the forces and moments that are left over, at the end of the run. */
function imbalance(result: Result, joints: readonly JointPlace[], bodies: Readonly<Record<string, Body>>): number {
  const at = <T extends number[] | number[][]>(name: string): T => result.final<T>(name);
  let worst = 0;
  for (const [name, body] of Object.entries(bodies)) {
    const R = at<number[][]>(`${name}.R_abs`); // world → body
    const [a, w, z] = ["acceleration", "angularVelocity", "angularAcceleration"].map((leaf) =>
      at<number[]>(`sensor_${name}.${leaf}`),
    ) as unknown as [V, V, V];
    const c = times(transposed(R), body.centerOfMass);
    const { Ixx, Iyy, Izz, Ixy, Ixz, Iyz } = body;
    const I = [
      [Ixx, Ixy, Ixz],
      [Ixy, Iyy, Iyz],
      [Ixz, Iyz, Izz],
    ];
    const [wB, zB] = [times(R, w), times(R, z)];
    const spin = times(transposed(R), add(times(I, zB), cross(wB, times(I, wB))));
    const needed = scaled(body.mass, add(a, cross(z, c), cross(w, cross(w, c)), [0, g, 0]));
    let force: V = needed;
    let moment: V = add(spin, cross(c, needed));
    for (const [joint, object2, body1, body2] of joints) {
      if (body1 !== name && body2 !== name) continue;
      const sign = body2 === name ? -1 : 1;
      const out = transposed(at<number[][]>(`${object2}.R_abs`));
      const f = scaled(sign, times(out, at<number[]>(`${joint}.cutForce`)));
      const arm = add(at<number[]>(`${object2}.r_abs`), scaled(-1, at<number[]>(`${name}.r_abs`)));
      force = add(force, f);
      moment = add(moment, scaled(sign, times(out, at<number[]>(`${joint}.cutTorque`))), cross(arm, f));
    }
    worst = Math.max(worst, Math.hypot(...force), Math.hypot(...moment));
  }
  return worst;
}

function run(parts: Record<string, unknown>, bodies: Readonly<Record<string, Body>>): Result {
  const sensors = Object.fromEntries(
    Object.keys(bodies).map((name) => [`sensor_${name}`, SensorResult({ object: name })]),
  );
  const solids = Object.fromEntries(Object.entries(bodies).map(([name, body]) => [name, solid(body)]));
  return simulate(instantiate(Model3D({ world, ...solids, ...parts, ...sensors })), { stopTime: 0.1 });
}

type Ends = { obj1: string; obj2: string };
type Vec = [number, number, number];
const kinds: Record<string, (ends: Ends, x: () => number, axis: Vec) => ModelDefinition> = {
  Revolute: (ends, x, axis) => Revolute({ ...ends, axis, phi: x(), w: x() }),
  Prismatic: (ends, x, axis) => Prismatic({ ...ends, axis, s: x(), v: x() }),
  Screw: (ends, x, axis) => Screw({ ...ends, axis, phi: x(), w: x(), pitch: 0.5 }),
  Cylindrical: (ends, x, axis) => Cylindrical({ ...ends, axis, phi: x(), w: x(), s: x(), v: x() }),
  Universal: (ends, x) =>
    Universal({ ...ends, axis: [1, 0, 0], secondAxis: [0.3, 1, 0.2], phi1: x(), w1: x(), phi2: x(), w2: x() }),
  Planar: (ends, x, axis) => Planar({ ...ends, axis, s1: x(), v1: x(), s2: x(), v2: x(), phi: x(), w: x() }),
  Spherical: (ends, x) => Spherical({ ...ends, rotation: [x(), x(), x()], angularVelocity: [x(), x(), x()] }),
  Free: (ends, x) =>
    Free({
      ...ends,
      translation: [x(), x(), x()],
      velocity: [x(), x(), x()],
      rotation: [x(), x(), x()],
      angularVelocity: [x(), x(), x()],
    }),
  "RevoluteWithFlange, driven": (ends, _, axis) => RevoluteWithFlange({ ...ends, axis }),
};

function randomBody(x: () => number): Body {
  const centerOfMass: Vec = [0.3 * x(), 0.3 * x(), 0.3 * x()];
  const products = { Ixy: 0.05 * x(), Ixz: 0.05 * x(), Iyz: 0.05 * x() };
  return { mass: 1 + Math.abs(x()), centerOfMass, Ixx: 0.5, Iyy: 0.6, Izz: 0.7, ...products };
}

describe("forces of joints balance momentum", () => {
  it.each(
    Object.keys(kinds).flatMap(
      (kind) =>
        [
          [kind, "from the moving parent", false],
          [kind, "towards it", true],
        ] as const,
    ),
  )("%s, written %s", (kind, _, isReversed) => {
    const x = numbers(4711 + kind.length);
    const bodies = { a: randomBody(x), b: randomBody(x) };
    const axis: Vec = [x(), x(), x()];
    const ends = isReversed ? { obj1: "b1", obj2: "a1" } : { obj1: "a1", obj2: "b1" };
    const isDriven = kind.startsWith("RevoluteWithFlange");
    const parts = {
      a1: Object3D({ parent: "a", translation: [x(), x(), x()], rotation: [x(), x(), x()] }),
      b1: Object3D({ parent: "b", translation: [x(), x(), x()], rotation: [x(), x(), x()] }),
      ball: Spherical({ obj1: "world", obj2: "a", angularVelocity: [x(), x(), x()] }),
      joint: kinds[kind]!(ends, x, axis),
      ...(isDriven && {
        omega: 3,
        drive: PrescribedAngle,
        connect: [["drive.flange", "joint.flange"]],
        equations: "drive.phi = 0.7*sin(omega*time) + 0.2",
      }),
    };
    const joint: JointPlace = isReversed ? ["joint", "a1", "b", "a"] : ["joint", "b1", "a", "b"];
    // rounding of forces of some 100 N in a few hundred operations
    expect(imbalance(run(parts, bodies), [["ball", "a", "world", "a"], joint], bodies)).toBeLessThan(1e-12);
  });

  const bar = (x: () => number, L: number): Body => ({ ...randomBody(x), centerOfMass: [L / 2, 0, 0] });
  const joints: JointPlace[] = [
    ["j1", "a", "world", "a"],
    ["j2", "b", "a", "b"],
    ["j3", "c1", "b", "c"],
    ["j4", "c", "world", "c"],
  ];
  const fourBar = (offset: number) => ({
    a1: Object3D({ parent: "a", translation: [0.4, 0, 0] }),
    b1: Object3D({ parent: "b", translation: [1, 0, 0] }),
    c1: Object3D({ parent: "c", translation: [0.8, 0, offset] }),
    right: Object3D({ parent: "world", translation: [1, 0, 0] }),
    j1: Revolute({ obj1: "world", obj2: "a", phi: 1, w: 3 }),
    j2: Revolute({ obj1: "a1", obj2: "b" }),
    j3: Revolute({ obj1: "b1", obj2: "c1" }),
    j4: Revolute({ obj1: "right", obj2: "c", phi: 1.2 }),
  });
  it.each([
    ["a four-bar mechanism with redundant constraints", fourBar(0)],
    [
      "a spatial four-bar mechanism",
      {
        ...fourBar(0.3),
        j2: Spherical({ obj1: "a1", obj2: "b" }),
        j3: Universal({ obj1: "b1", obj2: "c1", axis: 2, secondAxis: 3 }),
      },
    ],
    [
      "a four-bar mechanism whose crank is moved by a signal",
      {
        ...fourBar(0),
        j1: RevoluteWithFlange({ obj1: "world", obj2: "a", phi: 1 }),
        omega: 3,
        drive: PrescribedAngle,
        connect: [["drive.flange", "j1.flange"]],
        equations: "drive.phi = 1 + omega*time",
      },
    ],
  ])("%s", (_, parts) => {
    const x = numbers(99);
    const bodies = { a: bar(x, 0.4), b: bar(x, 1), c: bar(x, 0.8) };
    expect(imbalance(run(parts, bodies), joints, bodies)).toBeLessThan(1e-12);
  });
});

describe("names of results of free objects", () => {
  it("are those of the specification, with derivatives that differences confirm", () => {
    const model = Model3D({
      world,
      carrier: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 5, Ixx: 1, Iyy: 1, Izz: 1 }) }) }),
      turn: Revolute({ obj1: "world", obj2: "carrier", axis: [1, 1, 0], w: 2 }),
      body: Object3D({
        parent: "carrier",
        fixedToParent: false,
        translation: [1, 0, 0],
        velocity: [0, 0.3, 0],
        rotation: [0.2, -0.3, 0.5],
        angularVelocity: [1, 2, -1],
        feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 2, Izz: 2.5 }) }),
      }),
    });
    const result = simulate(instantiate(model), { stopTime: 0.4, interval: 1e-3, tolerance: 1e-10 });
    const h = 1e-3;
    for (const name of ["translation", "velocity", "rotation", "angularVelocity"]) {
      const values = result.signal<number[][]>(`body.${name}`).values;
      const rates = result.signal(`body.der(${name})`).values as unknown as number[][];
      // fourth-order differences: error about h⁴·|d⁵x/dt⁵|/30, below 1e-9 here
      for (const k of [50, 200, 350]) {
        for (let i = 0; i < 3; i++) {
          const near = (values[k + 1]![i]! - values[k - 1]![i]!) / (2 * h);
          const far = (values[k + 2]![i]! - values[k - 2]![i]!) / (4 * h);
          expect(Math.abs((4 * near - far) / 3 - rates[k]![i]!), `der(${name})[${i}]`).toBeLessThan(1e-7);
        }
      }
    }
    expect(result.final("body.rotationXYZ")).toBe(1);
  });
});
