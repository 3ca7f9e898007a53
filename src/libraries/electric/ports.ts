/**
 * What elements with one or two ports have in common.
 *
 *     one port     v = v_p − v_n,       i = i_p = −i_n
 *     two ports    v₁ = v_p1 − v_n1,    i₁ = i_p1 = −i_n1,    likewise v₂, i₂
 */
import { Model } from "../../language/model.ts";
import { Var } from "../../language/values.ts";
import { Pin } from "./pin.ts";

/** Two pins; what flows into p flows out of n. */
export const OnePort = Model({
  description: "Element with two pins",
  p: Pin,
  n: Pin,
  v: Var({ unit: "V", description: "voltage from p to n" }),
  i: Var({ unit: "A", description: "current from p to n" }),
  equations: `
    v = p.v - n.v
    0 = p.i + n.i
    i = p.i`,
});

/** Two ports of two pins each. */
export const TwoPort = Model({
  description: "Element with two ports",
  p1: Pin,
  n1: Pin,
  p2: Pin,
  n2: Pin,
  v1: Var({ unit: "V", description: "voltage of port 1" }),
  i1: Var({ unit: "A", description: "current from p1 to n1" }),
  v2: Var({ unit: "V", description: "voltage of port 2" }),
  i2: Var({ unit: "A", description: "current from p2 to n2" }),
  equations: `
    v1 = p1.v - n1.v
    0 = p1.i + n1.i
    i1 = p1.i
    v2 = p2.v - n2.v
    0 = p2.i + n2.i
    i2 = p2.i`,
});
