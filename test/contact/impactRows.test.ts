// An impact among other contacts, on a table that is written by hand: which of them make its outcome doubtful, and the impulse of two masses.
import { describe, expect, it } from "vitest";
import { ImpulsiveContactPairMaterial } from "../../src/contact/contactPairMaterial.ts";
import { ContactTable, type SurfaceContactStart } from "../../src/contact/contactTable.ts";
import { applyImpact, type ImpactDynamics } from "../../src/contact/impact.ts";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { createBodyMotion } from "../../src/mechanics/bodyMotion.ts";

const masses = [Number.POSITIVE_INFINITY, 1, 2, 3, 4];

/** Contacts of these pairs of bodies; the shapes of the row approach each other along z with this speed. */
function impactOf(
  pairs: readonly (readonly [number, number])[],
  row: number,
  speed = 2,
  restitution = 0.5,
): { readonly impulse: number[]; readonly refused: string; readonly other: number | undefined } {
  const table = new ContactTable();
  pairs.forEach(([bodyA, bodyB], key) => {
    const start = { a: 2 * key, b: 2 * key + 1, bodyA, bodyB, key, startTime: 0, isContinued: false, surfaces: {} };
    table.add(start as SurfaceContactStart);
    // other contacts have other normals
    table.normal[3 * key + (key === row ? 2 : 0)] = 1;
  });
  table.rate[row] = speed;
  const motion = createBodyMotion(masses.length);
  motion.velocity[3 * pairs[row]![1] + 2] = -speed;
  const impulse: number[] = [];
  const dynamics: ImpactDynamics = {
    response(out, bodyA, bodyB, _point, e) {
      for (let i = 0; i < 3; i++) out[i] = e[i]! * (1 / masses[bodyA]! + 1 / masses[bodyB]!);
    },
    apply: (_a, _b, _point, J) => void impulse.push(...J),
  };
  const material = ImpulsiveContactPairMaterial({ coefficientOfRestitution: restitution });
  let because = "";
  let other: number | undefined;
  try {
    applyImpact(table, row, material, motion, dynamics, (reason, at) => {
      [because, other] = [reason, at];
      return new RattlebackError("E-CONTACT-IMPACT", reason, { hint: "" });
    });
  } catch (error) {
    if (!(error instanceof RattlebackError)) throw error;
  }
  return { impulse, refused: because, other };
}

describe("an impact of bodies 1 and 2", () => {
  it("has the impulse (1 + e)·v/(1/m₁ + 1/m₂) along the normal", () => {
    const { impulse } = impactOf([[1, 2]], 0);
    expect(impulse).toEqual([0, 0, (1.5 * 2) / (1 + 1 / 2)]);
  });

  it.each([
    ["other bodies", [3, 4]],
    ["another body and the world", [0, 3]],
    ["the world and another body", [3, 0]],
  ] as const)("does not care about a contact of %s, in any row", (_name, pair) => {
    for (const row of [0, 1, 2]) {
      const pairs: (readonly [number, number])[] = [pair, pair];
      pairs.splice(row, 0, [1, 2]);
      expect([row, impactOf(pairs, row)]).toEqual([row, { impulse: [0, 0, 2], refused: "", other: undefined }]);
    }
  });

  it.each([
    [1, 3],
    [3, 1],
    [2, 3],
    [3, 2],
    [0, 1],
    [2, 0],
    [2, 1],
  ])("is refused beside a contact of bodies %d and %d, which is named", (a, b) => {
    for (const [pairs, row, other] of [
      [
        [
          [1, 2],
          [a, b],
        ],
        0,
        1,
      ],
      [
        [
          [a, b],
          [1, 2],
        ],
        1,
        0,
      ],
      [
        [
          [3, 4],
          [1, 2],
          [a, b],
        ],
        1,
        2,
      ],
    ] as [[number, number][], number, number][]) {
      const found = impactOf(pairs, row);
      expect([found.impulse, found.other]).toEqual([[], other]);
      expect(found.refused).toContain("simultaneous impacts");
    }
  });
});

describe("an impact of a body with the world", () => {
  it("does not care about other contacts of the world", () => {
    expect(
      impactOf(
        [
          [0, 1],
          [0, 2],
        ],
        0,
      ).impulse,
    ).toEqual([0, 0, 3]);
    expect(
      impactOf(
        [
          [2, 0],
          [0, 1],
        ],
        1,
      ).impulse,
    ).toEqual([0, 0, 3]);
  });

  it("is refused where the shapes do not approach, or part more slowly than 1 mm/s", () => {
    for (const speed of [0, -1]) expect(impactOf([[0, 1]], 0, speed)).toMatchObject({ impulse: [], other: -1 });
    expect(impactOf([[0, 1]], 0, 0).refused).toContain("without approaching");
    // 2 mm/s with a restitution of one half are just fast enough
    expect(impactOf([[0, 1]], 0, 2e-3)).toMatchObject({ impulse: [0, 0, 3e-3], refused: "" });
    const slow = impactOf([[0, 1]], 0, 1.99e-3);
    expect([slow.impulse, slow.other]).toEqual([[], -1]);
    expect(slow.refused).toContain("come to rest");
  });
});
