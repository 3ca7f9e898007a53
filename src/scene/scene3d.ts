/**
 * What can be drawn of a three-dimensional model: its objects with their shapes and looks, its joints, camera and light. Plain
 * data, so that it can be sent to a worker and kept in a file. Where the objects are at which time is said in animation.ts.
 */
import { checkOptionNames, readOnce } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { Shape } from "../geometry/registry.ts";
import type { Vector3 } from "../geometry/vectors.ts";
import { withDefaultLooks } from "./defaultLook.ts";
import { VisualMaterial } from "./visualMaterial.ts";

export interface SceneObject {
  /** Name in the tree of the model: "arm.link1". */
  readonly path: string;
  /** undefined for a mere frame. */
  readonly shape: Shape | undefined;
  readonly material: VisualMaterial;
  /** true when it has mass; false for what is only drawn. */
  readonly isSolid: boolean;
  /** true when it never moves. */
  readonly isStatic: boolean;
}

export type JointKind = "revolute" | "prismatic" | "cylindrical" | "planar" | "universal" | "spherical" | "free";

export interface SceneJoint {
  readonly path: string;
  readonly kind: JointKind;
  /** Number of the object whose origin the joint sits in and in whose axes `axes` are. */
  readonly object: number;
  /** Unit vectors; none for spherical and free joints. */
  readonly axes: readonly Vector3[];
  /** Number of the object that it places relative to `object`. */
  readonly object2?: number;
  /** Of a screw, which counts as cylindrical: m/rad. */
  readonly pitch?: number;
}

/** Coordinates of joints that move together: Σ factor·coordinate = const. */
export interface SceneCoupling {
  /** Number of the joint, and place among its coordinates; the first term is the one that follows. */
  readonly terms: readonly { readonly joint: number; readonly coordinate: number; readonly factor: number }[];
}

/** What goes in a straight line from the origin of one object to that of another. */
export interface SceneLink {
  readonly path: string;
  readonly kind: "spring" | "damper" | "rope" | "mount" | "rod" | "wire";
  readonly object1: number;
  readonly object2: number;
}

/** A force or a torque that acts at the origin of an object; a signal tells how large it is. */
export interface SceneLoad {
  /** Of the signal with its three numbers. */
  readonly signal: string;
  readonly kind: "force" | "torque";
  readonly object: number;
  /** The object that feels the opposite, if one does. */
  readonly reaction?: number;
  /** The object in whose axes it is given; the world's when absent. */
  readonly axes?: number;
}

/** Place on a sphere about the scene: `longitude` about the up axis, `latitude` above the horizon; rad. */
export interface ViewDirection {
  readonly distance: number;
  readonly longitude: number;
  readonly latitude: number;
}

export interface Scene3D {
  /** Of the Model3D; "" when it is the whole model. */
  readonly path: string;
  /** Unit vector against gravity, along a coordinate axis. */
  readonly up: Vector3;
  /** Size of things, m: scale of camera, light and helpers. */
  readonly nominalLength: number;
  readonly objects: readonly SceneObject[];
  readonly joints: readonly SceneJoint[];
  /** Per object, the number of the joint that carries it, −1 for what stands; empty when nobody said so. */
  readonly carriers?: readonly number[];
  readonly couplings?: readonly SceneCoupling[];
  /** Springs, dampers, ropes, mounts and rods, which have no shapes. */
  readonly links?: readonly SceneLink[];
  /** Forces and torques that functions and equations give. */
  readonly loads?: readonly SceneLoad[];
  readonly camera: ViewDirection;
  readonly light: ViewDirection;
  /** Of automatic coordinate systems, m. */
  readonly frameLength: number;
  /** Diameter of the markers of contacts, m. */
  readonly contactDiameter: number;
  /** What is shown beside the objects at first. */
  readonly visualiseFrames: boolean;
  readonly visualiseBoundingBoxes: boolean;
  readonly visualiseContactPoints: boolean;
}

export type SceneOptions = Partial<Scene3D> & { readonly objects: readonly SceneObject[] };

const degree = Math.PI / 180;

/** A scene; what is not given follows from `nominalLength` (1 m), up is y. Objects without a material of their own get a colour. */
export function scene3D(given: SceneOptions): Scene3D {
  const options = readOnce(Object(given) as SceneOptions, "scene3D");
  if (!Array.isArray(options.objects))
    throw new RattlebackError("E-OPTION-VALUE", "A scene has a list of objects.", {
      path: "objects",
      hint: 'scene3D({ objects: [sceneObject("ball", Sphere())] })',
    });
  const nominalLength = options.nominalLength ?? 1;
  const distance = 10 * nominalLength;
  const defaults: Scene3D = {
    path: "",
    up: [0, 1, 0],
    nominalLength,
    objects: [],
    joints: [],
    carriers: [],
    couplings: [],
    links: [],
    loads: [],
    camera: { distance, longitude: 30 * degree, latitude: 15 * degree },
    light: { distance, longitude: 60 * degree, latitude: 45 * degree },
    frameLength: 0.2 * nominalLength,
    contactDiameter: 0.1,
    visualiseFrames: false,
    visualiseBoundingBoxes: false,
    visualiseContactPoints: false,
  };
  checkOptionNames(options, Object.keys(defaults), "scene3D");
  const own = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(own), objects: withDefaultLooks(options.objects) };
}

/** An object of a scene: a moving solid in the default material unless said otherwise. */
export function sceneObject(path: string, shape?: Shape, options: Partial<Omit<SceneObject, "path" | "shape">> = {}) {
  const defaults = { material: VisualMaterial(), isSolid: true, isStatic: false };
  checkOptionNames(options, Object.keys(defaults), "sceneObject");
  const object: SceneObject = { path, shape, ...defaults, ...options };
  return object;
}

/** The up direction of a uniform gravity field: the axis of its largest component, against it; y without gravity. */
export function upAgainst(gravity: Vector3): Vector3 {
  const sizes = gravity.map(Math.abs);
  const largest = Math.max(...sizes);
  if (!(largest > 1e-8)) return [0, 1, 0];
  const axis = sizes.indexOf(largest);
  const up: [number, number, number] = [0, 0, 0];
  up[axis] = gravity[axis]! > 0 ? -1 : 1;
  return up;
}
