import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CollisionConfiguration } from "../../src/planar/collisionConfiguration.ts";
import { LoopConfiguration } from "../../src/planar/loopConfiguration.ts";
import { MatrixConfiguration } from "../../src/planar/matrixConfiguration.ts";
import { isOnRange, nearestSurface, Outline, outlineFromVertices } from "../../src/planar/outline.ts";
import { recordComparison } from "../reference/recordComparison.ts";
import { latticePolygon, walks } from "./randomShapes.ts";
import { referenceCases, samplesOf } from "./referenceTrajectories.ts";

const forms: [string, (surfaces: number, initiators: number) => CollisionConfiguration][] = [
  ["loops", (surfaces, initiators) => new LoopConfiguration(surfaces, initiators)],
  ["binary matrices", (surfaces, initiators) => new MatrixConfiguration(surfaces, initiators)],
];

/** Surfaces of initiator j, counted from 1. */
function surfacesOf(configuration: CollisionConfiguration, j: number): number[] {
  const all = Array.from({ length: configuration.surfaces }, (_, i) => i);
  return all.filter((i) => configuration.collides(i, j)).map((i) => i + 1);
}

describe.each(forms)("collision configuration by %s", (_name, create) => {
  it.each(referenceCases)("finds the surfaces of the reference trajectory $id at every sample", (reference) => {
    const samples = samplesOf(reference);
    const configuration = create(samples[0].outline.count, 1);
    configuration.initialise(samples[0].outline, samples[0].point, 0);
    const found = samples.map(({ outline, point }) => {
      configuration.accept(outline, point, 0);
      return surfacesOf(configuration, 0);
    });
    const right = found.filter((surfaces, k) => isDeepStrictEqual(surfaces, reference.expected[k])).length;
    recordComparison("samples with the right surfaces", right, reference.expected.length, 0);
    expect(found).toEqual(reference.expected);
  });

  it.each(referenceCases)("finds penetration, range and nearest surface of $id", (reference) => {
    const configuration = create(samplesOf(reference)[0].outline.count, 1);
    samplesOf(reference).forEach(({ outline, point }, k) => {
      configuration.evaluate(outline, point, 0);
      const surfaces = Array.from({ length: outline.count }, (_, i) => i);
      const flags = surfaces.map((i) => Number(configuration.penetrates(i, 0)));
      expect(flags).toEqual(reference.penetrationMatrixRows[k]);
      expect(flags.every((p) => p === 1)).toBe(reference.insideFlags[k]);
      const range = surfaces.map((i) => Number(isOnRange(outline, i, point[0], point[1])));
      expect(range).toEqual(reference.rangeMatrixRows[k]);
      const nearest = nearestSurface(outline, point[0], point[1]);
      expect(nearest < 0 ? null : nearest + 1).toBe(reference.nearestSurfaceWhileInside[k]);
    });
  });

  it("a trial that is never accepted leaves no trace", () => {
    fc.assert(
      fc.property(latticePolygon, walks(7, 6), walks(7, 3), (vertices, accepted, trials) => {
        const outline = new Outline(vertices.length / 2);
        outlineFromVertices(outline, vertices);
        const disturbed = create(outline.count, 7);
        const quiet = create(outline.count, 7);
        disturbed.initialise(outline, accepted[0], 0);
        quiet.initialise(outline, accepted[0], 0);
        for (const points of accepted) {
          for (const trial of trials) disturbed.evaluate(outline, trial, 0);
          disturbed.accept(outline, points, 0);
          quiet.accept(outline, points, 0);
          for (let j = 0; j < 7; j++) expect(surfacesOf(disturbed, j)).toEqual(surfacesOf(quiet, j));
        }
      }),
      { seed: 9, numRuns: 200 },
    );
  });

  it("accepting the same state twice changes nothing", () => {
    fc.assert(
      fc.property(latticePolygon, walks(5, 6), (vertices, walk) => {
        const outline = new Outline(vertices.length / 2);
        outlineFromVertices(outline, vertices);
        const configuration = create(outline.count, 5);
        configuration.initialise(outline, walk[0], 0);
        for (const points of walk) {
          configuration.accept(outline, points, 0);
          const before = Array.from({ length: 5 }, (_, j) => surfacesOf(configuration, j));
          configuration.accept(outline, points, 0);
          expect(Array.from({ length: 5 }, (_, j) => surfacesOf(configuration, j))).toEqual(before);
        }
      }),
      { seed: 10, numRuns: 200 },
    );
  });
});

describe("loops and binary matrices", () => {
  // Polygons and points on a small lattice: points on edges, on corners and on prolonged edges are the rule.
  it("give equal configurations for every polygon, every number of points and every walk", () => {
    fc.assert(
      fc.property(
        latticePolygon,
        fc.integer({ min: 1, max: 70 }).chain((count) => walks(count, 12)),
        (vertices, walk) => {
          const outline = new Outline(vertices.length / 2);
          outlineFromVertices(outline, vertices);
          const count = walk[0].length / 2;
          const loops = new LoopConfiguration(outline.count, count);
          const matrices = new MatrixConfiguration(outline.count, count);
          loops.initialise(outline, walk[0], 0);
          matrices.initialise(outline, walk[0], 0);
          for (const points of walk) {
            loops.accept(outline, points, 0);
            matrices.accept(outline, points, 0);
            expectEqual(loops, matrices);
          }
        },
      ),
      { seed: 1, numRuns: 400 },
    );
  });

  it("agree for a target that moves and turns, and for points that start at an offset", () => {
    fc.assert(
      fc.property(latticePolygon, walks(40, 8), fc.double({ min: -1, max: 1, noNaN: true }), (vertices, walk, spin) => {
        const outline = new Outline(vertices.length / 2);
        const loops = new LoopConfiguration(outline.count, 33);
        const matrices = new MatrixConfiguration(outline.count, 33);
        walk.forEach((points, k) => {
          const [c, s] = [Math.cos(spin * k), Math.sin(spin * k)];
          const turned = vertices.map((_, m) =>
            m % 2 === 0
              ? c * vertices[m] - s * vertices[m + 1] + 0.1 * k
              : s * vertices[m - 1] + c * vertices[m] - 0.2 * k,
          );
          outlineFromVertices(outline, turned);
          if (k === 0) {
            loops.initialise(outline, points, 7);
            matrices.initialise(outline, points, 7);
          }
          loops.accept(outline, points, 7);
          matrices.accept(outline, points, 7);
          expectEqual(loops, matrices);
        });
      }),
      { seed: 2, numRuns: 300 },
    );
  });

  it("keep what the rule promises: a pushing surface is never separated, and a point inside keeps its surfaces", () => {
    fc.assert(
      fc.property(latticePolygon, walks(6, 12), (vertices, walk) => {
        const outline = new Outline(vertices.length / 2);
        outlineFromVertices(outline, vertices);
        const configuration = new MatrixConfiguration(outline.count, 6);
        configuration.initialise(outline, walk[0], 0);
        for (const points of walk) {
          const before = Array.from({ length: 6 }, (_, j) => surfacesOf(configuration, j));
          configuration.accept(outline, points, 0);
          for (let j = 0; j < 6; j++) {
            const now = surfacesOf(configuration, j);
            for (const i of now) expect(configuration.penetrates(i - 1, j)).toBe(true);
            const isInside = nearestSurface(outline, points[2 * j], points[2 * j + 1]) >= 0;
            if (isInside && before[j].length > 0) expect(now).toEqual(before[j]);
          }
        }
      }),
      { seed: 3, numRuns: 300 },
    );
  });
});

function expectEqual(a: CollisionConfiguration, b: CollisionConfiguration): void {
  for (let j = 0; j < a.initiators; j++) {
    for (let i = 0; i < a.surfaces; i++) {
      if (a.penetrates(i, j) !== b.penetrates(i, j)) throw new Error(`p differs at ${i}, ${j}`);
      if (a.collides(i, j) !== b.collides(i, j)) throw new Error(`c differs at ${i}, ${j}`);
      if (a.collidesAtReference(i, j) !== b.collidesAtReference(i, j)) throw new Error(`c(t0) differs at ${i}, ${j}`);
    }
  }
}
