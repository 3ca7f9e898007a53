/** A diode that has to be fired. */
import { input } from "../../language/values.ts";
import { SwitchLine } from "./switchLine.ts";

/**
 * Ideal thyristor: fired by a true signal while its voltage is above Vknee, it conducts until the current would turn round.
 */
export const IdealThyristor = SwitchLine.with({
  description: "Ideal thyristor",
  fire: input({ start: false, description: "boolean firing signal" }),
  equations: "isOff = s < 0 or (pre(isOff) and not fire)",
});
