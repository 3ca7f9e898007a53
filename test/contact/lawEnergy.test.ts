/** Energy of an impact with friction: what is lost is the work of damping and friction, whatever the law. */
import {
  Box,
  ContactResult,
  ElasticContactPairMaterial,
  instantiate,
  Model3D,
  Object3D,
  Scene,
  Solid,
  Sphere,
  simulate,
  UniformGravityField,
  Var,
} from "rattleback";
import { describe, expect, it } from "vitest";

type Law = NonNullable<Parameters<typeof ElasticContactPairMaterial>[0]>["law"];

const laws: Readonly<Record<string, Law>> = {
  exactRestitution: "exactRestitution",
  hertz: "hertz",
  "own with energy": {
    name: "linear",
    damping: () => 30,
    force: (k, d, x, v) => Math.max(0, 1e-3 * k * x + d * v),
    energy: (k, x) => 0.5e-3 * k * x * x,
  },
  // a root of a negative depth would be NaN
  "own without energy": { name: "root", damping: () => 1, force: (k, d, x, v) => 30 * k * x ** 1.8 * (1 + d * v) },
};

describe("an impact with friction", () => {
  it.each(Object.keys(laws))("loses what damping and friction take, with the law %s", (name) => {
    const solid = { collision: true } as const;
    const model = Model3D({
      world: Object3D({
        feature: Scene({
          gravityField: UniformGravityField({ n: [0, 0, -1] }),
          elasticContactReductionFactor: 1e-3,
          contactPairMaterials: {
            "DryWood,Steel": ElasticContactPairMaterial({
              coefficientOfRestitution: 0.6,
              slidingFrictionCoefficient: 0.25,
              rotationalResistanceCoefficient: 0,
              law: laws[name]!,
            }),
          },
        }),
      }),
      floor: Object3D({
        parent: "world",
        translation: [0, 0, -0.1],
        feature: Solid({ shape: Box({ lengthX: 4, lengthY: 4, lengthZ: 0.2 }), solidMaterial: "Steel", ...solid }),
      }),
      ball: Object3D({
        parent: "world",
        fixedToParent: false,
        translation: [0, 0, 0.08],
        velocity: [0.7, 0.2, -0.5],
        angularVelocity: [2, -3, 1],
        feature: Solid({ shape: Sphere({ diameter: 0.12 }), solidMaterial: "DryWood", ...solid }),
      }),
      touch: ContactResult({ obj1: "floor", obj2: "ball" }),
      pressed: Var({ init: 0, unit: "J" }),
      rubbed: Var({ init: 0, unit: "J" }),
      equations: `
        der(pressed) = touch.normalForce*touch.penetrationVelocity
        der(rubbed) = touch.tangentialForce*touch.tangentialVelocity`,
    });
    const result = simulate(instantiate(model), { stopTime: 0.08, tolerance: 1e-9, interval: 1e-3 });
    const at = (variable: string, t: number) => result.at(t, variable) as number;
    const lost = at("energy.total", 0) - at("energy.total", 0.08);
    // free again: all that was pressed in and not given back is lost
    expect(at("touch.normalForce", 0.08)).toBe(0);
    expect(lost).toBeGreaterThan(0.05);
    expect(lost).toBeCloseTo(at("pressed", 0.08) + at("rubbed", 0.08), 7);
    // and energy.potential holds the part that comes back: the total never rises
    const total = result.signal("energy.total").values as Float64Array;
    total.slice(1).forEach((energy, i) => expect(energy - total[i]!).toBeLessThan(1e-8));
  });
});
