/** What blocks have in common: their input and output signals. Signals take the unit that the equations around them imply. */
import { Model } from "../../language/model.ts";
import { input, output } from "../../language/values.ts";
import { parameter } from "../parameter.ts";

/** One input, one output. */
export const SISO = Model({
  description: "Block with one input and one output",
  u: input({ description: "input signal" }),
  y: output({ description: "output signal" }),
});

/** Two inputs, one output. */
export const SI2SO = Model({
  description: "Block with two inputs and one output",
  u1: input({ description: "first input signal" }),
  u2: input({ description: "second input signal" }),
  y: output({ description: "output signal" }),
});

/** Output only. */
export const SO = Model({
  description: "Block with one output",
  y: output({ description: "output signal" }),
});

/** Source that begins at a time and is constant before. */
export const SignalSource = SO.with({
  description: "Source of a signal",
  offset: parameter(0, undefined, "value before startTime"),
  startTime: parameter(0, "s", "time at which the signal begins"),
});

/** Two boolean inputs, one boolean output. */
export const BooleanSI2SO = Model({
  description: "Block with two boolean inputs and one boolean output",
  u1: input({ start: false, description: "first input signal" }),
  u2: input({ start: false, description: "second input signal" }),
  y: output({ start: false, description: "output signal" }),
});

/** One boolean input, one boolean output. */
export const BooleanSISO = Model({
  description: "Block with one boolean input and one boolean output",
  u: input({ start: false, description: "input signal" }),
  y: output({ start: false, description: "output signal" }),
});
