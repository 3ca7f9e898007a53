/** The straight flank of a beam, at whose end all vertices of its outline crowd while the other body only just touches it, or is not there yet. */
import { describe, expect, it } from "vitest";
import { patchBody } from "../../../src/contact/patch/patchBody.ts";
import { PatchContact } from "../../../src/contact/patch/patchContact.ts";
import { convexBody } from "../../../src/geometry/convexBody.ts";
import type { SolidShape } from "../../../src/geometry/registry.ts";
import { Beam } from "../../../src/geometry/shapes/beam.ts";
import { Cone } from "../../../src/geometry/shapes/cone.ts";
import { Cylinder } from "../../../src/geometry/shapes/cylinder.ts";
import { supportPoint } from "../../../src/geometry/support.ts";
import { identity, turnedBy } from "./poses.ts";

const width = 0.17;
const beam = Beam({ axis: 1, length: 0.4, width, thickness: 0.16 });
const shapes: Record<string, SolidShape> = {
  "pointed cone": Cone({ axis: 3, diameter: 0.22, length: 0.13 }),
  "cut cone": Cone({ axis: 1, diameter: 0.26, length: 0.14, topDiameter: 0.12 }),
  cylinder: Cylinder({ axis: 2, diameter: 0.2, length: 0.3 }),
  beam: Beam({ axis: 1, length: 0.1, width: 0.2, thickness: 0.12 }),
};
const attitudes = [[0.3, 0.2, 0.1], [1.5, 0.1, 0], [2.1, 0.8, -0.6], [0.2, 2.5, 0.4], [-1.2, 0.7, 1.9]]; // biome-ignore format: a list

describe.each(Object.entries(shapes))("a %s on the flank of a beam", (_, shape) => {
  const body = patchBody(convexBody(shape))!;
  const patch = new PatchContact(patchBody(convexBody(beam))!, body);
  const { axis } = body.core;

  it.each(attitudes)("turned by %d, %d and %d is held by nothing where it has no depth", (...angles) => {
    const R = turnedBy(angles);
    // its lowest point, from its core and the ball around it
    const lowest = new Float64Array(3);
    const down = Float64Array.from({ length: 3 }, (_, k) => -R[3 + ((axis + k) % 3)]!);
    supportPoint(lowest, 0, body.core, down, 0);
    const at = [0, 1, 2].map((i) => [0, 1, 2].reduce((sum, k) => sum + R[3 * i + ((axis + k) % 3)]! * lowest[k]!, 0));
    const evaluate = (depth: number): readonly [number, number] => {
      const r = Float64Array.of(0.05 - at[0]!, width / 2 - at[1]! + body.core.radius - depth, 0.01 - at[2]!);
      patch.evaluate(identity, 0, new Float64Array(3), 0, R, 0, r, 0, { modulus: 1e8, foundation: 0 });
      return [patch.normalForce, patch.energy];
    };
    const [force, energy] = evaluate(1e-3);
    for (const depth of [1e-9, 1e-11, 1e-12, 1e-13, 1e-15, 0, -1e-15, -2e-12, -1e-9, -1e-6, -1e-3]) {
      const [small, stored] = evaluate(depth);
      expect(small, `force ${depth} m deep`).toBeLessThan(1e-5 * force);
      expect(stored, `energy ${depth} m deep`).toBeLessThan(1e-8 * energy);
    }
  });
});
