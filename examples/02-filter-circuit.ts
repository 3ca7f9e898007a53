// A low-pass filter is described by its components and connections; the compiler finds out how to compute it.
import assert from "node:assert/strict";
import { flow, instantiate, Model, Par, potential, simulate, Var } from "rattleback";

const Pin = Model({ v: potential({ unit: "V" }), i: flow({ unit: "A" }) });

const OnePort = Model({
  p: Pin,
  n: Pin,
  equations: `
    v = p.v - n.v
    0 = p.i + n.i
    i = p.i
  `,
});

const Resistor = OnePort.with({ R: Par(1, "Ohm"), equations: `R*i = v` });
const Capacitor = OnePort.with({ C: Par(1, "F"), v: Var({ init: 0 }), equations: `C*der(v) = i` });
const ConstantVoltage = OnePort.with({ V: Par(1, "V"), equations: `v = V` });
const Ground = Model({ p: Pin, equations: `p.v = 0` });

const Filter = Model({
  R: Resistor.with({ R: 0.5 }),
  C: Capacitor.with({ C: 2 }),
  V: ConstantVoltage.with({ V: 10 }),
  ground: Ground,
  connect: [
    ["V.p", "R.p"],
    ["R.n", "C.p"],
    ["C.n", "V.n", "ground.p"],
  ],
  diagram: { V: [30, 110, 90], R: [120, 20], C: [262, 110, 90], ground: [340, 240] },
});

export default Filter;
export const experiment = { stopTime: 5, tolerance: 1e-8, plots: ["C.v", "R.i"] };

const filter = instantiate(Filter);
const { flatEquations, equations } = filter.report;
console.log(`${flatEquations} equations of the components, ${equations} left to compute, states: ${filter.stateNames}`);

// Parameters are data: three resistors, compiled once.
for (const R of [0.25, 0.5, 1]) {
  const result = simulate(filter, { stopTime: 1, merge: { R: { R } }, tolerance: 1e-8 });
  const expected = 10 * (1 - Math.exp(-1 / (2 * R)));
  console.log(
    `R = ${R.toFixed(2)} Ω   C.v(1 s) = ${result.final("C.v").toFixed(6)} V   closed form ${expected.toFixed(6)} V`,
  );
  assert.ok(Math.abs(result.final("C.v") - expected) < 1e-6);
}
