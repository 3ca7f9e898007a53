/** The registry of methods for y' = f(t, y): a new method is one file and one line here. */
import { suggestName } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { createAdams } from "./adams.ts";
import { createBdf } from "./bdf.ts";
import { createDop853 } from "./dop853.ts";
import { createEsdirk54 } from "./esdirk54.ts";
import { createLsodar } from "./lsodar.ts";
import type { CreateIntegrator } from "./problem.ts";
import { createRadau5 } from "./radau5.ts";
import { createTsit5 } from "./tsit5.ts";

export interface MethodInfo {
  readonly create: CreateIntegrator;
  /** Solves stiff problems without tiny steps. */
  readonly isStiff: boolean;
  /** Accepts M·y' = f(t, y). */
  readonly acceptsMassMatrix: boolean;
  /** Each block of a system with copies must pass the error test; else their mean must. */
  readonly testsBlocks: boolean;
  readonly description: string;
}

const multistep = (description: string, create: CreateIntegrator, isStiff: boolean): MethodInfo => ({
  ...{ create, isStiff, description, acceptsMassMatrix: false, testsBlocks: true },
});

const oneStep = (description: string, create: CreateIntegrator, isImplicit: boolean): MethodInfo => ({
  ...{ create, isStiff: isImplicit, description, acceptsMassMatrix: isImplicit, testsBlocks: false },
});

export const methods = {
  bdf: multistep("backward differentiation formulas, orders 1–5", createBdf, true),
  adams: multistep("Adams–Moulton formulas, orders 1–12", createAdams, false),
  lsodar: multistep("switches between adams and bdf", createLsodar, true),
  radau5: oneStep("Radau IIA, order 5, one step", createRadau5, true),
  esdirk54: oneStep("ESDIRK 5(4), one step", createEsdirk54, true),
  tsit5: oneStep("Tsitouras 5(4), explicit", createTsit5, false),
  dop853: oneStep("Dormand–Prince 8(5,3), explicit", createDop853, false),
} as const satisfies Record<string, MethodInfo>;

export type MethodName = keyof typeof methods;

export const methodNames = Object.keys(methods) as MethodName[];

/** The method of that name, or E-METHOD-UNKNOWN with the nearest one; `further` names are known to whoever asks. */
export function findMethod(name: string, further: readonly string[] = []): MethodInfo {
  if (Object.hasOwn(methods, name)) return methods[name as MethodName];
  const known = [...(Array.isArray(further) ? (further as readonly string[]) : []), ...methodNames];
  throw new RattlebackError("E-METHOD-UNKNOWN", `There is no method "${String(name)}".`, {
    path: "options.method",
    hint: suggestName(String(name), known, `one of ${known.join(", ")}`),
    data: { name, known },
  });
}
