/**
 * Variables that are equal up to sign, as a forest with signs. The representative of a class is what survives: a derivative
 * before a state before anything else, then the one with init, with start, declared first.
 */
import type { Expr } from "../symbolic/expression.ts";
import type { VariableIndex } from "../symbolic/indices.ts";
import { type CompileState, derivativeOf, type Variable } from "./state.ts";

const rankOf = ({ startRank }: Variable): number => startRank ?? 0;

export class AliasTable {
  private readonly state: CompileState;
  private readonly parent = new Map<VariableIndex, { target: VariableIndex; sign: 1 | -1 | 0 }>();
  count = 0;

  constructor(state: CompileState) {
    this.state = state;
  }

  isEliminated(variable: VariableIndex): boolean {
    return this.parent.has(variable);
  }

  /** The representative and the sign; sign 0 when the variable is zero. */
  find(variable: VariableIndex): { target: VariableIndex; sign: 1 | -1 | 0 } {
    let target = variable;
    let sign: 1 | -1 | 0 = 1;
    const path: VariableIndex[] = [];
    while (true) {
      const next = this.parent.get(target);
      if (next === undefined) break;
      path.push(target);
      sign = (sign * next.sign) as 1 | -1 | 0;
      target = next.target;
      if (next.sign === 0) break;
    }
    if (path.length > 1) this.compress(path, target);
    return { target, sign };
  }

  private compress(path: readonly VariableIndex[], target: VariableIndex): void {
    let sign: 1 | -1 | 0 = 1;
    for (let i = path.length - 1; i >= 0; i--) {
      sign = (sign * this.parent.get(path[i]!)!.sign) as 1 | -1 | 0;
      this.parent.set(path[i]!, { target, sign });
    }
  }

  /** x = 0. A state that is zero has a zero derivative. Refused (undefined) for derivatives: their states are constant, not gone. */
  setZero(variable: VariableIndex): VariableIndex[] | undefined {
    const { variables } = this.state;
    if (variables[variable]!.derivativeOf >= 0) return undefined;
    const chain: VariableIndex[] = [];
    for (let v = variable; v >= 0; v = variables[v]!.derivative) {
      const { target, sign } = this.find(v);
      if (sign === 0) continue;
      this.parent.set(target, { target, sign: 0 });
      this.count++;
      chain.push(target);
    }
    return chain;
  }

  /** x = sign·y. Returns the eliminated variables, or undefined when the equation must stay. */
  join(x: VariableIndex, y: VariableIndex, sign: 1 | -1): VariableIndex[] | undefined {
    const { variables } = this.state;
    const [rankX, rankY] = [this.rank(x), this.rank(y)];
    if (rankX >= 2 && rankY >= 2 && (rankX === 3 || rankY === 3)) return undefined;
    const keepX = this.isBetter(x, y);
    let [gone, kept] = keepX ? [y, x] : [x, y];
    const eliminated: VariableIndex[] = [];
    let [goneDerivative, keptDerivative] = [variables[gone]!.derivative, variables[kept]!.derivative];
    this.merge(gone, kept, sign);
    eliminated.push(gone);
    // equal states have equal derivatives
    while (goneDerivative >= 0) {
      // … of all orders that either has
      if (keptDerivative < 0) keptDerivative = derivativeOf(this.state, kept);
      const [a, b] = [this.find(goneDerivative), this.find(keptDerivative)];
      if (a.sign !== 0 && b.sign !== 0 && a.target !== b.target) {
        const relative = (sign * a.sign * b.sign) as 1 | -1;
        this.merge(a.target, b.target, relative);
        eliminated.push(a.target);
      }
      gone = goneDerivative;
      kept = keptDerivative;
      [goneDerivative, keptDerivative] = [variables[gone]!.derivative, variables[kept]!.derivative];
    }
    return eliminated;
  }

  private merge(gone: VariableIndex, kept: VariableIndex, sign: 1 | -1): void {
    this.parent.set(gone, { target: kept, sign });
    this.count++;
    this.inherit(gone, kept, sign);
  }

  /** 3 derivative, 2 state, 1 other. */
  private rank(variable: VariableIndex): number {
    const { derivative, derivativeOf } = this.state.variables[variable]!;
    return derivativeOf >= 0 ? 3 : derivative >= 0 ? 2 : 1;
  }

  private isBetter(x: VariableIndex, y: VariableIndex): boolean {
    const [a, b] = [this.state.variables[x]!, this.state.variables[y]!];
    const score = (v: typeof a, index: VariableIndex): number =>
      this.rank(index) * 1000 +
      v.stateSelect * 100 +
      (v.init !== undefined ? (v.isPreferred ? 30 : 40) : v.start !== undefined ? 20 : 0) +
      (v.isInternal ? 0 : 10);
    const [scoreX, scoreY] = [score(a, x), score(b, y)];
    return scoreX > scoreY || (scoreX === scoreY && x < y);
  }

  /** The survivor takes over what only the eliminated variable knows. */
  private inherit(gone: VariableIndex, kept: VariableIndex, sign: 1 | -1): void {
    const b = this.state.b;
    const [source, target] = [this.state.variables[gone]!, this.state.variables[kept]!];
    const signed = (e: Expr | undefined): Expr | undefined => (e === undefined || sign === 1 ? e : b.neg(e));
    if (target.init === undefined || (target.isPreferred && source.init !== undefined && !source.isPreferred)) {
      target.init = signed(source.init);
      target.isPreferred = source.isPreferred;
    }
    if (target.start === undefined || (source.start !== undefined && rankOf(source) > rankOf(target))) {
      target.start = signed(source.start);
      target.startRank = rankOf(source);
    }
    if (target.nominal === 0) target.nominal = source.nominal;
    if (target.type === "real") target.type = source.type;
    if (source.isDiscrete && target.derivativeOf < 0) target.isDiscrete = true;
    target.stateSelect = Math.max(target.stateSelect, source.stateSelect);
    target.dimension ??= source.dimension;
  }

  /** Writes the result into the compile state. */
  finish(): void {
    for (const variable of this.parent.keys()) this.state.aliases.set(variable, this.find(variable));
  }

  /** Replaces eliminated variables in expressions. */
  replacement(): (node: Expr) => Expr | undefined {
    const b = this.state.b;
    return (node) => {
      if (node.op !== "var" && node.op !== "pre") return undefined;
      if (!this.parent.has(node.value)) return node;
      const { target, sign } = this.find(node.value);
      if (sign === 0) return b.zero;
      const survivor = b.make(node.op, [], target);
      return sign === 1 ? survivor : b.neg(survivor);
    };
  }
}
