/** Linear sources at port 2 controlled by the voltage or the current of port 1. */
import { parameter } from "../parameter.ts";
import { TwoPort } from "./ports.ts";

/** Voltage controlled by a voltage: v₂ = gain·v₁, i₁ = 0. */
export const VoltageControlledVoltage = TwoPort.with({
  description: "Voltage source controlled by a voltage",
  gain: parameter(1, "1", "voltage gain"),
  equations: `
    v2 = gain*v1
    i1 = 0`,
});

/** Current controlled by a voltage: i₂ = transconductance·v₁, i₁ = 0. */
export const VoltageControlledCurrent = TwoPort.with({
  description: "Current source controlled by a voltage",
  transconductance: parameter(1, "S", "current per voltage"),
  equations: `
    i2 = transconductance*v1
    i1 = 0`,
});

/** Voltage controlled by a current: v₂ = transresistance·i₁, v₁ = 0. */
export const CurrentControlledVoltage = TwoPort.with({
  description: "Voltage source controlled by a current",
  transresistance: parameter(1, "Ohm", "voltage per current"),
  equations: `
    v2 = transresistance*i1
    v1 = 0`,
});

/** Current controlled by a current: i₂ = gain·i₁, v₁ = 0. */
export const CurrentControlledCurrent = TwoPort.with({
  description: "Current source controlled by a current",
  gain: parameter(1, "1", "current gain"),
  equations: `
    i2 = gain*i1
    v1 = 0`,
});
