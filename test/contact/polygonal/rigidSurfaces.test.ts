import { expect, it } from "vitest";
import { polygonalLaw } from "../../../src/contact/polygonal/polygonalLaw.ts";

const layers = { bodyE_YoungsModulus: 1e9, bodyE_LayerDepth: 0.01, maxPenetration: 0.1 };

it.each([
  "bodyE_YoungsModulus",
  "bodyF_YoungsModulus",
  "bodyE_PoissonsRatio",
  "bodyF_PoissonsRatio",
  "bodyE_LayerDepth",
  "bodyF_LayerDepth",
  "dampingTransitionDepth",
  "frictionRegularizationVelocity",
  "compressionArealDampingFactor",
  "expansionArealDampingFactor",
  "frictionCoefficient",
  "maxPenetration",
])("%s of surfaces is a number that is not negative, not a text, a truth value or a list", (name) => {
  for (const value of ["0.1", true, [0.1], -1, Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => polygonalLaw({ ...layers, [name]: value })).toThrowError(
      expect.objectContaining({
        code: "E-POLYGONAL-VALUE",
        path: name,
        because: name === "maxPenetration" ? "it is not a positive length" : "it is not a finite number ≥ 0",
        hint:
          name === "maxPenetration" ? "about 1.5 times the deepest penetration expected, in m" : "a finite number ≥ 0",
        data: { name, value },
      }),
    );
});

it.each([
  ["task", ["both", "E", "F"], 1],
  ["expansionDampingMode", ["noTension", "none", "full"], 0],
  ["dampingTransitionMode", ["none", "linear"], 0],
] as const)("%s of surfaces is a word, or its number", (name, words, first) => {
  const damping = { expansionArealDampingFactor: 3, compressionArealDampingFactor: 2, dampingTransitionDepth: 0.01 };
  words.forEach((word, k) => {
    const law = polygonalLaw({ ...layers, ...damping, [name]: word });
    expect(polygonalLaw({ ...layers, ...damping, [name]: first + k })).toEqual(law);
    if (name === "task") expect(law.task).toBe(word);
    if (name === "expansionDampingMode")
      expect([law.canPull, law.expansionDamping]).toEqual([word === "full", word === "none" ? 0 : 3]);
    if (name === "dampingTransitionMode") expect(law.transitionDepth).toBe(word === "linear" ? 0.01 : 0);
  });
  for (const value of [first - 1, first + words.length, "none of them", true])
    expect(() => polygonalLaw({ ...layers, [name]: value })).toThrowError(
      expect.objectContaining({
        path: name,
        because: "there is no such choice",
        hint: `one of ${words.map((word) => `"${word}"`).join(", ")}`,
      }),
    );
});

it("layers in series share the penetration by their stiffnesses", () => {
  const one = { bodyE_YoungsModulus: 3e6, bodyE_LayerDepth: 0.1, bodyE_PoissonsRatio: 0.25, maxPenetration: 0.1 };
  const other = { bodyF_YoungsModulus: 1e6, bodyF_LayerDepth: 0.2, maxPenetration: 0.1 };
  // (1 − ν)/((1 + ν)·(1 − 2·ν)) = 1.2
  const [E, F] = [1.2 * 3e7, 5e6];
  const [both, first, second] = [{ ...one, ...other }, one, other].map((options) => polygonalLaw(options));
  expect(both!.stiffness / ((E * F) / (E + F))).toBeCloseTo(1, 14);
  expect(both!.shareOfE).toBeCloseTo(F / (E + F), 14);
  expect([first!.stiffness / E, first!.shareOfE]).toEqual([expect.closeTo(1, 14), 1]);
  expect([second!.stiffness / F, second!.shareOfE]).toEqual([expect.closeTo(1, 14), 0]);
  for (const [name, ratio] of [
    ["bodyE_PoissonsRatio", 0.4501],
    ["bodyF_PoissonsRatio", 0.5],
  ] as const)
    expect(() => polygonalLaw({ ...one, ...other, [name]: ratio })).toThrowError(
      expect.objectContaining({
        path: name,
        because: "a layer of an incompressible material does not yield",
        hint: "at most 0.45",
      }),
    );
  expect(polygonalLaw({ ...one, bodyE_PoissonsRatio: 0.45 }).stiffness).toBeGreaterThan(E);
  // of a rigid body the ratio does not count
  expect(polygonalLaw({ ...one, bodyF_PoissonsRatio: 0.5 }).stiffness).toBe(first!.stiffness);
});

it("lengths and velocities that are not given have defaults", () => {
  const linear = { ...layers, dampingTransitionMode: "linear" } as const;
  for (const [given, depth, speed] of [
    [{}, 1e-4, 1e-3],
    [{ dampingTransitionDepth: 0, frictionRegularizationVelocity: 0 }, 1e-4, 1e-3],
    [{ dampingTransitionDepth: 9e-11, frictionRegularizationVelocity: 9e-11 }, 1e-4, 1e-3],
    [{ dampingTransitionDepth: 2e-10, frictionRegularizationVelocity: 3e-10 }, 2e-10, 3e-10],
    [{ dampingTransitionDepth: 0.5, frictionRegularizationVelocity: 7 }, 0.5, 7],
  ] as const) {
    const law = polygonalLaw({ ...linear, ...given });
    expect([law.transitionDepth, law.smallSpeed]).toEqual([depth, speed]);
  }
  expect(polygonalLaw(layers)).toMatchObject({
    task: "both",
    compressionDamping: 0,
    expansionDamping: 0,
    canPull: false,
    transitionDepth: 0,
    friction: 0,
    loss: 0,
  });
  // a layer needs both, a modulus and a depth
  for (const name of ["bodyE_YoungsModulus", "bodyE_LayerDepth"])
    expect(() => polygonalLaw({ ...layers, [name]: 0 })).toThrowError(
      expect.objectContaining({
        code: "E-POLYGONAL-VALUE",
        path: "bodyE_YoungsModulus",
        what: expect.stringContaining("Polygonal contact cannot have bodyE_YoungsModulus = "),
      }),
    );
});

it("surfaces of two rigid bodies have no law", () => {
  const make = () => polygonalLaw({ maxPenetration: 0.05 } as Parameters<typeof polygonalLaw>[0]);
  expect(make).toThrowError(
    expect.objectContaining({
      because: "both bodies are rigid",
      hint: "modulus and layer depth of at least one body above 0",
    }),
  );
});
