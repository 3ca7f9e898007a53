/**
 * How far rigid bodies that are near each other may go until somebody has to look at them again: they turn by no more than a little, since the normals
 * of an instant belong to the begin of its step, unless they cannot touch before. Nothing of a body moves faster than its origin and its spin at the farthest
 * point together, and what it fills while it turns is a ball.
 */
import { startPairs } from "../../contact/rigid/contactList.ts";
import type { RigidPair } from "../../contact/rigid/rigidContacts.ts";
import type { Mechanism } from "../../mechanics/mechanism.ts";

/** rad */
export const farthestTurn = 0.1;

/** Numbers of a pair: distance, how far both reach, clearance, normal. */
const length = 7;

export class TurningPairs {
  private readonly mechanism: Mechanism;
  private readonly gravity: number;
  private count = 0;
  /** Places of the speeds of both bodies; −1 for what is not single. */
  private places = new Int32Array(2 * startPairs);
  private values = new Float64Array(length * startPairs);

  constructor(mechanism: Mechanism) {
    const [x, y, z] = mechanism.uniformGravity;
    this.mechanism = mechanism;
    this.gravity = Math.sqrt(x! * x! + y! * y! + z! * z!);
  }

  clear(): void {
    this.count = 0;
  }

  /** Places of the speeds of bodies that are single, −1 for others. */
  add(pair: RigidPair, placeA: number, placeB: number): void {
    const k = this.count++;
    if (2 * this.count > this.places.length) {
      const places = new Int32Array(2 * this.places.length);
      places.set(this.places);
      this.places = places;
      const values = new Float64Array(2 * this.values.length);
      values.set(this.values);
      this.values = values;
    }
    const { centre } = this.mechanism;
    const { places, values } = this;
    const isKnown = isSimple(centre, pair.bodyA, placeA) && isSimple(centre, pair.bodyB, placeB);
    places[2 * k] = placeA;
    places[2 * k + 1] = placeB;
    const o = length * k;
    // what hangs on others, or turns about a centre of mass beside its origin, has no ball here
    values[o] = isKnown ? pair.distance : 0;
    values[o + 1] = pair.extentA;
    values[o + 2] = pair.extentB;
    values[o + 3] = pair.clearance;
    for (let i = 0; i < 3; i++) values[o + 4 + i] = pair.normal[i]!;
  }

  /** Longest step, h or more where nobody turns fast; `v`: speeds of the branches; `isPushed`: by place, whose speeds have just changed. */
  limit(v: Float64Array, h: number, isPushed: Uint8Array): number {
    const { places, values } = this;
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k < this.count; k++) {
      const a = places[2 * k]!;
      const b = places[2 * k + 1]!;
      const turnA = a < 0 ? 0 : size(v, a + 3);
      const turnB = b < 0 ? 0 : size(v, b + 3);
      const turn = Math.max(turnA, turnB);
      if (h * turn <= farthestTurn) continue;
      let limit = farthestTurn / turn;
      const o = length * k;
      const distance = values[o]!;
      if (distance > 0 && isPushed[a] !== 1 && isPushed[b] !== 1) {
        let square = 0;
        let approach = 0;
        for (let i = 0; i < 3; i++) {
          const speed = (b < 0 ? 0 : v[b + i]!) - (a < 0 ? 0 : v[a + i]!);
          square += speed * speed;
          approach -= speed * values[o + 4 + i]!;
        }
        const fall = this.gravity * h;
        const speed = Math.sqrt(square) + fall;
        const clear = values[o + 3]! / (a < 0 || b < 0 ? Math.max(0, approach) + fall : speed);
        limit = Math.max(limit, clear, distance / (speed + turnA * values[o + 1]! + turnB * values[o + 2]!));
      }
      least = Math.min(least, limit);
    }
    return least;
  }
}

function size(v: Float64Array, k: number): number {
  return Math.sqrt(v[k]! * v[k]! + v[k + 1]! * v[k + 1]! + v[k + 2]! * v[k + 2]!);
}

/** Whether a body does not move, or is single and turns about its origin. */
function isSimple(centre: Float64Array, body: number, place: number): boolean {
  const b = 3 * body;
  return body === 0 || (place >= 0 && centre[b] === 0 && centre[b + 1] === 0 && centre[b + 2] === 0);
}
