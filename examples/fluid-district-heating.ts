// A district heating line with 200 consumers: those at its end get their water late, and less hot; its heat is accounted for.
import assert from "node:assert/strict";
import { instantiate, Model, Par, simulate, Var } from "rattleback";
import { FluidComponent, FluidPort, PrescribedBoundary_pT, TwoPort } from "rattleback/fluid";
import { medium } from "rattleback/media";

const consumers = 200;

/** A section of the supply line: friction, and the heat of its water and wall, which loses some to the ground. */
const Section = TwoPort.with({
  L: Par(25, "m"),
  D: Par(0.15, "m"),
  C: Par(4e5, "J/K"),
  G_loss: Par(12, "W/K"),
  T_ground: Par(283.15, "K"),
  T: Var({ init: 333.15, unit: "K" }),
  h: Var({ unit: "J/kg" }),
  equations: `
    dp = pipeLoss(m_flow, 995.6, 995.6, 5e-4, 5e-4, D, L, 2.5e-5)
    h = enthalpy_pT(medium, port_b.p, T)
    port_b.h_outflow = h
    port_a.h_outflow = h
    C*der(T) = m_flow*(inStream(port_a.h_outflow) - h) - G_loss*(T - T_ground)
  `,
});

/** A house: it draws a given flow from the line and sends it back at 40 °C, through a pipe of its own. */
const House = FluidComponent.with({
  m_flow: Par(0.05, "kg/s"),
  port: FluidPort,
  Q_flow: Var({ unit: "W" }),
  equations: `
    port.m_flow = m_flow
    port.h_outflow = enthalpy_pT(medium, port.p, 313.15)
    Q_flow = m_flow*(inStream(port.h_outflow) - port.h_outflow)
  `,
});

const names = Array.from({ length: consumers }, (_, k) => k + 1);
const Line = Model({
  medium: medium("ConstantPropertyLiquidWater"),
  plant: PrescribedBoundary_pT,
  ...Object.fromEntries(names.map((k) => [`section${k}`, Section])),
  ...Object.fromEntries(names.map((k) => [`house${k}`, House])),
  // the plant raises its temperature in the morning
  equations: `
    plant.p = 8e5
    plant.T = 333.15 + 30*min(1, time/600)
  `,
  connect: [
    ["plant.port", "section1.port_a"],
    ...names.slice(1).map((k) => [`section${k - 1}.port_b`, `house${k - 1}.port`, `section${k}.port_a`]),
    [`section${consumers}.port_b`, `house${consumers}.port`],
  ],
});

export default Line;
const options = { stopTime: 36000, tolerance: 1e-5, interval: 300, method: "bdf" as const };
export const experiment = { ...options, plots: ["section1.T", "section100.T", "section200.T"] };

const line = instantiate(Line);
const result = simulate(line, options);
console.log(`${line.report.flatEquations} equations, ${line.stateNames.length} states`);
for (const k of [1, 100, 200]) {
  const late = Array.from(result.time).find((t) => result.at(t, `section${k}.T`) > 348.15);
  console.log(
    `house ${k}: ${(result.final(`section${k}.T`) - 273.15).toFixed(2)} °C, ${late === undefined ? "never above 75 °C" : `above 75 °C after ${late.toFixed(0)} s`}`,
  );
}
// in the end every section hands on what it does not lose: T_k = T_ground + (T_{k−1} − T_ground)·m c/(m c + G)
let T = 363.15;
for (const k of names) {
  const mc = 0.05 * (consumers + 1 - k) * 4184;
  T = 283.15 + ((T - 283.15) * mc) / (mc + 12);
  assert.ok(Math.abs(result.final(`section${k}.T`) - T) < 0.05);
}
// heat of the plant = heat of the houses + losses
const houses = names.reduce((sum, k) => sum + result.final(`house${k}.Q_flow`), 0);
const losses = names.reduce((sum, k) => sum + 12 * (result.final(`section${k}.T`) - 283.15), 0);
const plant = 0.05 * consumers * 4184 * (363.15 - 313.15);
console.log(
  `plant ${(plant / 1e3).toFixed(1)} kW = houses ${(houses / 1e3).toFixed(1)} kW + losses ${(losses / 1e3).toFixed(1)} kW`,
);
assert.ok(Math.abs((houses + losses) / plant - 1) < 1e-3);
