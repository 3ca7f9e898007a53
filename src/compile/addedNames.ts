/**
 * Names that `.with` added and that nothing uses. `.with` both changes what a model has and extends it, so that a
 * misspelt parameter looks like a new one until all equations, expressions and connections are known.
 */
import { listNames, suggestName } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { visitStatements } from "./activeStatements.ts";
import type { Instance, ModelSymbol } from "./instances.ts";
import { visitSyntax } from "./visitSyntax.ts";

export function checkAddedNames(instances: readonly Instance[]): void {
  for (const instance of instances) {
    if (instance.model.added.size === 0 || isReadByComponent(instance)) continue;
    for (const name of instance.model.added) {
      const symbol = instance.symbols.get(name);
      if (symbol === undefined || symbol.isUsed || standsAlone(symbol) || isMentioned(instance, name)) continue;
      throw nothingUses(instance, symbol);
    }
  }
}

/** Variables of a connector are used by connecting it; a variable with an expression is there to be looked at. */
function standsAlone({ kind, attributes, value }: ModelSymbol): boolean {
  if (attributes.flow === true || attributes.potential === true || attributes.stream === true) return true;
  return kind === "variable" && value !== undefined && value !== null;
}

/** Predefined components read their own parameters by name, and those of parts that are mere data: no equation shows it. */
function isReadByComponent(instance: Instance): boolean {
  if (instance.predefined !== undefined) return true;
  if (instance.equations.length > 0) return false;
  for (let at = instance.parent; at !== undefined; at = at.parent) if (at.predefined !== undefined) return true;
  return false;
}

/** Also in parts that translation leaves out, such as a branch that no value of a structural parameter reaches. */
function isMentioned(instance: Instance, name: string): boolean {
  let found = false;
  for (const { statements } of [...instance.equations, ...instance.initialEquations])
    visitStatements(statements, (syntax) =>
      visitSyntax(syntax, (node) => {
        if (node.kind === "name" && node.parts[0] === name) found = true;
      }),
    );
  return found;
}

function nothingUses(instance: Instance, symbol: ModelSymbol): RattlebackError {
  const used = [...instance.symbols.values()].filter(({ isUsed, name }) => isUsed || !instance.model.added.has(name));
  const known = [...used.map(({ name }) => name), ...instance.children.keys()];
  const owner = instance.path === "" ? "The model" : `"${instance.path}"`;
  return new RattlebackError("E-NAME-UNKNOWN", `${owner} has no name "${symbol.name}" that .with could change.`, {
    path: symbol.fullName,
    where: `.with({ ${symbol.name}: … })`,
    because: known.length === 0 ? "nothing uses it" : `nothing uses it; there are ${listNames(known.sort(), 8)}`,
    hint: suggestName(symbol.name, known, "use the new name in an equation, or leave it out"),
    data: { name: symbol.fullName, part: symbol.name, known },
  });
}
