/**
 * Polygons of the surface of B inside of A, cut into the regions to which one face of A each is the nearest.
 *
 * Holds    Depths are linear: what holds between them at all corners of a polygon holds on all of it, and needs no cut. A face of B that
 *          lies in the plane between two regions belongs to that of the face of A with the smaller number, within rounding: whoever adds
 *          integrals over that plane has to know.
 */
import { clipEmpty, clipInPlane, clipPart, clipPolygon, Polygon, splitPolygon } from "./clip.ts";
import type { Polytope } from "./polytope.ts";
import { SurfaceSums } from "./surfaceSums.ts";

/** Normals and, in parts of their distances, planes that differ by less are the same: a hundred roundings. */
const samePlane = 2e-14;

export class RegionSums extends SurfaceSums {
  /** Largest depth that the polytopes can have: of the vertices of B below the least deep face. */
  depth = 0;

  /**
   * Numbers of the faces of A that cut B, then of the others that may be nearest to a point of the overlap. The face that B is
   * least deep below is the first: most of B is above it.
   */
  protected near = new Int32Array(0);
  protected nearCount = 0;
  /** Least depth below each face. */
  protected lowest = new Float64Array(0);
  /** 0 and 1 to cut the polygon at hand in turn, 2 and 3 to cut regions, 4 for what is cut off. */
  protected readonly polygons = [new Polygon(), new Polygon(), new Polygon(), new Polygon(), new Polygon()];

  /** Faces that may be nearest to a point of the polygon at hand. */
  private chosen = new Int32Array(0);
  private chosenCount = 0;
  /** Depth of corner v of the polygon at hand below chosen face c: cornerDepths[columns[c] + v]. */
  private cornerDepths = new Float64Array(0);
  private columns = new Int32Array(0);
  private room = 0;
  /** That of the last call of setParting(). */
  protected readonly plane = new Float64Array(4);

  /** Room for that many faces of A, and for polygons with that many corners. */
  protected reserveRegions(faces: number, corners: number): void {
    if (this.near.length < faces) {
      this.near = new Int32Array(faces);
      this.lowest = new Float64Array(faces);
      this.chosen = new Int32Array(faces);
      this.columns = new Int32Array(faces);
    }
    for (let k = 0; k < 5; k++) this.polygons[k]!.reserve(corners);
    this.room = corners;
    if (this.cornerDepths.length < corners * faces) this.cornerDepths = new Float64Array(corners * faces);
    if (this.depths.length < corners + 1) this.depths = new Float64Array(corners + 1);
  }

  /** Adds the integrals over a polygon on face f of B, region by region. */
  protected addRegions(A: Polytope, polygon: Polygon, f: number): void {
    this.choose(A, polygon);
    if (this.areApart(polygon.count)) {
      this.addApart(A, polygon, f);
      return;
    }
    for (let c = 0; c < this.chosenCount; c++) {
      const part = this.clipToRegion(A, polygon, c, f);
      if (part !== undefined) this.addPolygon(A, part, this.chosen[c], f);
    }
  }

  /** Faces of A that may be nearest to a point of the polygon: those that are nowhere deeper than the least deep one is at most. */
  private choose(A: Polytope, polygon: Polygon): void {
    const { near, nearCount, chosen, lowest, columns, cornerDepths: depths, room } = this;
    const p = polygon.points;
    const planes = A.planes;
    const end = 3 * polygon.count;
    let bound = Infinity;
    for (let c = 0; c < nearCount; c++) {
      const i = 4 * near[c];
      const nx = planes[i];
      const ny = planes[i + 1];
      const nz = planes[i + 2];
      const d = planes[i + 3];
      let least = Infinity;
      let most = -Infinity;
      for (let q = 0, k = c * room; q < end; q += 3, k++) {
        const depth = d - (nx * p[q] + ny * p[q + 1] + nz * p[q + 2]);
        depths[k] = depth;
        least = Math.min(least, depth);
        most = Math.max(most, depth);
      }
      lowest[c] = least;
      bound = Math.min(bound, most);
    }
    let n = 0;
    for (let c = 0; c < nearCount; c++) {
      if (!(lowest[c] <= bound)) continue;
      columns[n] = c * room;
      chosen[n++] = near[c];
    }
    this.chosenCount = n;
  }

  /**
   * Whether the regions of the chosen faces meet that of the first only. Where another face j is nearer than face i and face i nearer
   * than the first, h_i + h_j < 2·h_first; both sides are linear, so that it is enough to look at the corners.
   */
  private areApart(corners: number): boolean {
    const { columns, chosenCount: count, cornerDepths: depths } = this;
    for (let v = 0; v < corners; v++) {
      let least = Infinity;
      let second = Infinity;
      for (let c = 1; c < count; c++) {
        const h = depths[columns[c] + v];
        second = Math.min(second, Math.max(least, h));
        least = Math.min(least, h);
      }
      if (least + second < 2 * depths[columns[0] + v]) return false;
    }
    return true;
  }

  /** Adds the regions of the polygon when they are apart: each one is what it takes from the first, which keeps what is left. */
  private addApart(A: Polytope, polygon: Polygon, f: number): void {
    const { chosen, chosenCount: count, polygons, plane } = this;
    const first = chosen[0];
    const rest = polygons[4]!;
    let part = polygon;
    for (let c = 1; c < count; c++) {
      const i = chosen[c];
      this.setParting(A.planes, first, i);
      if (this.liesIn(A.planes, first, i, f)) {
        if (i > first) continue;
        this.addPolygon(A, part, i, f);
        return;
      }
      const target = part === polygons[2] ? polygons[3]! : polygons[2]!;
      const found = splitPolygon(target, rest, part, plane);
      if (found === clipPart) {
        this.addPolygon(A, rest, i, f);
        part = target;
      } else if (found === clipEmpty) {
        this.addPolygon(A, part, i, f);
        return;
      }
    }
    this.addPolygon(A, part, first, f);
  }

  /**
   * The part of the polygon to which chosen face c of A is the nearest; works in the polygons 2 and 3. First the face that most of the polygon is nearest to, then the neighbours of c outwards: they leave little to cut.
   */
  private clipToRegion(A: Polytope, polygon: Polygon, c: number, f: number): Polygon | undefined {
    const { plane, polygons, chosen, chosenCount: count } = this;
    const i = chosen[c];
    let part = polygon;
    let up = c + 1;
    let down = c - 1;
    for (let step = 1; step < count; step++) {
      let other = 0;
      if (step > 1 || c === 0) other = up < count && (down < 1 || up + down <= 2 * c) ? up++ : down--;
      const j = chosen[other];
      this.setParting(A.planes, i, j);
      if (this.liesIn(A.planes, i, j, f)) {
        if (j < i) return undefined;
        continue;
      }
      const target = part === polygons[2] ? polygons[3]! : polygons[2]!;
      const found = clipPolygon(target, part, plane, 0);
      if (found === clipEmpty) return undefined;
      if (found === clipPart) part = target;
    }
    return part;
  }

  /** The part of a polygon between the regions of faces i and j to which no other face is nearer; works in the polygons 2 and 3. */
  protected clipParting(A: Polytope, polygon: Polygon, i: number, j: number): Polygon | undefined {
    const { near, nearCount, plane, polygons } = this;
    let part = polygon;
    for (let c = 0; c < nearCount; c++) {
      const other = near[c];
      if (other === i || other === j || this.isDeep(A.planes, other, part)) continue;
      this.setParting(A.planes, i, other);
      const target = part === polygons[2] ? polygons[3]! : polygons[2]!;
      const found = clipPolygon(target, part, plane, 0);
      if (found === clipEmpty || (found === clipInPlane && other < i)) return undefined;
      if (found === clipPart) part = target;
    }
    return part;
  }

  /** Whether all of the polygon is deeper below face i of A than any point of the overlap below its nearest face. */
  private isDeep(planes: Float64Array, i: number, polygon: Polygon): boolean {
    const p = polygon.points;
    const end = 3 * polygon.count;
    const nx = planes[4 * i];
    const ny = planes[4 * i + 1];
    const nz = planes[4 * i + 2];
    const most = planes[4 * i + 3] - this.depth;
    for (let q = 0; q < end; q += 3) if (nx * p[q] + ny * p[q + 1] + nz * p[q + 2] >= most) return false;
    return true;
  }

  /** Whether face f of B lies in the plane that parts the regions of faces i and j of A, after setParting() for them. */
  protected liesIn(planesA: Float64Array, i: number, j: number, f: number): boolean {
    const { plane: p, planes: n } = this;
    const k = 4 * f;
    const along = n[k] * p[0] + n[k + 1] * p[1] + n[k + 2] * p[2];
    if (Math.abs(p[0] - along * n[k]) > samePlane) return false;
    if (Math.abs(p[1] - along * n[k + 1]) > samePlane) return false;
    if (Math.abs(p[2] - along * n[k + 2]) > samePlane) return false;
    const size = Math.abs(planesA[4 * i + 3]) + Math.abs(planesA[4 * j + 3]) + Math.abs(n[k + 3]);
    return Math.abs(p[3] - along * n[k + 3]) <= samePlane * size;
  }

  /** The plane that parts the regions of faces i and j of A: points below it are nearer to face i. */
  protected setParting(planes: Float64Array, i: number, j: number): void {
    const { plane } = this;
    plane[0] = planes[4 * j] - planes[4 * i];
    plane[1] = planes[4 * j + 1] - planes[4 * i + 1];
    plane[2] = planes[4 * j + 2] - planes[4 * i + 2];
    plane[3] = planes[4 * j + 3] - planes[4 * i + 3];
  }
}
