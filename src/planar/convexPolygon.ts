/**
 * Convex polygons with the surfaces numbered as the collision matrices number them.
 *
 * Source   [SchockLanglois] sec. 2, eqs. (1), (3), (4)
 * Order    Vertices run clockwise. Surface i leads from vertex i to vertex i + 1, the last one back to vertex 0; its
 *          outward normal is the direction of the edge turned by +90°.
 * Turned   Vertices that are given counter-clockwise are accepted and put into the reverse order, because the order says
 *          nothing about the shape. `edgeOfSurface` leads back to the numbering of the list that was given.
 * Refused  Fewer than three vertices, numbers that are not finite, repeated vertices, three neighbours on one line
 *          (two surfaces on one line lose separation together, and a point would be pushed twice), and outlines that
 *          are not convex or wind around more than once.
 */

import { RattlebackError } from "../errors/rattlebackError.ts";
import { aList, aWholeNumber, fields, type Shape } from "../errors/shapes.ts";
import * as elementary from "../math/elementary.ts";

export type Point = readonly [x: number, y: number];

export interface ConvexPolygon {
  /** Number of vertices, which is also the number of surfaces. */
  readonly count: number;
  /** x, y of all vertices, clockwise. */
  readonly vertices: Float64Array;
  /** Whether the vertices were given counter-clockwise. */
  readonly isTurned: boolean;
  /** Surface i joins the given vertices edgeOfSurface[i] and edgeOfSurface[i] + 1. */
  readonly edgeOfSurface: Int32Array;
}

/** Sine of the angle between neighbouring edges below which they count as one line. */
const smallestTurn = 1e-9;
/** Distance of two vertices, relative to the extent of the polygon, below which they count as one. */
const smallestEdge = 1e-12;

/** Made by convexPolygon. */
export const aPolygon: Shape = fields({ count: aWholeNumber, vertices: aList }, ["count", "vertices"]);

/**
 * Checks the vertices and puts them into clockwise order.
 *
 * @example
 * ```ts
 * import { convexPolygon } from "rattleback/planar";
 *
 * const deck = convexPolygon([[-8, -1], [-8, 0], [8, 0], [8, -1]]);
 * console.log(deck.count, deck.isTurned); // 4 false
 * ```
 */
export function convexPolygon(vertices: readonly Point[], name = "polygon"): ConvexPolygon {
  checkVertices(vertices, name);
  const count = vertices.length;
  const isTurned = checkConvex(vertices, name) > 0;
  const packed = new Float64Array(2 * count);
  const edgeOfSurface = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const given = isTurned ? count - 1 - i : i;
    packed[2 * i] = vertices[given][0];
    packed[2 * i + 1] = vertices[given][1];
    edgeOfSurface[i] = isTurned ? (2 * count - 2 - i) % count : i;
  }
  return { count, vertices: packed, isTurned, edgeOfSurface };
}

function checkVertices(vertices: readonly Point[], name: string): void {
  const count = Array.isArray(vertices) ? vertices.length : 0;
  if (count < 3) {
    throw new RattlebackError("E-PLANAR-VERTICES", `The polygon "${name}" has ${count} vertices.`, {
      path: name,
      hint: "at least three vertices [x, y]",
      data: { name, count },
    });
  }
  let extent = 0;
  for (let i = 0; i < count; i++) {
    const vertex = vertices[i];
    const isPoint = Array.isArray(vertex) && vertex.length === 2 && vertex.every(Number.isFinite);
    if (!isPoint) {
      throw new RattlebackError("E-PLANAR-VERTEX", `Vertex ${i} of the polygon "${name}" is ${String(vertex)}.`, {
        path: `${name}[${i}]`,
        hint: "two finite numbers [x, y]",
        data: { name, index: i, vertex },
      });
    }
    extent = Math.max(extent, distance(vertices[0], vertex));
  }
  for (let i = 0; i < count; i++) {
    for (let k = i + 1; k < count; k++) {
      if (distance(vertices[i], vertices[k]) > smallestEdge * extent) continue;
      throw new RattlebackError("E-PLANAR-REPEATED", `Vertices ${i} and ${k} of the polygon "${name}" coincide.`, {
        path: `${name}[${k}]`,
        because: `both are at (${vertices[i].join(", ")})`,
        hint: "list every corner once; the outline closes by itself",
        data: { name, first: i, second: k },
      });
    }
  }
}

/** The turning number of the outline: 1 for counter-clockwise, −1 for clockwise. */
function checkConvex(vertices: readonly Point[], name: string): number {
  const count = vertices.length;
  const turns = new Float64Array(count);
  let total = 0;
  for (let i = 0; i < count; i++) {
    const [ax, ay] = vertices[(i + count - 1) % count];
    const [bx, by] = vertices[i];
    const [cx, cy] = vertices[(i + 1) % count];
    const cross = (bx - ax) * (cy - by) - (by - ay) * (cx - bx);
    const dot = (bx - ax) * (cx - bx) + (by - ay) * (cy - by);
    turns[i] = elementary.atan2(cross, dot);
    total += turns[i];
    if (Math.abs(cross) > smallestTurn * elementary.hypot(cross, dot)) continue;
    throw new RattlebackError("E-PLANAR-COLLINEAR", `Vertex ${i} of the polygon "${name}" is not a corner.`, {
      path: `${name}[${i}]`,
      because: `(${bx}, ${by}) lies on the line through its neighbours (${ax}, ${ay}) and (${cx}, ${cy})`,
      hint: `leave vertex ${i} out`,
      data: { name, index: i },
    });
  }
  const sense = Math.sign(total);
  const bad = turns.findIndex((turn) => Math.sign(turn) !== sense);
  if (bad >= 0) {
    throw new RattlebackError("E-PLANAR-NOT-CONVEX", `The polygon "${name}" is not convex.`, {
      path: `${name}[${bad}]`,
      because: `the outline turns the other way at vertex ${bad}, (${vertices[bad].join(", ")})`,
      hint: "cut it into convex targets, or leave the vertex out",
      data: { name, index: bad },
    });
  }
  if (Math.abs(total) > 3 * Math.PI) {
    throw new RattlebackError("E-PLANAR-NOT-CONVEX", `The outline of the polygon "${name}" crosses itself.`, {
      path: name,
      because: `it winds around ${Math.round(Math.abs(total) / (2 * Math.PI))} times`,
      hint: "list the corners once, in the order in which they follow each other on the outline",
      data: { name },
    });
  }
  return sense;
}

function distance(a: Point, b: Point): number {
  return elementary.hypot(a[0] - b[0], a[1] - b[1]);
}
