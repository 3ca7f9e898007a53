/** Sizes of variables that are declared without one: found from what they stand beside, in any order of writing. */
import { instantiate, Model, type ModelSource, Var } from "rattleback";
import { describe, expect, it } from "vitest";

const given = {
  x: Var({ init: 1 }),
  V: Var({ init: [1, 2, 3] }),
  M: Var({
    init: [
      [1, 2, 3],
      [4, 5, 6],
    ],
  }),
  D: Var({ start: [0, 0] }),
  n: 4,
  functions: {
    two: { call: (a: number) => [[a, a, a], a], results: [[3], []] },
    list: (a: number) => [a, 2 * a, 3 * a, 4 * a, 5 * a],
    both: (v: number[]) => [v, v[0]!],
  },
};
const known =
  "der(x) = 1; der(V) = -V; der(M) = M; for i in 1:2 loop when x > i then D[i] = pre(D[i]) + 1; end when; end for";

function sizeOf(name: string, equations: readonly string[]): readonly number[] | undefined {
  const [first, turned] = [
    [...equations, known],
    [known, ...[...equations].reverse()],
  ].map((list) => {
    const source = { ...given, equations: list.join("; ") } as ModelSource;
    return instantiate(Model(source), { checkUnits: false }).program.state.groups.get(name)!;
  });
  const { shape, elements } = first!;
  expect(turned!.shape).toEqual(shape);
  expect(elements).toHaveLength(shape.reduce((product, k) => product * k, 1));
  return shape;
}

describe("y is as large as what it stands beside", () => {
  it.each<[string, readonly number[]]>([
    ["y = 2", []],
    ["y = x", []],
    ["y = V", [3]],
    ["V = y - x*ones(3)", [3]],
    ["V + y = zeros(3)", [3]],
    ["y - V = 0", [3]],
    ["0 = V - y", [3]],
    ["-y = V", [3]],
    ["-(2*V) = y", [3]],
    ["y = -V", [3]],
    ["y + V = 2*V", [3]],
    ["V - (y + V) = V", [3]],
    ["y = if time < 1 then V else 2*V", [3]],
    ["if time < 1 then y = V; else y = -V; end if", [3]],
    ["V = if time < 1 then y else -y", [3]],
    ["y = if n > 3 then V else -V", [3]],
    ["y = der(V)", [3]],
    ["y = pre(D)", [2]],
    ["D + ones(2) = y", [2]],
    ["y = noEvent(V)", [3]],
    ["noEvent(y) = V", [3]],
    ["y = smooth(0, V)", [3]],
    ["y = homotopy(V, 2*V)", [3]],
    ["y = delay(V, 0.1)", [3]],
    ["y = 2*V", [3]],
    ["y = V*x", [3]],
    ["y = V/2", [3]],
    ["y = M/x", [2, 3]],
    ["y = M", [2, 3]],
    ["y = 3*M", [2, 3]],
    ["y = M'", [3, 2]],
    ["y = M*V", [2]],
    ["y = V*V", []],
    ["y = M*M'", [2, 2]],
    ["y = V'*V", []],
    ["y = [V, V]", [2, 3]],
    ["y = [V; V]", [2, 3]],
    ["y = {V, V, V}", [3, 3]],
    ["y = {x, 2, 3}", [3]],
    ["y = {}", [0]],
    ["y = []", [0]],
    ["y = [x, V]", [4]],
    ["y = [V, D]", [5]],
    ["y = [1, 2; 3, 4; 5, x]", [3, 2]],
    ["y = [M; M]", [4, 3]],
    ["y = [M, M]", [2, 6]],
    ["y = [V, V, V; 2*V, V, V]", [2, 9]],
    ["y = [i*x for i in 1:n]", [4]],
    ["y = [i*V for i in 1:2]", [2, 3]],
    ["y = [pre(D[1])*i for i in 1:3]", [3]],
    ["y = [pre(D)*i for i in 1:3]", [3, 2]],
    ["y = 1:n", [4]],
    ["y = sum(V)", []],
    ["y = product(V)", []],
    ["y = dot(V, V)", []],
    ["y = norm(V)", []],
    ["y = length(V)", []],
    ["y = size(M)", [2]],
    ["y = size(M, 2)", []],
    ["y = V[2]", []],
    ["y = V[1:2]", [2]],
    ["y = M[1, :]", [3]],
    ["y = M[:, 2:3]", [2, 2]],
    ["y = x > 1", []],
    ["y = x > 1 and not x < 0", []],
    ["y = edge(x > 1)", []],
    ["y = V .+ 1", [3]],
    ["y = 1 .+ V", [3]],
    ["y = x .* V", [3]],
    ["y = V .* V", [3]],
    ["y = V ./ 2", [3]],
    ["y = sin(V)", [3]],
    ["y = max(V, x)", [3]],
    ["y = max(V)", []],
    ["y = cross(V, V)", [3]],
    ["y = zeros(n, 2)", [4, 2]],
    ["y = list(x)", [5]],
    ["(y, z) = two(x)", [3]],
    ["(z, y) = two(x)", []],
    ["(y, z) = both(V)", [3]],
    ["(z, y) = both(D)", []],
    ["y = hold(sample(V, Clock(0.1)))", [3]],
    ["y[1] = x; y[2] = 3", [2]],
    ["y[2] = x; y[1] = 3", [2]],
    ["for i in 1:5 loop y[i] = i*x; end for", [5]],
    ["for i in 1:2 loop for j in 1:4 loop y[i, j] = x; end for; end for", [2, 4]],
    ["for i in 1:size(V, 1) loop y[i] = V[i]; end for", [3]],
    ["when x > 1 then y = V; end when", [3]],
  ])("%s", (text, expected) => {
    expect(sizeOf("y", [text])).toEqual(expected);
  });
});

describe("sizes are handed on, whatever stands first", () => {
  it.each<[string, readonly number[]]>([
    ["y = z; z = V", [3]],
    ["y = 2*w; w = -z; z = V", [3]],
    ["y = [z, z]; z = V", [2, 3]],
    ["y = M*z; z = 2*V", [2]],
    ["y = z'; z = M", [3, 2]],
    ["y = [i*z[i] for i in 1:size(z, 1)]; z = [V, V, V]*V", [3]],
    ["for i in 1:size(z, 1) loop y[i] = z[i]; end for; z = w; w = list(x)", [5]],
    ["(y, w) = both(z); z = V", [3]],
    ["y = if time < 1 then z else w; z = V; w = -V", [3]],
    ["y + z = w; w = V; z = 2*y", [3]],
    ["y = size(z); z = w; w = M", [2]],
    ["y = z + 1; z = 2", []],
    ["for i in 1:size(z, 1) loop y = z + i; end for; 0 = z - w; 0 = z + w", []],
  ])("%s", (text, expected) => {
    expect(sizeOf("y", text.includes("loop") ? [text] : text.split("; "))).toEqual(expected);
  });

  it("through connections, from one component to the next", () => {
    const signal = Model({ u: Var(), w: Var(), equations: "w = 2*u" });
    const model = instantiate(
      Model({
        a: signal,
        c: signal,
        d: signal,
        connect: [
          ["a.w", "c.u"],
          ["c.w", "d.u"],
        ],
        equations: "a.u = [time, 2*time, 3]",
      }),
    );
    for (const name of ["a.w", "c.u", "c.w", "d.u", "d.w"])
      expect(model.program.state.groups.get(name)!.shape, name).toEqual([3]);
  });
});
