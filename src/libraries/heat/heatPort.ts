import { Model } from "../../language/model.ts";
import { flow, potential } from "../../language/values.ts";

/** Thermal connector: temperature and heat flow into the component. */
export const HeatPort = Model({
  description: "Thermal connector",
  T: potential({ unit: "K", description: "temperature" }),
  Q_flow: flow({ unit: "W", description: "heat flow into the component" }),
});
