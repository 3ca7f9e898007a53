/** What a new model begins with: to write, or to draw. */

export const emptyModel = `// One sentence that says what the model is.
import { Model, Par, Var } from "rattleback";

const Oscillator = Model({
  m: Par(1, "kg"),
  c: Par(40, "N/m"),
  d: Par(0.5, "N.s/m"),
  x: Var({ init: 0.1, unit: "m" }),
  v: Var({ init: 0, unit: "m/s" }),
  equations: \`
    der(x) = v
    m*der(v) = -c*x - d*v
  \`,
});

export default Oscillator;
export const experiment = { stopTime: 10, plots: ["x", "v"] };
`;

export const emptyDrawing = `import { Model } from "rattleback";

const Drawing = Model({});

export default Drawing;
export const experiment = { stopTime: 1, tolerance: 1e-8 };
`;
