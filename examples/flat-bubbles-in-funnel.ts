// Four bubbles of triangles fall into a funnel: concave contact, and bubbles among each other. They never get through its wall.
import assert from "node:assert/strict";
import {
  instantiate,
  MassProperties,
  Mesh,
  Model3D,
  Object3D,
  PolygonalContactModel,
  Scene,
  Solid,
  Sphere,
  simulate,
  UniformGravityField,
} from "rattleback";
import { tessellate } from "rattleback/collision";

/** A surface of revolution about z from a closed profile of (radius, height), counter-clockwise as seen in the r–z plane. */
function turned(profile: readonly (readonly [number, number])[], around: number): Mesh {
  const vertices: number[] = [];
  const triangles: number[] = [];
  const n = profile.length;
  for (let i = 0; i < around; i++) {
    const phi = (2 * Math.PI * i) / around;
    for (const [r, z] of profile) vertices.push(r * Math.cos(phi), r * Math.sin(phi), z);
    for (let j = 0; j < n; j++) {
      const [a, b] = [i * n + j, i * n + ((j + 1) % n)];
      const [c, d] = [((i + 1) % around) * n + j, ((i + 1) % around) * n + ((j + 1) % n)];
      triangles.push(a, c, d, a, d, b);
    }
  }
  return Mesh({ vertices, triangles });
}

/** Points of a line, so that triangles do not become slender. */
const line = (from: readonly [number, number], to: readonly [number, number], parts: number) =>
  Array.from({ length: parts }, (_, i) => from.map((x, k) => x + ((to[k]! - x) * i) / parts) as [number, number]);

const funnel = turned(
  [
    ...line([0.04, 0], [0.09, 0], 1),
    ...line([0.09, 0], [0.55, 0.5], 10),
    ...line([0.55, 0.5], [0.5, 0.5], 1),
    ...line([0.5, 0.5], [0.04, 0], 10),
  ],
  48,
);
const bubble = Mesh(tessellate(Sphere({ diameter: 0.2 }), 12));
const starts: readonly [number, number, number][] = [
  [0.2, 0, 0.6],
  [-0.2, 0.05, 0.65],
  [0, 0.2, 0.7],
  [0.05, -0.2, 0.75],
];
const layer = {
  task: "F",
  maxPenetration: 0.04,
  compressionArealDampingFactor: 2e4,
  expansionArealDampingFactor: 2e4,
  dampingTransitionMode: "linear",
  dampingTransitionDepth: 0.002,
  frictionCoefficient: 0.1,
  frictionRegularizationVelocity: 0.02,
  bodyF_YoungsModulus: 2e4,
  bodyF_PoissonsRatio: 0.3,
  bodyF_LayerDepth: 0.02,
} as const;

const names = starts.map((_, i) => `bubble${i + 1}`);
const pairs = names.flatMap((first, i) => names.slice(i + 1).map((second) => [first, second] as const));
const Bubbles = Model3D({
  world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }) }) }),
  funnel: Object3D({
    parent: "world",
    feature: Solid({ shape: funnel, massProperties: MassProperties({ mass: 1 }) }),
  }),
  ...Object.fromEntries(
    names.map((name, i) => [
      name,
      Object3D({
        parent: "world",
        fixedToParent: false,
        translation: starts[i]!,
        feature: Solid({
          shape: bubble,
          massProperties: MassProperties({ mass: 0.5, Ixx: 2e-3, Iyy: 2e-3, Izz: 2e-3 }),
        }),
      }),
    ]),
  ),
  ...Object.fromEntries(
    names.map((name) => [`${name}InFunnel`, PolygonalContactModel({ obj1: "funnel", obj2: name, ...layer })]),
  ),
  ...Object.fromEntries(
    pairs.map(([first, second]) => [
      `${first}With${second}`,
      PolygonalContactModel({ obj1: first, obj2: second, ...layer }),
    ]),
  ),
});

export default Bubbles;
export const experiment = { stopTime: 0.6, tolerance: 1e-4, plots: names.map((name) => `${name}.translation`) };

const result = simulate(instantiate(Bubbles), { stopTime: 0.6, tolerance: 1e-4, interval: 0.01 });
let touched = 0;
for (const name of names) {
  const path = result.signal<number[][]>(`${name}.translation`).values;
  const [x, y, z] = path.at(-1) as [number, number, number];
  console.log(`${name} at (${x.toFixed(2)}, ${y.toFixed(2)}, ${z.toFixed(2)})`);
  // inside of the cone r = 0.04 + 0.92·z, a bubble's radius away from its wall, less the penetration allowed
  for (const [px, py, pz] of path) {
    const wall = (0.04 + 0.92 * pz! - Math.hypot(px!, py!)) / Math.hypot(1, 0.92);
    if (pz! < 0.5) assert.ok(wall > 0.1 - 0.04, `${name} is through the wall: ${wall}`);
  }
  touched += Math.max(...result.signal(`${name}InFunnel.numContactElements`).values) > 0 ? 1 : 0;
}
console.log(`${touched} bubbles met the wall`);
assert.equal(touched, names.length);
