// inner and outer: the nearest one around counts; what is missing or does not fit is refused.
import { describe, expect, it } from "vitest";
import type { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { importModelica } from "../../src/modelica/importModelica.ts";
import { simulate } from "../../src/run/simulate.ts";

const parts = `
  model World parameter Real g = 9; end World;
  model Asked extends World; annotation(defaultComponentPrefixes = "inner", missingInnerMessage = "a field is needed"); end Asked;
  model Moon extends World(g = 2); parameter Real dust = 1; end Moon;
  model Body outer World world; Real y = world.g; end Body;
  model Simple outer Real k; Real y = 2*k; end Simple;`;

function instantiate(text: string) {
  return importModelica({ texts: { "T.mo": `package T ${parts} ${text} end T;` } }).instantiate("T.M");
}

function refusal(text: string): RattlebackError {
  try {
    instantiate(text);
  } catch (error) {
    return error as RattlebackError;
  }
  throw new Error(`accepted: ${text}`);
}

describe("an outer element", () => {
  it.each([
    ["is the inner one of the model", "model M inner World world(g = 3); Body body; Real y = body.y; end M;", 3],
    ["may be of a class that extends its own", "model M inner Moon world; Body body; Real y = body.y; end M;", 2],
    [
      "is the nearest one around",
      "model Room inner Moon world; Body body; end Room; model M inner World world; Room room; Real y = room.body.y; end M;",
      2,
    ],
    ["may be a number", "model M inner Real k = 3*time; Simple s; Real y = s.y; end M;", 6],
    [
      "may be a number that an outer one of the class around passes on",
      "model Shift inner outer Real k; Simple s; end Shift; model M inner Real k = 4; Simple s; Real y = s.y; end M;",
      8,
    ],
  ])("%s", (_, text, expected) => {
    expect(simulate(instantiate(text), { stopTime: 1 }).final("y")).toBeCloseTo(expected, 10);
  });

  it("is added where its class asks for it, with a warning", () => {
    const model = instantiate(
      "model Falling outer Asked world; Real y = world.g; end Falling; model M Falling f; Real y = f.y; end M;",
    );
    expect(simulate(model, { stopTime: 1 }).final("y")).toBe(9);
    expect(model.report.warnings.join(" ")).toContain('no component "inner world" exists around "f"');
    expect(model.report.warnings.join(" ")).toContain("a field is needed");
  });

  it.each([
    ["has no inner one", "model M Body body; end M;", "E-MODELICA-INNER", /no "inner world"/],
    ["is a number without an inner one", "model M Simple s; end M;", "E-MODELICA-INNER", /no "inner k"/],
    [
      "has an inner one of another type",
      "model M inner Boolean k = true; Simple s; end M;",
      "E-MODELICA-TYPE",
      /does not fit/,
    ],
    [
      "has an inner one that lacks something",
      "model Bare parameter Real h = 1; end Bare; model M inner Bare world; Body body; end M;",
      "E-MODELICA-TYPE",
      /has no "g"/,
    ],
    [
      "is modified",
      "model Own outer World world(g = 5); Real y = world.g; end Own; model M inner World world; Own own; end M;",
      "E-MODELICA-MODIFIER",
      /cannot be modified/,
    ],
  ])("is refused where it %s", (_, text, code, message) => {
    const error = refusal(text);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
    expect(error.message).toContain("T.mo:");
  });
});
