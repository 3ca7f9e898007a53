/** The hand that a program writes with: `yield act.attach("box.lock", "gripper.lock")`. */
import { checkOptionNames } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import type {
  AttachOptions,
  ChangeOptions,
  Command,
  CreateCommand,
  JointCommand,
  Outcome,
  ReferencePathOptions,
} from "./commands.ts";
import { commandText } from "./commands.ts";

export type ActionGenerator = Generator<Command, void, Outcome>;
export type ActionFunction = (act: Act) => ActionGenerator;

const changeOptions = ["waitingPeriod", "enableContactDetection"];
const attachOptions = [...changeOptions, "limits", "onMismatch", "withImpulse"];
const limitNames = ["distance", "angle", "velocity", "angularVelocity"];
const createOptions = [...changeOptions, "translation", "rotation", "velocity", "angularVelocity"];

/** A program that asks for more than this without a yield will not come to an end. */
const maximumUnyielded = 10_000;

/** The running model as the program sees it. */
export interface ActView {
  readonly time: number;
  value(name: string): number;
}

export class Act {
  private readonly view: ActView;
  private readonly made: Command[] = [];

  constructor(view: ActView) {
    this.view = view;
  }

  get time(): number {
    return this.view.time;
  }

  /** Present value of a variable of the model. */
  value(name: string): number {
    return this.view.value(name);
  }

  /** Fixes the assembly of a locking frame to the object of another. */
  attach(frame: string, to: string, options: AttachOptions = {}): Command {
    checkAttach(options, "attach");
    return this.make({ kind: "attach", frame, to, ...options });
  }

  /** Takes a fixed assembly from its carrier and fixes it to another. */
  releaseAndAttach(frame: string, to: string, options: AttachOptions = {}): Command {
    checkAttach(options, "releaseAndAttach");
    return this.make({ kind: "releaseAndAttach", frame, to, ...options });
  }

  /** Sets the assembly of a locking frame free: it moves on with the velocity it has. */
  release(frame: string, options: ChangeOptions = {}): Command {
    checkChange(options, changeOptions, "release");
    return this.make({ kind: "release", frame, ...options });
  }

  /** Fixes the end `frame` of a chain, frees its end `old`, and reverses the chain between them. */
  flipChain(frame: string, to: string, old: string, options: AttachOptions = {}): Command {
    checkAttach(options, "flipChain");
    return this.make({ kind: "flipChain", frame, to, old, ...options });
  }

  /** Takes an assembly out of the model. */
  delete(frame: string, options: ChangeOptions = {}): Command {
    checkChange(options, changeOptions, "delete");
    return this.make({ kind: "delete", frame, ...options });
  }

  /** Makes a joint rigid in its present position. */
  lock(joint: string, options: Omit<JointCommand, "kind" | "joint"> = {}): Command {
    checkChange(options, [...changeOptions, "withImpulse"], "lock");
    return this.make({ kind: "lock", joint, ...options });
  }

  /** Lets a locked joint move again. */
  unlock(joint: string, options: ChangeOptions = {}): Command {
    checkChange(options, changeOptions, "unlock");
    return this.make({ kind: "unlock", joint, ...options });
  }

  /** Removes a joint: what hung on it moves freely from now on. */
  cut(joint: string, options: ChangeOptions = {}): Command {
    checkChange(options, changeOptions, "cut");
    return this.make({ kind: "cut", joint, ...options });
  }

  /** Makes a new free object after the pattern of an existing one. */
  create(name: string, pattern: string, options: Omit<CreateCommand, "kind" | "name" | "pattern"> = {}): Command {
    checkChange(options, createOptions, "create");
    return this.make({ kind: "create", name, pattern, ...options });
  }

  /** Switches contact handling of the whole model. */
  enableContactDetection(on = true): Command {
    return this.make({ kind: "enableContactDetection", on });
  }

  /** The next command comes after the period, at an event. */
  eventAfter(period: number): Command {
    checkPeriod(period, "eventAfter");
    return this.make({ kind: "eventAfter", period });
  }

  /** The next command comes after the period. */
  wait(period: number): Command {
    checkPeriod(period, "wait");
    return this.make({ kind: "wait", period });
  }

  /** The next command comes when the condition becomes true; the instant is located like any event. */
  until(condition: string, options: { readonly timeout?: number } = {}): Command {
    checkOptionNames(options, ["timeout"], "act.until");
    const { timeout = Number.POSITIVE_INFINITY } = options;
    if (!(timeout >= 0)) throw periodError(timeout, "until, timeout");
    return this.make({ kind: "until", condition, timeout });
  }

  /** Names the quantities that `ptpJointSpace` moves, where they begin, and how fast they may move. */
  referencePath(options: ReferencePathOptions): Command {
    checkOptionNames(options, ["names", "position", "v_max", "a_max"], "act.referencePath");
    return this.make({ kind: "referencePath", ...options });
  }

  /** Moves the reference through the rows, all quantities together; the next command comes at the end of the path. */
  ptpJointSpace(positions: number | readonly number[] | readonly (readonly number[])[]): Command {
    const list = typeof positions === "number" ? [positions] : positions;
    const rows = list.every((row) => typeof row === "number") ? [list as readonly number[]] : list;
    return this.make({ kind: "ptpJointSpace", positions: rows as readonly (readonly number[])[] });
  }

  private make(command: Command): Command {
    this.made.push(command);
    if (this.made.length > maximumUnyielded) {
      throw new RattlebackError("E-ACTION-ENDLESS", "The action program makes commands without end.", {
        where: `t = ${this.time} s`,
        because: `it asked for ${this.made.length} commands without a yield, the last of them ${commandText(command)}`,
        hint: "write yield before every act.… that shall happen, and let loops wait: yield act.eventAfter(1)",
        data: { time: this.time },
      });
    }
    return command;
  }

  /** Called with what the program yielded: all that it made must be that one command. */
  take(command: Command | undefined): void {
    const forgotten = this.made.find((made) => made !== command);
    this.made.length = 0;
    if (forgotten === undefined) return;
    throw new RattlebackError("E-ACTION-YIELD", `The action ${commandText(forgotten)} was made but not yielded.`, {
      where: `t = ${this.time} s`,
      because: "a command happens when the program yields it",
      hint: `yield act.${commandText(forgotten)}`,
      data: { time: this.time, command: commandText(forgotten) },
    });
  }
}

function checkAttach(options: AttachOptions, name: string): void {
  checkChange(options, attachOptions, name);
  checkOptionNames(options.limits ?? {}, limitNames, `act.${name}, limits`);
}

function checkChange(options: ChangeOptions, known: readonly string[], name: string): void {
  checkOptionNames(options, known, `act.${name}`);
  checkPeriod(options.waitingPeriod ?? 0, `${name}, waitingPeriod`);
}

function checkPeriod(period: number, name: string): void {
  if (!(period >= 0 && period < Number.POSITIVE_INFINITY)) throw periodError(period, name);
}

function periodError(period: number, name: string): RattlebackError {
  return new RattlebackError("E-ACTION-PERIOD", `The period of act.${name} is ${period}.`, {
    path: `act.${name}`,
    because: "time runs forwards, by finite amounts",
    hint: "a period of zero seconds or more",
    data: { period },
  });
}
