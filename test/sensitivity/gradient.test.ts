import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expr, instantiate, Model, Model3D, Object3D, Revolute, Scene, Solid, Sphere, Var } from "../../src/index.ts";
import { type Gradient, type GradientObjective, gradient } from "../../src/sensitivity/gradient.ts";
import { sensitivities } from "../../src/sensitivity/sensitivities.ts";
import { start } from "../../src/sensitivity/targets.ts";
import { models } from "./sensitivityModels.ts";

const number = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });

/** Three states, a linear and a non-linear system, a parameter of parameters, a start value of parameters, a discrete one. */
const equations = fc.record({
  parameters: fc.record({ a: number(0.2, 2), b: number(-1, 1), c: number(0.5, 2), d: number(-0.5, 0.5) }),
  forms: fc.array(fc.constantFrom("x", "y", "sin(w)", "p*q", "x*y", "z", "exp(-y^2)", "tanh(p)", "n"), {
    minLength: 5,
    maxLength: 5,
  }),
});

describe("gradients backwards", () => {
  it("are those of derivatives that go forward, whatever the equations are", () => {
    fc.assert(
      fc.property(equations, ({ parameters, forms: [f0, f1, f2, f3, f4] }) => {
        const model = instantiate(
          Model({
            ...parameters,
            e: expr`a*b + 0.3`,
            x: Var({ init: expr`b + 0.2*c` }),
            y: Var({ init: 0.4 }),
            w: Var({ init: -0.2 }),
            z: Var({ start: 1 }),
            p: Var(),
            q: Var(),
            n: Var({ start: 0 }),
            sum: Var({ init: 0 }),
            h: Var(),
            equations: `
              when initial() then n = a*d end
              der(x) = -a*x + e*${f0}
              der(y) = -y + d*${f1} + 0.2*z
              der(w) = -c*w + b*cos(time)*${f2}
              p + 0.5*q = x + d*w
              0.3*p - c*q = y + n
              z^3 + c*z = x + 2 + 0.1*${f3 === "z" ? "x" : f3}
              h = z*x - e*${f4}
              der(sum) = h`,
          }),
        );
        const by = ["a", "b", "c", "d", start("y"), start("w")];
        const options = { stopTime: 1.5, tolerance: 1e-10 };
        const forward = sensitivities(model, { by, outputs: ["h", "sum"], ...options });
        const check = ({ value, derivatives }: Gradient, variable: string): void => {
          expect(Math.abs(value - forward.result.final(variable))).toBeLessThan(1e-8);
          for (const [name, found] of Object.entries(derivatives)) {
            const wanted = forward.final(variable, name);
            expect(Math.abs(found - wanted), `d(${variable})/d(${name})`).toBeLessThan(1e-8 * (1 + Math.abs(wanted)));
          }
        };
        check(gradient(model, { of: { final: "h" }, by, ...options }), "h");
        check(gradient(model, { of: { integral: "h" }, by, ...options }), "sum");
      }),
      { numRuns: 5, seed: 26 },
    );
  });

  it("come with every method, and for stiff equations", () => {
    const model = instantiate(
      Model({
        k1: 0.04,
        k2: 3e7,
        k3: 1e4,
        A: Var({ init: 1, nominal: 1 }),
        B: Var({ init: 0, nominal: 1e-5 }),
        C: Var({ init: 0, nominal: 1 }),
        equations: "der(A) = -k1*A + k3*B*C; der(B) = k1*A - k3*B*C - k2*B^2; der(C) = k2*B^2",
      }),
    );
    const by = ["k1", "k2", "k3"];
    const wanted = sensitivities(model, { by, stopTime: 10, tolerance: 1e-10, method: "radau5" });
    for (const method of ["auto", "bdf", "ida"]) {
      const { derivatives } = gradient(model, { of: { final: "C" }, by, stopTime: 10, tolerance: 1e-8, method });
      for (const name of by)
        expect(derivatives[name]! / wanted.final("C", name), `${method} ${name}`).toBeCloseTo(1, 5);
    }
  });

  it("keep to the branch of the run, and integrate what has no states", () => {
    const branch = instantiate(
      Model({ a: 2, x: Var({ init: 1 }), z: Var({ start: -1 }), equations: "der(x) = a; z^2 = x" }),
    );
    const { value, derivatives } = gradient(branch, { of: { final: "z" }, by: ["a"], stopTime: 4, tolerance: 1e-9 });
    expect(value).toBeCloseTo(-3, 8);
    expect(derivatives["a"]).toBeCloseTo(-4 / 6, 8);
    const wave = instantiate(Model({ a: 2, y: Var(), equations: "y = a^2*sin(time)" }));
    const area = gradient(wave, { of: { integral: "y" }, by: ["a"], stopTime: Math.PI });
    expect(area.value).toBeCloseTo(8, 10);
    expect(area.derivatives["a"]).toBeCloseTo(8, 10);
  });

  it("cost as many evaluations for thirty parameters as for one", () => {
    const n = 30;
    const rod = instantiate(
      Model({
        k: Array.from({ length: n }, (_, i) => 1 + i / n),
        T: Var({ init: Array.from({ length: n }, (_, i) => (i === 0 ? 1 : 0)) }),
        heat: Var(),
        equations: `
          der(T[1]) = k[1]*(T[2] - T[1])
          for i in 2:${n - 1} loop
            der(T[i]) = k[i]*(T[i+1] - T[i]) - k[i-1]*(T[i] - T[i-1])
          end
          der(T[${n}]) = -k[${n - 1}]*(T[${n}] - T[${n - 1}])
          heat = sum(T)`,
      }),
    );
    const of: GradientObjective = { final: "T[5]" };
    const all = Array.from({ length: n }, (_, i) => `k[${i + 1}]`);
    const many = gradient(rod, { of, by: all, stopTime: 5, tolerance: 1e-8 });
    const one = gradient(rod, { of, by: ["k[3]"], stopTime: 5, tolerance: 1e-8 });
    expect(many.statistics).toEqual(one.statistics);
    const forward = sensitivities(rod, { by: all, outputs: ["T[5]"], stopTime: 5, tolerance: 1e-8 });
    for (const name of all) expect(Math.abs(many.derivatives[name]! - forward.final("T[5]", name))).toBeLessThan(1e-8);
    // heat is conserved, whatever conducts it
    const { value, derivatives } = gradient(rod, { of: { final: "heat" }, by: all, stopTime: 5 });
    expect(value).toBeCloseTo(1, 10);
    for (const derivative of Object.values(derivatives)) expect(Math.abs(derivative)).toBeLessThan(1e-12);
  });

  it("are refused with what is in the way", () => {
    const refusalOf = (action: () => unknown): Record<string, unknown> => {
      try {
        action();
      } catch (error) {
        return error as Record<string, unknown>;
      }
      throw new Error("nothing was refused");
    };
    const ball = instantiate(models["bouncing-ball"]!);
    expect(refusalOf(() => gradient(ball, { of: { final: "y" }, by: ["e"], stopTime: 2 }))).toMatchObject({
      code: "E-GRADIENT",
      because: expect.stringMatching(/event at t = 0\.\d+: y/),
    });
    const late = instantiate(Model({ a: 1, x: Var({ init: 1 }), equations: "der(x) = -a*delay(x, 0.1)" }));
    expect(refusalOf(() => gradient(late, { of: { final: "x" }, by: ["a"], stopTime: 1 }))).toMatchObject({
      code: "E-GRADIENT",
      because: "it has delayed values",
    });
    const pendulum = instantiate(
      Model3D({
        world: Object3D({ feature: Scene() }),
        body: Object3D({ feature: Solid({ shape: Sphere({ diameter: 0.1 }), solidMaterial: "Steel" }) }),
        rev: Revolute({ obj1: "world", obj2: "body", phi: 0.5 }),
      }),
    );
    expect(
      refusalOf(() => gradient(pendulum, { of: { final: "rev.phi" }, by: ["rev.phi"], stopTime: 1 })),
    ).toMatchObject({
      code: "E-GRADIENT",
      because: expect.stringContaining("bodies"),
    });
    const decay = instantiate(models["decay"]!);
    for (const of of [{}, { final: "x", integral: "x" }, undefined])
      expect(refusalOf(() => gradient(decay, { of: of as GradientObjective, by: ["k"], stopTime: 1 })).code).toBe(
        "E-SENSITIVITY",
      );
    const stop = AbortSignal.abort();
    expect(refusalOf(() => gradient(decay, { of: { final: "x" }, by: ["k"], stopTime: 1, signal: stop })).code).toBe(
      "E-GRADIENT",
    );
  });
});
