import { Model } from "../../language/model.ts";
import { flow, potential } from "../../language/values.ts";

/** Connector of a shaft: angle, and torque into the component. */
export const Flange = Model({
  description: "Connector of a shaft",
  phi: potential({ unit: "rad", description: "angle" }),
  tau: flow({ unit: "N*m", description: "torque into the component" }),
});
