// Where a when clause cannot stand it is refused: it would act though the condition around it does not hold.
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

describe("a when clause is refused", () => {
  it.each([
    ["under a condition that changes", "if time > 0.5 then when sample(0, 0.1) then n = pre(n) + 1; end when; end if;"],
    [
      "in a loop under such a condition",
      "if time > 0.5 then else for i in 1:1 loop when sample(0, 0.1) then n = pre(n) + 1; end when; end for; end if;",
    ],
    ["among initial equations", "initial equation when initial() then n = 1; end when;"],
  ])("%s", (_, text) => {
    const error = refusal(`Integer n(start = 0); equation ${text}`);
    expect(error.code).toBe("E-MODELICA-WHEN");
    expect(error.message).toMatch(/T\.mo:2:/);
  });

  it("but not under a condition of parameters", () => {
    const body = "if k > 1 then when sample(0, 0.25) then n = pre(n) + 1; end when; else n = 7; end if;";
    expect(run(`parameter Integer k = 2; Integer n(start = 0, fixed = true); equation ${body}`).final("n")).toBe(5);
    expect(run(`parameter Integer k = 1; Integer n(start = 0, fixed = true); equation ${body}`).final("n")).toBe(7);
  });
});
