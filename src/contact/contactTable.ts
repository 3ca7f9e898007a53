/**
 * Contacts of the present time, one row each, in columns. Rows are made and dropped at events only; between events their
 * contents follow the motion.
 */
import type { ContactPairMaterial } from "./contactPairMaterial.ts";
import { hertzForce, type NormalLaw } from "./laws/law.ts";
import type { FlatContact } from "./patch/flatContact.ts";
import type { SurfacePair } from "./polygonal/surfacePair.ts";
import type { PointGrip } from "./stiction/pointGrip.ts";

/** How the shapes of a row touch: in a point, in a patch or with surfaces of triangles. */
export const inPoint = 0;
export const inPatch = 1;
export const onSurfaces = 2;

/** What the contact does. */
export const responseElastic = 0;
/** Impulsive pairs have had their jump; the row only waits for the shapes to part. Observers have no force at all. */
const responseNone = 1;

/** Fixed when a contact begins, of any kind. */
interface ContactStart {
  /** Numbers of the shapes, and the bodies that carry them. */
  readonly a: number;
  readonly b: number;
  readonly bodyA: number;
  readonly bodyB: number;
  readonly key: number;
  readonly startTime: number;
  /** Taken over from before a change of structure. */
  readonly isContinued: boolean;
}

/** Convex shapes, in a point, a line or a patch. */
export interface ConvexContactStart extends ContactStart {
  readonly material: ContactPairMaterial;
  readonly law: NormalLaw;
  readonly stiffness: number;
  readonly damping: number;
  /** R_geo, m. */
  readonly radius: number;
  /** Speed of approach, m/s. */
  readonly startSpeed: number;
  /** Present when the shapes touch in a patch. */
  readonly flat?: FlatContact;
  /** Present when they touch in a point and friction sticks. */
  readonly grip?: PointGrip;
  readonly surfaces?: undefined;
}

/** Surfaces of triangles, which have a law of their own. */
export interface SurfaceContactStart extends ContactStart {
  readonly surfaces: SurfacePair;
  readonly law?: undefined;
  readonly flat?: undefined;
  readonly grip?: undefined;
}

export type ContactStartData = ConvexContactStart | SurfaceContactStart;

export class ContactTable {
  count = 0;
  /** Row of a pair by its key. */
  readonly rows = new Map<number, number>();
  readonly starts: ContactStartData[] = [];

  // fixed at the start of the contact
  shapeA = new Int32Array(0);
  shapeB = new Int32Array(0);
  bodyA = new Int32Array(0);
  bodyB = new Int32Array(0);
  response = new Uint8Array(0);
  kind = new Uint8Array(0);
  /** 1: a point with the common form of the force and without friction that sticks. */
  isPlain = new Uint8Array(0);
  stiffness = new Float64Array(0);
  damping = new Float64Array(0);
  radius = new Float64Array(0);
  friction = new Float64Array(0);
  resistance = new Float64Array(0);
  smallSpeed = new Float64Array(0);
  smallRate = new Float64Array(0);

  /** Relative velocity and relative angular velocity of the contact at hand. */
  readonly relative = new Float64Array(6);

  // of the motion last seen
  /** m; negative when penetrating. */
  distance = new Float64Array(0);
  /** From A to B, three numbers. */
  normal = new Float64Array(0);
  /** Common contact point, three numbers. */
  point = new Float64Array(0);
  /** Rate of the penetration, m/s, positive while compressing. */
  rate = new Float64Array(0);
  normalForce = new Float64Array(0);
  /** Force and torque on B, three numbers each. */
  force = new Float64Array(0);
  torque = new Float64Array(0);
  /** Sliding speed and relative angular speed. */
  slidingSpeed = new Float64Array(0);
  turningSpeed = new Float64Array(0);

  add(start: ContactStartData): void {
    if (this.count === this.shapeA.length) this.resize(Math.max(8, 2 * this.count));
    this.starts.push(start);
    this.write(this.count++);
  }

  /** Keeps the rows for which `keep` says so, in their order. */
  filter(keep: (row: number) => boolean): void {
    const kept = this.starts.filter((_, row) => keep(row));
    this.starts.length = 0;
    this.rows.clear();
    this.count = kept.length;
    kept.forEach((start, row) => {
      this.starts.push(start);
      this.write(row);
    });
  }

  /** Takes one row out; the last one takes its place with all that is known of it. Returns the place that it had, −1 when nothing moved. */
  remove(row: number): number {
    const last = --this.count;
    const moved = this.starts.pop()!;
    if (row === last) {
      this.rows.delete(moved.key);
      return -1;
    }
    this.rows.delete(this.starts[row].key);
    this.starts[row] = moved;
    this.rows.set(moved.key, row);
    this.shapeA[row] = this.shapeA[last];
    this.shapeB[row] = this.shapeB[last];
    this.bodyA[row] = this.bodyA[last];
    this.bodyB[row] = this.bodyB[last];
    this.response[row] = this.response[last];
    this.kind[row] = this.kind[last];
    this.isPlain[row] = this.isPlain[last];
    for (const column of scalarColumns) this[column][row] = this[column][last];
    for (const column of vectorColumns) this[column].copyWithin(3 * row, 3 * last, 3 * last + 3);
    return last;
  }

  clear(): void {
    this.filter(() => false);
  }

  private write(row: number): void {
    const start = this.starts[row];
    this.rows.set(start.key, row);
    this.shapeA[row] = start.a;
    this.shapeB[row] = start.b;
    this.bodyA[row] = start.bodyA;
    this.bodyB[row] = start.bodyB;
    const material = start.surfaces === undefined ? start.material : undefined;
    const elastic = material?.kind === "ElasticContactPairMaterial" ? material : undefined;
    this.response[row] = start.surfaces !== undefined || elastic !== undefined ? responseElastic : responseNone;
    this.kind[row] = start.surfaces !== undefined ? onSurfaces : start.flat !== undefined ? inPatch : inPoint;
    const isPlain = this.kind[row] === inPoint && start.grip === undefined && start.law?.force === hertzForce;
    this.isPlain[row] = isPlain ? 1 : 0;
    this.stiffness[row] = start.surfaces === undefined ? start.stiffness : 0;
    this.damping[row] = start.surfaces === undefined ? start.damping : 0;
    this.radius[row] = start.surfaces === undefined ? start.radius : 0;
    this.friction[row] = elastic?.slidingFrictionCoefficient ?? 0;
    this.resistance[row] = elastic?.rotationalResistanceCoefficient ?? 0;
    this.smallSpeed[row] = elastic?.vsmall ?? 1;
    this.smallRate[row] = elastic?.wsmall ?? 1;
    this.normalForce[row] = 0;
    this.force.fill(0, 3 * row, 3 * row + 3);
    this.torque.fill(0, 3 * row, 3 * row + 3);
  }

  private resize(capacity: number): void {
    this.shapeA = grown(this.shapeA, new Int32Array(capacity));
    this.shapeB = grown(this.shapeB, new Int32Array(capacity));
    this.bodyA = grown(this.bodyA, new Int32Array(capacity));
    this.bodyB = grown(this.bodyB, new Int32Array(capacity));
    this.response = grown(this.response, new Uint8Array(capacity));
    this.kind = grown(this.kind, new Uint8Array(capacity));
    this.isPlain = grown(this.isPlain, new Uint8Array(capacity));
    for (const column of scalarColumns) this[column] = grown(this[column], new Float64Array(capacity));
    for (const column of vectorColumns) this[column] = grown(this[column], new Float64Array(3 * capacity));
  }
}

const scalarColumns = [
  "stiffness",
  "damping",
  "radius",
  "friction",
  "resistance",
  "smallSpeed",
  "smallRate",
  "distance",
  "rate",
  "normalForce",
  "slidingSpeed",
  "turningSpeed",
] as const;

const vectorColumns = ["normal", "point", "force", "torque"] as const;

function grown<T extends Float64Array | Int32Array | Uint8Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}
