/** Bodies on joints: how fast a point of them moves, and how the speeds of their unit answer to an impulse there. */
import { forwardDynamics } from "../../mechanics/forwardDynamics.ts";
import { answerOfGroup } from "../../mechanics/loops/groupAnswer.ts";
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import type { ImpulseLoads } from "./impulseLoads.ts";
import type { ImpulseUnit } from "./impulseUnits.ts";

/** Of a mass, N/kg. */
const weight = 10;
/** Changes of accelerations below this part of them, and of what weights cause, are none. */
const rounding = 1e-13;

export class JointAnswers {
  private readonly dynamics: MechanismDynamics;
  /** Per speed of a joint: its place in the order of the units. */
  private readonly placeOf: Int32Array;
  /** Change of the accelerations of a unit per force and moment on a body, six columns, by body, and the instant that it is of. */
  private readonly responses: (Float64Array | undefined)[] = [];
  private readonly instants: Int32Array;
  private instant = 0;
  private readonly load = new Float64Array(6);
  private readonly efforts: Float64Array;
  private readonly unitAxis = new Float64Array(3);
  /** Accelerations of the joints without loads, and those with them: state.vdot, once the model has been asked. */
  private readonly accelerations: Float64Array;
  private readonly loads: ImpulseLoads;
  private readonly ask: () => void;

  constructor(
    dynamics: MechanismDynamics,
    placeOf: Int32Array,
    accelerations: Float64Array,
    loads: ImpulseLoads,
    ask: () => void,
  ) {
    this.dynamics = dynamics;
    this.placeOf = placeOf;
    this.accelerations = accelerations;
    this.loads = loads;
    this.ask = ask;
    this.efforts = new Float64Array(dynamics.mechanism.nv);
    this.instants = new Int32Array(dynamics.mechanism.count);
  }

  /** Bodies are elsewhere from now on. */
  begin(): void {
    this.instant++;
  }

  /**
   * J[at …] += sign·(speed of the point at p[k..k+2] of a body along d per speed), Y[at …] += sign·(change of the speeds per impulse along d), of its
   * unit.
   */
  addRow(
    J: Float64Array,
    Y: Float64Array,
    at: number,
    body: number,
    unit: ImpulseUnit,
    p: Float64Array,
    k: number,
    d: Float64Array,
    sign: number,
  ): void {
    const { load } = this;
    const { position } = this.dynamics.state.motion;
    const x = p[k]! - position[3 * body]!;
    const y = p[k + 1]! - position[3 * body + 1]!;
    const z = p[k + 2]! - position[3 * body + 2]!;
    load[0] = d[0]!;
    load[1] = d[1]!;
    load[2] = d[2]!;
    load[3] = y * d[2]! - z * d[1]!;
    load[4] = z * d[0]! - x * d[2]!;
    load[5] = x * d[1]! - y * d[0]!;
    this.addSpeeds(J, at - unit.place, body, p, k, d, sign);
    const response = this.responseOf(body, unit);
    for (let i = 0; i < unit.count; i++) {
      let sum = 0;
      for (let c = 0; c < 6; c++) sum += response[6 * i + c]! * load[c]!;
      Y[at + i]! += sign * sum;
    }
  }

  /** J of the body and of all that carry it. */
  private addSpeeds(
    J: Float64Array,
    at: number,
    body: number,
    p: Float64Array,
    k: number,
    d: Float64Array,
    sign: number,
  ): void {
    const { placeOf } = this;
    const { mechanism } = this.dynamics;
    for (let b = body; b !== 0; b = mechanism.parent[b]!)
      for (let j = mechanism.vStart[b]!; j < mechanism.vStart[b + 1]!; j++)
        J[at + placeOf[j]!]! += sign * this.along(j, b, p, k, d);
  }

  private responseOf(body: number, unit: ImpulseUnit): Float64Array {
    const { responses, instants } = this;
    let response = responses[body];
    if (response !== undefined && instants[body] === this.instant) return response;
    responses[body] = response ??= new Float64Array(6 * unit.count);
    instants[body] = this.instant;
    if (unit.kind === "tree") this.answerOfTree(response, body, unit);
    else if (unit.kind === "loops") this.answerOfLoops(response, body, unit);
    else this.answerOfModel(response, body, unit);
    return response;
  }

  private answerOfTree(response: Float64Array, body: number, { bodies, place }: ImpulseUnit): void {
    const { mechanism, state } = this.dynamics;
    const { force, torque } = state.forces;
    for (const b of bodies) {
      force.fill(0, 3 * b, 3 * b + 3);
      torque.fill(0, 3 * b, 3 * b + 3);
    }
    for (let c = -1; c < 6; c++) {
      const load = c < 3 ? force : torque;
      const at = 3 * body + (c % 3);
      if (c >= 0) load[at] = 1;
      forwardDynamics(mechanism, state, bodies);
      if (c >= 0) load[at] = 0;
      for (const b of bodies)
        for (let j = mechanism.vStart[b]!; j < mechanism.vStart[b + 1]!; j++) {
          const i = 6 * (this.placeOf[j]! - place);
          // the first column waits with what acts without the load
          if (c < 0) for (let k = 0; k < 6; k++) response[i + k] = -state.vdot[j]!;
          else response[i + c]! += state.vdot[j]!;
        }
    }
  }

  private answerOfLoops(response: Float64Array, body: number, { place, group }: ImpulseUnit): void {
    const { dynamics, placeOf, efforts, unitAxis } = this;
    const { velocities, local, n } = group!;
    const { position } = dynamics.state.motion;
    for (let c = 0; c < 6; c++) {
      efforts.fill(0, 0, n);
      unitAxis.fill(0);
      unitAxis[c % 3] = 1;
      for (let b = body; b !== 0; b = dynamics.mechanism.parent[b]!)
        for (let j = dynamics.mechanism.vStart[b]!; j < dynamics.mechanism.vStart[b + 1]!; j++)
          efforts[local[j]!] = c < 3 ? this.along(j, b, position, 3 * body, unitAxis) : this.about(j, unitAxis);
      answerOfGroup(efforts, efforts, group!);
      for (let i = 0; i < n; i++) response[6 * (placeOf[velocities[i]!]! - place) + c] = efforts[i]!;
    }
  }

  /** Loads are of the size of weights, so that differences do not lose digits. */
  private answerOfModel(response: Float64Array, body: number, { bodies, place }: ImpulseUnit): void {
    const { dynamics, placeOf, loads, accelerations } = this;
    const { mechanism, state } = dynamics;
    const { force, torque } = loads.forces;
    let mass = 0;
    for (const b of bodies) mass += mechanism.inertia[10 * b]!;
    const size = mass > 0 ? weight * mass : 1;
    loads.clear();
    for (let c = 0; c < 6; c++) {
      const load = c < 3 ? force : torque;
      const at = 3 * body + (c % 3);
      load[at] = size;
      this.ask();
      load[at] = 0;
      for (const b of bodies)
        for (let j = mechanism.vStart[b]!; j < mechanism.vStart[b + 1]!; j++)
          response[6 * (placeOf[j]! - place) + c] = change(state.vdot[j]!, accelerations[j]!) / size;
    }
  }

  /** Effort of joint j of body b against a force along d in the point p[k..k+2], or its speed there per speed of the joint. */
  private along(j: number, b: number, p: Float64Array, k: number, d: Float64Array): number {
    const { S } = this.dynamics.state;
    const { position } = this.dynamics.state.motion;
    const x = p[k]! - position[3 * b]!;
    const y = p[k + 1]! - position[3 * b + 1]!;
    const z = p[k + 2]! - position[3 * b + 2]!;
    const s = 6 * j;
    const wx = S[s]!;
    const wy = S[s + 1]!;
    const wz = S[s + 2]!;
    return (
      d[0]! * (S[s + 3]! + wy * z - wz * y) +
      d[1]! * (S[s + 4]! + wz * x - wx * z) +
      d[2]! * (S[s + 5]! + wx * y - wy * x)
    );
  }

  /** The same against a moment about d. */
  private about(j: number, d: Float64Array): number {
    const { S } = this.dynamics.state;
    return d[0]! * S[6 * j]! + d[1]! * S[6 * j + 1]! + d[2]! * S[6 * j + 2]!;
  }
}

function change(behind: number, before: number): number {
  const difference = behind - before;
  return Math.abs(difference) > rounding * (weight + Math.abs(behind) + Math.abs(before)) ? difference : 0;
}
