/**
 * The residual part of a Helmholtz energy as straight-line code, written from its coefficients.
 *
 * Terms with the same exponential and the same power of δ share everything but a sum over powers of τ:
 *
 *     n δ^d τ^t exp(−δ^l):   F = δ^d exp(−δ^l),  L = l·δ^l,  A = d − L,  q_k = Σ n·t·(t − 1)… τ^t
 *     αʳ += F q₀,  δαʳ_δ += A F q₀,  δ²αʳ_δδ += (A² − A − l·L) F q₀,  ταʳ_τ += F q₁,  τ²αʳ_ττ += F q₂,  δταʳ_δτ += A F q₁
 *
 * Bells with the same centre and widths share their exponential.
 */
import { falling, groupsBy, isEighth, linearCombination, StraightLineCode } from "../straightLineCode.ts";
import type { ResidualTerm } from "./fluidData.ts";

/** Contributions below e^−60 of the coefficient are nothing beside the others. */
const smallest = -60;

interface PowerTerm {
  readonly n: number;
  readonly d: number;
  readonly t: number;
  readonly l: number;
}

interface Bell {
  readonly n: number;
  readonly d: number;
  readonly t: number;
  readonly eta: number;
  readonly epsilon: number;
  readonly beta: number;
  readonly gamma: number;
  /** Of a gaoB term. */
  readonly b: number | undefined;
}

/** Code that reads δ = at[0], τ = at[1], ln τ = at[8] (if `needsLogarithm`) and writes αʳ … δταʳ_δτ to at[2] … at[7]. */
export interface ResidualCode {
  readonly evaluate: (at: Float64Array) => void;
  readonly needsLogarithm: boolean;
}

export function generateResidual(terms: readonly ResidualTerm[]): ResidualCode {
  const power: PowerTerm[] = [];
  const bells: Bell[] = [];
  for (const term of terms) {
    if (term.term === "power") term.n.forEach((n, k) => power.push({ n, d: term.d[k]!, t: term.t[k]!, l: term.l[k]! }));
    else if (term.term !== "nonAnalytic")
      term.n.forEach((n, k) =>
        bells.push({
          n,
          d: term.d[k]!,
          t: term.t[k]!,
          eta: term.term === "gaoB" ? -term.eta[k]! : term.eta[k]!,
          epsilon: term.epsilon[k]!,
          beta: term.beta[k]!,
          gamma: term.gamma[k]!,
          b: term.term === "gaoB" ? term.b[k]! : undefined,
        }),
      );
  }
  const code = new StraightLineCode();
  code.add("const x = at[0], y = at[1], log = at[8];");
  const ls = power.map(({ l }) => l);
  const delta = code.powers("x", [...power.map(({ d }) => d), ...ls, ...bells.map(({ d }) => d)]);
  // what is no multiple of an eighth becomes part of the exponential of a bell
  const inBell = (t: number): number => (isEighth(t) ? t : 0);
  const tau = code.powers("y", [...power.map(({ t }) => t), ...bells.map(({ t }) => inBell(t))], "log");
  code.add("let a = 0, aD = 0, aDD = 0, aT = 0, aTT = 0, aDT = 0;");
  code.add("let F, A, q0, q1, E;");
  for (const [l, members] of groupsBy(power, (term) => term.l)) {
    if (l > 0) code.add(`const L${l} = ${l}*${delta(l)}, e${l} = elementary.exp(-${delta(l)});`);
    for (const [d, group] of groupsBy(members, (term) => term.d)) {
      const sum = (order: number): string =>
        linearCombination(group.map(({ n, t }) => [n * falling(t, order), tau(t)]));
      code.add(`F = ${[delta(d), ...(l > 0 ? [`e${l}`] : [])].join("*")};`);
      code.add(`q0 = F*(${sum(0)}); q1 = F*(${sum(1)});`);
      code.add(`a += q0; aT += q1; aTT += F*(${sum(2)});`);
      if (l > 0) {
        code.add(`A = ${d} - L${l};`);
        code.add(`aD += A*q0; aDD += (A*(A - 1) - ${l}*L${l})*q0; aDT += A*q1;`);
      } else code.add(`aD += ${d}*q0; aDD += ${d * (d - 1)}*q0; aDT += ${d}*q1;`);
    }
  }
  addBells(code, bells, delta, (t) => tau(inBell(t)));
  code.add("at[2] = a; at[3] = aD; at[4] = aDD; at[5] = aT; at[6] = aTT; at[7] = aDT;");
  return {
    evaluate: code.compile(),
    needsLogarithm: [...power, ...bells].some(({ t }) => !isEighth(t)),
  };
}

function addBells(
  code: StraightLineCode,
  bells: readonly Bell[],
  delta: (d: number) => string,
  tau: (t: number) => string,
): void {
  const groups = new Map<string, Bell[]>();
  for (const bell of bells) {
    const key = [bell.eta, bell.epsilon, bell.beta, bell.gamma, bell.b, isEighth(bell.t) ? 0 : bell.t].join(" ");
    groups.set(key, [...(groups.get(key) ?? []), bell]);
  }
  let k = 0;
  for (const group of groups.values()) {
    const { eta, epsilon, beta, gamma, b, t } = group[0]!;
    code.add(`const u${k} = x - (${epsilon}), v${k} = y - (${gamma});`);
    // q and its derivatives with respect to τ
    if (b === undefined)
      code.add(`const Q${k} = -(${beta})*v${k}*v${k}, R${k} = -2*(${beta})*v${k}, S${k} = -2*(${beta});`);
    else {
      code.add(`const Q${k} = 1/(${b} + (${beta})*v${k}*v${k}), R${k} = -2*(${beta})*v${k}*Q${k}*Q${k};`);
      code.add(`const S${k} = Q${k}*Q${k}*(-2*(${beta}) + 8*(${beta})*(${beta})*v${k}*v${k}*Q${k});`);
    }
    code.add(`E = Q${k} - (${eta})*u${k}*u${k}${isEighth(t) ? "" : ` + (${t})*log`};`);
    code.add(`if (E > ${smallest}) {`);
    code.add(`const e = elementary.exp(E), B = y*R${k}, C = ${2 * eta}*x*u${k};`);
    for (const bell of group) {
      code.add(`q0 = (${bell.n})*${delta(bell.d)}*${tau(bell.t)}*e; A = ${bell.d} - C; F = ${bell.t} + B;`);
      code.add(`a += q0; aD += A*q0; aDD += (A*A - ${bell.d} - ${2 * eta}*x*x)*q0;`);
      code.add(`aT += F*q0; aTT += (F*F - (${bell.t}) + y*y*S${k})*q0; aDT += A*F*q0;`);
    }
    code.add("}");
    k++;
  }
}
