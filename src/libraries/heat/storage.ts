/** Elements that store heat. */
import { Model } from "../../language/model.ts";
import { Var } from "../../language/values.ts";
import { parameter } from "../parameter.ts";
import { HeatPort } from "./heatPort.ts";

/** Heat capacity of one temperature: C·dT/dt = heat flow in. */
export const HeatCapacitor = Model({
  description: "Heat capacity of one temperature",
  C: parameter(1, "J/K", "heat capacity", { min: 0 }),
  port: HeatPort,
  T: Var({ init: 293.15, preferred: true, unit: "K", description: "temperature" }),
  equations: `
    T = port.T
    C*der(T) = port.Q_flow`,
});
