// A tank empties through an orifice as Torricelli says, and a second tank below it fills.
import assert from "node:assert/strict";
import { instantiate, Model, simulate } from "rattleback";
import { OpenTank, Orifice, ports } from "rattleback/fluid";
import { medium } from "rattleback/media";

const Tanks = Model({
  medium: medium("ConstantPropertyLiquidWater"),
  upper: OpenTank.with({ ...ports(1), A: 1, level_start: 1, A_port: 0.05, zeta_out: 0.01 }),
  orifice: Orifice.with({ A: 0.01, zeta: 1 }),
  lower: OpenTank.with({ ...ports(1), A: 1, level_start: 0, z: [1.2], A_port: 0.05, zeta_in: 0.01 }),
  connect: [
    ["upper.ports[1]", "orifice.port_a"],
    ["orifice.port_b", "lower.ports[1]"],
  ],
});

export default Tanks;
const options = { stopTime: 50, tolerance: 1e-8 };
export const experiment = { ...options, plots: ["upper.level", "lower.level"] };

const result = simulate(instantiate(Tanks), options);
// The port of the lower tank lies above its level: the jet falls freely. Losses in a row add like squares of flow coefficients.
const zeta = 1 + 0.02 * (0.01 / 0.05) ** 2;
for (const t of [10, 20, 40]) {
  const level = (1 - 0.01 * Math.sqrt(9.80665 / (2 * zeta)) * t) ** 2;
  console.log(`t = ${t} s   level ${result.at(t, "upper.level").toFixed(6)} m   closed form ${level.toFixed(6)} m`);
  assert.ok(Math.abs(result.at(t, "upper.level") - level) < 1e-5);
}
const total = result.final("upper.m") + result.final("lower.m");
console.log(`water in both tanks: ${total.toFixed(6)} kg, empty after 45.2 s`);
assert.ok(Math.abs(total / 995.586 - 1) < 1e-8);
assert.ok(result.final("upper.level") < 1e-3 && result.final("upper.level") > -1e-5);
