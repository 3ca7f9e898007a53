// What must be of one type is: operands of relations, branches, elements of arrays, ends of ranges; ranges of loops are vectors, messages are
// texts. What is not is refused where it stands, in functions that are interpreted, inlined or compiled, in equations and in algorithms.
import { simulate } from "rattleback";
import { importModelica } from "rattleback/modelica";
import { describe, expect, it } from "vitest";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";

const types = "type A = enumeration(a, b); type B = enumeration(c, d); type Same = enumeration(a, b);";
const run = (text: string): number => {
  const model = importModelica({ texts: { "M.mo": `model M ${types}\n${text}\nend M;` } }).instantiate("M");
  return simulate(model, { stopTime: 0.1 }).final("y");
};
/** Code, line, column and reason. */
const refusal = (text: string): readonly unknown[] => {
  try {
    return [run(text)];
  } catch (error) {
    if (!(error instanceof RattlebackError)) throw error;
    return [error.code, error.data?.fileLine, error.where?.match(/M\.mo:\d+:(\d+)/)?.[1], error.because];
  }
};
const interpreted = (body: string): string =>
  `function f input Real x; input A a; output Real y = 0; algorithm\n${body}\nend f; Real y = f(1, A.a);`;
const inlined = (body: string): string => interpreted(body).replace("f(1,", "f(time,");
const compiled = (body: string): string =>
  `function f input Real x; input A a; output Real y = 0; algorithm for k in 1:integer(x + 3) loop\n${body}\nend for; end f; Real y = f(time, A.a);`;
const inAlgorithm = (body: string): string => `Real x = time; A a = A.a; Real y; algorithm y := 0;\n${body}`;

describe.each(Object.entries({ interpreted, inlined, compiled, inAlgorithm }))("%s statements", (_name, model) => {
  it.each([
    ["for i in 3 loop y := y + 1; end for;", "10", "it is an Integer"],
    ["for i in true loop y := y + 1; end for;", "10", "it is a Boolean"],
    ["for i in [1, 2; 3, 4] loop y := y + 1; end for;", "10", "it has 2 dimensions"],
    ["y := sum(i for i in 3);", "21", "it is an Integer"],
    ["if a == B.c then y := 1; end if;", "4", '"==" compares values of one type, not M.A with M.B'],
    ["if a < B.d then y := 1; end if;", "4", '"<" compares values of one type, not M.A with M.B'],
    ["if a == 1 then y := 1; end if;", "4", '"==" compares values of one type, not M.A with Integer'],
    ["if 2.5 <> a then y := 1; end if;", "4", '"<>" compares values of one type, not Real with M.A'],
    ["for e in A loop if e == B.c then y := 1; end if; end for;", "20", /M\.A with M\.B/],
    ["for e in A.a:A.b loop if e == B.c then y := 1; end if; end for;", "26", /M\.A with M\.B/],
    ["y := sum({x, true});", "10", "the elements of an array are of one type, not a Real and a Boolean"],
    ["y := sum([x, x > 0]);", "10", "the elements of an array are of one type, not a Real and a Boolean"],
    ["y := sum(1:true);", "10", "a range ends with what it begins with, not from an Integer to a Boolean"],
  ])("%s", (body, column, because) => {
    expect(refusal(model(body))).toEqual([
      "E-MODELICA-TYPE",
      3,
      column,
      typeof because === "string" ? because : expect.stringMatching(because),
    ]);
  });

  it("that are right", () => {
    const times = model === compiled ? 3 : 1;
    expect(run(model("for i in {3} loop y := y + i; end for;"))).toBe(3 * times);
    expect(run(model("for e in A loop if e == A.b then y := y + 1; end if; end for;"))).toBe(times);
    expect(run(model("for e in A.a:A.b loop if e <= A.b then y := y + 1; end if; end for;"))).toBe(2 * times);
    expect(run(model("if a == Same.a then y := 1; end if;"))).toBe(1);
    expect(run(model("y := sum({1, 0.5}) + sum([1, 0.5]);"))).toBe(3);
  });
});

describe("equations", () => {
  it.each([
    ["Real y[3]; equation\nfor i in 3 loop y[i] = 1; end for;", "10", "it is an Integer"],
    ["Real y =\nif A.a == B.c then 1 else 2;", "4", '"==" compares values of one type, not M.A with M.B'],
    ["Real y = 1; A u =\nif time > 1 then A.a else B.c;", "1", "one branch is a M.A, the other a M.B"],
    ["Real y = 1; A u[2] =\n{A.a, B.c};", "1", "the elements of an array are of one type, not a M.A and a M.B"],
    [
      "Real y = 1; Boolean u[2] =\n{true, 1};",

      "1",
      "the elements of an array are of one type, not a Boolean and an Integer",
    ],
    [
      "Real y = sum(\ncat(1, {1}, {true}));",

      "1",
      "the elements of an array are of one type, not an Integer and a Boolean",
    ],
    ["record R Real a; end R; R r(a = 1); Real y = 1; R q[2] =\n{r, 1};", "1", /not a Record and an Integer/],
    ["Real y = 1; equation when time > 0.05 then\nterminate(3); end when;", "11", "the expression is an Integer"],
    [
      'Real y = 1; equation when time > 0.05 then\nterminate({"a", "b"}); end when;',

      "11",
      "the expression is a String of size [2]",
    ],
    ["Real y = 1; algorithm when time > 0.05 then\nterminate(time); end when;", "11", "the expression is a Real"],
    ["Real y = 1; equation\nassert(time < 0.05, 3);", "21", "the expression is an Integer"],
    [
      "function f input Real x; output Real y; algorithm\nassert(x > 3, 3); y := x; end f; Real y = f(time);",

      "15",
      "the expression is an Integer",
    ],
  ])("%s", (text, column, because) => {
    expect(refusal(text)).toEqual([
      "E-MODELICA-TYPE",
      3,
      column,
      typeof because === "string" ? because : expect.stringMatching(because),
    ]);
  });

  it("that are right", () => {
    expect(run('Real y = time; equation when time > 0.05 then terminate("enough"); end when;')).toBeCloseTo(0.05, 8);
    expect(run("A u = if time > 0.05 then A.a else Same.b; Real y = if u == A.a then 1 else 2;")).toBe(1);
    expect(run("Boolean b[1] = cat(1, fill(true, 0), {true}); Real y = if b[1] then 1 else 2;")).toBe(1);
    expect(run("Boolean b[1] = cat(1, zeros(0), {true}); Real y = if b[1] then 1 else 2;")).toBe(1);
  });
});
