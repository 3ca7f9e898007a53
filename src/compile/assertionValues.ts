/**
 * How the conditions of assert(…) are looked at where values are stored: those of numbers alone by code of their own, the others by walking
 * over them; those that change at events only are looked at once behind each event, and those of parameters alone once.
 */
import type { Expr } from "../symbolic/expression.ts";
import { contains } from "../symbolic/traverse.ts";
import type { Assertion, CompileState } from "./state.ts";
import type { Variability } from "./variability.ts";

export interface WatchedAssertion {
  readonly assertion: Assertion;
  /** Of its condition among the values of the code; −1 when it has no code. */
  readonly place: number;
  /** Nothing in the condition changes between events. */
  readonly isHeld: boolean;
  /** It depends on parameters alone. */
  readonly isFixed: boolean;
}

/** What calls functions, or depends on the run, may fail, and only where a branch is taken that needs it. */
const withoutCode = new Set(["elem", "ucall", "pack", "str", "obj", "rel", "pre", "flag", "tick", "delay"]);
const changesAnyTime = new Set(["time", "elem", "ucall", "flag", "tick", "delay"]);

export function sortAssertions({ assertions }: CompileState, { rates }: Variability): WatchedAssertion[] {
  let places = 0;
  return assertions.map((assertion) => {
    const { condition } = assertion;
    const isHeld = !contains(
      condition,
      ({ op, value }) => changesAnyTime.has(op) || (op === "var" && rates[value] === 2),
    );
    const hasCode = !isHeld && !contains(condition, ({ op }) => withoutCode.has(op));
    const isFixed =
      isHeld && !contains(condition, ({ op, value }) => op === "pre" || (op === "var" && rates[value] !== 0));
    return { assertion, isHeld, isFixed, place: hasCode ? places++ : -1 };
  });
}

/** The conditions that have code, in the order of their places. */
export function assertionValues(assertions: readonly WatchedAssertion[]): Expr[] {
  return assertions.filter(({ place }) => place >= 0).map(({ assertion }) => assertion.condition);
}
