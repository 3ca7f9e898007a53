/** Rules of integration against integrals of powers. */
import { expect, test } from "vitest";
import { embeddedRule } from "../../src/math/gaussIntegral.ts";

test("Kronrod's rule is exact up to degree 11, and the rule inside it up to degree 5", () => {
  const integral = (degree: number, weight: "weight" | "coarse"): number =>
    embeddedRule.reduce((sum, at) => sum + at[weight] * at.point ** degree, 0);
  for (let degree = 0; degree <= 12; degree++) {
    const exact = degree % 2 === 0 ? 2 / (degree + 1) : 0;
    const [fine, coarse] = [integral(degree, "weight") - exact, integral(degree, "coarse") - exact].map(Math.abs);
    if (degree <= 11) expect(fine, `degree ${degree}`).toBeLessThan(1e-14);
    else expect(fine).toBeGreaterThan(1e-6);
    if (degree <= 5) expect(coarse, `degree ${degree}`).toBeLessThan(1e-14);
    else if (degree % 2 === 0) expect(coarse).toBeGreaterThan(1e-2);
  }
});
