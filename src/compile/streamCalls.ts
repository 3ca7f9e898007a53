/** `inStream(port.h)` and `actualStream(port.h)` in equations, and what a connector with streams must have. */
import { listNames } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { VariableIndex } from "../symbolic/indices.ts";
import type { CallSyntax, Syntax } from "../symbolic/syntax.ts";
import { wrongCount } from "./arrayFunctions.ts";
import { type ArrayExpr, map } from "./arrays.ts";
import type { Instance, ModelSymbol } from "./instances.ts";
import { placeError, type Scope, type Surroundings } from "./scope.ts";
import type { Streams } from "./streams.ts";

export function translateStream(
  call: CallSyntax,
  scope: Scope,
  around: Surroundings,
  recurse: (s: Syntax) => ArrayExpr,
): ArrayExpr {
  const [argument] = call.args;
  if (argument === undefined || call.args.length > 1) throw wrongCount(call.name, "1 argument", call.args.length);
  const name = argument.kind === "index" ? argument.base : argument;
  const symbol = name.kind === "name" ? around.lookup(scope, name) : undefined;
  if (symbol?.attributes.stream !== true)
    throw placeError(
      "E-STREAM",
      scope,
      argument.at,
      `${call.name} takes a stream variable of a connector.`,
      `${call.name}(port.h_outflow), with a connector Model({ p: potential(), m_flow: flow(), h_outflow: stream() })`,
      symbol === undefined ? "this is an expression" : `"${symbol.fullName}" is not declared by stream()`,
    );
  const value = recurse(argument);
  // there are some: this is one
  const streams = around.streams!;
  if (call.name === "inStream") return map(value, (e) => streams.inStream(e.value as VariableIndex));
  const flow = around.elementsOf(carrierOf(symbol.instance), scope, call.at).elements[0]!;
  return map(value, (e) => streams.actualStream(flow, e.value as VariableIndex));
}

/** The one flow of a connector with streams. */
function carrierOf(connector: Instance): ModelSymbol {
  const flows = [...connector.symbols.values()].filter(({ attributes }) => attributes.flow === true);
  const [flow] = flows;
  if (flow !== undefined && flows.length === 1) return flow;
  throw new RattlebackError(
    "E-STREAM",
    `The connector "${connector.path}" has stream variables and ${flows.length === 0 ? "no flow" : `${flows.length} flows`}.`,
    {
      path: connector.path,
      because:
        flows.length === 0 ? "streams are carried by a flow" : `${listNames(flows.map(({ name }) => name))} are flows`,
      hint: "give the connector exactly one flow(), which carries the streams",
      data: { path: connector.path, flows: flows.length },
    },
  );
}

/** Tells which flow carries which streams, and refuses connectors in which that is not clear. */
export function declareStreams(
  connector: Instance,
  target: Streams,
  elementsOf: (symbol: ModelSymbol) => ArrayExpr,
): void {
  // by their names: connectors that are connected may write them in different orders
  const streams = [...connector.symbols.values()]
    .filter(({ attributes }) => attributes.stream === true)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const flow = elementsOf(carrierOf(connector));
  const carried = streams.flatMap((symbol) => elementsOf(symbol).elements.map(({ value }) => value as VariableIndex));
  target.declare(flow.elements[0]!.value as VariableIndex, carried);
}

/** `port.m*actualStream(port.h)` and `port.m*(actualStream(port.h) - h)` are continuous where the flow turns, so they need no event. */
export function smoothStreams(factors: readonly Syntax[], scope: Scope, around: Surroundings): readonly Syntax[] {
  const carriers = factors.filter(({ kind }) => kind === "name");
  if (carriers.length === 0) return factors;
  const smooth = (syntax: Syntax): Syntax => {
    switch (syntax.kind) {
      case "call":
        return syntax.name === "actualStream" && carriers.some((flow) => isCarrier(flow, syntax.args[0], scope, around))
          ? { kind: "call", name: "noEvent", args: [syntax], at: syntax.at }
          : syntax;
      case "sum":
        return { ...syntax, terms: syntax.terms.map(({ sign, term }) => ({ sign, term: smooth(term) })) };
      case "negate":
        return { ...syntax, operand: smooth(syntax.operand) };
      default:
        return syntax;
    }
  };
  return factors.map(smooth);
}

function isCarrier(flow: Syntax, stream: Syntax | undefined, scope: Scope, around: Surroundings): boolean {
  const name = stream?.kind === "index" ? stream.base : stream;
  if (flow.kind !== "name" || name?.kind !== "name") return false;
  const [a, b] = [around.lookup(scope, flow), around.lookup(scope, name)];
  return a?.attributes.flow === true && a.instance === b?.instance;
}
