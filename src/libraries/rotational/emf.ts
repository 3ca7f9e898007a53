import { Model } from "../../language/model.ts";
import { Var } from "../../language/values.ts";
import { Pin } from "../electric/pin.ts";
import { parameter } from "../parameter.ts";
import { Flange } from "./flange.ts";

/** Ideal electro-mechanical conversion of a direct-current machine: v = k·w, torque on the shaft k·i. */
export const EMF = Model({
  description: "Ideal conversion between electric and rotational power",
  k: parameter(1, "N*m/A", "torque per current, and voltage per speed"),
  p: Pin,
  n: Pin,
  flange: Flange,
  v: Var({ unit: "V", description: "induced voltage" }),
  i: Var({ unit: "A", description: "current from p to n" }),
  phi: Var({ unit: "rad", description: "angle" }),
  w: Var({ unit: "rad/s", description: "angular velocity" }),
  equations: `
    v = p.v - n.v
    0 = p.i + n.i
    i = p.i
    phi = flange.phi
    w = der(phi)
    k*w = v
    flange.tau = -k*i`,
});
