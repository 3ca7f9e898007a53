/**
 * Preprocessing: which pairs of shapes can meet at all, and who they are.
 *
 *  - Shapes of one rigid body never meet.
 *  - Pairs of bodies may be excluded: those that a joint with canCollide = false connects.
 *  - Pairs of materials without response are left out.
 *
 * A pair has two identities. Inside a segment it is a number made of the positions of its shapes in the list; across
 * changes of structure, where these positions change, it is the pair of their paths.
 *
 * Source   [Neumayr2024] sec. 5.1
 */
import type { CollisionShape } from "./collisionShape.ts";

export class PairRules {
  private readonly count: number;
  private readonly shapes: readonly CollisionShape[];
  private readonly body: Int32Array;
  private readonly bodyCount: number;
  private readonly excludedBodies = new Set<number>();
  private readonly materialOf: Int32Array;
  private readonly silentMaterials: Uint8Array;
  private readonly materialCount: number;
  readonly materials: readonly string[];

  constructor(
    shapes: readonly CollisionShape[],
    excludedBodyPairs: readonly (readonly [number, number])[],
    isSilent: (materialA: string, materialB: string) => boolean,
  ) {
    this.count = shapes.length;
    this.shapes = shapes;
    this.body = Int32Array.from(shapes, (shape) => shape.body);
    this.bodyCount = 1 + shapes.reduce((largest, shape) => Math.max(largest, shape.body), 0);
    for (const [a, b] of excludedBodyPairs) this.excludedBodies.add(this.bodyKey(a, b));
    this.materials = [...new Set(shapes.map((shape) => shape.material))];
    this.materialOf = Int32Array.from(shapes, (shape) => this.materials.indexOf(shape.material));
    this.materialCount = this.materials.length;
    this.silentMaterials = new Uint8Array(this.materialCount * this.materialCount);
    this.materials.forEach((a, i) =>
      this.materials.forEach((b, j) => {
        this.silentMaterials[i * this.materialCount + j] = isSilent(a, b) ? 1 : 0;
      }),
    );
  }

  /** Whether shapes a and b can meet. */
  admits(a: number, b: number): boolean {
    const { body, materialOf } = this;
    if (body[a] === body[b]) return false;
    if (this.silentMaterials[materialOf[a] * this.materialCount + materialOf[b]] === 1) return false;
    return this.excludedBodies.size === 0 || !this.excludedBodies.has(this.bodyKey(body[a], body[b]));
  }

  /** Number of a pair inside a segment; a and b may be exchanged. */
  key(a: number, b: number): number {
    return a < b ? a * this.count + b : b * this.count + a;
  }

  /** Name of a pair that survives a change of structure. */
  identity(a: number, b: number): string {
    const first = this.shapes[a].path;
    const second = this.shapes[b].path;
    return first < second ? `${first}, ${second}` : `${second}, ${first}`;
  }

  /** All admitted pairs, for methods that need the whole list: grows with the square of the number of shapes. */
  all(): [number, number][] {
    const pairs: [number, number][] = [];
    for (let a = 0; a < this.count; a++)
      for (let b = a + 1; b < this.count; b++) if (this.admits(a, b)) pairs.push([a, b]);
    return pairs;
  }

  private bodyKey(a: number, b: number): number {
    return a < b ? a * this.bodyCount + b : b * this.bodyCount + a;
  }
}
