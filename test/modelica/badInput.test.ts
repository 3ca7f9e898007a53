// Texts that are no models: cut off, without end, too large. Each gets an error with a code, at its place, soon.
import { simulate } from "rattleback";
import { importModelica } from "rattleback/modelica";
import { describe, expect, it } from "vitest";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { parseFile } from "../../src/modelica/syntax/parser.ts";
import { SourceFile } from "../../src/modelica/syntax/sourceFile.ts";

function outcome(text: string, name = "M"): string {
  try {
    simulate(importModelica({ texts: { "M.mo": text } }).instantiate(name), { stopTime: 0.1 });
  } catch (error) {
    if (error instanceof RattlebackError) return error.code;
    throw error;
  }
  return "runs";
}

describe("a text", () => {
  const whole = `package M "parts and a model"
  function square input Real u[:]; output Real y[size(u, 1)]; algorithm for i in 1:size(u, 1) loop y[i] := u[i]^2; end for; end square;
  model M parameter Real k(min = 0) = 2 "rate"; Real x(start = 1, fixed = true); Real y[2] = square({x, time});
  equation der(x) = if x > 0.5 then -k*x else -k/2; when x < 0.5 then assert(true, "low"); end when;
  annotation(experiment(StopTime = 1)); end M;
end M;`;

  it("with six thousand constants that need each other is translated, in whatever order they stand", () => {
    const sum = (n: number, backwards: boolean, word: string): number => {
      const lines = Array.from({ length: n }, (_, i) => `${word} a${i + 1} = ${i === 0 ? "1" : `a${i} + 1`};`);
      const text = (backwards ? lines.reverse() : lines).join("\n");
      const inModel = `model M ${text} Real y = a${n}; end M;`;
      const inPackage = `package P ${text} model M Real y = a${n}; end M; end P;`;
      const isConstant = word.startsWith("constant");
      const library = importModelica({ texts: { "M.mo": isConstant ? inPackage : inModel } });
      return simulate(library.instantiate(isConstant ? "P.M" : "M"), { stopTime: 0.1 }).final("y");
    };
    expect(sum(6000, false, "constant Real")).toBe(6000);
    expect(sum(6000, true, "parameter Integer")).toBe(6000);
  });

  it("with a thousand sizes that need each other is translated though the last stands first; a cycle among them is one", () => {
    const model = (n: number, first: string): string => {
      const sized = (i: number): string => `parameter Real a${i}[${i === 0 ? first : `size(a${i - 1}, 1) + 0`}];`;
      const lines = Array.from({ length: n }, (_, i) => sized(n - 1 - i));
      return `model M ${lines.join("\n")} Real y = size(a${n - 1}, 1); end M;`;
    };
    const { variables } = importModelica({ texts: { "M.mo": model(1200, "2") } }).flatten("M");
    expect(variables.map(({ name }) => name)).toEqual(["y"]);
    expect(outcome(model(250, "size(a249, 1)"))).toBe("E-MODELICA-SIZE");
  });

  it("with functions inside of each other too deeply tells whether one of them calls itself", () => {
    const chain = Array.from(
      { length: 200 },
      (_, i) =>
        `function f${i} input Real x; output Real y; algorithm\ny := ${i === 0 ? "x" : `f${i - 1}(x)`} + 1; end f${i};`,
    );
    const told = (text: string): unknown => {
      try {
        return importModelica({ texts: { "M.mo": text } }).flatten("M");
      } catch (error) {
        if (!(error instanceof RattlebackError)) throw error;
        return [error.code, error.what, error.data?.fileLine, error.hint];
      }
    };
    expect(told(`model M ${chain.join(" ")} Real y = f199(time); end M;`)).toEqual([
      "E-MODELICA-CALL",
      '"M.f49" is called inside of 150 other functions.',
      52,
      "call some of them one behind the other",
    ]);
    expect(
      told("model M function f input Real x; output Real y; algorithm\ny := f(x - 1); end f; Real y = f(time); end M;"),
    ).toEqual([
      "E-MODELICA-CALL",
      '"M.f" calls itself more than 150 deep.',
      2,
      "look for the case that ends the recursion",
    ]);
    expect(outcome(`model M ${chain.slice(0, 150).join(" ")} Real y = f149(time); end M;`)).toBe("runs");
  });

  it("with values that need each other through fields of records is translated; a cycle among them is one", () => {
    const text = (last: string): string =>
      `record R Real v = 0; end R; model M ${Array.from({ length: 400 }, (_, i) => `constant R r${i}(v = r${i + 1}.v + 1);`).join(" ")} constant R r400(v = ${last}); Real y = r0.v; end M;`;
    const model = importModelica({ texts: { "M.mo": text("2") } }).instantiate("M");
    expect(simulate(model, { stopTime: 0.1 }).final("y")).toBe(402);
    expect(outcome(text("r0.v"))).toBe("E-MODELICA-CYCLE");
  });

  it("in which a class contains itself names it, and the component by which it does", () => {
    const message = (text: string): string => {
      try {
        importModelica({ texts: { "M.mo": text } }).instantiate("M");
        return "runs";
      } catch (error) {
        return (error as Error).message;
      }
    };
    const own = "connector C Real v; end C; model A C c; end A;\nmodel M\n  A a;\n  M again[2];\nend M;";
    expect(message(own)).toContain('The class "M" contains itself: it has a component "again[1]" of it.');
    expect(message(own)).toMatch(/where\s+again\[1\], M\.mo:4:5/);
    const others = "model A\n  B b;\nend A;\nmodel B\n  A back;\nend B;\nmodel M A a; end M;";
    expect(message(others)).toContain('The class "A" contains itself: a has a component "b.back" of it.');
    expect(message(others)).toMatch(/where\s+a\.b\.back, M\.mo:5:5/);
    const deep = Array.from({ length: 120 }, (_, k) => `model M${k} ${k < 119 ? `M${k + 1} m;` : ""} end M${k};`);
    expect(message(`${deep.join("\n")} model M M0 m; end M;`)).toContain("lies more than 100 components deep");
  });

  it("with more branches or deeper modifications than can be translated says so, and is translated with fewer", () => {
    const forms: Record<string, (n: number) => string> = {
      expression: (n) => `Real x = if time > 9 then 1 ${"elseif time > 9 then 2 ".repeat(n - 1)}else 3;`,
      equation: (n) =>
        `Real x; equation if time > 9 then x = 1; ${"elseif time > 9 then x = 2; ".repeat(n - 1)}else x = 3; end if;`,
      statement: (n) =>
        `Real x; algorithm if time > 9 then x := 1; ${"elseif time > 9 then x := 2; ".repeat(n - 1)}else x := 3; end if;`,
      when: (n) =>
        `discrete Real x(start = 0); equation when time > 9 then x = 1; ${"elsewhen time > 9 then x = 2; ".repeat(n - 1)}end when;`,
    };
    for (const [name, form] of Object.entries(forms)) {
      expect([name, outcome(`model M ${form(400)} end M;`)]).toEqual([name, "runs"]);
      expect([name, outcome(`model M ${form(3000)} end M;`)]).toEqual([name, "E-MODELICA-SYNTAX"]);
    }
    expect(outcome(`model M Real x${"(a".repeat(3000)} = 1${")".repeat(3000)}; end M;`)).toBe("E-MODELICA-SYNTAX");
  });

  it("with five hundred faults tells each of them, and none of what is right behind them", () => {
    const wrong = Array.from({ length: 500 }, (_, i) => `x = sin((${i} + ];\nclass C${i} +;`).join("\n");
    const text = `model M Real x; equation ${wrong}\n x = ((1)); end M;\nmodel N Real y = (2); end N;`;
    const errors = parseFile(new SourceFile("M.mo", text)).errors.map(({ what }) => what);
    expect(errors.length).toBeGreaterThan(500);
    expect(errors.filter((what) => what.includes("nest"))).toEqual([]);
  });

  it("that is cut off anywhere is refused as incomplete", () => {
    expect(outcome(whole, "M.M")).toBe("runs");
    for (let end = 1; end < whole.length - 1; end += 7)
      expect([end, ["E-MODELICA-SYNTAX", "E-MODELICA-NAME"].includes(outcome(whole.slice(0, end), "M.M"))]).toEqual([
        end,
        true,
      ]);
  });

  it.each([
    [
      "E-MODELICA-CYCLE",
      "classes that contain each other",
      "model A B b; end A; model B A a; end B; model M A a; end M;",
    ],
    [
      "E-MODELICA-CYCLE",
      "classes that extend each other",
      "model A extends B; end A; model B extends A; end B; model M A a; end M;",
    ],
    ["E-STRUCT-UNDER", "too few equations", "model M Real x; Real y; equation x + y = 1; end M;"],
    ["E-MODELICA-MODIFIER", "a modifier of nothing", "model A Real x = 1; end A; model M A a(z = 3); end M;"],
    ["E-MODELICA-SIZE", "a million components", "model P Real x = 1; end P; model M P p[1000000]; end M;"],
    ["E-MODELICA-SIZE", "a billion numbers", "model M constant Integer n = 1000000000; Real x[n]; end M;"],
  ])("is refused with %s: %s", (code, _what, text) => {
    expect(outcome(text)).toBe(code);
  });
});
