import {
  initialValues,
  input,
  instantiate,
  linearise,
  MassProperties,
  Model,
  Model3D,
  monteCarlo,
  Object3D,
  output,
  Par,
  ptpPath,
  RattlebackError,
  Revolute,
  Scene,
  SimulationError,
  Solid,
  simulate,
  sweep,
  Var,
} from "rattleback";
import { describe, expect, it } from "vitest";
import { readCase } from "../reference/modia/modelOfCase.ts";

const lag = instantiate(
  Model({
    T: 0.5,
    u: input({ start: 2 }),
    x: Var({ init: 0 }),
    y: output(),
    equations: "T*der(x) + x = u; y = 3*x + u",
  }),
);

describe("linearise", () => {
  it("gives the matrices of a linear model exactly", () => {
    const { A, B, C, D, stateNames, inputNames, outputNames } = linearise(lag, {});
    expect({ A, B, C, D, stateNames, inputNames, outputNames }).toEqual({
      A: [[-2]],
      B: [[2]],
      C: [[3]],
      D: [[1]],
      stateNames: ["x"],
      inputNames: ["u"],
      outputNames: ["y"],
    });
  });

  it("is taken at the end of the run and through systems of equations", () => {
    // y² = x: dx/dt = −y, so A = −1/(2·√x) at the state reached
    const model = instantiate(
      Model({ x: Var({ init: 1 }), y: Var({ start: 1 }), equations: "der(x) = -y; y^2 + z = x; z = 0*y" }),
    );
    const { A, states, time } = linearise(model, { stopTime: 0.5, tolerance: 1e-10 });
    expect(time).toBe(0.5);
    expect(states[0]).toBeCloseTo(0.75 ** 2, 8);
    expect(A[0][0]).toBeCloseTo(-1 / (2 * Math.sqrt(states[0])), 10);
  });

  it("gives the reference matrix of the two inertias with a gear", () => {
    const gear = instantiate(
      Model({
        J1: 0.0025,
        J2: 170,
        r: 105,
        phi2: Var({ init: 0.5 }),
        w2: Var({ init: 0 }),
        equations:
          "w1 = der(phi1); J1*der(w1) = 1 - tau1; phi1 = r*phi2; r*tau1 = tau2; w2 = der(phi2); J2*der(w2) = tau2",
      }),
    );
    expect(linearise(gear, { stopTime: 4 }).A).toEqual([
      [0, 1],
      [0, 0],
    ]);
  });
});

describe("the exact Jacobian for stiff solvers", () => {
  it("lets stiff methods solve a stiff loop with few evaluations", () => {
    const stiff = instantiate(
      Model({
        x: Var({ init: 1 }),
        y: Var({ init: 0 }),
        z: Var({ init: 0 }),
        equations: "der(x) = -0.04*x + 1e4*y*z; der(y) = 0.04*x - 1e4*y*z - 3e7*y^2; der(z) = 3e7*y^2",
      }),
    );
    const result = simulate(stiff, { stopTime: 40, method: "bdf", tolerance: 1e-8 });
    // values of the Robertson problem at t = 40 [Hairer1996]
    expect(result.final("x")).toBeCloseTo(0.7158270688, 6);
    expect(result.final("z")).toBeCloseTo(0.2841637457, 6);
    expect(result.statistics.jacobianEvaluations).toBe(0);
    expect(result.statistics.jacobians).toBeGreaterThan(0);
  });

  it("auto changes over to a stiff method", () => {
    const model = instantiate(Model({ x: Var({ init: 0 }), equations: "der(x) = -1e5*(x - cos(time))" }));
    const result = simulate(model, { stopTime: 10 });
    expect(result.statistics.method).toContain("radau5");
    expect(result.final("x")).toBeCloseTo(Math.cos(10), 4);
  });
});

describe("many runs", () => {
  it("a sweep runs over all combinations", () => {
    const runs = sweep(lag, { T: [0.5, 1], u: [1, 2, 3] }, { stopTime: 1, tolerance: 1e-9 });
    expect(runs).toHaveLength(6);
    for (const { values, result } of runs)
      expect(result.final("x")).toBeCloseTo(values["u"] * (1 - Math.exp(-1 / values["T"])), 7);
  });

  it("one that fails says which it is, and its values", () => {
    const rooted = instantiate(Model({ a: 1, x: Var({ init: 1 }), equations: "der(x) = -a; y = sqrt(x)" }));
    expect(() => sweep(rooted, { a: [0.5, 2, 0.7] }, { stopTime: 1 })).toThrow(
      /E-NOT-FINITE-VALUE[\s\S]*run 2 has a = 2\n/,
    );
    const drawn = () => monteCarlo(rooted, { a: { uniform: { from: 1.5, to: 2 } } }, { runs: 3, stopTime: 1 });
    expect(drawn).toThrow(/E-NOT-FINITE-VALUE[\s\S]*run 1 has a = 1\.\d+\n/);
  });

  it("Monte Carlo is repeatable and has the moments of its distribution", () => {
    const draw = (seed: number) =>
      monteCarlo(lag, { u: { normal: { mean: 2, deviation: 0.5 } } }, { runs: 400, seed }).map(
        ({ values }) => values["u"],
      );
    const first = draw(7);
    expect(draw(7)).toEqual(first);
    expect(draw(8)).not.toEqual(first);
    const mean = first.reduce((a, b) => a + b) / first.length;
    // four standard errors
    expect(Math.abs(mean - 2)).toBeLessThan((4 * 0.5) / Math.sqrt(400));
  });
});

describe("initialisation", () => {
  it("initial equations are solved for the states that are not fixed", () => {
    const model = instantiate(
      Model({
        x: Var({ start: 3 }),
        y: Var({ init: 1 }),
        equations: "der(x) = -x^2 + 4*y; der(y) = 0",
        initialEquations: "der(x) = 0",
      }),
    );
    const result = simulate(model, {});
    expect(result.final("x")).toBeCloseTo(2, 8);
  });

  it("a start in steady state", () => {
    const model = instantiate(
      Model({ x: Var({ start: 0.3 }), v: Var({ start: 0 }), equations: "der(x) = v; der(v) = -x + 2 - v" }),
    );
    const result = simulate(model, { stopTime: 1, steadyStateStart: true });
    expect(result.final("x")).toBeCloseTo(2, 8);
    expect(result.signal("v").values.every((v) => Math.abs(v) < 1e-8)).toBe(true);
  });

  it("init of a variable that is no state is reached through the free states", () => {
    const model = instantiate(Model({ x: Var({ start: 1 }), y: Var({ init: 4 }), equations: "der(x) = -x; y = x^2" }));
    expect(simulate(model, {}).final("x")).toBeCloseTo(2, 8);
  });

  it("a report says what was fixed, guessed and computed", () => {
    const model = instantiate(
      Model({
        x: Var({ init: 1 }),
        y: Var({ start: 3 }),
        z: Var({ start: 2 }),
        w: Var({ init: 4 }),
        equations: "der(x) = -x; der(y) = -y; der(z) = -z; w = y^2",
      }),
    );
    const { states, report } = initialValues(model);
    const { residuals, ...names } = report;
    expect(names).toEqual({ fixed: ["x"], guessed: ["y", "z"], computed: ["y"], conditions: ["w = 4"] });
    expect(residuals).toHaveLength(1);
    expect(Math.abs(residuals![0]!)).toBeLessThan(1e-8);
    expect(states["y"]).toBeCloseTo(2, 8);
  });

  it("repeated consistent start values are accepted", () => {
    const model = instantiate(Model({ a: Var({ init: 1 }), b: Var({ init: 1 }), equations: "a = b; der(a) = -b" }));
    expect(simulate(model, {}).final("b")).toBe(1);
  });

  it("homotopy leads to the solution that the simplified model points to", () => {
    // y³ − 3y = −20 has one real root near −3.08; Newton from y = 1 meets the singular slope at ±1
    const model = instantiate(Model({ y: Var({ start: 1 }), equations: "homotopy(y^3 - 3*y + 20, y + 3) = 0" }));
    const y = simulate(model, {}).final("y");
    expect(y ** 3 - 3 * y + 20).toBeCloseTo(0, 8);
  });
});

describe("nonlinear equations", () => {
  it("a diode behind 10 kV is found from the start value zero", () => {
    const model = Model({ Is: 1e-6, Vt: 0.04, R: 47, V: 10000, equations: "V = R*i + v; i = Is*(exp(v/Vt) - 1)" });
    const result = simulate(instantiate(model));
    const [v, i] = [result.final("v"), result.final("i")];
    expect(47 * i + v).toBeCloseTo(10000, 8);
    expect(v).toBeCloseTo(0.04 * Math.log1p(i / 1e-6), 12);
  });
});

describe("functions that explain their own errors", () => {
  it("are shown with their own words, not as a failed trial", () => {
    const own = new RattlebackError("E-ARGUMENTS", "Only odd numbers.", { hint: "take an odd one" });
    const odd = (): number => {
      throw own;
    };
    expect(() => instantiate(Model({ functions: { odd }, equations: "y = odd(time)" }))).toThrow(
      /^E-ARGUMENTS {2}Only odd numbers\..*y = odd\(time\).*take an odd one/s,
    );
  });
});

describe("options of simulate", () => {
  it("unknown names and senseless values are refused", () => {
    const failure = (options: object) => {
      try {
        simulate(lag, options);
      } catch (error) {
        return error as RattlebackError;
      }
      throw new Error("no error");
    };
    expect(failure({ stopTim: 1 })).toMatchObject({ code: "E-OPTION-UNKNOWN", hint: 'did you mean "stopTime"?' });
    expect(failure({ tolerance: 0 })).toMatchObject({ code: "E-OPTION-VALUE", path: "options.tolerance" });
    expect(failure({ startTime: 1, stopTime: 0 })).toMatchObject({ code: "E-OPTION-VALUE" });
    expect(failure({ method: "bfd" })).toMatchObject({ code: "E-METHOD-UNKNOWN" });
  });

  it("a tolerance below rounding is raised with a warning", () => {
    expect(simulate(lag, { stopTime: 0.01, tolerance: 1e-16 }).warnings[0]).toContain("raised");
  });

  it("an undeclared unit is told as an equal quantity says it: a torque is no energy", () => {
    const drive = Model({
      tau: Var({ unit: "N*m" }),
      y: Var(),
      work: Var(),
      u: Var(),
      equations: `
        tau = time*quantity(1, "N*m/s")
        y = tau
        work = y*2
        u = -work
      `,
    });
    const driven = simulate(instantiate(drive), { stopTime: 1 });
    expect(["tau", "y", "work", "u"].map((name) => driven.describe(name).unit)).toEqual(["N*m", "N*m", "J", "J"]);
  });

  it("times may carry a unit", () => {
    expect(simulate(lag, { stopTime: Par(1, "min") }).endTime).toBe(60);
  });

  it("the default grid has 501 points", () => {
    expect(simulate(lag, { stopTime: 10 }).time).toHaveLength(501);
  });

  it("an abort signal stops the run and keeps what there is", () => {
    const controller = new AbortController();
    const result = simulate(lag, {
      stopTime: 10,
      maximumStep: 0.1,
      signal: controller.signal,
      onProgress: (p) => p > 0.5 && controller.abort(),
    });
    expect(result.status).toBe("stopped");
    expect(result.endTime).toBeGreaterThan(5);
    expect(result.endTime).toBeLessThan(6);
  });

  it("an error in the middle of a run carries the result up to there", () => {
    const model = instantiate(Model({ x: Var({ init: 0 }), equations: 'der(x) = 1; assert(x < 0.6, "too far")' }));
    let error: unknown;
    try {
      simulate(model, { stopTime: 1 });
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(SimulationError);
    const { code, partial } = error as SimulationError;
    expect(code).toBe("E-ASSERT");
    expect(partial.time.at(-1)).toBeCloseTo(0.6, 9);
  });

  it("a static size cannot be changed", () => {
    const model = instantiate(Model({ x: Var({ init: [1, 2], static: true }), equations: "der(x) = -x" }));
    expect(() => simulate(model, { merge: { x: [1, 2, 3] } })).toThrowError(/E-ARRAY-SIZE/);
  });

  it("two runs of one model do not influence each other", () => {
    const whole = simulate(lag, { stopTime: 3 }).hash;
    expect(whole).toMatch(/^[0-9a-f]{16}$/);
    expect(simulate(lag, { stopTime: 3 }).hash).toBe(whole);
    expect(simulate(lag, { stopTime: 3, tolerance: 1.0001e-6 }).hash).not.toBe(whole);
    const hash = simulate(lag, { stopTime: 3 }).stateHash;
    simulate(lag, { stopTime: 3, merge: { T: 2 } });
    expect(simulate(lag, { stopTime: 3 }).stateHash).toBe(hash);
  });
});

describe("storage", () => {
  it("states alone give the same values as everything stored, between, before and after events", () => {
    const model = instantiate(
      Model({
        x: Var({ init: 1 }),
        v: Var({ init: 0 }),
        n: Var({ start: 0 }),
        y: Var({ start: 1 }),
        equations:
          "der(x) = v; der(v) = if x > 0 then -1 else 2; y + y^3 = x; z = 2*y + n; when x < 0 then n = pre(n) + 1 end",
      }),
    );
    const all = simulate(model, { stopTime: 5 });
    const states = simulate(model, { stopTime: 5, storage: "states" });
    for (const name of ["x", "y", "z", "n", "der(v)"]) {
      const [a, b] = [all.signal(name).values, states.signal(name).values];
      expect(b).toHaveLength(a.length);
      a.forEach((value, k) => {
        expect(Math.abs(b[k] - value), `${name} at ${all.time[k]}`).toBeLessThan(1e-12);
      });
    }
  });
});

const pendulum3D = Model3D({
  world: Object3D({ feature: Scene() }),
  arm: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 2, centerOfMass: [0, -0.5, 0] }) }) }),
  rev: Revolute({ obj1: "world", obj2: "arm", phi: 1 }),
});

describe("storage of states alone, of a model that remembers more", () => {
  it.each([
    ["a pendulum in space", pendulum3D, "rev.phi"],
    ["a delay", Model({ x: Var({ init: 1 }), equations: "der(x) = -x; y = delay(x, 0.1)" }), "y"],
  ])("%s has all values, and a warning", (_what, definition, name) => {
    const model = instantiate(definition);
    const [all, states] = (["all", "states"] as const).map((storage) => simulate(model, { stopTime: 1, storage }));
    expect(states!.signal(name).values).toEqual(all!.signal(name).values);
    expect(all!.warnings).toEqual([]);
    expect(states!.warnings).toEqual([expect.stringContaining("W-RESULT-STORED")]);
  });
});

describe("dynamic choice of states", () => {
  it("a pendulum in Cartesian coordinates goes around and keeps its energy and its length", () => {
    const model = instantiate(
      Model({
        L: 1,
        g: 9.81,
        x: Var({ init: 1 }),
        y: Var({ start: 0 }),
        vx: Var({ start: 0 }),
        vy: Var({ init: -7 }),
        equations: "vx = der(x); vy = der(y); der(vx) = -F*x; der(vy) = -F*y - g; x^2 + y^2 = L^2",
      }),
    );
    const result = simulate(model, { stopTime: 3, tolerance: 1e-9 });
    const value = (name: string) => result.final(name);
    expect(value("x") ** 2 + value("y") ** 2).toBeCloseTo(1, 9);
    const energy = (value("vx") ** 2 + value("vy") ** 2) / 2 + 9.81 * value("y");
    expect(energy).toBeCloseTo(49 / 2, 5);
    expect(result.segments.length).toBeGreaterThan(4);
    // it goes around: every quadrant is visited
    const [xs, ys] = [result.signal("x").values, result.signal("y").values];
    const quadrants = new Set(Array.from(xs, (x, k) => `${x > 0} ${ys[k] > 0}`));
    expect(quadrants.size).toBe(4);
  });
});

describe("a change of states in the middle of other things", () => {
  it("clocks and delays go on", () => {
    const model = instantiate(
      Model({
        x: Var({ init: 1 }),
        y: Var({ start: 0 }),
        vy: Var({ init: -7 }),
        n: Var({ start: 0 }),
        equations: `
          vx = der(x); vy = der(y); der(vx) = -F*x; der(vy) = -F*y - 9.81; x^2 + y^2 = 1
          when sample(0.05, 0.1) then n = pre(n) + 1 end
          late = delay(time, 0.2)`,
      }),
    );
    const result = simulate(model, { stopTime: 3, tolerance: 1e-8 });
    expect(result.segments.length).toBeGreaterThan(4);
    expect(result.final("n")).toBe(30);
    expect(result.final("late")).toBeCloseTo(2.8, 9);
  });
});

describe("point-to-point paths", () => {
  const reference = readCase("path-planning-1") as unknown as {
    inputs: { names: string[]; positions: number[][]; v_max: number[]; a_max: number[]; startTime: number };
    recomputed: {
      endTime: number;
      samples: { t: number; position: number[]; velocity: number[]; acceleration: number[] }[];
    };
  };
  const { names, ...options } = reference.inputs;

  it("follow the trapezoidal profile of the reference", () => {
    const path = ptpPath(names, options);
    expect(path.endTime).toBeCloseTo(reference.recomputed.endTime, 12);
    for (const { t, position, velocity, acceleration } of reference.recomputed.samples) {
      const point = path.at(t);
      names.forEach((_, j) => {
        expect(point.position[j]).toBeCloseTo(position[j], 12);
        expect(point.velocity[j]).toBeCloseTo(velocity[j], 12);
        expect(point.acceleration[j]).toBeCloseTo(acceleration[j], 12);
      });
    }
  });

  it("a segment without movement is passed over", () => {
    const path = ptpPath(["a"], { positions: [[0], [1], [1], [2]], v_max: [1], a_max: [1] });
    expect(path.segments).toHaveLength(2);
    expect(path.position("a", path.endTime)).toBe(2);
  });

  it("drive a model through index reduction, with velocity and acceleration", () => {
    const path = ptpPath(["phi"], { positions: [[0], [2]], v_max: [1], a_max: [2] });
    const model = instantiate(
      Model({
        functions: { ref: path.function("phi") },
        J: 3,
        equations: "phi = ref(time); w = der(phi); J*der(w) = tau",
      }),
    );
    const result = simulate(model, { stopTime: 0.3, tolerance: 1e-9 });
    expect(result.final("w")).toBeCloseTo(0.6, 8);
    expect(result.final("tau")).toBeCloseTo(6, 8);
  });
});

describe("merge", () => {
  it("changes elements of parameters and start values, whatever stands beside them", () => {
    const model = instantiate(
      Model({
        A: [
          [1, 2],
          [3, 4],
        ],
        x: Var({ init: [1, 1] }),
        equations: "der(x) = -A*x",
      }),
    );
    const one = simulate(model, { stopTime: 1, merge: { "A[2,1]": 0, "x[2]": 5 } });
    const all = simulate(model, {
      stopTime: 1,
      merge: {
        A: [
          [1, 2],
          [0, 4],
        ],
        x: [1, 5],
      },
    });
    expect(one.stateHash).toBe(all.stateHash);
    expect(one.final("x[2]")).toBeCloseTo(5 * Math.exp(-4), 4);
    expect(
      simulate(model, {
        stopTime: 1,
        merge: {
          A: [
            [1, 2],
            [7, 4],
          ],
          "A[2,1]": 0,
          "x[2]": 5,
        },
      }).stateHash,
    ).toBe(all.stateHash);
    for (const name of ["A[3,1]", "A[1]", "x[0]", "B[1]"])
      expect(() => simulate(model, { merge: { [name]: 1 } }), name).toThrow(/E-MERGE-UNKNOWN/);
    expect(() => simulate(model, { merge: { "A[3,1]": 1 } })).toThrow(/"A" has no element "A\[3,1\]".*a 2×2 matrix/s);
    expect(() => simulate(model, { merge: { "x[0]": 1 } })).toThrow(/a vector of 2.*counted from 1/s);
    expect(() => simulate(model, { merge: { "x[1]": [1, 2] } })).toThrow(/E-/);
  });

  it("takes an element before its array, whichever is written first, and one value for it", () => {
    const model = instantiate(Model({ k: Par([1, 2]), x: Var({ init: [1, 1] }), equations: "der(x) = -k .* x" }));
    for (const merge of [
      { "k[2]": 5, k: [3, 4] },
      { k: [3, 4], "k[2]": 5 },
    ]) {
      const x = simulate(model, { stopTime: 1, tolerance: 1e-10, merge }).final("x") as number[];
      expect(x[0]).toBeCloseTo(Math.exp(-3), 8);
      expect(x[1]).toBeCloseTo(Math.exp(-5), 8);
    }
    expect(() => simulate(model, { merge: { "k[2]": 5, "k[ 2 ]": 7 } })).toThrow(/E-MERGE-VALUE .*same element/);
  });
});

describe("functions of the user", () => {
  it("an exception in the middle of a run names the function and its arguments", () => {
    const limited = (x: number) => {
      if (x > 0.5) throw new Error("too large");
      return x;
    };
    const model = Model({ x: Var({ init: 0 }), functions: { limited }, equations: "der(x) = 1; y = limited(x)" });
    expect(() => simulate(instantiate(model), { stopTime: 1 })).toThrow(/E-FUNCTION.*limited threw.*too large/s);
  });
});

describe("start values at which the Jacobian of a system is singular", () => {
  it("are no obstacle: the search begins beside them", () => {
    const root = simulate(instantiate(Model({ a: 4, equations: "y^2 = a" }))).final("y");
    expect(root).toBeCloseTo(2, 12);
    const circle = Model({ x: Var({ start: 1 }), y: Var({ start: 1 }), equations: "x^2 + y^2 = 25; x*y = 12" });
    const result = simulate(instantiate(circle));
    expect([result.final("x"), result.final("y")].sort((a, b) => a - b)).toEqual([
      expect.closeTo(3, 10),
      expect.closeTo(4, 10),
    ]);
  });

  it("are none on either side: water leaves an opening by m² = 2·p, and nothing tells what flows into it", () => {
    const outlet = Model({ p: 8, m: Var({ start: 0 }), equations: "p - noEvent(if m < 0 then m^2/2 else 0) = 0" });
    expect(simulate(instantiate(outlet)).final("m")).toBeCloseTo(-4, 12);
  });

  it("what has no solution is still refused at the start values", () => {
    const impossible = instantiate(Model({ y: Var({ start: 1 }), equations: "y^2 = -1" }));
    expect(() => simulate(impossible)).toThrow(/E-SYSTEM-NEWTON.*"y"/s);
  });
});
