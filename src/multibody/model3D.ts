/**
 * Model3D: a model with objects and joints in space, as a predefined component of the language. Joints with flange are
 * variables of the equations, everything else is hidden in the component.
 *
 * Source   [Neumayr2024] sec. 3.2, 3.3, ch. 10
 *
 *     isMoved = move(φ, w)                  positions and velocities
 *     isForced = force(isMoved)             forces of contacts and force elements, and their results
 *     (M, G, h) = reduce(isForced)          everything without flange eliminated
 *     τ = M·a + G·u + h                     equations of the model, with a = der(w): index reduction sees them; u: forces
 *                                           that equations give
 *     0·τ = a + 2·α·w + α²·(φ − φ₀)         for a joint that an action locked at φ₀
 *     y = S·(a, u, 1)                       results that need accelerations: equations may feed them back
 *     isDone = accelerate(…, a, u)          derivatives of the hidden states
 */
import { Model, type ModelDefinition } from "../language/model.ts";
import type { ModelSource } from "../language/modelSource.ts";
import { type ComponentAccess, type ComponentFunction, predefinedComponent } from "../language/predefined.ts";
import { Var } from "../language/values.ts";
import { MultibodyBuild } from "./build.ts";
import { describeScene } from "./run/describeScene.ts";
import { MultibodyRun } from "./run/multibodyRun.ts";

/** Memory of the instance, and in a run that of the run. */
interface Memory {
  readonly build: MultibodyBuild;
  readonly run: MultibodyRun | undefined;
}

/** The objects of a run, their tree and its mechanics. */
export type Motion3D = Pick<MultibodyRun, "graph" | "tree" | "dynamics" | "lineMasses" | "closeLoops">;

/** What a memory of a run holds when it belongs to a Model3D. */
export function multibodyOf(memory: unknown): Motion3D | undefined {
  const { run } = (memory ?? {}) as Partial<Memory>;
  return run instanceof MultibodyRun ? run : undefined;
}

type Call = ComponentFunction<Memory>["call"];

const noNumbers: readonly number[] = [];

/** Names of its variables begin with _, so that users have all others. */
function equationsOf({ flanges, inputs, firstInputColumn }: MultibodyBuild): string {
  const n = flanges.length;
  const list = (names: readonly string[]): string => `[${names.join(", ")}]`;
  const accelerations = flanges.map(({ velocity }) => `der(${velocity})`);
  const u = inputs.length === 0 ? "" : `, ${list(inputs)}`;
  if (n === 0) {
    return `_isMoved = move()
      _isForced = force(_isMoved)
      _reduced = reduce(_isForced)
      _isDone = accelerate(_reduced[1], 0${u})`;
  }
  let modes = n * n + n;
  const lines = flanges.map(({ effort, isLockable }, l) => {
    const terms = accelerations.map((a, k) => `_reduced[${l * n + k + 1}]*${a}`);
    inputs.forEach((input, k) => {
      terms.push(`_reduced[${firstInputColumn + l * inputs.length + k + 1}]*${input}`);
    });
    const mode = isLockable ? `_reduced[${++modes}]*` : "";
    return `${mode}${effort} = ${[...terms, `_reduced[${n * n + l + 1}]`].join(" + ")}`;
  });
  return `_isMoved = move(${list(flanges.map(({ position }) => position))}, ${list(flanges.map(({ velocity }) => velocity))})
    _isForced = force(_isMoved)
    _reduced = reduce(_isForced)
    ${lines.join("\n")}
    _isDone = accelerate(_reduced[1], ${list(accelerations)}${u})`;
}

function functionsOf({ reducedSize, drivers }: MultibodyBuild): Record<string, ComponentFunction<Memory>> {
  const move = (memory: Memory, access: ComponentAccess, phi = noNumbers, w = noNumbers): number =>
    memory.run!.move(access, phi, w);
  const force = (memory: Memory, access: ComponentAccess, _isMoved: number): number => memory.run!.force(access);
  const reduce = (memory: Memory, access: ComponentAccess, _isForced: number): Float64Array =>
    memory.run!.reduce(access);
  const accelerate = (
    memory: Memory,
    access: ComponentAccess,
    _reduced: number,
    a: ArrayLike<number>,
    u = noNumbers,
  ): number => memory.run!.accelerate(access, a, u);
  const rowsAt = (memory: Memory, access: ComponentAccess, _reduced: number, k: number): Float64Array =>
    memory.run!.driverRows(access, k);
  const numberAt = (memory: Memory, _access: ComponentAccess, _order: number, k: number): number =>
    memory.run!.signal(k)[0]!;
  const valuesAt = (memory: Memory, _access: ComponentAccess, _order: number, k: number): Float64Array =>
    memory.run!.signal(k);
  return {
    move: { call: move as Call, hasEffects: true },
    force: { call: force as Call, hasEffects: true },
    reduce: { call: reduce as Call, hasEffects: true, results: [[reducedSize]] },
    accelerate: { call: accelerate as Call, hasEffects: true },
    referenceAt,
    rowAt: { call: rowsAt as Call, hasEffects: true, results: [[drivers.length + 1]] },
    rowsAt: { call: rowsAt as Call, hasEffects: true, results: [[3, drivers.length + 1]] },
    numberAt: { call: numberAt as Call, hasEffects: true },
    vectorAt: { call: valuesAt as Call, hasEffects: true, results: [[3]] },
    matrixAt: { call: valuesAt as Call, hasEffects: true, results: [[3, 3]] },
  };
}

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
  build: ({ path, definition, readFile }) => {
    const build = new MultibodyBuild(definition, path, readFile);
    return {
      memory: { build, run: undefined },
      functions: functionsOf(build),
      model: {
        ...build.starts.changes,
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
  writeIndicators: (memory, access) => memory.run!.writeIndicators(access),
  examineStep: (memory, step) => memory.run!.examineStep(step),
  limitDifferences: (memory, limits, first) => memory.run!.limitDifferences(limits, first),
  signal: ({ build }, name) => build.signal(name),
  describe: ({ run }) => describeScene(run!),
  warnings: ({ run }) => run!.warnings,
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
export function Model3D(source: ModelSource = {}): ModelDefinition {
  return Model({ ...source, predefined: multibody });
}

/** Whether a model was made by Model3D. */
export function isModel3D(model: ModelDefinition): boolean {
  return model.predefined === multibody;
}
