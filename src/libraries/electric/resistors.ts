/** Elements that turn electric power into heat. */
import { input, Var } from "../../language/values.ts";
import { HeatPort } from "../heat/heatPort.ts";
import { parameter } from "../parameter.ts";
import { OnePort } from "./ports.ts";

/** Linear resistor: v = R·i. */
export const Resistor = OnePort.with({
  description: "Linear resistor",
  R: parameter(1, "Ohm", "resistance", { min: 0 }),
  equations: "R*i = v",
});

/** Linear conductor: i = G·v. */
export const Conductor = OnePort.with({
  description: "Linear conductor",
  G: parameter(1, "S", "conductance", { min: 0 }),
  equations: "i = G*v",
});

/** Resistor with a resistance from outside: v = R(t)·i. */
export const VariableResistor = OnePort.with({
  description: "Resistor with a resistance from outside",
  R: input({ unit: "Ohm", description: "resistance" }),
  equations: "v = R*i",
});

/**
 * Resistor that warms its heat port and whose resistance follows the temperature:
 * R = R_ref·(1 + alpha·(T − T_ref)), heat flow v·i out of the port.
 */
export const HeatedResistor = OnePort.with({
  description: "Resistor that warms up and depends on its temperature",
  R_ref: parameter(1, "Ohm", "resistance at T_ref", { min: 0 }),
  T_ref: parameter(300, "K", "reference temperature", { min: 0 }),
  alpha: parameter(0, "1/K", "relative change of the resistance per kelvin"),
  heatPort: HeatPort,
  R: Var({ unit: "Ohm", description: "resistance at the present temperature" }),
  equations: `
    R = R_ref*(1 + alpha*(heatPort.T - T_ref))
    v = R*i
    heatPort.Q_flow = -v*i`,
});
