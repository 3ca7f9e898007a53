/**
 * Sensors. Those with one port take nothing out of the flow; at a node of several pipes they see the mixture of what flows in. Those with two
 * ports stand in the flow; their value is that of the side it comes from, with a blend around zero flow.
 */
import { output } from "../../language/values.ts";
import { parameter, positive } from "../parameter.ts";
import { FluidComponent, FluidPort, TwoPort } from "./fluidPort.ts";

const OnePortSensor = FluidComponent.with({
  port: FluidPort.with({ m_flow: { min: 0, max: 0 } }),
  equations: `
    port.m_flow = 0
    port.h_outflow = 0
    port.Xi_outflow = inStream(port.Xi_outflow)`,
});

/** Pressure at a port. */
export const PressureSensor = OnePortSensor.with({
  description: "Pressure at a port",
  p: output({ unit: "Pa", nominal: 1e5, description: "pressure" }),
  equations: "p = port.p",
});

/** Temperature at a port. */
export const FluidTemperatureSensor = OnePortSensor.with({
  description: "Temperature at a port",
  T: output({ unit: "K", nominal: 300, description: "temperature" }),
  equations: "T = temperature_ph(medium, port.p, inStream(port.h_outflow), inStream(port.Xi_outflow))",
});

/** Specific enthalpy, density and specific entropy at a port. */
export const StateSensor = OnePortSensor.with({
  description: "Specific enthalpy, density and specific entropy at a port",
  h: output({ unit: "J/kg", nominal: 1e5, description: "specific enthalpy" }),
  d: output({ unit: "kg/m^3", nominal: 100, description: "density" }),
  s: output({ unit: "J/(kg*K)", nominal: 1e3, description: "specific entropy" }),
  equations: `
    h = inStream(port.h_outflow)
    d = density_ph(medium, port.p, h, inStream(port.Xi_outflow))
    s = entropy_ph(medium, port.p, h, inStream(port.Xi_outflow))`,
});

/** Mass fractions, and for moist air the relative humidity, at a port. */
export const HumiditySensor = OnePortSensor.with({
  description: "Mass fraction of water and relative humidity of moist air at a port",
  X: output({ unit: "1", description: "mass fraction of water" }),
  phi: output({ unit: "1", description: "relative humidity" }),
  equations: `
    X = inStream(port.Xi_outflow[1])
    phi = relativeHumidity(medium, port.p, temperature_ph(medium, port.p, inStream(port.h_outflow), inStream(port.Xi_outflow)), X)`,
});

const InFlow = TwoPort.with({
  equations: `
    dp = 0
    port_a.h_outflow = inStream(port_b.h_outflow)
    port_b.h_outflow = inStream(port_a.h_outflow)`,
});

/** Mass flow through a pipe, with its volume flow. */
export const MassFlowSensor = InFlow.with({
  description: "Mass flow and volume flow through a pipe",
  m_flow_small: parameter(1e-4, "kg/s", "flow within which the directions are blended", positive),
  V_flow: output({ unit: "m^3/s", nominal: 1e-3, description: "volume flow from port_a to port_b" }),
  equations: `
    V_flow = m_flow/upstream(m_flow,
      density_ph(medium, port_a.p, inStream(port_a.h_outflow), inStream(port_a.Xi_outflow)),
      density_ph(medium, port_b.p, inStream(port_b.h_outflow), inStream(port_b.Xi_outflow)), m_flow_small)`,
});

/** Temperature of what flows through a pipe. */
export const FlowTemperatureSensor = InFlow.with({
  description: "Temperature of what flows through a pipe",
  m_flow_small: parameter(1e-4, "kg/s", "flow within which the directions are blended", positive),
  T: output({ unit: "K", nominal: 300, description: "temperature" }),
  equations: `
    T = upstream(m_flow,
      temperature_ph(medium, port_a.p, inStream(port_a.h_outflow), inStream(port_a.Xi_outflow)),
      temperature_ph(medium, port_b.p, inStream(port_b.h_outflow), inStream(port_b.Xi_outflow)), m_flow_small)`,
});
