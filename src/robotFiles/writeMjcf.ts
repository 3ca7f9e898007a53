/**
 * A 3-D model as a model of MuJoCo: the mechanism with its masses, shapes, loops, couplings and start values.
 *
 * Source   [MJCF]
 */

import { guarded } from "../errors/boundary.ts";
import { checkOptionNames } from "../errors/optionNames.ts";
import * as elementary from "../math/elementary.ts";
import { matrixFromQuaternion, quaternionFromMatrix } from "../math/quaternion.ts";
import type { LoopJointDescription } from "../mechanics/mechanismDescription.ts";
import { compose, crossOf, identityPose, invert, type Pose, rotate } from "../multibody/graph/pose.ts";
import type { DynamicsOptions } from "../robotics/dynamics.ts";
import { checkInstantiated, type InstantiatedModel } from "../run/instantiate.ts";
import { type MechanismParts, mechanismParts, type PartBody, poseOfPlacement } from "./mechanismParts.ts";
import { geomOf } from "./mjcfGeom.ts";
import { writeXml, type XmlNode } from "./xmlText.ts";

export interface WrittenRobot {
  readonly text: string;
  /** What the format cannot say, one line each. */
  readonly report: readonly string[];
}

/** The mechanism of a model as MJCF, in the position in which a run starts. Motors, springs and contacts' laws stay behind. */
export function writeMjcf(
  model: InstantiatedModel,
  options: DynamicsOptions & { readonly name?: string } = {},
): WrittenRobot {
  checkInstantiated(model, "writeMjcf");
  checkOptionNames(options, ["path", "merge", "name"], "writeMjcf");
  const { name = "model", ...rest } = options;
  return guarded("writeMjcf", () => new Writer(mechanismParts(model, rest), name).write());
}

/** w x y z */
function quaternion({ R }: Pose): number[] {
  const q = new Float64Array(4);
  quaternionFromMatrix(q, 0, R, 0);
  return [q[3]!, q[0]!, q[1]!, q[2]!];
}

const placed = (pose: Pose): { pos: number[]; quat: number[] } => ({ pos: [...pose.r], quat: quaternion(pose) });

/** Scalar last → rotation matrix. */
function rotationOf(q: readonly number[]): Float64Array {
  const R = new Float64Array(9);
  matrixFromQuaternion(R, 0, Float64Array.from(q), 0);
  return R;
}

class Writer {
  private readonly parts: MechanismParts;
  private readonly name: string;
  private readonly report: string[];
  private readonly meshes: XmlNode[] = [];
  private readonly equalities: XmlNode[] = [];
  private readonly sites = new Map<number, XmlNode[]>();
  private readonly qpos: number[] = [];
  private readonly qvel: number[] = [];
  private hasStart = true;

  constructor(parts: MechanismParts, name: string) {
    this.parts = parts;
    this.name = name;
    this.report = [...parts.report];
  }

  write(): WrittenRobot {
    const { parts } = this;
    for (const loop of parts.loops) this.addLoop(loop);
    const bodies = this.childrenOf(0);
    for (const { path, terms, offset } of parts.couplings) this.addCoupling(path, terms, offset);
    const key = { name: "key", attributes: { name: "start", qpos: this.qpos, qvel: this.qvel } };
    const section = (name: string, children: readonly XmlNode[]): XmlNode | undefined =>
      children.length === 0 ? undefined : { name, children };
    const text = writeXml({
      name: "mujoco",
      attributes: { model: this.name },
      children: [
        {
          name: "compiler",
          attributes: { angle: "radian", inertiafromgeom: "false", autolimits: "true", boundmass: 0, boundinertia: 0 },
        },
        { name: "option", attributes: { gravity: parts.gravity } },
        section("asset", this.meshes),
        {
          name: "worldbody",
          children: [...(this.sites.get(0) ?? []), ...parts.worldShapes.map((shape) => this.geom(shape)), ...bodies],
        },
        section("equality", this.equalities),
        this.hasStart && this.qpos.length > 0 ? section("keyframe", [key]) : undefined,
      ],
    });
    return { text, report: this.report };
  }

  private childrenOf(parent: number): XmlNode[] {
    return this.parts.bodies.flatMap((body, i) => (body.parent === parent ? [this.body(body, i + 1)] : []));
  }

  private body(body: PartBody, number: number): XmlNode {
    const { frameA, frameB, mass, centre, inertia } = body;
    const [Ixx, Ixy, Ixz, Iyy, Iyz, Izz] = inertia as [number, number, number, number, number, number];
    const isMassive = mass > 0 || inertia.some((value) => value !== 0);
    const inertial = {
      name: "inertial",
      attributes: { pos: centre, mass, fullinertia: [Ixx, Iyy, Izz, Ixy, Ixz, Iyz] },
    };
    return {
      name: "body",
      attributes: { name: body.name, ...placed(compose(frameA, invert(frameB))) },
      children: [
        ...this.joints(body),
        isMassive ? inertial : undefined,
        ...(this.sites.get(number) ?? []),
        ...body.shapes.map((shape) => this.geom(shape)),
        ...this.childrenOf(number),
      ],
    };
  }

  private geom(shape: PartBody["shapes"][number]): XmlNode {
    const { node, mesh } = geomOf(shape, placed);
    if (mesh !== undefined) this.meshes.push(mesh);
    return node;
  }

  /** The joints of the file that stand for one of ours, and their start values in the order of the file. */
  private joints(body: PartBody): XmlNode[] {
    const { joint, jointName, frameB, q, v } = body;
    const inBody = (axis: ArrayLike<number> | undefined): number[] => [...rotate(frameB.R, axis ?? [0, 0, 1])];
    const n = inBody(joint.axis);
    const second = secondAxis(joint.axis ?? [0, 0, 1], joint.secondAxis);
    const make = (suffix: string, type: string, axis?: readonly number[]): XmlNode => ({
      name: "joint",
      attributes: { name: jointName + suffix, type, pos: [...frameB.r], axis },
    });
    const start = (positions: readonly number[], velocities: readonly number[]): void => {
      this.qpos.push(...positions);
      this.qvel.push(...velocities);
    };
    switch (joint.kind) {
      case "fixed":
        return [];
      case "revolute":
        start(q, v);
        return [make("", "hinge", n)];
      case "prismatic":
        start(q, v);
        return [make("", "slide", n)];
      case "cylindrical":
        start(q, v);
        return [make(".phi", "hinge", n), make(".s", "slide", n)];
      case "screw": {
        const pitch = joint.pitch ?? 0;
        start([q[0]!, pitch * q[0]!], [v[0]!, pitch * v[0]!]);
        const coefficients = [0, pitch, 0, 0, 0];
        this.equalities.push({
          name: "joint",
          attributes: { joint1: `${jointName}.s`, joint2: `${jointName}.phi`, polycoef: coefficients },
        });
        return [make(".phi", "hinge", n), make(".s", "slide", n)];
      }
      case "universal":
        start(q, v);
        return [make(".phi1", "hinge", n), make(".phi2", "hinge", inBody(joint.secondAxis ?? second))];
      case "planar": {
        start(q, v);
        const across = [...crossOf(unit(joint.axis ?? [0, 0, 1]), second)];
        return [make(".s1", "slide", inBody(second)), make(".s2", "slide", inBody(across)), make(".phi", "hinge", n)];
      }
      case "spherical":
        if (q.length !== 4) return this.withoutStart([make("", "ball")], jointName);
        start(inBodyFrame(q, frameB), [...rotate(frameB.R, v)]);
        return [make("", "ball")];
      case "free": {
        if (body.parent !== 0) {
          this.report.push(`"${jointName}" is free relative to a moving body: written as three slides and a ball`);
          const slides = [0, 1, 2].map((k) =>
            make(`.${k + 1}`, "slide", inBody([0, 1, 2].map((i) => (i === k ? 1 : 0)))),
          );
          return this.withoutStart([...slides, make("", "ball")], jointName);
        }
        if (q.length !== 7)
          return this.withoutStart([{ name: "freejoint", attributes: { name: jointName } }], jointName);
        this.freeStart(body);
        return [{ name: "freejoint", attributes: { name: jointName } }];
      }
    }
  }

  private withoutStart(nodes: XmlNode[], joint: string): XmlNode[] {
    this.hasStart = false;
    this.report.push(`start values of "${joint}" and all others: left out`);
    return nodes;
  }

  /** Place and velocity of the body frame in the world, angular velocity in the body. */
  private freeStart({ frameA, frameB, q, v }: PartBody): void {
    const B = compose(frameA, { r: Float64Array.from(q.slice(0, 3)), R: rotationOf(q.slice(3)) });
    const own = compose(B, invert(frameB));
    const w = rotate(B.R, v.slice(3));
    const lever = crossOf(
      w,
      [0, 1, 2].map((k) => own.r[k]! - B.r[k]!),
    );
    const velocity = rotate(frameA.R, v.slice(0, 3)).map((x, k) => x + lever[k]!);
    this.qpos.push(...own.r, ...quaternion(own));
    this.qvel.push(...velocity, ...rotate(invert(own).R, w));
  }

  /** A ball holds one point, a hinge two: sites on both bodies, since joints at zero may leave the loop open. */
  private addLoop(loop: LoopJointDescription): void {
    const { kind, path, bodyA, bodyB } = loop;
    if (kind !== "spherical" && kind !== "revolute") {
      this.report.push(`"${path}" closes a loop with a joint of kind ${kind}: left out`);
      return;
    }
    const n = unit(loop.axis ?? [0, 0, 1]);
    const points = kind === "spherical" ? [[0, 0, 0]] : [[0, 0, 0], n.map((x) => 0.1 * x)];
    points.forEach((point, k) => {
      const local: Pose = { r: Float64Array.from(point), R: identityPose.R };
      const site = (body: number, placement: LoopJointDescription["frameA"], end: string): string => {
        const name = `${path}.${k + 1}${end}`;
        const pos = [...compose(poseOfPlacement(placement), local).r];
        this.sites.set(body, [...(this.sites.get(body) ?? []), { name: "site", attributes: { name, pos } }]);
        return name;
      };
      const [site1, site2] = [site(bodyA, loop.frameA, "a"), site(bodyB, loop.frameB, "b")];
      const name = k === 0 ? path : `${path}.${k + 1}`;
      this.equalities.push({ name: "connect", attributes: { name, site1, site2 } });
    });
  }

  private addCoupling(
    path: string,
    terms: readonly { readonly body: number; readonly coordinate: number; readonly factor: number }[],
    offset: number,
  ): void {
    const names = terms.map(({ body, coordinate }) => {
      const { joint, jointName } = this.parts.bodies[body - 1]!;
      return joint.kind === "revolute" || joint.kind === "prismatic" ? jointName : `${jointName}#${coordinate}`;
    });
    if (terms.length !== 2 || names.some((name) => name.includes("#"))) {
      this.report.push(`coupling "${path}": left out`);
      return;
    }
    const [first, second] = terms as [(typeof terms)[number], (typeof terms)[number]];
    const polycoef = [offset / first.factor, -second.factor / first.factor, 0, 0, 0];
    this.equalities.push({ name: "joint", attributes: { joint1: names[0], joint2: names[1], polycoef } });
  }
}

/** Quaternion w x y z of the body for that of frame B in A: R_body = R_B·Q·R_Bᵀ. */
function inBodyFrame(q: readonly number[], frameB: Pose): number[] {
  const own = compose(
    { r: new Float64Array(3), R: frameB.R },
    compose(
      { r: new Float64Array(3), R: rotationOf(q) },
      {
        r: new Float64Array(3),
        R: invert(frameB).R,
      },
    ),
  );
  return quaternion(own);
}

function unit(axis: ArrayLike<number>): number[] {
  const length = elementary.norm(Array.from(axis));
  return Array.from(axis, (x) => x / length);
}

/** Normal to the axis: the direction that is given, projected, or any. */
function secondAxis(axis: ArrayLike<number>, given: ArrayLike<number> | undefined): number[] {
  const n = unit(axis);
  const wanted =
    given === undefined
      ? [0, 1, 2].map((k) => (k === n.findIndex((x) => Math.abs(x) < 0.6) ? 1 : 0))
      : Array.from(given);
  const along = wanted.reduce((sum, x, k) => sum + x * n[k]!, 0);
  return unit(wanted.map((x, k) => x - along * n[k]!));
}
