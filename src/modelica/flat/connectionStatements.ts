/** What equations say about connections, found before any equation is lowered: connect first, then the graph of overdetermined types. */
import type { ClassInstance, Scope } from "../model.ts";
import type { EquationSyntax } from "../syntax/ast.ts";
import { referenceText } from "./classKinds.ts";
import { forEach, sourceOf } from "./equationParts.ts";
import type { ModelLowering } from "./lowering.ts";

type Leaf = Extract<EquationSyntax, { kind: "connect" | "call" }>;

/** Connections of all instances; `visit` makes the variables of what expandable connectors get. */
export function connectInstances(
  l: ModelLowering,
  instances: readonly ClassInstance[],
  visit: (bus: ClassInstance) => void,
): void {
  const each = (wanted: (leaf: Leaf) => boolean, found: (leaf: Leaf, scope: Scope) => void): void => {
    for (const instance of instances)
      for (const base of instance.lineage)
        if (base.syntax.body.kind === "long")
          walk(l, base.syntax.body.equations, { cls: base, locals: undefined }, wanted, found);
  };
  each(
    ({ kind }) => kind === "connect",
    (leaf, scope) => {
      if (leaf.kind !== "connect") return;
      const { left, right } = leaf;
      if (scope.cls.isLeftOut(left, right)) return;
      l.connections.write({ left, right, scope, source: sourceOf(scope, leaf, "connection") });
    },
  );
  l.connections.expand();
  for (const bus of l.connections.buses) visit(bus);
  l.connections.join();
  each(isGraphCall, (leaf, scope) => {
    if (leaf.kind === "call") l.connections.graphCall(leaf.call, scope);
  });
  l.connections.chooseRoots();
}

function isGraphCall(leaf: Leaf): boolean {
  return leaf.kind === "call" && referenceText(leaf.call.callee).startsWith("Connections.");
}

/** Loops and conditions are evaluated only where something wanted stands inside. */
function walk(
  l: ModelLowering,
  list: readonly EquationSyntax[],
  scope: Scope,
  wanted: (leaf: Leaf) => boolean,
  found: (leaf: Leaf, scope: Scope) => void,
): void {
  for (const equation of list) {
    if (equation.kind === "connect" || equation.kind === "call") {
      if (wanted(equation)) found(equation, scope);
    } else if (equation.kind === "for" && mentions(equation.body, wanted))
      forEach(l, equation, scope, (inner) => walk(l, equation.body, inner, wanted, found));
    else if (equation.kind === "if" && mentions([equation], wanted)) {
      const branch = equation.branches.find(({ condition: e }) => l.constant(l.condition(e, scope), e, scope) !== 0);
      walk(l, branch?.body ?? equation.otherwise ?? [], scope, wanted, found);
    }
  }
}

function mentions(list: readonly EquationSyntax[], wanted: (leaf: Leaf) => boolean): boolean {
  return list.some((equation) => {
    if (equation.kind === "connect" || equation.kind === "call") return wanted(equation);
    if (equation.kind === "for") return mentions(equation.body, wanted);
    if (equation.kind !== "if") return false;
    return equation.branches.some(({ body }) => mentions(body, wanted)) || mentions(equation.otherwise ?? [], wanted);
  });
}
