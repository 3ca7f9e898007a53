// A hydrogen vessel is filled from a reservoir: the gas heats itself up by compression, and cools down against its wall.
import assert from "node:assert/strict";
import { instantiate, Model, simulate } from "rattleback";
import { Boundary_pT, ClosedVolume, Nozzle, ports } from "rattleback/fluid";
import { FixedTemperature, HeatCapacitor, ThermalConductor } from "rattleback/heat";
import { medium } from "rattleback/media";

const Filling = Model({
  medium: medium("H2"),
  station: Boundary_pT.with({ p: 20e6, T: 273.15 }),
  nozzle: Nozzle.with({ A: 2e-7, kappa: 1.41, dp_nominal: 1e6 }),
  vessel: ClosedVolume.with({ ...ports(1), V: 0.1, p_start: 1e6, T_start: 288.15 }),
  film: ThermalConductor.with({ G: 60 }),
  liner: HeatCapacitor.with({ C: 12e3, T: { init: 288.15 } }),
  loss: ThermalConductor.with({ G: 5 }),
  ambient: FixedTemperature.with({ T: 288.15 }),
  connect: [
    ["station.port", "nozzle.port_a"],
    ["nozzle.port_b", "vessel.ports[1]"],
    ["vessel.heatPort", "film.port_a"],
    ["film.port_b", "liner.port", "loss.port_a"],
    ["loss.port_b", "ambient.port"],
  ],
});

export default Filling;
const options = { stopTime: 600, tolerance: 1e-8 };
export const experiment = { ...options, plots: ["vessel.T", "liner.T", "vessel.p"] };

const filling = instantiate(Filling);
const real = simulate(filling, options);
console.log(
  `with its wall: at most ${Math.max(...real.signal("vessel.T").values).toFixed(1)} K, ${real.final("vessel.m").toFixed(3)} kg`,
);

// Without heat to the wall: energy and mass give u₂ m₂ = u₀ m₀ + h_in (m₂ − m₀), whatever the nozzle.
const adiabatic = simulate(filling, { ...options, merge: { film: { G: 0 }, loss: { G: 0 } } });
const gas = medium("H2");
const start = gas.state_pT(1e6, 288.15);
const end = gas.state_pT(adiabatic.final("vessel.p"), adiabatic.final("vessel.T"));
const m0 = 0.1 * start.d;
const m2 = 0.1 * end.d;
const energy = (m0 * start.u + (m2 - m0) * gas.state_pT(20e6, 273.15).h) / (m2 * end.u);
console.log(
  `insulated: ${adiabatic.final("vessel.T").toFixed(1)} K at ${(adiabatic.final("vessel.p") / 1e6).toFixed(2)} MPa`,
);
console.log(`energy in the vessel over energy that came in: ${energy.toFixed(9)}`);
assert.ok(Math.abs(energy - 1) < 1e-6);
assert.ok(adiabatic.final("vessel.T") > 370 && Math.max(...real.signal("vessel.T").values) < 350);
