/** Which start value counts, and how unknown parameters and initial equations are solved: one small package per rule. */
import { simulate } from "rattleback";
import { importModelica } from "rattleback/modelica";
import { describe, expect, it } from "vitest";

function run(text: string, name: string, stopTime = 1) {
  const model = importModelica({ texts: { "test.mo": text } }).instantiate(name);
  return simulate(model, { stopTime, tolerance: 1e-9 });
}

describe("start values of variables that are equal", () => {
  const latch = `
    block Latch
      input Boolean set;
      output Boolean open;
      Boolean state(start = true, fixed = true);
    equation
      state = pre(state) and not set;
      open = state;
    end Latch;
    block Around
      Latch inside[2];
      Boolean open[2];
      input Boolean set;
    equation
      open = inside.open;
      inside[1].set = set;
      inside[2].set = false;
    end Around;
    model Latches
      Around around;
      Boolean seen[2] = around.open;
    equation
      around.set = time > 0.5;
    end Latches;`;

  it("of a latch: the fixed one counts, whatever its outputs are called outside", () => {
    const result = run(latch, "Latches");
    expect(result.at(0.25, "seen")).toEqual([1, 1]);
    expect(result.at(0.75, "seen")).toEqual([0, 1]);
  });

  it("of a guess: the one that is given furthest outside leads to the root", () => {
    const text = `
      model Square
        Real x(start = 1);
      equation
        x*x = 4;
      end Square;
      model Two
        Square a(x(start = -1));
        Square b;
        Real y(start = -5) = b.x;
      end Two;`;
    const result = run(text, "Two");
    expect(result.final("a.x")).toBeCloseTo(-2, 9);
    expect(result.final("b.x")).toBeCloseTo(-2, 9);
  });
});
