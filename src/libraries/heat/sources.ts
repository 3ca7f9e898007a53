/** Given temperatures and heat flows. */
import { Model } from "../../language/model.ts";
import { input } from "../../language/values.ts";
import { parameter } from "../parameter.ts";
import { HeatPort } from "./heatPort.ts";

/** Constant temperature. */
export const FixedTemperature = Model({
  description: "Constant temperature",
  T: parameter(293.15, "K", "temperature", { min: 0 }),
  port: HeatPort,
  equations: "port.T = T",
});

/** Temperature given by a signal in kelvin. */
export const PrescribedTemperature = Model({
  description: "Temperature given by a signal",
  port: HeatPort,
  T: input({ unit: "K", description: "temperature" }),
  equations: "port.T = T",
});

/** Constant heat flow into what is connected. */
export const FixedHeatFlow = Model({
  description: "Constant heat flow",
  Q_flow: parameter(0, "W", "heat flow out of the source"),
  port: HeatPort,
  equations: "port.Q_flow = -Q_flow",
});

/** Heat flow given by a signal in watt, into what is connected. */
export const PrescribedHeatFlow = Model({
  description: "Heat flow given by a signal",
  port: HeatPort,
  Q_flow: input({ unit: "W", description: "heat flow out of the source" }),
  equations: "port.Q_flow = -Q_flow",
});
