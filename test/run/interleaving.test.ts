// Two runs in one thread do not influence each other, wherever one is interrupted by the other: between steps, in the middle of an
// evaluation of its equations, and step by step in turn.
import {
  Box,
  instantiate,
  Model,
  Model3D,
  Object3D,
  type Result,
  Revolute,
  Scene,
  Solid,
  Sphere,
  simulate,
  UniformGravityField,
  Var,
  WorldForce,
} from "rattleback";
import { LiveSimulation } from "rattleback/live";
import { findMethod, type Integrator, methodNames } from "rattleback/solvers";
import { expect, it } from "vitest";
import { methodOptions } from "../integrate/oneStepContract.ts";

const noOne = (): void => {};

/** A ball that is pushed by a function of the user, falls on a plate and slides. */
function bouncing(interrupt: () => void) {
  const world = Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }) }) });
  const plate = Solid({
    shape: Box({ lengthX: 4, lengthY: 4, lengthZ: 0.2 }),
    solidMaterial: "Steel",
    collision: true,
  });
  const ball = Solid({ shape: Sphere({ diameter: 0.2 }), solidMaterial: "Steel", collision: true });
  return instantiate(
    Model3D({
      world,
      plate: Object3D({ parent: "world", translation: [0, 0, -0.1], feature: plate }),
      ball: Object3D({ parent: "world", fixedToParent: false, translation: [0, 0, 0.15], feature: ball }),
      push: WorldForce({
        obj: "ball",
        forceFunction: ({ time }) => {
          interrupt();
          return [20 * time, 1, 0];
        },
      }),
    }),
  );
}

/** Four bars in a loop. */
function linkage() {
  const bar = (length: number) =>
    Object3D({
      feature: Solid({ shape: Box({ lengthX: length, lengthY: 0.05, lengthZ: 0.05 }), solidMaterial: "Steel" }),
    });
  const end = (parent: string, x: number) => Object3D({ parent, translation: [x, 0, 0] });
  return instantiate(
    Model3D({
      world: Object3D({ feature: Scene() }),
      right: Object3D({ parent: "world", translation: [1, 0, 0] }),
      crank: bar(0.3),
      coupler: bar(1),
      rocker: bar(0.5),
      crank1: end("crank", -0.15),
      crank2: end("crank", 0.15),
      coupler1: end("coupler", -0.5),
      coupler2: end("coupler", 0.5),
      rocker1: end("rocker", -0.25),
      rocker2: end("rocker", 0.25),
      a: Revolute({ obj1: "world", obj2: "crank1", phi: Var({ init: 0.9 }), w: Var({ init: 3 }) }),
      b: Revolute({ obj1: "crank2", obj2: "coupler1", phi: Var({ start: -0.6 }) }),
      c: Revolute({ obj1: "right", obj2: "rocker2", phi: Var({ start: -1.5 }) }),
      d: Revolute({ obj1: "coupler2", obj2: "rocker1", phi: Var({ start: -1.5 }) }),
    }),
  );
}

const loop = linkage();
const relay = instantiate(
  Model({ x: Var({ init: 1 }), y: Var({ init: 0 }), equations: "der(x) = y; der(y) = if x > 0 then -3 else 2 - x^2" }),
);

const stopTime = 0.13;
const others: readonly [string, () => Result][] = [
  ["a loop of bodies", () => simulate(loop, { stopTime: 0.05 })],
  ["a relay", () => simulate(relay, { stopTime: 3 })],
  ["another ball", () => simulate(bouncing(noOne), { stopTime })],
];

const undisturbed = simulate(bouncing(noOne), { stopTime }).hash;

it.each(others)("%s can be run inside another run: both have the bits that they have alone", (_name, other) => {
  const alone = other().hash;
  const hashes: string[] = [];
  let [calls, reports] = [0, 0];
  const model = bouncing(() => {
    if (calls++ % 1500 === 700) hashes.push(other().hash);
  });
  const onProgress = (): void => {
    if (reports++ % 40 === 20) hashes.push(other().hash);
  };
  expect(simulate(model, { stopTime, onProgress }).hash).toBe(undisturbed);
  expect(hashes.length).toBeGreaterThan(3);
  expect(new Set(hashes)).toEqual(new Set([alone]));
});

it.each(methodNames)("steps of two %s integrators in turn are the steps of each alone", (name) => {
  const start = (speed: number): Integrator => {
    const rhs = (_t: number, y: Float64Array, ydot: Float64Array): void => {
      ydot[0] = speed * y[1]!;
      ydot[1] = -speed * y[0]! + 0.1 * (1 - y[0]! ** 2) * y[1]!;
    };
    return findMethod(name).create({ size: 2, rhs }, 0, Float64Array.of(1, 0), 1000, methodOptions(2, 1e-6));
  };
  const [a, b, c, d] = [start(1), start(3), start(1), start(3)];
  for (let k = 0; k < 40; k++) {
    a.step(1000);
    b.step(1000);
  }
  for (let k = 0; k < 40; k++) c.step(1000);
  for (let k = 0; k < 40; k++) d.step(1000);
  expect([a.t, ...a.y, b.t, ...b.y]).toEqual([c.t, ...c.y, d.t, ...d.y]);
});

it("runs that are driven in turn, a little further each time, have the bits that they have when driven one after the other", () => {
  const start = () => [
    new LiveSimulation(bouncing(noOne), { tolerance: 1e-6 }),
    new LiveSimulation(loop, { tolerance: 1e-6 }),
    new LiveSimulation(relay, { tolerance: 1e-6 }),
    new LiveSimulation(bouncing(noOne), { tolerance: 1e-6 }),
  ];
  const times = Array.from({ length: 40 }, (_, k) => (stopTime * (k + 1)) / 40);
  const [inTurn, oneByOne] = [start(), start()];
  for (const time of times) for (const run of inTurn) run.advanceTo(time);
  for (const run of oneByOne) for (const time of times) run.advanceTo(time);
  const hashes = inTurn.map((run) => run.finish().hash);
  expect(hashes).toEqual(oneByOne.map((run) => run.finish().hash));
  // both balls had the same fate, and the others another one
  expect(new Set(hashes).size).toBe(3);
});
