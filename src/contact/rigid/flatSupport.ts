/**
 * Corners of what lies flat on a shape.
 *
 * Support points in directions around the normal find the corners of a face or an edge. On a round side they would also lie a little
 * in front of and behind the line in which it touches, higher than it: what rolls would have to climb over them, step by step. So a round part
 * takes its support from the normal itself, and only what is straight from the direction beside it.
 */
import { type Core, coreBeam, coreCone, coreCylinder } from "../../geometry/core.ts";
import { supportPoint } from "../../geometry/support.ts";

/** Sine of the angle between the normal and an axis up to which a round face lies flat: its rim is what is looked for. */
const flatFace = 0.01;

const beside = new Float64Array(3);
const along = new Float64Array(3);
const corner = new Float64Array(3);

/**
 * out ← corner of the core towards the world direction d beside sign·n, relative to the origin of the shape; R[k…] is the rotation of the
 * shape, axes of the shape as columns.
 */
export function flatSupport(
  out: Float64Array,
  core: Core,
  R: Float64Array,
  k: number,
  d: Float64Array,
  n: Float64Array,
  sign: number,
): void {
  for (let i = 0; i < 3; i++) {
    const column = k + ((core.axis + i) % 3);
    beside[i] = R[column] * d[0] + R[column + 3] * d[1] + R[column + 6] * d[2];
    along[i] = sign * (R[column] * n[0] + R[column + 3] * n[1] + R[column + 6] * n[2]);
  }
  supportPoint(corner, 0, core, beside, 0);
  if (core.kind === coreCylinder || core.kind === coreCone) straightenRound();
  else if (core.kind === coreBeam) straightenBeam(core.size[1]);
  for (let i = 0; i < 3; i++) {
    out[i] = 0;
    for (let j = 0; j < 3; j++) out[i] += R[k + 3 * i + ((core.axis + j) % 3)] * corner[j];
  }
}

/** Of a rim about z: where on it, from the normal. */
function straightenRound(): void {
  const across = Math.sqrt(along[0] * along[0] + along[1] * along[1]);
  if (across <= flatFace) return;
  const radius = Math.sqrt(corner[0] * corner[0] + corner[1] * corner[1]);
  corner[0] = (radius * along[0]) / across;
  corner[1] = (radius * along[1]) / across;
}

/** Of the rounded ends of a beam: the same about y, beside the straight part between them. */
function straightenBeam(radius: number): void {
  const across = Math.sqrt(along[0] * along[0] + along[2] * along[2]);
  if (across <= flatFace) return;
  const length = Math.sqrt(beside[0] * beside[0] + beside[2] * beside[2]);
  corner[0] += radius * (along[0] / across - beside[0] / length);
  corner[2] += radius * (along[2] / across - beside[2] / length);
}
