/** Forces and torques between two objects that equations of the model give. */
import { checkOptionNames } from "../../errors/optionNames.ts";
import { inOwnSpelling, type Respelled } from "../../errors/spellings.ts";
import type { ElementOutput } from "../../forces/forceElement.ts";
import { type InputLoad, LineLoad, lineFlangeOutputs, lineLoadOutputs, VectorLoad } from "../../forces/inputLoad.ts";
import { Model, type ModelDefinition } from "../../language/model.ts";
import { elementTag } from "../../language/modelSource.ts";
import { Var } from "../../language/values.ts";
import { TranslationalFlange } from "../../libraries/translational/flange.ts";
import { optionalFrame, outputCopier, requiredFrame } from "./adaptElement.ts";
import type { ForceDefinition, ForceSetup } from "./forceElement.ts";

export interface LoadBetweenObjects {
  readonly obj1: string;
  /** Name of the object that feels the load; obj1 feels the opposite. */
  readonly obj2: string;
  /** Name of the object in whose axes it is given; the world's by default. */
  readonly objCoord?: string;
}

const spellings = { objCoord: "objectCoord" } as const;

export type LoadBetweenOptions = LoadBetweenObjects | Respelled<LoadBetweenObjects, typeof spellings>;

export interface LineForceOptions {
  readonly obj1: string;
  readonly obj2: string;
}

/** Units of the inputs. */
const units = { force: "N", torque: "N*m" } as const;

/** What makes a load with inputs a force element of a model. */
export function inputDefinition(
  objects: readonly string[],
  inputs: readonly string[],
  outputs: readonly ElementOutput[],
  create: (setup: ForceSetup) => {
    readonly load: InputLoad;
    readonly bodies: readonly number[];
    readonly flangeLoad?: LineLoad;
  },
): ForceDefinition {
  return {
    kind: "force",
    objects,
    inputs,
    outputs,
    create(setup) {
      const { load, bodies, flangeLoad } = create(setup);
      const copy = outputCopier(outputs, load.values, setup);
      return {
        bodies,
        ...(flangeLoad !== undefined && { flangeLoad }),
        apply({ motion, outputs: target }) {
          load.locate(motion);
          copy(target, false);
        },
        ...(load.accelerate !== undefined && {
          observe({ motion, outputs: target }, accelerations) {
            load.locate(motion);
            load.accelerate!(accelerations);
            copy(target, true);
          },
        }),
        load: (forces, u, first) => load.add(forces, u, first),
      };
    },
  };
}

/** The variable with the three numbers of a load, and their names. */
export function vectorInput(kind: "force" | "torque"): { readonly name: string; readonly elements: readonly string[] } {
  const name = `${kind}Vector`;
  return { name, elements: [1, 2, 3].map((i) => `${name}[${i}]`) };
}

/** The variable itself. */
export function inputVariable(kind: "force" | "torque"): ReturnType<typeof Var> {
  return Var({ size: [3], unit: units[kind] });
}

/**
 * A force that equations give: `forceVector` acts on obj2 at its origin, the opposite on obj1 at the same point.
 *
 * ```ts
 * import { ForceBetween, instantiate, Model3D, NoGravityField, Object3D, Scene, Solid, Sphere, simulate } from "rattleback";
 *
 * const body = () => Object3D({ parent: "world", fixedToParent: false, feature: Solid({ shape: Sphere(), massProperties: 2 }) });
 * const Pushed = Model3D({
 *   world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
 *   a: body(),
 *   b: body(),
 *   push: ForceBetween({ obj1: "a", obj2: "b" }),
 *   equations: "push.forceVector = [if time < 1 then 4 else 0, 0, 0]",
 * });
 * const result = simulate(instantiate(Pushed), { stopTime: 2 });
 * console.log(result.final<number[]>("b.velocity")[0]!.toFixed(6), result.final<number[]>("a.velocity")[0]!.toFixed(6)); // 2.000000 -2.000000
 * ```
 */
export function ForceBetween(options: LoadBetweenOptions): ModelDefinition {
  return loadBetween("ForceBetween", "force", options);
}

/** A torque that equations give: `torqueVector` acts on obj2, the opposite on obj1. */
export function TorqueBetween(options: LoadBetweenOptions): ModelDefinition {
  return loadBetween("TorqueBetween", "torque", options);
}

function loadBetween(owner: string, kind: "force" | "torque", options: LoadBetweenOptions): ModelDefinition {
  const given = inOwnSpelling<LoadBetweenObjects, typeof spellings>(options, spellings, owner);
  checkOptionNames(given, ["obj1", "obj2", "objCoord"], owner);
  const { obj1, obj2, objCoord } = given;
  const { name, elements } = vectorInput(kind);
  const definition = inputDefinition(["obj1", "obj2", "objCoord"], elements, [], (setup) => {
    const [reaction, frame] = [requiredFrame(setup, "obj1"), requiredFrame(setup, "obj2")];
    const axes = optionalFrame(setup, "objCoord");
    const bodies = [reaction.body, frame.body, ...(axes === undefined ? [] : [axes.body])];
    return { load: new VectorLoad(kind, frame, reaction, axes), bodies };
  });
  return Model({
    obj1,
    obj2,
    ...(objCoord !== undefined && { objCoord }),
    [name]: inputVariable(kind),
    [elementTag]: { ...definition, document: { type: owner } },
  });
}

function lineDefinition(outputs: readonly ElementOutput[], hasFlange: boolean): ForceDefinition {
  return inputDefinition(["obj1", "obj2"], ["f"], outputs, (setup) => {
    const [frame1, frame2] = [requiredFrame(setup, "obj1"), requiredFrame(setup, "obj2")];
    const load = new LineLoad(frame1, frame2, hasFlange);
    return { load, bodies: [frame1.body, frame2.body], ...(hasFlange && { flangeLoad: load }) };
  });
}

/**
 * A force `f` that equations give along the line between the origins of two objects, positive when it pulls them together.
 *
 * Results: distance, velocity (its rate). Equations may read them: `leg.f = 800*(leg.distance - 1) + 20*leg.velocity`.
 */
export function LineForce(options: LineForceOptions): ModelDefinition {
  checkOptionNames(options, ["obj1", "obj2"], "LineForce");
  const definition = lineDefinition(lineLoadOutputs, false);
  return Model({
    obj1: options.obj1,
    obj2: options.obj2,
    f: Var({ unit: "N" }),
    [elementTag]: { ...definition, document: { type: "LineForce" } },
  });
}

/**
 * A flange of the 1-D library that acts along the line between the origins of two objects: its position `s` is their distance, its force `f`
 * pushes them apart. Springs, dampers, masses, gears and motors are connected to it as to a joint; what is connected must not impose the
 * motion of the line.
 *
 * Results: s, v, f, acceleration.
 */
export function LineForceWithFlange(options: LineForceOptions): ModelDefinition {
  const owner = "LineForceWithFlange";
  checkOptionNames(options, ["obj1", "obj2"], owner);
  const outputs = ["distance", "velocity", "acceleration"] as const;
  return Model({
    obj1: options.obj1,
    obj2: options.obj2,
    flange: TranslationalFlange,
    s: Var({ unit: "m", start: 0, stateSelect: "prefer", description: "distance of the points" }),
    v: Var({ unit: "m/s", start: 0, stateSelect: "prefer" }),
    f: Var({ unit: "N", description: "positive when it pushes the points apart" }),
    equations: "s = flange.s; v = der(s); f = flange.f",
    [elementTag]: {
      ...lineDefinition(lineFlangeOutputs, true),
      flange: { position: "s", velocity: "v", outputs },
      document: { type: owner },
    },
  });
}
