// A steam power cycle comes up to 8 MPa and 480 °C; its efficiency is that of the textbook.
import assert from "node:assert/strict";
import { instantiate, Model, simulate } from "rattleback";
import { Boundary_ph, ClosedVolume, FlowPump, ports, Turbine } from "rattleback/fluid";
import { FixedHeatFlow } from "rattleback/heat";
import { medium } from "rattleback/media";

const water = medium("water");
const condensate = water.saturation_p(8e3).liquid;
const feed = water.state_ps(8e6, condensate.s);
const steam = water.state_pT(8e6, 753.15);
const m_flow = 10;

const Cycle = Model({
  medium: water,
  hotwell: Boundary_ph.with({ p: 8e3, h: condensate.h }),
  pump: FlowPump.with({ m_flow_set: m_flow, eta: 1 }),
  boiler: ClosedVolume.with({ ...ports(2), V: 2, p_start: 5e6, h_start: 3.2e6 }),
  fire: FixedHeatFlow.with({ Q_flow: m_flow * (steam.h - feed.h) }),
  // Stodola's coefficient lets 10 kg/s through at the design point
  turbine: Turbine.with({ eta: 1, K: m_flow / Math.sqrt(steam.p * steam.d * (1 - (8e3 / 8e6) ** 2)) }),
  condenser: Boundary_ph.with({ p: 8e3, h: condensate.h }),
  connect: [
    ["hotwell.port", "pump.port_a"],
    ["pump.port_b", "boiler.ports[1]"],
    ["boiler.ports[2]", "turbine.port_a"],
    ["turbine.port_b", "condenser.port"],
    ["fire.port", "boiler.heatPort"],
  ],
});

export default Cycle;
const options = { stopTime: 120, tolerance: 1e-8 };
export const experiment = { ...options, plots: ["boiler.p", "boiler.T", "turbine.P"] };

const result = simulate(instantiate(Cycle), options);
const efficiency = (result.final("turbine.P") - result.final("pump.W")) / result.final("fire.Q_flow");
console.log(`${(result.final("boiler.p") / 1e6).toFixed(4)} MPa, ${(result.final("boiler.T") - 273.15).toFixed(2)} °C`);
console.log(
  `turbine ${(result.final("turbine.P") / 1e3).toFixed(1)} kW, pump ${(result.final("pump.W") / 1e3).toFixed(1)} kW`,
);
console.log(`efficiency ${efficiency.toFixed(6)}, textbook 0.397177`);
assert.ok(Math.abs(result.final("boiler.p") / 8e6 - 1) < 1e-4);
assert.ok(Math.abs(efficiency - 0.3971771874) < 1e-5);
