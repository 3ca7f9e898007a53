import {
  Box,
  contactsOf,
  ElasticContactPairMaterial,
  instantiate,
  Model3D,
  ModelActions,
  Object3D,
  Scene,
  Solid,
  simulate,
  UniformGravityField,
} from "rattleback";
import { describe, expect, it } from "vitest";

const angle = (10 * Math.PI) / 180;
const block = (size: number) =>
  Solid({ shape: Box({ lengthX: size, lengthY: size, lengthZ: 0.2 }), solidMaterial: "Steel", collision: true });
const free = (x: number, z: number) =>
  Object3D({ parent: "world", fixedToParent: false, assemblyRoot: true, translation: [x, 0, z], feature: block(0.2) });

const onSlope = instantiate(
  Model3D({
    world: Object3D({
      feature: Scene({
        gap: 9,
        gravityField: UniformGravityField({ n: [Math.sin(angle), 0, -Math.cos(angle)] }),
        contactPairMaterials: {
          "Steel,Steel": ElasticContactPairMaterial({
            coefficientOfRestitution: 0.3,
            slidingFrictionCoefficient: 0.3,
            stiction: true,
          }),
        },
      }),
    }),
    slope: Object3D({ parent: "world", translation: [0, 0, -0.1], feature: block(4) }),
    rail: Object3D({ parent: "slope", lockable: true }),
    box: free(0, 0.1),
    second: free(1, 0.1),
    eye: Object3D({ parent: "second", lockable: true }),
    hook: Object3D({ parent: "world", lockable: true, translation: [0, 0, 5] }),
    kite: Object3D({ parent: "hook", assemblyRoot: true, feature: block(0.2) }),
    string: Object3D({ parent: "kite", lockable: true }),
    actions: ModelActions(function* (act) {
      yield act.eventAfter(0.5);
      const limits = { distance: 99, velocity: 99, angularVelocity: 99 };
      for (let k = 0; k < 3; k++) {
        yield act.release("string", { waitingPeriod: 0.05 });
        yield act.attach("string", "hook", { limits, waitingPeriod: 0.05 });
      }
      yield act.attach("eye", "rail", { limits, waitingPeriod: 0.1 });
      yield act.release("eye", { waitingPeriod: 0.1 });
      yield act.delete("eye");
    }),
  }),
);

describe("contacts over changes of structure", () => {
  const result = simulate(onSlope, { stopTime: 1.2, tolerance: 1e-8, interval: 0.1, method: "radau5" });

  it("that stick go on sticking: a box on a slope does not creep when other parts are attached and released", () => {
    const [before, after] = [0.5, 1.1].map((t) => result.at<number[]>(t, "box.translation")[0]!);
    expect(Math.abs(after! - before!)).toBeLessThan(1e-13);
    expect(before).toBeGreaterThan(0); // the bristles are bent
  });

  it("end when a part becomes one with what it touched, or is deleted, and are not told again otherwise", () => {
    const { records } = contactsOf(result);
    const told = (name: string) =>
      records
        .filter(({ obj1, obj2 }) => obj1 === name || obj2 === name)
        .map(({ kind, time }) => `${kind} ${time.toFixed(2)}`);
    expect(told("box")).toEqual(["start 0.00"]);
    expect(told("second")).toEqual(["start 0.00", "end 0.80", "start 0.90", "end 1.00"]);
  });
});
