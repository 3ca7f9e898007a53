/** Voltage and current sources, from a constant or from a signal. */
import { Model } from "../../language/model.ts";
import { input, Var } from "../../language/values.ts";
import { parameter } from "../parameter.ts";
import { Pin } from "./pin.ts";
import { OnePort } from "./ports.ts";

/** Constant voltage: v = V. */
export const ConstantVoltage = OnePort.with({
  description: "Constant voltage",
  V: parameter(1, "V", "voltage"),
  equations: "v = V",
});

/** Constant current: i = I, from p to n inside the source. */
export const ConstantCurrent = OnePort.with({
  description: "Constant current",
  I: parameter(1, "A", "current from p to n"),
  equations: "i = I",
});

/** Voltage given by a signal in volt. */
export const SignalVoltage = Model({
  description: "Voltage given by a signal",
  p: Pin,
  n: Pin,
  v: input({ unit: "V", description: "voltage" }),
  i: Var({ unit: "A", description: "current from p to n" }),
  equations: `
    p.v - n.v = v
    0 = p.i + n.i
    i = p.i`,
});

/** Voltage given by a signal without unit: v = 1 means 1 V. */
export const UnitlessSignalVoltage = Model({
  description: "Voltage given by a signal without unit",
  p: Pin,
  n: Pin,
  v: input({ unit: "1", description: "voltage in volt" }),
  i: Var({ unit: "A", description: "current from p to n" }),
  equations: `
    p.v - n.v = v*quantity(1, "V")
    0 = p.i + n.i
    i = p.i`,
});

/** Current given by a signal in ampere. */
export const SignalCurrent = Model({
  description: "Current given by a signal",
  p: Pin,
  n: Pin,
  v: Var({ unit: "V", description: "voltage from p to n" }),
  i: input({ unit: "A", description: "current from p to n" }),
  equations: `
    v = p.v - n.v
    0 = p.i + n.i
    i = p.i`,
});
