/**
 * Runs an action program inside a simulation. At every event the program goes on as far as it can: commands that change the
 * structure are handed to the model at once, waiting commands say when to look again.
 *
 * Source   [Neumayr2024] sec. 11.3
 */
import { detailsOf, RattlebackError } from "../errors/rattlebackError.ts";
import { Act, type ActionFunction, type ActionGenerator, type ActView } from "./act.ts";
import { type Command, commandText, type Outcome, type StructuralCommand } from "./commands.ts";
import { type Condition, parseCondition } from "./condition.ts";
import { noReferencePath, ReferencePath } from "./referencePath.ts";

/** The model under the program. */
export interface ActionWorld extends ActView {
  /** Checks and carries out a change of structure; the program sees what became of it when it is resumed the next time. */
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
  /** Commands so far at `countedAt`. */
  private count = 0;
  private countedAt = Number.NaN;

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

  /** Names in the condition that it waits for. */
  get watchedNames(): readonly string[] {
    return this.condition?.names ?? [];
  }

  /** Positive where the condition that the program waits for holds; −1 when it waits for none. */
  eventFunction(time: number): number {
    if (this.condition === undefined) return -1;
    const value = this.condition.eventFunction(time, (name) => this.world.value(name));
    if (Number.isNaN(value)) throw undefinedCondition(this.condition.text, time);
    return value;
  }

  /**
   * At an event: goes on as far as possible, but not beyond a change of structure, which the program shall see when it goes on.
   * Returns the texts of the commands that were carried out.
   */
  resume(): string[] {
    const texts: string[] = [];
    try {
      for (let isSame = true; isSame && !this.isFinished && this.isDue(); ) {
        const { value: command, done: isEnd } = this.next();
        this.act.take(command, isEnd === true);
        if (isEnd === true || command === undefined) {
          this.isFinished = true;
          break;
        }
        isSame = this.perform(command);
        texts.push(commandText(command));
        this.countCommand(command);
      }
    } catch (error) {
      throw withTime(error, this.world.time);
    }
    return texts;
  }

  private isDue(): boolean {
    const { time } = this.world;
    if (this.condition !== undefined && this.eventFunction(time) >= 0) {
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

  /** Returns whether the structure is the same as before. */
  private perform(command: Command): boolean {
    const { time } = this.world;
    this.resumeAt = time;
    switch (command.kind) {
      case "wait":
      case "eventAfter":
        this.resumeAt = time + command.period;
        return true;
      case "until":
        this.condition = parseCondition(command.condition);
        for (const name of this.condition.names) this.world.value(name); // unknown names are errors now, not later
        this.resumeAt = time + command.timeout;
        return true;
      case "referencePath":
        this.reference = new ReferencePath(command, time);
        return true;
      case "ptpJointSpace":
        if (this.reference === undefined) throw noReferencePath(time);
        this.resumeAt = this.reference.moveTo(command.positions, time);
        return true;
      default:
        this.outcome = this.world.change(command);
        if (command.kind !== "enableContactDetection") this.resumeAt = time + (command.waitingPeriod ?? 0);
        return !this.outcome.isDone;
    }
  }

  private countCommand(command: Command): void {
    const { time } = this.world;
    this.count = time === this.countedAt ? this.count + 1 : 1;
    this.countedAt = time;
    if (this.count > maximumCommandsAtOnce) throw this.endless(command);
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

/** Errors of a program say when; what is thrown by the user's own code becomes one, so that the run keeps its result. */
function withTime(error: unknown, time: number): RattlebackError {
  if (!(error instanceof RattlebackError)) {
    const text = error instanceof Error ? error.message : String(error);
    return new RattlebackError("E-ACTION-FAILED", `The action program failed: ${text.replace(/\.?$/, ".")}`, {
      where: `t = ${time} s`,
      because: "its own code threw an error",
      hint: "the cause of this error has the place in the program",
      data: { time },
      cause: error,
    });
  }
  if (typeof error.data["time"] === "number") return error;
  const where = [`t = ${time} s`, error.where].filter((part) => part !== undefined).join(", ");
  return new RattlebackError(error.code, error.what, {
    ...detailsOf(error),
    where,
    data: { ...error.data, time },
    cause: error,
  });
}

function undefinedCondition(text: string, time: number): RattlebackError {
  return new RattlebackError("E-ACTION-CONDITION", `The condition "${text}" is neither true nor false.`, {
    path: "act.until",
    where: `t = ${time} s`,
    because: "its value is not a number",
    hint: "guard divisions, roots and logarithms",
    data: { text, time },
  });
}
