import { describe, expect, it } from "vitest";
import { importModelica } from "../../src/modelica/importModelica.ts";
import { xorshift1024star } from "../../src/modelica/services/randomNumbers.ts";
import { simulate } from "../../src/run/simulate.ts";

const text = `
  package P
    function start
      input Integer seed;
      output Integer id;
    protected
      impure function set
        input Integer state[33];
        input Integer id;
        external "C" ModelicaRandom_setInternalState_xorshift1024star(state, size(state, 1), id);
      end set;
    algorithm
      id := 7;
      set({seed*i for i in 1:33}, id);
    end start;

    impure function draw
      input Integer id;
      output Real y;
      external "C" y = ModelicaRandom_impureRandom_xorshift1024star(id);
    end draw;

    model Two "two variables that draw from one generator at the same instants"
      parameter Integer seed = 12345;
      final parameter Integer id(fixed = false);
      discrete Real a, b;
      Real x(start = 0, fixed = true);
    initial equation
      id = start(seed);
    equation
      when {initial(), sample(0.1, 0.1)} then
        a = draw(id);
        b = draw(id);
      end when;
      der(x) = a - b;
    end Two;
  end P;`;

describe("impure functions", () => {
  const model = importModelica({ texts: { "P.mo": text } }).instantiate("P.Two");
  const drawn = (seed: number): number[][] => {
    const result = simulate(model, { stopTime: 0.35, interval: 0.05, tolerance: 1e-6, merge: { seed } });
    return [0.05, 0.15, 0.25, 0.35].map((t) => [result.at(t, "a"), result.at(t, "b")]);
  };

  it("are called once for each place and instant, and begin again with each run", () => {
    let state: ArrayLike<number> = Array.from({ length: 33 }, (_, k) => 12345 * (k + 1));
    const expected: number[] = [];
    for (let k = 0; k < 8; k++) {
      const next = xorshift1024star(state);
      state = next.state;
      expected.push(next.value);
    }
    const first = drawn(12345);
    expect(first.flat().sort()).toEqual([...expected].sort());
    // the order of the two at one instant is open
    first.forEach((pair, k) => {
      expect([...pair].sort()).toEqual(expected.slice(2 * k, 2 * k + 2).sort());
    });
    expect(drawn(12345)).toEqual(first);
  });

  it("follow the seed of the run", () => {
    const [first, other] = [drawn(12345).flat(), drawn(999).flat()];
    expect(other.some((value) => first.includes(value))).toBe(false);
  });
});
