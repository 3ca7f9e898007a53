import { Model } from "../../language/model.ts";
import { Var } from "../../language/values.ts";
import { parameter } from "../parameter.ts";
import { Flange } from "./flange.ts";

/** Rigid shaft with inertia: J·a = sum of the torques of both flanges. */
export const Inertia = Model({
  description: "Rigid shaft with inertia",
  J: parameter(1, "kg*m^2", "moment of inertia", { min: 0 }),
  flange_a: Flange,
  flange_b: Flange,
  phi: Var({ init: 0, preferred: true, unit: "rad", description: "angle" }),
  w: Var({ init: 0, preferred: true, unit: "rad/s", description: "angular velocity" }),
  a: Var({ unit: "rad/s^2", description: "angular acceleration" }),
  equations: `
    phi = flange_a.phi
    phi = flange_b.phi
    w = der(phi)
    a = der(w)
    J*a = flange_a.tau + flange_b.tau`,
});
