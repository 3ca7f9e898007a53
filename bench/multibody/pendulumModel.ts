/** The pendulum of many links as a user writes it: Model3D and simulate(), with results at 100 points. */
import {
  instantiate,
  MassProperties,
  Model3D,
  Object3D,
  Revolute,
  Scene,
  Solid,
  simulate,
  UniformGravityField,
} from "../../src/index.ts";
import { shortest, timed } from "./ours.ts";
import { link } from "./scenes.ts";

export function simulatePendulumModel(
  count: number,
  tolerance: number,
): { readonly seconds: number; readonly evaluations: number; readonly drift: number } {
  const { length, mass, lateral, axial } = link;
  const massProperties = MassProperties({
    mass,
    centerOfMass: [0, -length / 2, 0],
    Ixx: lateral,
    Iyy: axial,
    Izz: lateral,
  });
  const parts: Record<string, NonNullable<Parameters<typeof Model3D>[0]>[string]> = {
    world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: 9.81 }) }) }),
  };
  for (let i = 1; i <= count; i++) {
    parts[`link${i}`] = Object3D({ feature: Solid({ massProperties }) });
    parts[`end${i}`] = Object3D({ parent: `link${i}`, translation: [0, -length, 0] });
    const above = i === 1 ? "world" : `end${i - 1}`;
    parts[`hinge${i}`] = Revolute({ obj1: above, obj2: `link${i}`, axis: 3, phi: i === 1 ? Math.PI / 2 : 0 });
  }
  const model = instantiate(Model3D(parts));
  return shortest(() => {
    const { seconds, result } = timed(() =>
      simulate(model, { stopTime: 10, interval: 0.1, tolerance, method: "dop853" }),
    );
    const energy = Array.from(result.signal("energy.total").values);
    const drift = Math.max(...energy.map((value) => Math.abs(value - energy[0])));
    return { seconds, evaluations: result.statistics.evaluations, drift };
  });
}
