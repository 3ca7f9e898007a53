/** How many boxes and triangles the search for penetrations looks at. */
import { expect, it } from "vitest";
import { Penetrations } from "../../../src/contact/polygonal/penetrations.ts";
import { makeSurface, type Surface } from "../../../src/contact/polygonal/surface.ts";
import { createRandom } from "../../../src/math/random.ts";
import { turnedBy } from "../patch/poses.ts";
import { sphereMesh, torusMesh } from "./meshes.ts";

const depth = Float64Array.of(0.3);
const ball = makeSurface(sphereMesh(0.5, 2), depth[0]!);
const fine = makeSurface(sphereMesh(0.3, 3), depth[0]!);
const ring = makeSurface(torusMesh(1, 0.2, 20, 10), depth[0]!);

it.each([
  ["ball in ball", ball, fine, 0.6],
  ["ball in ring", ring, ball, 1.2],
  ["ring in ball", ball, ring, 1.2],
] as const)("work of %s is as the file beside this test shows it", async (name, base, target, room) => {
  const random = createRandom(7);
  const some = (): number => 2 * random.uniform() - 1;
  const found = new Penetrations(base, target);
  const lines: string[] = [];
  for (let k = 0; k < 30; k++) {
    const R = turnedBy([3 * some(), 3 * some(), 3 * some()]);
    const r = Float64Array.of(room * some(), room * some(), room * some());
    found.find(R, r, depth);
    const sum = found.depths.slice(0, found.count).reduce((total, x) => total + x, 0);
    lines.push(
      `${found.boxChecks} boxes, ${found.lineChecks} triangles, ${found.count} penetrations of ${sum.toPrecision(9)} m`,
    );
    // a little further nothing is searched again
    r[0]! += 1e-3;
    const before = found.lineChecks;
    found.find(R, r, depth);
    expect([found.boxChecks, found.lineChecks]).toEqual([0, before]);
  }
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(`../work/${name.replaceAll(" ", "-")}.txt`);
});

it("many pairs of boxes may wait, and many may be found", () => {
  // two fine surfaces side by side: lists that begin with 1 024 numbers grow
  const twice = new Penetrations(fine, fine);
  twice.find(turnedBy([0, 0, 0.01]), Float64Array.of(0.35, 0, 0), depth);
  expect(twice.lineChecks).toBeGreaterThan(600);
  expect(twice.count).toBeGreaterThan(50);
  // the same as with searches that had their room before
  const { lineChecks, count } = twice;
  const [depths, elements] = [twice.depths.slice(0, count), twice.elements.slice(0, count)];
  twice.find(turnedBy([0, 0, 2]), Float64Array.of(5, 0, 0), depth);
  expect(twice.count).toBe(0);
  twice.find(turnedBy([0, 0, 0.01]), Float64Array.of(0.35, 0, 0), depth);
  expect([twice.lineChecks, twice.count]).toEqual([lineChecks, count]);
  expect(twice.depths.slice(0, count)).toEqual(depths);
  expect(twice.elements.slice(0, count)).toEqual(elements);
});

it("nothing penetrates a surface that is far", () => {
  const surfaces: readonly Surface[] = [ball, fine, ring];
  for (const base of surfaces)
    for (const target of surfaces) {
      const found = new Penetrations(base, target);
      found.find(turnedBy([0, 0, 0]), Float64Array.of(0, 0, 4), depth);
      expect([found.boxChecks, found.lineChecks, found.count]).toEqual([1, 0, 0]);
    }
});
