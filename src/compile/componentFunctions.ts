/** The functions of a predefined component as functions that equations can call. Each run binds them to its own memory. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { type UserFunction, type UserFunctionBody, userFunction } from "../language/functions.ts";
import type { ComponentFunction } from "../language/predefined.ts";
import type { PredefinedInstance } from "./state.ts";

export function componentFunctions(instance: PredefinedInstance): Map<string, UserFunction> {
  return new Map(
    Object.entries(instance.component.functions).map(([name, own]) => [name, componentFunction(instance, name, own)]),
  );
}

function componentFunction(instance: PredefinedInstance, name: string, own: ComponentFunction<unknown>): UserFunction {
  const body = own.call as (...args: unknown[]) => unknown;
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
  const { derivative, knots } = own;
  const rate = typeof derivative === "function" ? { call: derivative } : derivative;
  return {
    ...userFunction(name, { call, results: own.results ?? [[]], hasEffects: own.hasEffects ?? false }),
    isForDerivatives: own.isForDerivatives ?? false,
    feelsLoads: own.feelsLoads ?? false,
    derivative: rate && componentFunction(instance, `${name}'`, { results: own.results ?? [[]], ...rate }),
    bind: (run) => {
      const { memory, access } = run.memoryOf(instance);
      return body.bind(undefined, memory, access) as UserFunctionBody;
    },
    ofComponent: { owner: instance, body },
    knots: knots && ((run, from, to) => knots(run.memoryOf(instance).memory, from, to)),
  };
}
