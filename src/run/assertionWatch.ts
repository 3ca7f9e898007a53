/** assert(…) during a run: one that is broken ends it, one of level warning is told once, with the time at which it was seen first. */
import type { Assertion } from "../compile/state.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { RunningModel } from "./runningModel.ts";

export class AssertionWatch {
  /** By place and message, so that a model that is translated again during the run tells nothing twice. */
  private readonly told = new Map<string, string>();

  /** Where values are stored all must hold; at an event those that are events themselves. */
  check(model: RunningModel, t: number, atEvent = false): void {
    for (const assertion of model.program.state.assertions) {
      if ((atEvent && assertion.isEvent !== true) || model.value(assertion.condition) !== 0) continue;
      if (assertion.isWarning !== true) throw broken(assertion, t);
      const { source, message } = assertion;
      const place = source.path === "" ? "" : ` (${source.path})`;
      const key = `${source.path}\n${message}`;
      if (!this.told.has(key)) this.told.set(key, `W-ASSERT  At t = ${t} s: ${message}${place}`);
    }
  }

  warnings(): string[] {
    return [...this.told.values()];
  }
}

function broken({ source, message }: Assertion, t: number): RattlebackError {
  return new RattlebackError("E-ASSERT", `At t = ${t}: ${message}`, {
    ...(source.path !== "" && { path: source.path }),
    where: source.text,
    because: "the condition of assert(…) is false",
    hint: "the result up to this time can be had with a shorter stopTime; change the model or its parameters",
    data: { t, message },
  });
}
