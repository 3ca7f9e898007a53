/** Flows of connectors that nobody connects, and that no equation around their component mentions, are zero. */
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
  const mentioned = mentionedFlows(instances);
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
function mentionedFlows(instances: readonly Instance[]): Set<ModelSymbol> {
  const found = new Set<ModelSymbol>();
  for (const instance of instances) {
    for (const { statements } of instance.equations) {
      for (const statement of statements) {
        if (statement.kind !== "equation") continue;
        for (const side of [statement.left, statement.right]) {
          visitSyntax(side, (node) => {
            if (node.kind !== "name" || node.parts.length < 3) return;
            let at: Instance | undefined = instance;
            for (const part of node.parts.slice(0, -1)) at = at?.children.get(part);
            const symbol = at?.symbols.get(node.parts[node.parts.length - 1]!);
            if (symbol?.attributes.flow === true && ownerOf(symbol.instance) !== instance) found.add(symbol);
          });
        }
      }
    }
  }
  return found;
}
