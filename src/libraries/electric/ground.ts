import { Model } from "../../language/model.ts";
import { Pin } from "./pin.ts";

/** Potential zero. Every circuit needs one for its potentials to be unique; voltages and currents are right without it. */
export const Ground = Model({
  description: "Potential zero",
  p: Pin,
  equations: "p.v = 0",
});
