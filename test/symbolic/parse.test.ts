import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { parseEquations, parseExpression } from "../../src/symbolic/parse.ts";

function failure(text: string): RattlebackError {
  try {
    parseEquations(text);
  } catch (error) {
    if (error instanceof RattlebackError) return error;
    throw error;
  }
  throw new Error("no error");
}

describe("model text", () => {
  it("one equation per line or separated by semicolons, with comments", () => {
    const { statements } = parseEquations("a = 1 // first\n\n b = 2; c = 3 ;\n d = (1 +\n 2)");
    expect(statements.map((s) => (s.kind === "equation" ? s.text : s.kind))).toEqual([
      "a = 1",
      "b = 2",
      "c = 3",
      "d = (1 + 2)",
    ]);
  });

  it("lines may end as on any system, and tabs are blanks", () => {
    const texts = (text: string) =>
      parseEquations(text).statements.map((s) => (s.kind === "equation" ? s.text : s.kind));
    const plain = texts("a = 1 // first\n\nb = 2\nc = a + b");
    expect(texts("a = 1 // first\r\n\r\nb = 2\r\nc = a\t+\tb\r\n")).toEqual(plain);
    expect(failure("a = 1\r\nb = 2 +* 3\r\n").data).toMatchObject({ line: 2 });
  });

  it("unary minus binds weaker than powers, stronger than products", () => {
    const e = parseExpression("-x^2*y");
    expect(e.kind).toBe("product");
    expect(parseExpression("2^-1").kind).toBe("binary");
  });

  it("an error shows line, column and caret", () => {
    const error = failure("a = 1\nb = 2 * * 3");
    expect(error.code).toBe("E-SYNTAX");
    expect(error.data).toMatchObject({ line: 2, column: 9 });
    const lines = error.where!.split("\n");
    expect(lines[1].trim()).toBe("b = 2 * * 3");
    expect(lines[2].indexOf("^") - lines[1].indexOf("b")).toBe(8);
  });

  it("common slips get a hint", () => {
    expect(failure("a == 1").hint).toContain('one "="');
    expect(failure("y = 2x").hint).toContain("*");
    expect(failure("when = 3").hint).toBeDefined();
    expect(failure("reinit(v, 0)").what).toContain("when");
    expect(failure('a = "open').what).toContain("not closed");
  });

  it("very deep nesting and very long text are refused, not crashed on", () => {
    for (const text of [
      `y = ${"(".repeat(5000)}1${")".repeat(5000)}`,
      `y = ${"sin(".repeat(5000)}`,
      `y = ${"[".repeat(100000)}`,
      `y = ${"-".repeat(100)}1 ${"/ 1".repeat(5000)}`,
      `y = ${"1^".repeat(5000)}1`,
      `y = ${"if a then ".repeat(3000)}`,
    ]) {
      expect(failure(text).code).toBe("E-SYNTAX");
    }
    expect(failure("x".repeat(1_000_001)).code).toBe("E-TEXT-LONG");
  });

  it("a sum of twenty thousand terms is no problem", () => {
    const { statements } = parseEquations(`y = ${Array.from({ length: 20000 }, (_, i) => `x${i}`).join(" + ")}`);
    expect(statements).toHaveLength(1);
  });

  it("any text gives statements or an error of ours", () => {
    const pieces = fc.constantFrom(
      "a",
      "b.c",
      "1",
      "2.5e3",
      "+",
      "-",
      "*",
      "/",
      "^",
      "(",
      ")",
      "[",
      "]",
      ",",
      ";",
      "\n",
      "=",
      "==",
      "<",
      "if",
      "then",
      "else",
      "end",
      "when",
      "der(x)",
      '"t"',
      "'",
      ".",
      ":",
      "and",
      "not",
      "pre(",
      "𝒳",
      "\\",
      "`",
      "${",
      "#",
    );
    const text = fc.oneof(
      fc.string({ maxLength: 200 }),
      fc.array(pieces, { maxLength: 60 }).map((list) => list.join(" ")),
    );
    fc.assert(
      fc.property(text, (input) => {
        try {
          parseEquations(input);
        } catch (error) {
          expect(error).toBeInstanceOf(RattlebackError);
        }
      }),
      { seed: 21, numRuns: 2000 },
    );
  });
});
