/**
 * Corners and jumps of a function of one variable.
 *
 *     second differences of spacing w        smooth: ∝ w²        corner: ∝ w        jump: constant
 *
 * so that halving w a few times around the largest of them tells which it is, and where.
 */

/** The last place before, the first after. They are equal at corners. */
export interface CornerBracket {
  readonly before: number;
  readonly after: number;
}

/** So many halvings tell; */
const tellingHalvings = 4;
/** a smooth function then has 1/256 of its second difference left, a corner at least 1/24. */
const smoothRest = 0.02;
/** Differences below this part of the values are rounding. */
const rounding = 1e-14;

/** The corner or jump between a and c; undefined when there is none. A corner may be missed by what bends by less than `enough`. */
export function locateCorner(
  f: (t: number) => number,
  a: number,
  b: number,
  c: number,
  fa: number,
  fb: number,
  fc: number,
  enough = 0,
): CornerBracket | undefined {
  const history: number[] = [];
  let size = Math.max(Math.abs(fa), Math.abs(fb), Math.abs(fc));
  while (true) {
    const difference = Math.abs(fa - 2 * fb + fc);
    if (!Number.isFinite(difference)) return undefined;
    if (difference <= Math.max(enough, rounding * size))
      return history.length > tellingHalvings ? { before: b, after: b } : undefined;
    history.push(difference);
    const before = history.at(-1 - tellingHalvings);
    if (before !== undefined && difference < smoothRest * before) return undefined;
    const [left, right] = [a + 0.5 * (b - a), b + 0.5 * (c - b)];
    if (left <= a || left >= b || right <= b || right >= c)
      return Math.abs(fb - fa) > Math.abs(fc - fb) ? narrow(f, a, b, fa, fb) : narrow(f, b, c, fb, fc);
    const [fl, fr] = [f(left), f(right)];
    size = Math.max(Math.abs(fl), Math.abs(fb), Math.abs(fr), 0.5 * size);
    const atLeft = Math.abs(fa - 2 * fl + fb);
    const atMiddle = Math.abs(fl - 2 * fb + fr);
    const atRight = Math.abs(fb - 2 * fr + fc);
    if (atMiddle >= atLeft && atMiddle >= atRight) [a, c, fa, fc] = [left, right, fl, fr];
    else if (atLeft >= atRight) [b, c, fb, fc] = [left, b, fl, fb];
    else [a, b, fa, fb] = [b, right, fb, fr];
  }
}

/** The jump between a and b, to neighbouring numbers. */
function narrow(f: (t: number) => number, a: number, b: number, fa: number, fb: number): CornerBracket {
  while (true) {
    const middle = a + 0.5 * (b - a);
    if (middle <= a || middle >= b) return { before: a, after: b };
    const value = f(middle);
    if (Math.abs(value - fa) > Math.abs(fb - value)) [b, fb] = [middle, value];
    else [a, fa] = [middle, value];
  }
}
