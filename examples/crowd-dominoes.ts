// Twenty dominoes in a row: the first is pushed, the others follow. A preview with rigid contacts; response: "elastic" computes it.
import assert from "node:assert/strict";
import { Box, instantiate, Model3D, Object3D, Par, Scene, Solid, simulate, UniformGravityField } from "rattleback";

const [thickness, width, height, gap] = [0.01, 0.03, 0.06, 0.025];
const count = 20;
const wood = { solidMaterial: "DryWood", collision: true } as const;
const domino = Solid({ shape: Box({ lengthX: thickness, lengthY: width, lengthZ: height }), ...wood });

const Dominoes = Model3D({
  world: Object3D({
    feature: Scene({
      gravityField: UniformGravityField({ n: [0, 0, -1] }),
      response: "rigid",
      cameraLongitude: Par(-70, "deg"),
      cameraLatitude: Par(25, "deg"),
    }),
  }),
  ground: Object3D({
    parent: "world",
    translation: [0.25, 0, -0.02],
    feature: Solid({ shape: Box({ lengthX: 0.64, lengthY: 0.16, lengthZ: 0.04 }), ...wood }),
  }),
  ...Object.fromEntries(
    Array.from({ length: count }, (_, k) => [
      `domino${k + 1}`,
      Object3D({
        parent: "world",
        fixedToParent: false,
        translation: [gap * k, 0, 0.5 * height],
        ...(k === 0 && { velocity: [0.25, 0, 0], angularVelocity: [0, 8, 0] }),
        feature: domino,
      }),
    ]),
  ),
});

export default Dominoes;
export const experiment = { stopTime: 1.2, interval: 0.01, plots: ["domino1.translation", "domino20.translation"] };

const result = simulate(instantiate(Dominoes), { stopTime: 1.2, interval: 0.01 });
console.log(result.warnings[0]);
const heights = Array.from({ length: count }, (_, k) => (result.final(`domino${k + 1}.translation`) as number[])[2]);
console.log(`the last domino lies ${(1000 * heights[count - 1]).toFixed(1)} mm above the ground`);

// all have fallen, and none into the ground
for (const z of heights) assert.ok(z > 0.4 * thickness && z < 0.4 * height);
const energy = result.signal("energy.total").values as Float64Array;
assert.ok(Math.max(...energy.slice(1).map((value, k) => value - energy[k])) < 1e-4 * energy[0]);
