/** Flows of connectors that nobody connects, and that no equation around their component mentions, are zero. */
import type { Syntax } from "../symbolic/syntax.ts";
import { type ActiveStatement, activeBody, activeStatements } from "./activeStatements.ts";
import { map } from "./arrays.ts";
import type { ConnectedFlows } from "./connections.ts";
import { ownerOf } from "./connectors.ts";
import type { FlattenContext } from "./flattenContext.ts";
import type { Instance, ModelSymbol } from "./instances.ts";
import type { Scope } from "./scope.ts";
import type { Source } from "./source.ts";
import { visitSyntax } from "./visitSyntax.ts";

export function defaultFlows(
  root: Instance,
  instances: readonly Instance[],
  connected: ConnectedFlows,
  context: FlattenContext,
): void {
  const mentioned = mentionedFlows(instances, context);
  for (const connector of instances) {
    if (connector === root) continue;
    for (const symbol of connector.symbols.values()) {
      if (symbol.attributes.flow !== true || symbol.kind !== "variable") continue;
      if (connected.fromOutside.has(symbol) || mentioned.has(symbol)) continue;
      const owner = ownerOf(connector);
      // nothing is around the top model: its equations say what flows in, unless it only passes the flow on
      if (owner === root && !connected.fromInside.has(symbol)) continue;
      const text = `${symbol.fullName} = 0`;
      const source: Source = { text, path: owner.path, line: 1, kind: "default" };
      const scope: Scope = { instance: root, lookupFrom: root, text, kind: "equation", loopVariables: undefined };
      const flow = context.elementsOf(symbol);
      const zero = map(flow, () => context.state.b.zero);
      context.addEquation(flow, zero, source, scope, 0);
    }
  }
}

/** Flow variables that an equation mentions from outside their component: `load.flange_b.tau = 0`. */
function mentionedFlows(instances: readonly Instance[], context: FlattenContext): Set<ModelSymbol> {
  const found = new Set<ModelSymbol>();
  const look = (syntax: Syntax, scope: Scope): void =>
    visitSyntax(syntax, (node, loops) => {
      if (node.kind !== "name" || node.parts.length < 3) return;
      const symbols =
        node.indices === undefined
          ? [plainSymbol(scope.instance, node.parts)]
          : context.symbolsNamed(scope, node, loops);
      for (const symbol of symbols)
        if (symbol?.attributes.flow === true && ownerOf(symbol.instance) !== scope.instance) found.add(symbol);
    });
  const visit = (list: readonly ActiveStatement[]): void => {
    for (const { statement, scope } of list) {
      if (statement.kind === "equation") {
        look(statement.left, scope);
        look(statement.right, scope);
      } else if (statement.kind === "if") {
        for (const { body } of statement.branches) visit(activeBody(body, scope, context).list);
        visit(activeBody(statement.otherwise, scope, context).list);
      }
    }
  };
  for (const instance of instances) visit(activeStatements(instance, context).list);
  return found;
}

function plainSymbol(instance: Instance, parts: readonly string[]): ModelSymbol | undefined {
  let at: Instance | undefined = instance;
  for (const part of parts.slice(0, -1)) at = at?.children.get(part);
  return at?.symbols.get(parts[parts.length - 1]!);
}
