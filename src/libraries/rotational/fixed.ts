import { Model } from "../../language/model.ts";
import { parameter } from "../parameter.ts";
import { Flange } from "./flange.ts";

/** A flange that does not turn: phi = phi0. */
export const Fixed = Model({
  description: "Flange at rest",
  phi0: parameter(0, "rad", "angle at which the flange is held"),
  flange: Flange,
  equations: "flange.phi = phi0",
});
