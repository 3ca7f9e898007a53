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
