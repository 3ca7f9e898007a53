/** Object3D: a frame, placed relative to its parent, with at most one feature: Scene, Visual or Solid. */
import { checkOptionNames } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { Model, ModelDefinition } from "../language/model.ts";
import { elementTag } from "../language/modelSource.ts";
import { oneLevelDeeper, switchParameter, type VectorStart, vectorParameter, wrongQuantity } from "./quantities.ts";

export interface Object3DOptions {
  /** Name of the object it is placed in; none for the world and for objects that a joint places. */
  readonly parent?: string;
  /** false: moves freely relative to the parent. Default true. */
  readonly fixedToParent?: boolean;
  /** Origin in axes of the parent, m; start value of a free object. */
  readonly translation?: VectorStart;
  /** Cardan angles 1-2-3 from the parent, rad; start value of a free object. */
  readonly rotation?: VectorStart;
  /** Start value of a free object: der(translation), in axes of the parent, m/s. */
  readonly velocity?: VectorStart;
  /** Start value of a free object: relative to the parent, in axes of the parent, rad/s. */
  readonly angularVelocity?: VectorStart;
  /** false: angularVelocity is given in the axes of the object. Default true. */
  readonly angularVelocityResolvedInParent?: boolean;
  /** Scene(…), Visual(…) or Solid(…). */
  readonly feature?: ModelDefinition;
  /** May be locked to another frame by an action. Default false. */
  readonly lockable?: boolean;
  /** Root of a part that actions may move. Default false. */
  readonly assemblyRoot?: boolean;
}

const optionNames = [
  "parent",
  "fixedToParent",
  "translation",
  "rotation",
  "velocity",
  "angularVelocity",
  "angularVelocityResolvedInParent",
  "feature",
  "lockable",
  "assemblyRoot",
] as const;

export interface ObjectElement {
  readonly kind: "Object3D";
}

/** A vector in space, in a result. */
export type SpaceVector = [x: number, y: number, z: number];

/** Signals of an object, for the type checker: the first six where it moves freely. */
export interface Object3DSignals {
  readonly translation: SpaceVector;
  readonly velocity: SpaceVector;
  readonly rotation: SpaceVector;
  readonly angularVelocity: SpaceVector;
  readonly quaternion: [x: number, y: number, z: number, w: number];
  readonly w: SpaceVector;
  readonly r_abs: SpaceVector;
  readonly R_abs: [SpaceVector, SpaceVector, SpaceVector];
  readonly rot123_abs: SpaceVector;
}

/** A coordinate system of a 3-D model: fixed to its parent, moving freely (`fixedToParent: false`), or placed by a joint. */
export function Object3D(options: Object3DOptions = {}): ModelDefinition<Object3DSignals> {
  checkOptionNames(options, optionNames, "Object3D");
  const { parent, feature, fixedToParent = true, lockable = false, assemblyRoot = false } = options;
  if (parent !== undefined && (typeof parent !== "string" || parent === ""))
    throw wrongQuantity("Object3D", "parent", parent, "the name of another object");
  if (feature !== undefined && !isFeature(feature)) {
    throw new RattlebackError("E-3D-VALUE", "The feature of an Object3D is not a feature.", {
      path: "Object3D.feature",
      hint: "Scene(…), Visual(…) or Solid(…)",
    });
  }
  if (lockable && assemblyRoot) {
    throw new RattlebackError("E-OBJECT-LOCK", "An Object3D is both lockable and the root of an assembly.", {
      path: "Object3D",
      because: "an assembly is locked by a frame on its root, not by the root itself",
      hint: "a further Object3D with parent: the root and lockable: true",
    });
  }
  const vector = (name: "translation" | "rotation" | "velocity" | "angularVelocity", unit: string): unknown =>
    vectorParameter(options[name] ?? [0, 0, 0], unit, "Object3D", name);
  const isMoving = options.velocity ?? options.angularVelocity;
  if (fixedToParent && isMoving !== undefined) {
    throw new RattlebackError("E-OBJECT-FIXED", "A velocity is given for an Object3D that is fixed to its parent.", {
      path: "Object3D",
      because: "fixedToParent is true",
      hint: "fixedToParent: false for an object that moves freely",
    });
  }
  const isTrue = (name: string, value: boolean): unknown => switchParameter(value, "Object3D", name);
  const element: ObjectElement = { kind: "Object3D" };
  return Model({
    ...(parent !== undefined && { parent }),
    fixedToParent: isTrue("fixedToParent", fixedToParent),
    translation: vector("translation", "m"),
    rotation: vector("rotation", "rad"),
    ...(!fixedToParent && {
      velocity: vector("velocity", "m/s"),
      angularVelocity: vector("angularVelocity", "rad/s"),
      angularVelocityResolvedInParent: isTrue(
        "angularVelocityResolvedInParent",
        options.angularVelocityResolvedInParent ?? true,
      ),
    }),
    lockable: isTrue("lockable", lockable),
    assemblyRoot: isTrue("assemblyRoot", assemblyRoot),
    ...(feature !== undefined && { feature: oneLevelDeeper(feature) }),
    [elementTag]: element,
  }) as ModelDefinition as ModelDefinition<Object3DSignals>;
}

function isFeature(value: unknown): boolean {
  if (!(value instanceof ModelDefinition)) return false;
  const kind = (value.element as { kind?: unknown } | undefined)?.kind;
  return kind === "Scene" || kind === "Visual" || kind === "Solid";
}
