// Ticks may begin, and come as often, as parameters say that initial sections give a value.
import { expect, it } from "vitest";
import type { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { importModelica } from "../../src/modelica/importModelica.ts";
import { simulate } from "../../src/run/simulate.ts";

function run(body: string, startTime = 0) {
  const model = importModelica({ texts: { "T.mo": `model T\n${body}\nend T;` } }).instantiate("T");
  return simulate(model, { startTime, stopTime: startTime + 1 });
}

const pulse = `
  parameter Real period = 0.5; parameter Real width = 0.4;
  parameter Real t0(fixed = false); parameter Real t1(fixed = false);
  Boolean y; Integer n(start = 0, fixed = true);
initial algorithm
  t0 := floor(time/period)*period;
  t1 := t0 + width*period;
  if time >= t1 then t0 := t0 + period; elseif time < t0 then t1 := t1 - period; end if;
  y := if t0 < t1 then time >= t0 and time < t1 else not (time >= t1 and time < t0);
equation
  when sample(t0, period) then y = true; n = pre(n) + 1; elsewhen sample(t1, period) then y = false; n = pre(n); end when;`;

it("an initial algorithm says when a pulse begins and ends", () => {
  const result = run(pulse);
  expect([0.1, 0.3, 0.6, 0.8].map((t) => result.at(t, "y"))).toEqual([1, 0, 1, 0]);
});

it("also of a run that begins within a pulse, or between two", () => {
  const within = run(pulse, 10.1);
  expect([10.15, 10.25, 10.6, 10.8].map((t) => within.at(t, "y"))).toEqual([1, 0, 1, 0]);
  const between = run(pulse, 10.3);
  expect([10.35, 10.6, 10.8, 11.1].map((t) => between.at(t, "y"))).toEqual([0, 1, 0, 1]);
});

it("initial equations and parameters that depend on them give start and interval", () => {
  const body = `parameter Real t0(fixed = false); parameter Real t1 = t0 + 0.1; parameter Real dt(fixed = false);
    Integer n(start = 0, fixed = true);
    initial equation t0 = floor(time) + 0.2; dt = 2*(t0 - floor(time));
    equation when sample(t1, dt) then n = pre(n) + 1; end when;`;
  const result = run(body);
  expect([0.29, 0.31, 0.69, 0.71].map((t) => result.at(t, "n"))).toEqual([0, 1, 1, 2]);
});

it("what only the start finds is refused", () => {
  const body = `parameter Real t0(fixed = false, start = 1); Real x(start = 1, fixed = true);
    Boolean y(start = false, fixed = true);
    initial equation der(x) = -0.3;
    equation der(x) = -t0; when sample(t0, 0.5) then y = not pre(y); end when;`;
  let error: RattlebackError | undefined;
  try {
    run(body);
  } catch (fault) {
    error = fault as RattlebackError;
  }
  expect(error?.code).toBe("E-MODELICA-UNSUPPORTED");
  expect(error?.message).toMatch(/The instants of sample in the model are found by the start/);
});

it("a discrete output begins with what an initial algorithm says though it is connected before its own equation stands", () => {
  const parts = `
    connector Out = output Boolean; connector In = input Boolean;
    block Toggle Out y; initial algorithm y := true; equation when sample(0.25, 0.5) then y = not pre(y); end when; end Toggle;
    block Convert In u; Real y = if u then 3 else 1; end Convert;
    Toggle t; Convert c; equation connect(t.y, c.u);`;
  const result = run(parts);
  expect([0.1, 0.4, 0.9].map((t) => result.at(t, "c.y"))).toEqual([3, 1, 3]);
});

it("an external object whose argument is found by the start is refused", () => {
  const text = `
    class Table extends ExternalObject;
      function constructor
        input Real a[:, :]; input Integer columns[:];
        output Table t;
        external "C" t = ModelicaStandardTables_CombiTable1D_init3("NoName", "NoName", a, size(a, 1), size(a, 2), columns,
          size(columns, 1), 1, 1, false, ",", 0);
      end constructor;
      function destructor input Table t; external "C" ModelicaStandardTables_CombiTable1D_close(t); end destructor;
    end Table;
    function least input Table t; output Real y;
      external "C" y = ModelicaStandardTables_CombiTable1D_minimumAbscissa(t);
    end least;`;
  const given = "parameter Real p = 0.5; Table t = Table({{p, 1}, {2, 3}}, {2}); Real y = least(t);";
  expect(run(`${text} ${given}`).final("y")).toBe(0.5);
  const found = given.replace("p = 0.5", "p(fixed = false)");
  expect(() => run(`${text} ${found} initial equation p = time;`)).toThrow(
    /E-MODELICA-STRUCTURAL {2}An object of "T\.Table" cannot be made/,
  );
});
