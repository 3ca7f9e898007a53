/** Contact cases of the reference program as models: one file each, with values corrected for the published law and exact distances. */
import { readFileSync } from "node:fs";
import {
  Box,
  Capsule,
  Cone,
  Cylinder,
  Ellipsoid,
  Model,
  Model3D,
  type ModelDefinition,
  Object3D,
  Prismatic,
  Revolute,
  Scene,
  Solid,
  Sphere,
  UniformGravityField,
} from "rattleback";

type Vector = [number, number, number];

interface CaseObject {
  readonly name: string;
  readonly parent: string | null;
  readonly fixedToParent: boolean | null;
  readonly translation: Vector;
  readonly rotation: Vector;
  readonly velocity?: Vector;
  readonly angularVelocity?: Vector;
  readonly feature: {
    readonly kind: string;
    readonly shape?: { readonly kind: string } & Record<string, number>;
    readonly solidMaterial?: string;
    readonly massProperties?: { readonly mass: number };
    readonly collision?: boolean;
    readonly contactMaterial?: string;
  };
}

export interface ReferenceCase {
  readonly case: string;
  readonly gravity: { readonly g: number; readonly direction: Vector };
  readonly scene: { readonly elasticContactReductionFactor: number; readonly maximumContactDamping: number };
  readonly objects: readonly CaseObject[];
  readonly joints: readonly {
    readonly name: string;
    readonly kind: string;
    readonly obj1: string;
    readonly obj2: string;
    readonly axis: Vector;
    readonly init: Record<string, number>;
    readonly canCollide: boolean;
  }[];
  readonly simulation: { readonly stopTime: number };
  readonly stateNames: readonly string[];
  readonly corrected: {
    readonly finalStates: readonly number[];
    readonly contactStarts: number;
    /** Change of the final state per change of the start. */
    readonly sensitivity: { readonly amplification: number };
    readonly contactTimesAndSpeeds: readonly {
      readonly time: number;
      readonly pair: readonly [string, string];
      readonly normalSpeed: number;
    }[];
    readonly energy: { readonly initial: number; readonly final: number };
  };
}

export function readReferenceCase(name: string): ReferenceCase {
  return JSON.parse(
    readFileSync(new URL(`../reference/modia3d/${name}.json`, import.meta.url), "utf8"),
  ) as ReferenceCase;
}

const shapes = { Box, Sphere, Ellipsoid, Capsule, Cone, Cylinder } as unknown as Record<
  string,
  (options: Record<string, unknown>) => never
>;

function featureOf(object: CaseObject, data: ReferenceCase): ModelDefinition | undefined {
  const { feature } = object;
  if (feature.kind === "Scene") {
    const { elasticContactReductionFactor, maximumContactDamping } = data.scene;
    return Scene({
      gravityField: UniformGravityField({ g: data.gravity.g, n: data.gravity.direction }),
      elasticContactReductionFactor,
      maximumContactDamping,
    });
  }
  if (feature.kind !== "Solid" || feature.shape === undefined) return undefined;
  const { kind, ...sizes } = feature.shape;
  return Solid({
    shape: shapes[kind]!(sizes),
    ...(feature.solidMaterial !== undefined && { solidMaterial: feature.solidMaterial }),
    ...(feature.massProperties !== undefined && { massProperties: feature.massProperties.mass }),
    ...(feature.collision !== undefined && { collision: feature.collision }),
    ...(feature.contactMaterial !== undefined && { contactMaterial: feature.contactMaterial }),
  });
}

/** The model of a case. Names with dots become components of models inside it. */
export function modelOfReference(data: ReferenceCase): ModelDefinition {
  const root: Record<string, unknown> = {};
  const place = (name: string, value: ModelDefinition): void => {
    const parts = name.split(".");
    let at = root;
    for (const part of parts.slice(0, -1)) at = (at[part] ??= {}) as Record<string, unknown>;
    at[parts.at(-1)!] = value;
  };
  for (const object of data.objects) {
    const feature = featureOf(object, data);
    const isFree = object.parent !== null && object.fixedToParent === false;
    place(
      object.name,
      Object3D({
        ...(object.parent !== null && { parent: object.parent }),
        ...(object.parent !== null && { translation: object.translation, rotation: object.rotation }),
        ...(isFree && { fixedToParent: false, velocity: object.velocity!, angularVelocity: object.angularVelocity! }),
        ...(feature !== undefined && { feature }),
      }),
    );
  }
  for (const { name, kind, obj1, obj2, axis, init, canCollide } of data.joints) {
    const joint = kind === "Revolute" ? Revolute : Prismatic;
    place(name, joint({ obj1, obj2, axis, ...init, canCollide } as never));
  }
  const nest = (entries: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(entries).map(([name, value]) =>
        Object.getPrototypeOf(value) === Object.prototype
          ? [name, Model(nest(value as Record<string, unknown>) as never)]
          : [name, value],
      ),
    );
  return Model3D(nest(root) as never);
}
