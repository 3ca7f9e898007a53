/** From the definition of a planar world to its equations of motion and start values. */
import * as elementary from "../math/elementary.ts";
import { BeamStructure } from "./beamStructure.ts";
import { CollisionTracker, type PairDefinition, type TrackerOptions } from "./collisionTracker.ts";
import type { ConvexPolygon, Point } from "./convexPolygon.ts";
import {
  type BeamPart,
  blockSize,
  type ContactPart,
  energyAccounts,
  type LoadPart,
  PlanarSystem,
  type TargetPart,
} from "./planarSystem.ts";
import type { BeamDefinition, BodyDefinition, ContactDefinition, PlanarWorld } from "./world.ts";
import { checkWorld, polygonOf } from "./worldChecks.ts";

export interface BuiltWorld {
  readonly system: PlanarSystem;
  readonly polygons: readonly ConvexPolygon[];
  readonly y0: Float64Array;
  /** Everything whose motion is in the result: bodies, free nodes of beams. */
  readonly movers: readonly Mover[];
}

/** A named place that moves: the centre of mass of a bare body, or a node. */
export interface Mover {
  readonly name: string;
  /** −1: the world. */
  readonly block: number;
  readonly localX: number;
  readonly localY: number;
  /** Added to the angle of the block. */
  readonly angle: number;
}

interface Block {
  mass: number;
  /** About its centre of mass. */
  inertia: number;
  readonly angle: number;
  /** Centre of mass and its velocity. */
  x: number;
  y: number;
  vx: number;
  vy: number;
  readonly w: number;
}

interface Rider {
  readonly block: number;
  /** In the world, at the start. */
  readonly at: Point;
}

export function buildWorld(world: PlanarWorld, options: TrackerOptions = {}): BuiltWorld {
  checkWorld(world);
  return new Builder(world).build(options);
}

class Builder {
  private readonly world: PlanarWorld;
  private readonly blocks: Block[] = [];
  private readonly bodyBlocks = new Map<string, number>();
  private readonly nodes = new Map<string, Rider[]>();
  private readonly structures = new Map<string, BeamStructure>();

  constructor(world: PlanarWorld) {
    this.world = world;
  }

  build(options: TrackerOptions): BuiltWorld {
    const { bodies = {}, beams = {}, targets = {}, contacts = [], gravity = [0, -9.81] } = this.world;
    for (const [name, body] of Object.entries(bodies)) this.addBody(name, body);
    for (const [name, beam] of Object.entries(beams)) this.addBeam(name, beam);
    // from here on the blocks are complete: places can be told relative to their centres of mass

    const targetParts: TargetPart[] = [];
    const polygons: ConvexPolygon[] = [];
    for (const [name, target] of Object.entries(targets)) {
      targetParts.push({ name, block: -1, motion: target.motion });
      polygons.push(polygonOf(target.outline, `targets.${name}.outline`));
    }
    for (const [name, body] of Object.entries(bodies)) {
      if (body.outline === undefined) continue;
      const block = this.bodyBlocks.get(name) ?? -1;
      targetParts.push({ name, block, motion: undefined });
      polygons.push(this.shifted(polygonOf(body.outline, `bodies.${name}.outline`), body, block));
    }

    const riders: Rider[] = [];
    const pairs: PairDefinition[] = [];
    const contactParts: ContactPart[] = [];
    for (const contact of contacts) {
      for (const { target, initiators, select } of directions(contact)) {
        const all = this.initiatorsOf(initiators);
        const chosen = select ?? all.map((_, k) => k);
        pairs.push({
          target: targetParts.findIndex(({ name }) => name === target),
          first: riders.length,
          count: chosen.length,
          ...(contact.rule === undefined ? {} : { rule: contact.rule }),
        });
        contactParts.push({
          name: `${target}/${initiators}`,
          points: chosen.map((k) => `${target}/${initiators}[${k}]`),
          material: {
            stiffness: contact.stiffness,
            exponent: contact.exponent ?? 1,
            damping: contact.damping ?? 0,
            friction: contact.friction ?? 0,
            slipSpeed: contact.slipSpeed ?? 1e-3,
          },
        });
        for (const k of chosen) riders.push(all[k]);
      }
    }

    const system = new PlanarSystem({
      gravity,
      mass: Float64Array.from(this.blocks, ({ mass }) => mass),
      inertia: Float64Array.from(this.blocks, ({ inertia }) => inertia),
      beams: Object.keys(beams).map((name) => this.beamPart(name)),
      targets: targetParts,
      loads: this.loadParts(),
      points: this.pack(riders),
      contacts: contactParts,
      tracker: new CollisionTracker(polygons, pairs, options),
    });
    return { system, polygons, y0: this.startValues(), movers: this.movers() };
  }

  private addBody(name: string, body: BodyDefinition): void {
    const [x, y] = body.position ?? [0, 0];
    const [vx, vy] = body.velocity ?? [0, 0];
    const { mass, inertia, angle = 0, angularVelocity: w = 0 } = body;
    this.bodyBlocks.set(name, this.blocks.length);
    this.blocks.push({ mass, inertia, angle, x, y, vx, vy, w });
  }

  private addBeam(name: string, beam: BeamDefinition): void {
    const structure = new BeamStructure(beam, `beams.${name}`);
    const carrier = Object.values(beam.attach ?? {}).find((body) => body !== "world");
    const carrierBlock = carrier === undefined ? undefined : this.blocks[this.bodyBlocks.get(carrier) ?? 0];
    const velocityAt = ([x, y]: Point): Point => {
      if (beam.velocity !== undefined || carrierBlock === undefined) return beam.velocity ?? [0, 0];
      return velocityOn(carrierBlock, x, y);
    };
    const velocities = beam.nodes.map(velocityAt);
    const riders = beam.nodes.map((at, n): Rider => {
      const clamp = beam.attach?.[n];
      const [m, J] = [structure.mass[3 * n], structure.mass[3 * n + 2]];
      if (clamp === "world") return { block: -1, at };
      if (clamp !== undefined) {
        const block = this.bodyBlocks.get(clamp) ?? 0;
        addMass(this.blocks[block], m, J, at);
        return { block, at };
      }
      const [vx, vy] = velocities[n];
      const w = beam.velocity === undefined ? (carrierBlock?.w ?? 0) : 0;
      this.blocks.push({ mass: m, inertia: J, angle: 0, x: at[0], y: at[1], vx, vy, w });
      return { block: this.blocks.length - 1, at };
    });
    this.structures.set(name, structure);
    this.nodes.set(name, riders);
  }

  /** Corners, points or nodes of a body or beam that touch. */
  private initiatorsOf(name: string): Rider[] {
    const nodes = this.nodes.get(name);
    if (nodes !== undefined) return nodes;
    const body = this.world.bodies?.[name] as BodyDefinition; // checkWorld knows the name
    const block = this.bodyBlocks.get(name) ?? -1;
    const corners = body.outline === undefined ? [[0, 0] as const] : cornersOf(polygonOf(body.outline, name));
    return (body.points ?? corners).map((local) => ({ block, at: placed(body, local) }));
  }

  private beamPart(name: string): BeamPart {
    const structure = this.structures.get(name) as BeamStructure; // set by addBeam
    const riders = this.nodes.get(name) ?? [];
    const size = 3 * structure.nodeCount;
    return {
      name,
      structure,
      nodes: this.pack(riders),
      startAngle: Float64Array.from(riders, ({ block }) => (block < 0 ? 0 : this.blocks[block].angle)),
      q: new Float64Array(size),
      qd: new Float64Array(size),
      f: new Float64Array(size),
    };
  }

  private loadParts(): LoadPart[] {
    return Object.entries(this.world.bodies ?? {}).flatMap(([name, body]) => {
      if (body.load === undefined) return [];
      const block = this.bodyBlocks.get(name) ?? 0;
      const [localX, localY] = this.local({ block, at: placed(body, [0, 0]) });
      return [{ block, localX, localY, load: body.load }];
    });
  }

  private movers(): Mover[] {
    const bodies = Object.entries(this.world.bodies ?? {}).map(([name, body]) => {
      const rider = { block: this.bodyBlocks.get(name) ?? 0, at: placed(body, [0, 0]) };
      const [localX, localY] = this.local(rider);
      return { name, block: rider.block, localX, localY, angle: 0 };
    });
    const nodes = Array.from(this.nodes, ([name, riders]) =>
      riders.map((rider, n) => {
        const [localX, localY] = this.local(rider);
        const angle = rider.block < 0 ? 0 : -this.blocks[rider.block].angle;
        return { name: `${name}[${n}]`, block: rider.block, localX, localY, angle };
      }),
    );
    return [...bodies, ...nodes.flat()];
  }

  private startValues(): Float64Array {
    const y0 = new Float64Array(blockSize * this.blocks.length + energyAccounts.length);
    this.blocks.forEach(({ x, y, angle, vx, vy, w }, b) => void y0.set([x, y, angle, vx, vy, w], blockSize * b));
    return y0;
  }

  private pack(riders: readonly Rider[]): { block: Int32Array; local: Float64Array } {
    return {
      block: Int32Array.from(riders, ({ block }) => block),
      local: Float64Array.from(riders.flatMap((rider) => this.local(rider))),
    };
  }

  /** Place of a rider in the frame of its block. */
  private local({ block, at }: Rider): Point {
    if (block < 0) return at;
    const { x, y, angle } = this.blocks[block];
    return rotate([at[0] - x, at[1] - y], -angle);
  }

  /** The outline of a body, told relative to the centre of mass of its block. */
  private shifted(polygon: ConvexPolygon, body: BodyDefinition, block: number): ConvexPolygon {
    const corners = cornersOf(polygon).map((corner) => this.local({ block, at: placed(body, corner) }));
    return { ...polygon, vertices: Float64Array.from(corners.flat()) };
  }
}

/** One direction, or both: corners of A against B and corners of B against A. */
function directions({ target, initiators, select, bothWays }: ContactDefinition) {
  const one = { target, initiators, select };
  return bothWays === true ? [one, { target: initiators, initiators: target, select: undefined }] : [one];
}

/** Adds a clamped mass at a place of the world: mass, centre of mass, its velocity, and inertia change. */
function addMass(block: Block, m: number, J: number, [px, py]: Point): void {
  const total = block.mass + m;
  const x = (block.mass * block.x + m * px) / total;
  const y = (block.mass * block.y + m * py) / total;
  const square = (ax: number, ay: number) => ax * ax + ay * ay;
  const [vx, vy] = velocityOn(block, x, y);
  block.inertia += J + block.mass * square(block.x - x, block.y - y) + m * square(px - x, py - y);
  block.mass = total;
  block.x = x;
  block.y = y;
  block.vx = vx;
  block.vy = vy;
}

function velocityOn(block: Block, x: number, y: number): Point {
  return [block.vx - block.w * (y - block.y), block.vy + block.w * (x - block.x)];
}

/** A point of a body in the world, at the start. */
function placed(body: BodyDefinition, local: Point): Point {
  const [x, y] = body.position ?? [0, 0];
  const [rx, ry] = rotate(local, body.angle ?? 0);
  return [x + rx, y + ry];
}

function rotate([x, y]: Point, angle: number): Point {
  const [c, s] = [elementary.cos(angle), elementary.sin(angle)];
  return [c * x - s * y, s * x + c * y];
}

function cornersOf({ count, vertices }: ConvexPolygon): Point[] {
  return Array.from({ length: count }, (_, i) => [vertices[2 * i], vertices[2 * i + 1]] as const);
}
