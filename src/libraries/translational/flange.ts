import { Model } from "../../language/model.ts";
import { flow, potential } from "../../language/values.ts";

/** Connector along a line: position, and force into the component. */
export const TranslationalFlange = Model({
  description: "Connector along a line",
  s: potential({ unit: "m", description: "position" }),
  f: flow({ unit: "N", description: "force into the component" }),
});
