/**
 * optimise(): parameters of a model that make a run best: by derivatives of the run where it is smooth, by evolution where not.
 *
 * Length   options, methods and report of one function
 */
import { guarded } from "../../errors/boundary.ts";
import { checkOptionNames } from "../../errors/optionNames.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { aNumber, byName, eitherOf, fields, isNumber, listOf } from "../../errors/shapes.ts";
import type { Result } from "../../results/result.ts";
import { checkInstantiated, type InstantiatedModel } from "../../run/instantiate.ts";
import { simulate } from "../../run/simulate.ts";
import type { SimulateOptions } from "../../run/simulateOptions.ts";
import { mergedName, resolveTarget, type SensitivityTarget, targetOf } from "../../sensitivity/targets.ts";
import { mergedDerivatives } from "../mergedDerivatives.ts";
import { ReadableVariables } from "../readableVariables.ts";
import { unitSample } from "../sampling/unitSample.ts";
import { type Asks, together, translated } from "./asks.ts";
import { evolve } from "./evolutionStrategy.ts";
import { minimise, type SmoothMinimum, type SmoothValues, violationOf } from "./minimise.ts";
import { paretoFront } from "./paretoFront.ts";
import { type Quantity, quantityOf } from "./quantity.ts";

export interface OptimisedVariable {
  readonly start: number;
  readonly min?: number;
  readonly max?: number;
}

/** The final value of a variable, `max(x)` or `min(x)` over the run, or any function of the result, which has no derivative. */
export type Objective = string | ((result: Result) => number);

export interface OptimisationConstraint {
  readonly quantity: Objective;
  readonly min?: number;
  readonly max?: number;
  readonly equals?: number;
}

export interface OptimiseOptions {
  /** Parameters by name, start values as `"start(x)"`; a number is where the search begins, without bounds. */
  readonly variables: Readonly<Record<string, OptimisedVariable | number>>;
  /** What is to be small; several make a Pareto front. */
  readonly objective: Objective | readonly Objective[];
  /** Default "minimise". */
  readonly goal?: "minimise" | "maximise";
  readonly constraints?: readonly OptimisationConstraint[];
  /** "gradient" uses derivatives of runs, "evolution" (CMA-ES) none. Default: derivatives where all quantities have them. */
  readonly method?: "auto" | "gradient" | "evolution";
  /** Runs at most. Default 500 with derivatives, 5000 without. */
  readonly maximumRuns?: number;
  /** Relative accuracy of the variables and of the constraints. Default 1e-6. */
  readonly tolerance?: number;
  readonly seed?: number;
  /** Points of a Pareto front. Default 60. */
  readonly population?: number;
  /** `evaluations` of an earlier search with the same options: it goes on from there. */
  readonly known?: readonly Evaluation[];
  /** Searches with derivatives from so many points, spread over the bounds; the best counts. Default 1. */
  readonly starts?: number;
  /** Told after every run. */
  readonly onRun?: (evaluation: Evaluation, runs: number) => void;
  readonly simulate?: Omit<SimulateOptions, "storage" | "onProgress" | "log">;
}

/** A run that was made: what it was made with and what it gave. Plain data. */
export interface Evaluation {
  readonly point: readonly number[];
  /** Objectives, then constraints; empty when the run failed. */
  readonly values: readonly number[];
  /** Derivatives of the values, row by row; empty without. */
  readonly derivatives: readonly number[];
}

export interface Optimum {
  /** By name; fits `merge`, start values under the names of their variables. */
  readonly merge: Readonly<Record<string, number>>;
  readonly variables: Readonly<Record<string, number>>;
  readonly objectives: readonly number[];
  /** Largest violation of a constraint. */
  readonly violation: number;
}

export interface Optimisation extends Optimum {
  readonly objective: number;
  readonly hasConverged: boolean;
  readonly method: "gradient" | "evolution" | "pareto";
  readonly runs: number;
  /** Points of which none is better than another in every objective; one point when there is one objective. */
  readonly front: readonly Optimum[];
  /** All runs: `known` of a search that goes on. */
  readonly evaluations: readonly Evaluation[];
  /** The run at the optimum. */
  readonly result: Result;
}

const optionNames = [
  "variables",
  "objective",
  "goal",
  "constraints",
  "method",
  "maximumRuns",
  "tolerance",
  "seed",
  "population",
  "known",
  "starts",
  "onRun",
  "simulate",
] as const;

const optionsShape = fields({
  variables: byName(eitherOf(isNumber, aNumber, fields({ start: aNumber, min: aNumber, max: aNumber }))),
  constraints: listOf(fields({ min: aNumber, max: aNumber, equals: aNumber })),
  known: listOf(
    fields({ point: listOf(aNumber), values: listOf(aNumber), derivatives: listOf(aNumber) }, [
      "point",
      "values",
      "derivatives",
    ]),
  ),
});

/** Finds the best parameters: `optimise(model, { variables: { d: { start: 1, min: 0, max: 5 } }, objective: "J", simulate: { stopTime: 20 } })`. */
export function optimise(model: InstantiatedModel, options: OptimiseOptions): Optimisation {
  checkInstantiated(model, "optimise");
  checkOptionNames(options, optionNames, "optimise");
  optionsShape(options, "options");
  return guarded("optimise", () => {
    const search = new OptimisationSearch(model, options);
    const steps = search.steps();
    let step = steps.next();
    while (step.done !== true) step = steps.next(step.value.map((request) => search.evaluate(request)));
    return step.value;
  });
}

/** A run that a search wants: parameters and start values, and whether derivatives are wanted, too. */
export interface EvaluationRequest {
  readonly point: readonly number[];
  readonly merge: Readonly<Record<string, unknown>>;
  readonly withDerivatives: boolean;
}

export class OptimisationSearch {
  private readonly model: InstantiatedModel;
  private readonly options: OptimiseOptions;
  private readonly names: readonly string[];
  private readonly targets: readonly SensitivityTarget[];
  private readonly start: Float64Array;
  private readonly lower: Float64Array;
  private readonly upper: Float64Array;
  private readonly objectives: readonly Quantity[];
  private readonly constraints: readonly {
    readonly quantity: Quantity;
    readonly name: string;
    readonly bound: number;
    readonly sign: 1 | -1;
  }[];
  private readonly isEquality: readonly boolean[];
  private readonly sign: 1 | -1;
  private readonly usesGradients: boolean;
  private readonly maximumRuns: number;
  private readonly known = new Map<string, Evaluation>();
  private readonly evaluations = new Set<Evaluation>();
  private runs = 0;
  private failure: unknown;

  constructor(model: InstantiatedModel, options: OptimiseOptions) {
    this.model = model;
    this.options = options;
    const variables = Object.entries(options.variables ?? {}).map(([name, given]): [string, OptimisedVariable] => [
      name,
      typeof given === "number" ? { start: given } : given,
    ]);
    if (variables.length === 0)
      throw optimiseError("Nothing may be changed.", "variables", "variables: { d: { start: 1, min: 0, max: 5 } }");
    this.names = variables.map(([name]) => name);
    this.targets = this.names.map(targetOf);
    for (const [k, target] of this.targets.entries())
      resolveTarget(model.program.state, target, `options.variables.${this.names[k]}`);
    this.start = Float64Array.from(variables, ([, { start }]) => start);
    this.lower = Float64Array.from(variables, ([, { min }]) => min ?? Number.NEGATIVE_INFINITY);
    this.upper = Float64Array.from(variables, ([, { max }]) => max ?? Number.POSITIVE_INFINITY);
    this.checkBounds();
    const objectives = Array.isArray(options.objective)
      ? (options.objective as Objective[])
      : [options.objective as Objective];
    if (objectives.length === 0 || objectives[0] === undefined)
      throw optimiseError("Nothing is to be made small.", "objective", 'objective: "J", the name of a variable');
    const readable = new ReadableVariables(model, {
      ...options.simulate,
      merge: { ...options.simulate?.merge, ...this.mergeOf(this.start) },
    });
    this.objectives = objectives.map((item) => quantityOf(item, { variables: readable, place: "objective" }));
    this.sign = options.goal === "maximise" ? -1 : 1;
    const rows = (options.constraints ?? []).flatMap((item, i) => constraintRows(readable, item, i));
    this.constraints = rows;
    this.isEquality = rows.map((row) => row.isEquality);
    const isSmooth = [...this.objectives, ...rows.map((row) => row.quantity)].every((quantity) => quantity.isSmooth);
    const { method = "auto" } = options;
    if (!["auto", "gradient", "evolution"].includes(method))
      throw optimiseError(`The method "${method}" is not known.`, "method", "auto, gradient or evolution");
    if (method === "gradient" && (!isSmooth || this.objectives.length > 1))
      throw optimiseError(
        "Derivatives are wanted, but not all quantities have them.",
        "method",
        'one objective, and quantities as names: "x", "max(x)", "min(x)"',
      );
    this.usesGradients = this.objectives.length === 1 && isSmooth && method !== "evolution";
    this.maximumRuns = options.maximumRuns ?? (this.usesGradients ? 500 : 5000);
    for (const evaluation of options.known ?? []) this.known.set(keyOf(evaluation.point), evaluation);
  }

  private checkBounds(): void {
    const { lower, upper, start, names, options } = this;
    names.forEach((name, k) => {
      if (!(lower[k]! <= start[k]! && start[k]! <= upper[k]!))
        throw optimiseError(
          `"${name}" begins at ${start[k]}, outside of ${lower[k]} … ${upper[k]}.`,
          `variables.${name}`,
          "a start within min and max",
        );
      const isOpen = !Number.isFinite(lower[k]!) || !Number.isFinite(upper[k]!);
      if (
        isOpen &&
        (options.method === "evolution" || Array.isArray(options.objective) || typeof options.objective === "function")
      )
        throw optimiseError(
          `A search without derivatives needs min and max of "${name}".`,
          `variables.${name}`,
          "bounds between which it is looked for",
        );
    });
  }

  /** The search, which asks for runs and is given what they were. */
  *steps(): Generator<readonly EvaluationRequest[], Optimisation, readonly Evaluation[]> {
    const search = this.search();
    let step = search.next();
    while (step.done !== true) {
      const points = step.value.map((x) => x.slice());
      const missing = this.missing(points);
      const given = missing.length === 0 ? [] : yield missing;
      given.forEach((evaluation) => {
        this.note(evaluation);
      });
      step = search.next(points.map((x) => this.recall(x)));
    }
    return step.value;
  }

  private *search(): Asks<Evaluation, Optimisation> {
    const { tolerance = 1e-6, seed = 1, population = 60 } = this.options;
    const { start, lower, upper } = this;
    const isOver = (): boolean => this.runs >= this.maximumRuns;
    if (this.objectives.length > 1) {
      const generations = Math.max(1, Math.ceil(this.maximumRuns / population) - 1);
      const front = yield* translated(
        paretoFront({ start, lower, upper, isOver }, population, generations, seed),
        (evaluation: Evaluation) => this.ranked(evaluation),
      );
      if (front.length === 0) throw this.nothingFound();
      return yield* this.report(
        "pareto",
        front.map(({ x }) => x),
        !isOver(),
      );
    }
    if (this.usesGradients) {
      const problem = { lower, upper, isEquality: this.isEquality, isOver };
      const searches = this.startPoints(seed).map((from) =>
        translated(minimise({ ...problem, start: from }, tolerance), (evaluation: Evaluation) =>
          this.smooth(evaluation),
        ),
      );
      const found = (yield* together(searches)).filter((minimum) => minimum !== undefined);
      const best = found.reduce<SmoothMinimum | undefined>(
        (least, minimum) => (least === undefined || isBetterMinimum(minimum, least, tolerance) ? minimum : least),
        undefined,
      );
      if (best === undefined) throw this.nothingFound();
      return yield* this.report("gradient", [best.x], best.hasConverged);
    }
    const found = yield* translated(
      evolve({ start, lower, upper, isOver }, seed, tolerance),
      (evaluation: Evaluation) => {
        const { objectives, violation } = this.ranked(evaluation);
        return { f: objectives[0]!, violation };
      },
    );
    if (Number.isNaN(found.value.f)) throw this.nothingFound();
    return yield* this.report("evolution", [found.x], found.hasConverged);
  }

  /** The given start, then points spread over the bounds. */
  private startPoints(seed: number): Float64Array[] {
    const { start, lower, upper, names } = this;
    const { starts = 1 } = this.options;
    if (!(Number.isInteger(starts) && starts >= 1))
      throw optimiseError(`starts is ${starts}.`, "starts", "a positive whole number");
    if (starts === 1) return [start];
    const open = names.find((_, k) => !Number.isFinite(lower[k]!) || !Number.isFinite(upper[k]!));
    if (open !== undefined)
      throw optimiseError(
        `Several starts need min and max of "${open}".`,
        `variables.${open}`,
        "bounds between which they are spread",
      );
    const n = start.length;
    const unit = unitSample("sobol", starts - 1, n, seed);
    return [
      start,
      ...Array.from({ length: starts - 1 }, (_, i) =>
        start.map((_, k) => lower[k]! + unit[i * n + k]! * (upper[k]! - lower[k]!)),
      ),
    ];
  }

  private smooth({ values, derivatives }: Evaluation): SmoothValues | undefined {
    const n = this.names.length;
    if (values.length === 0 || values.some((value) => !Number.isFinite(value))) return undefined;
    const { f, constraints } = this.split(values);
    const jacobian = new Float64Array(this.constraints.length * n);
    this.constraints.forEach(({ sign }, i) => {
      for (let j = 0; j < n; j++) jacobian[i * n + j] = sign * derivatives[(1 + i) * n + j]!;
    });
    return {
      f: f[0]!,
      gradient: Float64Array.from(derivatives.slice(0, n), (d) => this.sign * d),
      constraints,
      jacobian,
    };
  }

  private ranked({ values }: Evaluation): { objectives: number[]; violation: number } {
    if (values.length === 0 || values.some((value) => !Number.isFinite(value)))
      return { objectives: this.objectives.map(() => Number.NaN), violation: Number.POSITIVE_INFINITY };
    const { f, constraints } = this.split(values);
    const { tolerance = 1e-6 } = this.options;
    const violation = violationOf({ constraints }, this.isEquality);
    return { objectives: f, violation: violation <= tolerance ? 0 : violation };
  }

  private split(values: readonly number[]): { f: number[]; constraints: Float64Array } {
    const count = this.objectives.length;
    const constraints = Float64Array.from(
      this.constraints,
      ({ bound, sign }, i) => sign * (values[count + i]! - bound),
    );
    return { f: values.slice(0, count).map((value) => this.sign * value), constraints };
  }

  /** What must be run for these points, as far as the budget goes. */
  private missing(points: readonly Float64Array[]): EvaluationRequest[] {
    const wanted = new Map<string, EvaluationRequest>();
    for (const x of points) {
      const key = keyOf(x);
      if (this.known.has(key) || wanted.has(key) || this.runs + wanted.size >= this.maximumRuns) continue;
      const merge = { ...this.options.simulate?.merge, ...this.mergeOf(x) };
      wanted.set(key, { point: [...x], merge, withDerivatives: this.usesGradients });
    }
    return [...wanted.values()];
  }

  private note(evaluation: Evaluation): void {
    this.runs++;
    this.known.set(keyOf(evaluation.point), evaluation);
    this.evaluations.add(evaluation);
    this.options.onRun?.(evaluation, this.runs);
  }

  /** What is known of a point; nothing when a generation asks for more than is left. */
  private recall(x: Float64Array): Evaluation {
    const known = this.known.get(keyOf(x));
    if (known !== undefined) this.evaluations.add(known);
    return known ?? { point: [...x], values: [], derivatives: [] };
  }

  /** One run here and now. */
  evaluate({ point, merge, withDerivatives }: EvaluationRequest): Evaluation {
    try {
      const quantities = this.quantities;
      const options = { ...this.options.simulate, merge };
      if (!withDerivatives) {
        const result = simulate(this.model, options);
        return { point, values: quantities.map((quantity) => quantity.value(result)), derivatives: [] };
      }
      const outputs = [...new Set(quantities.map(({ variable }) => variable))];
      const run = mergedDerivatives(this.model, { ...options, by: this.targets, outputs });
      const found = quantities.map((quantity) => quantity.differentiate(run, this.targets));
      return {
        point,
        values: found.map(({ value }) => value),
        derivatives: found.flatMap(({ derivatives }) => derivatives),
      };
    } catch (error) {
      // a point where the model cannot run is worse than all others
      this.failure = error;
      return { point, values: [], derivatives: [] };
    }
  }

  /** Objectives, then constraints, as rows of an evaluation: `"x"`, `"max(x)"`. */
  get quantityNames(): string[] {
    const { objective } = this.options;
    const objectives = (Array.isArray(objective) ? objective : [objective]) as Objective[];
    return [...objectives.map(String), ...this.constraints.map(({ name }) => name)];
  }

  /** Objectives, then constraints. */
  private get quantities(): Quantity[] {
    return [...this.objectives, ...this.constraints.map(({ quantity }) => quantity)];
  }

  private mergeOf(x: ArrayLike<number>): Record<string, number> {
    return Object.fromEntries(this.targets.map((target, k) => [mergedName(target), x[k]!]));
  }

  private *report(
    method: Optimisation["method"],
    points: readonly Float64Array[],
    hasConverged: boolean,
  ): Asks<Evaluation, Optimisation> {
    const evaluations = yield points;
    const front = points.map((x, k): Optimum => {
      const { objectives, violation } = this.ranked(evaluations[k]!);
      return {
        merge: this.mergeOf(x),
        variables: Object.fromEntries(this.names.map((name, k) => [name, x[k]!])),
        objectives: objectives.map((value) => this.sign * value),
        violation,
      };
    });
    const best = front[0]!;
    const { simulate: own } = this.options;
    return {
      ...best,
      objective: best.objectives[0]!,
      hasConverged,
      method,
      runs: this.runs,
      front,
      evaluations: [...this.evaluations],
      result: simulate(this.model, { ...own, merge: { ...own?.merge, ...best.merge } }),
    };
  }

  private nothingFound(): unknown {
    if (this.failure !== undefined) return this.failure;
    if ((this.options.constraints ?? []).length === 0)
      return optimiseError(
        "The objective is no number at any point that was tried.",
        "objective",
        "bounds within which it is defined; a function must return a finite number",
      );
    return optimiseError(
      "No point fulfils the constraints.",
      "constraints",
      "wider bounds, more runs, or constraints that can hold together",
    );
  }
}

function isBetterMinimum(a: SmoothMinimum, b: SmoothMinimum, tolerance: number): boolean {
  const [first, second] = [Math.max(a.violation, tolerance), Math.max(b.violation, tolerance)];
  return first === second ? a.values.f < b.values.f : first < second;
}

/** A constraint as rows sign·(value − bound) ≥ 0, or = 0. */
function constraintRows(
  variables: ReadableVariables,
  { quantity, min, max, equals }: OptimisationConstraint,
  number: number,
): { quantity: Quantity; name: string; bound: number; sign: 1 | -1; isEquality: boolean }[] {
  const of = { quantity: quantityOf(quantity, { variables, place: `constraints[${number}]` }), name: String(quantity) };
  const rows: { quantity: Quantity; name: string; bound: number; sign: 1 | -1; isEquality: boolean }[] = [];
  if (equals !== undefined) rows.push({ ...of, bound: equals, sign: 1, isEquality: true });
  if (min !== undefined) rows.push({ ...of, bound: min, sign: 1, isEquality: false });
  if (max !== undefined) rows.push({ ...of, bound: max, sign: -1, isEquality: false });
  if (rows.length > 0) return rows;
  throw optimiseError("A constraint has no bound.", `constraints[${number}]`, '{ quantity: "max(i)", max: 10 }');
}

function keyOf(point: ArrayLike<number>): string {
  return Array.from(point).join();
}

function optimiseError(what: string, name: string, hint: string): RattlebackError {
  return new RattlebackError("E-OPTIMISE", what, { path: `options.${name}`, hint });
}
