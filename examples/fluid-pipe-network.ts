// A ring of water pipes feeds four demands that change; in one pipe the flow turns round.
import assert from "node:assert/strict";
import { instantiate, Model, simulate } from "rattleback";
import { Boundary_pT, PrescribedMassFlow_T, StaticPipe } from "rattleback/fluid";
import { medium } from "rattleback/media";

const pipe = (L: number, D: number) => StaticPipe.with({ L, D, roughness: 1e-4, m_flow_nominal: 5, dp_nominal: 2e4 });

const Network = Model({
  medium: medium("ConstantPropertyLiquidWater"),
  works: Boundary_pT.with({ p: 6e5 }),
  main: pipe(500, 0.2),
  // the ring: works – 1 – 2 – 3 – 4 – 1
  p12: pipe(300, 0.1),
  p23: pipe(300, 0.1),
  p34: pipe(300, 0.1),
  p41: pipe(300, 0.1),
  ...Object.fromEntries([1, 2, 3, 4].map((k) => [`demand${k}`, PrescribedMassFlow_T.with({ T: 283.15 })])),
  // demand moves from one side of the ring to the other
  equations: `
    demand1.m_flow = -2
    demand2.m_flow = -(4 + 3*cos(pi*time/10))
    demand3.m_flow = -4
    demand4.m_flow = -(4 - 3*cos(pi*time/10))
  `,
  connect: [
    ["works.port", "main.port_a"],
    ["main.port_b", "p12.port_a", "p41.port_b", "demand1.port"],
    ["p12.port_b", "p23.port_a", "demand2.port"],
    ["p23.port_b", "p34.port_a", "demand3.port"],
    ["p34.port_b", "p41.port_a", "demand4.port"],
  ],
});

export default Network;
const options = { stopTime: 10, interval: 0.1, tolerance: 1e-8 };
export const experiment = { ...options, plots: ["p12.m_flow", "p23.m_flow", "p34.m_flow", "p41.m_flow"] };

const result = simulate(instantiate(Network), options);
for (const t of [0, 2.5, 5, 7.5, 10]) {
  const flows = ["p12", "p23", "p34", "p41"].map((name) => result.at(t, `${name}.m_flow`));
  console.log(`t = ${t.toFixed(1)} s   ${flows.map((m) => m.toFixed(3).padStart(7)).join(" ")} kg/s`);
  // what flows in flows out, and around the ring the losses of pressure add up to nothing
  assert.ok(Math.abs(result.at(t, "main.m_flow") - 14) < 1e-6);
  const around = ["p12", "p23", "p34", "p41"].reduce((sum, name) => sum + result.at(t, `${name}.dp`), 0);
  assert.ok(Math.abs(around) < 1e-4);
}
// by symmetry of the ring: when the demands have changed places, so have the flows
assert.ok(Math.abs(result.at(0, "p12.m_flow") + result.at(10, "p41.m_flow")) < 1e-6);
assert.ok(Math.abs(result.at(0, "p23.m_flow") + result.at(10, "p34.m_flow")) < 1e-6);
