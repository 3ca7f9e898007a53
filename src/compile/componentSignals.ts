/**
 * Values of predefined components that equations read by name: `rev.phi` of a joint whose angle is a hidden state. The name
 * becomes a variable, and the component says with which of its functions the variable is computed.
 */
import { addSymbol, type Instance, type ModelSymbol } from "./instances.ts";

/** The symbol of a value that the nearest predefined component around `start.parts…` offers, if it does. */
export function findSignal(start: Instance, parts: readonly string[]): ModelSymbol | undefined {
  let at = start;
  let depth = 0;
  for (; depth < parts.length - 1; depth++) {
    const next = at.children.get(parts[depth]!);
    if (next === undefined) break;
    at = next;
  }
  const names = parts.slice(depth);
  for (let owner: Instance | undefined = at; owner !== undefined; owner = owner.parent) {
    const { predefined } = owner;
    if (predefined?.component.signal !== undefined) return signalOf(owner, names.join("."));
    names.unshift(owner.name);
  }
  return undefined;
}

function signalOf(owner: Instance, name: string): ModelSymbol | undefined {
  const known = owner.signals.get(name);
  if (known !== undefined) return known;
  const { component, memory } = owner.predefined!;
  const signal = component.signal!(memory, name);
  if (signal === undefined) return undefined;
  // kept apart from the names of the model: a parameter may have the same name
  const attributes = { hideResult: true, ...(signal.unit !== undefined && { unit: signal.unit }) };
  const symbol = addSymbol(owner, name, "variable", attributes, undefined, true);
  owner.symbols.delete(name);
  symbol.shape = signal.shape;
  symbol.value = signal.expression;
  owner.signals.set(name, symbol);
  return symbol;
}
