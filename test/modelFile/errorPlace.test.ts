// Errors appear on the line of the file where the user wrote what is wrong.
import { describe, expect, it } from "vitest";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { Model } from "../../src/language/model.ts";
import { Par, Var } from "../../src/language/values.ts";
import { errorPlace } from "../../src/modelFile/errorPlace.ts";
import { instantiate } from "../../src/run/instantiate.ts";

/** The equations stand in the file as they stand in the model. */
const file = (equations: string) => `import { Model, Par, Var } from "rattleback";

export default Model({
  k: Par(2, "1/s"),
  x: Var({ init: 1, unit: "m" }),
  equations: \`${equations}\`,
});
`;

function placeOf(equations: string) {
  const source = file(equations);
  try {
    instantiate(Model({ k: Par(2, "1/s"), x: Var({ init: 1, unit: "m" }), equations }));
  } catch (error) {
    const place = errorPlace(source, error)!;
    const line = source.split("\n")[place.line - 1];
    return {
      code: (error as RattlebackError).code,
      ...place,
      marked: line.slice(place.column - 1, place.column - 1 + place.length),
    };
  }
  throw new Error("the model is correct");
}

describe("the place of an error in the text of a model file", () => {
  it("is the token of an equation that cannot be read", () => {
    expect(placeOf("\n    der(x) = -k*x\n    y = 3 +* x\n  ")).toMatchObject({
      code: "E-SYNTAX",
      line: 8,
      marked: "*",
    });
  });

  it("is the equation whose units do not agree", () => {
    expect(placeOf("\n    y = 2*x\n    der(x) = -k*x + x\n  ")).toMatchObject({
      code: "E-UNIT",
      line: 8,
      marked: "der(x) = -k*x + x",
    });
  });

  it("is one of the equations that are too many", () => {
    const place = placeOf("\n    der(x) = -k*x\n    y = 1\n    y = 2\n  ");
    expect(place.code).toBe("E-STRUCT-OVER");
    expect([8, 9]).toContain(place.line);
    expect(place.marked).toBe(place.line === 8 ? "y = 1" : "y = 2");
  });

  it("is the equation with the unknown that nothing determines", () => {
    expect(placeOf("\n    der(x) = -k*x + k*z\n  ")).toMatchObject({ code: "E-STRUCT-UNDER", line: 7 });
  });

  it("is found although the equation spans several lines", () => {
    expect(placeOf("\n    der(x) = x -\n      k*x\n  ")).toMatchObject({ code: "E-UNIT", line: 7 });
  });

  it("is the declaration of a name in the path when no equation is named", () => {
    const error = new RattlebackError("E-MODEL", "wrong", { path: "motor.R" });
    const source = "const a = Model({\n  motor: Motor.with({ R: 3 }),\n  other: 4,\n});\n";
    expect(errorPlace(source, error)).toEqual({ line: 2, column: 23, length: 1 });
    expect(errorPlace(source, new RattlebackError("E-MODEL", "wrong", { path: "other.q" }))).toMatchObject({ line: 3 });
  });

  it("is the line on the stack for an exception of the file itself", () => {
    expect(errorPlace("a();\n  b();\n", new TypeError("b is not a function"), 2)).toEqual({
      line: 2,
      column: 3,
      length: 4,
    });
  });

  it("is unknown when nothing in the text is meant", () => {
    expect(errorPlace("const a = 1;", new Error("?"))).toBeUndefined();
    expect(errorPlace("const a = 1;", new RattlebackError("E-STEP-SMALL", "too small"))).toBeUndefined();
  });
});

describe("the place of an error of an object", () => {
  const text = `import { Mesh, Object3D, Scene } from "rattleback";
export default Model3D({
  world: Object3D({ feature: Scene() }),
  ball: Object3D({ feature: Solid({ shape: Mesh({ vertices: [] }) }) }),
});
`;
  const placeOfPath = (path: string) => errorPlace(text, new RattlebackError("E-MESH-OPEN", "It is open.", { path }));

  it("is inside of that object, not in another one that has the same", () => {
    expect(placeOfPath("ball.feature")).toMatchObject({ line: 4, column: 20 });
    expect(placeOfPath("world.feature")).toMatchObject({ line: 3, column: 21 });
    expect(placeOfPath("ball.feature.shape")).toMatchObject({ line: 4, column: 37 });
  });

  it("is never an import", () => {
    expect(placeOfPath("Mesh.triangles")).toMatchObject({ line: 4, column: 44 });
  });
});
