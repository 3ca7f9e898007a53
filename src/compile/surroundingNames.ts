/**
 * Components that exist only under a condition, and names that stand for something in a model around (`outer`).
 *
 *     heat: onlyIf("useHeatPort", HeatPort)     absent when the parameter useHeatPort is false; its connections vanish
 *     world: outer()                            the nearest model around that has inner `world`, on any level
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { ExpressionText } from "../language/values.ts";
import { parseExpression } from "../symbolic/parse.ts";
import { isFixed } from "./activeStatements.ts";
import { decide } from "./constantValues.ts";
import type { FlattenContext } from "./flattenContext.ts";
import { addSymbol, allInstances, type Instance } from "./instances.ts";
import { asScalar, type Scope } from "./scope.ts";
import { translate } from "./translate.ts";

/** Takes out the components whose condition is false, those around before those inside, and gives the others. */
export function existingInstances(root: Instance, context: FlattenContext): Instance[] {
  const visit = (instance: Instance): void => {
    for (const [name, child] of [...instance.children]) {
      if (child.parent !== instance) continue;
      const { condition } = child.model;
      if (condition !== undefined && !holds(condition, instance, child, context)) {
        instance.children.delete(name);
        instance.absent.set(name, String(condition));
      } else visit(child);
    }
  };
  visit(root);
  return allInstances(root);
}

function holds(
  condition: ExpressionText | boolean,
  parent: Instance,
  { path }: Instance,
  context: FlattenContext,
): boolean {
  if (!(condition instanceof ExpressionText)) return condition;
  const { text } = condition;
  const scope: Scope = { instance: parent, lookupFrom: parent, text, kind: "parameter", loopVariables: undefined };
  const syntax = parseExpression(text);
  if (isFixed(syntax, scope, context) !== true)
    throw new RattlebackError(
      "E-CONDITION",
      `The condition of "${path}" depends on something that changes during the run.`,
      {
        path,
        where: text,
        hint: "a component exists for the whole run: let its condition contain parameters only",
      },
    );
  return decide(context.state, asScalar(translate(syntax, scope, context), syntax, scope));
}

/** Binds every outer name of an instance to what it stands for. */
export function bindOuters(instance: Instance): void {
  for (const [name, attributes] of instance.outers) {
    const owner = ownerOf(instance, name);
    const component = owner.children.get(name);
    if (component !== undefined) instance.children.set(name, component);
    else {
      const levels = levelsBetween(instance, owner);
      const { outer: _, ...own } = attributes;
      addSymbol(instance, name, "binding", own, new ExpressionText(name, levels), true);
    }
  }
}

/** The nearest model around with an inner of that name; without any, the model directly around if it has the name. */
function ownerOf(instance: Instance, name: string): Instance {
  const { parent } = instance;
  for (let at = parent; at !== undefined; at = at.parent) {
    if (at.children.get(name)?.model.isInner === true || at.symbols.get(name)?.attributes.inner === true) return at;
  }
  const isOwn = parent !== undefined && (parent.children.has(name) || parent.symbols.has(name));
  if (isOwn) return parent;
  const path = instance.path === "" ? name : `${instance.path}.${name}`;
  throw new RattlebackError("E-OUTER", `"${path}" is outer, and no model around it has an inner "${name}".`, {
    path,
    because: instance.path === "" ? "nothing is around the top model" : "it refers to a name of a surrounding model",
    hint: `declare it in a model around: ${name}: inner(…)`,
    data: { name },
  });
}

function levelsBetween(from: Instance, to: Instance): number {
  let levels = 0;
  for (let at = from; at !== to; at = at.parent!) levels++;
  return levels;
}
