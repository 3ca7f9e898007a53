import { Model } from "../../language/model.ts";
import { flow, potential } from "../../language/values.ts";

/** Electric connector: potential and current into the component. */
export const Pin = Model({
  description: "Electric connector",
  v: potential({ unit: "V", description: "potential" }),
  i: flow({ unit: "A", description: "current into the component" }),
});
