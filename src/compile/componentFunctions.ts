/** The functions of a predefined component as functions that equations can call. Each run binds them to its own memory. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { type UserFunction, type UserFunctionBody, userFunction } from "../language/functions.ts";
import type { PredefinedInstance } from "./state.ts";

export function componentFunctions(instance: PredefinedInstance): Map<string, UserFunction> {
  const functions = new Map<string, UserFunction>();
  for (const name of Object.keys(instance.component.functions)) {
    const own = instance.component.functions[name]!;
    const body = own.call as (memory: unknown, access: unknown, ...args: unknown[]) => unknown;
    const call = (): never => {
      throw new RattlebackError(
        "E-COMPONENT-IDLE",
        `The function ${name} of "${instance.path}" was called outside a run.`,
        {
          path: instance.path,
          hint: "functions of predefined components can be called from equations only",
        },
      );
    };
    functions.set(name, {
      ...userFunction(name, { call, results: own.results ?? [[]], hasEffects: own.hasEffects ?? false }),
      bind: (run) => {
        const { memory, access } = run.memoryOf(instance);
        return body.bind(undefined, memory, access) as UserFunctionBody;
      },
    });
  }
  return functions;
}
