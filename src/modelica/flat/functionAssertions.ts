/**
 * Assertions of functions that are executed symbolically: their conditions become assertions of the equation that calls the function, under
 * the conditions of all branches around.
 *
 *     y = if x > 0 then f(x) else 0,  f asserts u < 1        assert(x <= 0 or x < 1)
 *
 * What is evaluated for other reasons, such as sizes and attributes, asserts nothing here: its values are known.
 */

import type { Source } from "../../compile/source.ts";
import type { Expr } from "../../symbolic/expression.ts";
import type { AssertedByFunctions, Lowering, RaisedAssertion } from "./context.ts";
import { remembered } from "./remembered.ts";

export class FunctionAssertions implements AssertedByFunctions {
  private readonly l: Lowering;
  /** Those of the equation that is being read; nobody asks elsewhere. */
  private list: RaisedAssertion[] | undefined;
  private guard: Expr | undefined;
  private isInstant = false;
  private branches = 0;

  constructor(l: Lowering) {
    this.l = l;
  }

  collect<T>(action: () => T): { readonly result: T; readonly raised: readonly RaisedAssertion[] } {
    const saved = [this.list, this.guard, this.isInstant] as const;
    const raised: RaisedAssertion[] = [];
    [this.list, this.guard, this.isInstant] = [raised, undefined, false];
    try {
      return { result: action(), raised };
    } finally {
      [this.list, this.guard, this.isInstant] = saved;
    }
  }

  atInstant<T>(action: () => T): T {
    const { isInstant } = this;
    this.isInstant = true;
    try {
      return action();
    } finally {
      this.isInstant = isInstant;
    }
  }

  under<T>(condition: Expr, action: () => T): T {
    const { guard } = this;
    if (this.list !== undefined) this.guard = guard === undefined ? condition : this.l.b.and([guard, condition]);
    this.branches++;
    try {
      return action();
    } finally {
      this.guard = guard;
      this.branches--;
    }
  }

  get isAtInstant(): boolean {
    return this.isInstant;
  }

  get isInBranch(): boolean {
    return this.branches > 0;
  }

  raise(assertion: RaisedAssertion): void {
    if (this.list === undefined) return;
    const { b } = this.l;
    const holds = this.guard === undefined ? assertion.holds : b.or([b.not(this.guard), assertion.holds]);
    this.list.push({ ...assertion, holds, isInstant: this.isInstant });
  }

  get count(): number {
    return this.list?.length ?? 0;
  }

  forgetFrom(count: number): void {
    if (this.list !== undefined) this.list.length = count;
  }
}

/** `isInitial`: the equation counts at the start. */
export function addRaised(l: Lowering, raised: readonly RaisedAssertion[], source: Source, isInitial = false): void {
  const { b, state } = l;
  for (const { holds, message, isWarning, name, isInstant } of raised) {
    const condition = l.withoutEventsIn(holds);
    if (condition.op === "num" && condition.value !== 0) continue;
    state.assertions.push({
      condition: isInstant === true ? b.not(remembered(l, b.not(condition), source)) : condition,
      message: [...message, ` (${name})`],
      source,
      isWarning,
      ...(isInstant === true && { isEvent: true }),
      ...(isInitial && { isInitial }),
    });
  }
}
