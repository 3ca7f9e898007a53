/**
 * Conditions on time, however it enters them – straight, in pieces, with jumps –, hold when plain JavaScript says they do. Random
 * conditions are written as text and as functions beside it.
 */
import { instantiate, Model, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";
import { mulberry32 } from "../reference/narrowphase/poses.ts";

interface Term {
  readonly text: string;
  readonly at: (t: number) => number;
}

const operators = ["<", "<=", ">", ">="] as const;

function holds(operator: (typeof operators)[number], a: number, b: number): boolean {
  return operator === "<" ? a < b : operator === "<=" ? a <= b : operator === ">" ? a > b : a >= b;
}

function randomTerm(u: () => number, depth: number): Term {
  const constant = Math.round(1000 * (0.1 + 2.4 * u())) / 1000;
  if (depth === 0) return u() < 0.75 ? { text: "time", at: (t) => t } : { text: `${constant}`, at: () => constant };
  const [a, b] = [randomTerm(u, depth - 1), randomTerm(u, depth - 1)];
  const cases: Term[] = [
    { text: `(${a.text} + ${b.text})`, at: (t) => a.at(t) + b.at(t) },
    { text: `(${a.text} - ${b.text}*${constant})`, at: (t) => a.at(t) - b.at(t) * constant },
    { text: `(${constant} - ${a.text}/${constant})`, at: (t) => constant - a.at(t) / constant },
    { text: `(-${a.text})`, at: (t) => -a.at(t) },
    {
      text: `(if time < ${constant} then ${a.text} else ${b.text} - 1)`,
      at: (t) => (t < constant ? a.at(t) : b.at(t) - 1),
    },
    {
      text: `(if ${a.text} >= ${constant} then 2 + ${a.text} else ${a.text})`,
      at: (t) => (a.at(t) >= constant ? 2 + a.at(t) : a.at(t)),
    },
    {
      text: `(${a.text} + 2*sign(${b.text} - ${constant}))`,
      at: (t) => a.at(t) + 2 * Math.sign(b.at(t) - constant),
    },
    { text: `(time - 2*floor(${a.text}/${constant}))`, at: (t) => t - 2 * Math.floor(a.at(t) / constant) },
    { text: `abs(${a.text} - ${constant})`, at: (t) => Math.abs(a.at(t) - constant) },
    { text: `max(${a.text}, ${b.text})`, at: (t) => Math.max(a.at(t), b.at(t)) },
  ];
  return cases[Math.floor(u() * cases.length)]!;
}

describe("conditions on time", () => {
  it.each(Array.from({ length: 12 }, (_, k) => k))("hold where they are said to, of random terms: seed %d", (seed) => {
    const u = mulberry32(4201 + seed);
    for (let k = 0; k < 5; k++) {
      const [left, right] = [randomTerm(u, 2 + (k % 2)), randomTerm(u, k % 2)];
      const operator = operators[k % 4]!;
      const text = `${left.text} ${operator} ${right.text}`;
      const truth = (t: number): number => (holds(operator, left.at(t), right.at(t)) ? 1 : 0);
      const result = simulate(
        instantiate(Model({ x: Var({ init: 0 }), equations: `y = if ${text} then 1 else 0; der(x) = y` })),
        {
          stopTime: 3,
          interval: 0.02,
        },
      );
      const { time, values } = result.signal("y");
      const isFarFromChanges = (t: number): boolean =>
        [-1e-5, -1e-6, 1e-6, 1e-5].every((d) => truth(t + d) === truth(t));
      const wrong = [...time].filter((t, i) => isFarFromChanges(t) && values[i] !== truth(t));
      expect(wrong, text).toEqual([]);
    }
  });
});
