import { expect, it } from "vitest";
import { polygonalLaw } from "../../../src/contact/polygonal/polygonalLaw.ts";

it("surfaces of two rigid bodies have no law", () => {
  const make = () => polygonalLaw({ maxPenetration: 0.05 } as Parameters<typeof polygonalLaw>[0]);
  expect(make).toThrowError(
    expect.objectContaining({
      because: "both bodies are rigid",
      hint: "modulus and layer depth of at least one body above 0",
    }),
  );
});
