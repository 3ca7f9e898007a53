import { describe, expect, it } from "vitest";
import { importModelica } from "../../src/modelica/importModelica.ts";
import { simulate } from "../../src/run/simulate.ts";

const instantiate = (text: string) => importModelica({ texts: { "M.mo": text } }).instantiate("M");

describe("states of constraints that say the same in two ways", () => {
  // turned to and fro, a point stays where it is: its position never tells how the frame is turned
  const turning = `
    model M
      Real Q[4](start = {0, 0, 0, 1}, each stateSelect = StateSelect.avoid);
      Real T[3, 3];
      Real w[3] = {0.3, -0.2, 0.5};
      Real r[3](start = {1, 2, 3}, each fixed = true);
      Real s[3](each start = 1, each fixed = false);
      Real v[3];
    equation
      0 = Q*Q - 1;
      w = 2*{{Q[4], Q[3], -Q[2], -Q[1]}, {-Q[3], Q[4], Q[1], -Q[2]}, {Q[2], -Q[1], Q[4], -Q[3]}}*der(Q);
      T = {{2*(Q[1]*Q[1] + Q[4]*Q[4]) - 1, 2*(Q[1]*Q[2] + Q[3]*Q[4]), 2*(Q[1]*Q[3] - Q[2]*Q[4])},
           {2*(Q[2]*Q[1] - Q[3]*Q[4]), 2*(Q[2]*Q[2] + Q[4]*Q[4]) - 1, 2*(Q[2]*Q[3] + Q[1]*Q[4])},
           {2*(Q[3]*Q[1] + Q[2]*Q[4]), 2*(Q[3]*Q[2] - Q[1]*Q[4]), 2*(Q[3]*Q[3] + Q[4]*Q[4]) - 1}};
      s = transpose(T)*(T*r);
      v = der(s);
      der(r) = {1, time, 2};
    end M;`;

  it("are looked for where the constraints hold", () => {
    const model = instantiate(turning);
    expect(model.stateNames.filter((name) => name.startsWith("Q["))).toHaveLength(3);
    expect(model.stateNames.filter((name) => name.startsWith("s["))).toHaveLength(0);
    const result = simulate(model, { stopTime: 2, tolerance: 1e-9 });
    expect(result.final("v[2]")).toBeCloseTo(2, 6);
    expect(result.final("s[2]")).toBeCloseTo(4, 6);
    // a turn about a fixed axis with |w| = √0.38
    expect(Math.abs(result.final("Q[4]"))).toBeCloseTo(Math.cos(Math.sqrt(0.38)), 6);
  });

  it("are not what a sensor differentiates", () => {
    const model = instantiate(`
      model M
        Real phi(start = 0, fixed = true, stateSelect = StateSelect.avoid);
        Real w(start = 3, fixed = true, stateSelect = StateSelect.avoid);
        Real height = sin(phi);
        Real speed = der(height);
      equation
        der(phi) = w;
        der(w) = 0;
      end M;`);
    expect([...model.stateNames].sort()).toEqual(["phi", "w"]);
    // the sine turns round twice: an angle that followed from the height would not
    const result = simulate(model, { stopTime: 2, tolerance: 1e-9 });
    expect(result.final("speed")).toBeCloseTo(3 * Math.cos(6), 7);
  });

  it("are chosen for velocities once positions are known", () => {
    // a rod along x whose length follows from its start: neither its position nor its velocity along x may be a state
    const model = instantiate(`
      model M
        parameter Real length(fixed = false, start = 0.5);
        Real r[3](start = {2, 0, 0}, fixed = {true, true, true});
        Real v[3](start = {0, 0, 1}, fixed = {false, true, true});
        Real rod[3] = r;
        Real residue = rod*rod - length*length;
        Real f;
      equation
        residue = 0;
        der(r) = v;
        der(v) = f*rod;
      end M;`);
    const result = simulate(model, { stopTime: 3, tolerance: 1e-10 });
    expect(result.final("r[1]")).toBeCloseTo(2 * Math.cos(1.5), 6);
    expect(result.final("r[3]")).toBeCloseTo(2 * Math.sin(1.5), 6);
  });
});

it("a function by which a state follows from another one need not have values beside the run", () => {
  const model = instantiate(`
    model M
      function square input Real x; output Real y = 0; protected Integer k = 0;
        algorithm while k < x/1e9 loop y := x^2; k := k + 1; end while;
        annotation(derivative = squareRate); end square;
      function squareRate input Real x; input Real xRate; output Real y = 0; protected Integer k = 0;
        algorithm
          assert(x > 1000, "no square here");
          while k < x/1e9 loop y := 2*x*xRate; k := k + 1; end while; end squareRate;
      Real x(start = 2000, stateSelect = StateSelect.avoid);
      Real y(start = 4e6, fixed = true, stateSelect = StateSelect.always);
      Real v = der(x);
    equation
      y = square(x);
      der(y) = -y;
    end M;`);
  expect(model.stateNames).toEqual(["y"]);
  const result = simulate(model, { stopTime: 1, tolerance: 1e-9 });
  expect(result.final("x") / (2000 * Math.exp(-0.5))).toBeCloseTo(1, 8);
  expect(result.final("v") / (-1000 * Math.exp(-0.5))).toBeCloseTo(1, 8);
});
