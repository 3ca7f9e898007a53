/** What the contact handler is told about a solid that collides. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { Core } from "../geometry/core.ts";

export interface CollisionShape {
  /** Name of the object in the model; identifies the shape in records, and across changes of structure. */
  readonly path: string;
  /** Convex body, in the frame S of the shape. */
  readonly core: Core;
  /** The core with rounded edges, where `core` is sharp: for contacts in points. */
  readonly rounded?: Core;
  /** Rigid body that carries it; 0 is the world. */
  readonly body: number;
  /** r_BS_B, m; the origin of the body when absent. */
  readonly position?: ArrayLike<number>;
  /** R_BS row-major; the axes of the body when absent. */
  readonly rotation?: ArrayLike<number>;
  /** Name of the contact material. */
  readonly material: string;
  /** Coefficient of friction of its surface; that of the pair of materials when absent. */
  readonly friction?: number;
  /** Radius of the sphere that stands for the shape in a contact law, m. */
  readonly contactRadius: number;
  /** Whether contacts are between flat faces as a rule. */
  readonly isFlat: boolean;
}

/** Checks a list of shapes at the border: the kernels trust it. */
export function checkShapes(shapes: readonly CollisionShape[], bodyCount: number): void {
  const seen = new Set<string>();
  for (const shape of shapes) {
    if (seen.has(shape.path)) {
      throw new RattlebackError("E-CONTACT-SHAPE", `Two collision shapes are called "${shape.path}".`, {
        path: shape.path,
        because: "contacts are recorded, and kept over changes of structure, by the names of their shapes",
        hint: "one name per shape",
      });
    }
    seen.add(shape.path);
    if (!(Number.isInteger(shape.body) && shape.body >= 0 && shape.body < bodyCount))
      throw badShape(shape, `body ${shape.body} does not exist`, `a number from 0 (world) to ${bodyCount - 1}`);
    if (!(shape.contactRadius > 0 && shape.contactRadius < Infinity))
      throw badShape(
        shape,
        `its contact radius is ${shape.contactRadius}`,
        "a shape without extent in some direction needs contactSphereRadius, a positive length in m",
      );
    if (!isFinite3(shape.position, 3) || !isFinite3(shape.rotation, 9))
      throw badShape(
        shape,
        "its pose in the body is not finite",
        "three numbers for the position, nine for the rotation",
      );
    if (!(shape.core.reach >= 0 && shape.core.reach < Infinity))
      throw badShape(shape, `its size is ${shape.core.reach}`, "finite lengths ≥ 0");
  }
}

function isFinite3(values: ArrayLike<number> | undefined, count: number): boolean {
  if (values === undefined) return true;
  if (values.length !== count) return false;
  for (let i = 0; i < count; i++) if (!Number.isFinite(values[i])) return false;
  return true;
}

function badShape(shape: CollisionShape, because: string, hint: string): RattlebackError {
  return new RattlebackError("E-CONTACT-SHAPE", `The collision shape "${shape.path}" cannot be used.`, {
    path: shape.path,
    because,
    hint,
    data: { body: shape.body, contactRadius: shape.contactRadius },
  });
}
