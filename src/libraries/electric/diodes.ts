/** Diodes: ideal, exponential, Zener. */
import { parameter, positive } from "../parameter.ts";
import { OnePort } from "./ports.ts";
import { SwitchLine } from "./switchLine.ts";

/** Ideal diode: conducts from p to n as soon as the voltage reaches Vknee, blocks when the current would turn round. */
export const IdealDiode = SwitchLine.with({
  description: "Ideal diode",
  equations: "isOff = s < 0",
});

/**
 * Diode with the exponential characteristic of Shockley, and a resistor in parallel:
 * i = Ids·(exp(v/(N·Vt)) − 1) + v/R.
 * Beyond v = maxExponent·N·Vt the exponential is continued by its tangent, so that no iteration can overflow.
 */
export const Diode = OnePort.with({
  description: "Diode with exponential characteristic",
  Ids: parameter(1e-6, "A", "saturation current", { min: 0 }),
  Vt: parameter(0.04, "V", "temperature voltage k·T/q", positive),
  N: parameter(1, "1", "emission coefficient", positive),
  R: parameter(1e8, "Ohm", "parallel resistance", { min: 0 }),
  maxExponent: parameter(40, "1", "exponent above which the characteristic is continued by its tangent", positive),
  v: { start: 0 },
  equations: `
    i = Ids*(smooth(1, if v > maxExponent*N*Vt
      then exp(maxExponent)*(1 + v/(N*Vt) - maxExponent)
      else exp(v/(N*Vt))) - 1) + v/R`,
});

/**
 * Zener diode: exponential in forward direction, and conducting backwards beyond the breakthrough voltage Bv:
 * i = Ids·(exp(v/(N·Vt)) − 1) − Ibv·exp(−(v + Bv)/(Nbv·Vt)) + v/R, both exponentials continued by their tangents.
 */
export const ZenerDiode = OnePort.with({
  description: "Zener diode",
  Ids: parameter(1e-6, "A", "saturation current", { min: 0 }),
  Vt: parameter(0.04, "V", "temperature voltage k·T/q", positive),
  N: parameter(1, "1", "emission coefficient", positive),
  Bv: parameter(5.1, "V", "breakthrough voltage", { min: 0 }),
  Ibv: parameter(0.7, "A", "current at the breakthrough voltage", { min: 0 }),
  Nbv: parameter(0.74, "1", "emission coefficient of the breakthrough", positive),
  R: parameter(1e8, "Ohm", "parallel resistance", { min: 0 }),
  maxExponent: parameter(30, "1", "exponent above which the characteristic is continued by its tangent", positive),
  v: { start: 0 },
  equations: `
    i = Ids*(smooth(1, if v > maxExponent*N*Vt
        then exp(maxExponent)*(1 + v/(N*Vt) - maxExponent)
        else exp(v/(N*Vt))) - 1) + v/R -
      Ibv*smooth(1, if -(v + Bv) > maxExponent*Nbv*Vt
        then exp(maxExponent)*(1 - (v + Bv)/(Nbv*Vt) - maxExponent)
        else exp(-(v + Bv)/(Nbv*Vt)))`,
});
