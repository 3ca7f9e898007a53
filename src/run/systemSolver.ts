/**
 * Solves the systems of equations of a model: linear ones in one step, nonlinear ones by a damped Newton method. Those that contain
 * relations of their own unknowns (ideal diodes, friction) are solved with relations held fixed; modeSearch.ts finds their values.
 *
 * Source   [Deuflhard2011] sec. 3.3: damping by the natural monotonicity test ‖J⁻¹·r(z + λ·Δz)‖ ≤ (1 − λ/4)·‖Δz‖; sec. 5.1: what tells
 *          that a solution belongs to its start
 * Length   one iteration with its damping, its matrix and its reports, on one set of arrays
 */
import type { SystemBlock } from "../compile/blocks.ts";
import type { Program, RunServices } from "../compile/program.ts";
import { showSource } from "../compile/source.ts";
import { systemPattern } from "../compile/systemCode.ts";
import { listNames } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { DenseLU } from "../math/denseLU.ts";
import { nextUp } from "../math/elementary/floatBits.ts";
import { SparseLU } from "../math/sparse/sparseLU.ts";
import { DeterminantSigns } from "./determinantSigns.ts";
import { LeastNormFactors } from "./leastNormFactors.ts";
import { findModes, goOnInCircle, type MixedSystem, type ModeOutcome } from "./modeSearch.ts";
import { SolutionPath } from "./solutionPath.ts";
import { lostSolution, noAgreement, noMode, unboundedSolution, uncheckedAssertions } from "./systemErrors.ts";

/** A failure this close to the last step, relative to the time, is what stops the integrator. */
const nearFailure = 1e-6;
/** Of mixed systems up to this size, elements may share a load. */
const mostShared = 100;
/** … when equations that follow from the others hold so well. */
const sharedResidual = 1e-9;
/** Truth values agree when the next substitution changes nothing but rounding. */
const agreement = 1e-9;
/** Where Newton's method begins once more when it fails at the start values, relative to their size: on one side of them, then on the other. */
const startDistances = [1e-3, 0.1, 1, -1e-3, -0.1, -1] as const;
/** … and at these parts of the start values. */
const startParts = [0.3, 0.1, 0.03, 0.01, 0] as const;
/** Systems with so many unknowns are solved with the matrix of an earlier point … */
const manyUnknowns = 50;
/** … while every step is so much smaller than the one before. */
const fastConvergence = 0.1;
const maximumOldIterations = 16;
/** Newton steps before giving up; damped starts from far away need a few dozen. */
const maximumIterations = 60;
/** A second step so much smaller than the first one leads to a solution that belongs to the start: [Deuflhard2011] sec. 5.1.2. */
const nearContraction = 0.25;
/** … when the matrix there is about the same: a long way to somewhere else looks short behind it. */
const nearMatrix = 0.5;
/** Where two solutions meet, a step of this size goes on along its line … */
const shortMove = 0.05;
/** … when it is met to this part of the step. */
const straight = 1e-3;
/** Closer solutions than this are one. */
const fewRoundings = 1e-9;
/** … and those that differ by more are two, of which one may not belong to the start. */
const otherSolution = 1e-6;
/** One of them is nearer by this factor. */
const farNearer = 0.1;
/** Parts of the residual that are taken away at once are not smaller than this … */
const shortestPart = 1e-6;
/** … and then a corner of the equations is passed when the solution moves by no more than this. */
const cornerMove = 1e-3;
/** Below this relative change the solution is as good as rounding allows. */
const finalChange = 1e-13;
/** An exponential characteristic far beyond its bend shortens the first steps to a millionth. */
const smallestDamping = 1e-7;

/** A class, as all that compiled code knows of a run: V8 throws such code away where an object literal is made for the second time. */
class System {
  readonly block: SystemBlock;
  readonly iterated: Int32Array;
  readonly z: Float64Array;
  readonly step: Float64Array;
  readonly trial: Float64Array;
  readonly trialStep: Float64Array;
  readonly r: Float64Array;
  readonly J: Float64Array;
  readonly factorization: DenseLU | SparseLU;
  readonly differences: Float64Array;
  isFactored = false;
  /** Of mixed systems whose matrix may be singular: elements that share a load, such as two locked brakes on one shaft. */
  readonly shared: LeastNormFactors | undefined;
  /** The last event was solved so. */
  isShared = false;
  sensitivityTime = Number.NaN;
  /** Of the last solution between events. */
  solvedAt = Number.NEGATIVE_INFINITY;
  /** Newton's method went from its start to the last solution in a way that only a near one has. */
  isSure = true;
  /** There is a solution at `solvedAt`, and it belongs to those before. */
  isFollowed = false;
  /** Where Newton's method began. */
  readonly start: Float64Array;
  /** What Newton's method found, in a way that does not tell whether it is near. */
  readonly doubtful: Float64Array;
  /** … and where it began. */
  readonly predicted: Float64Array;
  /** Of the solution before, where its residual is taken away bit by bit … */
  readonly residue: Float64Array;
  /** … and how much of it is left. */
  rest = 0;
  /** Of the determinant at the last solution. */
  sign = 0;
  readonly path: SolutionPath;

  constructor(block: SystemBlock) {
    const pattern = systemPattern(block);
    const n = pattern.size;
    const { columnPointers, rowIndices } = pattern;
    this.block = block;
    this.iterated = Int32Array.from(block.iterated);
    this.z = new Float64Array(n);
    this.step = new Float64Array(n);
    this.trial = new Float64Array(n);
    this.trialStep = new Float64Array(n);
    this.r = new Float64Array(n);
    this.J = new Float64Array(pattern.isDense ? n * n : rowIndices.length);
    this.factorization = pattern.isDense
      ? new DenseLU(n)
      : new SparseLU({ kind: "sparse", size: n, columnPointers, rowIndices });
    this.differences = new Float64Array(block.relations.length);
    this.shared =
      n > 0 && pattern.isDense && block.relations.length > 0 && n <= mostShared ? new LeastNormFactors(n) : undefined;
    this.start = new Float64Array(n);
    this.doubtful = new Float64Array(n);
    this.predicted = new Float64Array(n);
    this.residue = new Float64Array(n);
    this.path = new SolutionPath(n);
  }
}

export interface SolverArrays {
  readonly V: Float64Array;
  readonly P: Float64Array;
  readonly R: Float64Array;
  readonly Q: Float64Array;
  /** By how much the difference that decides a relation must pass zero to be an event. */
  readonly hysteresis: Float64Array;
}

export class SystemSolver {
  private readonly program: Program;
  private readonly systems: readonly System[];
  private readonly nominal: Float64Array;
  private readonly startValues: Float64Array;
  private readonly arrays: SolverArrays;
  /** The states of the evaluation in progress. */
  X: Float64Array = new Float64Array(0);
  services!: RunServices;
  /** Where a system could not be solved last between events, and the assertion that broke there. */
  private lastFailure:
    | { readonly block: SystemBlock; readonly t: number; readonly broken: RattlebackError | undefined }
    | undefined;
  /** The last assertion of a function that broke in the search for the present solution: what is tried may lie beyond what has a meaning. */
  private broken: RattlebackError | undefined;
  iterations = 0;
  /** Relations that did not agree with the solution in the present pass of an event: the next one must bring them to agree. */
  contradiction: RattlebackError | undefined;
  /** Warnings about systems whose elements share loads. */
  readonly sharing = new Map<SystemBlock, string>();
  /** Of the determinants of the systems, then of other divisors. */
  readonly signs: DeterminantSigns;
  /** What matrices depend on may have changed since they were factored. */
  private isAtEvent = false;

  constructor(program: Program, arrays: SolverArrays, startValues: Float64Array) {
    this.program = program;
    this.arrays = arrays;
    this.startValues = startValues;
    this.nominal = Float64Array.from(program.state.variables, ({ nominal }) => (nominal > 0 ? nominal : 1));
    this.systems = program.systems.map((block) => new System(block));
    this.signs = new DeterminantSigns(program.systems.length + program.divisions.length);
  }

  /** Constant matrices must be factored again: parameters have changed. */
  forgetFactors(): void {
    for (const system of this.systems) system.isFactored = false;
  }

  /**
   * In DAE mode the integrator has the unknowns of large systems in its own vector: system k finds them in y from `offset[k]` on
   * and leaves its residuals there in r. −1: solved here as usual.
   */
  open: { readonly offset: Int32Array; y: Float64Array; r: Float64Array } | undefined = undefined;

  /** Solutions are taken wherever the line of the last ones leads: there was no other way. */
  takesAnySolution = false;

  /** Rows are computed again, by a solver that has not seen the event at which elements began or ceased to share a load. */
  mayShareAgain = false;

  /** Unknowns that are found by iteration. */
  get iteratedVariables(): Int32Array {
    return Int32Array.from(this.systems.flatMap(({ block, iterated }) => (block.isLinear ? [] : [...iterated])));
  }

  solve(index: number, t: number): void {
    const system = this.systems[index]!;
    const { services, open } = this;
    this.broken = undefined;
    if (open !== undefined && open.offset[index]! >= 0) {
      const offset = open.offset[index]!;
      for (let j = 0; j < system.z.length; j++) system.z[j] = open.y[offset + j]!;
      this.residual(system, t, system.z, system.r);
      for (let j = 0; j < system.z.length; j++) open.r[offset + j] = system.r[j]!;
      return;
    }
    if (services.isEvent) {
      system.solvedAt = t;
      this.solveAtEvent(system, t);
      system.isFollowed = true;
    } else {
      system.isFollowed =
        (system.block.isLinear ? this.solveOnce(system, t) : this.follow(system, t)) || this.sharesOtherwise(system, t);
      if (!system.isFollowed) this.markFailed(system, t);
    }
    if (!system.block.hasPiecewiseConstantMatrix) this.signs.note(index, system.sign, t);
  }

  /** The solution at t that belongs to the last one, or to where the path ends when that is none. */
  private follow(system: System, t: number): boolean {
    const { path } = system;
    const isBehind = t >= Math.max(system.solvedAt, path.timeBefore(Number.POSITIVE_INFINITY));
    const sign = system.isFollowed && isBehind ? system.sign : path.signAround(t);
    const move = t === system.solvedAt && system.isFollowed ? 0 : this.goTo(system, t);
    system.solvedAt = t;
    const isSolved = this.solveOnce(system, t);
    if (isSolved && (this.belongs(system, sign) || this.takesAnySolution || this.goesStraight(system, move)))
      return true;
    if (this.takesAnySolution) return move > 0 && this.returnToPath(system, t) && this.solveOnce(system, t);
    const isDoubtful = isSolved && system.sign * sign >= 0;
    if (isDoubtful) {
      system.doubtful.set(system.z);
      system.predicted.set(system.start);
    }
    if (!this.returnToPath(system, t)) return isSolved;
    if (this.solveOnce(system, t) && this.belongs(system, path.signAround(t))) return true;
    return this.deform(system, t) && (!isDoubtful || this.isSame(system, t));
  }

  /**
   * Newton's method and the way between have led to the same solution. Of two the one is taken that is far nearer to where the last ones
   * pointed; where neither is, a shorter step tells which of them goes on.
   */
  private isSame(system: System, t: number): boolean {
    const { z, doubtful, predicted } = system;
    if (this.differs(system, z, doubtful) <= otherSolution) return true;
    if (!(this.differs(system, doubtful, predicted) <= farNearer * this.differs(system, z, predicted))) return false;
    z.set(doubtful);
    this.writeUnknowns(system);
    return this.solveOnce(system, t);
  }

  /** Newton's method has found what is near its start, on the same side of where solutions meet. */
  private belongs(system: System, sign: number): boolean {
    return system.isSure && system.sign * sign >= 0;
  }

  /**
   * The solution is where the last ones point to, by a short way: two solutions meet here, and it goes on with its speed. Where a
   * solution turns back, a line leads past it as well, but not to another one that is as near to the line.
   */
  private goesStraight(system: System, move: number): boolean {
    const correction = this.differs(system, system.z, system.start);
    return move + correction <= fewRoundings || (move <= shortMove && correction <= straight * move);
  }

  /**
   * From the solution before t to the one at t by taking its residual away bit by bit: [Deuflhard2011] sec. 5.1.3. What is lost on this way is
   * too far away.
   */
  private deform(system: System, t: number): boolean {
    const { z, start, residue, path } = system;
    if (!this.returnToPath(system, t)) return false;
    const sign = path.signBefore(t);
    this.residual(system, t, z, residue);
    if (!allFinite(residue)) return false;
    try {
      for (let done = 0, part = 0.25; done < 1; ) {
        start.set(z);
        const next = Math.min(1, done + part);
        system.rest = 1 - next;
        const isSolved = this.solveOnce(system, t) && system.sign * sign >= 0;
        if (isSolved && (system.isSure || (part <= shortestPart && this.differs(system, z, start) <= cornerMove))) {
          done = next;
          part *= 2;
        } else {
          if (part <= shortestPart) return false;
          part *= 0.25;
          z.set(start);
          this.writeUnknowns(system);
        }
      }
    } finally {
      system.rest = 0;
    }
    system.isSure = true;
    return true;
  }

  private sharesOtherwise(system: System, t: number): boolean {
    if (!this.mayShareAgain || system.shared === undefined) return false;
    system.isShared = !system.isShared;
    system.isFactored = false;
    return this.solveOnce(system, t);
  }

  /** Some systems are solved by iteration, and may have several solutions. */
  get mayHaveSeveralSolutions(): boolean {
    return this.systems.some(({ block }) => !block.isLinear);
  }

  /**
   * A step was accepted, or an event is over: later attempts that are given up must not lead to another solution. Systems that only results
   * need may have been solved last before.
   */
  keepSolutions(): void {
    for (const system of this.systems) {
      const { block, path, z, solvedAt } = system;
      if (block.isLinear || !system.isFollowed) continue;
      this.copyUnknowns(system);
      if (path.endsWith(solvedAt, z)) continue;
      path.beginStep(solvedAt);
      path.end(solvedAt, z, system.sign);
    }
  }

  /** The next step begins where the paths of these systems end. */
  beginStepOf(systems: readonly number[]): void {
    for (const k of systems) this.systems[k]!.path.beginStep();
  }

  /** Systems that are solved by iteration and that the last evaluation up to t has left where they were: only results need them. */
  systemsBehind(t: number): readonly number[] {
    return this.systems.flatMap(({ block, solvedAt }, k) => (block.isLinear || solvedAt >= t ? [] : [k]));
  }

  /** Systems whose solutions at t may be others than those to which their paths lead. */
  unsureAt(t: number): readonly number[] {
    return this.systems.flatMap(({ block, isSure, sign, solvedAt, path }, k) =>
      block.isLinear || solvedAt !== t || (isSure && sign * path.signBefore(t) >= 0) ? [] : [k],
    );
  }

  /** The paths of these systems lead through their present solutions. */
  leadThrough(systems: readonly number[]): void {
    for (const k of systems) {
      const system = this.systems[k]!;
      this.copyUnknowns(system);
      system.path.insert(system.solvedAt, system.z, system.sign);
    }
  }

  /** These systems are where their paths were at `start`, and what was found between that and t is given up. */
  returnTo(start: number, t: number, systems: readonly number[]): void {
    for (const k of systems) {
      const system = this.systems[k]!;
      const { path, z } = system;
      path.cut(start, t);
      if (!path.copyBefore(start, z)) continue;
      this.writeUnknowns(system);
      system.solvedAt = path.timeBefore(nextUp(start));
      system.isFollowed = true;
    }
  }

  /** The time before t from which all of these systems can be followed; t when there is none. */
  knownBefore(t: number, systems: readonly number[]): number {
    const time = Math.min(...systems.map((k) => this.systems[k]!.path.timeBefore(t)));
    return Number.isFinite(time) ? time : t;
  }

  /** The present solutions are followed from here on, whatever was before; but those of some systems. */
  forgetSolutions(but: readonly number[] = []): void {
    this.systems.forEach(({ path }, k) => {
      if (!but.includes(k)) path.forget();
    });
  }

  /** Where to look for the solution at another time: how far that is from the last one. */
  private goTo(system: System, t: number): number {
    const { path, z, start, step, solvedAt, isFollowed } = system;
    this.copyUnknowns(system);
    const isAhead = path.predict(t, isFollowed ? solvedAt : Number.POSITIVE_INFINITY, z, step);
    this.writeUnknowns(system);
    start.set(z);
    return isAhead ? this.norm(system, step) : 0;
  }

  /** The unknowns are where the path was before t. */
  private returnToPath(system: System, t: number): boolean {
    if (!system.path.copyBefore(t, system.z)) return false;
    this.writeUnknowns(system);
    return true;
  }

  private writeUnknowns({ z, iterated }: System): void {
    for (let j = 0; j < z.length; j++) this.arrays.V[iterated[j]!] = z[j]!;
  }

  private copyUnknowns({ z, iterated }: System): void {
    for (let j = 0; j < z.length; j++) z[j] = this.arrays.V[iterated[j]!]!;
  }

  /** −(∂r/∂z)⁻¹·b at the present solution. The matrix is factored once per point and system. */
  sensitivity(index: number, t: number, b: readonly number[]): Float64Array {
    const x = new Float64Array(b.length);
    for (let i = 0; i < b.length; i++) x[i] = -b[i]!;
    this.factorsAt(index, t).solve(x);
    return x;
  }

  /** Factors of ∂r/∂z at the present solution, made once per point. */
  factorsAt(index: number, t: number): Pick<DenseLU, "solve" | "solveTransposed"> {
    const system = this.systems[index]!;
    if (system.sensitivityTime !== t || !system.isFactored) {
      this.factor(system, t);
      system.sensitivityTime = t;
    }
    return system.isShared ? system.shared! : system.factorization;
  }

  /** Called before the sensitivities at a new point are asked for. */
  beginSensitivities(): void {
    for (const system of this.systems) system.sensitivityTime = Number.NaN;
  }

  /** During an event relations are updated, those of the own unknowns until they agree with the solution. */
  private solveAtEvent(system: System, t: number): void {
    const { services } = this;
    this.readUnknowns(system);
    this.residual(system, t, system.z, system.r);
    services.isEvent = false;
    this.isAtEvent = true;
    try {
      if (system.block.relations.length > 0) this.solveMixed(system, t);
      else if (!this.solveAnyhow(system, t) && !this.solveFromNearby(system, t)) throw this.failure(system, t);
    } finally {
      services.isEvent = true;
      this.isAtEvent = false;
    }
  }

  private solveMixed(system: System, t: number): void {
    const { R, V, P, Q, hysteresis } = this.arrays;
    const { relations, index, iterated } = system.block;
    let looksNearby = false;
    const mixed: MixedSystem = {
      relations,
      isInclusive: relations.map((k) => /^[lg]e$/.test(this.program.state.relations[k]!.expression.op)),
      differences: system.differences,
      R,
      hysteresis,
      z: system.z,
      evaluateAt: (z) => this.residual(system, t, z, system.r),
      solve: () => this.solveAnyhow(system, t) || (looksNearby && this.solveFromNearby(system, t)),
      evaluateDifferences: () =>
        this.program.code.relations[index]!(t, this.X, V, P, R, Q, this.services, system.differences),
      size: () => iterated.reduce((largest, v) => Math.max(largest, Math.abs(V[v]!)), 0),
    };
    const before = relations.map((k) => R[k]!);
    const search = (isShared: boolean): ModeOutcome => {
      relations.forEach((k, i) => {
        R[k] = before[i]!;
      });
      system.isShared = isShared;
      system.isFactored = false;
      return findModes(mixed);
    };
    let outcome = search(system.isShared);
    if (outcome !== "consistent" && system.shared !== undefined) {
      const other = search(!system.isShared);
      if (other === "consistent") outcome = other;
      else system.isShared = false;
    }
    if (outcome === "unsolvable" && !system.block.isLinear) {
      looksNearby = true;
      outcome = search(false);
    }
    if (outcome === "unsolvable") throw this.failure(system, t);
    if (outcome === "inconsistent") {
      this.contradiction ??= noMode(this.program, system.block, t);
      relations.forEach((k, i) => {
        R[k] = before[i]!;
      });
      if (!goOnInCircle(mixed)) throw this.contradiction;
    }
    if (system.isShared) this.noteShared(system, t);
  }

  private noteShared(system: System, t: number): void {
    system.isShared = system.shared!.isDeficient;
    system.isFactored = false;
    if (!system.isShared || this.sharing.has(system.block)) return;
    const names = system.block.iterated.map((v) => this.program.state.variables[v]!.name);
    this.sharing.set(
      system.block,
      `W-SHARED-LOAD  From t = ${t} the equations for ${listNames(names)} leave open how elements share a load, such as two locked brakes on one shaft: the smallest values are taken. Motions do not depend on it; put a spring or a damper between them if the loads matter.`,
    );
  }

  private solveAnyhow(system: System, t: number): boolean {
    return this.solveOnce(system, t) || this.solveFromStart(system, t);
  }

  private solveFromStart(system: System, t: number): boolean {
    if (system.block.isLinear) return false;
    for (let j = 0; j < system.z.length; j++)
      this.arrays.V[system.iterated[j]!] = this.startValues[system.iterated[j]!]!;
    return this.solveOnce(system, t);
  }

  /** The equations may be singular at the start values, such as y^2 = 4 at zero: begins beside them, then nearer to zero. */
  private solveFromNearby(system: System, t: number): boolean {
    const { V } = this.arrays;
    if (system.block.isLinear) return false;
    for (const distance of startDistances) {
      for (let j = 0; j < system.z.length; j++) {
        const v = system.iterated[j]!;
        const start = this.startValues[v]!;
        // different for every unknown, and the same in every run
        const part = 0.5 + 0.5 * ((0.618033988749895 * (j + 1)) % 1);
        V[v] = start + distance * part * (Math.abs(start) + this.nominal[v]!);
      }
      if (this.solveOnce(system, t)) return true;
    }
    // far out an exponential may be beyond all numbers
    for (const part of startParts) {
      for (let j = 0; j < system.z.length; j++) V[system.iterated[j]!] = part * this.startValues[system.iterated[j]!]!;
      if (this.solveOnce(system, t)) return true;
    }
    // the message shows where the way from the start values ends
    return this.solveFromStart(system, t);
  }

  private readUnknowns(system: System): void {
    const { V } = this.arrays;
    for (let j = 0; j < system.z.length; j++) {
      const value = V[system.iterated[j]!]!;
      system.z[j] = Number.isFinite(value) ? value : this.startValues[system.iterated[j]!]!;
    }
  }

  private solveOnce(system: System, t: number): boolean {
    const { isLinear, hasPiecewiseConstantMatrix } = system.block;
    this.readUnknowns(system);
    if (system.z.length === 0) {
      this.residual(system, t, system.z, system.r);
      return true;
    }
    const isSolved =
      (isLinear ? this.solveLinear(system, t) : this.solveNonlinear(system, t)) && this.isConsistent(system);
    if (!hasPiecewiseConstantMatrix)
      system.sign = isSolved && !system.isShared ? system.factorization.determinantSign() : 0;
    return isSolved;
  }

  private solveLinear(system: System, t: number): boolean {
    const { z, r, block } = system;
    // truth values go on from where they are, as in a latch
    if (!block.hasLogic) z.fill(0);
    this.residual(system, t, z, r);
    if (!this.factor(system, t)) return false;
    this.solveFactored(system, r);
    for (let j = 0; j < z.length; j++) z[j]! -= r[j]!;
    this.residual(system, t, z, r);
    if (block.hasLogic) this.settleLogic(system, t);
    return allFinite(z);
  }

  /** Truth values that decide about each other: substituted until they agree, which they need not ever do. */
  private settleLogic(system: System, t: number): void {
    const { z, r } = system;
    for (let k = 0; k < maximumIterations; k++) {
      this.solveFactored(system, r);
      if (this.norm(system, r) <= agreement) {
        this.residual(system, t, z, r);
        return;
      }
      for (let j = 0; j < z.length; j++) z[j]! -= r[j]!;
      this.residual(system, t, z, r);
    }
    throw noAgreement(this.program, system.block, t);
  }

  /** With the matrix of an earlier point, as long as that converges fast: a matrix of many unknowns costs far more than its use. */
  private solveWithOldMatrix(system: System, t: number): boolean {
    const { z, r, step } = system;
    let before = Number.POSITIVE_INFINITY;
    for (let iteration = 0; iteration < maximumOldIterations; iteration++) {
      this.iterations++;
      this.residual(system, t, z, r);
      for (let j = 0; j < z.length; j++) step[j] = -r[j]!;
      this.solveFactored(system, step);
      const size = this.norm(system, step);
      if (!(size <= fastConvergence * before)) return false;
      for (let j = 0; j < z.length; j++) z[j]! += step[j]!;
      if (size <= finalChange) {
        this.residual(system, t, z, r);
        return allFinite(r);
      }
      before = size;
    }
    return false;
  }

  private solveNonlinear(system: System, t: number): boolean {
    const { z, r, step, trial, trialStep } = system;
    if (z.length >= manyUnknowns && system.isFactored && !this.isAtEvent) {
      system.isSure = true;
      if (this.solveWithOldMatrix(system, t)) return true;
      this.readUnknowns(system);
    }
    system.isSure = false;
    this.residual(system, t, z, r);
    if (!allFinite(r)) return false;
    let damping = 1;
    // the first step came near, and trialStep is what its matrix would do there
    let isNear = false;
    for (let iteration = 0; iteration < maximumIterations; iteration++) {
      this.iterations++;
      if (!this.factor(system, t)) return false;
      for (let j = 0; j < z.length; j++) step[j] = -r[j]!;
      this.solveFactored(system, step);
      const size = this.norm(system, step);
      if (!(size < Number.POSITIVE_INFINITY)) return false;
      if (iteration === 1 && isNear) system.isSure = this.differs(system, step, trialStep) <= nearMatrix * size;
      damping = Math.min(1, damping * 4);
      let isAccepted = false;
      while (!isAccepted) {
        for (let j = 0; j < z.length; j++) trial[j] = z[j]! + damping * step[j]!;
        this.residual(system, t, trial, r);
        if (size * damping <= finalChange || (damping === 1 && size <= 1e-8 && allFinite(r))) {
          z.set(trial);
          system.isSure ||= iteration === 0;
          if (size <= finalChange || iteration > maximumIterations - 3) return allFinite(r);
          isAccepted = true;
          break;
        }
        for (let j = 0; j < z.length; j++) trialStep[j] = -r[j]!;
        this.solveFactored(system, trialStep);
        const next = this.norm(system, trialStep);
        if (next <= (1 - damping / 4) * size) {
          z.set(trial);
          if (iteration === 0) isNear = next <= nearContraction * size;
          isAccepted = true;
        } else {
          damping /= 2;
          if (damping < smallestDamping) return this.endsAtRounding(system, t, size);
        }
      }
      if (size <= 1e-8 && this.isRepeating(system, size)) return true;
    }
    return false;
  }

  /** Below 1e-8 quadratic convergence gives full accuracy in one more step; rounding may keep the change above finalChange. */
  private isRepeating(system: System, size: number): boolean {
    return size <= 1e-11 || this.norm(system, system.r) === 0;
  }

  private endsAtRounding(system: System, t: number, size: number): boolean {
    if (size > 1e-9) return false;
    this.residual(system, t, system.z, system.r);
    return true;
  }

  private factor(system: System, t: number): boolean {
    const { block, J } = system;
    const isKept = block.hasConstantMatrix || (block.hasPiecewiseConstantMatrix && !this.isAtEvent);
    if (isKept && system.isFactored) return true;
    const { X } = this;
    const { V, P, R, Q } = this.arrays;
    J.fill(0);
    system.isFactored = false;
    try {
      this.program.code.jacobians[block.index]!(t, X, V, P, R, Q, this.services, J);
    } catch (error) {
      this.noteBroken(error, J);
      return false;
    }
    system.isFactored = system.isShared ? system.shared!.factor(J) : system.factorization.factor(J) < 0;
    return system.isFactored;
  }

  /** b ← J⁻¹·b, or the smallest of the vectors that J takes there. */
  private solveFactored(system: System, b: Float64Array): void {
    if (system.isShared) system.shared!.solve(b);
    else system.factorization.solve(b);
  }

  /** The equations that the others imply hold too. */
  private isConsistent(system: System): boolean {
    if (!system.isShared) return true;
    const { z, r, J, iterated } = system;
    for (let i = 0; i < z.length; i++) {
      let scale = 0;
      for (let j = 0; j < z.length; j++)
        scale += Math.abs(J[i + z.length * j]!) * (Math.abs(z[j]!) + this.nominal[iterated[j]!]!);
      if (!(Math.abs(r[i]!) <= sharedResidual * scale)) return false;
    }
    return true;
  }

  private residual(system: System, t: number, z: Float64Array, r: Float64Array): void {
    const { X } = this;
    const { V, P, R, Q } = this.arrays;
    try {
      this.program.code.residuals[system.block.index]!(t, X, V, P, R, Q, this.services, z, r);
    } catch (error) {
      this.noteBroken(error, r);
    }
    const { rest, residue } = system;
    if (rest > 0) for (let j = 0; j < r.length; j++) r[j]! -= rest * residue[j]!;
  }

  /** Values at which an assertion of a function breaks count as values at which the equations are not numbers. */
  noteBroken(error: unknown, values: Float64Array): void {
    if (!(error instanceof RattlebackError && error.code === "E-MODELICA-ASSERT")) throw error;
    this.broken = error;
    values.fill(Number.NaN);
  }

  private differs(system: System, a: Float64Array, b: Float64Array): number {
    const { r } = system;
    for (let j = 0; j < r.length; j++) r[j] = a[j]! - b[j]!;
    return this.norm(system, r);
  }

  /** Largest change relative to the size of the unknowns. */
  private norm(system: System, v: Float64Array): number {
    let largest = 0;
    for (let j = 0; j < v.length; j++) {
      const change = Math.abs(v[j]!) / (Math.abs(system.z[j]!) + this.nominal[system.iterated[j]!]!);
      if (!(change <= largest)) largest = change;
    }
    return largest;
  }

  /** Why no step leads beyond t, when it is because a system has no solution there. */
  failureNear(t: number): RattlebackError | undefined {
    const { lastFailure, program } = this;
    const isNear = (time: number): boolean => Math.abs(time - t) <= nearFailure * Math.max(1, Math.abs(t));
    if (lastFailure !== undefined && !lastFailure.block.isLinear && isNear(lastFailure.t))
      return lastFailure.broken ?? lostSolution(program, lastFailure.block, t);
    const divided = [...program.systems, ...program.divisions];
    const changed = divided.find(
      (block, k) => isNear(this.signs.changedAt[k]!) && (block.kind === "assignment" || block.isLinear),
    );
    if (changed !== undefined) return unboundedSolution(program, changed, t);
    if (lastFailure === undefined || !isNear(lastFailure.t)) return undefined;
    return lastFailure.broken ?? lostSolution(program, lastFailure.block, t);
  }

  /** Between events a failure makes the derivatives NaN, so that the integrator tries a smaller step. */
  private markFailed(system: System, t: number): void {
    const { V } = this.arrays;
    this.lastFailure = { block: system.block, t, broken: this.broken };
    system.isSure = false;
    for (let j = 0; j < system.iterated.length; j++) V[system.iterated[j]!] = Number.NaN;
    for (const { variable } of system.block.solved) V[variable] = Number.NaN;
  }

  private failure(system: System, t: number): RattlebackError {
    if (this.broken !== undefined) return this.broken;
    const { state } = this.program;
    const { block } = system;
    const names = block.iterated.map((v) => state.variables[v]!.name);
    const equations = block.equations.slice(0, 5).map((e) => `           ${showSource(state.equations[e]!.source)}`);
    const values = block.iterated
      .slice(0, 5)
      .map((v) => `${state.variables[v]!.name} = ${this.arrays.V[v]!.toPrecision(6)}`);
    const isSingular = block.isLinear;
    const isInFile = block.equations.some((e) => state.equations[e]!.source.file !== undefined);
    return new RattlebackError(
      isSingular ? "E-SYSTEM-SINGULAR" : "E-SYSTEM-NEWTON",
      isSingular
        ? `The equations for ${listNames(names)} have no unique solution at t = ${t}.`
        : `The nonlinear equations for ${listNames(names)} could not be solved at t = ${t}.`,
      {
        path: names[0]!,
        where: `these equations:\n${equations.join("\n")}`,
        because: isSingular
          ? `the matrix of the system is singular; ${values.join(", ")}`
          : `Newton's method stopped at ${values.join(", ")}`,
        hint: `${
          isSingular
            ? "look for a parameter that is zero, or for components that prescribe the same quantity"
            : `give start values near the solution: ${isInFile ? `${names[0]!}(start = …)` : "Var({ start: … })"}, or use homotopy(actual, simplified)`
        }${uncheckedAssertions(this.program, block)}`,
        data: { unknowns: names, values: block.iterated.map((v) => this.arrays.V[v]!), t },
      },
    );
  }
}

function allFinite(v: Float64Array): boolean {
  for (let i = 0; i < v.length; i++) if (!Number.isFinite(v[i]!)) return false;
  return true;
}
