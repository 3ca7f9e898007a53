/** Elements between motion along a line and rotation or electricity. */
import { Model } from "../../language/model.ts";
import { Var } from "../../language/values.ts";
import { Pin } from "../electric/pin.ts";
import { parameter, positive } from "../parameter.ts";
import { Flange } from "../rotational/flange.ts";
import { TranslationalFlange } from "./flange.ts";

/** Wheel that rolls without slip, without inertia: s = radius·phi, 0 = radius·f + tau. */
export const IdealRollingWheel = Model({
  description: "Wheel that rolls without slip",
  radius: parameter(0.3, "m", "radius", positive),
  flangeR: Flange,
  flangeT: TranslationalFlange,
  equations: `
    flangeT.s = radius*flangeR.phi
    0 = radius*flangeT.f + flangeR.tau`,
});

/** Ideal conversion of a voice coil: v = k·velocity, force on the flange k·i. */
export const TranslationalEMF = Model({
  description: "Ideal conversion between electric and translational power",
  k: parameter(1, "N/A", "force per current, and voltage per velocity"),
  p: Pin,
  n: Pin,
  flange: TranslationalFlange,
  v: Var({ unit: "V", description: "induced voltage" }),
  i: Var({ unit: "A", description: "current from p to n" }),
  velocity: Var({ unit: "m/s", description: "velocity of the flange" }),
  equations: `
    v = p.v - n.v
    0 = p.i + n.i
    i = p.i
    velocity = der(flange.s)
    k*velocity = v
    flange.f = -k*i`,
});
