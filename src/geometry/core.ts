/**
 * Convex bodies as the kernels see them: a core of one of eight kinds, grown by a ball.
 *
 *     body = core ⊕ ball(radius)            ⊕ Minkowski sum
 *
 * A sphere is a point grown by its radius, a capsule a segment. Rounding the edges of a shape by ρ is its morphological
 * opening: the core is the shape with every face moved inwards by ρ, and ρ is the radius. Faces stay where they are, and
 * distances of bodies are distances of cores minus the radii, to the last digit.
 *
 * Frame     The axis of a core is z; `axis` says which axis of the shape that is. Axes are exchanged cyclically, so the
 *           components of a vector in the frame C of the core are v_C = (v[axis % 3], v[(axis + 1) % 3], v[(axis + 2) % 3]).
 * size      point       –
 *           segment     half length
 *           box         half lengths x, y, z
 *           ellipsoid   half axes x, y, z
 *           cylinder    radius, half length                                          centre at the origin
 *           cone        lower radius, upper radius, lower z, upper z                 lower radius > upper radius ≥ 0
 *           beam        half length (z), radius (x–z plane), half thickness (y)
 *           hull        –                                                            vertices in `hull`
 */
import type { Hull } from "./hull.ts";
import type { Vector3 } from "./vectors.ts";

export const corePoint = 0;
export const coreSegment = 1;
export const coreBox = 2;
export const coreEllipsoid = 3;
export const coreCylinder = 4;
export const coreCone = 5;
export const coreBeam = 6;
export const coreHull = 7;

export class Core {
  /** One of the constants above. */
  declare readonly kind: number;
  /** Four numbers, see the table. */
  declare readonly size: Float64Array;
  readonly radius: number = Number.NaN;
  declare readonly axis: 1 | 2 | 3;
  /** A point inside, in the frame of the core. */
  declare readonly centre: Vector3;
  /** Radius of a ball about the centre that holds the core and its ball. */
  readonly reach: number = Number.NaN;
  /** For kind hull; an empty hull otherwise, so that all cores have one form. */
  declare readonly hull: Hull;

  /** Numbers that may be whole are fractions first: V8 would make cores of another form, and code of its own, for the next that is not. */
  constructor(
    kind: number,
    size: Float64Array,
    radius: number,
    axis: 1 | 2 | 3,
    centre: Vector3,
    reach: number,
    hull: Hull,
  ) {
    this.kind = kind;
    this.size = size;
    this.radius = radius;
    this.axis = axis;
    this.centre = centre;
    this.reach = reach;
    this.hull = hull;
  }
}
