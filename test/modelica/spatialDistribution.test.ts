/** Transport without mixing: z(y, t) is what entered when x was x(t) − y, or 1 − y more; all values follow from that in closed form. */
import type { Result } from "rattleback";
import { simulate } from "rattleback";
import { importModelica } from "rattleback/modelica";
import { describe, expect, it } from "vitest";

const pipe = `
  model Pipe
    Real x(start = 0, fixed = true);
    Real v;
    Real a;
    Real b;
    Real z0;
    Real z1;
    parameter Real points[:] = {0, 1};
    parameter Real values[:] = {0, 0};
  equation
    der(x) = v;
    (z0, z1) = spatialDistribution(a, b, x, v >= 0, points, values);
  end Pipe;`;

function run(body: string, stopTime: number, options = {}): Result {
  const library = importModelica({
    texts: { "L.mo": `package L ${pipe} model M extends Pipe; ${body} end M; end L;` },
  });
  const { modifiers = "", ...others } = options as { modifiers?: string };
  return simulate(library.instantiate("L.M", { modifiers }), { stopTime, tolerance: 1e-8, ...others });
}

describe("spatialDistribution", () => {
  it("gives at the other end what entered one length ago, however the velocity changes", () => {
    expect(run("equation v = 0.5; a = sin(3*time); b = 0;", 5).final("z1")).toBeCloseTo(Math.sin(9), 12);
    // x = t²/2, from rest: what leaves at 3 s entered at √(9 − 2)
    const fromRest = run("equation v = time; a = cos(time); b = 0;", 3);
    expect(fromRest.final("z1")).toBeCloseTo(Math.cos(Math.sqrt(7)), 12);
    expect(fromRest.final("z0")).toBeCloseTo(Math.cos(3), 12);
    expect(run("equation v = -time; a = 0; b = cos(time);", 3).final("z0")).toBeCloseTo(Math.cos(Math.sqrt(7)), 12);
  });

  it("begins with a profile, which leaves at either end", () => {
    const modifiers = "points = {0, 0.5, 0.5, 1}, values = {1, 2, 5, 7}";
    for (const [time, z] of [
      [0, 7],
      [0.25, 6],
      [0.75, 1.5],
      [1.25, 10],
    ] as const)
      expect(run("equation v = 1; a = 10; b = 0;", time || 1e-9, { modifiers }).final("z1")).toBeCloseTo(z, 7);
    for (const [time, z] of [
      [0.25, 1.5],
      [0.75, 6],
      [1.25, 20.25],
    ] as const)
      expect(run("equation v = -1; a = 0; b = 20 + time;", time, { modifiers }).final("z0")).toBeCloseTo(z, 10);
  });

  it("carries jumps, whose arrival is an event", () => {
    const body =
      "Real y(start = 0, fixed = true); equation der(y) = z1; v = 1; a = if time > 0.3 then 2 else 1; b = 0;";
    const result = run(body, 2, { modifiers: "points = {0, 0.5, 0.5, 1}, values = {1, 2, 5, 7}" });
    // the profile, 0.3 s of 1, 0.7 s of 2
    expect(Math.abs(result.final("y") - (0.5 * 6 + 0.5 * 1.5 + 0.3 + 1.4))).toBeLessThan(1e-10);
    const times = result.events.filter(({ time }) => time > 0).map(({ time }) => time);
    expect(times).toHaveLength(4);
    [0.3, 0.5, 1, 1.3].forEach((time, k) => {
      expect(times[k]).toBeCloseTo(time, 10);
    });
  });

  it("gives back what came in last when the flow turns", () => {
    const body = "equation v = cos(time); a = 100 + time; b = 200 + time;";
    const profile = { modifiers: "points = {0, 1}, values = {1, 3}" };
    // x = sin t: forward to π/2, back to 3π/2, forward again
    expect(run(body, 1, profile).final("z1")).toBeCloseTo(1 + 2 * (1 - Math.sin(1)), 10);
    expect(run(body, 2, profile).final("z0")).toBeCloseTo(100 + (Math.PI - 2), 8);
    // one length after the turn what entered at the other end leaves
    expect(run(body, 4, profile).final("z0")).toBeCloseTo(200 + Math.PI - Math.asin(Math.sin(4) + 1), 8);
    expect(run(body, 6, profile).final("z1")).toBeCloseTo(200 + 3 * Math.PI - 6, 8);
    expect(run(body, 7, profile).final("z1")).toBeCloseTo(100 + 2 * Math.PI + Math.asin(Math.sin(7) - 1), 8);
  });

  it("keeps its content while nothing flows", () => {
    const body = "equation v = if time < 1 or time > 2 then 0.5 else 0; a = time; b = 0;";
    // x = 0.5 from 1 to 2 s; at 3.8 s x is 1.4, which was 0.4 at 0.8 s, at 4.2 s 1.6, which was 0.6 at 2.2 s
    expect(run(body, 3.8).final("z1")).toBeCloseTo(0.8, 10);
    expect(run(body, 4.2).final("z1")).toBeCloseTo(2.2, 10);
  });

  it("is a pipe with stream connectors, and two of them are a longer one", () => {
    const library = importModelica({
      texts: {
        "S.mo": `
          package S
            connector Port Real p; flow Real m; stream Real h; end Port;
            model Pipe
              Port a;
              Port b;
              Real x(start = 0, fixed = true);
              parameter Real L = 1;
            equation
              a.m + b.m = 0;
              a.p = b.p;
              der(x) = a.m/L;
              (a.h, b.h) = spatialDistribution(
                in0 = inStream(a.h), in1 = inStream(b.h), x = x, positiveVelocity = a.m >= 0, initialValues = {2, 2}, initialPoints = {0, 1});
            end Pipe;
            model Source Port port; input Real m; input Real h; equation port.m = -m; port.h = h; end Source;
            model Sink Port port; input Real h; Real hIn = inStream(port.h); equation port.p = 1; port.h = h; end Sink;
            model M
              parameter Integer forward = 1;
              Source s(m = forward, h = 5 + time);
              Pipe p(L = 0.5);
              Pipe q(L = 1.5);
              Sink k(h = 50 + time);
              Real hOut = inStream(s.port.h);
              Real carried(start = 0, fixed = true);
            equation
              connect(s.port, p.a);
              connect(p.b, q.a);
              connect(q.b, k.port);
              der(carried) = k.hIn;
            end M;
          end S;`,
      },
    });
    const forward = simulate(library.instantiate("S.M"), { stopTime: 3, tolerance: 1e-9 });
    expect(forward.final("k.hIn")).toBeCloseTo(6, 10);
    // 2 s of 2, then ∫ (5 + t) from 0 to 1
    expect(forward.final("carried")).toBeCloseTo(4 + 5.5, 8);
    const back = simulate(library.instantiate("S.M", { modifiers: "forward = -1" }), { stopTime: 3, tolerance: 1e-9 });
    expect(back.final("hOut")).toBeCloseTo(51, 10);
  });

  it.each([
    ["points that do not begin with 0", "{0.1, 1}, {0, 0}", "initial points from 0 to 1 in order"],
    ["points that go back", "{0, 0.7, 0.6, 1}, {0, 0, 0, 0}", "0, 0.7, 0.6, 1"],
    ["a value too much", "{0, 1}, {0, 0, 0}", "a value for each point, not 3 for 2"],
    [
      "points that are not known",
      "{0, time}, {0, 0}",
      `"initialPoints" of spatialDistribution is known before the run`,
    ],
    ["seven arguments", "{0, 1}, {0, 0}, 5", `"spatialDistribution" takes 4 to 6 arguments`],
  ])("refuses %s", (_, profile, message) => {
    const text = `model M Real x(start = 0, fixed = true); Real p; Real q; equation der(x) = 1; (p, q) = spatialDistribution(1, 0, x, true, ${profile}); end M;`;
    expect(() => simulate(importModelica({ texts: { "M.mo": text } }).instantiate("M"), { stopTime: 1 })).toThrow(
      message,
    );
  });

  it("ends the run where x jumps", () => {
    expect(() => run("equation v = 1; a = 1; b = 0; when time > 0.5 then reinit(x, 0); end when;", 1)).toThrow(
      "The x of spatialDistribution jumps.",
    );
  });
});
