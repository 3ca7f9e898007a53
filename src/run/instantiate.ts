/** instantiate(): flattens, transforms and compiles a model once, for any number of runs. */
import { readMaximumEquations } from "../compile/equationLimit.ts";
import { compile } from "../compile/pipeline.ts";
import type { Program } from "../compile/program.ts";
import { type CompileState, type MechanicsNote, printState } from "../compile/state.ts";
import { guarded } from "../errors/boundary.ts";
import { readOptions } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { ModelDefinition, type SignalsIn } from "../language/model.ts";
import type { ModelSource } from "../language/modelSource.ts";
import type { ReadFile } from "../language/readFile.ts";
import { isPlainObject } from "../language/values.ts";
import type { VariableIndex } from "../symbolic/indices.ts";
import { type Changes, changedDecisions, plainNames, readChanges, unknownChange } from "./changes.ts";
import { wholeArrays } from "./wholeArrays.ts";

export interface InstantiateOptions {
  /** Name of the model in results and messages. */
  readonly name?: string;
  /** Check units of measurement. Default true. */
  readonly checkUnits?: boolean;
  /** Scalar equations, elements of arrays counted one by one, above which a model is refused. Default 250 000. */
  readonly maximumEquations?: number;
  /** Receives a line of text about each pass. */
  readonly log?: (line: string) => void;
  /** Reads files that the model names, such as meshes. Without it such a model is an error. */
  readonly readFile?: ReadFile;
}

/** Programs for other sizes that are kept; the oldest is forgotten first. */
const keptVariants = 64;

const optionNames = ["name", "checkUnits", "maximumEquations", "log", "readFile"] as const;

export class InstantiatedModel<out S = unknown> {
  /** For the type checker alone: its signals by name. */
  declare readonly signalTypes?: S;
  readonly name: string;
  readonly definition: ModelDefinition;
  readonly program: Program;
  /** How long the translation took, part by part, and how many equations each part left. */
  readonly phases: readonly TranslationPhase[];
  private readonly options: InstantiateOptions;
  /** Programs for other array sizes, compiled when first needed. */
  private readonly variants = new Map<string, InstantiatedModel>();
  /** Programs for other choices of states, which all of them share: a run that goes to and fro between two translates once. */
  private stateVariants = new Map<string, InstantiatedModel>();
  private readonly wantedStates: ReadonlySet<string>;

  constructor(definition: ModelDefinition, options: InstantiateOptions, wantedStates: ReadonlySet<string> = new Set()) {
    this.definition = definition;
    this.options = options;
    this.name = options.name ?? "model";
    this.wantedStates = wantedStates;
    const { log, readFile } = options;
    const phases: TranslationPhase[] = [];
    this.phases = phases;
    let startedAt = performance.now();
    const compileOptions = {
      wantedStates,
      ...(options.checkUnits !== undefined && { checkUnits: options.checkUnits }),
      maximumEquations: readMaximumEquations(options.maximumEquations),
      ...(readFile !== undefined && { readFile }),
      trace: (name: string, { equations: { length } }: CompileState): void => {
        log?.(`${name}: ${length} equations`);
        const now = performance.now();
        phases.push({ name, equations: length, seconds: (now - startedAt) / 1000 });
        startedAt = now;
      },
    };
    this.program = compile(definition, compileOptions);
    compileOptions.trace("generateCode", this.program.state);
  }

  /** Names of the continuous states, in the order of the state vector. */
  get stateNames(): string[] {
    return this.program.states.map((v) => this.program.state.variables[v]!.name);
  }

  /** Names of all parameters that are numbers or arrays. */
  get parameterNames(): string[] {
    return [...this.program.state.groups.values()]
      .filter((group) => group.kind !== "variable")
      .map((group) => group.name);
  }

  /** The generated JavaScript. */
  get code(): string {
    return this.program.source;
  }

  /** The equations after all transformations, one per line, with full names. */
  printEquations(): string {
    return printState(this.program.state);
  }

  /** Facts about the translation. */
  get report(): TranslationReport {
    const { state, systems, states } = this.program;
    const name = (v: VariableIndex): string => state.variables[v]!.name;
    return {
      flatEquations: state.notes.flatEquations,
      equations: state.equations.length,
      eliminated: state.notes.eliminated,
      arbitrary: state.notes.arbitrary,
      redundant: state.notes.redundant,
      differentiated: state.notes.differentiated,
      states: states.map(name),
      stateReasons: states.map((v) => this.stateReason(v)),
      evaluated: [...new Set([...state.structural].map((i) => state.parameters[i]!.group))],
      systems: systems.map((block) => ({
        unknowns: block.iterated.map(name),
        size: block.iterated.length + block.solved.length,
        isLinear: block.isLinear,
        hasConstantMatrix: block.hasConstantMatrix,
        relations: block.relations.map((k) => state.relations[k]!.text),
      })),
      warnings: state.notes.warnings,
      ...(state.notes.mechanics !== undefined && { mechanics: state.notes.mechanics }),
    };
  }

  private stateReason(v: VariableIndex): string {
    const { state, dynamicGroups } = this.program;
    const { stateSelect, init } = state.variables[v]!;
    if (dynamicGroups.some(({ variables }) => variables.includes(v))) return "chosen during the run among equals";
    if (stateSelect > 0) return `its stateSelect is ${["prefer", "always"][stateSelect - 1] ?? "needed by reinit"}`;
    return init === undefined ? "its derivative is in the equations" : "its start value is fixed";
  }

  /** The model compiled for changes that touch sizes or expressions, once for each of them; itself when there are none. */
  variantFor(given: unknown, compiledFor = ""): { model: InstantiatedModel; changes: Changes } {
    const { state } = this.program;
    const merge = wholeArrays(state, plainNames(given));
    const changes = readChanges(state, merge);
    const decisions = changedDecisions(state, changes);
    const isSame = changes.structure.size === 0 && decisions.numbers.length === 0;
    const [unknown] = changes.unknown;
    if (unknown !== undefined && isSame) throw unknownChange(state, unknown);
    if (isSame) return { model: this, changes };
    const key = JSON.stringify([[...changes.structure].sort(([a], [b]) => (a < b ? -1 : 1)), decisions.numbers]);
    if (key === compiledFor) return { model: this, changes };
    const model = kept(this.variants, key, () => {
      const chosen = new Set([...changes.structure.keys(), ...decisions.groups]);
      const source = nested(merge as Record<string, unknown>, chosen);
      return new InstantiatedModel(applyMerge(this.definition, source), this.options, this.wantedStates);
    });
    return model.variantFor(given, key);
  }

  /** The same model with other states, for a change of states during the run. */
  withStates(wanted: ReadonlySet<string>): InstantiatedModel {
    const keyOf = (names: ReadonlySet<string>): string => [...names].sort().join(" ");
    this.stateVariants.set(keyOf(this.wantedStates), this);
    return kept(this.stateVariants, keyOf(wanted), () => {
      const variant = new InstantiatedModel(this.definition, this.options, wanted);
      variant.stateVariants = this.stateVariants;
      return variant;
    });
  }
}

export interface TranslationPhase {
  /** The last pass of the part, as in src/compile/pipeline.ts. */
  readonly name: string;
  /** How many equations there are behind it. */
  readonly equations: number;
  readonly seconds: number;
}

function kept(variants: Map<string, InstantiatedModel>, key: string, make: () => InstantiatedModel): InstantiatedModel {
  let variant = variants.get(key);
  if (variant === undefined) {
    variant = make();
    const oldest = variants.keys().next();
    if (variants.size >= keptVariants && oldest.done !== true) variants.delete(oldest.value);
    variants.set(key, variant);
  }
  return variant;
}

export interface TranslationReport {
  readonly flatEquations: number;
  readonly equations: number;
  readonly eliminated: number;
  readonly arbitrary: readonly string[];
  readonly redundant: readonly string[];
  readonly differentiated: readonly string[];
  readonly states: readonly string[];
  /** Why each of the states is one. */
  readonly stateReasons: readonly string[];
  /** Parameters whose values decided about sizes, components or equations: runs with others translate again. */
  readonly evaluated: readonly string[];
  readonly systems: readonly {
    readonly unknowns: readonly string[];
    readonly size: number;
    readonly isLinear: boolean;
    readonly hasConstantMatrix: boolean;
    readonly relations: readonly string[];
  }[];
  readonly warnings: readonly string[];
  /** Of models from Modelica with a mechanism: who computes it. */
  readonly mechanics?: MechanicsNote;
}

/** Flattens, transforms and compiles the model. */
export function instantiate<M extends ModelDefinition>(
  model: M,
  options: InstantiateOptions = {},
): InstantiatedModel<SignalsIn<M>> {
  const read = readOptions(options, optionNames, "instantiate");
  if (!(model instanceof ModelDefinition)) {
    throw new RattlebackError("E-MODEL", "instantiate takes a model.", {
      path: "model",
      hint: "instantiate(Model({ … }))",
    });
  }
  return guarded("instantiate", () => new InstantiatedModel(model, read));
}

/** The entries of `merge` whose full names are chosen, as nested objects. */
function nested(merge: Record<string, unknown>, chosen: ReadonlySet<string>): Record<string, unknown> {
  const result = Object.create(null) as Record<string, unknown>;
  const visit = (values: Record<string, unknown>, prefix: readonly string[]): void => {
    for (const [key, value] of Object.entries(values)) {
      const parts = [...prefix, ...key.split(".")];
      if (!chosen.has(parts.join("."))) {
        if (isPlainObject(value)) visit(value, parts);
        continue;
      }
      let at = result;
      for (const part of parts.slice(0, -1)) {
        if (!Object.hasOwn(at, part)) at[part] = {};
        at = at[part] as Record<string, unknown>;
      }
      at[parts[parts.length - 1]!] = value;
    }
  };
  visit(merge, []);
  return result;
}

/** A plain value for a variable is its start value; everything else is merged as the language does. */
function applyMerge(model: ModelDefinition, changes: Record<string, unknown>): ModelDefinition {
  const source: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(changes)) source[name] = convert(model, name, value);
  return model.with(source as ModelSource);
}

function convert(model: ModelDefinition, name: string, value: unknown): unknown {
  const entry = model.entries.get(name) ?? itemOfList(model, name);
  if (entry instanceof ModelDefinition && isPlainObject(value)) {
    const inner: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(value)) inner[key] = convert(entry, key, item);
    return inner;
  }
  const isVariable =
    entry !== undefined &&
    typeof entry === "object" &&
    "attributes" in entry &&
    !("value" in (entry.attributes as object));
  if (isVariable && (typeof value === "number" || Array.isArray(value))) {
    const { init } = entry.attributes as { init?: unknown };
    return init === undefined ? { start: value } : { init: value };
  }
  return value;
}

/** `cell_3` of a list of components. */
function itemOfList({ entries }: ModelDefinition, name: string): ModelDefinition | undefined {
  const match = /^(.+)_(\d+)$/.exec(name);
  const list: unknown = match === null ? undefined : entries.get(match[1]!);
  const item: unknown = Array.isArray(list) ? list[Number(match![2]) - 1] : undefined;
  return item instanceof ModelDefinition ? item : undefined;
}

/** What simulate, linearise and their relatives take. */
export function checkInstantiated(model: unknown, caller: string): asserts model is InstantiatedModel {
  if (model instanceof InstantiatedModel) return;
  throw new RattlebackError("E-MODEL", `${caller} takes an instantiated model.`, {
    path: "model",
    ...(model instanceof ModelDefinition && { because: "a model has to be translated before it runs" }),
    hint: `${caller}(instantiate(Model({ … })))`,
  });
}
