/** assert(…) during a run: one that is broken ends it, one of level warning is told once, with the time at which it was seen first. */
import { knownMessage, messageText } from "../compile/message.ts";
import type { Program } from "../compile/program.ts";
import { showSource } from "../compile/source.ts";
import type { Assertion } from "../compile/state.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { RunningModel } from "./runningModel.ts";

export class AssertionWatch {
  /** By place and message, so that a model that is translated again during the run tells nothing twice. */
  private readonly told = new Map<string, string>();
  private isStarted = false;
  /** What changes at events only may have changed since it was looked at. */
  private isStale = true;
  /** So may parameters. */
  private hasOtherParameters = true;
  private program: Program | undefined;
  private values = new Float64Array(0);

  /** Where values are stored all must hold; at an event those that are events themselves. */
  check(model: RunningModel, t: number, atEvent = false): void {
    const { program } = model;
    if (program !== this.program) this.begin(program);
    const { assertions } = program;
    if (assertions.length > 0) model.assertionValues(this.values);
    for (let k = 0; k < assertions.length; k++) {
      const { assertion, place, isHeld, isFixed } = assertions[k]!;
      if ((atEvent && assertion.isEvent !== true) || (this.isStarted && assertion.isInitial === true)) continue;
      if (isHeld && !atEvent && !this.isStale) continue;
      if (isFixed && !this.hasOtherParameters) continue;
      if ((place < 0 ? model.value(assertion.condition) : this.values[place]) !== 0) continue;
      this.tell(assertion, model, t);
    }
    this.isStale = atEvent;
    if (atEvent) return;
    this.isStarted = true;
    this.hasOtherParameters = false;
  }

  /** Those that ask for initial(), with the start values that are found. */
  checkInitial(model: RunningModel, t: number): void {
    const asking = model.program.assertions.filter(({ assertion }) => assertion.readsInitial === true);
    if (asking.length === 0) return;
    model.services.initial = 1;
    try {
      model.full(t, model.X, model.D);
      for (const { assertion } of asking) if (model.value(assertion.condition) === 0) this.tell(assertion, model, t);
    } finally {
      model.services.initial = 0;
    }
  }

  private tell(assertion: Assertion, model: RunningModel, t: number): void {
    const text = messageText(assertion.message, (e) => model.value(e));
    if (assertion.isWarning !== true) throw broken(assertion, text, t);
    const { source, message } = assertion;
    const owner = source.path === "" ? "" : ` (${source.path})`;
    const key = `${source.path}\n${knownMessage(message)}`;
    if (!this.told.has(key)) this.told.set(key, `W-ASSERT  At t = ${t} s: ${text}${owner}`);
  }

  /** Parameters have taken other values. */
  renew(): void {
    this.hasOtherParameters = true;
  }

  private begin(program: Program): void {
    this.program = program;
    this.isStale = true;
    this.hasOtherParameters = true;
    this.values = new Float64Array(program.assertions.filter(({ place }) => place >= 0).length);
  }

  warnings(): string[] {
    return [...this.told.values()];
  }
}

function broken({ source }: Assertion, message: string, t: number): RattlebackError {
  return new RattlebackError("E-ASSERT", `At t = ${t}: ${message}`, {
    ...(source.path !== "" && { path: source.path }),
    where: showSource(source),
    because: "the condition of assert(…) is false",
    hint: "the result up to this time can be had with a shorter stopTime; change the model or its parameters",
    data: { t, message },
  });
}
