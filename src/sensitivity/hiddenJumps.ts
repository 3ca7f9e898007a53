/**
 * Jumps of the rates that are no events, as behind noEvent(if x > p then a else b): the run goes on across them, and so do its derivatives,
 * which do not know that the jump moves with the parameters. The first one is told.
 */
import type { Corner } from "../compile/corners.ts";
import { leafNames } from "../compile/state.ts";
import type { ExaminedStep, ResultSink } from "../results/resultSink.ts";
import { evaluateAt } from "../run/followSolutions.ts";
import type { RunningModel } from "../run/runningModel.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { ParameterIndex } from "../symbolic/indices.ts";
import { print } from "../symbolic/print.ts";
import { contains } from "../symbolic/traverse.ts";

/** Of the step: so near to the jump both sides are looked at. */
const nearness = 1e-9;
/** Of the time: rounding of the states is far below what they change in it. */
const resolution = 1e-12;
/** Of the largest rate so far: a smaller jump is a corner. */
const smallest = 1e-6;

export class HiddenJumps {
  readonly warnings = new Set<string>();
  private readonly model: () => RunningModel;
  /** Parameters that change with those that are differentiated by. */
  private readonly active: () => ReadonlySet<ParameterIndex>;
  /** Numbers of the corners that may move, in this program. */
  private moving: readonly number[] = [];
  private program: RunningModel["program"] | undefined;
  private before = new Float64Array(0);
  private after = new Float64Array(0);
  private largest = new Float64Array(0);
  private end = Number.NaN;

  constructor(model: () => RunningModel, active: () => ReadonlySet<ParameterIndex>) {
    this.model = model;
    this.active = active;
  }

  /** The same sink, with the steps looked into. */
  watching(sink: ResultSink): ResultSink {
    return {
      beginSegment: (layout) => sink.beginSegment(layout),
      record: (time, row, kind) => sink.record(time, row, kind),
      event: (record) => {
        this.end = Number.NaN;
        sink.event(record);
      },
      ...(sink.step !== undefined && { step: (end: number, size: number) => sink.step!(end, size) }),
      examine: (step) => {
        this.examine(step);
        sink.examine?.(step);
      },
      ...(sink.leaveUnexamined !== undefined && { leaveUnexamined: (time: number) => sink.leaveUnexamined!(time) }),
      end: (summary) => sink.end({ ...summary, warnings: [...summary.warnings, ...this.warnings] }),
    };
  }

  private examine({ from, to, statesAt }: ExaminedStep): void {
    const model = this.model();
    if (model.program !== this.program) this.enter(model);
    if (this.moving.length === 0 || this.warnings.size > 0) return;
    const evaluate = (t: number, G: Float64Array): void => {
      evaluateAt(model, t, statesAt);
      model.cornerValues(G);
    };
    if (this.end === from) this.before.set(this.after);
    else evaluate(from, this.before);
    evaluate(to, this.after);
    this.end = to;
    model.D.forEach((rate, i) => {
      if (Math.abs(rate) > this.largest[i]!) this.largest[i] = Math.abs(rate);
    });
    for (const k of this.moving)
      if (this.before[k]! * this.after[k]! < 0 && this.jumps(k, from, to, evaluate)) {
        const { value, phase } = model.program.corners[k]!;
        const text = print(phase ?? value, leafNames(model.program.state));
        const place = phase === undefined ? `"${text}" is zero` : `"${text}" is a whole number`;
        this.warnings.add(jumpWarning(Number(to.toPrecision(6)), place));
        break;
      }
  }

  /** Whether the rates differ on both sides of a zero of the k-th corner. */
  private jumps(k: number, from: number, to: number, evaluate: (t: number, G: Float64Array) => void): boolean {
    const { largest } = this;
    const { D } = this.model();
    const G = new Float64Array(this.before.length);
    let [a, b] = [from, to];
    const enough = Math.max(nearness * (to - from), resolution * Math.abs(to));
    while (b - a > enough) {
      const middle = a + 0.5 * (b - a);
      evaluate(middle, G);
      if (G[k]! * this.before[k]! > 0) a = middle;
      else b = middle;
    }
    // not where it is zero but for rounding
    evaluate(Math.max(from, a - enough), G);
    const rates = D.slice();
    evaluate(Math.min(to, b + enough), G);
    return D.some((rate, i) => Math.abs(rate - rates[i]!) > smallest * Math.max(largest[i]!, Math.abs(rate)));
  }

  private enter(model: RunningModel): void {
    const { program } = model;
    this.program = program;
    this.end = Number.NaN;
    const corners = program.corners as readonly Corner[];
    const isState = new Set<number>(program.states);
    const active = this.active();
    const moves = ({ op, value }: Expr): boolean =>
      op === "delay" ||
      op === "elem" ||
      (op === "var" && (isState.has(value) || !program.state.variables[value]!.isDiscrete)) ||
      (op === "par" && active.has(value as ParameterIndex));
    this.moving = corners.flatMap(({ value }, k) => (contains(value, moves) ? [k] : []));
    // behind the values are the phases
    const count = corners.reduce((sum, { phase }) => sum + (phase === undefined ? 1 : 2), 0);
    this.before = new Float64Array(count);
    this.after = new Float64Array(count);
    this.largest = new Float64Array(program.states.length);
  }
}

function jumpWarning(t: number, place: string): string {
  return `W-SENSITIVITY-JUMP  Rates jump about t = ${t}, where ${place}, and no event tells when: derivatives do not know that this moves. Write it without noEvent(…).`;
}
