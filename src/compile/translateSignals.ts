/** The equations of the values that equations read from predefined components, and the values of what components observe. */
import type { VariableIndex } from "../symbolic/indices.ts";
import { parseExpression } from "../symbolic/parse.ts";
import type { FlattenContext } from "./flattenContext.ts";
import type { Instance } from "./instances.ts";
import { translate } from "./translate.ts";

/** Adds the equations of all signals in use; an expression may ask for further signals. */
export function translateSignals(instances: readonly Instance[], context: FlattenContext): void {
  for (const instance of instances) {
    const done = new Set<string>();
    while (done.size < instance.signals.size) {
      for (const [name, symbol] of [...instance.signals]) {
        if (done.has(name)) continue;
        done.add(name);
        const text = symbol.value as string;
        const scope = { instance, lookupFrom: instance, text, kind: "equation", loopVariables: undefined } as const;
        const source = { text: `${name} = ${text}`, path: instance.path, line: 1, kind: "binding" } as const;
        context.addEquation(
          context.elementsOf(symbol),
          translate(parseExpression(text), scope, context),
          source,
          scope,
          0,
        );
      }
    }
  }
}

/** What components say about variables that they observe. */
export function translateObserved(instances: readonly Instance[], context: FlattenContext): void {
  for (const instance of instances) {
    for (const [name, text] of Object.entries(instance.predefined?.observed ?? {})) {
      const scope = { instance, lookupFrom: instance, text, kind: "equation", loopVariables: undefined } as const;
      const source = { text: `${name} = ${text}`, path: instance.path, line: 1, kind: "binding" } as const;
      const [variable] = translate(parseExpression(name), scope, context).elements;
      const [value] = translate(parseExpression(text), scope, context).elements;
      context.state.observed.push({
        component: instance.path,
        name,
        variable: variable!.value as VariableIndex,
        value: value!,
        source,
      });
    }
  }
}
