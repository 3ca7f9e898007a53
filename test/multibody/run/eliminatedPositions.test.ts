import { afterEach, expect, it, vi } from "vitest";
import {
  Box,
  instantiate,
  Model3D,
  Object3D,
  Scene,
  Solid,
  simulate,
  UniformGravityField,
} from "../../../src/index.ts";
import { EliminatedLU } from "../../../src/math/eliminatedLU.ts";
import type { Elimination } from "../../../src/math/elimination.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

it("eliminates positions that follow from velocities of their own body alone", () => {
  const box = (k: number) =>
    Object3D({
      parent: "world",
      fixedToParent: false,
      translation: [0.2 * (k % 2), 0, 0.0299 + 0.0598 * Math.floor(k / 2)],
      rotation: [0, 0, 0.1 * k],
      angularVelocity: [0, 0, 0.1 * k],
      feature: Solid({
        shape: Box({ lengthX: 0.1, lengthY: 0.1, lengthZ: 0.06 }),
        solidMaterial: "DryWood",
        collision: true,
      }),
    });
  const model = Model3D({
    world: Object3D({
      feature: Scene({
        gravityField: UniformGravityField({ n: [0, 0, -1] }),
        elasticContactReductionFactor: 1e-4,
      }),
    }),
    ground: Object3D({
      parent: "world",
      translation: [0, 0, -0.1],
      feature: Solid({
        shape: Box({ lengthX: 2, lengthY: 2, lengthZ: 0.2 }),
        solidMaterial: "DryWood",
        collision: true,
      }),
    }),
    ...Object.fromEntries([0, 1, 2, 3].map((k) => [`box${k}`, box(k)])),
  });
  const sizes = new Set<number>();
  let largestOutside = 0;
  let largestInside = 0;
  const factor = EliminatedLU.prototype.factor;
  vi.spyOn(EliminatedLU.prototype, "factor").mockImplementation(function (this: EliminatedLU, values) {
    const { size: n, plan } = this as unknown as { size: number; plan: Elimination };
    sizes.add(n);
    // what is not in one of the four parts is left out: it must be zero
    const taken = new Set([plan.D, plan.G, plan.B, plan.C].flatMap((places) => [...places]));
    values.forEach((value, place) => {
      if (taken.has(place)) largestInside = Math.max(largestInside, Math.abs(value));
      else largestOutside = Math.max(largestOutside, Math.abs(value));
    });
    return factor.call(this, values);
  });
  simulate(instantiate(model), { stopTime: 0.05, tolerance: 1e-5 });
  // two towers of two boxes each, 13 states per box
  expect(sizes).toContain(26);
  expect(largestInside).toBeGreaterThan(1);
  expect(largestOutside).toBe(0);
});
