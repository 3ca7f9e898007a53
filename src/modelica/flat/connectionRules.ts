/** What may be connected with what (Modelica 3.6, sections 9.2 and 9.3): variables of one kind and type, one source for each signal, equal parameters. */
import type { DisjointSets } from "../../compile/disjointSets.ts";
import type { Source } from "../../compile/source.ts";
import type { Expr } from "../../symbolic/expression.ts";
import { type ClassInstance, type ComponentNode, isComponentMember, type Scope } from "../model.ts";
import { type FaultPlace, modelicaError } from "../modelicaError.ts";
import { areOtherEnumerations, article } from "../values/oneType.ts";
import { enumerationOf, isConnector, isExpandable, kindOfType } from "./classKinds.ts";
import type { End } from "./connectionEnds.ts";
import type { Lowering } from "./context.ts";
import { isInput } from "./topInputs.ts";

/** An output of a part, or an input of the model that is simulated. */
interface SignalSource {
  readonly element: Expr;
  readonly path: string;
  readonly place: FaultPlace;
  /** Path of the component whose class connects it. */
  readonly around: string;
}

export class ConnectionRules {
  private readonly l: Lowering;
  private readonly sources: SignalSource[] = [];
  /** Outputs that are connected inside of their component: what they are is said further inside, or comes from outside. */
  private readonly passed = new Set<Expr>();

  constructor(l: Lowering) {
    this.l = l;
  }

  /** Two connectors, with all that is in them. */
  checkStructure(a: End, c: End, place: FaultPlace, scope: Scope): void {
    const because =
      (a.instances === undefined) !== (c.instances === undefined)
        ? `one is ${article(kindOfType(a.node.type))}, the other ${article(kindOfType(c.node.type))}`
        : String(a.shape) !== String(c.shape)
          ? `they have sizes [${a.shape}] and [${c.shape}]`
          : isExpandable(a.node.type) !== isExpandable(c.node.type)
            ? `"${(isExpandable(a.node.type) ? a : c).path}" is expandable, the other is not`
            : undefined;
    if (because !== undefined)
      throw misfit(a, c, because, "connectors of equal structure can be connected", place, scope);
  }

  /** Both have the same variables; parameters of one alone have nothing to agree with. */
  checkMembers(one: ClassInstance, other: ClassInstance, place: FaultPlace, { cls }: Scope): void {
    const { l } = this;
    for (const [has, lacks] of [
      [one, other],
      [other, one],
    ] as const)
      for (const { name } of has.members.filter(isComponentMember)) {
        if (lacks.member(name) !== undefined) continue;
        const node = l.component(has, name)!;
        if (isSettled(node) || l.isDisabled(node)) continue;
        throw modelicaError(
          "E-MODELICA-CONNECT",
          `"${lacks.path}" lacks the member "${name}" of "${has.path}".`,
          place,
          {
            ...(cls.root.path !== "" && { path: cls.root.path }),
            hint: "connect connectors of the same class",
          },
        );
      }
  }

  /** Two numbers, truth values or arrays of such. */
  check(a: End, c: End, place: FaultPlace, scope: Scope, source: Source): void {
    const because = typeMisfit(a.node, c.node) ?? prefixMisfit(a.node, c.node);
    if (because !== undefined) {
      const hint = "connect connectors of the same class, or write an equation that converts the one into the other";
      throw misfit(a, c, because, hint, place, scope);
    }
    if (isSettled(a.node)) this.checkEqual(a, c, place, scope, source);
    else this.noteSources([a, c], place, scope);
  }

  /** Connected constants and parameters have one value. */
  private checkEqual(a: End, c: End, place: FaultPlace, scope: Scope, source: Source): void {
    const { l } = this;
    a.elements.forEach((x, i) => {
      const y = c.elements[i]!;
      if (x === y || x.op === "obj" || y.op === "obj") return;
      if (isKnown(x) && isKnown(y))
        throw misfit(a, c, `${known(x)} and ${known(y)} differ`, "give both parameters one value", place, scope);
      l.state.assertions.push({
        condition: l.b.relation("eq", x, y),
        message: [`"${a.path}" and "${c.path}" are connected parameters with different values: give both one value`],
        source,
        isInitial: true,
      });
    });
  }

  private noteSources(ends: readonly End[], place: FaultPlace, { cls }: Scope): void {
    for (const { node, elements, path, isOutside } of ends)
      for (const element of elements) {
        if (isOutside && node.causality === "output") this.passed.add(element);
        const gives = isOutside ? isInput(this.l, element) : node.causality === "output" && element.op === "var";
        if (gives && !isOnBus(node)) this.sources.push({ element, path, place, around: cls.root.path });
      }
  }

  /** Once all connections are known: what is connected has one source. */
  checkSources(potentials: DisjointSets<Expr>): void {
    const known = new Map<Expr, SignalSource>();
    for (const source of this.sources) {
      if (this.passed.has(source.element)) continue;
      const set = potentials.find(source.element);
      const other = known.get(set) ?? source;
      known.set(set, other);
      if (other.element === source.element) continue;
      throw modelicaError("E-MODELICA-CONNECT", "A signal has two sources.", source.place, {
        ...(source.around !== "" && { path: source.around }),
        because: `"${other.path}" and "${source.path}" are connected, and each says what the signal is`,
        hint: "an input takes one output: remove one of the connections, or put a block between that combines both",
      });
    }
  }
}

function misfit(a: End, c: End, because: string, hint: string, place: FaultPlace, { cls }: Scope): Error {
  return modelicaError("E-MODELICA-CONNECT", `"${a.path}" and "${c.path}" do not fit.`, place, {
    ...(cls.root.path !== "" && { path: cls.root.path }),
    because,
    hint,
  });
}

const isKnown = ({ op }: Expr): boolean => op === "num" || op === "str";

const known = ({ op, value, name }: Expr): string => (op === "str" ? JSON.stringify(name) : String(value));

function isSettled({ variability }: ComponentNode): boolean {
  return variability === "constant" || variability === "parameter";
}

function typeMisfit(a: ComponentNode, c: ComponentNode): string | undefined {
  const [first, second] = [kindOfType(a.type), kindOfType(c.type)];
  if (first !== second) return `one is ${article(first)}, the other ${article(second)}`;
  const [e, f] = [enumerationOf(a.type), enumerationOf(c.type)];
  return areOtherEnumerations(e, f) ? `one is a "${e!.qualifiedName}", the other a "${f!.qualifiedName}"` : undefined;
}

function prefixMisfit(a: ComponentNode, c: ComponentNode): string | undefined {
  if (a.flow !== c.flow) return `one is ${flowText(a)}, the other ${flowText(c)}`;
  const [first, second] = [a, c].map((node) => (isSettled(node) ? node.variability : "variable"));
  if (first !== second) return `one is a ${first}, the other a ${second}`;
  if (isOnBus(a) || isOnBus(c) || (a.causality === "") === (c.causality === "")) return undefined;
  const [signal, other] = a.causality === "" ? [c, a] : [a, c];
  return `"${signal.path}" is an ${signal.causality}, "${other.path}" neither input nor output`;
}

function flowText({ flow }: ComponentNode): string {
  return flow === "" ? "a potential" : `a ${flow}`;
}

/** What an expandable connector holds takes its direction from what it is connected to. */
function isOnBus(node: ComponentNode): boolean {
  for (let at: ComponentNode | undefined = node; at !== undefined && isConnector(at.owner); at = at.owner.owner)
    if (isExpandable(at.owner)) return true;
  return false;
}
