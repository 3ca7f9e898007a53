/**
 * Who touches whom, or may do so within the next step, for bodies that are rigid: pairs from the hierarchy of boxes that are as long as the
 * way of the step, their exact distances, and the points of each pair.
 */
import { coreBox } from "../../geometry/core.ts";
import type { BodyMotion } from "../../mechanics/bodyMotion.ts";
import { BoundingTree } from "../boundingTree.ts";
import { type CollisionShape, checkShapes } from "../collisionShape.ts";
import type { ContactMaterials } from "../contactMaterials.ts";
import { type ContactOptions, checkedContactOptions } from "../contactOptions.ts";
import { overlappingPairs, PairList, PairOrder } from "../overlappingPairs.ts";
import { PairDistances } from "../pairDistances.ts";
import { PairResponses } from "../pairResponses.ts";
import type { PairRules } from "../pairRules.ts";
import { FlatShapes } from "../patch/flatShapes.ts";
import { ShapePoses } from "../shapePoses.ts";
import { BoxPair } from "./boxPair.ts";
import { Manifold } from "./manifold.ts";

/** Pairs are looked at from this part of the smaller shape on, the way of the step besides. */
const room = 0.002;
/** The least gap of the points of a pair is its distance, but for this part of the smaller shape. */
const flat = 1e-6;

export interface RigidContactsSetup {
  readonly shapes: readonly CollisionShape[];
  readonly bodyCount: number;
  readonly excludedBodyPairs: readonly (readonly [number, number])[];
  readonly materials: ContactMaterials;
  readonly options: ContactOptions;
}

/** A pair of shapes, while its points are gone through; the next one is written over it. */
export class RigidPair {
  key = 0;
  bodyA = 0;
  bodyB = 0;
  friction = Number.NaN;
  restitution = Number.NaN;
  /** From A to B. */
  normal: Float64Array;
  /** m, negative when penetrating. */
  distance = Number.NaN;
  /** How far the shapes reach from the origins of their bodies, m. */
  extentA = Number.NaN;
  extentB = Number.NaN;
  /**
   * Gap between what bodies may fill while they turn about their origins, m: balls, or one of them and the plane that the other, which does
   * not move, is behind.
   */
  clearance = Number.NaN;
  readonly manifold: Manifold;

  constructor(normal: Float64Array, manifold: Manifold) {
    this.normal = normal;
    this.manifold = manifold;
  }
}

/** What is known of a pair once its distance has been found. */
interface Found {
  readonly distance: number;
  readonly normal: Float64Array;
  readonly pointA: Float64Array;
}

export class RigidContacts {
  /** Time between two instants at which impulses act, s. */
  readonly interval: number;
  /** Deepest penetration at the last instant, m. */
  deepest = Number.NaN;
  private readonly poses: ShapePoses;
  private readonly rules: PairRules;
  private readonly tree: BoundingTree;
  private readonly distances: PairDistances;
  private readonly boxes = new BoxPair();
  private readonly isBox: Uint8Array;
  private readonly manifold = new Manifold();
  private readonly pairs = new PairList();
  private readonly order: PairOrder;
  private pointA: Float64Array = new Float64Array(3);
  private readonly way: Float64Array;
  /** By shape: how far it reaches from the origin of its body. */
  private readonly extent: Float64Array;
  private readonly pair: RigidPair;
  private readonly constants: (a: number, b: number) => { friction: number; restitution: number } | undefined;

  constructor({ shapes, bodyCount, excludedBodyPairs, materials, options }: RigidContactsSetup) {
    const checked = checkedContactOptions(options);
    checkShapes(shapes, bodyCount);
    this.interval = checked.rigidStep;
    const sharp = new FlatShapes(shapes, true).shapes;
    this.poses = new ShapePoses(sharp);
    const responses = new PairResponses(sharp, materials, checked);
    this.rules = responses.rules(excludedBodyPairs);
    this.tree = new BoundingTree(this.poses.body);
    this.order = new PairOrder(this.poses.count);
    this.distances = new PairDistances(
      this.poses.cores,
      sharp.map(({ rounded }) => rounded),
    );
    this.isBox = Uint8Array.from(this.poses.cores, ({ kind, radius }) => (kind === coreBox && radius === 0 ? 1 : 0));
    this.way = new Float64Array(shapes.length);
    const { normal } = this.distances;
    this.extent = Float64Array.from(shapes, (_, s) => this.poses.armOf(s) + this.poses.reach[s]);
    this.pair = new RigidPair(normal, this.manifold);
    // surfaces are alike that have one material and one friction
    const kindOf = sharp.map(({ material, friction }) => `${material},${friction ?? ""}`);
    const kinds = [...new Set(kindOf)];
    const kindNumber = Int32Array.from(kindOf, (kind) => kinds.indexOf(kind));
    const known = new Map<number, { friction: number; restitution: number } | undefined>();
    this.constants = (a, b) => {
      const name = kindNumber[a]! * kinds.length + kindNumber[b]!;
      if (known.has(name)) return known.get(name);
      const found = responses.of(a, b);
      const isFelt = found.kind === "ElasticContactPairMaterial" || found.kind === "ImpulsiveContactPairMaterial";
      const values = isFelt
        ? { friction: found.slidingFrictionCoefficient, restitution: found.coefficientOfRestitution }
        : undefined;
      known.set(name, values);
      return values;
    };
  }

  /** Goes through all pairs that touch, or may do so in the next step. */
  forEachPair(motion: BodyMotion, h: number, visit: (pair: RigidPair) => void): void {
    const { poses, tree, pairs, rules, way, pair } = this;
    this.deepest = 0;
    this.bound(motion, h);
    overlappingPairs(pairs, tree);
    // contacts are solved one after the other: in an order that does not depend on who else is in the scene. Those that come last, which were often put on top, first: fewer passes
    this.order.sort(pairs);
    for (let k = pairs.count - 1; k >= 0; k--) {
      const a = pairs.list[2 * k];
      const b = pairs.list[2 * k + 1];
      if (!rules.admits(a, b)) continue;
      const constants = this.constants(a, b);
      if (constants === undefined) continue;
      const small = Math.min(poses.reach[a], poses.reach[b]);
      if (!this.findPoints(a, b, way[a] + way[b] + room * small, flat * small)) continue;
      pair.key = rules.key(a, b);
      pair.bodyA = poses.body[a];
      pair.bodyB = poses.body[b];
      pair.friction = constants.friction;
      pair.restitution = constants.restitution;
      pair.extentA = this.extent[a];
      pair.extentB = this.extent[b];
      pair.clearance = clearanceOf(pair, motion.position, this.pointA);
      visit(pair);
    }
  }

  /** Normal and points of a pair that is no farther apart than `reach`, to within `tolerance`; false when it is. */
  private findPoints(a: number, b: number, reach: number, tolerance: number): boolean {
    const { poses, distances, boxes, manifold } = this;
    if (this.isBox[a] === 1 && this.isBox[b] === 1) {
      if (!boxes.evaluate(poses, a, b, reach)) return false;
      const least = manifold.find(poses, a, b, boxes.normal);
      const isEnough = least <= boxes.distance + tolerance;
      if (isEnough || boxes.isShown) {
        if (!isEnough) manifold.addNearest(boxes.pointA, boxes.pointB, boxes.distance);
        return this.accept(boxes);
      }
    }
    distances.evaluate(poses, a, b);
    const { distance, normal, pointA, pointB } = distances;
    if (distance > reach) return false;
    const least = manifold.find(poses, a, b, normal);
    if (least > distance + tolerance) manifold.addNearest(pointA, pointB, distance);
    return this.accept(distances);
  }

  private accept({ distance, normal, pointA }: Found): true {
    this.pair.normal = normal;
    this.pair.distance = distance;
    this.pointA = pointA;
    this.deepest = Math.max(this.deepest, -distance);
    return true;
  }

  /** Boxes around all shapes and the way that they go in the next step. */
  private bound(motion: BodyMotion, h: number): void {
    const { poses, tree, way } = this;
    const { boxes } = tree;
    const { position, velocity, angularVelocity: w } = motion;
    poses.locateAll(motion);
    poses.boundAll(boxes, room);
    for (let s = 0; s < poses.count; s++) {
      const b = 3 * poses.body[s];
      const x = poses.centre[3 * s] - position[b];
      const y = poses.centre[3 * s + 1] - position[b + 1];
      const z = poses.centre[3 * s + 2] - position[b + 2];
      const vx = h * (velocity[b] + w[b + 1] * z - w[b + 2] * y);
      const vy = h * (velocity[b + 1] + w[b + 2] * x - w[b] * z);
      const vz = h * (velocity[b + 2] + w[b] * y - w[b + 1] * x);
      const turn = h * poses.reach[s] * Math.sqrt(w[b] * w[b] + w[b + 1] * w[b + 1] + w[b + 2] * w[b + 2]);
      way[s] = Math.sqrt(vx * vx + vy * vy + vz * vz) + turn;
      const k = 6 * s;
      boxes[k] += Math.min(0, vx) - turn;
      boxes[k + 1] += Math.min(0, vy) - turn;
      boxes[k + 2] += Math.min(0, vz) - turn;
      boxes[k + 3] += Math.max(0, vx) + turn;
      boxes[k + 4] += Math.max(0, vy) + turn;
      boxes[k + 5] += Math.max(0, vz) + turn;
    }
    tree.update();
  }
}

/** `pointA`: nearest point of A. */
function clearanceOf(pair: RigidPair, position: Float64Array, pointA: Float64Array): number {
  const { bodyA, bodyB, normal: n } = pair;
  const a = 3 * bodyA;
  const b = 3 * bodyB;
  if (bodyA !== 0 && bodyB !== 0) {
    const x = position[b] - position[a];
    const y = position[b + 1] - position[a + 1];
    const z = position[b + 2] - position[a + 2];
    return Math.sqrt(x * x + y * y + z * z) - pair.extentA - pair.extentB;
  }
  const body = bodyA === 0 ? b : a;
  const along =
    n[0] * (position[body] - pointA[0]) +
    n[1] * (position[body + 1] - pointA[1]) +
    n[2] * (position[body + 2] - pointA[2]);
  return bodyA === 0 ? along - pair.extentB : pair.distance - along - pair.extentA;
}
