/**
 * Heat transfer between two ports without storage.
 *
 *     Q_a = Q,   Q_b = −Q,   dT = T_a − T_b
 */
import { Model } from "../../language/model.ts";
import { input, Var } from "../../language/values.ts";
import { parameter } from "../parameter.ts";
import { HeatPort } from "./heatPort.ts";

/** Stefan–Boltzmann constant in W/(m²·K⁴), exact in the SI of 2019. */
const stefanBoltzmann = 5.670374419184429e-8;

/** Two ports and the heat flow between them. */
export const PartialHeatTransfer = Model({
  description: "Heat transfer between two ports",
  port_a: HeatPort,
  port_b: HeatPort,
  dT: Var({ unit: "K", description: "temperature difference from port_a to port_b" }),
  Q_flow: Var({ unit: "W", description: "heat flow from port_a to port_b" }),
  equations: `
    dT = port_a.T - port_b.T
    port_a.Q_flow = Q_flow
    0 = port_a.Q_flow + port_b.Q_flow`,
});

/** Conduction: Q = G·dT. */
export const ThermalConductor = PartialHeatTransfer.with({
  description: "Heat conduction",
  G: parameter(1, "W/K", "thermal conductance", { min: 0 }),
  equations: "Q_flow = G*dT",
});

/** Conduction: dT = R·Q. */
export const ThermalResistor = PartialHeatTransfer.with({
  description: "Heat conduction, by its resistance",
  R: parameter(1, "K/W", "thermal resistance", { min: 0 }),
  equations: "dT = R*Q_flow",
});

/** Convection between a surface (port_a) and a fluid (port_b): Q = alpha·A·dT. */
export const Convection = PartialHeatTransfer.with({
  description: "Convection between a surface and a fluid",
  alpha: parameter(10, "W/(m^2*K)", "heat transfer coefficient", { min: 0 }),
  A: parameter(1, "m^2", "surface", { min: 0 }),
  equations: "Q_flow = alpha*A*dT",
});

/** Convection with a conductance from outside, such as one that follows the speed of a fan: Q = Gc(t)·dT. */
export const VariableConvection = PartialHeatTransfer.with({
  description: "Convection with a conductance given by a signal",
  Gc: input({ unit: "W/K", description: "convective conductance" }),
  equations: "Q_flow = Gc*dT",
});

/** Radiation between two bodies: Q = σ·Gr·(T_a⁴ − T_b⁴). */
export const BodyRadiation = PartialHeatTransfer.with({
  description: "Radiation between two bodies",
  Gr: parameter(1, "m^2", "emissivity times view factor times surface", { min: 0 }),
  equations: `Q_flow = quantity(${stefanBoltzmann}, "W/(m^2*K^4)")*Gr*(port_a.T^4 - port_b.T^4)`,
});
