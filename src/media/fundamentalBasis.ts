/** Derivatives of all quantities in the basis of a fundamental equation, from its Taylor series to third order. */
import { addJets, type Jet, multiplyJets, powJet, scaleJet, variableJet } from "./jet.ts";
import { type Derivatives2, derivativeJet, fromJet, type SecondDerivatives } from "./secondDerivatives.ts";

/** From the Gibbs energy g(p, T):  v = g_p,  s = −g_T,  h = g + T s. */
export function gibbsBasis(g: Jet, p: number, T: number): SecondDerivatives {
  const temperature = variableJet(T, 1);
  const s = scaleJet(derivativeJet(g, 1), -1);
  return {
    p: fromJet(variableJet(p, 0)),
    T: fromJet(temperature),
    d: fromJet(powJet(derivativeJet(g, 0), -1)),
    s: fromJet(s),
    h: fromJet(addJets(g, multiplyJets(temperature, s))),
  };
}

/** From the Helmholtz energy f(d, T):  p = d² f_d,  s = −f_T,  h = f + T s + d f_d. */
export function helmholtzBasis(f: Jet, d: number, T: number): SecondDerivatives {
  const [density, temperature] = [variableJet(d, 0), variableJet(T, 1)];
  const s = scaleJet(derivativeJet(f, 1), -1);
  const flow = multiplyJets(density, derivativeJet(f, 0));
  return {
    p: fromJet(multiplyJets(density, flow)),
    T: fromJet(temperature),
    d: fromJet(density),
    s: fromJet(s),
    h: fromJet(addJets(addJets(f, multiplyJets(temperature, s)), flow)),
  };
}

/** One phase along the line of saturation: its derivatives with respect to (p, T), and its values. */
export interface SaturatedPhase {
  readonly d: number;
  readonly h: number;
  readonly s: number;
  readonly derivatives: SecondDerivatives;
}

/** In two phases, basis (p, x): q = q′(p) + x (q″(p) − q′(p)) for q = v, h, s;  T = Tsat(p). */
export function twoPhaseBasis(
  liquid: SaturatedPhase,
  vapour: SaturatedPhase,
  x: number,
  slope: number,
  curvature: number,
): SecondDerivatives {
  /** Value, first and second derivative along saturation. */
  const along = (q: Derivatives2): readonly [number, number] => [
    q[0]! + q[1]! * slope,
    q[2]! + 2 * q[3]! * slope + q[4]! * slope * slope + q[1]! * curvature,
  ];
  const lever = (a: number, b: number, da: Derivatives2, db: Derivatives2): Jet => {
    const [a1, a2] = along(da);
    const [b1, b2] = along(db);
    const jet = new Float64Array(10);
    jet.set([a + x * (b - a), a1 + x * (b1 - a1), b - a, (a2 + x * (b2 - a2)) / 2, b1 - a1, 0]);
    return jet;
  };
  const volume = (phase: SaturatedPhase): Derivatives2 => {
    const jet = new Float64Array(10);
    const q = phase.derivatives.d;
    jet.set([phase.d, q[0]!, q[1]!, q[2]! / 2, q[3]!, q[4]! / 2]);
    return fromJet(powJet(jet, -1));
  };
  return {
    p: Float64Array.of(1, 0, 0, 0, 0),
    T: Float64Array.of(slope, 0, curvature, 0, 0),
    d: fromJet(powJet(lever(1 / liquid.d, 1 / vapour.d, volume(liquid), volume(vapour)), -1)),
    h: fromJet(lever(liquid.h, vapour.h, liquid.derivatives.h, vapour.derivatives.h)),
    s: fromJet(lever(liquid.s, vapour.s, liquid.derivatives.s, vapour.derivatives.s)),
  };
}
