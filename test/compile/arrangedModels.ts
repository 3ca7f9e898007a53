/** Models whose program depends on how many equations there are, and how they lie: loops, and sums of products in a row. */
import { Model, Var } from "rattleback";

const upTo = (count: number): number[] => Array.from({ length: count }, (_, k) => k + 1);
const row = {
  X: Var({ init: upTo(18).map((k) => k / 18) }),
  K: upTo(6).map((i) => upTo(18).map((j) => 1 / (10 * i + j))),
};
/** Enough of a kind that a program is worth loops. */
const many = 110;
const long = { X: Var({ init: upTo(many).map((k) => k / many) }) };

export const arrangedModels: Readonly<Record<string, object>> = {
  "rows of a matrix": { ...row, equations: "der(X) = zeros(18); Y = K*X" },
  "rows of products with more than them": {
    ...row,
    equations:
      "der(X) = zeros(18); s = K[1, :]*X + 2; t = X[1] + K[2, :]*X; u = X[1] + K[3, :]*X + K[4, 18:-1:1]*X + X[2]; w = -(K[5, :]*X); v = 2*(K[6, 1:16]*X[2:17]) - X[1]",
  },
  "rows that are long enough, and rows that are not": {
    ...row,
    equations:
      "der(X) = zeros(18); q = K[1, 1:16]*X[1:16]; r = K[2, 1:15]*X[1:15]; s = K[3, 1:15]*X[1:15] + K[3, 17]*X[17] + K[4, 16]*X[16]; t = K[5, 1:9]*X[1:9] + K[5, 10:18]*X[1:9]; u = K[6, 1:2:18]*X[1:2:18] + K[6, 2:2:18]*X[2:2:18]",
  },
  "rows of what are no products of two": {
    ...row,
    equations:
      "der(X) = zeros(18); s = sum([K[1, i]*X[i]*X[1] for i in 1:18]); t = sum([K[2, i]/X[i] for i in 1:18]); u = sum([K[3, i]*K[4, i] for i in 1:18]); v = sum([X[i]*X[19 - i] for i in 1:18]); w = sum([2*X[i] for i in 1:18]); z = sum([K[5, i] + X[i] for i in 1:18])",
  },
  "rows times what is computed": {
    ...row,
    equations:
      "der(X) = zeros(18); Z = sin(X); s = K[1, :]*Z; t = K[2, :]*Z - K[3, :]*X; v = K[4, 1:9]*X[1:9] + K[4, 10:18]*Z[10:18]",
  },
  "rows times what a system computes": {
    ...row,
    equations:
      "der(X) = zeros(18); for i in 1:18 loop Y[i] + Y[mod(i, 18) + 1]/4 = X[i]; end for; s = K[1, :]*Y; t = K[2, 18:-1:1]*Y",
  },
  "loops that others read": {
    ...long,
    equations: `for i in 1:${many} loop a[i] = sin(X[i]); der(X[i]) = -a[i] + time; end for; r = a[1]*a[2]`,
  },
  "loops with places that follow no rule": {
    ...long,
    equations: `for i in 1:${many} loop a[i] = X[i]^2; der(X[i]) = a[mod(i*i, ${many}) + 1] + cos(a[i]) + a[i]; end for`,
  },
  "loops around a system": {
    ...long,
    equations: `for i in 1:${many} loop a[i] = 2*X[i]; der(X[i]) = -exp(a[i])*z; end for; z^3 + z = a[1] + a[2]`,
  },
  "loops of what is put into others": {
    ...long,
    equations: `for i in 1:${many} loop a[i] = X[i]/2 + 3; b[i] = -a[i]*X[i]; c[i] = sin(X[i]); der(X[i]) = b[i] + c[i]; end for`,
  },
  "loops of what nobody reads once it is put into others": {
    ...long,
    equations: `for i in 1:${many} loop a[i] = sin(X[i]); b[i] = a[i] - 0.5*X[i]; der(X[i]) = b[i] - a[i]; end for`,
  },
  "loops of conditions": {
    ...long,
    n: Var({ start: 1 }),
    equations: `n = if time > 0.5 then 2 else 1; for i in 1:${many} loop der(X[i]) = noEvent(if X[i] > 0.3 and not X[i] >= 0.7 or X[i] < 0.1 then 1 else if X[i] <= -1 then pre(n) else 2); end for`,
  },
  "loops of several lengths": {
    ...long,
    equations: `for i in 1:${many} loop der(X[i]) = if i < 8 then X[i] else if i < 16 then 2*X[i] + 1 else sin(X[${many + 1} - i]); end for`,
  },
  "a chain of components": {
    c: upTo(40).map((k) =>
      Model({ k, x: Var({ init: k }), y: Var(), equations: "der(x) = -y; y = k*x + 1; z = y*y + cos(y)" }),
    ),
  },
};
