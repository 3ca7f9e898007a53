/** Mechanisms with closed loops between the rows of their results: computed when somebody reads, from where the loops were in the run. */
import {
  instantiate,
  MassProperties,
  Model3D,
  Object3D,
  Prismatic,
  type Result,
  Revolute,
  RevoluteWithFlange,
  RollingWheel,
  Scene,
  Screw,
  Solid,
  Spherical,
  simulate,
  UniformGravityField,
  Var,
} from "rattleback";
import { describe, expect, it } from "vitest";
import { resultFromJson } from "../../src/results/resultFromJson.ts";
import { resultToJson } from "../../src/results/writers/json.ts";

const solid = (mass: number, Ixx: number, Iyy: number, Izz: number, x = 0) =>
  Solid({ massProperties: MassProperties({ mass, centerOfMass: [x, 0, 0], Ixx, Iyy, Izz }) });
const bar = (mass: number, length: number) => {
  const J = (mass * length ** 2) / 12;
  return Object3D({ feature: solid(mass, J, J, J, length / 2) });
};
const end = (parent: string, x: number) => Object3D({ parent, translation: [x, 0, 0] });

function fourBar(
  flanged: string,
  [crank, coupler, rocker, base]: readonly number[],
  [a, b, d]: readonly number[],
  w: number,
  g: number,
) {
  const hinge = (name: string, obj1: string, obj2: string, start: object) =>
    (flanged.includes(name) ? RevoluteWithFlange : Revolute)({ obj1, obj2, ...start });
  return Model3D({
    world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g }), cutForces: true }) }),
    base: Object3D({ parent: "world", translation: [base!, 0, 0] }),
    crank: bar(1, crank!),
    crankEnd: end("crank", crank!),
    coupler: bar(2, coupler!),
    couplerEnd: end("coupler", coupler!),
    rocker: bar(1.5, rocker!),
    rockerEnd: end("rocker", rocker!),
    A: hinge("A", "world", "crank", { phi: Var({ init: a! }), w: Var({ init: w }) }),
    B: hinge("B", "crankEnd", "coupler", { phi: b }),
    C: hinge("C", "couplerEnd", "rockerEnd", {}),
    D: hinge("D", "base", "rocker", { phi: d }),
  });
}

/** A sledge on a rail is pulled by a rod with ball joints at both ends. */
const sledge = Model3D({
  world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }), cutForces: true }) }),
  wheel: Object3D({ feature: solid(3, 0.02, 0.02, 0.04) }),
  pin: end("wheel", 0.1),
  rod: Object3D({ feature: solid(0.3, 0.001, 0.002, 0.002) }),
  rodA: end("rod", -0.2),
  rodB: end("rod", 0.2),
  rail: Object3D({ parent: "world", translation: [0, 0.1, 0.2] }),
  sledge: Object3D({ feature: solid(0.5, 0.001, 0.001, 0.001) }),
  crank: Revolute({ obj1: "world", obj2: "wheel", axis: 3, phi: Var({ init: 0.4 }), w: Var({ init: 5 }) }),
  ballA: Spherical({ obj1: "pin", obj2: "rodA" }),
  ballB: Spherical({ obj1: "sledge", obj2: "rodB" }),
  slide: Prismatic({ obj1: "rail", obj2: "sledge", axis: 1, s: 0.4 }),
});

/** A nut that cannot turn on a spindle that turns many times: the loop counts its turns. */
const spindle = Model3D({
  world: Object3D({ feature: Scene() }),
  shaft: Object3D({ feature: solid(1, 0.01, 0.01, 0.01) }),
  nut: Object3D({ feature: solid(2, 0.01, 0.01, 0.01) }),
  turn: Revolute({ obj1: "world", obj2: "shaft", axis: 1, w: Var({ init: 30 }) }),
  slide: Prismatic({ obj1: "world", obj2: "nut", axis: 1 }),
  thread: Screw({ obj1: "shaft", obj2: "nut", axis: 1, pitch: 0.05 }),
});

const wheel = Model3D({
  world: Object3D({ feature: Scene({ cutForces: true }) }),
  wheel: Object3D({
    parent: "world",
    fixedToParent: false,
    feature: solid(2, 0.045, 0.045, 0.09),
    translation: [0, 0.3, 0],
    rotation: [0.3, -0.2, 0],
    angularVelocity: [0.5, 1, 5],
  }),
  roll: RollingWheel({ obj1: "world", obj2: "wheel", radius: 0.3 }),
});

const mechanisms = {
  "a linkage that chooses other coordinates where it turns back": {
    model: fourBar("", [0.15, 0.1, 0.12, 0.2], [1, -1, 1], 8, 9.81),
    names: ["A.phi", "B.w", "C.phi", "D.w", "energy.kinetic", "C.cutForce"],
  },
  "a crank-rocker with a flange at the rocker": {
    model: fourBar("D", [0.2, 0.7, 0.5, 0.6], [0.5, 0.3, 1.5], 5, 0),
    names: ["A.phi", "B.w", "D.phi", "D.der(w)", "energy.kinetic", "A.cutForce"],
  },
  "a rod with ball joints": {
    model: sledge,
    names: ["crank.w", "sledge.r_abs", "rod.r_abs", "energy.kinetic", "slide.cutForce"],
  },
  "a nut on a spindle": { model: spindle, names: ["turn.phi", "slide.s", "slide.v", "energy.kinetic"] },
  "a wheel that rolls": { model: wheel, names: ["wheel.r_abs", "roll.force", "energy.kinetic"] },
};

function numbers(value: unknown): number[] {
  return typeof value === "number" ? [value] : Array.from(value as ArrayLike<unknown>).flatMap(numbers);
}

/** Largest distance of values of one result, read in an order without system, from the rows of another. */
function distance(sparse: Result, dense: Result, name: string): number {
  const { time, values } = dense.signal<number[][]>(name);
  const size = Math.max(1e-3, ...numbers(values).map(Math.abs));
  let largest = 0;
  for (let k = 0; k < time.length; k++) {
    const i = (k * 89) % time.length;
    if (dense.rowKinds[i] !== 0) continue;
    const read = numbers(sparse.at<number[]>(time[i]!, name));
    numbers(values[i]).forEach((value, j) => {
      largest = Math.max(largest, Math.abs(read[j]! - value) / size);
    });
  }
  return largest;
}

describe("between the rows of a result closed loops are where they were in the run", () => {
  it.each(Object.entries(mechanisms))("%s", (_, { model, names }) => {
    const mechanism = instantiate(model);
    const options = { stopTime: 1.2, tolerance: 1e-7 };
    const sparse = simulate(mechanism, { ...options, interval: 0.4 });
    const dense = simulate(mechanism, { ...options, interval: 0.047 });
    const exact = simulate(mechanism, { ...options, tolerance: 1e-11, interval: 0.047 });
    const { modelEvaluations, events, unexaminedSteps } = sparse.statistics;
    // rows, start and end, and a few for each event
    expect(modelEvaluations).toBeLessThan(20 + 10 * events);
    expect(unexaminedSteps).toBe(0);
    const file = resultFromJson(resultToJson(sparse));
    for (const name of names) {
      // of the run itself, at its rows
      const own = distance(dense, exact, name);
      expect(distance(sparse, exact, name), name).toBeLessThan(2 * own + 1e-6);
      expect(distance(file, exact, name), name).toBeLessThan(2 * own + 1e-6);
    }
    expect(sparse.warnings.join()).not.toContain("W-RESULT");
  });

  it("and the first of these linkages has chosen other coordinates on the way", () => {
    const { model } = mechanisms["a linkage that chooses other coordinates where it turns back"];
    const { events } = simulate(instantiate(model), { stopTime: 1.5, tolerance: 1e-7, interval: 0.4 });
    expect(events.filter(({ cause }) => cause.includes("other independent coordinates")).length).toBeGreaterThan(1);
  });
});
