/** Where a system of pipes ends: given pressure or given mass flow, with the state of what comes from there. */
import { expr, input } from "../../language/values.ts";
import { parameter, positive } from "../parameter.ts";
import { FluidComponent, FluidPort } from "./fluidPort.ts";

const Boundary = FluidComponent.with({
  X: parameter(expr`referenceFractions(medium)`, "1", "mass fractions of what flows out; the last may be left out"),
  port: FluidPort,
  equations: "port.Xi_outflow = independentFractions(medium, X)",
});

/** Given pressure; what flows out has the given temperature. */
export const Boundary_pT = Boundary.with({
  description: "Reservoir of given pressure and temperature",
  p: parameter(101325, "Pa", "pressure", positive),
  T: parameter(293.15, "K", "temperature", positive),
  equations: `
    port.p = p
    port.h_outflow = enthalpy_pT(medium, p, T, X)`,
});

/** Given pressure; what flows out has the given enthalpy. */
export const Boundary_ph = Boundary.with({
  description: "Reservoir of given pressure and enthalpy",
  p: parameter(101325, "Pa", "pressure", positive),
  h: parameter(1e5, "J/kg", "specific enthalpy"),
  equations: `
    port.p = p
    port.h_outflow = h`,
});

/** Pressure and temperature given by signals. */
export const PrescribedBoundary_pT = Boundary.with({
  description: "Reservoir of pressure and temperature given by signals",
  p: input({ unit: "Pa", description: "pressure" }),
  T: input({ unit: "K", description: "temperature" }),
  equations: `
    port.p = p
    port.h_outflow = enthalpy_pT(medium, p, T, X)`,
});

/** Given mass flow out of the source; it has the given temperature. */
export const MassFlowSource_T = Boundary.with({
  description: "Source of given mass flow and temperature",
  m_flow: parameter(1, "kg/s", "mass flow out of the source"),
  T: parameter(293.15, "K", "temperature", positive),
  equations: `
    port.m_flow = -m_flow
    port.h_outflow = enthalpy_pT(medium, port.p, T, X)`,
});

/** Given mass flow out of the source; it has the given enthalpy. */
export const MassFlowSource_h = Boundary.with({
  description: "Source of given mass flow and enthalpy",
  m_flow: parameter(1, "kg/s", "mass flow out of the source"),
  h: parameter(1e5, "J/kg", "specific enthalpy"),
  equations: `
    port.m_flow = -m_flow
    port.h_outflow = h`,
});

/** Mass flow and temperature given by signals. */
export const PrescribedMassFlow_T = Boundary.with({
  description: "Source of mass flow and temperature given by signals",
  m_flow: input({ unit: "kg/s", description: "mass flow out of the source" }),
  T: input({ unit: "K", description: "temperature" }),
  equations: `
    port.m_flow = -m_flow
    port.h_outflow = enthalpy_pT(medium, port.p, T, X)`,
});

/** Mass flow and enthalpy given by signals. */
export const PrescribedMassFlow_h = Boundary.with({
  description: "Source of mass flow and enthalpy given by signals",
  m_flow: input({ unit: "kg/s", description: "mass flow out of the source" }),
  h: input({ unit: "J/kg", description: "specific enthalpy" }),
  equations: `
    port.m_flow = -m_flow
    port.h_outflow = h`,
});
