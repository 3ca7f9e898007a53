/** What changed in the collision configurations of a run, in words that users know. */
import type { CollisionTracker, TrackedPair } from "./collisionTracker.ts";
import type { ContactPart } from "./planarSystem.ts";

export interface ConfigurationChange {
  readonly time: number;
  /** Target and point, as in "deck/gear[0]". */
  readonly contact: string;
  /** Surfaces that pushed before and push now, counted from 0 as in the polygon. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** contact: touched; release: let go; handOn: passed to another surface. */
  readonly cause: "contact" | "release" | "handOn";
}

export class ConfigurationLog {
  readonly changes: ConfigurationChange[] = [];
  /** Energy that was stored in contacts when they let go or handed on, and that is lost, J. */
  released = 0;

  private readonly tracker: CollisionTracker;
  private readonly contacts: readonly ContactPart[];
  /** Surfaces per pair and point. */
  private readonly surfaces: number[][][];

  constructor(tracker: CollisionTracker, contacts: readonly ContactPart[]) {
    this.tracker = tracker;
    this.contacts = contacts;
    this.surfaces = tracker.pairs.map((pair) => Array.from({ length: pair.count }, (_, j) => referenceOf(pair, j)));
  }

  /** Compares with the last call, after the reference has changed at `time` and `released` joules went with it. */
  note(time: number, released: number): void {
    this.released += released;
    this.tracker.pairs.forEach((pair, p) => {
      for (let j = 0; j < pair.count; j++) {
        const before = this.surfaces[p][j];
        const after = referenceOf(pair, j);
        if (before.join() === after.join()) continue;
        this.surfaces[p][j] = after;
        const cause = before.length === 0 ? "contact" : after.length === 0 ? "release" : "handOn";
        this.changes.push({ time, contact: this.contacts[p].points[j], before, after, cause });
      }
    });
  }
}

function referenceOf({ configuration }: TrackedPair, j: number): number[] {
  const surfaces: number[] = [];
  for (let i = 0; i < configuration.surfaces; i++) {
    if (configuration.collidesAtReference(i, j)) surfaces.push(i);
  }
  return surfaces;
}
