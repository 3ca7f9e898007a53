// A heat pump with R134a: compressor, condenser, valve and evaporator in a closed circuit find their pressures by themselves.
import assert from "node:assert/strict";
import { instantiate, Model, simulate } from "rattleback";
import { Compressor, SteamDrum, ValveIncompressible } from "rattleback/fluid";
import { FixedTemperature, ThermalConductor } from "rattleback/heat";
import { helmholtz } from "rattleback/media";

const fluid = helmholtz("R134a");

const HeatPump = Model({
  medium: fluid,
  // both phases are in equilibrium in the exchangers: vapour is drawn from the one, liquid from the other
  evaporator: SteamDrum.with({ V: 0.004, p_start: 2.5e5, fill_start: 0.4, m_metal: 2 }),
  condenser: SteamDrum.with({ V: 0.004, p_start: 9e5, fill_start: 0.4, m_metal: 2 }),
  compressor: Compressor.with({ V_swept: 0.003, eta: 0.8, speed: 1 }),
  valve: ValveIncompressible.with({ Av: 2.5e-6, m_flow_nominal: 0.03, dp_nominal: 6e5 }),
  source: FixedTemperature.with({ T: 275.15 }),
  sink: FixedTemperature.with({ T: 308.15 }),
  brine: ThermalConductor.with({ G: 600 }),
  heating: ThermalConductor.with({ G: 900 }),
  // a float opens the valve as liquid gathers in the condenser
  equations: "valve.opening = min(1, 2*condenser.fill)",
  connect: [
    ["evaporator.steam", "compressor.port_a"],
    ["compressor.port_b", "condenser.feed"],
    ["condenser.blowdown", "valve.port_a"],
    ["valve.port_b", "evaporator.feed"],
    ["source.port", "brine.port_a"],
    ["brine.port_b", "evaporator.heatPort"],
    ["condenser.heatPort", "heating.port_a"],
    ["heating.port_b", "sink.port"],
  ],
});

export default HeatPump;
const options = { stopTime: 300, tolerance: 1e-6 };
export const experiment = { ...options, plots: ["evaporator.T", "condenser.T", "compressor.W"] };

const result = simulate(instantiate(HeatPump), options);
const heat = result.final("heating.Q_flow");
const work = result.final("compressor.W");
const cold = result.final("brine.Q_flow");
console.log(
  `${(result.final("evaporator.p") / 1e5).toFixed(2)} bar and ${(result.final("condenser.p") / 1e5).toFixed(2)} bar, ` +
    `${(heat / 1e3).toFixed(2)} kW of heat for ${(work / 1e3).toFixed(2)} kW of work: COP ${(heat / work).toFixed(2)}`,
);
// heat out = heat in + work; the charge stays; Carnot is not beaten
assert.ok(Math.abs(heat / (cold + work) - 1) < 1e-3);
const charge = (t: number) => result.at(t, "evaporator.m") + result.at(t, "condenser.m");
assert.ok(Math.abs(charge(300) / charge(0) - 1) < 1e-5);
const carnot = result.final("condenser.T") / (result.final("condenser.T") - result.final("evaporator.T"));
assert.ok(heat / work > 0.5 * carnot && heat / work < 0.85 * carnot);
// the same cycle by states alone
const first = fluid.saturation_p(result.final("evaporator.p")).vapour;
const second = fluid.state_ps(result.final("condenser.p"), first.s);
assert.ok(Math.abs(result.final("compressor.dh") / ((second.h - first.h) / 0.8) - 1) < 1e-6);
