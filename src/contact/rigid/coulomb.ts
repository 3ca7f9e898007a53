/**
 * The law of contact and friction of one point: its normal impulse is what its speed asks for and does not pull; its friction is what stops its
 * sliding, as far as the cone of Coulomb lets it.
 *
 * Source   [Jourdan1998]
 */
import type { ContactList } from "./contactList.ts";

export class Coulomb {
  /** Largest change of a speed since it was set to zero. */
  largest = Number.NaN;
  /** Sum of all changes of impulses times those of the speeds that they change, since it was set to zero. */
  square = Number.NaN;
  /** By how much hold() has changed the friction. */
  x = Number.NaN;
  y = Number.NaN;

  /** The normal impulse of point k ← what its speed asks for; returns by how much it has changed. */
  press({ impulse, target, masses, yields }: ContactList, k: number, speed: number): number {
    const before = impulse[3 * k];
    const after = Math.max(0, before + (target[k] - speed) * masses[2 * k]);
    if (after === before) return 0;
    impulse[3 * k] = after;
    const change = after - before;
    this.largest = Math.max(this.largest, Math.abs(change) * yields[2 * k]);
    this.square += change * change * yields[2 * k];
    return change;
  }

  /** Friction of point k, whose sliding is sx, sy; false where it does not change. */
  hold({ impulse, friction, masses, yields }: ContactList, k: number, sx: number, sy: number): boolean {
    const o = 3 * k;
    const most = friction[k] * impulse[o];
    const mass = masses[2 * k + 1];
    const x0 = impulse[o + 1];
    const y0 = impulse[o + 2];
    let x = x0 - sx * mass;
    let y = y0 - sy * mass;
    const size = Math.sqrt(x * x + y * y);
    if (size > most) {
      x *= most / size;
      y *= most / size;
    }
    const dx = x - x0;
    const dy = y - y0;
    if (dx === 0 && dy === 0) return false;
    impulse[o + 1] = x;
    impulse[o + 2] = y;
    this.x = dx;
    this.y = dy;
    this.largest = Math.max(this.largest, Math.max(Math.abs(dx), Math.abs(dy)) * yields[2 * k + 1]);
    this.square += (dx * dx + dy * dy) * yields[2 * k + 1];
    return true;
  }
}
