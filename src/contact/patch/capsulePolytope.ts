/**
 * A capsule as polytope: rings of vertices around the axis, at latitudes that crowd around that of the contact, and on each
 * ring vertices that crowd around its longitude.
 *
 *     θ_j = θ_0 ± w·tan(u·j/J)       u = atan((π/2 ∓ θ_0)/w),  w = 2·τ     j = 0 … J: the last rings are the two poles
 *
 * Rings below the equator belong to the lower end, others to the upper one; two rings at the equator bound the straight part.
 *
 * Legend   θ_0, φ_0  latitude and longitude of the contact        σ = cos θ_0
 *          ψ         half the angle of a circle that dips in:  δ = R·(1 − cos ψ) across the axis at the latitude of the
 *                    contact δ = R·σ²·(1 − cos ψ);  τ as in crowding.ts
 *          p         push of a vertex outwards over R: Δ²/12 for steps Δ, once for the steps around and once for those along
 * Holds    Vertices depend continuously on direction and depth; one of them is at (θ_0, φ_0). They lie off the true surface by
 *          as much as the chords between them lie below it on average: the error of the force is of fourth order in the steps.
 *          Steps follow the depth, so a contact begins where the true shapes touch.
 *          Facets are trapezia with normals from the latitude in their middle: right also for facets without area, where a
 *          ring passes the equator.
 */

import type { Core } from "../../geometry/core.ts";
import * as elementary from "../../math/elementary.ts";
import { crowding, tangentsOf } from "./crowding.ts";
import { Polytope } from "./polytope.ts";
import type { RoundBody } from "./roundBody.ts";

/** Vertices of a ring, and rings on each side of the contact: against flat faces, and against another round body. */
const ringVertices = 20;
const ringVerticesToRound = 10;
const rings = 5;
const ringsToRound = 2;

const tangents = tangentsOf(ringVertices);
const tangentsToRound = tangentsOf(ringVerticesToRound);

export function capsuleBody(core: Core): RoundBody {
  return new CapsuleBody(core);
}

class CapsuleBody implements RoundBody {
  readonly polytope = new Polytope((2 * rings + 3) * ringVertices, (2 * rings + 2) * ringVertices);
  readonly hasRoundEnds = true;
  readonly axis = 2;

  private readonly radius: number;
  private readonly half: number;
  /** Of the rings: latitude, its cosine and sine, shift along the axis, push outwards over R. */
  private readonly latitude = new Float64Array(2 * rings + 3);
  private readonly cosine = new Float64Array(2 * rings + 3);
  private readonly sine = new Float64Array(2 * rings + 3);
  private readonly shift = new Float64Array(2 * rings + 3);
  private readonly push = new Float64Array(2 * rings + 3);
  private ringCount = 0;
  /** Number of the first ring at the equator. */
  private equator = 0;
  /** Of the vertices of a ring. */
  private readonly x = new Float64Array(ringVertices);
  private readonly y = new Float64Array(ringVertices);
  /** Of the facets of a ring: direction of the middle, cosine of half the angle. */
  private readonly ex = new Float64Array(ringVertices);
  private readonly ey = new Float64Array(ringVertices);
  private readonly narrow = new Float64Array(ringVertices);

  /** The core is a segment with a radius. */
  constructor({ size, radius }: Core) {
    this.radius = radius;
    this.half = size[0];
  }

  place(d: Float64Array, i: number, depth: number, isToRound: boolean): void {
    const sigma = Math.sqrt(d[i] * d[i] + d[i + 1] * d[i + 1]);
    const dip = Math.max(0, depth) / this.radius;
    this.placeRings(elementary.atan2(d[i + 2], sigma), crowding(dip), isToRound ? ringsToRound : rings);
    const tau = crowding(dip / (sigma * sigma));
    const tan = isToRound ? tangentsToRound : tangents;
    const cos0 = sigma > 0 ? d[i] / sigma : 1;
    const sin0 = sigma > 0 ? d[i + 1] / sigma : 0;
    this.placeAround(tan, tau, cos0, sin0);
    this.connect(tan.length);
    // what lies between the equators is long, everything else is small
    const { polytope } = this;
    polytope.firstLong = this.equator * tan.length;
    polytope.lastLong = polytope.firstLong + tan.length - 1;
  }

  rolls(parts: Float64Array, n: Float64Array, i: number, depth: number): void {
    const { radius } = this;
    parts[0] = Math.max(0, 1 - (0.5 * depth) / radius);
    // inclined, it touches with the ball at one of its ends
    const room = 0.5 * radius * n[i + 2] * n[i + 2];
    parts[1] = depth < room ? 1 - depth / room : 0;
  }

  support(d: Float64Array, i: number): number {
    const square = d[i] * d[i] + d[i + 1] * d[i + 1] + d[i + 2] * d[i + 2];
    return this.radius * Math.sqrt(square) + this.half * Math.abs(d[i + 2]);
  }

  private placeRings(latitude: number, tau: number, J: number): void {
    const w = 2 * tau;
    const below = elementary.atan((0.5 * Math.PI + latitude) / w);
    const above = elementary.atan((0.5 * Math.PI - latitude) / w);
    this.ringCount = 0;
    let isAbove = false;
    this.addRing(-0.5 * Math.PI, -1);
    for (let j = 1 - J; j < J; j++) {
      const theta = latitude + w * elementary.tan(((j < 0 ? below : above) * j) / J);
      if (theta >= 0 && !isAbove) {
        this.addEquators();
        isAbove = true;
      }
      this.addRing(theta, isAbove ? 1 : -1);
    }
    if (!isAbove) this.addEquators();
    this.addRing(0.5 * Math.PI, 1);
    this.pushRings();
  }

  /** Rings outwards by the mean distance of the chords from the circle; those at the equator stay on the cylinder. */
  private pushRings(): void {
    const { latitude, push, ringCount: count } = this;
    for (let j = 0; j < count; j++) {
      const below = j > 0 ? latitude[j] - latitude[j - 1] : latitude[1] - latitude[0];
      const above = j + 1 < count ? latitude[j + 1] - latitude[j] : below;
      push[j] = outwards(below * below, above * above);
    }
  }

  private addEquators(): void {
    this.equator = this.ringCount;
    this.addRing(0, -1);
    this.addRing(0, 1);
  }

  private addRing(theta: number, side: number): void {
    const j = this.ringCount++;
    const isPole = Math.abs(theta) >= 0.5 * Math.PI;
    this.latitude[j] = theta;
    this.cosine[j] = isPole ? 0 : elementary.cos(theta);
    this.sine[j] = elementary.sin(theta);
    this.shift[j] = side * this.half;
  }

  private placeAround(tan: Float64Array, tau: number, cos0: number, sin0: number): void {
    const { x, y, ex, ey, narrow } = this;
    const n = tan.length;
    for (let k = 0; k < n; k++) {
      const t = k > 0 ? tau * tan[k] : 0;
      const s = 1 / (1 + t * t);
      const c = k > 0 ? (1 - t * t) * s : -1;
      const v = 2 * t * s;
      x[k] = cos0 * c - sin0 * v;
      y[k] = sin0 * c + cos0 * v;
    }
    this.pushAround(n);
    for (let k = 0; k < n; k++) {
      const next = k + 1 < n ? k + 1 : 0;
      const dx = x[next] - x[k];
      const dy = y[next] - y[k];
      const chord = Math.sqrt(dx * dx + dy * dy);
      ex[k] = dy / chord;
      ey[k] = -dx / chord;
      narrow[k] = ex[k] * x[k] + ey[k] * y[k];
    }
  }

  /** The vertices of a ring outwards by the mean distance of its chords from the circle. */
  private pushAround(n: number): void {
    const { x, y, narrow: square } = this;
    for (let k = 0; k < n; k++) {
      const next = k + 1 < n ? k + 1 : 0;
      square[k] = elementary.square(x[next] - x[k]) + elementary.square(y[next] - y[k]);
    }
    for (let k = 0; k < n; k++) {
      const out = 1 + outwards(square[k], square[k > 0 ? k - 1 : n - 1]);
      x[k] *= out;
      y[k] *= out;
    }
  }

  private connect(n: number): void {
    const { polytope, radius, latitude, cosine, sine, shift, push, ringCount } = this;
    const { vertices: p, faceStart, faceVertices, planes, edges } = polytope;
    polytope.vertexCount = ringCount * n;
    polytope.faceCount = (ringCount - 1) * n;
    polytope.mostCorners = 4;
    for (let j = 0, q = 0; j < ringCount; j++) {
      const across = radius * (1 + push[j]) * cosine[j];
      const height = shift[j] + radius * (1 + push[j]) * sine[j];
      for (let k = 0; k < n; k++, q += 3) {
        p[q] = across * this.x[k];
        p[q + 1] = across * this.y[k];
        p[q + 2] = height;
      }
    }
    let e = 0;
    for (let j = 0, f = 0; j + 1 < ringCount; j++) {
      const middle = 0.5 * (latitude[j] + latitude[j + 1]);
      const step = latitude[j + 1] - latitude[j];
      // normal of the profile: the push turns it a little
      const turn =
        step > 0 ? ((push[j + 1] - push[j]) * elementary.cos(0.5 * step)) / (2 * elementary.sin(0.5 * step)) : 0;
      const mean = 1 + 0.5 * (push[j] + push[j + 1]);
      const c = mean * elementary.cos(middle) + turn * elementary.sin(middle);
      const s = mean * elementary.sin(middle) - turn * elementary.cos(middle);
      const across = radius * (1 + push[j]) * cosine[j];
      const height = shift[j] + radius * (1 + push[j]) * sine[j];
      for (let k = 0; k < n; k++, f++) {
        const next = k + 1 < n ? k + 1 : 0;
        const low = j * n;
        faceVertices[4 * f] = low + k;
        faceVertices[4 * f + 1] = low + next;
        faceVertices[4 * f + 2] = low + n + next;
        faceVertices[4 * f + 3] = low + n + k;
        faceStart[f + 1] = 4 * f + 4;
        const z = s * this.narrow[k];
        const scale = 1 / Math.sqrt(c * c + z * z);
        planes[4 * f] = scale * c * this.ex[k];
        planes[4 * f + 1] = scale * c * this.ey[k];
        planes[4 * f + 2] = scale * z;
        planes[4 * f + 3] = scale * (c * this.narrow[k] * across + z * height);
        if (j > 0) e = addEdge(edges, e, f, f - n, low + k, low + next);
        e = addEdge(edges, e, f, k > 0 ? f - 1 : f + n - 1, low + k, low + n + k);
      }
    }
    polytope.edgeCount = e;
  }
}

/** p for the squares of the two steps at a vertex: Δ²/12 for equal ones, 0 where a vertex meets its neighbour. */
function outwards(before: number, after: number): number {
  const both = before + after;
  return both > 0 ? (before * after) / (6 * both) : 0;
}

function addEdge(edges: Int32Array, e: number, f: number, g: number, v: number, w: number): number {
  edges[4 * e] = f;
  edges[4 * e + 1] = g;
  edges[4 * e + 2] = v;
  edges[4 * e + 3] = w;
  return e + 1;
}
