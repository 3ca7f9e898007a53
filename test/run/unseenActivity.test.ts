import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  Box,
  instantiate,
  Model,
  Model3D,
  NoGravityField,
  Object3D,
  Scene,
  Solid,
  simulate,
  Var,
  WorldForce,
} from "../../src/index.ts";

const methods = ["auto", "tsit5", "dop853", "radau5", "esdirk54", "bdf", "adams", "lsodar"];
const pulse = { from: 7, to: 8, force: 3 };
const load = (t: number): number => (t > pulse.from && t < pulse.to ? pulse.force : 0);

/** A mass of 2 kg that rests until a function of time acts on it. */
const mass = instantiate(
  Model({
    x: Var({ init: 0 }),
    v: Var({ init: 0 }),
    functions: { load },
    equations: ["der(x) = v", "2*der(v) = load(time)"],
  }),
);
const body = instantiate(
  Model3D({
    world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
    box: Object3D({
      parent: "world",
      fixedToParent: false,
      feature: Solid({ shape: Box({ lengthX: 1, lengthY: 1, lengthZ: 1 }), massProperties: 2 }),
    }),
    push: WorldForce({ obj: "box", forceFunction: ({ time }) => [load(time), 0, 0] }),
  }),
);

describe("a load that acts on something at rest", () => {
  it("is seen by every method, whenever it acts and for how short, down to a hundredth of the run", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...methods),
        fc.constantFrom("equations", "body"),
        fc.double({ min: 0.05, max: 9.8, noNaN: true }),
        fc.double({ min: 0.1, max: 5, noNaN: true }),
        (method, kind, from, width) => {
          Object.assign(pulse, { from, to: Math.min(from + width, 9.95) });
          const result = simulate(kind === "body" ? body : mass, { stopTime: 10, method });
          const v = kind === "body" ? result.final("box.velocity[1]") : result.final("v");
          const impulse = (pulse.force * (pulse.to - pulse.from)) / 2;
          // a jump inside a step costs some hundred tolerances; a load that is not seen costs everything
          expect(Math.abs(v - impulse)).toBeLessThan(1e-3 * Math.max(1, impulse));
        },
      ),
      { seed: 777, numRuns: 120 },
    );
  });

  it("does not make a motion without such loads longer: the steps of a smooth run are as before", () => {
    const smooth = instantiate(Model({ x: Var({ init: 1 }), equations: "der(x) = -0.1*x + sin(0.1*time)" }));
    for (const method of ["tsit5", "radau5"])
      expect(simulate(smooth, { stopTime: 10, method }).statistics.steps).toBeLessThan(40);
  });
});

describe("what acts in a region of the states only, or smoothly by the clock", () => {
  const crossing = instantiate(
    Model({
      width: 0.1,
      place: 7,
      x: Var({ init: 0 }),
      v: Var({ init: 0 }),
      w: Var({ init: 1 }),
      q: Var({ init: 0 }),
      equations: `
        der(x) = 1; der(v) = exp(-((x - place)/width)^2)
        der(q) = w; der(w) = exp(-((q - place)/width)^2)`,
    }),
  );
  const timed = instantiate(
    Model({ width: 0.1, place: 7, v: Var({ init: 0 }), equations: "der(v) = exp(-((time - place)/width)^2)" }),
  );

  it("is seen by every method that comes along, from a 250th of the way on", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...methods, "ida"),
        fc.double({ min: 3, max: 7.5, noNaN: true }),
        fc.double({ min: 0.02, max: 0.5, noNaN: true }),
        (method, place, width) => {
          const options = { stopTime: 10, method, merge: { place, width } };
          const work = width * Math.sqrt(Math.PI);
          const through = simulate(crossing, options);
          expect(Math.abs(through.final("v") - work)).toBeLessThan(1e-4 * work + 1e-5);
          // energy: w²/2 grows by the integral over the place
          expect(Math.abs(through.final("w") - Math.sqrt(1 + 2 * work))).toBeLessThan(1e-4);
          expect(Math.abs(simulate(timed, options).final("v") - work)).toBeLessThan(1e-4 * work + 1e-5);
        },
      ),
      { seed: 250, numRuns: 30 },
    );
  });

  it("costs nothing where a stiff right-hand side magnifies the errors of its states", () => {
    const stiff = instantiate(Model({ x: Var({ init: 0 }), equations: "der(x) = 1e6*(sin(time) - x)" }));
    for (const method of ["radau5", "bdf", "ida"])
      expect(simulate(stiff, { stopTime: 10, method }).statistics.steps).toBeLessThan(300);
  });
});
