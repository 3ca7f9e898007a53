// Variables that are preferred as states take the place of those that are differentiated, where the model can be solved for them.
import { describe, expect, it } from "vitest";
import { importModelica } from "../../src/modelica/importModelica.ts";
import { simulate } from "../../src/run/simulate.ts";

function instantiate(body: string, declarations = "") {
  return importModelica({ texts: { "T.mo": `package T ${declarations} model M ${body} end M; end T;` } }).instantiate(
    "T.M",
  );
}

/** A rigid vessel of 1 m³ with an ideal gas (R = 300, cv = 700) into which 0.1 kg/s flow at 300 K. */
const vessel = (wish: string, more = "", volume = "1") => `
  parameter Real R = 300; parameter Real cv = 700;
  Real p(start = 1e5, fixed = true, stateSelect = StateSelect.${wish});
  Real T(start = 400, fixed = true, stateSelect = StateSelect.${wish});
  Real V = ${volume}; Real d; Real u; Real m; Real U;
equation
  p = d*R*T;
  u = cv*T + 2e-3*T^2;
  m = V*d;
  U = m*u;
  der(m) = 0.1;
  der(U) = 0.1*1000*300;
  ${more}`;

/** Mass and energy grow evenly; the temperature solves the quadratic equation of the energy. */
function closedForm(t: number) {
  const [m0, T0] = [1e5 / (300 * 400), 400];
  const m = m0 + 0.1 * t;
  const u = (m0 * (700 * T0 + 2e-3 * T0 * T0) + 3e4 * t) / m;
  const T = (-700 + Math.sqrt(700 * 700 + 8e-3 * u)) / 4e-3;
  return { T, p: m * 300 * T };
}

describe("variables that are preferred as states and do not occur differentiated", () => {
  it("are states in place of mass and energy", () => {
    const model = instantiate(vessel("prefer"));
    expect([...model.stateNames].sort()).toEqual(["T", "p"]);
    expect(model.program.systems.every(({ isLinear }) => isLinear)).toBe(true);
    const result = simulate(model, { stopTime: 5, tolerance: 1e-9 });
    expect(Math.abs(result.final("T") / closedForm(5).T - 1)).toBeLessThan(1e-8);
    expect(Math.abs(result.final("p") / closedForm(5).p - 1)).toBeLessThan(1e-8);
  });

  it("are none without the wish, with the same result", () => {
    const model = instantiate(vessel("default"));
    expect([...model.stateNames].sort()).toEqual(["U", "m"]);
    const result = simulate(model, { stopTime: 5, tolerance: 1e-9 });
    expect(Math.abs(result.final("T") / closedForm(5).T - 1)).toBeLessThan(1e-8);
  });

  it("are none where what computes them jumps: the pressure depends on the volume, the temperature does not", () => {
    const model = instantiate(vessel("prefer", "", "if time < 2.5 then 1 else 2"));
    expect([...model.stateNames].sort()).toEqual(["T", "m"]);
    const result = simulate(model, { stopTime: 5, tolerance: 1e-9 });
    expect(Math.abs(result.final("p") / (closedForm(5).p / 2) - 1)).toBeLessThan(1e-8);
  });

  it("are none where reinit sets what is differentiated", () => {
    const model = instantiate(vessel("prefer", "when time > 10 then reinit(m, 1); reinit(U, 1e6); end when;"));
    expect([...model.stateNames].sort()).toEqual(["U", "m"]);
  });

  it("are none where they are rates under another name", () => {
    const model = instantiate(
      "Real T(stateSelect = StateSelect.prefer); Real U(start = 1, fixed = true); Real u; equation U = 2*u; u = 3*T; der(U) = -u;",
    );
    expect(model.stateNames).toEqual(["U"]);
    expect(simulate(model, { stopTime: 1, tolerance: 1e-9 }).final("T")).toBeCloseTo(Math.exp(-0.5) / 6, 8);
  });

  it("are none where that would solve nothing: a flux, and a current that is preferred, through a core and air beside it", () => {
    const text = (wish: string) => `
      Real i(stateSelect = StateSelect.${wish}); Real flux(start = 0, fixed = true); Real core; Real air; Real H;
    equation
      der(flux) = 1 - i;
      flux = core + air;
      H = core*(1 + core^2)/sqrt(1 + 1e-2*core^2);
      air = 0.1*H;
      i = H + 0.01*core;`;
    const model = instantiate(text("prefer"));
    expect(model.stateNames).toEqual(["flux"]);
  });

  it("leave it at that where another name of them is differentiated", () => {
    const model = instantiate(
      "Real x(start = 1, fixed = true); Real y(stateSelect = StateSelect.prefer) = x; equation der(x) = -x;",
    );
    expect(model.stateNames).toHaveLength(1);
    expect(Math.abs(simulate(model, { stopTime: 1, tolerance: 1e-9 }).final("y") - Math.exp(-1))).toBeLessThan(1e-7);
  });

  it("do not take each other's place: of two names for a volume each has its own", () => {
    const model = instantiate(
      "T.Vessel a; T.Vessel b(T(start = 500)); Real q; equation q = a.p - b.p; a.q = -1e-6*q; b.q = 1e-6*q;",
      `model Vessel ${vessel("prefer").replace("= 0.1;", "= q;").replace("= 0.1*1000*300;", "= q*1000*300;").replace("Real U;", "Real U; Real q;")} end Vessel;`,
    );
    expect([...model.stateNames].sort()).toEqual(["a.T", "a.p", "b.T", "b.p"]);
  });
});
