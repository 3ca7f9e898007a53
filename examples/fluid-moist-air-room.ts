// A controller humidifies a room with moist air: ventilation brings dry air in from outside, a humidifier adds steam.
import assert from "node:assert/strict";
import { instantiate, Model, simulate, Var } from "rattleback";
import {
  Boundary_pT,
  ClosedVolume,
  HumiditySensor,
  MassFlowSource_T,
  Orifice,
  PrescribedMassFlow_h,
  ports,
} from "rattleback/fluid";
import { FixedTemperature, ThermalConductor } from "rattleback/heat";
import { moistAir } from "rattleback/media";

const air = moistAir();
/** Cold air from outside is dry once it is warm. */
const outside = air.fractionOf(101325, 273.15, 0.8);

const Room = Model({
  medium: air,
  fresh: MassFlowSource_T.with({ m_flow: 0.02, T: 293.15, X: [outside] }),
  steam: PrescribedMassFlow_h.with({ X: [1] }),
  room: ClosedVolume.with({ ...ports(4), V: 60, T_start: 293.15, X_start: [outside] }),
  gap: Orifice.with({ A: 0.01, dp_nominal: 10, m_flow_nominal: 0.02 }),
  outdoors: Boundary_pT.with({ p: 101325, T: 273.15, X: [outside] }),
  sensor: HumiditySensor,
  walls: ThermalConductor.with({ G: 500 }),
  heating: FixedTemperature.with({ T: 293.15 }),
  setpoint: 0.45,
  integral: Var({ init: 0 }),
  error: Var({ start: 0 }),
  // a controller with integral part, which follows the limits of the humidifier
  equations: `
    error = setpoint - sensor.phi
    command = 2e-3*error + integral
    steam.m_flow = max(0, min(2e-4, command))
    der(integral) = 8e-7*error + (steam.m_flow - command)/300
    steam.h = 2.6e6
  `,
  connect: [
    ["fresh.port", "room.ports[1]"],
    ["steam.port", "room.ports[2]"],
    ["room.ports[3]", "gap.port_a"],
    ["room.ports[4]", "sensor.port"],
    ["gap.port_b", "outdoors.port"],
    ["walls.port_a", "heating.port"],
    ["walls.port_b", "room.heatPort"],
  ],
});

export default Room;
const options = { stopTime: 36000, tolerance: 1e-6, interval: 300, method: "bdf" as const };
export const experiment = { ...options, plots: ["sensor.phi", "steam.m_flow", "room.T"] };

const result = simulate(instantiate(Room), options);
const [phi, added] = [result.final("sensor.phi"), result.final("steam.m_flow")];
console.log(`relative humidity ${(100 * result.at(0, "sensor.phi")).toFixed(1)} % → ${(100 * phi).toFixed(2)} %`);
console.log(`steam ${(3600 * added).toFixed(3)} kg/h at ${(result.final("room.T") - 273.15).toFixed(2)} °C`);
assert.ok(Math.abs(phi - 0.45) < 2e-3);
// in the steady state the water that comes in leaves with the air
const X = result.final("room.Xi[1]");
const balance = 0.02 * outside + added - (0.02 + added) * X;
assert.ok(Math.abs(balance) < 1e-3 * added);
assert.ok(Math.abs(X - air.fractionOf(101325, result.final("room.T"), phi)) < 1e-5);
