import { expect, it } from "vitest";
import { createRandom } from "../../src/math/random.ts";
import { inertiaFromCentre, inertiaLength } from "../../src/math/spatialInertia.ts";

const random = createRandom(81);
const draw = (length: number) => Float64Array.from({ length }, () => random.normal());

/** ∫ dm, ∫ r dm and ∫ (r·r·1 − r·rᵀ) dm of point masses, in the order of the packed inertia. */
function momentsOf(masses: Float64Array, points: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(inertiaLength);
  points.forEach(([x, y, z], k) => {
    const m = masses[k];
    [1, x, y, z, y * y + z * z, -x * y, -x * z, x * x + z * z, -y * z, x * x + y * y].forEach((moment, i) => {
      out[i] += m * moment;
    });
  });
  return out;
}

it("the inertia about the origin is that of a cloud of point masses, given by its centre and its inertia about it", () => {
  for (let k = 0; k < 50; k++) {
    const masses = draw(6).map((m) => 0.1 + Math.abs(m));
    const points = Array.from({ length: 6 }, () => draw(3));
    const expected = momentsOf(masses, points);
    const centre = expected.slice(1, 4).map((h) => h / expected[0]);
    const aboutCentre = momentsOf(
      masses,
      points.map((p) => p.map((x, i) => x - centre[i])),
    );
    const found = new Float64Array(inertiaLength);
    inertiaFromCentre(found, 0, expected[0], centre, 0, aboutCentre, 4);
    // a few dozen operations on entries of this size
    const scale = Math.max(...expected.map(Math.abs));
    for (let i = 0; i < inertiaLength; i++) expect(Math.abs(found[i] - expected[i])).toBeLessThan(1e-14 * scale);
  }
});
