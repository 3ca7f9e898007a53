/**
 * der(x) in a clocked partition: one step of the solver method of its clock at every tick (Modelica 3.6, 16.8.2), from the tick before to
 * this one. With h the interval, f the equations of the partition, u what enters it:
 *
 *     ExplicitEuler          x = previous(x) + h·previous(der(x))
 *     ImplicitEuler          x = previous(x) + h·der(x)
 *     ImplicitTrapezoid      x = previous(x) + h·(previous(der(x)) + der(x))/2
 *     ExplicitMidPoint2, ExplicitRungeKutta4   in stages, with u between both ticks on a line
 *
 * Later stages are copies of the equations of the partition for other values of x, u and time.
 */
import type { Expr } from "../../symbolic/expression.ts";
import type { VariableIndex } from "../../symbolic/indices.ts";
import { substitute } from "../../symbolic/traverse.ts";
import type { Equation } from "../state.ts";
import { type ClockedVariables, type Ticks, tickSource } from "./clockedVariables.ts";
import type { ClockMethod } from "./clockRecord.ts";

/** Each stage begins where the one before leads, `at` of the interval behind the last tick; `weight` of its rate in the step. */
type Stages = readonly { readonly at: number; readonly weight: number }[];

const staged: ReadonlyMap<string, Stages> = new Map([
  [
    "ExplicitMidPoint2",
    [
      { at: 0, weight: 0 },
      { at: 1 / 2, weight: 1 },
    ],
  ],
  [
    "ExplicitRungeKutta4",
    [
      { at: 0, weight: 1 / 6 },
      { at: 1 / 2, weight: 1 / 3 },
      { at: 1 / 2, weight: 1 / 3 },
      { at: 1, weight: 1 / 6 },
    ],
  ],
]);

export interface ClockedPartition {
  readonly members: ReadonlySet<VariableIndex>;
  /** Members whose values come from outside or from the tick before. */
  readonly inputs: ReadonlySet<VariableIndex>;
  readonly equations: readonly Equation[];
  readonly ticks: Ticks;
  /** Time of the last tick. */
  readonly time: () => Expr;
}

/** Gives the equations of later stages, which are equations of the partition like the others. */
export function integrateClocked(
  v: ClockedVariables,
  partition: ClockedPartition,
  { method, place }: ClockMethod,
): Equation[] {
  const { state } = v;
  const { b } = state;
  const { members, ticks } = partition;
  const states = [...members].filter((x) => state.variables[x]!.derivative >= 0);
  const before = new Map<VariableIndex, { x: Expr; rate: Expr; derivative: VariableIndex }>();
  for (const x of states) {
    const variable = state.variables[x]!;
    const derivative = variable.derivative;
    variable.derivative = -1 as VariableIndex;
    state.variables[derivative]!.derivativeOf = -1 as VariableIndex;
    const rate = v.remembered(b.variable(derivative), ticks);
    before.set(x, { x: v.remembered(b.variable(x), ticks), rate, derivative });
  }
  const copies: Equation[] = [];
  const slopes = slopesOf();
  const isFirst = v.discrete("first", "boolean", b.one);
  v.define(isFirst.value, b.conditional(ticks.active, ticks.first, v.pre(isFirst)), tickSource);
  for (const x of states) {
    const variable = b.variable(x);
    const next = b.add([before.get(x)!.x, b.mul([ticks.interval, slopes(x)])]);
    v.equation(variable, b.conditional(isFirst, v.startOf(variable), next), {
      ...tickSource,
      text: `${method} for ${state.variables[x]!.name}`,
      kind: "equation",
    });
  }
  return copies;

  function slopesOf(): (x: VariableIndex) => Expr {
    const rate = (x: VariableIndex): Expr => b.variable(before.get(x)!.derivative);
    const last = (x: VariableIndex): Expr => before.get(x)!.rate;
    if (method === "ExplicitEuler") return last;
    if (method === "ImplicitEuler") return rate;
    if (method === "ImplicitTrapezoid") return (x) => b.mul([b.num(1 / 2), b.add([last(x), rate(x)])]);
    const stages = staged.get(method);
    if (stages === undefined)
      throw place.fault(`The solver method "${method}" is not available.`, {
        because: "a method makes one step per tick, from equations that are known beforehand",
        hint: `use ExplicitEuler, ImplicitEuler, ImplicitTrapezoid, ${[...staged.keys()].join(", ")}`,
      });
    const rates: ((x: VariableIndex) => Expr)[] = [last];
    for (const { at } of stages.slice(1)) rates.push(copyStage(at, rates[rates.length - 1]!));
    return (x) => b.add(stages.map(({ weight }, k) => b.mul([b.num(weight), rates[k]!(x)])));
  }

  /** The equations where the step has come to; gives the rates there. */
  function copyStage(at: number, rateBefore: (x: VariableIndex) => Expr): (x: VariableIndex) => Expr {
    const values = new Map<VariableIndex, Expr>();
    for (const m of members) {
      const own = b.variable(m);
      const { name, type } = state.variables[m]!;
      if (before.has(m)) values.set(m, b.add([before.get(m)!.x, b.mul([ticks.interval, b.num(at), rateBefore(m)])]));
      else if (partition.inputs.has(m))
        values.set(
          m,
          at === 1 || type !== "real"
            ? own
            : b.add([b.mul([b.num(at), own]), b.mul([b.num(1 - at), v.remembered(own, ticks)])]),
        );
      else values.set(m, v.discrete(`stage.${name}`, type, v.startOf(own)));
    }
    const time = b.add([partition.time(), b.mul([b.num(at - 1), ticks.interval])]);
    const replace = (e: Expr): Expr | undefined =>
      e.op === "var" ? values.get(e.value) : e.op === "time" ? time : undefined;
    const memo = new Map<number, Expr>();
    for (const { source, left, right, ...equation } of partition.equations)
      copies.push({
        ...equation,
        source,
        left: substitute(b, left, replace, memo),
        right: substitute(b, right, replace, memo),
      });
    return (x) => values.get(before.get(x)!.derivative)!;
  }
}
