// Six legs of given length carry a platform: a Stewart platform, moved up and down by its drives.
import assert from "node:assert/strict";
import {
  Cylinder,
  instantiate,
  Model,
  Model3D,
  Object3D,
  PrismaticWithFlange,
  Scene,
  Solid,
  Spherical,
  simulate,
  UniformGravityField,
  Universal,
} from "rattleback";
import { PrescribedPosition } from "rattleback/translational";

const steel = (diameter: number, length: number) =>
  Solid({ shape: Cylinder({ axis: 3, diameter, length }), solidMaterial: "Steel" });
/** Six points on a circle, in pairs. */
const corners = (radius: number, half: number, first: number) =>
  [0, 1, 2].flatMap((k) =>
    [-half, half].map((offset) => {
      const angle = first + (2 * Math.PI * k) / 3 + offset;
      return [radius * Math.cos(angle), radius * Math.sin(angle), 0];
    }),
  );
const base = corners(1, 0.2, 0);
const top = corners(0.6, 0.85, 0);

/** Height of the platform over time: z0 + a·sin(w·t), upright. */
const [z0, a, w] = [1.2, 0.2, 2];
const parts: Record<string, unknown> = {};
const lengths: string[] = [];
const connections: string[][] = [];
base.forEach((foot, k) => {
  const [x, y] = [top[k][0] - foot[0], top[k][1] - foot[1]];
  const length = Math.hypot(x, y, z0);
  // the leg along z is turned about x, then about the new y
  const tiltX = Math.atan2(-y, z0);
  const tiltY = Math.asin(x / length);
  parts[`foot${k}`] = Object3D({ parent: "world", translation: foot });
  parts[`corner${k}`] = Object3D({ parent: "platform", translation: top[k] });
  parts[`lower${k}`] = Model({
    frame: Object3D(),
    tube: Object3D({ parent: "frame", translation: [0, 0, 0.3], feature: steel(0.08, 0.6) }),
  });
  parts[`upper${k}`] = Model({
    frame: Object3D(),
    piston: Object3D({ parent: "frame", translation: [0, 0, -0.3], feature: steel(0.05, 0.6) }),
  });
  parts[`cardan${k}`] = Universal({
    obj1: `foot${k}`,
    obj2: `lower${k}.frame`,
    axis: 1,
    secondAxis: 2,
    phi1: tiltX,
    phi2: tiltY,
  });
  parts[`drive${k}`] = PrismaticWithFlange({ obj1: `lower${k}.frame`, obj2: `upper${k}.frame`, axis: 3 });
  parts[`ball${k}`] = Spherical({ obj1: `corner${k}`, obj2: `upper${k}.frame`, rotation: [tiltX, tiltY, 0] });
  parts[`motion${k}`] = PrescribedPosition;
  connections.push([`motion${k}.flange`, `drive${k}.flange`]);
  lengths.push(`motion${k}.s = sqrt(${x * x + y * y} + (z0 + a*sin(w*time))^2)`);
});

const StewartPlatform = Model3D({
  z0,
  a,
  w,
  world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }), nominalLength: 2 }) }),
  platform: Object3D({ feature: steel(1.3, 0.05) }),
  ...parts,
  equations: lengths,
  connect: connections,
});

export default StewartPlatform;
export const experiment = { stopTime: 3, plots: ["platform.r_abs", "drive0.f"] };

const result = simulate(instantiate(StewartPlatform, { checkUnits: false }), { stopTime: 3, interval: 0.05 });
const positions = result.signal<number[][]>("platform.r_abs").values;
const error = Math.max(
  ...positions.map(([x, y, z], i) => Math.hypot(x, y, z - (z0 + a * Math.sin(w * result.time[i])))),
);
const lift = result.signal("drive0.f").values;
console.log(`platform off its way by ${error.toExponential(1)} m; force of a leg ${lift[0].toFixed(1)} N at the start`);
assert(error < 1e-9);

// The symmetric lengths leave all six legs with the same force.
for (let k = 1; k < 6; k++)
  assert(Math.abs(result.final(`drive${k}.f`) - result.final("drive0.f")) < 1e-6 * Math.abs(lift[0]));
