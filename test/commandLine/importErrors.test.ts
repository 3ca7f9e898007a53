import { instantiate, Model, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";
import { importError } from "../../src/commandLine/importErrors.ts";
import { unknownPlots } from "../../src/modelFile/experiment.ts";

const source = 'import { Var } from "rattleback";\nimport {\n  Resistr,\n} from "rattleback/electric";\n';

describe("imports that lead nowhere", () => {
  it("a misspelt name is suggested, with the line of the import", async () => {
    const message = "The requested module 'rattleback/electric' does not provide an export named 'Resistr'";
    const error = await importError(new SyntaxError(message), source, "servo.ts");
    expect(error?.message).toMatch(
      /^E-IMPORT {2}"rattleback\/electric" has no "Resistr"[\s\S]*did you mean "Resistor"/,
    );
    expect(error?.data).toMatchObject({ fileLine: 3, fileColumn: 3 });
  });

  it("so is a module, by its name or by the file that would hold it", async () => {
    const error = await importError(new Error("Cannot find package 'ratleback' imported from x"), source, "servo.ts");
    expect(error?.message).toContain('did you mean "rattleback"');
    const file = await importError(
      new Error("Cannot find module '/a/entries/eletric.js' imported from x"),
      source,
      "a.ts",
    );
    expect(file?.message).toMatch(/The module "rattleback\/eletric" does not exist[\s\S]*rattleback\/electric/);
  });

  it("other exceptions are not explained so", async () => {
    expect(await importError(new Error("x is not defined"), source, "servo.ts")).toBeUndefined();
  });
});

it("names of plots that the result does not have are reported", () => {
  const result = simulate(instantiate(Model({ speed: Var({ init: 1 }), equations: "der(speed) = 0" })));
  const warnings = unknownPlots({ plots: ["speed", ["sped", "speed"]] }, result);
  expect(warnings).toEqual([
    'W-PLOT  experiment.plots names "sped", which the result does not have: did you mean "speed"?',
  ]);
});
