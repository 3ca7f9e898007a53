/**
 * Integrals of powers of a linear function over a triangle, exact.
 *
 *     ∫ h^m dA          = 2·S·m!/(m + 2)!·H_m(a, b, c)
 *     ∫ h^m·λ_a dA      = 2·S·m!/(m + 3)!·∂H_{m+1}/∂a
 *
 * Legend   S  area    a, b, c  values of h at the corners    λ_a  barycentric coordinate of the first corner
 *          H_m  sum of all products a^i·b^j·c^k with i + j + k = m
 * Source   [Eisenberg1973]; the second is the derivative of the first with respect to a
 */

const sixtieth = 1 / 60;

/** out[0] ← mean of h^m over the triangle, out[1..3] ← means of h^m·λ for the corners; m = 1 or 3. */
export function meanPowers(out: Float64Array, m: number, a: number, b: number, c: number): void {
  if (m === 1) {
    const s = a + b + c;
    out[0] = s / 3;
    out[1] = (s + a) / 12;
    out[2] = (s + b) / 12;
    out[3] = (s + c) / 12;
    return;
  }
  const p1 = a + b + c;
  const p2 = a * a + b * b + c * c + a * b + b * c + c * a;
  const p3 = a * a * a + b * b * b + c * c * c + a * b * (a + b) + b * c * (b + c) + c * a * (c + a) + a * b * c;
  out[0] = 0.1 * p3;
  // ∂H_4/∂a = H_3 + a·H_2 + a²·H_1 + a³, by H_m(a, b, c) = Σ a^i·H_{m−i}(b, c)
  out[1] = sixtieth * (p3 + a * (p2 + a * (p1 + a)));
  out[2] = sixtieth * (p3 + b * (p2 + b * (p1 + b)));
  out[3] = sixtieth * (p3 + c * (p2 + c * (p1 + c)));
}

/** Mean of h^(m+1) over the triangle, for m = 1 or 3. */
export function meanNextPower(m: number, a: number, b: number, c: number): number {
  const p2 = a * a + b * b + c * c + a * b + b * c + c * a;
  if (m === 1) return p2 / 6;
  const ab = a * b;
  const bc = b * c;
  const ca = c * a;
  const a2 = a * a;
  const b2 = b * b;
  const c2 = c * c;
  const p4 =
    a2 * a2 +
    b2 * b2 +
    c2 * c2 +
    ab * (a2 + ab + b2) +
    bc * (b2 + bc + c2) +
    ca * (c2 + ca + a2) +
    ab * c * (a + b + c);
  return p4 / 15;
}
