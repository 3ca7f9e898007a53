/**
 * Runs an action program inside a simulation. At every event the program goes on as far as it can: commands that change the
 * structure are handed to the model at once, waiting commands say when to look again.
 *
 * Source   [Neumayr2024] sec. 11.3
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { Act, type ActionFunction, type ActionGenerator, type ActView } from "./act.ts";
import { type Command, commandText, type Outcome, type StructuralCommand } from "./commands.ts";
import { type Condition, parseCondition } from "./condition.ts";
import { noReferencePath, ReferencePath } from "./referencePath.ts";

/** The model under the program. */
export interface ActionWorld extends ActView {
  /** Checks and carries out a change of structure. */
  change(command: StructuralCommand): Outcome;
}

/** More commands than this at one instant mean that the program does not let time pass. */
const maximumCommandsAtOnce = 10_000;

const done: Outcome = { isDone: true, report: undefined };

export class ActionProgram {
  reference: ReferencePath | undefined;
  private readonly world: ActionWorld;
  private readonly act: Act;
  private readonly generator: ActionGenerator;
  private outcome: Outcome = done;
  /** The program goes on at this time, or earlier when the condition holds. */
  private resumeAt = Number.NEGATIVE_INFINITY;
  private condition: Condition | undefined;
  private isFinished = false;

  constructor(program: ActionFunction, world: ActionWorld) {
    this.world = world;
    this.act = new Act(world);
    this.generator = program(this.act);
    if (typeof this.generator?.next !== "function") {
      throw new RattlebackError("E-ACTION-PROGRAM", "The action program is not a generator function.", {
        because: "ModelActions needs a function that yields its commands one after the other",
        hint: 'ModelActions(function* (act) { yield act.attach("a", "b"); })',
      });
    }
  }

  /** Time of the next event that the program itself asks for. */
  get nextTime(): number {
    return this.isFinished ? Number.POSITIVE_INFINITY : this.resumeAt;
  }

  /** What the program waits for when the run ends, "" when it has come to its end. */
  get pending(): string {
    if (this.isFinished) return "";
    return this.condition === undefined ? `until t = ${this.resumeAt} s` : `for "${this.condition.text}"`;
  }

  get isWaiting(): boolean {
    return this.condition !== undefined;
  }

  /** Positive where the condition that the program waits for holds; −1 when it waits for none. */
  indicator(time: number): number {
    return this.condition === undefined ? -1 : this.condition.indicator(time, (name) => this.world.value(name));
  }

  /** At an event: goes on as far as possible. Returns the texts of the commands that were carried out. */
  resume(): string[] {
    const texts: string[] = [];
    while (!this.isFinished && this.isDue()) {
      const { value: command, done: isEnd } = this.next();
      this.act.take(command ?? undefined);
      if (isEnd === true || command === undefined) {
        this.isFinished = true;
        break;
      }
      this.perform(command);
      texts.push(commandText(command));
      if (texts.length > maximumCommandsAtOnce) throw this.endless(command);
    }
    return texts;
  }

  private isDue(): boolean {
    const { time } = this.world;
    if (this.condition !== undefined && this.indicator(time) >= 0) {
      this.condition = undefined;
      this.outcome = done;
      return true;
    }
    if (time < this.resumeAt) return false;
    this.outcome = this.condition === undefined ? this.outcome : { isDone: false, report: undefined };
    this.condition = undefined;
    return true;
  }

  private next(): IteratorResult<Command, void> {
    const { outcome } = this;
    this.outcome = done;
    return this.generator.next(outcome);
  }

  private perform(command: Command): void {
    const { time } = this.world;
    this.resumeAt = time;
    switch (command.kind) {
      case "wait":
      case "eventAfter":
        this.resumeAt = time + command.period;
        return;
      case "until":
        this.condition = parseCondition(command.condition);
        for (const name of this.condition.names) this.world.value(name); // unknown names are errors now, not later
        this.resumeAt = time + command.timeout;
        return;
      case "referencePath":
        this.reference = new ReferencePath(command, time);
        return;
      case "ptpJointSpace":
        if (this.reference === undefined) throw noReferencePath(time);
        this.resumeAt = this.reference.moveTo(command.positions, time);
        return;
      default:
        this.outcome = this.world.change(command);
        if (command.kind !== "enableContactDetection") this.resumeAt = time + (command.waitingPeriod ?? 0);
    }
  }

  private endless(command: Command): RattlebackError {
    const { time } = this.world;
    return new RattlebackError("E-ACTION-ENDLESS", "The action program does not let time pass.", {
      where: `t = ${time} s`,
      because: `it gave ${maximumCommandsAtOnce} commands at this instant, the last of them ${commandText(command)}`,
      hint: "let loops wait: yield act.eventAfter(1)",
      data: { time },
    });
  }
}
