/**
 * A drum in which liquid and vapour are in equilibrium.
 *
 *     m = d″ V″ + d′ V′,   U = d″ h″ V″ + d′ h′ V′ − p V + m_metal c T_sat,   V = V′ + V″
 *     m′ = Σ m_i,   U′ = Σ m_i h_i + Q
 *
 * States are p and V′. Water feeds in anywhere; `steam` lets vapour out, `blowdown` liquid.
 */
import { expr, Var } from "../../language/values.ts";
import { HeatPort } from "../heat/heatPort.ts";
import { parameter, positive } from "../parameter.ts";
import { FluidComponent, FluidPort } from "./fluidPort.ts";

export const SteamDrum = FluidComponent.with({
  description: "Drum with liquid and vapour in equilibrium",
  V: parameter(10, "m^3", "volume", positive),
  m_metal: parameter(0, "kg", "mass of the metal", { min: 0 }),
  c_metal: parameter(500, "J/(kg*K)", "specific heat capacity of the metal", { min: 0 }),
  p_start: parameter(1e6, "Pa", "pressure at the start", positive),
  fill_start: parameter(0.5, "1", "part of the volume that is liquid at the start", { min: 0, max: 1 }),
  p_critical: parameter(expr`criticalPressure(medium)`, "Pa", "critical pressure of the medium", positive),
  feed: FluidPort,
  steam: FluidPort,
  blowdown: FluidPort,
  heatPort: HeatPort,
  p: Var({
    init: expr`p_start`,
    preferred: true,
    stateSelect: "prefer",
    unit: "Pa",
    nominal: 1e6,
    description: "pressure",
  }),
  V_liquid: Var({
    init: expr`fill_start*V`,
    preferred: true,
    stateSelect: "prefer",
    unit: "m^3",
    description: "volume of the liquid",
  }),
  T: Var({ unit: "K", nominal: 400, description: "temperature of saturation" }),
  m: Var({ unit: "kg", nominal: 1e3, description: "mass" }),
  m_in: Var({ unit: "kg/s", description: "sum of the mass flows in" }),
  H_in: Var({ unit: "W", nominal: 1e5, description: "sum of the enthalpy flows in" }),
  fill: Var({ unit: "1", description: "part of the volume that is liquid" }),
  equations: `
    T = heatPort.T
    T = saturationTemperature(medium, p)
    m = densityVapour(medium, p)*(V - V_liquid) + densityLiquid(medium, p)*V_liquid
    fill = V_liquid/V
    m_in = feed.m_flow + steam.m_flow + blowdown.m_flow
    H_in = (feed.m_flow*actualStream(feed.h_outflow) + steam.m_flow*actualStream(steam.h_outflow) +
      blowdown.m_flow*actualStream(blowdown.h_outflow))
    m_in = der(densityVapour(medium, p)*(V - V_liquid) + densityLiquid(medium, p)*V_liquid)
    H_in + heatPort.Q_flow = der(densityVapour(medium, p)*enthalpyVapour(medium, p)*(V - V_liquid) +
      densityLiquid(medium, p)*enthalpyLiquid(medium, p)*V_liquid - p*V + m_metal*c_metal*saturationTemperature(medium, p))
    feed.p = p
    steam.p = p
    blowdown.p = p
    feed.h_outflow = enthalpyLiquid(medium, p)
    blowdown.h_outflow = enthalpyLiquid(medium, p)
    steam.h_outflow = enthalpyVapour(medium, p)
    assert(p < p_critical - quantity(1e4, "Pa"), "the drum has reached the critical pressure")
    assert(V_liquid > 0, "the drum has boiled dry")
    assert(V_liquid < V, "the drum is full of liquid")`,
});
