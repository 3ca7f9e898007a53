// Balls of fifteen materials fall on plates of their own: each rises by the square of its restitution.
import assert from "node:assert/strict";
import {
  Box,
  contactPairPalette,
  contactsOf,
  instantiate,
  Model3D,
  type ModelDefinition,
  Object3D,
  Scene,
  Solid,
  type SolidMaterialName,
  Sphere,
  simulate,
  UniformGravityField,
  VisualMaterial,
} from "rattleback";

const looks: Partial<Record<SolidMaterialName, readonly [number, number, number]>> = {
  Steel: [140, 146, 152],
  StainlessSteel: [178, 182, 188],
  CastIron: [90, 92, 96],
  Brass: [200, 165, 75],
  Copper: [190, 110, 70],
  Titanium: [160, 155, 150],
  DryWood: [170, 125, 75],
  Concrete: [160, 158, 150],
  Glass: [150, 205, 200],
  Ice: [190, 220, 240],
  Acrylic: [230, 120, 120],
  Nylon: [225, 222, 210],
  Polyethylene: [120, 170, 225],
  PTFE: [240, 240, 238],
  Rubber: [60, 60, 62],
};
const [diameter, height, distance] = [0.05, 0.2, 0.12];
const materials = Object.keys(looks) as SolidMaterialName[];
const parts: Record<string, ModelDefinition> = {};
materials.forEach((solidMaterial, k) => {
  const [x, y] = [((k % 5) - 2) * distance, (Math.floor(k / 5) - 1) * distance];
  const visualMaterial = VisualMaterial({ color: [...looks[solidMaterial]!] });
  parts[`plate${k}`] = Object3D({
    parent: "world",
    translation: [x, y, -0.01],
    feature: Solid({
      shape: Box({ lengthX: 0.1, lengthY: 0.1, lengthZ: 0.02 }),
      solidMaterial,
      visualMaterial,
      collision: true,
    }),
  });
  parts[solidMaterial] = Object3D({
    parent: "world",
    fixedToParent: false,
    translation: [x, y, diameter / 2 + height],
    feature: Solid({ shape: Sphere({ diameter }), solidMaterial, visualMaterial, collision: true }),
  });
});

const Materials = Model3D({
  world: Object3D({
    feature: Scene({
      gravityField: UniformGravityField({ n: [0, 0, -1] }),
      contact: { contactLaw: "exactRestitution" },
    }),
  }),
  ...parts,
});

export default Materials;
export const experiment = {
  stopTime: 0.5,
  tolerance: 1e-8,
  plots: [["Rubber", "Glass", "Steel", "Brass"].map((name) => `${name}.translation[3]`)],
};

const result = simulate(instantiate(Materials), { stopTime: 0.5, tolerance: 1e-8, interval: 0.005 });
const { records } = contactsOf(result);
const gravity = 9.81;
const speed = Math.sqrt(2 * gravity * height);
for (const name of materials) {
  const own = records.filter(({ obj1, obj2 }) => obj1 === name || obj2 === name);
  const [start, end] = [own.find(({ kind }) => kind === "start")!, own.find(({ kind }) => kind === "end")!];
  const pair = contactPairPalette[`${name},${name}`];
  assert(pair.kind === "ElasticContactPairMaterial");
  const duration = end.time - start.time;
  const rise = end.normalVelocity ** 2 / (2 * gravity);
  console.log(
    `${name.padEnd(15)} ${(1000 * rise).toFixed(1).padStart(6)} mm of 200, touches for ${(1e6 * duration).toFixed(0)} µs`,
  );
  // weight goes on while they touch: it takes less than its whole impulse
  assert(Math.abs(-end.normalVelocity / speed - pair.coefficientOfRestitution) < (gravity * duration) / speed, name);
}
