/**
 * Parts of passes that know no equations: sets that grow together, columns that are independent, fractions, what is written out as loops,
 * numbers and messages as text, elements by their names.
 */
import fc from "fast-check";
import { instantiate, Model, Var } from "rattleback";
import { describe, expect, it } from "vitest";
import {
  commonDivisor,
  isSame,
  minus,
  numberOf,
  over,
  plus,
  type Rational,
  rational,
  times,
} from "../../src/compile/clocks/rational.ts";
import { commentName, literal } from "../../src/compile/codeText.ts";
import { copyLoops } from "../../src/compile/copyLoops.ts";
import { DisjointSets } from "../../src/compile/disjointSets.ts";
import { GenericRank } from "../../src/compile/genericRank.ts";
import { elementOf } from "../../src/compile/groupElement.ts";
import { knownMessage, type Message, mapMessage, messageText } from "../../src/compile/message.ts";
import { derivativeName, leafNames, printEquation, printState } from "../../src/compile/state.ts";
import { ExpressionBuilder } from "../../src/symbolic/expression.ts";
import type { ObjectIndex, ParameterIndex, RowPlace, VariableIndex } from "../../src/symbolic/indices.ts";

describe("sets that grow together", () => {
  const item = fc.integer({ min: 0, max: 11 });

  it("hold those that were joined, directly or by others, and nothing else", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(item, item), { maxLength: 20 }), (pairs) => {
        const sets = new DisjointSets<number>();
        // the second way: numbers of sets, written anew with every join
        const label = Array.from({ length: 12 }, (_, k) => k);
        for (const [a, b] of pairs) {
          const isNew = label[a] !== label[b];
          const [from, to] = [label[b], label[a]!];
          label.forEach((own, k) => {
            if (own === from) label[k] = to;
          });
          expect(sets.join(a, b)).toBe(isNew);
        }
        const met = [...new Set(pairs.flat())];
        for (const a of met) {
          const own = met.filter((b) => label[b] === label[a]);
          expect([...sets.members(a)].sort((p, q) => p - q)).toEqual(own.sort((p, q) => p - q));
          for (const b of met) expect(sets.find(a) === sets.find(b)).toBe(label[a] === label[b]);
          expect(own).toContain(sets.find(a));
        }
        expect(sets.sets()).toHaveLength(new Set(met.map((a) => label[a])).size);
        expect(sets.sets().flat()).toHaveLength(met.length);
      }),
      { seed: 51, numRuns: 60 },
    );
  });

  it("keep the order in which their members came, the smaller behind the larger", () => {
    const sets = new DisjointSets<string>();
    sets.join("a", "b");
    sets.join("c", "d");
    sets.join("d", "e");
    sets.join("a", "c");
    expect(sets.members("b")).toEqual(["c", "d", "e", "a", "b"]);
    expect(sets.find("b")).toBe("c");
    expect(sets.members("alone")).toEqual(["alone"]);
  });
});

describe("columns of a matrix", () => {
  /** The rank by elimination modulo a prime, as a second way: entries are small, and no determinant reaches it by accident. */
  function rankOf(columns: readonly (readonly number[])[]): number {
    const p = 1_000_003;
    const power = (x: number, n: number): number => {
      let [result, base] = [1n, BigInt(x)];
      for (let e = n; e > 0; e >>= 1) {
        if (e & 1) result = (result * base) % BigInt(p);
        base = (base * base) % BigInt(p);
      }
      return Number(result);
    };
    const rows = columns.map((column) => column.map((x) => ((x % p) + p) % p));
    let rank = 0;
    for (let i = 0; i < 5; i++) {
      const k = rows.findIndex((row, r) => r >= rank && row[i] !== 0);
      if (k < 0) continue;
      [rows[k], rows[rank]] = [rows[rank]!, rows[k]!];
      const pivot = rows[rank]!;
      const inverse = power(pivot[i]!, p - 2);
      rows.forEach((row, r) => {
        if (r <= rank || row[i] === 0) return;
        const factor = Number((BigInt(row[i]!) * BigInt(inverse)) % BigInt(p));
        pivot.forEach((x, j) => {
          row[j] = Number((((BigInt(row[j]!) - BigInt(factor) * BigInt(x)) % BigInt(p)) + BigInt(p)) % BigInt(p));
        });
      });
      rank++;
    }
    return rank;
  }

  it("are taken as long as they are independent of those before", () => {
    const column = fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(column, { maxLength: 8 }), (columns) => {
        const rank = new GenericRank();
        columns.forEach((own, k) => {
          const entries = own.flatMap((x, i) => (x === 0 ? [] : [[i as RowPlace, x] as const]));
          const isTaken = rank.take(new Map(entries));
          expect(isTaken).toBe(rankOf(columns.slice(0, k + 1)) > rankOf(columns.slice(0, k)));
        });
      }),
      { seed: 52, numRuns: 60 },
    );
  });

  it("do not count what rounding leaves, whatever their size", () => {
    for (const scale of [1e-12, 1, 1e12]) {
      const rank = new GenericRank();
      const take = (...column: number[]) => rank.take(new Map(column.map((x, i) => [i as RowPlace, scale * x])));
      expect(take(0.1, 0.2, 0.3)).toBe(true);
      expect(take(1 / 3, 2 / 3, 1)).toBe(false);
      expect(take(1 / 3, 2 / 3, 1.0001)).toBe(true);
    }
  });
});

describe("fractions", () => {
  const fraction = fc
    .tuple(fc.integer({ min: -30, max: 30 }), fc.integer({ min: 1, max: 30 }), fc.boolean())
    .map(([n, d, isTurned]) => (isTurned ? rational(-n, -d) : rational(n, d)));
  const lowest = ({ n, d }: Rational): boolean => {
    for (let k = 2; k <= Math.max(Math.abs(n), d); k++) if (n % k === 0 && d % k === 0) return false;
    return d > 0 && (n !== 0 || d === 1);
  };

  it("are in lowest terms, and compute as numbers do", () => {
    fc.assert(
      fc.property(fraction, fraction, (a, b) => {
        const [x, y] = [a.n / a.d, b.n / b.d];
        for (const [found, expected] of [
          [a, x],
          [plus(a, b), x + y],
          [minus(a, b), x - y],
          [times(a, b), x * y],
          ...(y === 0 ? [] : [[over(a, b), x / y] as const]),
        ] as const) {
          expect(lowest(found), `${found.n}/${found.d}`).toBe(true);
          expect(numberOf(found)).toBeCloseTo(expected, 9);
        }
        expect(isSame(a, b)).toBe(a.n * b.d === b.n * a.d);
      }),
      { seed: 53, numRuns: 200 },
    );
  });

  it("have a common divisor, of which both are multiples without one in common", () => {
    const positive = fc
      .tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }))
      .map(([n, d]) => rational(n, d));
    fc.assert(
      fc.property(positive, positive, (a, b) => {
        const both = commonDivisor(a, b);
        const [p, q] = [over(a, both), over(b, both)];
        expect([p.d, q.d]).toEqual([1, 1]);
        for (let k = 2; k <= Math.min(p.n, q.n); k++) expect(p.n % k === 0 && q.n % k === 0).toBe(false);
      }),
      { seed: 54, numRuns: 100 },
    );
  });
});

describe("copies from one array into another", () => {
  it("are few loops where both places advance evenly, and do what single statements would", () => {
    const run = fc.record({
      from: fc.constantFrom("X", "V"),
      source: fc.integer({ min: 20, max: 40 }),
      step: fc.integer({ min: -3, max: 3 }),
      gap: fc.integer({ min: 1, max: 3 }),
      length: fc.integer({ min: 1, max: 6 }),
    });
    fc.assert(
      fc.property(fc.array(run, { maxLength: 5 }), fc.integer({ min: 0, max: 3 }), (runs, begin) => {
        let target = begin;
        const copies = runs.flatMap(({ from, source, step, gap, length }) =>
          Array.from({ length }, (_, k) => {
            target += gap;
            return { target, from, source: source + k * step };
          }),
        );
        const statements = copyLoops("D", copies);
        const [X, V] = [0, 1].map((a) => Float64Array.from({ length: 80 }, (_, k) => 100 * a + k)) as [
          Float64Array,
          Float64Array,
        ];
        const [D, expected] = [new Float64Array(120), new Float64Array(120)];
        new Function("D", "X", "V", statements.join("\n"))(D, X, V);
        for (const { target: place, from, source } of copies) expected[place] = (from === "X" ? X : V)[source]!;
        expect(D).toEqual(expected);
      }),
      { seed: 55, numRuns: 100 },
    );
    const even = Array.from({ length: 50 }, (_, k) => ({ target: 2 * k, from: "X", source: 60 - k }));
    expect(copyLoops("D", even)).toEqual(["for (let k = 0; k < 50; k++) D[2 * k] = X[60 - k];"]);
    expect(copyLoops("D", even.slice(0, 3))).toHaveLength(3);
    expect(copyLoops("D", even.slice(0, 4))).toHaveLength(1);
  });
});

describe("numbers in code", () => {
  it("are read as what they were, and can stand behind a sign", () => {
    const read = (text: string): unknown => new Function(`return 0 - -${text}`)();
    const numbers = [
      0,
      1,
      -1,
      0.1,
      -0.1,
      1e300,
      -5e-324,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      Number.NaN,
    ];
    for (const value of numbers) expect(read(literal(value)), literal(value)).toBe(value);
    expect(new Function(`return ${literal(-0)}`)()).toBe(-0);
    expect([2, -2, 0, -0].map(literal)).toEqual(["2", "(-2)", "0", "(-0)"]);
  });

  it("names in comments keep letters, digits and few signs, and can end nothing", () => {
    expect(commentName("a.b[1,2]")).toBe("a.b[1,2]");
    expect(commentName("der(x_1)$")).toBe("der(x_1)$");
    expect(commentName("ä*/\nx y")).toBe("____x_y");
  });
});

describe("messages", () => {
  const b = new ExpressionBuilder();
  const message: Message = [
    "x is ",
    { value: b.num(2), show: (value) => value.toFixed(1) },
    { condition: b.num(1), whenTrue: [", much", { value: b.num(3), show: String }], whenFalse: [", little"] },
    "!",
  ];

  it("have a gap for what only the run knows", () => {
    expect(knownMessage(message)).toBe("x is ……!");
    expect(knownMessage(["plain"])).toBe("plain");
  });

  it("say the values of the run, and the text that holds then", () => {
    const ownValue = (e: { readonly value: number }): number => e.value;
    expect(messageText(message, ownValue)).toBe("x is 2.0, much3!");
    expect(messageText(message, ({ value }) => value - 1)).toBe("x is 1.0, little!");
    const moved = mapMessage(message, ({ value }) => b.num(10 * value));
    expect(messageText(moved, ownValue)).toBe("x is 20.0, much30!");
    expect(
      messageText(
        mapMessage(message, () => b.zero),
        ownValue,
      ),
    ).toBe("x is 0.0, little!");
  });
});

describe("names of a model", () => {
  const { state } = instantiate(
    Model({
      k: 2,
      x: Var({ init: 1 }),
      V: Var({ init: [1, 2, 3] }),
      M: Var({
        init: [
          [1, 2, 3],
          [4, 5, 6],
        ],
      }),
      c: Model({ y: Var({ init: [1, 2] }), equations: "der(y) = -y" }),
      equations: "der(x) = -k*x; der(V) = -V; der(M) = M; z = -x; w = 0*x",
    }),
  ).program;
  const nameOf = (name: string): string | undefined => {
    const found = elementOf(state, name);
    if (found === undefined) return undefined;
    return found.index === undefined ? `of ${found.group.shape}` : state.variables[found.index as VariableIndex]!.name;
  };

  it("mean a number or an element of an array; what is not one element of it is known as such", () => {
    expect(nameOf("x")).toBe("x");
    expect(nameOf("V[3]")).toBe("V[3]");
    expect(nameOf("V[ 2 ]")).toBe("V[2]");
    expect(nameOf("c.y[2]")).toBe("c.y[2]");
    const all = [1, 2].flatMap((i) => [1, 2, 3].map((j) => [`M[${i},${j}]`, `M[${i}, ${j}]`] as const));
    expect(all.map(([name]) => nameOf(name))).toEqual(all.map(([name]) => name));
    expect(all.map(([, spaced]) => nameOf(spaced))).toEqual(all.map(([name]) => name));
    const { group, index } = elementOf(state, "k")!;
    expect([group.kind, state.parameters[index as ParameterIndex]!.name]).toEqual(["parameter", "k"]);
    expect(["V", "V[0]", "V[4]", "V[1,1]", "V[1.5]".replace("1.5", "01,")].map(nameOf)).toEqual(Array(5).fill("of 3"));
    expect(["M", "M[1]", "M[3,1]", "M[2,4]", "M[0,1]", "M[1,0]", "M[1,1,1]"].map(nameOf)).toEqual(
      Array(7).fill("of 2,3"),
    );
    expect(["q", "q[1]", "V[1", "V[]", "V[a]", "V[1]x", "V[1][2]", ""].map(nameOf)).toEqual(Array(8).fill(undefined));
  });

  it("stand in equations that are printed, and those of what was eliminated behind them", () => {
    const lines = printState(state).split("\n");
    expect(lines).toHaveLength(state.equations.length + state.aliases.size);
    expect(lines[0]).toBe(printEquation(state, [...state.equations][0]!));
    expect(lines).toContain("z := -x");
    expect(lines).toContain("w := 0");
    const names = leafNames(state);
    expect(names.parameter(0 as ParameterIndex)).toBe("k");
    expect([names.parameter(99 as ParameterIndex), names.object(0 as ObjectIndex)]).toEqual(["?", "?"]);
  });

  it("of derivatives have der around their last part", () => {
    expect(["x", "a.x", "a.b.x[1,2]", "x[1]", "a[2].x", "a.x[b.c]"].map(derivativeName)).toEqual([
      "der(x)",
      "a.der(x)",
      "a.b.der(x[1,2])",
      "der(x[1])",
      "der(a[2].x)",
      "a.der(x[b.c])",
    ]);
  });
});
