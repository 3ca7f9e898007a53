// E(2) is the second literal of the enumeration E.
import { describe, expect, it } from "vitest";
import type { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { importModelica } from "../../src/modelica/importModelica.ts";
import { simulate } from "../../src/run/simulate.ts";

function run(body: string) {
  return simulate(importModelica({ texts: { "T.mo": `model T\n${body}\nend T;` } }).instantiate("T"), { stopTime: 1 });
}

function refusal(body: string): RattlebackError {
  try {
    run(body);
  } catch (error) {
    return error as RattlebackError;
  }
  throw new Error(`accepted: ${body}`);
}

describe("the number of a literal", () => {
  const type = "type E = enumeration(a, b, c); parameter Integer n = 2; Integer m(start = 2, fixed = true);";

  it("names it", () => {
    expect(
      run(`${type} E e = E(n); Real y = Integer(e); equation when time > 2 then m = 3; end when;`).final("y"),
    ).toBe(2);
  });

  it("that does not exist is refused, or ends the run", () => {
    expect(refusal("type E = enumeration(a, b, c); constant E e = E(4);").message).toMatch(/3 literals, no literal 4/);
    expect(refusal("type E = enumeration(a, b, c); E e = E(2.5);").message).toMatch(/not a Real/);
    const later = `${type} E e = E(m); equation when time > 0.5 then m = 4; end when;`;
    expect(refusal(later).message).toMatch(/3 literals, no literal 4/);
  });
});
