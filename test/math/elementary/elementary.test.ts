import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as module from "../../../src/math/elementary.ts";
import { createRandom } from "../../../src/math/random.ts";
import * as exact from "../fixedPoint.ts";

const elementary = { ...module };
const { one, multiply, divide, fromNumber, ulpError } = exact;
const sinhCosh = (x: bigint): [bigint, bigint] => {
  const e = exact.exp(x < 0n ? -x : x);
  const inverse = divide(one, e);
  return [((x < 0n ? -1n : 1n) * (e - inverse)) / 2n, (e + inverse) / 2n];
};
const log = (x: bigint): bigint => (x >= one ? exact.log(x) : -exact.log(divide(one, x)));
const asin = (x: bigint): bigint => exact.atan(divide(x, exact.sqrt(one - multiply(x, x))));
const ln = (n: number): bigint => exact.log(fromNumber(n));

type Case = readonly [name: keyof typeof elementary, exact: (x: bigint) => bigint, ranges: readonly [number, number][]];
const cases: readonly Case[] = [
  [
    "tan",
    (x) => divide(...exact.sinCos(x)),
    [
      [-20, 20],
      [-0.8, 0.8],
      [1e5, 1e6],
    ],
  ],
  [
    "asin",
    asin,
    [
      [-0.999, 0.999],
      [-0.01, 0.01],
      [0.5, 0.9999],
    ],
  ],
  [
    "acos",
    (x) => exact.pi / 2n - asin(x),
    [
      [-0.999, 0.999],
      [0.4, 0.6],
      [-0.9999, -0.5],
    ],
  ],
  [
    "sinh",
    (x) => sinhCosh(x)[0],
    [
      [-30, 30],
      [-1, 1],
      [-1e-3, 1e-3],
      [0.9, 1.5],
    ],
  ],
  [
    "cosh",
    (x) => sinhCosh(x)[1],
    [
      [-30, 30],
      [-1, 1],
    ],
  ],
  [
    "tanh",
    (x) => divide(...sinhCosh(x)),
    [
      [-20, 20],
      [-1, 1],
      [-1e-4, 1e-4],
    ],
  ],
  [
    "asinh",
    (x) => (x < 0n ? -1n : 1n) * exact.log((x < 0n ? -x : x) + exact.sqrt(multiply(x, x) + one)),
    [
      [-50, 50],
      [-1, 1],
      [-1e-5, 1e-5],
    ],
  ],
  [
    "acosh",
    (x) => exact.log(x + exact.sqrt(multiply(x, x) - one)),
    [
      [1.0001, 50],
      [1.0000001, 1.01],
    ],
  ],
  [
    "atanh",
    (x) => log(divide(one + x, one - x)) / 2n,
    [
      [-0.999, 0.999],
      [-1e-3, 1e-3],
    ],
  ],
  [
    "expm1",
    (x) => exact.exp(x) - one,
    [
      [-3, 3],
      [-1e-4, 1e-4],
      [-35, 35],
    ],
  ],
  [
    "log1p",
    (x) => log(one + x),
    [
      [-0.99, 9],
      [-1e-4, 1e-4],
      [-0.3, 0.42],
    ],
  ],
  [
    "log2",
    (x) => divide(log(x), ln(2)),
    [
      [1e-3, 1e4],
      [0.9, 1.1],
    ],
  ],
  [
    "log10",
    (x) => divide(log(x), ln(10)),
    [
      [1e-3, 1e4],
      [0.9, 1.1],
    ],
  ],
];

describe("elementary functions", () => {
  it.each(cases)("%s is within one unit in the last place of the exact value", (name, value, ranges) => {
    const random = createRandom(17);
    const f = elementary[name] as (x: number) => number;
    let worst = 0;
    for (const [from, to] of ranges) {
      for (let k = 0; k < 150; k++) {
        const x = from + (to - from) * random.uniform();
        worst = Math.max(worst, ulpError(f(x), value(fromNumber(x))));
      }
    }
    expect(worst).toBeLessThan(1);
  });

  it("pow and cbrt are, too", () => {
    const random = createRandom(18);
    let worst = 0;
    for (let k = 0; k < 400; k++) {
      const x = elementary.exp(30 * (random.uniform() - 0.5));
      const y = (k % 2 === 0 ? 6 : 30) * (random.uniform() - 0.5);
      const power = exact.exp(multiply(fromNumber(y), log(fromNumber(x))));
      worst = Math.max(worst, ulpError(elementary.pow(x, y), power));
      worst = Math.max(worst, ulpError(elementary.cbrt(x), exact.exp(log(fromNumber(x)) / 3n)));
    }
    expect(worst).toBeLessThan(1);
  });

  it("hypot is within 1.3 units, and far from overflow where its result is", () => {
    const random = createRandom(19);
    for (let k = 0; k < 300; k++) {
      const [x, y, z] = [random.uniform(), 10 * random.uniform(), random.uniform() - 0.5];
      const sum = [x, y, z].map((v) => multiply(fromNumber(v), fromNumber(v))).reduce((a, b) => a + b);
      expect(ulpError(elementary.hypot(x, y, z), exact.sqrt(sum))).toBeLessThan(1.3);
    }
    expect(elementary.hypot(3e200, 4e200)).toBeCloseTo(5e200, -190);
    expect(elementary.hypot(3e-200, 4e-200) / 5e-200).toBeCloseTo(1, 14);
    expect(elementary.hypot(Number.NaN, Infinity)).toBe(Infinity);
    expect(elementary.hypot(Number.NaN, 1)).toBeNaN();
  });

  it("have the special values of Math", () => {
    const values = [
      0,
      -0,
      1,
      -1,
      Infinity,
      -Infinity,
      Number.NaN,
      5e-324,
      1e-320,
      -1e-310,
      2,
      0.5,
      720,
      -720,
      1e300,
      -1e300,
    ];
    for (const name of Object.keys(elementary) as (keyof typeof elementary)[]) {
      if (name === "atan2" || name === "hypot" || name === "norm" || name === "square" || name === "pow") continue;
      for (const x of values) {
        const [own, theirs] = [elementary[name](x), Math[name](x)];
        if (Number.isFinite(theirs) && theirs !== 0)
          expect(Math.abs(own / theirs - 1), `${name}(${x})`).toBeLessThan(1e-15);
        else expect(own, `${name}(${x})`).toBe(theirs);
      }
    }
    const others = [...values, 3, -3, 1 / 3, -0.5, 101, 1e17, 2 ** 53 + 2];
    for (const x of others) {
      for (const y of others) {
        const [own, theirs] = [elementary.pow(x, y), x ** y];
        if (Number.isFinite(theirs) && Math.abs(theirs) > 1e-300)
          expect(Math.abs(own / theirs - 1), `${x}^${y}`).toBeLessThan(1e-14);
        else if (theirs === 0 || !Number.isFinite(theirs)) expect(own, `${x}^${y}`).toBe(theirs);
      }
    }
  });

  it("give whole powers and logarithms of them exactly", () => {
    for (let n = -300; n <= 300; n++) {
      expect(elementary.log2(2 ** n)).toBe(n);
      expect(elementary.pow(2, n)).toBe(2 ** n);
      expect(elementary.log10(Number(`1e${n}`))).toBe(n);
    }
    for (let n = 1; n <= 40; n++) expect(elementary.cbrt(n * n * n)).toBe(n);
    for (let n = 0; n <= 22; n++) expect(elementary.pow(10, n)).toBe(Number(`1e${n}`));
  });

  it("are what kernels and the language compute with, in place of those of Math", () => {
    const inexact = /Math\.(a?(sin|cos|tan)h?|atan2|exp|expm1|log|log1p|log2|log10|pow|cbrt|hypot)\b/;
    const folders = [
      "math",
      "mechanics",
      "contact",
      "collision",
      "geometry",
      "forces",
      "planar",
      "integrate",
      "multibody",
    ];
    const language = ["symbolic", "language", "compile", "run", "events", "libraries", "sensitivity", "studies"];
    const readers = ["media", "modelica", "urdf", "mjcf", "sdf", "robotFiles", "robotics"];
    // a diagram is a picture
    const isPicture = (file: string): boolean => file === "plotDiagram.ts";
    const found = [...folders, ...language, ...readers].flatMap((folder) =>
      readdirSync(join("src", folder), { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".ts") && !isPicture(file))
        .filter((file) => {
          const code = readFileSync(join("src", folder, file), "utf8").replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
          return inexact.test(code);
        })
        .map((file) => join(folder, file)),
    );
    expect(found).toEqual([]);
  });
});
