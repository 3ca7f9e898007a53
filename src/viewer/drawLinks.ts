/** Lines of springs, dampers, ropes, mounts, rods and wires between two points. Every picture writes them anew, without garbage. */
import type { Rgb } from "../scene/color.ts";
import type { SceneLink } from "../scene/scene3d.ts";
import type { LineSet } from "./markers.ts";

const colors = {
  spring: [70, 130, 180],
  damper: [150, 90, 160],
  rope: [150, 110, 60],
  mount: [70, 130, 180],
  rod: [120, 120, 130],
  wire: [120, 120, 130],
} as const satisfies Record<SceneLink["kind"], Rgb>;

/** Of a spring that is drawn. */
const springTurns = 7;
const springPieces = 96;
/** Edges of a mount: three squares about its point. */
const mountCorners = [
  [1, 1],
  [-1, 1],
  [-1, -1],
  [1, -1],
] as const;

export class LinkLines {
  readonly #lines: LineSet;
  /** Of symbols, m. */
  readonly #size: number;
  readonly #along = new Float64Array(3);
  /** Two unit vectors across the line. */
  readonly #across = new Float64Array(3);
  readonly #third = new Float64Array(3);
  readonly #start = new Float64Array(3);
  readonly #end = new Float64Array(3);

  constructor(lines: LineSet, size: number) {
    this.#lines = lines;
    this.#size = size;
  }

  /** From the point at `a` to that at `b` of the numbers. */
  put(kind: SceneLink["kind"], values: ArrayLike<number>, a: number, b: number): void {
    const along = this.#along;
    for (let i = 0; i < 3; i++) along[i] = values[b + i]! - values[a + i]!;
    const length = Math.hypot(along[0]!, along[1]!, along[2]!);
    if (kind === "mount") this.#putMount(values, a);
    if (!(length > 0)) return;
    if (kind === "spring" || kind === "damper") this.#turnAcross(length);
    if (kind === "spring") this.#putSpring(values, a, length);
    else if (kind === "damper") this.#putDamper(values, a, length);
    else {
      for (let i = 0; i < 3; i++) [this.#start[i], this.#end[i]] = [values[a + i]!, values[b + i]!];
      this.#lines.put(this.#start, this.#end, colors[kind]);
    }
  }

  /** Two directions across: from the axis that is least along the line. */
  #turnAcross(length: number): void {
    const [along, across, third] = [this.#along, this.#across, this.#third];
    let least = 0;
    for (let i = 1; i < 3; i++) if (Math.abs(along[i]!) < Math.abs(along[least]!)) least = i;
    const [j, k] = [(least + 1) % 3, (least + 2) % 3];
    const norm = Math.hypot(along[j]!, along[k]!);
    across[least] = 0;
    across[j] = -along[k]! / norm;
    across[k] = along[j]! / norm;
    for (let i = 0; i < 3; i++) {
      const [i1, i2] = [(i + 1) % 3, (i + 2) % 3];
      third[i] = (along[i1]! * across[i2]! - along[i2]! * across[i1]!) / length;
    }
  }

  /** A line that winds about its axis, with turns that it keeps however long it is, and is straight at both ends. */
  #putSpring(values: ArrayLike<number>, a: number, length: number): void {
    const radius = Math.min(0.25 * this.#size, 0.3 * length);
    this.#point(this.#start, values, a, 0, 0, 0);
    for (let n = 1; n <= springPieces; n++) {
      const share = n / springPieces;
      const wide = share < 0.12 || share > 0.88 ? 0 : radius;
      const angle = 2 * Math.PI * springTurns * share;
      this.#point(this.#end, values, a, share, wide * Math.cos(angle), wide * Math.sin(angle));
      this.#lines.put(this.#start, this.#end, colors.spring);
      this.#start.set(this.#end);
    }
  }

  /** A cup from the first point with a piston in it that the second one pulls, in two planes. */
  #putDamper(values: ArrayLike<number>, a: number, length: number): void {
    const r = Math.min(0.2 * this.#size, 0.15 * length);
    this.#piece(values, a, [0, 0, 0], [0.35, 0, 0]);
    this.#piece(values, a, [0.5, 0, 0], [1, 0, 0]);
    for (const turn of [0, 1]) {
      const at = (share: number, side: number): Place => [share, turn === 0 ? side : 0, turn === 0 ? 0 : side];
      this.#piece(values, a, at(0.35, -r), at(0.35, r));
      this.#piece(values, a, at(0.5, -0.8 * r), at(0.5, 0.8 * r));
      for (const side of [-r, r]) this.#piece(values, a, at(0.35, side), at(0.68, side));
    }
  }

  /** A small cube of lines about a point. */
  #putMount(values: ArrayLike<number>, a: number): void {
    const half = 0.15 * this.#size;
    for (let axis = 0; axis < 3; axis++)
      mountCorners.forEach(([u, v], k) => {
        const [u2, v2] = mountCorners[(k + 1) % 4]!;
        this.#corner(this.#start, values, a, axis, u * half, v * half);
        this.#corner(this.#end, values, a, axis, u2 * half, v2 * half);
        this.#lines.put(this.#start, this.#end, colors.mount);
      });
  }

  #corner(out: Float64Array, values: ArrayLike<number>, a: number, axis: number, u: number, v: number): void {
    for (let i = 0; i < 3; i++) out[i] = values[a + i]!;
    out[(axis + 1) % 3]! += u;
    out[(axis + 2) % 3]! += v;
  }

  #piece(values: ArrayLike<number>, a: number, from: Place, to: Place): void {
    this.#point(this.#start, values, a, ...from);
    this.#point(this.#end, values, a, ...to);
    this.#lines.put(this.#start, this.#end, colors.damper);
  }

  /** A point at a share of the line, beside it by two distances. */
  #point(out: Float64Array, values: ArrayLike<number>, a: number, share: number, c: number, s: number): void {
    for (let i = 0; i < 3; i++)
      out[i] = values[a + i]! + share * this.#along[i]! + c * this.#across[i]! + s * this.#third[i]!;
  }
}

type Place = readonly [share: number, c: number, s: number];
