/**
 * Operational amplifiers with three pins. The output current closes its way over the ground of the circuit.
 *
 * The limited amplifier follows the broken line (v_in, v_out) along a parameter s, so that vertical and horizontal parts are
 * treated alike:
 *
 *     s < −1          v_in = (s + 1)·V      v_out = V_min
 *     −1 ≤ s ≤ 1      v_in = 0              v_out = (V_max + V_min)/2 + s·(V_max − V_min)/2
 *     s > 1           v_in = (s − 1)·V      v_out = V_max
 */
import { Model } from "../../language/model.ts";
import { Var } from "../../language/values.ts";
import { parameter } from "../parameter.ts";
import { Pin } from "./pin.ts";

/** Ideal operational amplifier: no input current, no input voltage (it needs negative feedback). */
export const IdealOpAmp3Pin = Model({
  description: "Ideal operational amplifier",
  in_p: Pin,
  in_n: Pin,
  out: Pin,
  equations: `
    in_p.v = in_n.v
    in_p.i = 0
    in_n.i = 0`,
});

/** Operational amplifier with infinite gain between the limits of its output voltage. */
export const LimitedOpAmp3Pin = Model({
  description: "Operational amplifier with infinite gain and limited output",
  V_max: parameter(15, "V", "largest output voltage"),
  V_min: parameter(-15, "V", "least output voltage"),
  in_p: Pin,
  in_n: Pin,
  out: Pin,
  s: Var({ start: 0, unit: "1", description: "parameter of the broken line; saturated where |s| > 1" }),
  equations: `
    in_p.i = 0
    in_n.i = 0
    in_p.v - in_n.v = quantity(1, "V")*(if s < -1 then s + 1 elseif s > 1 then s - 1 else 0)
    out.v = if s < -1 then V_min elseif s > 1 then V_max else (V_max + V_min)/2 + s*(V_max - V_min)/2`,
});

/** Operational amplifier with finite gain: v_out runs smoothly into V_min and V_max; slope `gain` in the middle. */
export const OpAmp = Model({
  description: "Operational amplifier with finite gain and smooth saturation",
  gain: parameter(1e4, "1", "gain at input voltage 0", { min: 0 }),
  V_max: parameter(15, "V", "limit of the output voltage, upwards"),
  V_min: parameter(-15, "V", "limit of the output voltage, downwards"),
  in_p: Pin,
  in_n: Pin,
  out: Pin,
  v_in: Var({ start: 0, unit: "V", description: "input voltage" }),
  equations: `
    in_p.i = 0
    in_n.i = 0
    v_in = in_p.v - in_n.v
    out.v = (V_max + V_min)/2 + (V_max - V_min)/2*tanh(2*gain*v_in/(V_max - V_min))`,
});
