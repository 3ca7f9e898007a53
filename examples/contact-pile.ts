// A pile of 79 shapes: a cylinder, a box, a sphere and two rings of 38 capsules each fall on the ground and into each other.
import assert from "node:assert/strict";
import {
  Box,
  Capsule,
  Cylinder,
  contactsOf,
  instantiate,
  Model3D,
  type ModelDefinition,
  Object3D,
  Scene,
  Solid,
  Sphere,
  simulate,
  UniformGravityField,
} from "rattleback";

type Vector = [number, number, number];
const wood = { solidMaterial: "DryWood", collision: true } as const;

/** A concave body: links around a circle, rigidly connected. The first one carries the frame. */
function ring(name: string, radius: number, translation: Vector, rotation: Vector): Record<string, ModelDefinition> {
  const links = 38;
  const parts: Record<string, ModelDefinition> = {
    [name]: Object3D({ parent: "world", fixedToParent: false, translation, rotation, angularVelocity: [0, 1, 0] }),
  };
  const shape = Capsule({ axis: 2, diameter: 0.06, length: (2 * Math.PI * radius) / links });
  for (let k = 0; k < links; k++) {
    const angle = (2 * Math.PI * k) / links;
    parts[`${name}Link${k}`] = Object3D({
      parent: name,
      translation: [radius * Math.cos(angle), radius * Math.sin(angle), 0],
      rotation: [0, 0, angle],
      feature: Solid({ shape, ...wood }),
    });
  }
  return parts;
}
const free = (translation: Vector, rotation: Vector, shape: ReturnType<typeof Box>) =>
  Object3D({ parent: "world", fixedToParent: false, translation, rotation, feature: Solid({ shape, ...wood }) });

const Pile = Model3D({
  world: Object3D({
    feature: Scene({
      gravityField: UniformGravityField({ n: [0, 0, -1] }),
      elasticContactReductionFactor: 1e-3,
    }),
  }),
  ground: Object3D({
    parent: "world",
    translation: [0, 0, -0.05],
    feature: Solid({ shape: Box({ lengthX: 4, lengthY: 4, lengthZ: 0.1 }), ...wood }),
  }),
  ...ring("large", 0.4, [0, 0, 0.15], [0.2, 0.1, 0]),
  ...ring("small", 0.25, [0.35, 0.05, 0.5], [1.2, 0.3, 0]),
  cylinder: free([0, 0.02, 0.5], [0.4, 0.3, 0], Cylinder({ axis: 3, diameter: 0.15, length: 0.3 }) as never),
  box: free([-0.35, 0, 0.45], [0.5, 0.4, 0.3], Box({ lengthX: 0.2, lengthY: 0.15, lengthZ: 0.1 })),
  ball: free([0.1, -0.1, 0.8], [0, 0, 0], Sphere({ diameter: 0.16 }) as never),
});

export default Pile;
export const experiment = { stopTime: 0.4, tolerance: 1e-6, plots: ["ball.translation", "large.translation"] };

const result = simulate(instantiate(Pile), { stopTime: 0.4, tolerance: 1e-6, interval: 0.01, method: "tsit5" });
const starts = contactsOf(result).records.filter(({ kind }) => kind === "start");
const { steps, events, evaluations } = result.statistics;
console.log(`${starts.length} contacts begin, ${events} events, ${steps} steps, ${evaluations} evaluations`);
const between = starts.filter(({ obj1, obj2 }) => obj1 !== "ground" && obj2 !== "ground");
console.log(`${between.length} of them between the falling bodies`);

assert.ok(between.length > 5);
for (const name of ["large", "small", "cylinder", "box", "ball"])
  assert.ok((result.final(`${name}.translation`) as number[])[2] > 0);
const energy = result.signal("energy.total").values as Float64Array;
assert.ok(Math.max(...energy.slice(1).map((value, k) => value - energy[k])) < 1e-5 * energy[0]);
