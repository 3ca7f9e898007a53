/**
 * Model3D: a model with objects and joints in space, as a predefined component of the language. Joints with flange are
 * variables of the equations, everything else is hidden in the component.
 *
 * Source   [Neumayr2024] sec. 3.2, 3.3, ch. 10
 *
 *     (1, φ, w of loops) = move(φ, w)       positions and velocities; coordinates of joints on loops are observed
 *     isForced = force(isMoved)             forces of contacts and force elements, and their results
 *     (M, G, h) = reduce(isForced, τ, s)    everything without flange eliminated, and flanges whose τ is known before, or is
 *                                           τ + s·a with both known before
 *                                           … or, as friction has it, a = c₁ + c₂·x and τ = c₃ + c₄·x: accelerate gives x
 *     τ = M·a + G·u + h                     equations of the model, with a = der(w): index reduction sees them; u: forces
 *                                           that equations give
 *     a = M·τ + G·u + h                     the same for coordinates that are observed
 *     0·τ = a + 2·α·w + α²·(φ − φ₀)         for a joint that an action locked at φ₀
 *     (s, v) of lines, der(v) = S·(…)       flanges of force elements: observed as well
 *     y = S·(a or τ, u, 1)                  results that need accelerations: equations may feed them back
 *     (1, a) = accelerate(…, a or τ, u)     derivatives of the hidden states, and of flanges whose τ is known before
 *
 * Which flange is what: FlangeRole in graph/objectGraph.ts.
 */
import { readOnce } from "../errors/optionNames.ts";
import { Model, type ModelDefinition, type SignalsOf } from "../language/model.ts";
import type { ModelSource } from "../language/modelSource.ts";
import { type ComponentAccess, type ComponentFunction, predefinedComponent } from "../language/predefined.ts";
import { Var } from "../language/values.ts";
import { MultibodyBuild } from "./build.ts";
import type { SpaceVector } from "./object3D.ts";
import { describeScene } from "./run/describeScene.ts";
import { MultibodyRun } from "./run/multibodyRun.ts";

/** Signals that every Model3D has, for the type checker. */
export interface Model3DSignals {
  readonly energy: { readonly kinetic: number; readonly potential: number; readonly total: number };
  readonly momentum: { readonly linear: SpaceVector; readonly angular: SpaceVector };
}

/** Memory of the instance, and in a run that of the run. */
interface Memory {
  readonly build: MultibodyBuild;
  readonly run: MultibodyRun | undefined;
}

/** The objects of a run, their tree and its mechanics. */
export type Motion3D = Pick<MultibodyRun, "graph" | "tree" | "dynamics" | "lineMasses" | "closeLoops" | "blueprint">;

/** What a memory of a run holds when it belongs to a Model3D. */
export function multibodyOf(memory: unknown): Motion3D | undefined {
  const { run } = (memory ?? {}) as Partial<Memory>;
  return run instanceof MultibodyRun ? run : undefined;
}

type Call = ComponentFunction<Memory>["call"];

const noNumbers: readonly number[] = [];

/** Names of its variables begin with _, so that users have all others. */
function equationsOf(build: MultibodyBuild): string {
  const { flanges, outside, onLoops, known, loaded, switched, inputs, given } = build;
  const list = (names: readonly string[]): string => `[${names.join(", ")}]`;
  const of = (numbers: readonly number[], name: "position" | "velocity" | "effort"): string =>
    list(numbers.map((k) => flanges[k]![name]));
  const acceleration = (k: number): string => `der(${flanges[k]!.velocity})`;
  const moved = outside.length === 0 ? "" : `${of(outside, "position")}, ${of(outside, "velocity")}`;
  const u = inputs.length === 0 ? "" : `, ${list(inputs)}`;
  const efforts = known.map((k) => {
    const i = loaded.indexOf(k);
    return switched.includes(k) ? "0" : i < 0 ? flanges[k]!.effort : `_base[${i + 1}]`;
  });
  const curve = switched.flatMap((_, i) => [1, 2, 3, 4].map((c) => `_curve[${4 * i + c}]`));
  const slopes = [...loaded.map((_, i) => `_slope[${i + 1}]`), ...curve];
  // the compiler fills them in (affine.ts); until then each has a product of its own, so that none is taken for another
  const open = [...curve, ...loaded.flatMap((_, i) => [`_base[${i + 1}]`, `_slope[${i + 1}]`])];
  return `${onLoops.length === 0 ? `_isMoved = move(${moved})` : `_moved = move(${moved}); _isMoved = _moved[1]`}
    _isForced = force(_isMoved)
    ${open.map((name, k) => `${name} = ${k + 2}*_isForced`).join("\n")}
    _reduced = reduce(_isForced${known.length === 0 ? "" : `, ${list(efforts)}`}${slopes.length === 0 ? "" : `, ${list(slopes)}`})
    ${relations(build).join("\n")}
    ${known.length === 0 ? "_isDone" : "_done"} = accelerate(_reduced[1], ${given.length === 0 ? "0" : list(given)}${u})
    ${known.length === 0 ? "" : "_isDone = _done[1]"}
    ${known.map((k, i) => `${acceleration(k)} = _done[${i + 2}]`).join("\n")}
    ${build.elementFlanges.map(({ velocity, values: [s, v, a] }, i) => `_line[${2 * i + 1}] = ${s}; _line[${2 * i + 2}] = ${v}; der(${velocity}) = ${a}`).join("\n")}`;
}

/** y = M·x + G·u + h, line by line; in a draft its structure: M = D + c·bᵀ. */
function relations({ flanges, inputs, firstInputColumn, related, given, isDraft }: MultibodyBuild): string[] {
  const n = related.length;
  const element = (i: number): string => `_reduced[${i + 1}]`;
  const leftOf = (k: number): string =>
    flanges[k]!.role === "observed" ? `der(${flanges[k]!.velocity})` : flanges[k]!.effort;
  if (isDraft) {
    const shared = [
      ...given.map((x, m) => `${element(m)}*${x}`),
      ...inputs.map((u, m) => `${element(firstInputColumn + m)}*${u}`),
    ];
    return [
      `_shared = ${shared.join(" + ")}`,
      ...related.map(
        (k, l) =>
          `${leftOf(k)} = ${element(n + l)}*${given[l]} + ${element(3 * n + l)}*_shared + ${element(2 * n + l)}`,
      ),
    ];
  }
  let modes = n * n + n;
  return related.map((k, l) => {
    const terms = given.map((x, m) => `${element(l * n + m)}*${x}`);
    inputs.forEach((input, m) => {
      terms.push(`${element(firstInputColumn + l * inputs.length + m)}*${input}`);
    });
    const mode = flanges[k]!.isLockable ? `${element(modes++)}*` : "";
    return `${mode}${leftOf(k)} = ${[...terms, element(n * n + l)].join(" + ")}`;
  });
}

/** Coordinates of joints on loops are what the loops make of their independent ones. */
function observedOf({ flanges, onLoops, elementFlanges }: MultibodyBuild): Record<string, string> {
  const observed: Record<string, string> = {};
  onLoops.forEach((k, i) => {
    observed[flanges[k]!.position] = `_moved[${i + 2}]`;
    observed[flanges[k]!.velocity] = `_moved[${onLoops.length + i + 2}]`;
  });
  elementFlanges.forEach(({ position, velocity }, i) => {
    observed[position] = `_line[${2 * i + 1}]`;
    observed[velocity] = `_line[${2 * i + 2}]`;
  });
  return observed;
}

function functionsOf(build: MultibodyBuild): Record<string, ComponentFunction<Memory>> {
  const { reducedSize, drivers, onLoops, known } = build;
  const move = (memory: Memory, access: ComponentAccess, phi = noNumbers, w = noNumbers): number | Float64Array =>
    memory.run!.move(access, phi, w);
  const force = (memory: Memory, access: ComponentAccess, _isMoved: number): number => memory.run!.force(access);
  const reduce = (
    memory: Memory,
    access: ComponentAccess,
    _isForced: number,
    efforts = noNumbers,
    slopes = noNumbers,
  ): Float64Array => memory.run!.reduce(access, efforts, slopes);
  const accelerate = (
    memory: Memory,
    access: ComponentAccess,
    _reduced: number,
    given: ArrayLike<number>,
    u = noNumbers,
  ): number | Float64Array => memory.run!.accelerate(access, given, u);
  const rowsAt = (memory: Memory, access: ComponentAccess, _reduced: number, k: number): Float64Array =>
    memory.run!.driverRows(access, k);
  const numberAt = (memory: Memory, _access: ComponentAccess, _order: number, k: number): number =>
    memory.run!.signal(k)[0]!;
  const valuesAt = (memory: Memory, _access: ComponentAccess, _order: number, k: number): Float64Array =>
    memory.run!.signal(k);
  const vector = (count: number): { results?: readonly (readonly number[])[] } =>
    count === 0 ? {} : { results: [[1 + count]] };
  return {
    move: { call: move as Call, hasEffects: true, ...vector(2 * onLoops.length) },
    force: { call: force as Call, hasEffects: true, isForDerivatives: true },
    reduce: { call: reduce as Call, ...underLoads, results: [[reducedSize]] },
    accelerate: { call: accelerate as Call, ...underLoads, ...vector(known.length) },
    referenceAt,
    rowAt: { call: rowsAt as Call, ...underLoads, results: [[drivers.length + 1]] },
    rowsAt: { call: rowsAt as Call, ...underLoads, results: [[3, drivers.length + 1]] },
    numberAt: { call: numberAt as Call, hasEffects: true, isForDerivatives: true },
    vectorAt: { call: valuesAt as Call, hasEffects: true, isForDerivatives: true, results: [[3]] },
    matrixAt: { call: valuesAt as Call, hasEffects: true, isForDerivatives: true, results: [[3, 3]] },
  };
}

/** What accelerations depend on, or what depends on them. */
const underLoads = { hasEffects: true, isForDerivatives: true, feelsLoads: true };

/** Position of the reference path, and its two derivatives with respect to time. */
const referenceAt: ComponentFunction<Memory> = {
  call: (({ run, build }: Memory, _access: ComponentAccess, t: number, k: number): number =>
    run!.reference(build.references[k]!, t, 0)) as Call,
  derivative: {
    call: (({ run, build }: Memory, _access: ComponentAccess, t: number, k: number, dt: number): number =>
      run!.reference(build.references[k]!, t, 1) * dt) as Call,
    derivative: (({ run, build }: Memory, _access: ComponentAccess, ...args: readonly number[]): number => {
      const [t, k, dt, , dt2, , ddt] = args as [number, number, number, number, number, number, number];
      const name = build.references[k]!;
      return run!.reference(name, t, 2) * dt * dt2 + run!.reference(name, t, 1) * ddt;
    }) as Call,
  },
};

const multibody = predefinedComponent<Memory>({
  build: ({ path, definition, readFile, findings }) => {
    const build = new MultibodyBuild(definition, path, readFile, findings);
    const { flanges, onLoops, known, loaded, switched, elementFlanges, affine, isDraft } = build;
    const hidden = (size: number) => Var({ hideResult: true, size: [size] });
    return {
      memory: { build, run: undefined },
      functions: functionsOf(build),
      observed: observedOf(build),
      early: { names: flanges.map(({ effort }) => effort), before: "_reduced" },
      affine,
      isDraft,
      model: {
        ...build.starts.changes,
        ...(onLoops.length > 0 && { _moved: hidden(1 + 2 * onLoops.length) }),
        ...(elementFlanges.length > 0 && { _line: hidden(2 * elementFlanges.length) }),
        ...(known.length > 0 && { _done: hidden(1 + known.length) }),
        ...(loaded.length > 0 && { _base: hidden(loaded.length), _slope: hidden(loaded.length) }),
        ...(switched.length > 0 && { _curve: hidden(4 * switched.length) }),
        ...(isDraft && { _shared: Var({ hideResult: true }) }),
        _isMoved: Var({ hideResult: true, unit: "1" }),
        _isForced: Var({ hideResult: true, unit: "1" }),
        _isDone: Var({ hideResult: true, unit: "1" }),
        _reduced: Var({ hideResult: true, size: [build.reducedSize] }),
        equations: equationsOf(build),
      },
    };
  },
  createRun: ({ build }) => ({ build, run: new MultibodyRun(build) }),
  carryOver: (memory, previous) => memory.run!.continueFrom(previous.run!),
  beginSegment: (memory, declare) => memory.run!.beginSegment(declare),
  eventsFollowMotion: (memory) => memory.run!.eventsFollowMotion,
  writeEventFunctions: (memory, access) => memory.run!.writeEventFunctions(access),
  examineStep: (memory, step) => memory.run!.examineStep(step),
  isCostly: (memory) => memory.run!.contacts.handler !== undefined,
  followsFromStates: (memory, eventFunctions) => memory.run!.followsFromStates(eventFunctions),
  isIterated: (memory) => memory.run!.isIterated,
  follow: (memory, other) => memory.run!.follow(other.run!),
  recall: (memory, outputs) => memory.run!.recall(outputs),
  kicks: (memory) => memory.run!.kicks(),
  islands: (memory, groups) => memory.run!.islands(groups),
  stored: (memory, time) => memory.run!.contacts.mark(time),
  slowBecause: (memory, offsets) => memory.run!.slowBecause(offsets),
  stuck: (memory, time) => memory.run!.contacts.handler?.stuck(time),
  limitDifferences: (memory, limits, first) => memory.run!.limitDifferences(limits, first),
  signal: ({ build }, name) => build.signal(name),
  describe: ({ run }) => describeScene(run!),
  warnings: ({ run }) => run!.warnings,
  headline: ({ run }) => run!.contacts.headline,
  functions: {},
});

/**
 * A model with objects and joints in three dimensions. One of its objects has the feature Scene: the world.
 *
 * ```ts
 * import { Beam, instantiate, Model3D, Object3D, Revolute, Scene, Solid, simulate } from "rattleback";
 *
 * const Pendulum = Model3D({
 *   world: Object3D({ feature: Scene() }),
 *   bar: Object3D({ feature: Solid({ shape: Beam({ axis: 1 }), solidMaterial: "Steel" }) }),
 *   pivot: Object3D({ parent: "bar", translation: [-0.5, 0, 0] }),
 *   rev: Revolute({ obj1: "world", obj2: "pivot", phi: 1 }),
 * });
 * const result = simulate(instantiate(Pendulum), { stopTime: 1 });
 * console.log(result.stateNames.join(" ")); // rev.phi rev.w
 * ```
 */
export function Model3D<T extends ModelSource = ModelSource>(
  source: T = {} as T,
): ModelDefinition<SignalsOf<T> & Model3DSignals> {
  return Model({ ...readOnce(source ?? {}, "Model3D"), predefined: multibody }) as ModelDefinition<
    SignalsOf<T> & Model3DSignals
  >;
}

/** Whether a model was made by Model3D. */
export function isModel3D(model: ModelDefinition): boolean {
  return model.predefined === multibody;
}
