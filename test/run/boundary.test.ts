import {
  animate,
  animationOf,
  Box,
  dynamics,
  FileMesh,
  initialValues,
  instantiate,
  linearise,
  Model,
  Model3D,
  type ModelSource,
  modelFromJson,
  monteCarlo,
  Par,
  predefinedComponent,
  ptpPath,
  RattlebackError,
  Revolute,
  resultFromJson,
  Scene,
  type SimulateOptions,
  SimulationError,
  scene3D,
  simulate,
  sweep,
  Var,
} from "rattleback";
import { mendMesh, parseObj, parseStl } from "rattleback/collision";
import { resultParts } from "rattleback/export";
import { medium } from "rattleback/media";
import { importModelica } from "rattleback/modelica";
import { simulatePlanar } from "rattleback/planar";
import { importMjcf, importSdf, importUrdf, writeMjcf, writeUrdf } from "rattleback/robots";
import {
  calibrate,
  globalSensitivity,
  leastSquares,
  optimise,
  propagate,
  sampleParameters,
  sensitivities,
  seriesFromCsv,
  uncertain,
} from "rattleback/studies";
import { describe, expect, it } from "vitest";
import { resultToJson } from "../../src/results/writers/json.ts";

const decay = () => instantiate(Model({ k: 1, x: Var({ init: 1 }), equations: "der(x) = -k*x" }));

const run = (source: ModelSource, options: SimulateOptions = {}) => simulate(instantiate(Model(source)), options);
const modelica = (equations: string) =>
  importModelica({ texts: { "a.mo": `model A Real x; equation ${equations}; end A;` } }).instantiate("A");
const fails = (): never => {
  throw new Error("not today");
};
const thrownBy = (call: () => unknown): unknown => {
  try {
    call();
  } catch (error) {
    return error;
  }
  return undefined;
};

describe("the boundary of the package", () => {
  it("a fault inside becomes E-INTERNAL with its cause and what to report", () => {
    const broken = () => (undefined as unknown as string[])[0];
    const error = thrownBy(() => instantiate(Model({ equations: "y = 1" }), { log: broken })) as RattlebackError;
    expect(error).toBeInstanceOf(RattlebackError);
    expect(error.code).toBe("E-INTERNAL");
    expect(error.cause).toBeInstanceOf(TypeError);
    expect(error.hint).toContain("report it");
  });

  it("a relation that an alias decides is translated", () => {
    const source = { x: Var({ init: 1 }), equations: "der(x) = -x; w = 0; z = if w > 1 then 2 else x" };
    expect(run(source, { stopTime: 1, tolerance: 1e-9 }).final("z")).toBeCloseTo(Math.exp(-1), 8);
    const other = { ...source, equations: "der(x) = -x; w = 0; z = if w < 1 then 2 else x" };
    expect(run(other, { stopTime: 1 }).final("z")).toBe(2);
  });

  const refused: readonly [string, () => unknown, RegExp][] = [
    [
      "a number as predefined component",
      () => modelFromJson('{"_class":"Model","predefined":1}'),
      /^E-MODEL.*predefined/,
    ],
    ["functions: null", () => Model({ functions: null as never }), /^E-MODEL.*functions/],
    ["fill()", () => run({ equations: "y = fill()" }), /^E-ARGUMENTS/],
    ["zeros of an empty array", () => run({ A: [], equations: "y = zeros(A)" }), /^E-ARRAY-SIZE/],
    [
      "an element of an empty array",
      () => run({ A: [], x: Var({ init: 1 }), equations: "der(x) = 1; y = A[x]" }),
      /^E-INDEX.*is empty/s,
    ],
    ["a large unit matrix", () => run({ equations: "y = identity(100000)" }), /^E-ARRAY-SIZE/],
    [
      "a grid of two million points",
      () => sweep(instantiate(Model({ R: 1, equations: "y = R" })), { R: new Array(2e6).fill(1) }),
      /^E-OPTION-VALUE.*more than/,
    ],
    [
      "a million million runs",
      () => monteCarlo(instantiate(Model({ R: 1, equations: "y = R" })), {}, { runs: 1e12 }),
      /^E-OPTION-VALUE/,
    ],
    [
      "an equation whose derivatives determine nothing",
      () => run({ x: Var({ init: 1 }), equations: "der(x) = u; floor(x) = 2" }),
      /^E-STRUCT-INCONSISTENT.*floor\(x\) = 2/,
    ],
    [
      "an outline that is a number",
      () => simulatePlanar({ targets: { floor: { outline: 3 as never } } }, { stopTime: 1 }),
      /^E-OPTION-VALUE.*targets\.floor\.outline/,
    ],
    [
      "a beam without nodes",
      () => simulatePlanar({ beams: { b: {} as never } }, { stopTime: 1 }),
      /^E-OPTION-VALUE.*beams\.b\.nodes/,
    ],
    [
      "a contact that is null",
      () => simulatePlanar({ contacts: [null as never] }, { stopTime: 1 }),
      /^E-OPTION-VALUE.*contacts\[0\]/,
    ],
    [
      "modifiers that are not closed",
      () =>
        importModelica({ texts: { "a.mo": "model A Real x = 1; end A;" } }).instantiate("A", {
          modifiers: "x(start = ",
        }),
      /^E-MODELICA-SYNTAX/,
    ],
    ["a medium without a name", () => medium(null as never), /^E-MEDIUM-UNKNOWN/],
    ["a temperature that is a list", () => medium("water").state_pT(1e5, [] as never), /^E-MEDIUM-RANGE/],
    [
      "a calibration by null",
      () => calibrate(decay(), { parameters: { k: null as never } }),
      /^E-OPTION-VALUE.*parameters\.k/,
    ],
    [
      "constraints that are a number",
      () => optimise(decay(), { constraints: 1 } as never),
      /^E-OPTION-VALUE.*constraints/,
    ],
    [
      "correlations that are none",
      () =>
        propagate(decay(), {
          uncertain: { k: uncertain(1, { deviation: 1 }) },
          correlations: [null as never],
          stopTime: 1,
        }),
      /^E-/,
    ],
    ["no options of sensitivities", () => sensitivities(decay(), undefined as never), /^E-OPTION-VALUE/],
    ["a distribution of null", () => sampleParameters({ a: null as never }), /^E-DISTRIBUTION/],
    ["a result that is none", () => resultFromJson("[]"), /^E-RESULT-FILE/],
    ["texts with holes", () => run({ equations: new Array(3) as string[] }), /^E-MODEL.*equations/],
    ["a signal that is none", () => run({ equations: "y = 1" }, { signal: 3 as never }), /^E-OPTION-VALUE.*signal/],
    ["a progress that is none", () => run({ equations: "y = 1" }, { onProgress: 3 as never }), /^E-OPTION-VALUE.*onPr/],
    ["an infinite tolerance", () => run({ equations: "y = 1" }, { tolerance: Infinity }), /^E-OPTION-VALUE.*tolerance/],
    [
      "rows at instants that cannot be told apart",
      () => run({ equations: "y = 1" }, { stopTime: 1, interval: 5e-324 }),
      /^E-OPTION-VALUE.*one instant/,
    ],
    [
      "an option that cannot be written",
      () => run({ equations: "y = 1" }, { tolerance: Symbol("a") as never }),
      /^E-OPTION-VALUE.*Symbol/,
    ],
    [
      "an option that throws",
      () =>
        run(
          { equations: "y = 1" },
          {
            get stopTime(): number {
              throw new Error("not today");
            },
          },
        ),
      /^E-CALLBACK {2}options\.stopTime of simulate.*not today/s,
    ],
    [
      "a value of a model that throws",
      () =>
        Model({
          get p(): number {
            throw new Error("not today");
          },
        }),
      /^E-CALLBACK {2}p, given to Model,.*not today.*what p, given to Model, threw/s,
    ],
    [
      "a value inside of a change that throws",
      () =>
        Model({ part: Model({ p: 1 }) }).with({
          part: {
            get p(): number {
              return fails();
            },
          },
        }),
      /^E-CALLBACK {2}part\.p, given to with,.*not today/s,
    ],
    [
      "attributes that throw",
      () =>
        Var({
          get start(): number {
            return fails();
          },
        }),
      /^E-CALLBACK {2}start, given to Var,.*not today/s,
    ],
    [
      "attributes of a parameter that throw",
      () =>
        Par({
          get value(): number {
            return fails();
          },
        }),
      /^E-CALLBACK {2}value, given to Par,.*not today/s,
    ],
    [
      "a size of a shape that throws",
      () =>
        Box({
          get lengthX(): number {
            return fails();
          },
        }),
      /^E-CALLBACK {2}options\.lengthX of a shape.*not today/s,
    ],
    [
      "an option of a joint that throws",
      () =>
        Revolute({
          obj1: "a",
          get obj2(): string {
            return fails();
          },
        }),
      /^E-CALLBACK {2}options\.obj2 of Revolute.*not today/s,
    ],
    [
      "an option of a scene that throws",
      () =>
        Scene({
          get gravityField(): never {
            return fails();
          },
        }),
      /^E-CALLBACK {2}options\.gravityField of Scene.*not today/s,
    ],
    [
      "a file of a mesh that throws",
      () =>
        FileMesh({
          get filename(): string {
            return fails();
          },
        }),
      /^E-CALLBACK {2}options\.filename of FileMesh.*not today/s,
    ],
    [
      "a part of a Model3D that throws",
      () =>
        Model3D({
          get world(): never {
            return fails();
          },
        }),
      /^E-CALLBACK {2}options\.world of Model3D.*not today/s,
    ],
    [
      "values of a sweep that throw",
      () =>
        sweep(decay(), {
          get k(): number[] {
            return fails();
          },
        }),
      /^E-CALLBACK {2}options\.k of the grid of a sweep.*not today/s,
    ],
    [
      "objects of a scene that throw",
      () =>
        scene3D({
          get objects(): never {
            return fails();
          },
        }),
      /^E-CALLBACK {2}options\.objects of scene3D.*not today/s,
    ],
    [
      "poses of an animation that throw",
      () =>
        animate(scene3D({ objects: [] }), {
          time: [0, 1],
          get poses(): never {
            return fails();
          },
        }),
      /^E-CALLBACK {2}options\.poses of animate.*not today/s,
    ],
    [
      "points of a path that throw",
      () =>
        ptpPath(["phi"], {
          get positions(): never {
            return fails();
          },
          v_max: [1],
          a_max: [1],
        }),
      /^E-CALLBACK {2}options\.positions of ptpPath.*not today/s,
    ],
    [
      "a function of a predefined component that throws where it is read",
      () =>
        predefinedComponent({
          get build(): never {
            return fails();
          },
          beginSegment() {},
          functions: {},
        }),
      /^E-CALLBACK {2}build of the component.*not today/s,
    ],
    [
      "options of a reader that do not tell their names",
      () => importUrdf("<robot name='r'><link name='l'/></robot>", new Proxy({}, { ownKeys: fails })),
      /^E-CALLBACK {2}options of .*not today/s,
    ],
    [
      "an object that does not tell its names",
      () => Model(new Proxy({}, { ownKeys: fails })),
      /^E-CALLBACK {2}an object, given to Model,.*not today/s,
    ],
    [
      "a run that is shorter than numbers",
      () => run({ equations: "y = 1" }, { stopTime: 5e-324 }),
      /^E-OPTION-VALUE.*divided/,
    ],
    [
      "a reinit to no number",
      () =>
        run(
          { x: Var({ init: 1 }), q: 0, equations: "der(x) = -1; when x < 0 then reinit(x, 1/q) end" },
          { stopTime: 2 },
        ),
      /^E-NOT-FINITE-VALUE.*"x" to Infinity/,
    ],
    ["a Modelica sum of ten thousand terms", () => modelica(`x = ${"time + ".repeat(9999)}time`), /^E-MODELICA-SYNTAX/],
    [
      "Modelica loops in two thousand loops",
      () => modelica(`${"for i in 1:1 loop ".repeat(2000)}x = 1; ${"end for; ".repeat(2000)}`),
      /^E-MODELICA-SYNTAX.*nest deeper/,
    ],
    ["linearise of nothing", () => linearise(undefined as never), /^E-MODEL/],
    ["initial values of nothing", () => initialValues(3 as never), /^E-MODEL/],
  ];
  it.each(refused)("%s is an error of ours", (_, call, message) => {
    expect(() => call()).toThrow(message);
  });

  it("the shortest run that is allowed runs, as the error advises", () => {
    const error = thrownBy(() => run({ equations: "y = 1" }, { stopTime: 1e-300 })) as RattlebackError;
    const least = Number(/at least (\S+) s/.exec(error.hint ?? "")?.[1]);
    for (const method of ["auto", "bdf", "adams", "lsodar", "radau5", "esdirk54", "tsit5", "dop853"]) {
      const options = method === "auto" ? {} : { method };
      const result = run({ x: Var({ init: 1 }), equations: "der(x) = -x" }, { stopTime: least, ...options });
      expect([result.endTime, result.final("x")]).toEqual([least, 1]);
    }
  });

  it("an algorithm without statements is none", () => {
    const text = "model A Real s; algorithm algorithm s := 2; initial algorithm end A;";
    const model = importModelica({ texts: { "a.mo": text } }).instantiate("A");
    expect(simulate(model, { stopTime: 1 }).final("s")).toBe(2);
  });

  it("functions have names of JavaScript like others", () => {
    for (const name of ["toString", "valueOf", "hasOwnProperty", "__defineGetter__"])
      expect(
        run({ functions: { [name]: (x: number) => 3 * x }, equations: `y = ${name}(time)` }, { stopTime: 2 }).final(
          "y",
        ),
      ).toBe(6);
  });

  it("attributes alone can be merged, and nothing at all", () => {
    const model = decay();
    for (const k of [{}, { min: 0 }, { min: 0, value: 1 }])
      expect(simulate(model, { merge: { k }, stopTime: 1, tolerance: 1e-9 }).final("x")).toBeCloseTo(Math.exp(-1), 8);
  });

  it("a result file with any one piece changed is read or refused, never a raw exception", () => {
    const text = resultToJson(
      run({ x: Var({ init: [1, 2] }), equations: "der(x) = -x; y = sum(x)" }, { stopTime: 1, interval: 0.25 }),
    );
    const pieces = [...text.matchAll(/"[^"]*"|-?\d[\d.e+-]*|[[\]{},:]|true|false|null/g)];
    const others = ["null", "-1", "1e999", "[]", "{}", '"x"', "true", "0.5", "4294967296"];
    pieces.forEach((piece, k) => {
      const changed =
        text.slice(0, piece.index) + others[k % others.length] + text.slice(piece.index + piece[0].length);
      const error = thrownBy(() => resultFromJson(changed));
      if (error !== undefined) expect((error as RattlebackError).code, changed.slice(0, 200)).toMatch(/^E-RESULT/);
    });
    expect(pieces.length).toBeGreaterThan(200);
  });
});

describe("a run that ends early", () => {
  it("keeps its rows when onProgress throws, and ends at the last of them", () => {
    const failing = new Error("enough");
    const error = thrownBy(() =>
      run(
        { x: Var({ init: 1 }), equations: "der(x) = -x" },
        {
          stopTime: 10,
          onProgress: (fraction) => {
            if (fraction > 0.5) throw failing;
          },
        },
      ),
    ) as SimulationError;
    expect(error).toBeInstanceOf(SimulationError);
    expect(error.code).toBe("E-CALLBACK");
    expect((error.cause as Error).cause).toBe(failing);
    const { values } = error.partial.signal("time");
    expect(error.partial.endTime).toBe(values[values.length - 1]);
    expect(error.partial.endTime).toBeGreaterThan(4);
    expect(error.partial.final("x")).toBeCloseTo(Math.exp(-error.partial.endTime), 5);
  });

  it("ends at its last row when the solution does not exist for longer", () => {
    const error = thrownBy(() =>
      run({ x: Var({ init: 1 }), equations: "der(x) = x^2" }, { stopTime: 2 }),
    ) as SimulationError;
    const { values } = error.partial.signal("time");
    expect(error.partial.endTime).toBe(values[values.length - 1]);
    // x = 1/(1 − t)
    expect(error.partial.endTime).toBeLessThan(1 + 1e-9);
  });
});

describe("what users give to other entry points", () => {
  const codeOf = (call: () => unknown): string => (thrownBy(call) as RattlebackError).code;
  it("may throw, and the error says so and keeps what was thrown", () => {
    const problem = { start: [1], size: 1, residuals: fails, jacobian: fails };
    expect(codeOf(() => leastSquares(problem))).toBe("E-CALLBACK");
    const parameters = { a: { kind: "uniform", min: 0, max: 1 } } as const;
    const error = thrownBy(() => globalSensitivity(parameters, fails)) as RattlebackError;
    expect([error.code, (error.cause as Error).message]).toEqual(["E-CALLBACK", "not today"]);
  });

  it("is refused when it is something else", () => {
    expect(codeOf(() => mendMesh(null as never))).toBe("E-MESH-DATA");
    expect(codeOf(() => mendMesh({ vertices: new Float64Array(3), triangles: Int32Array.of(0, 1, 2) } as never))).toBe(
      "E-MESH-DATA",
    );
    expect(codeOf(() => resultParts({} as never, "csv"))).toBe("E-RESULT");
    expect(codeOf(() => leastSquares(undefined as never))).toBe("E-STUDY");
    for (const wrong of [undefined, null, 5, {}, new Uint8Array(3)] as never[]) {
      for (const read of [importUrdf, importMjcf, importSdf, parseObj, seriesFromCsv])
        expect([read.name, codeOf(() => read(wrong))]).toEqual([read.name, "E-OPTION-VALUE"]);
      for (const take of [dynamics, writeUrdf, writeMjcf])
        expect([take.name, codeOf(() => take(wrong))]).toEqual([take.name, "E-MODEL"]);
      expect([wrong, codeOf(() => animationOf(wrong))]).toEqual([wrong, "E-RESULT"]);
      if (!ArrayBuffer.isView(wrong)) expect([wrong, codeOf(() => parseStl(wrong))]).toEqual([wrong, "E-MESH-FORMAT"]);
    }
    for (const wrong of [undefined, null, 5] as never[])
      expect([wrong, codeOf(() => importModelica(wrong))]).toEqual([wrong, "E-OPTION-VALUE"]);
    expect(codeOf(() => importModelica({ text: { "A.mo": "" } } as never))).toBe("E-OPTION-UNKNOWN");
    expect(
      codeOf(() =>
        importModelica({
          get texts(): never {
            return fails();
          },
        }),
      ),
    ).toBe("E-CALLBACK");
    expect(codeOf(() => Box(null as never))).toBe("E-OPTION-VALUE");
    const bytes = new TextEncoder().encode("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const hint = (thrownBy(() => parseObj(bytes as never)) as RattlebackError).hint;
    expect(hint).toBe("new TextDecoder().decode(bytes)");
    expect(parseObj(new TextDecoder().decode(bytes)).triangles.length).toBe(3);
    const world = { gravity: [0, -9.81], bodies: {} } as never;
    expect(codeOf(() => simulatePlanar(world, { stopTime: 1, interval: 1e-308 }))).toBe("E-OPTION-VALUE");
  });

  it("may have any name", () => {
    const { data, units } = seriesFromCsv("time,__proto__ [m]\n0,1\n1,2\n");
    expect(Object.keys(data)).toEqual(["time", "__proto__"]);
    expect(Object.values(data).map((values) => [...values])).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect(Object.values(units)).toEqual(["m"]);
  });

  it("may be an empty array beside zero: there is nothing to equate", () => {
    const model = { x: Var({ init: [] }), k: [], y: Var(), equations: ["der(x) = k*x", "y = 1"] };
    expect(run(model, { stopTime: 1 }).final("y")).toBe(1);
  });
});
