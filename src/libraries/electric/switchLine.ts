/**
 * The characteristic that ideal diodes, switches and thyristors share: a line of small resistance when they conduct, of small
 * conductance when they block, both through the point (v, i) = (V_knee, G_off·V_knee) and run through by one parameter s:
 *
 *     blocking      v = V_knee + s·1 V              i = G_off·(V_knee + s·1 V)
 *     conducting    v = V_knee + s·R_on·1 A         i = G_off·V_knee + s·1 A
 *
 * Which of the two holds is found for all elements of a circuit together: for given positions the circuit is a linear system, and
 * positions are changed until its solution agrees with them. For s the lines are moved apart by ε, so that near the corner both
 * hold and rounding cannot leave none. With R_on = 0 and G_off = 0 the element is fully ideal; the circuit around it must then
 * determine its voltage and current.
 *
 * Source   [Cellier2006] ch. 9 (parametrised characteristics)
 */
import { Var } from "../../language/values.ts";
import { parameter } from "../parameter.ts";
import { OnePort } from "./ports.ts";

/** ε of the header: 1 nV or 1 nA beyond the corner. */
const overlap = 1e-9;

/** Element that conducts or blocks; `isOff` is defined by the element that extends it. */
export const SwitchLine = OnePort.with({
  description: "Element that conducts or blocks",
  Ron: parameter(1e-5, "Ohm", "resistance when conducting", { min: 0 }),
  Goff: parameter(1e-5, "S", "conductance when blocking", { min: 0 }),
  Vknee: parameter(0, "V", "voltage at the corner of the characteristic", { min: 0 }),
  s: Var({ start: 0, unit: "1", description: "parameter of the characteristic", hideResult: true }),
  isOff: Var({ start: true, description: "blocks" }),
  equations: `
    v = Vknee + quantity(1, "V")*(if isOff then s + ${overlap} else (s - ${overlap})*Ron/quantity(1, "Ohm"))
    i = Goff*Vknee + quantity(1, "A")*(if isOff then (s + ${overlap})*Goff/quantity(1, "S") else s - ${overlap})`,
});
