// Newton's cradle: five balls on wires; the first one swings down, the last one flies off, and nothing is lost.
import assert from "node:assert/strict";
import {
  contactsOf,
  instantiate,
  Model3D,
  type ModelDefinition,
  Object3D,
  Revolute,
  Scene,
  Solid,
  Sphere,
  simulate,
  UniformGravityField,
} from "rattleback";

const [diameter, gap, wire, count] = [0.02, 2e-4, 0.15, 5];
const parts: Record<string, ModelDefinition> = {};
for (let k = 1; k <= count; k++) {
  parts[`anchor${k}`] = Object3D({ parent: "world", translation: [0, (k - 3) * (diameter + gap), 0] });
  parts[`wire${k}`] = Object3D();
  parts[`ball${k}`] = Object3D({
    parent: `wire${k}`,
    translation: [0, 0, -wire],
    feature: Solid({
      shape: Sphere({ diameter }),
      solidMaterial: "Steel",
      contactMaterial: "BilliardBall",
      collision: true,
    }),
  });
  parts[`rev${k}`] = Revolute({
    obj1: `anchor${k}`,
    obj2: `wire${k}`,
    axis: 1,
    phi: k === 1 ? -Math.PI / 3 : 0,
    w: 0,
    canCollide: true,
  });
}

const Cradle = Model3D({
  world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }) }) }),
  ...parts,
});

export default Cradle;
export const experiment = { stopTime: 2, tolerance: 1e-9, plots: ["rev1.phi", "rev5.phi"] };

const result = simulate(instantiate(Cradle), { stopTime: 2, tolerance: 1e-9, interval: 0.01, method: "dop853" });
const angles = (name: string) => result.signal(name).values as Float64Array;
console.log("  time   ball 1   ball 5");
for (let k = 0; k <= 20; k++) {
  const t = 0.1 * k;
  const [first, last] = ["rev1.phi", "rev5.phi"].map((name) => ((result.at(t, name) as number) * 180) / Math.PI);
  console.log(`${t.toFixed(1).padStart(6)} ${first.toFixed(2).padStart(8)} ${last.toFixed(2).padStart(8)}`);
}
const starts = contactsOf(result).records.filter(({ kind }) => kind === "start");
console.log(`${starts.length} contacts`);

// the blow runs through the row: 1–2, 2–3, 3–4, 4–5
assert.deepEqual(
  starts.slice(0, 4).map(({ obj1, obj2 }) => `${obj1} ${obj2}`),
  [1, 2, 3, 4].map((k) => `ball${k} ball${k + 1}`),
);
assert.ok(Math.abs(starts[0].time - 0.208801420663359) < 1e-7);
assert.ok(Math.abs(Math.max(...angles("rev5.phi")) - Math.PI / 3) < 0.01);
const energy = result.signal("energy.total").values as Float64Array;
assert.ok(
  energy.every((value) => Math.abs(value / energy[0] - 1) < 1e-7),
  "purely elastic",
);
