/**
 * connect(a, b): members of equal name are joined. Potentials of a set are equal, flows add up to zero: those of connectors of parts
 * count positive, those of connectors of the model in which the connection stands negative. A connector can be in one set seen from
 * inside and in another seen from outside; the two never mix.
 *
 * Length   sets of potentials, flows and streams are made by one walk over the ends of a connection
 */
import { DisjointSets } from "../../compile/disjointSets.ts";
import type { Source } from "../../compile/source.ts";
import { newEquation } from "../../compile/state.ts";
import { Streams } from "../../compile/streams.ts";
import type { Expr } from "../../symbolic/expression.ts";
import type { EquationIndex, FaceIndex, VariableIndex } from "../../symbolic/indices.ts";
import { noModifier } from "../classes/modifier.ts";
import { isFrame } from "../mechanics/mechanism.ts";
import { NotNative } from "../mechanics/notNative.ts";
import {
  type ClassInstance,
  type ComponentNode,
  isClassMember,
  isComponentMember,
  type Member,
  type ScalarValue,
  type Scope,
  type Value,
} from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import type { CallExpression, ComponentSyntax, Expression } from "../syntax/ast.ts";
import { isScalarKind } from "../values/arrays.ts";
import { referenceText } from "./classKinds.ts";
import { clockPlace } from "./clocks.ts";
import { Component } from "./component.ts";
import { type ConnectionSyntax, connectorEnd, type End, endOf } from "./connectionEnds.ts";
import { ConnectionRules } from "./connectionRules.ts";
import type { Lowering } from "./context.ts";
import { expandConnectors } from "./expandable.ts";
import { ConnectionGraph, type GraphPlace } from "./overconstrained.ts";
import { argumentOf } from "./statements.ts";
import { isInput } from "./topInputs.ts";
import { recordValue } from "./variables.ts";

export class Connections {
  private readonly l: Lowering;
  private readonly written: ConnectionSyntax[] = [];
  private readonly potentials = new DisjointSets<Expr>();
  /** Keys are 2·variable + (1 for outside). */
  private readonly flows = new DisjointSets<FaceIndex>();
  private readonly counts = new Map<string, number>();
  private readonly sources = new Map<VariableIndex, Source>();
  private readonly graph = new ConnectionGraph();
  private readonly streams: Streams;
  /** Connectors by their stream variables, as far as components were looked at. */
  private readonly carriers = new Map<VariableIndex, ClassInstance>();
  private seenNodes = 0;
  private readonly rules: ConnectionRules;
  /** Inner components that the model lacked. */
  readonly added: ComponentNode[] = [];
  /** Expandable connectors of the model; what they contain is known once all connections are. */
  readonly buses: ClassInstance[] = [];

  constructor(l: Lowering) {
    this.l = l;
    this.streams = new Streams(l.state, (e) => l.tryConstant(e));
    this.rules = new ConnectionRules(l);
  }

  addInner(top: ClassInstance, member: Member<ComponentSyntax>): ComponentNode {
    const inner: Member<ComponentSyntax> = { ...member, element: { ...member.element, isOuter: false, isInner: true } };
    const node = new Component(this.l, top, inner);
    top.components.set(member.name, node);
    this.added.push(node);
    return node;
  }

  write(connection: ConnectionSyntax): void {
    this.written.push(connection);
  }

  /** Elements of expandable connectors are made where connections name them. */
  expand(): void {
    if (this.buses.length > 0) expandConnectors(this.l, this.buses, this.written);
  }

  /** Joins what is connected. */
  join(): void {
    for (const { left, right, scope, source } of this.written) {
      const [a, c] = [connectorEnd(this.l, left, scope), connectorEnd(this.l, right, scope)];
      if (a === undefined || c === undefined) continue;
      for (const { path } of [a, c]) this.counts.set(path, (this.counts.get(path) ?? 0) + 1);
      this.joinEnds(a, c, { file: scope.cls.syntax.file, at: left.at }, scope, source);
    }
  }

  /** Connections.branch, root and potentialRoot. */
  graphCall(call: CallExpression, scope: Scope): void {
    if (this.l.mechanism !== undefined && this.l.mechanism.frames.size > 0)
      throw new NotNative(
        scope.cls.root.path,
        `"${scope.cls.root.qualifiedName}" is not known to the mechanics of Rattleback`,
      );
    const place: GraphPlace = { file: scope.cls.syntax.file, at: call.at };
    const nodes = call.positional.slice(0, 2).map((e) => this.graphNode(e, scope));
    const [first, second] = nodes;
    switch (referenceText(call.callee)) {
      case "Connections.branch":
        if (first !== undefined && second !== undefined) this.graph.branch(first, second, place);
        break;
      case "Connections.root":
        if (first !== undefined) this.graph.root(first, place);
        break;
      case "Connections.potentialRoot": {
        const e = argumentOf(call, "priority", 1);
        const priority =
          e === undefined
            ? 0
            : this.l.constant(this.l.scalar(this.l.evaluate(e, scope), undefined, e, scope), e, scope);
        if (first !== undefined) this.graph.potentialRoot(first, priority, place);
        break;
      }
      default:
        throw this.unsupported(referenceText(call.callee), call, scope);
    }
  }

  /** Roots are chosen and connections that close loops are cut, once all branches are known. */
  chooseRoots(): void {
    this.graph.solve();
  }

  private graphNode(e: Expression, scope: Scope): string | undefined {
    return e.kind === "reference" ? endOf(this.l, e, scope)?.path : undefined;
  }

  private joinEnds(a: End, c: End, place: GraphPlace, scope: Scope, source: Source): void {
    const { l } = this;
    this.rules.checkStructure(a, c, place, scope);
    const { mechanism } = l;
    if (mechanism !== undefined && a.instances !== undefined && isFrame(a.node.type)) {
      a.instances.forEach((instance, i) => mechanism.join(instance.path, c.instances![i]!.path));
      return;
    }
    const constraint = a.node.type.member("equalityConstraint");
    if (constraint !== undefined && isClassMember(constraint)) {
      const residue = l.memberClass(constraint, noModifier);
      this.graph.connect(
        {
          from: a.path,
          to: c.path,
          keep: () => this.joinParts(a, c, place, scope, source),
          cut: () => this.constrain(residue, a, c, place, scope, source),
        },
        place,
      );
    } else this.joinParts(a, c, place, scope, source);
  }

  private joinParts(a: End, c: End, place: GraphPlace, scope: Scope, source: Source): void {
    const { l } = this;
    if (a.instances === undefined || c.instances === undefined) {
      const [left, right] = [a, c].map(({ node }) => l.valueOf(node));
      if (left?.kind === "Clock" && right?.kind === "Clock") {
        const clocks = (elements: readonly Expr[]): ScalarValue => ({ ...left, shape: [elements.length], elements });
        l.clocks.equate(clocks(a.elements), clocks(c.elements), clockPlace(place.file, place.at));
        return;
      }
      this.rules.check(a, c, place, scope, source);
      a.elements.forEach((x, i) =>
        this.joinVariables(x, c.elements[i]!, a.node.flow, a.isOutside, c.isOutside, source),
      );
      return;
    }
    a.instances.forEach((instance, i) => {
      const other = c.instances![i]!;
      this.rules.checkMembers(instance, other, place, scope);
      for (const member of instance.members) {
        if (!isComponentMember(member)) continue;
        const [p, q] = [l.component(instance, member.name)!, l.component(other, member.name)];
        if (q === undefined || l.isDisabled(p) || l.isDisabled(q)) continue;
        const sub = (node: ComponentNode, side: boolean): End => ({
          path: node.path,
          shape: node.shape,
          instances: node.scalar === undefined ? node.instances : undefined,
          elements: node.scalar === undefined ? [] : (l.valueOf(node) as ScalarValue).elements,
          node,
          isOutside: side,
        });
        this.joinEnds(sub(p, a.isOutside), sub(q, c.isOutside), place, scope, source);
      }
    });
  }

  /** A connection that was cut: the function of the type says what is equal. */
  private constrain(residue: ClassInstance, a: End, c: End, place: GraphPlace, scope: Scope, source: Source): void {
    const { l } = this;
    const value = ({ node }: End): Value => (node.scalar === undefined ? recordValue(l, node) : l.valueOf(node));
    const [result] = l.callFunction(residue, { positional: [value(a), value(c)], named: [] }, place.at, scope, 1);
    if (result === undefined || !isScalarKind(result)) return;
    for (const left of result.elements) l.state.equations.push(newEquation(left, l.b.zero, source));
  }

  private joinVariables(x: Expr, y: Expr, flow: string, xOutside: boolean, yOutside: boolean, source: Source): void {
    if (!this.isJoined(x) || !this.isJoined(y) || flow === "stream") return;
    if (flow === "flow" && x.op === "var" && y.op === "var") {
      this.flows.join((2 * x.value + (xOutside ? 1 : 0)) as FaceIndex, (2 * y.value + (yOutside ? 1 : 0)) as FaceIndex);
      this.sources.set(x.value, source);
    } else if (this.potentials.join(x, y)) this.l.state.equations.push(newEquation(x, y, source));
  }

  private isJoined(e: Expr): boolean {
    return e.op === "var" || isInput(this.l, e);
  }

  /** Sums of flows, and zero for those that nothing is connected to, less those of connectors that a model around connects. */
  finish(faces: ReadonlySet<string>): void {
    const { b, variables, equations } = this.l.state;
    this.rules.checkSources(this.potentials);
    for (const [i, variable] of variables.entries()) if (variable.isFlow) this.flows.find((2 * i) as FaceIndex);
    this.declareStreams();
    this.streams.finish([...this.flows.sets()]);
    for (const keys of this.flows.sets()) {
      if (
        keys.length === 1 &&
        (keys[0]! % 2 === 1 || faces.has(firstName(variables[(keys[0]! >> 1) as VariableIndex]!.name)))
      )
        continue;
      const terms = keys.map((key) =>
        key % 2 === 1 ? b.neg(b.variable((key >> 1) as VariableIndex)) : b.variable((key >> 1) as VariableIndex),
      );
      const names = keys.map((key) => `${key % 2 === 1 ? "-" : ""}${variables[(key >> 1) as VariableIndex]!.name}`);
      const known = keys
        .map((key) => this.sources.get((key >> 1) as VariableIndex))
        .find((source) => source !== undefined);
      const text = `${names.join(" + ")} = 0`;
      const isAlone = keys.length === 1;
      equations.push({
        left: b.add(terms),
        right: b.zero,
        source: {
          text,
          path: known?.path ?? "",
          line: known?.line ?? 1,
          file: known?.file,
          kind: isAlone ? "default" : "connection",
        },
        derivativeOf: -1 as EquationIndex,
        derivative: -1 as EquationIndex,
      });
    }
  }

  /** Number of connections to a connector. */
  cardinality(e: Expression, scope: Scope): number {
    if (e.kind !== "reference") return 0;
    const end = endOf(this.l, e, scope);
    return end === undefined ? 0 : (this.counts.get(end.path) ?? 0);
  }

  /** inStream(c.h): what would enter; actualStream(c.h): what the flow carries, whichever way it goes. */
  streamValue(name: string, e: Expression, scope: Scope): Value {
    const { b } = this.l;
    const value = this.l.evaluate(e, scope);
    if (!isScalarKind(value)) throw this.unsupported(`${name} of a record`, e, scope);
    const elements = value.elements.map((x) => {
      if (x.op !== "var") return x;
      const flow = this.flowOf(x.value);
      if (flow === undefined) throw this.unsupported(`${name} outside a connector with a flow`, e, scope);
      if (name === "inStream") return this.streams.inStream(x.value);
      // as a factor of the flow it is continuous
      return b.call("noEvent", [this.streams.actualStream(b.variable(flow), x.value)]);
    });
    return { ...value, elements };
  }

  /** The flow of the connector that has this stream variable. */
  private flowOf(stream: VariableIndex): VariableIndex | undefined {
    for (; this.seenNodes < this.l.nodes.length; this.seenNodes++) {
      const node = this.l.nodes[this.seenNodes]!;
      if (node.flow !== "stream") continue;
      for (const x of variablesIn(this.l.valueOf(node))) this.carriers.set(x, node.owner);
    }
    const connector = this.carriers.get(stream);
    return connector && this.flowIn(connector);
  }

  private flowIn(connector: ClassInstance): VariableIndex | undefined {
    for (const member of connector.members) {
      if (!isComponentMember(member) || member.element.flow !== "flow") continue;
      return variablesIn(this.l.valueOf(this.l.component(connector, member.name)!))[0];
    }
    return undefined;
  }

  /** Tells which flow carries which streams. */
  private declareStreams(): void {
    const { l } = this;
    const declared = new Set<ClassInstance>();
    for (const { flow, owner } of [...l.nodes]) {
      if (flow !== "stream" || declared.has(owner)) continue;
      declared.add(owner);
      const carrier = this.flowIn(owner);
      if (carrier === undefined) continue;
      const streams = owner.members.filter(isComponentMember).flatMap(({ name }) => {
        const node = l.component(owner, name)!;
        return node.flow === "stream" ? variablesIn(l.valueOf(node)) : [];
      });
      this.streams.declare(carrier, streams);
    }
  }

  isRoot(e: Expression, scope: Scope): boolean {
    return this.graphFact("Connections.isRoot", e, scope, (node) => this.graph.isRoot(node));
  }

  isRooted(e: Expression, scope: Scope): boolean {
    return this.graphFact("Connections.rooted", e, scope, (node) => this.graph.isRooted(node));
  }

  private graphFact(name: string, e: Expression, scope: Scope, fact: (node: string) => boolean | undefined): boolean {
    const node = this.graphNode(e, scope);
    const known = node === undefined ? undefined : fact(node);
    if (known !== undefined) return known;
    throw modelicaError(
      "E-MODELICA-ROOT",
      `"${name}" is not known here.`,
      { file: scope.cls.syntax.file, at: e.at },
      {
        because: "roots are chosen after all components, sizes and connections are known",
        hint: "use it in equations, not in conditions of components or connections",
      },
    );
  }

  private unsupported(name: string, e: { at: number }, scope: Scope): Error {
    return modelicaError(
      "E-MODELICA-UNSUPPORTED",
      `"${name}" is not supported.`,
      { file: scope.cls.syntax.file, at: e.at },
      {
        hint: "docs/modelica.md in the package lists what is",
      },
    );
  }
}

/** `a` of `a[2].b.c` */
function firstName(name: string): string {
  return name.split(/[.[]/, 1)[0]!;
}

function variablesIn(value: Value): VariableIndex[] {
  return isScalarKind(value)
    ? value.elements.filter(({ op }) => op === "var").map((e) => e.value as VariableIndex)
    : [];
}
