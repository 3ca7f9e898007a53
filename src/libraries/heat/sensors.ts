/** Ideal sensors: they neither take nor give heat. */
import { Model } from "../../language/model.ts";
import { output } from "../../language/values.ts";
import { HeatPort } from "./heatPort.ts";

/** Temperature of a port. */
export const TemperatureSensor = Model({
  description: "Temperature of a port",
  port: HeatPort,
  T: output({ unit: "K", description: "temperature" }),
  equations: `
    port.Q_flow = 0
    T = port.T`,
});

/** Temperature difference of two ports. */
export const RelativeTemperatureSensor = Model({
  description: "Temperature difference of two ports",
  port_a: HeatPort,
  port_b: HeatPort,
  T_rel: output({ unit: "K", description: "temperature of port_a minus temperature of port_b" }),
  equations: `
    port_a.Q_flow = 0
    port_b.Q_flow = 0
    T_rel = port_a.T - port_b.T`,
});

/** Heat flow through a line. */
export const HeatFlowSensor = Model({
  description: "Heat flow through a line",
  port_a: HeatPort,
  port_b: HeatPort,
  Q_flow: output({ unit: "W", description: "heat flow from port_a to port_b" }),
  equations: `
    port_a.T = port_b.T
    0 = port_a.Q_flow + port_b.Q_flow
    Q_flow = port_a.Q_flow`,
});
