/**
 * Poses of objects after their joints were moved by hand.
 *
 *     pose = e^(ξ₁Δ₁) · e^(ξ₂Δ₂) · … · pose at the start       product over the screws from the world to the object
 *
 * A screw ξ is a line in the world where the joints are at the start; it turns what it carries about the line and shifts it along.
 *
 * Source   [Brockett1984]
 */

/** One coordinate of a joint at the start, in world axes. */
export interface Screw {
  /** Number of the screw that carries this one; −1 for the world. Those that carry come first. */
  readonly before: number;
  readonly point: readonly [number, number, number];
  readonly axis: readonly [number, number, number];
  /** rad and m per unit of the coordinate. */
  readonly turn: number;
  readonly shift: number;
}

/**
 * `carriers`: the last screw of each object, −1 for none; `moves`: how far each screw goes from the start; `start`: seven numbers per
 * object, as in an Animation. Its source text is put into reports, so it must not use anything but its arguments and what every browser has.
 */
export function moveByScrews(
  screws: readonly Screw[],
  carriers: readonly number[],
  moves: readonly number[],
  start: readonly (ArrayLike<number> | undefined)[],
): (number[] | undefined)[] {
  // a motion is r, then a quaternion x y z w; it takes the start to where things are
  const compose = (a: ArrayLike<number>, b: ArrayLike<number>): number[] => {
    const [x, y, z, w] = [a[3]!, a[4]!, a[5]!, a[6]!];
    const [p, q, r, s] = [b[3]!, b[4]!, b[5]!, b[6]!];
    const [u, v, t] = [b[0]!, b[1]!, b[2]!];
    // r of b turned: v + 2·n×(n×v + w·v)
    const c = [y * t - z * v + w * u, z * u - x * t + w * v, x * v - y * u + w * t] as const;
    return [
      a[0]! + u + 2 * (y * c[2] - z * c[1]),
      a[1]! + v + 2 * (z * c[0] - x * c[2]),
      a[2]! + t + 2 * (x * c[1] - y * c[0]),
      w * p + x * s + y * r - z * q,
      w * q - x * r + y * s + z * p,
      w * r + x * q - y * p + z * s,
      w * s - x * p - y * q - z * r,
    ];
  };
  const motions: number[][] = [];
  screws.forEach(({ before, point, axis, turn, shift }, k) => {
    const half = (turn * moves[k]!) / 2;
    const [sin, cos] = [Math.sin(half), Math.cos(half)];
    const rotation = [sin * axis[0], sin * axis[1], sin * axis[2], cos];
    const turned = compose([0, 0, 0, ...rotation], [...point, 0, 0, 0, 1]);
    const along = shift * moves[k]!;
    const own = [0, 1, 2].map((i) => point[i]! - turned[i]! + along * axis[i]!);
    const motion = [...own, ...rotation];
    motions.push(before < 0 ? motion : compose(motions[before]!, motion));
  });
  return start.map((pose, k) => {
    const carrier = carriers[k]!;
    if (pose === undefined) return undefined;
    return carrier < 0 ? Array.from(pose) : compose(motions[carrier]!, pose);
  });
}
