/**
 * Where two faces of a convex polytope that share a corner and no edge are both the nearest, below that corner: where more than three faces meet, the
 * regions of some of them meet in a plane that begins in the corner alone.
 *
 *     d(s) = b + s·t        n_i·d = n_j·d = −1        b = −(n_i + n_j)/(1 + n_i·n_j),   t = n_i × n_j
 *
 * are the ways from the corner in that plane that are one deep below both; no other face c of the corner is nearer where n_c·d ≤ −1.
 */

/** Sectors narrower than this come from rounding: all faces of the corner meet in one line; so do faces that look away from each other. */
const narrow = 1e-9;

export interface CornerPartings {
  /** 3 per sector: the two faces, the corner. */
  readonly corners: Int32Array;
  /** 6 per sector: the two ways that bound it. */
  readonly cornerWays: Float64Array;
}

/** Of a polytope with these faces, as lists of corners, and planes. */
export function cornerPartings(faces: readonly (readonly number[])[], planes: Float64Array): CornerPartings {
  const around = new Map<number, number[]>();
  for (const [f, face] of faces.entries())
    for (const v of face) {
      const known = around.get(v);
      if (known === undefined) around.set(v, [f]);
      else known.push(f);
    }
  const corners: number[] = [];
  const ways: number[] = [];
  for (const [v, meeting] of around) {
    if (meeting.length < 4) continue;
    meeting.forEach((i, first) => {
      for (const j of meeting.slice(first + 1)) {
        if (shareEdge(faces[i]!, faces[j]!, v)) continue;
        const sector = sectorOf(i, j, meeting, planes);
        if (sector === undefined) continue;
        corners.push(i, j, v);
        ways.push(...sector);
      }
    });
  }
  return { corners: Int32Array.from(corners), cornerWays: Float64Array.from(ways) };
}

/** Whether two faces that share corner v share another one. */
function shareEdge(one: readonly number[], other: readonly number[], v: number): boolean {
  return one.some((w) => w !== v && other.includes(w));
}

/** The ways that bound the sector of faces i and j among those that meet in a corner; undefined when others are nearer everywhere. */
function sectorOf(i: number, j: number, meeting: readonly number[], planes: Float64Array): number[] | undefined {
  const [n, m] = [normal(planes, i), normal(planes, j)];
  const cosine = dot(n, m);
  if (1 + cosine < narrow) return undefined;
  const b = n.map((x, k) => -(x + m[k]!) / (1 + cosine));
  const t = [n[1]! * m[2]! - n[2]! * m[1]!, n[2]! * m[0]! - n[0]! * m[2]!, n[0]! * m[1]! - n[1]! * m[0]!];
  let low = -Infinity;
  let high = Infinity;
  for (const c of meeting) {
    if (c === i || c === j) continue;
    const other = normal(planes, c);
    const along = dot(other, t);
    const room = -1 - dot(other, b);
    if (along > 0) high = Math.min(high, room / along);
    else if (along < 0) low = Math.max(low, room / along);
    else if (room < 0) return undefined;
  }
  if (!(high - low > narrow && high - low < Infinity)) return undefined;
  return [low, high].flatMap((s) => b.map((x, k) => x + s * t[k]!));
}

function normal(planes: Float64Array, f: number): number[] {
  return [planes[4 * f], planes[4 * f + 1], planes[4 * f + 2]];
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
}
