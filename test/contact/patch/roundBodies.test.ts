/** Round bodies whose facets follow a contact: how far they reach, where their vertices crowd, and how freely they roll. */
import { describe, expect, it } from "vitest";
import { patchBody } from "../../../src/contact/patch/patchBody.ts";
import type { RoundBody } from "../../../src/contact/patch/roundBody.ts";
import { convexBody } from "../../../src/geometry/convexBody.ts";
import { coneCore } from "../../../src/geometry/makeCore.ts";
import type { SolidShape } from "../../../src/geometry/registry.ts";
import { Beam } from "../../../src/geometry/shapes/beam.ts";
import { Capsule } from "../../../src/geometry/shapes/capsule.ts";
import { Cone } from "../../../src/geometry/shapes/cone.ts";
import { Cylinder } from "../../../src/geometry/shapes/cylinder.ts";
import { supportPoint } from "../../../src/geometry/support.ts";

const roundOf = (shape: SolidShape): RoundBody => patchBody(convexBody(shape))!.round!;

const shapes = [
  ["cylinder", Cylinder({ axis: 3, diameter: 0.2, length: 0.5 })],
  ["disc", Cylinder({ axis: 1, diameter: 0.8, length: 0.1 })],
  ["pointed cone", Cone({ axis: 3, diameter: 0.4, length: 0.5 })],
  ["cut cone", Cone({ axis: 2, diameter: 0.4, topDiameter: 0.3, length: 0.2 })],
  ["beam", Beam({ axis: 3, length: 0.5, width: 0.2, thickness: 0.1 })],
  ["capsule", Capsule({ axis: 3, diameter: 0.2, length: 0.5 })],
] as const;

/** Directions all around. */
const directions = Array.from({ length: 60 }, (_, k) => {
  const [z, angle] = [1 - (2 * k + 1) / 60, 2.4 * k];
  const across = Math.sqrt(1 - z * z);
  return [across * Math.cos(angle), across * Math.sin(angle), z];
});

it.each(shapes)("a %s reaches as far as its farthest point, in all directions", (_, shape) => {
  const core = convexBody(shape);
  const round = patchBody(core)!.round!;
  const found = new Float64Array(32);
  for (const d of [...directions, [0, 0, 1], [0, 0, -1], [1, 0, 0], [0, -1, 0], [0, 0, 0]]) {
    const at = Float64Array.from([7, ...d]);
    supportPoint(found, 0, core, Float64Array.from(d), 0);
    const farthest = found[0]! * d[0]! + found[1]! * d[1]! + found[2]! * d[2]! + core.radius * Math.hypot(...d);
    expect(round.support(at, 1)).toBeCloseTo(farthest, 12);
  }
});

describe("vertices of a rim", () => {
  const R = 0.1;
  const round = roundOf(Cylinder({ axis: 3, diameter: 2 * R, length: 0.5 }));
  /** Angles from the contact, of the vertices of one rim. */
  const anglesFrom = (phi: number): number[] => {
    const { vertices, vertexCount } = round.polytope;
    return Array.from({ length: vertexCount / 2 }, (_, k) => {
      const angle = Math.atan2(vertices[6 * k + 1]!, vertices[6 * k]!) - phi;
      return Math.atan2(Math.sin(angle), Math.cos(angle));
    }).sort((a, b) => a - b);
  };

  it.each([
    [false, 40, 27],
    [true, 20, 13],
  ])(
    "lie where the rim dips in to two thirds, one of them at the contact; towards a round body: %s",
    (isToRound, count, inside) => {
      for (const phi of [0, 0.3, 2, Math.PI, -1.2])
        for (const sigma of [1, 0.6])
          for (const depth of [1e-5, 1e-3, 0.04]) {
            const d = Float64Array.of(sigma * Math.cos(phi), sigma * Math.sin(phi), Math.sqrt(1 - sigma * sigma));
            round.place(d, 0, depth, isToRound);
            const angles = anglesFrom(phi);
            expect(angles.length).toBe(count);
            expect(Math.min(...angles.map(Math.abs))).toBeLessThan(1e-7);
            // δ = R·σ·(1 − cos ψ)
            const dips = Math.acos(1 - depth / (R * sigma));
            expect([depth, angles.filter((x) => Math.abs(x) < dips).length]).toEqual([depth, inside]);
            // the first vertex is opposite to the contact, the others on both sides alike
            const others = angles.filter((x) => Math.abs(x) < Math.PI - 1e-7);
            expect(others.length).toBe(count - 1);
            const tau = Math.tan(others[count / 2]! / 2) / Math.tan(Math.PI / count);
            others.forEach((x, k) => {
              expect(Math.tan(x / 2)).toBeCloseTo(tau * Math.tan(Math.PI * ((k + 1) / count - 0.5)), 6);
            });
          }
    },
  );

  it.each([
    ["all of the rim dips in", [1, 0, 0], 2 * R],
    ["it is deeper still", [0.6, 0, 0.8], 0.3],
    ["the contact has no direction about the axis", [0, 0, 1], 1e-4],
  ] as const)("are equidistant where %s", (_, d, depth) => {
    round.place(Float64Array.from(d), 0, depth, false);
    anglesFrom(0).forEach((x, k, all) => {
      if (k > 0) expect(x - all[k - 1]!).toBeCloseTo((2 * Math.PI) / 40, 12);
    });
  });

  it("crowd no further where bodies are apart, and not without end", () => {
    const place = (depth: number): number[] => {
      round.place(Float64Array.of(1, 0, 0), 0, depth, false);
      return [...round.polytope.vertices];
    };
    expect(place(-1)).toEqual(place(0));
    expect(place(1e-30)).toEqual(place(0));
    expect(place(1e-7)).not.toEqual(place(0));
    place(0);
    // τ = 1e-9
    const least = Math.min(...anglesFrom(0).filter((x) => x > 0));
    expect(least / (2e-9 * Math.tan(Math.PI / 40))).toBeCloseTo(1, 6);
  });
});

describe("facets of a rim", () => {
  it("have a face at each end, but for the point of a cone", () => {
    for (const [shape, ends] of [
      [Cylinder({ axis: 3, diameter: 0.2, length: 0.5 }), 2],
      [Cone({ axis: 3, diameter: 0.2, topDiameter: 0.1, length: 0.5 }), 2],
      [Cone({ axis: 3, diameter: 0.2, length: 0.5 }), 1],
    ] as const) {
      const round = roundOf(shape);
      round.place(Float64Array.of(1, 0, 0), 0, 1e-3, false);
      const { faceCount, vertexCount, edgeCount } = round.polytope;
      expect([faceCount, vertexCount, edgeCount]).toEqual([40 + ends, 80, 40 * (1 + ends)]);
    }
  });

  it("of a cut cone crowd by its larger radius", () => {
    const round = roundOf(Cone({ axis: 3, diameter: 0.4, topDiameter: 0.1, length: 0.5 }));
    round.place(Float64Array.of(1, 0, 0), 0, 0.01, false);
    const { vertices, vertexCount } = round.polytope;
    const dips = Math.acos(1 - 0.01 / 0.2);
    const inside = Array.from({ length: vertexCount / 2 }, (_, k) =>
      Math.atan2(vertices[6 * k + 1]!, vertices[6 * k]!),
    );
    expect(inside.filter((x) => Math.abs(x) < dips).length).toBe(27);
  });

  it.each([
    ...shapes.map(([name, shape]) => [name, convexBody(shape)] as const),
    ["cone whose base is elsewhere", coneCore(3, 0.2, 0.1, 0.3, 0.8, 0)] as const,
  ])("of a %s have planes through their corners however much they crowd", (_, core) => {
    const round = patchBody(core)!.round!;
    for (const d of [...directions.filter((__, k) => k % 9 === 0), [0, 0, 1], [0, 1, 0], [1, 0, 0], [-1, 0, 0]])
      for (const depth of [0, 1e-14, 1e-10]) {
        round.place(Float64Array.from(d), 0, depth, false);
        const { planes, vertices: p, faceStart, faceVertices, faceCount } = round.polytope;
        let [off, length] = [0, 0];
        for (let f = 0; f < faceCount; f++) {
          const [x, y, z, far] = planes.subarray(4 * f, 4 * f + 4) as unknown as [number, number, number, number];
          length = Math.max(length, Math.abs(Math.hypot(x, y, z) - 1));
          for (const v of faceVertices.subarray(faceStart[f], faceStart[f + 1]))
            off = Math.max(off, Math.abs(x * p[3 * v]! + y * p[3 * v + 1]! + z * p[3 * v + 2]! - far));
        }
        expect(length).toBeLessThan(1e-13);
        expect(off).toBeLessThan(1e-13);
      }
  });

  it("of a beam are mirror images where directions are", () => {
    const round = roundOf(Beam({ axis: 3, length: 0.5, width: 0.2, thickness: 0.1 }));
    /** Components across the thickness, in the order of their angles about the axis. */
    const outline = (d: readonly number[], signX: number, signZ: number): number[] => {
      round.place(Float64Array.from(d), 0, 1e-3, false);
      const { vertices, vertexCount } = round.polytope;
      return Array.from({ length: vertexCount / 2 }, (_, k) => [signX * vertices[6 * k]!, signZ * vertices[6 * k + 2]!])
        .sort((a, b) => Math.atan2(a[0]!, a[1]!) - Math.atan2(b[0]!, b[1]!))
        .flat();
    };
    for (const angle of [0.3, 1.2, 2.5]) {
      const [x, z] = [Math.sin(angle), Math.cos(angle)];
      const there = outline([x, 0, z], 1, 1);
      const mirrored = outline([-x, 0, z], -1, 1);
      expect(mirrored.length).toBe(there.length);
      // where arcs begin vertices of both are at the same angle: sums do not mind their order
      const sums = [there, mirrored].map((list) =>
        list.reduce((sum, value, k) => sum + value * value * (k % 2 === 0 ? 1 : 3) + 0.1 * value, 0),
      );
      expect(sums[1]).toBeCloseTo(sums[0]!, 9);
      // crowded around the direction: the nearest vertex is next to it
      const nearest = Math.max(
        ...Array.from({ length: there.length / 2 }, (_, k) => x * there[2 * k]! + z * there[2 * k + 1]!),
      );
      expect(nearest).toBeCloseTo(round.support(Float64Array.of(x, 0, z), 0), 5);
    }
  });
});

describe("vertices of a capsule", () => {
  const R = 0.1;
  const half = 0.25;
  const round = roundOf(Capsule({ axis: 3, diameter: 2 * R, length: 2 * half }));

  it.each([false, true])("are near the surface, one of them towards the contact: to a round body %s", (isToRound) => {
    for (const theta of [0, 0.4, -0.7, 1.2])
      for (const phi of [0, 1, -2.5])
        for (const depth of [1e-5, 1e-3]) {
          const d = [Math.cos(theta) * Math.cos(phi), Math.cos(theta) * Math.sin(phi), Math.sin(theta)];
          round.place(Float64Array.from(d), 0, depth, isToRound);
          const { vertices: p, vertexCount } = round.polytope;
          let nearest = Number.POSITIVE_INFINITY;
          for (let v = 0; v < vertexCount; v++) {
            const [x, y, z] = [p[3 * v]!, p[3 * v + 1]!, p[3 * v + 2]!];
            const end = Math.max(-half, Math.min(half, z));
            const off = Math.hypot(x, y, z - end) - R;
            // outwards by Δ²/12 for each of both steps; steps are wide where nothing touches
            expect(off).toBeGreaterThan(-1e-12);
            expect(off).toBeLessThan(R * 0.5);
            const side = theta >= 0 ? half : -half;
            const towards = [x - R * d[0]!, y - R * d[1]!, z - side - R * d[2]!];
            if (Math.abs(z) >= half - 1e-12) nearest = Math.min(nearest, Math.hypot(...towards));
          }
          // pushed out by less than the dip
          expect(nearest).toBeLessThan(depth);
        }
  });

  it("lie at the latitudes and longitudes that the text of the method gives, pushed outwards by the mean height of arcs", () => {
    const crowded = (dip: number): number => Math.min(1, Math.sqrt(dip / (2 - dip)) / Math.tan(0.5 * 0.675 * Math.PI));
    const outwards = (before: number, after: number): number =>
      before + after > 0 ? (before * after) / (6 * (before + after)) : 0;
    for (const isToRound of [false, true])
      for (const theta0 of [0.4, -0.7, 0])
        for (const depth of [1e-3, 0.01]) {
          const [n, J] = isToRound ? [10, 2] : [20, 5];
          const phi0 = 0.5;
          const d = [Math.cos(theta0) * Math.cos(phi0), Math.cos(theta0) * Math.sin(phi0), Math.sin(theta0)];
          round.place(Float64Array.from(d), 0, depth, isToRound);
          const { vertices: p, firstLong } = round.polytope;
          // rings, with the two at the equator, and on which side of it they are
          const w = 2 * crowded(depth / R);
          const [below, above] = [1, -1].map((sign) => Math.atan((Math.PI / 2 + sign * theta0) / w));
          const thetas = Array.from({ length: 2 * J - 1 }, (_, k) => {
            const j = k + 1 - J;
            return theta0 + w * Math.tan(((j < 0 ? below! : above!) * j) / J);
          });
          const lower = thetas.filter((x) => x < 0);
          const rings = [
            ...[-Math.PI / 2, ...lower, 0].map((x) => [x, -half] as const),
            ...[0, ...thetas.slice(lower.length), Math.PI / 2].map((x) => [x, half] as const),
          ];
          expect(firstLong).toBe(n * (lower.length + 1));
          // around: the first vertex is opposite to the contact
          const tau = crowded(depth / R / Math.cos(theta0) ** 2);
          const phis = Array.from({ length: n }, (_, k) =>
            k === 0 ? phi0 + Math.PI : phi0 + 2 * Math.atan(tau * Math.tan((Math.PI * k) / n - Math.PI / 2)),
          );
          const chords = phis.map((phi, k) => 4 * Math.sin((phis[(k + 1) % n]! - phi) / 2) ** 2);
          rings.forEach(([theta, side], j) => {
            const step = (k: number): number => (rings[k + 1]![0] - rings[k]![0]) ** 2;
            const push = outwards(step(Math.max(0, j - 1)), step(Math.min(rings.length - 2, j)));
            phis.forEach((phi, k) => {
              const out = 1 + outwards(chords[k]!, chords[(k + n - 1) % n]!);
              const across = R * (1 + push) * Math.cos(theta) * out;
              const expected = [
                across * Math.cos(phi),
                across * Math.sin(phi),
                side + R * (1 + push) * Math.sin(theta),
              ];
              const v = 3 * (n * j + k);
              expect(Math.hypot(...expected.map((x, i) => x - p[v + i]!))).toBeLessThan(1e-14);
            });
          });
          // at the poles all are one
          for (const j of [0, rings.length - 1])
            expect([...p.subarray(3 * n * j, 3 * n * j + 2)].map(Math.abs)).toEqual([0, 0]);
        }
  });

  it("lie on rings of equal heights, and the middle ones bound the straight part", () => {
    for (const isToRound of [false, true]) {
      const [n, rings] = isToRound ? [10, 7] : [20, 13];
      for (const z of [0.5, -0.5, 0, 1, -1]) {
        round.place(Float64Array.of(Math.sqrt(1 - z * z), 0, z), 0, 1e-3, isToRound);
        const { vertices: p, vertexCount, faceCount, firstLong, lastLong } = round.polytope;
        expect([vertexCount, faceCount]).toEqual([n * rings, n * (rings - 1)]);
        const heights = Array.from({ length: rings }, (_, j) => {
          const ring = Array.from({ length: n }, (_, k) => p[3 * (n * j + k) + 2]!);
          expect(Math.max(...ring) - Math.min(...ring)).toBe(0);
          return ring[0]!;
        });
        expect(heights).toEqual([...heights].sort((a, b) => a - b));
        expect(lastLong - firstLong).toBe(n - 1);
        expect([heights[firstLong / n], heights[firstLong / n + 1]]).toEqual([-half, half]);
      }
    }
  });
});

describe("a round body", () => {
  const parts = (round: RoundBody, n: readonly number[], depth: number): number[] => {
    const out = Float64Array.of(7, 7);
    round.rolls(out, Float64Array.from([9, 9, ...n]), 2, depth);
    return [...out].map((x) => expect.closeTo(x, 12) as number);
  };

  it("that is a cylinder or a cone rolls less the more of its rim dips in, and not at all when all of it does", () => {
    for (const [shape, R] of [
      [Cylinder({ axis: 3, diameter: 0.2, length: 0.5 }), 0.1],
      [Cone({ axis: 3, diameter: 0.3, topDiameter: 0.1, length: 0.5 }), 0.15],
    ] as const) {
      const round = roundOf(shape);
      for (const sigma of [1, 0.6]) {
        const n = [0.8 * sigma, -0.6 * sigma, Math.sqrt(1 - sigma * sigma)];
        // the other side of the rim is at 2·R·σ
        for (const share of [0, 0.25, 0.99]) expect(parts(round, n, share * 2 * R * sigma)).toEqual([1 - share, 0]);
        expect(parts(round, n, 2 * R * sigma)).toEqual([0, 0]);
        expect(parts(round, n, 1)).toEqual([0, 0]);
      }
      expect(parts(round, [0, 0, 1], 1e-9)).toEqual([0, 0]);
      expect(round.hasRoundEnds).toBe(false);
    }
  });

  it("that is a beam rolls on its round ends until the straight part touches, and not on that", () => {
    // in the frame of the core: thickness along y, the straight part along x, ends at both sides of z
    const round = roundOf(Beam({ axis: 3, length: 0.5, width: 0.2, thickness: 0.1 }));
    const core = convexBody(Beam({ axis: 3, length: 0.5, width: 0.2, thickness: 0.1 }));
    const R = core.size[1]!;
    expect(round.axis).toBe(1);
    for (const turn of [0, 0.3, -1, 2.5]) {
      // u = z leads to the ends, v = x across the straight part
      const n = [Math.sin(turn), 0, Math.cos(turn)];
      const room = R * (1 - Math.abs(Math.sin(turn)));
      expect(parts(round, n, 0)).toEqual([1, 0]);
      expect(parts(round, n, 0.5 * room)).toEqual([0.5, 0]);
      expect(parts(round, n, 1.01 * room)).toEqual([0, 0]);
    }
    expect(parts(round, [1, 0, 0], 1e-6)).toEqual([0, 0]);
    expect(parts(round, [0.6, 0.8, 0], 1e-6)).toEqual([0, 0]);
  });

  it("that is a capsule rolls about its axis, and on its ends about all others", () => {
    const R = 0.1;
    const round = roundOf(Capsule({ axis: 3, diameter: 2 * R, length: 0.5 }));
    expect([round.hasRoundEnds, round.axis]).toEqual([true, 2]);
    for (const [z, depth, about, across] of [
      [0, 0, 1, 0],
      [0, R, 0.5, 0],
      [0, 3 * R, 0, 0],
      [1, 0, 1, 1],
      [1, 0.25 * R, 0.875, 0.5],
      [-1, 0.25 * R, 0.875, 0.5],
      [1, 0.5 * R, 0.75, 0],
      [1, 0.6 * R, 0.7, 0],
      [0.5, 0.0625 * R, 0.96875, 0.5],
    ] as const)
      expect(parts(round, [Math.sqrt(1 - z * z), 0, z], depth)).toEqual([about, across]);
  });
});
