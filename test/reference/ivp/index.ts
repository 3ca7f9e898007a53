/** All reference problems, small to large, and which methods apply to each. */
import { akzo, akzoMass } from "./akzo.ts";
import { arenstorf } from "./arenstorf.ts";
import { ball } from "./ball.ts";
import { beam } from "./beam.ts";
import { brusselator1d, brusselator1dSparse } from "./brusselator1d.ts";
import { brusselator2d } from "./brusselator2d.ts";
import { cusp } from "./cusp.ts";
import { diurnal } from "./diurnal.ts";
import { e5 } from "./e5.ts";
import { diffusion2d, heat } from "./heat.ts";
import { hires } from "./hires.ts";
import { kepler } from "./kepler.ts";
import { lorenz } from "./lorenz.ts";
import { medicalAkzo } from "./medicalAkzo.ts";
import { oregonator } from "./oregonator.ts";
import { pendulum, pendulumGgl, pendulumMass } from "./pendulum.ts";
import { plate } from "./plate.ts";
import { pleiades } from "./pleiades.ts";
import { pollution } from "./pollution.ts";
import { protheroRobinson } from "./protheroRobinson.ts";
import type { ReferenceProblem } from "./referenceProblem.ts";
import { ringModulator } from "./ringModulator.ts";
import { robertson, robertsonDae, robertsonMass } from "./robertson.ts";
import { transistorAmplifier, transistorAmplifierMass } from "./transistorAmplifier.ts";
import { vanDerPol } from "./vanDerPol.ts";

export const stiffProblems = [
  protheroRobinson,
  vanDerPol,
  robertson,
  oregonator,
  e5,
  hires,
  ringModulator,
  pollution,
  plate,
  beam,
  cusp,
  diurnal,
  heat,
  medicalAkzo,
  brusselator1d,
  brusselator1dSparse,
  diffusion2d,
] as const;

export const nonstiffProblems = [lorenz, arenstorf, kepler, pleiades, brusselator2d] as const;
export const eventProblems = [ball] as const;
export const massProblems = [robertsonMass, akzoMass, pendulumMass, transistorAmplifierMass] as const;
export const residualProblems = [robertsonDae, akzo, pendulum, pendulumGgl, transistorAmplifier] as const;

export const referenceProblems: readonly ReferenceProblem[] = [
  ...stiffProblems,
  ...nonstiffProblems,
  ...eventProblems,
  ...massProblems,
  ...residualProblems,
];

export type ReferenceMethod = "bdf" | "adams" | "lsodar" | "radau5" | "esdirk54" | "tsit5" | "dop853" | "ida";

/** The methods that are meant for a problem; bdf alone for the very large. */
export function methodsFor(problem: ReferenceProblem): readonly ReferenceMethod[] {
  if (problem.form === "dae") return ["ida"];
  if (problem.massMatrix !== undefined) return ["radau5", "esdirk54"];
  if (problem.size >= 10_000) return ["bdf"];
  if (problem.kind === "stiff") return ["bdf", "lsodar", "radau5", "esdirk54"];
  return ["adams", "dop853", "tsit5", "lsodar", "bdf", "radau5", "esdirk54"];
}
