/** Vertices of a convex polytope with their neighbours, in the form the support mapping climbs on. */

export interface Hull {
  readonly count: number;
  /** Packed x, y, z. */
  readonly vertices: Float64Array;
  /** Neighbours of vertex i: neighbours[start[i]] … neighbours[start[i + 1] − 1]. */
  readonly neighbours: Int32Array;
  readonly start: Int32Array;
  /** Where the climb begins, for directions sorted into the cells of a cube map; empty for few vertices. */
  readonly entry: Int32Array;
  /** Cells of the cube map along an edge of the cube. */
  readonly cells: number;
}

export const emptyHull: Hull = {
  count: 0,
  vertices: new Float64Array(0),
  neighbours: new Int32Array(0),
  start: new Int32Array(1),
  entry: new Int32Array(0),
  cells: 0,
};
