/** Elements that store energy in an electric or magnetic field. */
import { Var } from "../../language/values.ts";
import { parameter, positive } from "../parameter.ts";
import { OnePort, TwoPort } from "./ports.ts";

/** Linear capacitor: C·dv/dt = i. */
export const Capacitor = OnePort.with({
  description: "Linear capacitor",
  C: parameter(1, "F", "capacitance", { min: 0 }),
  v: { init: 0, preferred: true },
  equations: "C*der(v) = i",
});

/** Linear inductor: L·di/dt = v. */
export const Inductor = OnePort.with({
  description: "Linear inductor",
  L: parameter(1, "H", "inductance", { min: 0 }),
  i: { init: 0, preferred: true },
  equations: "L*der(i) = v",
});

/**
 * Two coupled inductors:
 * v₁ = L1·di₁/dt + M·di₂/dt,   v₂ = M·di₁/dt + L2·di₂/dt,   with M² < L1·L2.
 */
export const MutualInductance = TwoPort.with({
  description: "Two magnetically coupled inductors",
  L1: parameter(1, "H", "inductance of port 1", { min: 0 }),
  L2: parameter(1, "H", "inductance of port 2", { min: 0 }),
  M: parameter(0.5, "H", "mutual inductance; M² < L1·L2"),
  i1: { init: 0, preferred: true },
  i2: { init: 0, preferred: true },
  equations: `
    v1 = L1*der(i1) + M*der(i2)
    v2 = M*der(i1) + L2*der(i2)`,
});

/**
 * Inductor with a core that saturates: Psi = L_inf·i + (L_zero − L_inf)·I_sat·atan(i/I_sat), v = dPsi/dt. Beyond I_sat, where the core
 * has given half of what it can, its inductance falls from L_zero to L_inf.
 */
export const SaturatingInductor = OnePort.with({
  description: "Inductor with a core that saturates",
  L_zero: parameter(1, "H", "inductance near current 0", { min: 0 }),
  L_inf: parameter(0.1, "H", "inductance of the saturated core", { min: 0 }),
  I_sat: parameter(1, "A", "current at which saturation begins", positive),
  i: { init: 0, preferred: true },
  Psi: Var({ unit: "Wb", description: "flux linkage" }),
  equations: `
    Psi = L_inf*i + (L_zero - L_inf)*I_sat*atan(i/I_sat)
    (L_inf + (L_zero - L_inf)/(1 + (i/I_sat)^2))*der(i) = v`,
});
