/** Box about the origin of its frame, with its edges along x, y, z. */

import { boxCore } from "../makeCore.ts";
import { checkLengths, withDefaults } from "../shapeChecks.ts";
import type { SolidGeometry } from "../solidGeometry.ts";
import { extrude } from "../turnedSurface.ts";
import { diagonal, zeroVector } from "../vectors.ts";

export interface Box {
  readonly kind: "Box";
  /** m */
  readonly lengthX: number;
  readonly lengthY: number;
  readonly lengthZ: number;
}

/** A box; its edges have the length 1 m by default. */
export function Box(options: Partial<Omit<Box, "kind">> = {}): Box {
  const values = withDefaults("Box", { lengthX: 1, lengthY: 1, lengthZ: 1 }, options);
  checkLengths("Box", values);
  return { kind: "Box", ...values };
}

const shortest = ({ lengthX, lengthY, lengthZ }: Box) => Math.min(lengthX, lengthY, lengthZ);

export const boxGeometry: SolidGeometry<Box> = {
  volume: ({ lengthX, lengthY, lengthZ }) => lengthX * lengthY * lengthZ,
  centroid: () => zeroVector,
  inertiaPerMass: ({ lengthX: x, lengthY: y, lengthZ: z }) =>
    diagonal((y * y + z * z) / 12, (x * x + z * z) / 12, (x * x + y * y) / 12),
  contactRadius: (box) => shortest(box) / 2,
  isFlat: true,
  longestEdge: ({ lengthX, lengthY, lengthZ }) => Math.max(lengthX, lengthY, lengthZ),
  smoothingLength: shortest,
  core: ({ lengthX, lengthY, lengthZ }, r) => boxCore(lengthX / 2 - r, lengthY / 2 - r, lengthZ / 2 - r, r),
  triangles: ({ lengthX, lengthY, lengthZ }) => {
    const [x, y, z] = [lengthX / 2, lengthY / 2, lengthZ / 2];
    return extrude([[x, y], [-x, y], [-x, -y], [x, -y]], z, (u, v, w) => [u, v, w]); // biome-ignore format: a picture
  },
  unit: ({ lengthX, lengthY, lengthZ }) => ({ shape: Box(), scale: [lengthX, lengthY, lengthZ] }),
};
