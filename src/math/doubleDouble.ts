/**
 * Double-double arithmetic: a number is the unevaluated sum hi + lo of two doubles with |lo| ≤ ½ unit in the last place of hi,
 * which gives about 32 decimal digits. Numbers are pairs in packed arrays, hi first. Inputs are read before the result is
 * written, so `out` may be one of the inputs. The friendly form is with the tests that need it.
 *
 * Source   [Joldes2017] algorithms 6 (sum), 10 (product), 17 (quotient); [Lefevre2023] (square root);
 *          [Dekker1971] (splitting, exact product without fused multiply–add, which JavaScript lacks);
 *          [Knuth1998] sec. 4.2.2, theorem B (exact sum)
 * Error    relative, with u = 2⁻⁵³:  sum and difference 3u², product 7u², quotient 15u², square root 25/8·u²
 * Limits   |hi| < 2⁹⁹⁶, since splitting multiplies by 2²⁷ + 1; products below 2⁻⁹⁶⁹ lose digits of lo to underflow
 */

/** Splits a double into two halves of 26 bits. */
const splitter = 134217729; // 2²⁷ + 1

/** out ← a + b */
export function addDD(out: Float64Array, k: number, a: Float64Array, ia: number, b: Float64Array, ib: number): void {
  sum(out, k, a[ia], a[ia + 1], b[ib], b[ib + 1]);
}

/** out ← a − b */
export function subtractDD(
  out: Float64Array,
  k: number,
  a: Float64Array,
  ia: number,
  b: Float64Array,
  ib: number,
): void {
  sum(out, k, a[ia], a[ia + 1], -b[ib], -b[ib + 1]);
}

/** out ← a + x */
export function addNumberDD(out: Float64Array, k: number, a: Float64Array, ia: number, x: number): void {
  sum(out, k, a[ia], a[ia + 1], x, 0);
}

function sum(out: Float64Array, k: number, ah: number, al: number, bh: number, bl: number): void {
  // exact sums of the high and of the low parts
  const sh = ah + bh;
  const sb = sh - ah;
  const sl = ah - (sh - sb) + (bh - sb);
  const th = al + bl;
  const tb = th - al;
  const tl = al - (th - tb) + (bl - tb);

  const c = sl + th;
  const vh = sh + c;
  const vl = c - (vh - sh);
  const w = tl + vl;
  const zh = vh + w;
  out[k] = zh;
  out[k + 1] = w - (zh - vh);
}

/** out ← a·b */
export function multiplyDD(
  out: Float64Array,
  k: number,
  a: Float64Array,
  ia: number,
  b: Float64Array,
  ib: number,
): void {
  const ah = a[ia];
  const al = a[ia + 1];
  const bh = b[ib];
  const bl = b[ib + 1];
  const ph = ah * bh;
  const pl = productError(ah, bh, ph) + (ah * bl + al * bh);
  const zh = ph + pl;
  out[k] = zh;
  out[k + 1] = pl - (zh - ph);
}

/** out ← a·x */
export function multiplyNumberDD(out: Float64Array, k: number, a: Float64Array, ia: number, x: number): void {
  const ah = a[ia];
  const ph = ah * x;
  const pl = productError(ah, x, ph) + a[ia + 1] * x;
  const zh = ph + pl;
  out[k] = zh;
  out[k + 1] = pl - (zh - ph);
}

/** out ← x·y, exactly */
export function productDD(out: Float64Array, k: number, x: number, y: number): void {
  const p = x * y;
  out[k] = p;
  out[k + 1] = productError(x, y, p);
}

/** out ← x + y, exactly */
export function sumDD(out: Float64Array, k: number, x: number, y: number): void {
  const s = x + y;
  const v = s - x;
  out[k] = s;
  out[k + 1] = x - (s - v) + (y - v);
}

/** x·y − p exactly, where p is x·y rounded. */
function productError(x: number, y: number, p: number): number {
  const cx = splitter * x;
  const xh = cx - (cx - x);
  const xl = x - xh;
  const cy = splitter * y;
  const yh = cy - (cy - y);
  const yl = y - yh;
  return xh * yh - p + xh * yl + xl * yh + xl * yl;
}

/** out ← a / b */
export function divideDD(out: Float64Array, k: number, a: Float64Array, ia: number, b: Float64Array, ib: number): void {
  const ah = a[ia];
  const al = a[ia + 1];
  const bh = b[ib];
  const bl = b[ib + 1];
  const th = ah / bh;
  // r = b·th
  const ph = bh * th;
  const pl = productError(bh, th, ph) + bl * th;
  const rh = ph + pl;
  const rl = pl - (rh - ph);
  // the rest of the division, ah − rh without error
  const tl = (ah - rh + (al - rl)) / bh;
  const zh = th + tl;
  out[k] = zh;
  out[k + 1] = tl - (zh - th);
}

/** out ← √a; NaN for a < 0. */
export function sqrtDD(out: Float64Array, k: number, a: Float64Array, ia: number): void {
  const ah = a[ia];
  const al = a[ia + 1];
  if (ah === 0) {
    out[k] = 0;
    out[k + 1] = 0;
    return;
  }
  const sh = Math.sqrt(ah);
  const ph = sh * sh;
  const sl = (ah - ph - productError(sh, sh, ph) + al) / (2 * sh);
  const zh = sh + sl;
  out[k] = zh;
  out[k + 1] = sl - (zh - sh);
}
