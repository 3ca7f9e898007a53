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

  /** Energy and density by functions that loop as often as variables say, of a record whose derivative an annotation names. */
  const functions = `
    record State Real p; Real T; end State;
    function energyOfState input State s; output Real u;
      algorithm u := 700*s.T + 2e-3*s.T^2; annotation(derivative = energyRate); end energyOfState;
    function energyRate input State s; input State rate; output Real u;
      algorithm u := (700 + 4e-3*s.T)*rate.T; end energyRate;
    function energy input Real p; input Real T; output Real u = 0; protected State s; Integer k = 0;
      algorithm s.p := p; s.T := T; while k < T/1e6 loop u := energyOfState(s); k := k + 1; end while; end energy;
    function density input Real p; input Real T; output Real d = 0; protected Integer k = 0;
      algorithm
        assert(p > 1000 and T > 100, "no density here");
        while k < T/1e6 loop d := p/(300*T); k := k + 1; end while; annotation(derivative = densityRate); end density;
    function densityRate input Real p; input Real T; input Real pRate; input Real TRate; output Real d = 0; protected Integer k = 0;
      algorithm
        assert(p > 1000 and T > 100, "no density here");
        while k < T/1e6 loop d := (pRate - p/T*TRate)/(300*T); k := k + 1; end while; end densityRate;`;
  const vesselOfFunctions = vessel("prefer")
    .replace("p = d*R*T", "d = density(p, T)")
    .replace(/u = cv.*;/, "u = energy(p, T);");

  it("are states where functions of records with derivatives compute the others, which leaves linear equations of their rates", () => {
    const model = instantiate(vesselOfFunctions, functions);
    expect([...model.stateNames].sort()).toEqual(["T", "p"]);
    expect(model.program.systems.map(({ isLinear }) => isLinear)).toEqual([true]);
    const result = simulate(model, { stopTime: 5, tolerance: 1e-9 });
    expect(Math.abs(result.final("T") / closedForm(5).T - 1)).toBeLessThan(1e-8);
    expect(Math.abs(result.final("p") / closedForm(5).p - 1)).toBeLessThan(1e-8);
  });

  it("stay states where functions have no value at points beside the run", () => {
    const size = "parameter Real size = 1;";
    const model = instantiate(`${size} ${vesselOfFunctions.replace("m = V*d", "m = size*d")}`, functions);
    // mass and density may change places with pressure and temperature, and never do: their part of the Jacobian is constant
    expect(model.program.dynamicGroups.length).toBe(1);
    const { statistics } = simulate(model, { stopTime: 5, tolerance: 1e-6 });
    expect(statistics.segments).toBe(1);
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

  // what is left of a mass when the pressure is set to 2e5 and the temperature keeps its value
  const setPressure = "when time > 2 then reinit(p, 2e5); end when;";

  it.each(["prefer", "default", "avoid"])("are states where reinit sets them: pressure (StateSelect.%s)", (wish) => {
    const model = instantiate(vessel(wish, setPressure));
    expect(model.stateNames).toContain("p");
    expect(model.stateNames).not.toContain("U");
    const result = simulate(model, { stopTime: 5, tolerance: 1e-9 });
    const { T } = closedForm(2);
    const [m, u] = [2e5 / (300 * T), 700 * T + 2e-3 * T * T];
    const end = (m * u + 3 * 3e4) / (m + 0.3);
    const T5 = (-700 + Math.sqrt(700 * 700 + 8e-3 * end)) / 4e-3;
    expect(Math.abs(result.final("T") / T5 - 1)).toBeLessThan(1e-8);
    expect(Math.abs(result.final("p") / ((m + 0.3) * 300 * T5) - 1)).toBeLessThan(1e-8);
  });

  it("say what is in the way of a state that reinit sets", () => {
    const model = instantiate(vessel("always", setPressure, "if time < 2.5 then 1 else 2"));
    expect(() => simulate(model, { stopTime: 5 })).toThrow(
      expect.objectContaining({
        code: "E-REINIT",
        because: 'the states are "T", "m"; "V = if time < 2.5 then 1 else 2" may jump, or has no derivative',
        hint: "set a state, or let an equation contain der(p)",
      }),
    );
    const named = vessel("always", `${setPressure} rate = der(p);`, "if time < 2.5 then 1 else 2");
    const helped = instantiate(named.replace("Real d;", "Real d; Real rate;"));
    // the pressure keeps its value where the volume jumps, and grows by R/cv times the flow of energy, nearly, on either side
    expect([...helped.stateNames].sort()).toEqual(["T", "p"]);
    const result = simulate(helped, { stopTime: 5, tolerance: 1e-9 });
    expect(result.at(2.5 + 1e-6, "p") - result.at(2.5 - 1e-6, "p")).toBeLessThan(1);
  });

  it("make no room where all states are set by reinit", () => {
    const text =
      "Real a(start = 1, fixed = true); Real x; equation x = a^3; der(a) = -a; when time > 1 then reinit(a, 2); reinit(x, 8); end when;";
    expect(() => simulate(instantiate(text), { stopTime: 2 })).toThrow(
      /the states are "a"; those from which it follows keep their place/,
    );
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
