/** An action program in a run: goes on at events, changes the structure, and tells the solver when it wants to be asked again. */

import type { ActionFunction } from "../../actions/act.ts";
import { ActionProgram, type ActionWorld } from "../../actions/actionProgram.ts";
import { commandText, type Outcome, type StructuralCommand } from "../../actions/commands.ts";
import type { ReferencePath } from "../../actions/referencePath.ts";
import { suggestName } from "../../errors/nearestName.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { ComponentAccess, SegmentDeclarations } from "../../language/predefined.ts";
import * as elementary from "../../math/elementary.ts";
import { type PresentModel, valueByName } from "../run/valueByName.ts";
import { actionError } from "./assemblies.ts";
import type { Mismatch } from "./attach.ts";
import { changeStructure, type Instant } from "./changeStructure.ts";
import { type MomentumReport, momentumOf } from "./momentum.ts";
import { type CommandContext, type LockedJoints, performCommand } from "./performCommand.ts";
import type { Structure } from "./structure.ts";

export class ActionRun implements ActionWorld {
  time = 0;
  /** The structure after the commands so far. */
  structure!: Structure;
  /** Contact detection as the last command wanted it; undefined: as the scene says. */
  contactDetection: boolean | undefined;
  private readonly program: ActionProgram;
  readonly locked: LockedJoints = new Map();
  /** What exists in the present segment. */
  private present: () => PresentModel;
  /** Largest distance of locking frames, m. */
  gap = 0;
  private isChanged = false;
  /** What acts at the start of the segment that follows the last change. */
  instant: Instant | undefined;
  /** Reports the last change, in the segment that follows it. */
  private tell: (() => void) | undefined;
  private access: ComponentAccess | undefined;
  /** Of the event function; −1 when there is none. */
  private place = -1;
  /** Assemblies changed at `changedAt`, with the kind of the command. */
  private readonly changes = new Map<string, string>();
  private changedAt = Number.NaN;
  private contactsSwitchedAt = Number.NaN;
  private readonly takenNames: ReadonlySet<string>;

  constructor(program: ActionFunction, takenNames: ReadonlySet<string>, present: () => PresentModel) {
    this.takenNames = takenNames;
    this.present = present;
    this.program = new ActionProgram(program, this);
  }

  /** The model goes on with other states: values come from elsewhere, the program knows nothing of it. */
  continueWith(present: () => PresentModel): void {
    this.present = present;
  }

  get reference(): ReferencePath | undefined {
    return this.program.reference;
  }

  /** Position, velocity or acceleration of the reference path. Zero before the path is named. */
  referenceAt(name: string, time: number, order: 0 | 1 | 2): number {
    const path = this.reference;
    if (path === undefined) return 0;
    const index = path.names.indexOf(name);
    if (index < 0) throw unknownReference(name, path.names);
    if (order === 0) return path.position(index, time);
    return order === 1 ? path.velocity(index, time) : path.acceleration(index, time);
  }

  /** What the program still waits for, "" when it has come to its end. */
  get pending(): string {
    return this.program.pending;
  }

  /** Whether it waits for a condition, which is an event function then. */
  get isWaiting(): boolean {
    return this.program.isWaiting;
  }

  /** Names in the condition that the program waits for, without indices. */
  get watchedNames(): readonly string[] {
    return this.program.watchedNames.map((name) => name.replace(/\[[\d,]+\]$/, ""));
  }

  /** Declares the condition that the program waits for. */
  beginSegment(declare: SegmentDeclarations): void {
    this.place = this.isWaiting
      ? declare.eventFunctions(1, "condition of the action program", { readsVariables: true })
      : -1;
  }

  /** Whether a condition has been declared in the present segment. */
  get isWatched(): boolean {
    return this.place >= 0;
  }

  /** Positive where the condition that the program waits for holds. */
  writeEventFunction({ z, time }: ComponentAccess): void {
    if (this.place >= 0) z[this.place] = this.program.eventFunction(time);
  }

  value(name: string): number {
    return valueByName(name, this.present());
  }

  /** At an event: the program goes on. Returns the next structure when it changed. */
  resume(access: ComponentAccess, structure: Structure): Structure | undefined {
    this.access = access;
    this.time = access.time;
    this.structure = structure;
    this.isChanged = false;
    this.instant = undefined;
    this.tell?.();
    this.tell = undefined;
    const texts = this.program.resume();
    access.nextEventAt(this.program.nextTime, "next action");
    const corner = this.program.reference?.nextCorner(access.time) ?? Number.POSITIVE_INFINITY;
    access.nextEventAt(corner, "corner of the reference path");
    if (!this.isChanged) return undefined;
    access.restartSegment(texts.join(", "));
    return this.structure;
  }

  change(command: StructuralCommand): Outcome {
    if (command.kind === "enableContactDetection") {
      this.switchContacts(command, command.on);
      this.isChanged = true;
      return { isDone: true, report: undefined };
    }
    const heldBefore = this.heldFlanges();
    const performed = performCommand(command, this.context());
    if ("mismatch" in performed) return this.refuse(command, performed.mismatch);
    for (const part of performed.parts) this.checkContradiction(part, command);
    if (command.enableContactDetection !== undefined) this.switchContacts(command, command.enableContactDetection);
    const { dynamics } = this.structure;
    const freedom = dynamics.velocityCount + dynamics.flangeCount - heldBefore;
    const momentum = momentumOf(this.structure);
    const { structure, instant } = changeStructure(this.structure, performed.change);
    this.checkIdleFlanges(structure, command);
    this.structure = structure;
    this.instant = instant;
    this.isChanged = true;
    const outcome: { isDone: boolean; report: Outcome["report"] } = { isDone: true, report: undefined };
    this.tell = () => {
      outcome.report = this.report(command, freedom, momentum);
    };
    return outcome;
  }

  private context(): CommandContext {
    const { structure, time, locked, takenNames } = this;
    return { structure, time, gap: this.gap, locked, takenNames };
  }

  private refuse(command: StructuralCommand, { quantity, value, limit, unit }: Mismatch): Outcome {
    this.access?.report(
      `warning: ${commandText(command)} not carried out: ${quantity} is ${value} ${unit}, allowed are ${limit} ${unit}`,
    );
    return { isDone: false, report: { [quantity]: value } };
  }

  private switchContacts(command: StructuralCommand, on: boolean): void {
    const isOther = this.contactDetection !== undefined && this.contactDetection !== on;
    if (isOther && this.contactsSwitchedAt === this.time) {
      const text = commandText(command);
      throw actionError(
        "E-ACTION-CONTRADICTION",
        "Contacts are switched twice at once.",
        this.structure.graph,
        text,
        this.time,
        {
          because: "one command switches them on and another off at the same time",
          hint: "let time pass between them: waitingPeriod, or yield act.eventAfter(…)",
        },
      );
    }
    this.contactsSwitchedAt = this.time;
    this.contactDetection = on;
  }

  /** One part is not changed twice at the same instant, except that what was released may be attached. */
  private checkContradiction(assembly: string, command: StructuralCommand): void {
    if (this.changedAt !== this.time) this.changes.clear();
    this.changedAt = this.time;
    const before = this.changes.get(assembly);
    this.changes.set(assembly, command.kind);
    const isAllowed = before === undefined || before === "release" || before === "create" || before === "unlock";
    if (isAllowed) return;
    const text = commandText(command);
    throw actionError(
      "E-ACTION-CONTRADICTION",
      `"${assembly}" is changed twice at once.`,
      this.structure.graph,
      text,
      this.time,
      {
        path: this.structure.graph.prefix + assembly,
        because: `${before} and ${command.kind} come at the same time`,
        hint: "let time pass between them: waitingPeriod, or yield act.eventAfter(…)",
      },
    );
  }

  /** A joint with flange whose sides become one body needs a mode in the equations that holds it. */
  private checkIdleFlanges({ graph, idle }: Structure, command: StructuralCommand): void {
    if (idle.size === 0) return;
    const found = graph.joints.find(
      ({ path, hasFlange, isLockable }) => hasFlange && isLockable !== true && idle.has(path),
    );
    if (found === undefined) return;
    throw actionError(
      "E-ACTION-JOINT",
      `The joint "${found.path}" has a flange and is not lockable.`,
      graph,
      commandText(command),
      this.time,
      {
        path: graph.prefix + found.path,
        because: "the change would make it rigid, and its angle is a variable of equations that have no mode for that",
        hint: "lockable: true for the joint",
      },
    );
  }

  /** Joints with flange that are locked. */
  private heldFlanges(): number {
    let count = 0;
    for (const { joint } of this.locked.values()) if (joint.hasFlange) count++;
    return count;
  }

  /** In the segment after a change, when velocities are what the change made of them. */
  private report(command: StructuralCommand, freedom: number, old: MomentumReport): Record<string, number> {
    const now = momentumOf(this.structure);
    const { velocityCount, flangeCount } = this.structure.dynamics;
    const change = (key: "linear" | "angular"): number => elementary.norm(now[key].map((x, i) => x - old[key][i]!));
    const report = {
      degreesOfFreedomBefore: freedom,
      degreesOfFreedom: velocityCount + flangeCount - this.heldFlanges(),
      kineticEnergyBefore: old.kineticEnergy,
      kineticEnergy: now.kineticEnergy,
      energyLost: old.kineticEnergy - now.kineticEnergy,
      linearMomentumChange: change("linear"),
      angularMomentumChange: change("angular"),
    };
    this.access?.report(`${commandText(command)}: ${describe(report, old)}`);
    return report;
  }
}

function describe(report: Record<string, number>, { linear, angular }: MomentumReport): string {
  const short = (x: number): string => Number(x.toPrecision(6)).toString();
  const relative = (x: number, whole: readonly number[]): string => `${short(x)} of ${short(elementary.norm(whole))}`;
  return (
    `degrees of freedom ${report.degreesOfFreedomBefore} → ${report.degreesOfFreedom}, ` +
    `kinetic energy ${short(report.kineticEnergyBefore!)} → ${short(report.kineticEnergy!)} J, ` +
    `momentum changed by ${relative(report.linearMomentumChange!, linear)} N·s and ` +
    `${relative(report.angularMomentumChange!, angular)} N·m·s`
  );
}

function unknownReference(name: string, names: readonly string[]): RattlebackError {
  return new RattlebackError("E-ACTION-REFERENCE", `The reference path has no quantity "${name}".`, {
    path: name,
    because: `act.referencePath names ${names.join(", ")}`,
    hint: suggestName(name, names, "name it in act.referencePath, or another one in the equations"),
    data: { name, names: [...names] },
  });
}
