/** Text and JSON of models can name things and compute numbers, nothing else. */
import fc from "fast-check";
import { instantiate, Model, modelFromJson, RattlebackError, simulate } from "rattleback";
import { describe, expect, it } from "vitest";

function attempt(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    if (error instanceof RattlebackError) return error;
    throw error;
  }
}

describe("hostile documents", () => {
  it("names of JavaScript are names like others, or refused", () => {
    for (const name of [
      "constructor",
      "prototype",
      "toString",
      "hasOwnProperty",
      "valueOf",
      "eval",
      "process",
      "globalThis",
      "arguments",
    ]) {
      const result = simulate(instantiate(Model({ equations: `${name} = 3; y = 2*${name}` })), {});
      expect(result.final("y"), name).toBe(6);
      expect(attempt(() => instantiate(Model({ equations: `y = ${name}(1)` })))).toBeInstanceOf(RattlebackError);
    }
    expect(attempt(() => modelFromJson('{"_class":"Model","__proto__":{"_class":"Model"}}'))).toBeInstanceOf(
      RattlebackError,
    );
    expect(attempt(() => modelFromJson('{"_class":"Model","x":{"_class":"Var","__proto__":1}}'))).toBeInstanceOf(
      RattlebackError,
    );
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it("text that looks like a program is not run", () => {
    const marker = "rattlebackWasHere";
    const payloads = [
      `y = globalThis.${marker}`,
      `y = 1; globalThis["${marker}"] = 1`,
      `y = (function(){ globalThis.${marker} = 1 })()`,
      ["y = `$", "{globalThis.rattlebackWasHere = 1}`"].join(""),
      `y = constructor.constructor("globalThis.${marker} = 1")()`,
      `y = 1 // */ } globalThis.${marker} = 1; //\nz = 2`,
      `y = 1\u2028globalThis.${marker} = 1`,
      `y = "\\"); globalThis.${marker} = 1; (\\""`,
    ];
    for (const equations of payloads) attempt(() => simulate(instantiate(Model({ equations })), {}));
    for (const name of ["a;globalThis.x=1", "a\nb", "a b", "a]", ["$", "{x}"].join(""), "a//", "1a", ""]) {
      expect(
        attempt(() => Model({ [name]: 1 })),
        name,
      ).toBeInstanceOf(RattlebackError);
    }
    expect((globalThis as Record<string, unknown>)[marker]).toBeUndefined();
  });

  it("names reach generated code only as sanitised comments", () => {
    const model = instantiate(Model({ αβ: 1, equations: "y_1 = αβ*time" }));
    for (const line of model.code.split("\n")) {
      const [, comment] = line.split("//");
      if (comment !== undefined) expect(comment).toMatch(/^ [\w.,()[\]$]*$/);
    }
  });

  it("deep JSON is refused before anything is built", () => {
    let text = '{"_class":"Model"}';
    for (let i = 0; i < 500; i++) text = `{"_class":"Model","m":${text}}`;
    expect(attempt(() => modelFromJson(text))).toMatchObject({ code: "E-JSON" });
    expect(attempt(() => modelFromJson("["))).toMatchObject({ code: "E-JSON" });
    expect(attempt(() => modelFromJson("3"))).toMatchObject({ code: "E-JSON" });
  });

  it("a mark of the order of bytes before JSON is no part of it", () => {
    const model = modelFromJson('\ufeff{"_class":"Model","equations":"y = 2*time"}');
    expect(simulate(instantiate(model), { stopTime: 1 }).final("y")).toBe(2);
    expect(attempt(() => modelFromJson("\ufeff\ufeff{}"))).toMatchObject({ code: "E-JSON" });
  });

  it("any JSON gives a model or an error of ours", () => {
    const key = fc.constantFrom(
      "_class",
      "x",
      "equations",
      "connect",
      "init",
      "value",
      "_Expr",
      "_value",
      "_unit",
      "functions",
      "constructor",
      "toString",
      "a b",
    );
    const value = fc.letrec<{ v: unknown }>((tie) => ({
      v: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom("Model", "Var", "Par", "der(x) = -x", "m", 1, -2.5, true, null, ""),
        fc.array(tie("v"), { maxLength: 3 }),
        fc.dictionary(key, tie("v"), { maxKeys: 5 }),
      ),
    })).v;
    fc.assert(
      fc.property(value, (document) => {
        const model = attempt(() => modelFromJson(JSON.stringify(document)));
        if (!(model instanceof RattlebackError)) attempt(() => instantiate(model as ReturnType<typeof modelFromJson>));
      }),
      { seed: 31, numRuns: 1500 },
    );
  });

  it("conditions with thousands of branches are refused, an index into thousands of elements is not", () => {
    const branches = (word: string, text: (k: number) => string) =>
      Array.from({ length: 3000 }, (_, k) => `${word} time > ${k + 2} then ${text(k)}`).join(" ");
    const equations = `y = if time > 1 then 1 ${branches("elseif", String)} else 7`;
    expect(attempt(() => instantiate(Model({ equations })))).toMatchObject({ code: "E-SYNTAX" });
    const clauses = `when time > 1 then y = 1; ${branches("elsewhen", (k) => `y = ${k}; `)} end`;
    expect(attempt(() => instantiate(Model({ equations: clauses })))).toMatchObject({ code: "E-SYNTAX" });
    const x = Array.from({ length: 3000 }, (_, k) => k * k);
    const chosen = instantiate(Model({ x, equations: "k = floor(time); y = x[k]" }));
    expect(simulate(chosen, { startTime: 2000.5, stopTime: 2001.5 }).final("y")).toBe(2000 ** 2);
  });
});
