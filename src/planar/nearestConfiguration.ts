/**
 * The minimum-translation choice as a configuration: inside, the nearest surface pushes; outside, none.
 *
 * Source   [SchockLanglois] eq. (10), with the nearest surface as in outline.ts
 *
 * It has no memory, and that is its fault: at corners and on thin targets the nearest surface need not be the one that
 * was hit. It is here to be compared with.
 */
import type { CollisionConfiguration } from "./collisionConfiguration.ts";
import { nearestSurface, type Outline } from "./outline.ts";
import { PackedConfiguration } from "./packedConfiguration.ts";

export class NearestConfiguration extends PackedConfiguration implements CollisionConfiguration {
  override evaluate(outline: Outline, points: Float64Array, first: number): void {
    const { surfaces, groups, collision } = this;
    collision.fill(0);
    for (let group = 0; group < groups; group++) {
      const inside = this.packPenetration(outline, points, first, group);
      for (let rest = inside; rest !== 0; rest &= rest - 1) {
        const b = 31 - Math.clz32(rest & -rest);
        const j = first + 32 * group + b;
        const i = nearestSurface(outline, points[2 * j], points[2 * j + 1]);
        if (i >= 0) collision[i + surfaces * group] |= 1 << b;
      }
    }
  }
}
