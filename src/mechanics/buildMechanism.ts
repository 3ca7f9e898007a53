/**
 * Description of a mechanism → flat arrays. Everything that can be wrong with the input is found here.
 *
 * Source   [Featherstone2008] ch. 4 (numbering of a tree, loop joints)
 * Length   one flat table after the other, filled from the same description
 */
import { inverse33, mulMM, mulMV, transpose33 } from "../math/mat3.ts";
import { PackedArrays } from "../math/packedArrays.ts";
import { inertiaFromCentre, inertiaLength } from "../math/spatialInertia.ts";
import { cross3 } from "../math/vec3.ts";
import {
  checkBody,
  checkGravity,
  checkParent,
  directions,
  placementOf,
  wheelOf,
  wrongBody,
} from "./descriptionChecks.ts";
import { isFree, positionCounts, velocityCounts } from "./jointMotions.ts";
import { jointCode, type LoopJoint, Mechanism, recursionCode } from "./mechanism.ts";
import type {
  BodyDescription,
  CouplingDescription,
  LoopJointDescription,
  MechanismDescription,
} from "./mechanismDescription.ts";

/** A mechanism that was built before, with its description. */
export interface BuiltMechanism {
  readonly description: MechanismDescription;
  readonly mechanism: Mechanism;
}

/** What is the same object in the description of `previous` is taken from there without checking it again. */
export function buildMechanism(description: MechanismDescription, previous?: BuiltMechanism): Mechanism {
  const { bodies } = description;
  const count = bodies.length + 1;
  const before = bodiesBefore(description, previous);
  const packed = new PackedArrays(
    doublesPerBody * count,
    4 * integersPerBody * count + bytesPerBody * count + extraBytes,
  );
  const parent = packed.integers(count);
  const branch = packed.integers(count);
  const childCount = packed.integers(count);
  for (let b = 1; b < count; b++) {
    const body = bodies[b - 1]!;
    checkParent(body, b);
    if (before[b] === 0) checkBody(body);
    parent[b] = body.parent;
    branch[b] = body.parent === 0 ? b : branch[body.parent]!;
    childCount[body.parent]!++;
  }
  if (previous?.description.gravity !== description.gravity || previous === undefined)
    checkGravity(description.gravity);
  const loopJoints = (description.loopJoints ?? []).map((joint) => loopJointOf(joint, parent));
  const isOnLoop = new Uint8Array(count);
  for (const joint of loopJoints) {
    for (const b of joint.pathA) isOnLoop[b] = 1;
    for (const b of joint.pathB) isOnLoop[b] = 1;
  }

  const code = packed.bytes(count);
  const qStart = packed.integers(count + 1);
  const vStart = packed.integers(count + 1);
  for (let b = 1; b < count; b++) {
    code[b] = codeOf(bodies[b - 1]!, isOnLoop[b] === 1);
    qStart[b + 1] = qStart[b]! + positionCounts[code[b]!]!;
    vStart[b + 1] = vStart[b]! + velocityCounts[code[b]!]!;
  }
  for (const coupling of description.couplings ?? []) loopJoints.push(couplingOf(coupling, qStart, vStart));
  const nv = vStart[count]!;
  const bodyOfVelocity = new Int32Array(nv);
  for (let b = 1; b < count; b++) bodyOfVelocity.fill(b, vStart[b], vStart[b + 1]);

  const mechanism = new Mechanism(
    {
      bodyPaths: pathsOf(bodies, "world", ({ path }) => path),
      jointPaths: pathsOf(bodies, "", ({ joint }) => joint.path),
      parent,
      code,
      qStart,
      vStart,
      childCount,
      branch,
      bodyOfVelocity,
      gravity: description.gravity ?? { kind: "none" },
      loopJoints,
    },
    packed,
  );
  for (let b = 1; b < count; ) {
    const c = before[b]!;
    let end = b + 1;
    if (c > 0) {
      // neighbours that were neighbours before
      while (end < count && before[end] === c + end - b) end++;
      copyBodies(mechanism, b, previous!.mechanism, c, end - b);
    } else placeJoint(mechanism, b, bodies[b - 1]!);
    for (; b < end; b++) {
      const body = bodies[b - 1]!;
      const old = before[b]!;
      classifyJoint(mechanism, b, body);
      if (old === 0 || !hasSameMass(body, previous!.description.bodies[old - 1]!)) fillInertia(mechanism, b, body);
    }
  }
  return mechanism;
}

// what PackedArrays need room for: R_PA … inverseInertia;  parent, branch, childCount, qStart, vStart;  code … isAligned
const doublesPerBody = 52 + inertiaLength;
const integersPerBody = 5;
const bytesPerBody = 7;
/** The ends of qStart and vStart, and of all arrays what fills them up to multiples of 8 bytes. */
const extraBytes = 2 * 4 + 8 * (integersPerBody + bytesPerBody);

/** Per body: the one of `previous` with the same joint, or 0. Most bodies are where they were. */
function bodiesBefore({ bodies }: MechanismDescription, previous: BuiltMechanism | undefined): Int32Array {
  const found = new Int32Array(bodies.length + 1);
  if (previous === undefined) return found;
  const old = previous.description.bodies;
  let numbers: Map<BodyDescription["joint"], number> | undefined;
  for (let b = 1; b <= bodies.length; b++) {
    const { joint } = bodies[b - 1]!;
    if (old[b - 1]?.joint === joint) {
      found[b] = b;
      continue;
    }
    numbers ??= new Map(old.map((body, k) => [body.joint, k + 1]));
    found[b] = numbers.get(joint) ?? 0;
  }
  return found;
}

function pathsOf(
  bodies: readonly BodyDescription[],
  ofWorld: string,
  pathOf: (body: BodyDescription) => string,
): string[] {
  const paths = [ofWorld];
  for (let k = 0; k < bodies.length; k++) paths.push(pathOf(bodies[k]!));
  return paths;
}

/** Kind of coordinates: joints on loops have angles in place of quaternions. */
function codeOf({ joint: { kind } }: BodyDescription, isOnLoop: boolean): number {
  if (isOnLoop && kind === "spherical") return jointCode.sphericalAngles;
  if (isOnLoop && kind === "free") return jointCode.freeAngles;
  return jointCode[kind];
}

/** Where the joint is: everything that its description alone decides. */
function placeJoint(mechanism: Mechanism, b: number, { joint }: BodyDescription): void {
  const frameA = placementOf(joint.frameA, joint.path, "frameA");
  const frameB = placementOf(joint.frameB, joint.path, "frameB");
  const axes = directions(joint);
  const R_JB = new Float64Array(9);
  transpose33(R_JB, 0, frameB.R, 0);
  const axis_B = new Float64Array(3);
  mulMV(axis_B, 0, frameB.R, 0, axes.axis, 0);
  mechanism.R_PA.set(frameA.R, 9 * b);
  mechanism.r_PA_P.set(frameA.r, 3 * b);
  mechanism.R_JB.set(R_JB, 9 * b);
  for (let i = 0; i < 3; i++) mechanism.r_JB_B[3 * b + i] = 0 - frameB.r[i]!;
  mulMM(mechanism.R_P0, 9 * b, frameA.R, 0, R_JB, 0);
  mechanism.isStraight[b] = isIdentity(mechanism.R_P0, 9 * b) ? 1 : 0;
  mechanism.hasOffset[b] = frameB.r.some((x) => x !== 0) ? 1 : 0;
  mechanism.axis_A.set(axes.axis, 3 * b);
  mechanism.secondAxis_A.set(joint.kind === "planar" ? axes.normal : axes.second, 3 * b);
  mechanism.axis_B.set(axis_B, 3 * b);
  for (let i = 0; i < 3; i++) {
    if (Math.abs(axis_B[i]!) === 1) mechanism.axisNumber[b] = Math.sign(axis_B[i]!) * (i + 1);
  }
  mechanism.pitch[b] = joint.pitch ?? 0;
}

/** Places of `count` joints from b on, and their masses, ← those from c on. */
function copyBodies(to: Mechanism, b: number, from: Mechanism, c: number, count: number): void {
  copyNumbers(to.R_PA, from.R_PA, 9, b, c, count);
  copyNumbers(to.r_PA_P, from.r_PA_P, 3, b, c, count);
  copyNumbers(to.R_JB, from.R_JB, 9, b, c, count);
  copyNumbers(to.r_JB_B, from.r_JB_B, 3, b, c, count);
  copyNumbers(to.R_P0, from.R_P0, 9, b, c, count);
  copyNumbers(to.axis_A, from.axis_A, 3, b, c, count);
  copyNumbers(to.secondAxis_A, from.secondAxis_A, 3, b, c, count);
  copyNumbers(to.axis_B, from.axis_B, 3, b, c, count);
  copyNumbers(to.pitch, from.pitch, 1, b, c, count);
  copyNumbers(to.inertia, from.inertia, inertiaLength, b, c, count);
  copyNumbers(to.centre, from.centre, 3, b, c, count);
  copyNumbers(to.inverseInertia, from.inverseInertia, 6, b, c, count);
  for (let i = 0; i < count; i++) {
    to.isStraight[b + i] = from.isStraight[c + i]!;
    to.hasOffset[b + i] = from.hasOffset[c + i]!;
    to.axisNumber[b + i] = from.axisNumber[c + i]!;
  }
}

function copyNumbers(to: Float64Array, from: Float64Array, perBody: number, b: number, c: number, count: number): void {
  to.set(from.subarray(perBody * c, perBody * (c + count)), perBody * b);
}

/** Kind of recursion: depends on what is around the joint. */
function classifyJoint(mechanism: Mechanism, b: number, { joint, parent }: BodyDescription): void {
  const code = mechanism.code[b]!;
  mechanism.hasFlange[b] = joint.hasFlange === true ? 1 : 0;
  const isPure = mechanism.hasOffset[b] === 0;
  const isSingle = isPure && mechanism.isStraight[b] === 1 && isIdentity(mechanism.R_PA, 9 * b);
  if (isFree[code] === 1 && isSingle && parent === 0 && mechanism.childCount[b] === 0) {
    mechanism.recursion[b] = recursionCode.single;
  } else if (velocityCounts[code] === 6) mechanism.recursion[b] = recursionCode.free;
  else if (code === jointCode.revolute && isPure) mechanism.recursion[b] = recursionCode.revolute;
  else if (code === jointCode.prismatic) mechanism.recursion[b] = recursionCode.prismatic;
  else mechanism.recursion[b] = recursionCode.general;
  const isHinge = mechanism.recursion[b] === recursionCode.revolute;
  mechanism.isHinge[b] = isHinge && mechanism.hasFlange[b] === 0 ? 1 : 0;
  mechanism.isAligned[b] = isHinge && mechanism.isStraight[b] === 1 && mechanism.axisNumber[b] !== 0 ? 1 : 0;
}

function hasSameMass(a: BodyDescription, b: BodyDescription): boolean {
  return a.mass === b.mass && a.centre === b.centre && a.inertia === b.inertia;
}

function fillInertia(mechanism: Mechanism, b: number, body: BodyDescription): void {
  const centre = Float64Array.from(body.centre ?? [0, 0, 0]);
  const I_C = Float64Array.from(body.inertia ?? [0, 0, 0, 0, 0, 0]);
  inertiaFromCentre(mechanism.inertia, inertiaLength * b, body.mass, centre, 0, I_C, 0);
  mechanism.centre.set(centre, 3 * b);
  const full = Float64Array.from([I_C[0]!, I_C[1]!, I_C[2]!, I_C[1]!, I_C[3]!, I_C[4]!, I_C[2]!, I_C[4]!, I_C[5]!]);
  const inverse = new Float64Array(9);
  // a body without inertia in some direction is found when the articulated inertia is eliminated
  if (inverse33(inverse, 0, full, 0) === 0) inverse.fill(0);
  mechanism.inverseInertia.set([inverse[0]!, inverse[1]!, inverse[2]!, inverse[4]!, inverse[5]!, inverse[8]!], 6 * b);
}

function loopJointOf(joint: LoopJointDescription, parent: Int32Array): LoopJoint {
  const { bodyA, bodyB } = joint;
  for (const body of [bodyA, bodyB]) {
    if (!Number.isInteger(body) || body < 0 || body >= parent.length) throw wrongBody(joint.path, body, parent.length);
  }
  if (bodyA === bodyB) throw wrongBody(joint.path, bodyA, parent.length);
  const frameA = placementOf(joint.frameA, joint.path, "frameA");
  const frameB = placementOf(joint.frameB, joint.path, "frameB");
  const axes = directions(joint);
  const e2 = new Float64Array(3);
  cross3(e2, 0, axes.axis, 0, axes.normal, 0);
  const axes_A = new Float64Array(9);
  for (let i = 0; i < 3; i++) {
    axes_A[3 * i] = axes.axis[i]!;
    axes_A[3 * i + 1] = axes.normal[i]!;
    axes_A[3 * i + 2] = e2[i]!;
  }
  const [axesOnA, axesOnB] = [new Float64Array(9), new Float64Array(9)];
  mulMM(axesOnA, 0, frameA.R, 0, axes_A, 0);
  mulMM(axesOnB, 0, frameB.R, 0, axes_A, 0);
  const ancestorsA = ancestors(bodyA, parent);
  const ancestorsB = ancestors(bodyB, parent);
  return {
    path: joint.path,
    kind: joint.kind,
    code: jointCode[joint.kind],
    bodyA,
    bodyB,
    r_A: frameA.r,
    R_A: frameA.R,
    r_B: frameB.r,
    R_B: frameB.R,
    axes_A,
    axesOnA,
    axesOnB,
    secondAxis_B: axes.second,
    pitch: joint.pitch ?? 0,
    length: joint.length ?? 0,
    coupling: undefined,
    wheel: joint.kind === "rolling" ? wheelOf(joint) : undefined,
    pathA: Int32Array.from(ancestorsA.filter((b) => !ancestorsB.includes(b))),
    pathB: Int32Array.from(ancestorsB.filter((b) => !ancestorsA.includes(b))),
  };
}

/** As a loop joint that exerts no wrench but acts on the coordinates of its joints. */
function couplingOf(
  { path, terms, offset, isLength }: CouplingDescription,
  qStart: Int32Array,
  vStart: Int32Array,
): LoopJoint {
  const bodies = [...new Set(terms.map(({ body }) => body))];
  const none = new Float64Array(3);
  const identity = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  return {
    path,
    kind: "coupling",
    code: jointCode.coupling,
    bodyA: bodies[0]!,
    bodyB: bodies.at(-1)!,
    r_A: none,
    R_A: identity,
    r_B: none,
    R_B: identity,
    axes_A: identity,
    axesOnA: identity,
    axesOnB: identity,
    secondAxis_B: none,
    pitch: 0,
    length: 0,
    coupling: {
      q: Int32Array.from(terms, ({ body, coordinate }) => qStart[body]! + coordinate),
      v: Int32Array.from(terms, ({ body, coordinate }) => vStart[body]! + coordinate),
      factor: Float64Array.from(terms, ({ factor }) => factor),
      offset,
      isLength,
    },
    wheel: undefined,
    pathA: new Int32Array(0),
    pathB: Int32Array.from(bodies),
  };
}

/** The body and everything between it and the world, from the outside inwards. */
function ancestors(body: number, parent: Int32Array): number[] {
  const list: number[] = [];
  for (let b = body; b !== 0; b = parent[b]!) list.push(b);
  return list;
}

function isIdentity(R: Float64Array, k: number): boolean {
  for (let i = 0; i < 9; i++) if (R[k + i] !== (i % 4 === 0 ? 1 : 0)) return false;
  return true;
}
