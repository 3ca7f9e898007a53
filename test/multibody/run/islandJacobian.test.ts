import { expect, it, vi } from "vitest";
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
import type { SparseStructure } from "../../../src/math/matrixStructure.ts";
import { forwardDynamics } from "../../../src/mechanics/forwardDynamics.ts";
import type { MechanismDynamics } from "../../../src/mechanics/mechanismDynamics.ts";
import { IslandJacobian, type IslandStates } from "../../../src/multibody/run/islandJacobian.ts";

interface Inside {
  readonly dynamics: MechanismDynamics;
  readonly usesLeft: number;
  readonly island: IslandStates;
  readRates(out: Float64Array): void;
}

/** Largest entry of a column of the matrix at x, and by how much it misses the difference of the rates. */
function compare({ dynamics, island, readRates }: Inside, owner: object, x: Float64Array, J: Float64Array) {
  const n = x.length;
  const moved = x.slice();
  const [up, down] = [new Float64Array(n), new Float64Array(n)];
  let [largest, missed] = [0, 0];
  for (let j = 0; j < n; j++) {
    const step = j < island.q.length ? 1e-8 : 1e-6;
    for (const [side, out] of [
      [step, up],
      [-step, down],
    ] as const) {
      moved[j] = x[j]! + side;
      island.load(moved);
      forwardDynamics(dynamics.mechanism, dynamics.state, island.bodies);
      readRates.call(owner, out);
    }
    moved[j] = x[j]!;
    for (let i = 0; i < n; i++) {
      largest = Math.max(largest, Math.abs(J[n * j + i]!));
      missed = Math.max(missed, Math.abs(J[n * j + i]! - (up[i]! - down[i]!) / (2 * step)));
    }
  }
  island.load(x);
  return missed / largest;
}

function fullMatrix({ size: n, columnPointers, rowIndices }: SparseStructure, values: Float64Array): Float64Array {
  const full = new Float64Array(n * n);
  for (let c = 0; c < n; c++)
    for (let p = columnPointers[c]!; p < columnPointers[c + 1]!; p++) full[n * c + rowIndices[p]!] = values[p]!;
  return full;
}

it("is the derivative of the rates where bodies touch, also while what belongs to bodies alone is kept", () => {
  const box = (k: number) =>
    Object3D({
      parent: "world",
      fixedToParent: false,
      translation: [0.002 * k, 0, 0.03 + 0.0605 * k],
      rotation: [0, 0, 0.1 * k],
      angularVelocity: [0, 0, 2],
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
        elasticContactReductionFactor: 1e-5,
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
  const fresh: number[] = [];
  const kept: number[] = [];
  let mostLeft = 0;
  const evaluate = IslandJacobian.prototype.evaluate;
  const spy = vi.spyOn(IslandJacobian.prototype, "evaluate").mockImplementation(function (this: IslandJacobian, x, J) {
    evaluate.call(this, x, J);
    const inside = this as unknown as Inside;
    mostLeft = Math.max(mostLeft, inside.usesLeft);
    const list = inside.usesLeft === mostLeft ? fresh : kept;
    if (list.length < 5) list.push(compare(inside, this, x.slice(), fullMatrix(this.structure, J)));
  });
  try {
    simulate(instantiate(model), { stopTime: 0.2, tolerance: 1e-4 });
  } finally {
    spy.mockRestore();
  }
  expect(fresh.length).toBeGreaterThan(0);
  expect(Math.max(...fresh)).toBeLessThan(0.002);
  // four numbers of a quaternion, each changed by 0.005 at the most: turned by 0.02 rad
  expect(kept.length).toBeGreaterThan(0);
  expect(Math.max(...kept)).toBeLessThan(0.02);
});
