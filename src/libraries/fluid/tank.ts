/**
 * An open tank. Its ports lie at heights above the bottom and have losses; a port above the level lets nothing out.
 *
 *     m′ = Σ m_i,   m h′ = Σ m_i (h_i − h) + Q,   level = m/(d A)
 *     p_i = p_ambient + d g max(level − z_i, 0),   m_i = ±√(2 d A_port² |Δp|/ζ)
 *
 * The gate that closes a port runs over 2 % of its diameter.
 */
import { expr, Var } from "../../language/values.ts";
import { HeatPort } from "../heat/heatPort.ts";
import { parameter, positive } from "../parameter.ts";
import { FluidComponent, ports } from "./fluidPort.ts";

export const OpenTank = FluidComponent.with({
  description: "Open tank with ports at given heights",
  ...ports(2),
  A: parameter(1, "m^2", "cross section", positive),
  height: parameter(2, "m", "height, above which it overflows", positive),
  level_start: parameter(1, "m", "level at the start", { min: 0 }),
  T_start: parameter(293.15, "K", "temperature at the start", positive),
  X_start: parameter(expr`referenceFractions(medium)`, "1", "mass fractions at the start; the last may be left out"),
  p_ambient: parameter(101325, "Pa", "pressure above the liquid", positive),
  g: parameter(9.80665, "m/s^2", "gravity", { min: 0 }),
  z: parameter(expr`[0 for i in 1:nPorts]`, "m", "heights of the ports above the bottom"),
  A_port: parameter(0.01, "m^2", "cross section of a port", positive),
  zeta_out: parameter(0.5, "1", "loss coefficient of flow out of the tank", positive),
  zeta_in: parameter(1, "1", "loss coefficient of flow into the tank", positive),
  dp_small: parameter(0.1, "Pa", "pressure difference below which flow is laminar", positive),
  heatPort: HeatPort,
  h: Var({
    init: expr`enthalpy_pT(medium, p_ambient, T_start, X_start)`,
    preferred: true,
    unit: "J/kg",
    nominal: 1e5,
    description: "specific enthalpy",
  }),
  m: Var({
    init: expr`A*level_start*density_pT(medium, p_ambient, T_start, X_start)`,
    preferred: true,
    unit: "kg",
    nominal: 100,
    description: "mass of the liquid",
  }),
  Xi: Var({
    init: expr`independentFractions(medium, X_start)`,
    preferred: true,
    unit: "1",
    description: "independent mass fractions",
  }),
  level: Var({ unit: "m", description: "level above the bottom" }),
  d: Var({ unit: "kg/m^3", nominal: 1000, description: "density" }),
  T: Var({ unit: "K", nominal: 300, description: "temperature" }),
  gate: Var({ size: [expr`nPorts`], hideResult: true, description: "1 for ports below the level" }),
  p_port: Var({ size: [expr`nPorts`], unit: "Pa", nominal: 1e5, description: "pressures in the tank at the ports" }),
  m_least: Var({ unit: "kg", hideResult: true, description: "mass that mixes, also in an empty tank" }),
  equations: `
    T = heatPort.T
    T = temperature_ph(medium, p_ambient, h, Xi)
    d = density_ph(medium, p_ambient, h, Xi)
    m = d*A*level
    m_least = max(m, d*A*quantity(0.001, "m"))
    der(m) = sum([ports[i].m_flow for i in 1:nPorts])
    m_least*der(h) = sum([ports[i].m_flow*(actualStream(ports[i].h_outflow) - h) for i in 1:nPorts]) + heatPort.Q_flow
    for k in 1:massFractions(medium) loop
      m_least*der(Xi[k]) = sum([ports[i].m_flow*(actualStream(ports[i].Xi_outflow[k]) - Xi[k]) for i in 1:nPorts])
    end
    for i in 1:nPorts loop
      gate[i] = upstream((level - z[i])/(0.01*sqrt(4*A_port/pi)) - 1, 1, 1e-9, 1)
      p_port[i] = p_ambient + d*g*max(level - z[i], 0)
      ports[i].m_flow = rootFlow(ports[i].p - p_port[i],
        2*density_ph(medium, ports[i].p, inStream(ports[i].h_outflow), inStream(ports[i].Xi_outflow))*A_port^2/zeta_in,
        2*d*A_port^2/zeta_out*gate[i]^2, dp_small)
      ports[i].h_outflow = h
      ports[i].Xi_outflow = Xi
    end
    assert(level < height, "the tank overflows")`,
});
