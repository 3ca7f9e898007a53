/**
 * Vertices of a convex polytope with their neighbours, in the form the support mapping climbs on, and its faces for whoever
 * asks what touches a supporting plane (supportFeature.ts).
 */

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
  readonly faces: HullFaces;
  /** The hull before its edges were rounded; undefined when they were not. */
  readonly sharp: Hull | undefined;
}

/** Flat faces: triangles of one plane are one polygon. */
export interface HullFaces {
  readonly count: number;
  /** Outer unit normals, packed. */
  readonly normals: Float64Array;
  /** Corners of face f, counter-clockwise seen from outside: corners[start[f]] … corners[start[f + 1] − 1]. */
  readonly corners: Int32Array;
  readonly start: Int32Array;
  /** Faces around vertex i: around[aroundStart[i]] … around[aroundStart[i + 1] − 1]. */
  readonly around: Int32Array;
  readonly aroundStart: Int32Array;
  /** Most corners of a face. */
  readonly mostCorners: number;
}

const noFaces: HullFaces = {
  count: 0,
  normals: new Float64Array(0),
  corners: new Int32Array(0),
  start: new Int32Array(1),
  around: new Int32Array(0),
  aroundStart: new Int32Array(1),
  mostCorners: 0,
};

export const emptyHull: Hull = {
  count: 0,
  vertices: new Float64Array(0),
  neighbours: new Int32Array(0),
  start: new Int32Array(1),
  entry: new Int32Array(0),
  cells: 0,
  faces: noFaces,
  sharp: undefined,
};
