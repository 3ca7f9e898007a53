// A billiard ball slides, starts to roll and hits a second one: sliding, rolling, exchange of velocities, and rolling again.
import assert from "node:assert/strict";
import {
  Box,
  ContactResult,
  contactsOf,
  instantiate,
  Model3D,
  Object3D,
  Scene,
  Solid,
  Sphere,
  simulate,
  UniformGravityField,
} from "rattleback";

const radius = 0.03;
const ball = Solid({ shape: Sphere({ diameter: 2 * radius }), solidMaterial: "BilliardBall", collision: true });

const TwoBalls = Model3D({
  world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }) }) }),
  table: Object3D({
    parent: "world",
    translation: [0, 0, -0.01],
    feature: Solid({
      shape: Box({ lengthX: 3, lengthY: 0.5, lengthZ: 0.02 }),
      solidMaterial: "BilliardTable",
      collision: true,
    }),
  }),
  cue: Object3D({
    parent: "world",
    fixedToParent: false,
    translation: [-1.3, 0, radius],
    velocity: [3, 0, 0],
    feature: ball,
  }),
  object: Object3D({ parent: "world", fixedToParent: false, translation: [0, 0, radius], feature: ball }),
  onCue: ContactResult({ obj1: "cue", obj2: "table" }),
  between: ContactResult({ obj1: "cue", obj2: "object" }),
});

export default TwoBalls;
export const experiment = { stopTime: 1.5, tolerance: 1e-7, plots: ["cue.velocity", "object.velocity"] };

const result = simulate(instantiate(TwoBalls), { stopTime: 1.5, tolerance: 1e-7, interval: 0.005, method: "tsit5" });
const at = (name: string, t: number): number[] => result.at<number[]>(t, name);
const hit = contactsOf(result).records.find(
  ({ kind, obj2, obj1 }) => kind === "start" && obj1 === "cue" && obj2 === "object",
)!;

for (const t of [0, 0.05, 0.1, 0.2, 0.5, 0.7, 1, 1.5]) {
  const slip = at("cue.velocity", t)[0] - at("cue.angularVelocity", t)[1] * radius;
  console.log(
    `${t.toFixed(2)} s  cue ${at("cue.velocity", t)[0].toFixed(3)} m/s, slip ${slip.toFixed(3)} m/s; ` +
      `object ${at("object.velocity", t)[0].toFixed(3)} m/s`,
  );
}
console.log(`the balls meet at ${hit.time.toFixed(4)} s with ${hit.normalVelocity.toFixed(4)} m/s`);

// numbers of a computation with 20 digits
assert.ok(Math.abs(hit.time - 0.561790950448) < 1e-6);
assert.ok(Math.abs(hit.normalVelocity - 2.1034672411) < 1e-5);
assert.ok(Math.abs((result.final("cue.translation") as number[])[0] - 0.4487561457) < 1e-5);
assert.ok(Math.abs((result.final("object.translation") as number[])[0] - 1.4034760183) < 1e-5);
// sliding friction is μ·weight, and the table carries the weight
const weight = 1768 * (4 / 3) * Math.PI * radius ** 3 * 9.81;
assert.ok(Math.abs((result.at(0.05, "onCue.normalForce") as number) / weight - 1) < 1e-4);
assert.ok(Math.abs((result.at(0.05, "onCue.tangentialForce") as number) / (0.8 * weight) - 1) < 1e-4);
// momentum: what the object ball gets, the cue ball loses
const push = result.signal<number[][]>("between.forceVector").values;
assert.ok(push.every(([fx]) => fx <= 0));
