/**
 * The connector of fluids, and what components with one or two of them share.
 *
 * Every component knows its medium by the name `medium` of the model around it: `Model({ medium: medium("water"), pipe: StaticPipe, … })`.
 * A component with another medium is given one: `StaticPipe.with({ medium: medium("R134a") })`.
 */
import { aWholeNumber } from "../../errors/shapes.ts";
import { Model, type ModelDefinition } from "../../language/model.ts";
import { expr, flow, outer, potential, stream, Var } from "../../language/values.ts";
import { fluidFunctions } from "./fluidFunctions.ts";

/** Pressure, mass flow into the component, and the enthalpy and independent mass fractions of what would flow out of it. */
export const FluidPort = Model({
  description: "Connector of a fluid",
  p: potential({ unit: "Pa", nominal: 1e5, start: 1e5, description: "pressure" }),
  m_flow: flow({ unit: "kg/s", description: "mass flow into the component" }),
  h_outflow: stream({ unit: "J/kg", nominal: 1e5, description: "specific enthalpy if the flow leaves" }),
  Xi_outflow: stream({
    unit: "1",
    size: [expr`massFractions(medium)`],
    description: "independent mass fractions if the flow leaves",
  }),
  functions: fluidFunctions,
}).with({ medium: expr`medium` });

/** Ports for components that take any number of them: `ClosedVolume.with({ ...ports(3), V: 2 })` has ports[1] … ports[3]. */
export function ports(n: number): { nPorts: number; ports: readonly ModelDefinition[] } {
  aWholeNumber(n, "n");
  return { nPorts: n, ports: Array.from({ length: n }, () => FluidPort) };
}

/** What all components have: the medium of the model around, and the functions of media. */
export const FluidComponent = Model({ medium: outer(), functions: fluidFunctions });

/** Two ports without storage of mass: what flows in at one flows out at the other. */
export const TwoPort = FluidComponent.with({
  description: "Two ports without storage of mass",
  port_a: FluidPort,
  port_b: FluidPort,
  m_flow: Var({ unit: "kg/s", description: "mass flow from port_a to port_b" }),
  dp: Var({ unit: "Pa", nominal: 1e5, description: "pressure difference from port_a to port_b" }),
  equations: `
    m_flow = port_a.m_flow
    dp = port_a.p - port_b.p
    0 = port_a.m_flow + port_b.m_flow
    port_a.Xi_outflow = inStream(port_b.Xi_outflow)
    port_b.Xi_outflow = inStream(port_a.Xi_outflow)`,
});

/** Two ports with a throttle between them: enthalpy stays. Densities are those of what flows in at either side. */
export const Throttle = TwoPort.with({
  description: "Throttle between two ports",
  d_a: Var({ unit: "kg/m^3", nominal: 100, description: "density of what flows in at port_a" }),
  d_b: Var({ unit: "kg/m^3", nominal: 100, description: "density of what flows in at port_b" }),
  equations: `
    port_a.h_outflow = inStream(port_b.h_outflow)
    port_b.h_outflow = inStream(port_a.h_outflow)
    d_a = density_ph(medium, port_a.p, inStream(port_a.h_outflow), inStream(port_a.Xi_outflow))
    d_b = density_ph(medium, port_b.p, inStream(port_b.h_outflow), inStream(port_b.Xi_outflow))`,
});
