// Springs between objects hold energy: what they take from the motion they give back.
import {
  Bushing,
  instantiate,
  LineForceWithMass,
  MassProperties,
  Model3D,
  type ModelDefinition,
  Object3D,
  Revolute,
  Scene,
  Solid,
  SpringDamperPtP,
  simulate,
  UniformGravityField,
} from "rattleback";
import { describe, expect, it } from "vitest";

const body = (translation: [number, number, number], angularVelocity: [number, number, number]) =>
  Object3D({
    parent: "world",
    fixedToParent: false,
    translation,
    angularVelocity,
    feature: Solid({ massProperties: MassProperties({ mass: 2, Ixx: 0.2, Iyy: 0.3, Izz: 0.4 }) }),
  });
const bumpStop = (x: number) => 50 * x + 3000 * x ** 3;
const ends = { obj1: "hook", obj2: "eye" };
const elements: Record<string, ModelDefinition> = {
  "a spring between points, turned against the world": SpringDamperPtP({
    ...ends,
    nominalLength: 0.3,
    nominalForce: 4,
    springForceLaw: 300,
  }),
  "a spring with a law of its own": SpringDamperPtP({ ...ends, nominalLength: 0.5, springForceLaw: bumpStop }),
  "a line with a mass": LineForceWithMass({ ...ends, nominalLength: 0.4, springForceLaw: 200, mass: 1 }),
  "the springs of a mount along the axes of a turning object": Bushing({
    ...ends,
    springForceLaw: [300, bumpStop, 100],
    nominalForce: [1, 2, 3],
  }),
};

describe("the total energy is kept by", () => {
  it("a torsion spring over large angles", () => {
    const Torsion = Model3D({
      world: Object3D({ feature: Scene() }),
      disc: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 1, Izz: 0.2 }) }) }),
      rev: Revolute({ obj1: "world", obj2: "disc", phi: 2 }),
      element: Bushing({
        obj1: "world",
        obj2: "disc",
        rotSpringForceLaw: [0, 0, 3],
        nominalTorque: [0, 0, 0.5],
        largeAngles: true,
      }),
    });
    const result = simulate(instantiate(Torsion), { stopTime: 1, tolerance: 1e-9 });
    const total = result.signal("energy.total").values;
    expect(total[0]).toBeCloseTo(1.5 * 4 + 0.5 * 2, 9);
    expect(Math.max(...total) - Math.min(...total)).toBeLessThan(1e-6);
  });

  it.each(Object.entries(elements))("%s", (_, element) => {
    const Swing = Model3D({
      world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }) }) }),
      // both ends move
      carrier: body([0, 0, 0], [0.3, 0, 0.2]),
      hook: Object3D({ parent: "carrier", translation: [0.1, 0.05, 0], rotation: [0.4, 0.7, -0.3] }),
      body: body([0.6, 0.1, 0], [0, 0.2, 0.5]),
      eye: Object3D({ parent: "body", translation: [0, 0.1, 0] }),
      element,
    });
    const result = simulate(instantiate(Swing), { stopTime: 0.5, tolerance: 1e-9, interval: 0.02 });
    const total = result.signal("energy.total").values;
    const exchanged = result.signal("energy.kinetic").values;
    const spread = (values: ArrayLike<number>) => Math.max(...Array.from(values)) - Math.min(...Array.from(values));
    expect(spread(exchanged)).toBeGreaterThan(1);
    expect(spread(total)).toBeLessThan(1e-6 * spread(exchanged));
  });
});
