// A record that is given as a whole has the fields of that value, at every depth, unless a modification further outside says otherwise.
import { expect, it } from "vitest";
import { importModelica } from "../../src/modelica/importModelica.ts";
import { simulate } from "../../src/run/simulate.ts";

function run(body: string, name = "y"): unknown {
  const model = importModelica({ texts: { "T.mo": `model T\n${body}\nend T;` } }).instantiate("T");
  return simulate(model, { stopTime: 1 }).final<never>(name);
}

const curve = `
  record Curve parameter Real v[:]; end Curve;
  record Data parameter Curve p(v = {0, 0}); final parameter Real total = sum(p.v); end Data;
  record Pump extends Data(p(v = {1, 2, 3})); end Pump;
  model Machine
    replaceable parameter Data per constrainedby Data;
    parameter Integer n = size(per.p.v, 1);
    Real y = 100*n + 10*per.p.v[end] + per.total;
  end Machine;
`;

it("what the class of a record says of a record inside counts less than the whole", () => {
  expect(run(`${curve} Machine m; Real y = m.y;`)).toBe(200);
  expect(run(`${curve} parameter Pump pump; Machine m(per = pump); Real y = m.y;`)).toBe(336);
  expect(run(`${curve} Machine m(redeclare Pump per); Real y = m.y;`)).toBe(336);
  expect(run(`${curve} parameter Pump pump; Machine m(redeclare Data per = pump); Real y = m.y;`)).toBe(336);
});

it("the whole of a class that is modified decides about what the modification names", () => {
  const machines = `model Around parameter Real q; replaceable Machine m constrainedby Machine; end Around;
    model Own extends Around(q = m.per.p.v[3], redeclare Machine m(per = per)); parameter Pump per; end Own;`;
  expect(run(`${curve} ${machines} Own own; Real y = own.q;`)).toBe(3);
});

it("of two modifications the one further outside counts, of two in one class the one of the field", () => {
  const records = `
    record G Real a = 1; Real b = 2; end G;
    record F G g(a = 3); Real c = 4; end F;
    model M F f(g.b = 5); Real y = f.g.a + 10*f.g.b + 100*f.c; end M;
    M m[4](f(g(a = {3, 6, 1, 8})));
    M whole(f = F(g = G(7, 8), c = 9));
    M inside(f(g = G(1, 1)));
    model N extends M(f.g = G(2, 4)); end N;
    N n; N o(f.g.a = 6);`;
  expect(run(`${records} Real y[4] = {m[2].y, whole.y, inside.y, n.y}; Real z = o.y;`)).toEqual([456, 987, 411, 442]);
  expect(run(`${records} Real z = o.y;`, "z")).toBe(446);
});

it("of arrays of records each element has its part", () => {
  const records = `
    record G Real a = 1; Real v[2] = {1, 2}; end G;
    record F G g[2](a = {3, 4}); end F;
    parameter F f[2](g(v = {{{1, 1}, {2, 2}}, {{3, 3}, {4, 4}}}));
    model M parameter F f; Real y = 10*f.g[2].v[1] + f.g[1].a; end M;
    M m(f = f[2]);`;
  expect(run(`${records} Real y = m.y;`)).toBe(43);
});

it("the fields of an output of a function may begin with variables of the function", () => {
  const text = `record R parameter Real a = 1; parameter Real b = 2; end R;
    function f input Real u; output R r(a = v); protected Real v = w + 1; Real w = 2*u; algorithm end f;
    parameter R r = f(3);`;
  expect(run(`${text} Real y = r.a + 10*r.b;`)).toBe(27);
});
