/**
 * Contacts of the present time, one row each, in columns. Rows are made and dropped at events only; between events their
 * contents follow the motion.
 */
import type { ContactPairMaterial } from "./contactPairMaterial.ts";
import type { NormalLaw } from "./laws/law.ts";
import type { FlatContact } from "./patch/flatContact.ts";
import type { PointGrip } from "./stiction/pointGrip.ts";

/** What the contact does. */
export const responseElastic = 0;
/** Impulsive pairs have had their jump; the row only waits for the shapes to part. Observers have no force at all. */
const responseNone = 1;

/** Fixed when the contact begins. */
export interface ContactStartData {
  readonly a: number;
  readonly b: number;
  readonly key: number;
  readonly material: ContactPairMaterial;
  readonly law: NormalLaw;
  readonly stiffness: number;
  readonly damping: number;
  /** R_geo, m. */
  readonly radius: number;
  /** Speed of approach, m/s. */
  readonly startSpeed: number;
  readonly startTime: number;
  /** Taken over from before a change of structure. */
  readonly isContinued: boolean;
  /** Present when the shapes touch in a patch. */
  readonly flat?: FlatContact;
  /** Present when they touch in a point and friction sticks. */
  readonly grip?: PointGrip;
}

export class ContactTable {
  count = 0;
  /** Row of a pair by its key. */
  readonly rows = new Map<number, number>();
  readonly starts: ContactStartData[] = [];

  // fixed at the start of the contact
  shapeA = new Int32Array(0);
  shapeB = new Int32Array(0);
  response = new Uint8Array(0);
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

  clear(): void {
    this.filter(() => false);
  }

  private write(row: number): void {
    const { a, b, key, material, stiffness, damping, radius } = this.starts[row];
    this.rows.set(key, row);
    this.shapeA[row] = a;
    this.shapeB[row] = b;
    this.stiffness[row] = stiffness;
    this.damping[row] = damping;
    this.radius[row] = radius;
    const isElastic = material.kind === "ElasticContactPairMaterial";
    this.response[row] = isElastic ? responseElastic : responseNone;
    this.friction[row] = isElastic ? material.slidingFrictionCoefficient : 0;
    this.resistance[row] = isElastic ? material.rotationalResistanceCoefficient : 0;
    this.smallSpeed[row] = isElastic ? material.vsmall : 1;
    this.smallRate[row] = isElastic ? material.wsmall : 1;
    this.normalForce[row] = 0;
    this.force.fill(0, 3 * row, 3 * row + 3);
    this.torque.fill(0, 3 * row, 3 * row + 3);
  }

  private resize(capacity: number): void {
    this.shapeA = grown(this.shapeA, new Int32Array(capacity));
    this.shapeB = grown(this.shapeB, new Int32Array(capacity));
    this.response = grown(this.response, new Uint8Array(capacity));
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
