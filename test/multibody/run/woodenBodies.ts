/** Bodies of wood that may touch, on a plate or in a box: scenes of tests of islands. */
import { Box, Object3D, Scene, Solid, UniformGravityField } from "../../../src/index.ts";

export type Vector = [number, number, number];
type Shape = NonNullable<NonNullable<Parameters<typeof Solid>[0]>["shape"]>;
const wood = { solidMaterial: "DryWood", collision: true } as const;

/** With weight downwards; g in m/s². */
export const world = (elasticContactReductionFactor: number, g = 9.81) =>
  Object3D({
    feature: Scene({ gravityField: UniformGravityField({ g, n: [0, 0, -1] }), elasticContactReductionFactor }),
  });

/** A box that does not move. */
export const block = (translation: Vector, [lengthX, lengthY, lengthZ]: Vector) =>
  Object3D({ parent: "world", translation, feature: Solid({ shape: Box({ lengthX, lengthY, lengthZ }), ...wood }) });

/** A wide one whose top is at height zero. */
export const plate = (thickness: number) => block([0, 0, -0.5 * thickness], [40, 40, thickness]);

export const free = (shape: Shape, translation: Vector, extra: Parameters<typeof Object3D>[0] = {}) =>
  Object3D({ parent: "world", fixedToParent: false, translation, feature: Solid({ shape, ...wood }), ...extra });
