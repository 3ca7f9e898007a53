/** The hand that a program writes with: `yield act.attach("box.lock", "gripper.lock")`. */
import { checkOptionNames } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import {
  changeOptions,
  checkAttach,
  checkChange,
  checkCreate,
  checkNames,
  checkPeriod,
  checkReferencePath,
  checkSwitch,
  periodError,
  wrongArgument,
} from "./checkArguments.ts";
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
    checkNames("attach", { frame, to });
    checkAttach(options, "attach");
    return this.make({ kind: "attach", frame, to, ...options });
  }

  /** Takes a fixed assembly from its carrier and fixes it to another. */
  releaseAndAttach(frame: string, to: string, options: AttachOptions = {}): Command {
    checkNames("releaseAndAttach", { frame, to });
    checkAttach(options, "releaseAndAttach");
    return this.make({ kind: "releaseAndAttach", frame, to, ...options });
  }

  /** Sets the assembly of a locking frame free: it moves on with the velocity it has. */
  release(frame: string, options: ChangeOptions = {}): Command {
    checkNames("release", { frame });
    checkChange(options, changeOptions, "release");
    return this.make({ kind: "release", frame, ...options });
  }

  /** Fixes the end `frame` of a chain, frees its end `old`, and reverses the chain between them. */
  flipChain(frame: string, to: string, old: string, options: AttachOptions = {}): Command {
    checkNames("flipChain", { frame, to, old });
    checkAttach(options, "flipChain");
    return this.make({ kind: "flipChain", frame, to, old, ...options });
  }

  /** Takes an assembly out of the model. */
  delete(frame: string, options: ChangeOptions = {}): Command {
    checkNames("delete", { frame });
    checkChange(options, changeOptions, "delete");
    return this.make({ kind: "delete", frame, ...options });
  }

  /** Makes a joint rigid in its present position. */
  lock(joint: string, options: Omit<JointCommand, "kind" | "joint"> = {}): Command {
    checkNames("lock", { joint });
    checkChange(options, [...changeOptions, "withImpulse"], "lock");
    checkSwitch(options.withImpulse, "act.lock, withImpulse");
    return this.make({ kind: "lock", joint, ...options });
  }

  /** Lets a locked joint move again. */
  unlock(joint: string, options: ChangeOptions = {}): Command {
    checkNames("unlock", { joint });
    checkChange(options, changeOptions, "unlock");
    return this.make({ kind: "unlock", joint, ...options });
  }

  /** Removes a joint: what hung on it moves freely from now on. */
  cut(joint: string, options: ChangeOptions = {}): Command {
    checkNames("cut", { joint });
    checkChange(options, changeOptions, "cut");
    return this.make({ kind: "cut", joint, ...options });
  }

  /** Makes a new free object after the pattern of an existing one. */
  create(name: string, pattern: string, options: Omit<CreateCommand, "kind" | "name" | "pattern"> = {}): Command {
    checkNames("create", { name, pattern });
    checkCreate(options);
    return this.make({ kind: "create", name, pattern, ...options });
  }

  /** Switches contact handling of the whole model. */
  enableContactDetection(on = true): Command {
    checkSwitch(on, "act.enableContactDetection");
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
    checkNames("until", { condition });
    checkOptionNames(options, ["timeout"], "act.until");
    const { timeout = Number.POSITIVE_INFINITY } = options;
    if (typeof timeout !== "number" || !(timeout >= 0)) throw periodError(timeout, "until, timeout");
    return this.make({ kind: "until", condition, timeout });
  }

  /** Names the quantities that `ptpJointSpace` moves, where they begin, and how fast they may move. */
  referencePath(options: ReferencePathOptions): Command {
    checkReferencePath(options);
    return this.make({ kind: "referencePath", ...options });
  }

  /** Moves the reference through the rows, all quantities together; the next command comes at the end of the path. */
  ptpJointSpace(positions: number | readonly number[] | readonly (readonly number[])[]): Command {
    const list = typeof positions === "number" ? [positions] : positions;
    if (!Array.isArray(list))
      throw wrongArgument("act.ptpJointSpace, positions", list, "a number, a row of numbers, or rows of numbers");
    const rows = list.every((row) => typeof row === "number") ? [list as readonly number[]] : list;
    return this.make({ kind: "ptpJointSpace", positions: rows as readonly (readonly number[])[] });
  }

  private make(command: Command): Command {
    this.made.push(command);
    if (this.made.length > maximumUnyielded) {
      throw new RattlebackError("E-ACTION-ENDLESS", "The action program never stops giving commands.", {
        where: `t = ${this.time} s`,
        because: `it asked for ${this.made.length} commands without a yield, the last of them ${commandText(command)}`,
        hint: "write yield before every act.… that is to happen, and let loops wait: yield act.eventAfter(1)",
        data: { time: this.time },
      });
    }
    return command;
  }

  /** Called with what the program yielded: a command, and all that it made must be that one. */
  take(command: unknown, isEnd: boolean): void {
    if (!isEnd && !isCommand(command)) throw this.notCommand(command);
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

  private notCommand(value: unknown): RattlebackError {
    const text = value === undefined ? "nothing" : `${JSON.stringify(value) ?? String(value)}, which is not a command`;
    return new RattlebackError("E-ACTION-YIELD", `The action program yields ${text}.`, {
      where: `t = ${this.time} s`,
      because: "what is yielded says what happens next",
      hint: 'yield act.attach("a", "b"), yield act.eventAfter(1), …; return ends a program',
      data: { time: this.time },
    });
  }
}

function isCommand(value: unknown): boolean {
  return typeof value === "object" && value !== null && "kind" in value;
}
