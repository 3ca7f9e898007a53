/**
 * Pipes. Friction after Darcy and Weisbach with the laminar law, Colebrook and White's, and a smooth transition for Re from 2300 to
 * 4000 (flowLaws.ts); static head from the height that the pipe climbs.
 *
 * The dynamic pipe has n cells with balances of mass and energy, and n + 1 flows between them and the ports; the first and the last run through
 * half a cell.
 *
 *     V (d_p p′ + d_h h′) = m_i − m_{i+1},   V (d h′ − p′) = E = m_i (h_up − h) − m_{i+1} (h_up − h) + Q_i,
 *     written p′ = (m_i − m_{i+1} − d_h E/d)/(V (d_p + d_h/d)),   h′ = (E/V + p′)/d
 *     where a cell begins or ends to boil d_p and d_h jump: that is an event
 *     m_i from friction and head, or (L/A) m′ = Δp − friction − head with isInertial
 */
import { onlyIf } from "../../language/model.ts";
import { expr, Var, type VariableAttributes, type VariableDeclaration } from "../../language/values.ts";
import { HeatPort } from "../heat/heatPort.ts";
import { parameter, positive } from "../parameter.ts";
import { FluidComponent, FluidPort, Throttle } from "./fluidPort.ts";

const geometry = {
  L: parameter(1, "m", "length", positive),
  D: parameter(0.05, "m", "inner diameter", positive),
  roughness: parameter(2.5e-5, "m", "roughness of the wall", { min: 0 }),
  dz: parameter(0, "m", "height of port_b above port_a"),
  viscosity: parameter(0, "Pa*s", "constant viscosity; 0 takes that of the medium", { min: 0 }),
  g: parameter(9.80665, "m/s^2", "gravity", { min: 0 }),
  dp_small: parameter(
    expr`1e-4*dp_nominal`,
    "Pa",
    "pressure difference within which the directions are blended",
    positive,
  ),
  m_flow_nominal: parameter(1, "kg/s", "typical mass flow", positive),
  dp_nominal: parameter(1e4, "Pa", "typical pressure difference", positive),
};

const cells = (unit: string, nominal: number, description: string, more: VariableAttributes): VariableDeclaration =>
  Var({ size: [expr`n`], unit, nominal, description, ...more });
const flows = (unit: string, nominal: number, description: string, more: VariableAttributes): VariableDeclaration =>
  Var({ size: [expr`n + 1`], unit, nominal, description, ...more });

/** A pipe without storage, insulated. */
export const StaticPipe = Throttle.with({
  description: "Pipe without storage, insulated",
  ...geometry,
  mu_a: Var({ unit: "Pa*s", nominal: 1e-3, start: 1e-3, description: "viscosity of what flows in at port_a" }),
  mu_b: Var({ unit: "Pa*s", nominal: 1e-3, start: 1e-3, description: "viscosity of what flows in at port_b" }),
  head: Var({ unit: "Pa", nominal: 1e4, description: "static head" }),
  equations: `
    if viscosity > 0 then
      mu_a = viscosity
      mu_b = viscosity
    else
      mu_a = viscosity_ph(medium, port_a.p, inStream(port_a.h_outflow), inStream(port_a.Xi_outflow))
      mu_b = viscosity_ph(medium, port_b.p, inStream(port_b.h_outflow), inStream(port_b.Xi_outflow))
    end
    if dz == 0 then
      head = 0
    else
      head = g*dz*upstream(m_flow, d_a, d_b, 1e-4*m_flow_nominal)
    end
    m_flow = homotopy(pipeFlow(dp - head, d_a, d_b, mu_a, mu_b, D, L, roughness, dp_small),
      m_flow_nominal/dp_nominal*(dp - head))`,
});

/** The cells of a pipe of a pure substance; what is around it gives the temperatures of the wall. */
export const PipeCells = FluidComponent.with({
  description: "Cells of a pipe that store mass and energy",
  n: parameter(5, "1", "number of cells", { min: 1 }),
  ...geometry,
  p_start: parameter(101325, "Pa", "pressure at the start", positive),
  T_start: parameter(293.15, "K", "temperature at the start", positive),
  h_start: parameter(expr`enthalpy_pT(medium, p_start, T_start)`, "J/kg", "specific enthalpy at the start"),
  m_flow_start: parameter(0, "kg/s", "mass flow at the start"),
  isInertial: parameter(false, undefined, "the mass of the fluid resists changes of the flow: waves of pressure"),
  heatTransfer: parameter("constant", undefined, '"constant" (alpha) or "turbulent" (Gnielinski, laminar 3.66)'),
  alpha: parameter(0, "W/(m^2*K)", "heat transfer coefficient to the wall", { min: 0 }),
  A: parameter(expr`pi/4*D^2`, "m^2", "cross section", positive),
  surface: parameter(expr`pi*D*L`, "m^2", "surface of the wall", positive),
  port_a: FluidPort,
  port_b: FluidPort,
  p: cells("Pa", 1e5, "pressures of the cells", { init: expr`p_start`, preferred: true }),
  h: cells("J/kg", 1e5, "specific enthalpies of the cells", { init: expr`h_start`, preferred: true }),
  T: cells("K", 300, "temperatures of the cells", { start: expr`T_start` }),
  d: cells("kg/m^3", 100, "densities of the cells", { start: 100 }),
  mu: cells("Pa*s", 1e-3, "viscosities of the cells", { start: 1e-3 }),
  T_wall: cells("K", 300, "temperatures of the wall", {}),
  Q_flow: cells("W", 1e3, "heat flows from the wall", {}),
  E_flow: cells("W", 1e3, "what changes the enthalpy of the cells", { hideResult: true }),
  alpha_cell: cells("W/(m^2*K)", 1e3, "heat transfer coefficients", { hideResult: true }),
  m_flow: flows("kg/s", 1, "mass flows between port_a, the cells and port_b", {
    init: expr`m_flow_start`,
    preferred: true,
  }),
  h_up: flows("J/kg", 1e5, "specific enthalpies carried by the flows", { hideResult: true }),
  equations: `
    assert(massFractions(medium) < 0.5, "pipes with cells carry pure substances: use StaticPipe and ClosedVolume for mixtures")
    assert(heatTransfer == "constant" or heatTransfer == "turbulent", "heatTransfer is constant or turbulent")
    port_a.m_flow = m_flow[1]
    port_b.m_flow = -m_flow[n + 1]
    port_a.h_outflow = h[1]
    port_b.h_outflow = h[n]
    d_a = density_ph(medium, port_a.p, inStream(port_a.h_outflow))
    d_b = density_ph(medium, port_b.p, inStream(port_b.h_outflow))
    h_up[1] = noEvent(if m_flow[1] > 0 then inStream(port_a.h_outflow) else h[1])
    h_up[n + 1] = noEvent(if m_flow[n + 1] > 0 then h[n] else inStream(port_b.h_outflow))
    for i in 2:n loop
      h_up[i] = noEvent(if m_flow[i] > 0 then h[i - 1] else h[i])
    end
    for i in 1:n loop
      T[i] = temperature_ph(medium, p[i], h[i])
      d[i] = density_ph(medium, p[i], h[i])
      Q_flow[i] = alpha_cell[i]*surface/n*(T_wall[i] - T[i])
      E_flow[i] = m_flow[i]*(h_up[i] - h[i]) - m_flow[i + 1]*(h_up[i + 1] - h[i]) + Q_flow[i]
      der(p[i]) = n/(A*L)*(m_flow[i] - m_flow[i + 1] - densityByEnthalpy_ph(medium, p[i], h[i])*E_flow[i]/d[i])/(
        densityByPressure_ph(medium, p[i], h[i]) + densityByEnthalpy_ph(medium, p[i], h[i])/d[i])
      der(h[i]) = (n/(A*L)*E_flow[i] + der(p[i]))/d[i]
    end
    if hasTwoPhases(medium) > 0.5 then
      for i in 1:n loop
        isBoiling[i] = withinDome(medium, p[i], h[i]) > 0
      end
    end
    if viscosity > 0 then
      for i in 1:n loop
        mu[i] = viscosity
      end
    else
      for i in 1:n loop
        mu[i] = viscosity_ph(medium, p[i], h[i])
      end
    end
    if heatTransfer == "turbulent" then
      for i in 1:n loop
        alpha_cell[i] = conductivity_ph(medium, p[i], h[i])/D*pipeNusselt(4*m_flow[i]/(pi*D*mu[i]),
          mu[i]*heatCapacity_ph(medium, p[i], h[i])/conductivity_ph(medium, p[i], h[i]))
      end
    else
      for i in 1:n loop
        alpha_cell[i] = alpha
      end
    end
    if isInertial then
      L/(2*n*A)*der(m_flow[1]) = (port_a.p - p[1] - g*dz/(2*n)*d[1] -
        pipeLoss(m_flow[1], d_a, d[1], mu[1], mu[1], D, L/(2*n), roughness))
      L/(2*n*A)*der(m_flow[n + 1]) = (p[n] - port_b.p - g*dz/(2*n)*d[n] -
        pipeLoss(m_flow[n + 1], d[n], d_b, mu[n], mu[n], D, L/(2*n), roughness))
      for i in 2:n loop
        L/(n*A)*der(m_flow[i]) = (p[i - 1] - p[i] - g*dz/(2*n)*(d[i - 1] + d[i]) -
          pipeLoss(m_flow[i], d[i - 1], d[i], mu[i - 1], mu[i], D, L/n, roughness))
      end
    else
      m_flow[1] = homotopy(pipeFlow(port_a.p - p[1] - g*dz/(2*n)*d[1], d_a, d[1], mu[1], mu[1], D, L/(2*n), roughness, dp_small/n),
        2*n*m_flow_nominal/dp_nominal*(port_a.p - p[1] - g*dz/(2*n)*d[1]))
      m_flow[n + 1] = homotopy(
        pipeFlow(p[n] - port_b.p - g*dz/(2*n)*d[n], d[n], d_b, mu[n], mu[n], D, L/(2*n), roughness, dp_small/n),
        2*n*m_flow_nominal/dp_nominal*(p[n] - port_b.p - g*dz/(2*n)*d[n]))
      for i in 2:n loop
        m_flow[i] = homotopy(
          pipeFlow(p[i - 1] - p[i] - g*dz/(2*n)*(d[i - 1] + d[i]), d[i - 1], d[i], mu[i - 1], mu[i], D, L/n, roughness, dp_small/n),
          n*m_flow_nominal/dp_nominal*(p[i - 1] - p[i] - g*dz/(2*n)*(d[i - 1] + d[i])))
      end
    end`,
});

/** A pipe of n cells with storage of mass and energy, and one temperature of its wall. */
export const DynamicPipe = PipeCells.with({
  description: "Pipe of n cells that store mass and energy",
  hasWall: parameter(false, undefined, "heat flows through the wall, at the port wall"),
  wall: onlyIf("hasWall", HeatPort),
  equations: `
    if hasWall then
      wall.Q_flow = sum(Q_flow)
      for i in 1:n loop
        T_wall[i] = wall.T
      end
    else
      for i in 1:n loop
        T_wall[i] = T[i]
      end
    end`,
});
