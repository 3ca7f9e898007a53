/**
 * Streams: what a flow carries with it, such as enthalpy. A stream variable of a connector is the value that leaves its component;
 * the value that would enter follows from the connection, whichever way the flow goes.
 *
 * Source   [ModelicaSpec] 15, with the regularisation it recommends; [Franke2009]
 *
 *     inStream(h_j) = Σ w_i h_i / Σ w_i         over all i ≠ j that can send into the node
 *     x_i = −m_i, h_i                           a connector of a component
 *     x_k = m_k, inStream(h_k)                  a connector of the model itself
 *     w_i = α max(x_i, 0) + (1 − α) ε,   s = Σ max(x_i, 0),   y = min(s/ε, 1),   α = y² (3 − 2 y)
 *
 * Above ε the mixture is exact; below, the values mix in equal parts, so that the quotient has a limit without flow. One sender needs
 * no quotient; what nothing can send to gets its own value.
 *
 * A face of a connector is 2·flow, or 2·flow + 1 where the model itself connects its own connector.
 */
import { printDimension } from "../language/units.ts";
import type { Expr, ExpressionBuilder } from "../symbolic/expression.ts";
import type { FaceIndex, VariableIndex } from "../symbolic/indices.ts";
import type { Source } from "./source.ts";
import { type CompileState, internalVariable, newEquation } from "./state.ts";

/** Flow, relative to its nominal value, below which a node counts as still. */
const smallFlow = 1e-6;

interface Sender {
  /** Flow into the node. */
  readonly inflow: Expr;
  readonly value: Expr;
}

export class Streams {
  private readonly state: CompileState;
  /** Streams of a connector by its flow, and the other way round. */
  private readonly carried = new Map<VariableIndex, readonly VariableIndex[]>();
  private readonly carriers = new Map<VariableIndex, { readonly flow: VariableIndex; readonly place: number }>();
  /** The variable inStream(h), by h. */
  private readonly entering = new Map<VariableIndex, VariableIndex>();

  private readonly constantValue: (e: Expr) => number | undefined;

  /** `constantValue`: the number that an expression of parameters has. */
  constructor(state: CompileState, constantValue: (e: Expr) => number | undefined) {
    this.state = state;
    this.constantValue = constantValue;
  }

  /** A connector: its one flow variable and what it carries. */
  declare(flow: VariableIndex, streams: readonly VariableIndex[]): void {
    this.carried.set(flow, streams);
    streams.forEach((stream, place) => {
      this.carriers.set(stream, { flow, place });
    });
  }

  /** Value of a stream if the flow enters its component. */
  inStream(stream: VariableIndex): Expr {
    const { b, variables } = this.state;
    let index = this.entering.get(stream);
    if (index === undefined) {
      const { name, dimension, start, init, nominal } = variables[stream]!;
      index = variables.length as VariableIndex;
      const made = internalVariable(`inStream(${name})`, "real", false);
      variables.push({ ...made, dimension, start: start ?? init, nominal });
      this.entering.set(stream, index);
    }
    return b.variable(index);
  }

  /** `if m > 0 then inStream(h) else h`; as a factor of m it is continuous, and needs no event. */
  actualStream(flow: Expr, stream: VariableIndex): Expr {
    const { b } = this.state;
    return b.conditional(b.relation("gt", flow, b.zero), this.inStream(stream), b.variable(stream));
  }

  /** Equations of all values that are asked for. Each node is the list of faces that are connected. */
  finish(nodes: Iterable<readonly FaceIndex[]>): void {
    const nodeOf = new Map<FaceIndex, readonly FaceIndex[]>();
    for (const node of nodes) {
      for (const face of node) nodeOf.set(face, node);
      // what leaves the model itself is the mixture of what its parts send to its connector
      for (const face of node)
        if (face % 2 === 1)
          for (const stream of this.carried.get((face >> 1) as VariableIndex) ?? [])
            this.define(stream, this.mixture(node, face, stream) ?? this.inStream(stream));
    }
    // equations may ask for values further outside; a map gives those, too
    for (const [stream, index] of this.entering) {
      const face = (2 * this.carriers.get(stream)!.flow) as FaceIndex;
      const node = nodeOf.get(face) ?? [face];
      this.define(index, this.mixture(node, face, stream) ?? this.state.b.variable(stream));
    }
  }

  private define(variable: VariableIndex, value: Expr): void {
    const { b, variables, equations } = this.state;
    const { name } = variables[variable]!;
    const source: Source = { text: `${name} = mixture of what flows in`, path: "", line: 1, kind: "connection" };
    equations.push(newEquation(b.variable(variable), value, source));
  }

  /** What the other faces of a node send to one; undefined when none can. */
  private mixture(node: readonly FaceIndex[], to: FaceIndex, stream: VariableIndex): Expr | undefined {
    const { b, variables } = this.state;
    const { place } = this.carriers.get(stream)!;
    const senders: Sender[] = [];
    let nominal = 0;
    const { dimension } = variables[(to >> 1) as VariableIndex]!;
    const unit = dimension === undefined ? "" : printDimension(dimension);
    for (const face of node) {
      const other = this.carried.get((face >> 1) as VariableIndex)?.[place];
      if (face === to || other === undefined || !this.canSend(face)) continue;
      const flow = b.variable((face >> 1) as VariableIndex);
      nominal = Math.max(nominal, variables[(face >> 1) as VariableIndex]!.nominal);
      senders.push(
        face % 2 === 0
          ? { inflow: b.neg(flow), value: b.variable(other) }
          : { inflow: flow, value: this.inStream(other) },
      );
    }
    return senders.length === 0 ? undefined : mixed(b, senders, b.num(smallFlow * (nominal || 1), unit));
  }

  /** Limits of a flow tell that it never goes the other way, as in a sensor. */
  private canSend(face: FaceIndex): boolean {
    const { min, max } = this.state.variables[(face >> 1) as VariableIndex]!;
    const limit = face % 2 === 0 ? min : max;
    const value = limit === undefined ? undefined : this.constantValue(limit);
    return value === undefined || (face % 2 === 0 ? value < 0 : value > 0);
  }
}

function mixed(b: ExpressionBuilder, senders: readonly Sender[], epsilon: Expr): Expr {
  if (senders.length === 1) return senders[0]!.value;
  const inflows = senders.map(({ inflow }) => b.call("max", [inflow, b.zero]));
  const y = b.call("min", [b.div(b.add(inflows), epsilon), b.one]);
  const alpha = b.mul([y, y, b.sub(b.num(3), b.mul([b.num(2), y]))]);
  const rest = b.mul([b.sub(b.one, alpha), epsilon]);
  const weights = inflows.map((inflow) => b.add([b.mul([alpha, inflow]), rest]));
  const sum = b.add(weights.map((weight, i) => b.mul([weight, senders[i]!.value])));
  return b.div(sum, b.add(weights));
}
