// Models that are heavy for a page.

/** 10⁶ rows of an oscillator. */
export const million = `import { Model, Var } from "rattleback";
export default Model({
  x: Var({ init: 1, unit: "m" }),
  v: Var({ init: 0, unit: "m/s" }),
  a: Var({ unit: "m/s^2" }),
  equations: \`
    der(x) = v
    der(v) = a
    a = -quantity(1, "1/s^2")*x
  \`,
});
export const experiment = { stopTime: 1e5, interval: 0.1, tolerance: 1e-4, plots: ["x", "v"] };
`;

/** A ladder of resistors and capacitors: 5 000 equations. */
export const manyEquations = `import { Model, Par, Var } from "rattleback";
const Cell = Model({
  R: Par(1, "Ohm"),
  C: Par(1e-3, "F"),
  v: Var({ init: 0, unit: "V" }),
  i: Var({ unit: "A" }),
  next: Var({ unit: "V" }),
  equations: \`
    C*der(v) = i
    R*i = next - v
  \`,
});
const cells = Object.fromEntries(Array.from({ length: 1666 }, (_, k) => [\`cell\${k}\`, Cell]));
const joins = Array.from({ length: 1665 }, (_, k) => \`cell\${k}.next = cell\${k + 1}.v\`);
export default Model({ ...cells, equations: [...joins, 'cell1665.next = quantity(1, "V")'].join("\\n") });
export const experiment = { stopTime: 0.1, plots: [["cell0.v", "cell800.v", "cell1660.v"]] };
`;

/** 1 000 free bodies. */
export const manyBodies = `import { Model3D, Object3D, Scene, Solid, Sphere } from "rattleback";
const ball = (k) => Object3D({
  parent: "world",
  fixedToParent: false,
  translation: [0.3 * (k % 40), 0.3 * Math.floor(k / 40), 0],
  velocity: [0.1 * (k % 7), 3, 0.1 * (k % 5)],
  feature: Solid({ shape: Sphere({ diameter: 0.2 }), solidMaterial: "Steel" }),
});
const balls = Object.fromEntries(Array.from({ length: 1000 }, (_, k) => [\`ball\${k}\`, ball(k)]));
export default Model3D({ world: Object3D({ feature: Scene() }), ...balls });
export const experiment = { stopTime: 0.6, interval: 0.01 };
`;

/** A diagram of 500 components, all of them literal: a ladder of resistors and capacitors. */
export const manyComponents = ladder(250);

function ladder(count: number): string {
  const names = Array.from({ length: count }, (_, k) => k + 1);
  const entries = names.map((k) => `  r${k}: Resistor,\n  c${k}: Capacitor,\n`).join("");
  const joins = names
    .map((k) => `    ["r${k}.n", "c${k}.p"${k < count ? `, "r${k + 1}.p"` : ""}],\n    ["c${k}.n", "ground.p"],\n`)
    .join("");
  const places = names
    .map((k) => {
      const [x, y] = [150 * ((k - 1) % 25), 260 * Math.floor((k - 1) / 25)];
      return `r${k}: [${x}, ${y}], c${k}: [${x + 30}, ${y + 110}, 90]`;
    })
    .join(", ");
  return `import { Model } from "rattleback";
import { Capacitor, ConstantVoltage, Ground, Resistor } from "rattleback/electric";
export default Model({
${entries}  source: ConstantVoltage,
  ground: Ground,
  connect: [
    ["source.p", "r1.p"],
    ["source.n", "ground.p"],
${joins}  ],
  diagram: { ${places} },
});
export const experiment = { stopTime: 1 };
`;
}

/** 1 000 objects in space that are literals. */
export const manyObjects = `import { Box, Model3D, Object3D, Scene, Solid } from "rattleback";
export default Model3D({
  world: Object3D({ feature: Scene() }),
${Array.from(
  { length: 1000 },
  (_, k) =>
    `  box${k + 1}: Object3D({ parent: "world", translation: [${k % 32}, ${Math.floor(k / 32)}, 0], feature: Solid({ shape: Box({ lengthX: 0.5, lengthY: 0.5, lengthZ: 0.5 }), solidMaterial: "Steel" }) }),\n`,
).join("")}});
export const experiment = { stopTime: 1 };
`;
