/** Errors of the questions one asks a result: unknown names, times outside of the run. */
import { listNames, nearestName } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";

export function unknownSignal(
  asked: string,
  base: string,
  names: readonly string[],
  hidden: ReadonlySet<string>,
): RattlebackError {
  if (hidden.has(base)) {
    return new RattlebackError("E-RESULT-NAME", `The result has no signal "${asked}".`, {
      path: asked,
      because: "the model keeps it out of the result",
      hint: `remove hideResult from the declaration of "${base}"`,
      data: { name: asked },
    });
  }
  const nearest = nearestName(base, names);
  return new RattlebackError("E-RESULT-NAME", `The result has no signal "${asked}".`, {
    path: asked,
    hint:
      nearest === undefined ? `one of the ${names.length} names: ${listNames(names)}` : `did you mean "${nearest}"?`,
    data: { name: asked, ...(nearest === undefined ? {} : { nearest }) },
  });
}

export function noName(asked: unknown): RattlebackError {
  return new RattlebackError("E-RESULT-NAME", "A signal is named by a text.", {
    path: "name",
    because: `it is a value of type ${typeof asked}`,
    hint: 'result.final("motor.phi"); result.names() lists them',
  });
}

export function noNames(asked: unknown): RattlebackError {
  return new RattlebackError("E-RESULT-NAME", "Several signals are named by a list of texts.", {
    path: "names",
    because: asked === null ? "it is null" : `it is a value of type ${typeof asked}`,
    hint: 'result.signals(["motor.phi", "motor.w"])',
  });
}

export function parameterWithoutNumbers(name: string): RattlebackError {
  return new RattlebackError("E-RESULT-NAME", `The result has no signal "${name}".`, {
    path: name,
    because: "it is a parameter whose value is not a number",
    hint: `result.parameters.get("${name}")`,
    data: { name },
  });
}

export function timeOutside(time: number, start: number, end: number): RattlebackError {
  return new RattlebackError("E-RESULT-TIME", `The result has no values at t = ${time} s.`, {
    path: "time",
    because: `it runs from ${start} s to ${end} s`,
    hint: "a time in this span, or a run with another startTime or stopTime",
    data: { time, start, end },
  });
}
