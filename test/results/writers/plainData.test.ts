/** Plain data as JSON writes it, and back: numbers that JSON has not, typed arrays, and how deep it may nest. */
import { describe, expect, it } from "vitest";
import { attachmentsFromJson, attachmentsToJson } from "../../../src/results/writers/attachments.ts";
import { fromJsonSafe, jsonSafe } from "../../../src/results/writers/metadata.ts";
import { csvNumber, jsonNumber } from "../../../src/results/writers/numberText.ts";

const nested = (depth: number, wrap: (inner: unknown) => unknown): unknown =>
  depth === 0 ? 1 : wrap(nested(depth - 1, wrap));
const list = (inner: unknown): unknown => [inner];
const object = (inner: unknown): unknown => ({ inner });

describe("plain data", () => {
  const values: readonly (readonly [value: unknown, written: unknown])[] = [
    [1.5, 1.5],
    [0, 0],
    [-0, { number: "-0" }],
    [Number.NaN, { number: "NaN" }],
    [Infinity, { number: "Infinity" }],
    [-Infinity, { number: "-Infinity" }],
    ["text", "text"],
    [true, true],
    [null, null],
    [
      [1, [-0]],
      [1, [{ number: "-0" }]],
    ],
    [{ a: { b: Infinity } }, { a: { b: { number: "Infinity" } } }],
    [{ number: "3" }, { number: "3" }],
    [{ digits: "NaN" }, { digits: "NaN" }],
    [{ object: Number.NaN }, { object: { number: "NaN" } }],
    [
      { number: "NaN", unit: "m" },
      { number: "NaN", unit: "m" },
    ],
    [{}, {}],
    [[], []],
  ];

  it.each(values)("%o is written as %o, and read as it was", (value, written) => {
    expect(jsonSafe(value)).toEqual(written);
    expect(fromJsonSafe(written)).toEqual(value);
    expect(fromJsonSafe(JSON.parse(JSON.stringify(jsonSafe(value))))).toEqual(value);
  });

  it("of typed arrays is that of lists, but for bytes that are seen as they are", () => {
    expect(jsonSafe(Float64Array.of(1, -0, Number.NaN))).toEqual([1, { number: "-0" }, { number: "NaN" }]);
    expect(jsonSafe(Uint8Array.of(1, 2))).toEqual([1, 2]);
    expect(jsonSafe(new DataView(new ArrayBuffer(2)))).toEqual({});
    expect(jsonSafe(undefined)).toBeUndefined();
  });

  it("that nests deeper than any parameter is refused", () => {
    for (const wrap of [list, object]) {
      expect(fromJsonSafe(nested(100, wrap))).toEqual(nested(100, wrap));
      expect(() => fromJsonSafe(nested(101, wrap))).toThrow(
        expect.objectContaining({ path: "parameters", because: "more than 100 brackets are nested" }),
      );
    }
  });
});

describe("what is attached", () => {
  const there = (value: unknown): unknown => {
    const [written] = attachmentsToJson(new Map([["a", value]]));
    if (written === undefined) return "left out";
    return attachmentsFromJson(JSON.parse(JSON.stringify([written]))).get("a");
  };

  it("is the same in a file, typed arrays with their type", () => {
    const bare = Object.assign(Object.create(null) as object, { x: 1 });
    for (const value of [
      Float64Array.of(1, -0, Number.NaN, Infinity),
      Float32Array.of(0.5),
      Int32Array.of(-1),
      Uint32Array.of(4e9),
      Uint16Array.of(65_535),
      Uint8Array.of(255),
      [1, "a", null, true, [-0, Number.NaN]],
      { a: { b: [Float64Array.of(1)] }, size: -Infinity },
      { array: "Float64Array" },
      { array: "Float64Array", values: [1], more: 2 },
      { number: 3 },
      { number: "-0", more: 1 },
      "text",
      7,
      false,
    ])
      expect(there(value)).toEqual(value);
    expect(there(bare)).toEqual({ x: 1 });
  });

  /** Objects that are written as JSON writes something else: numbers, typed arrays, and what keeps them apart. */
  const mistakable = [
    { number: "NaN" },
    { number: "-0" },
    { array: "Float64Array", values: [1] },
    { array: "none", values: "no list" },
    [{ a: { number: "Infinity" } }, Number.NaN, { object: { number: "NaN" } }],
    { object: { object: { number: "NaN" } } },
    { a: { number: "NaN" }, b: { object: Number.NaN }, c: { object: 3 }, d: { object: Float64Array.of(-0) } },
    [{ number: "NaN" }, { array: 1, more: 2 }, { values: [1], more: 2 }, { array: "Uint8Array", values: [1], more: 2 }],
    { a: { number: "NaN" }, b: { object: { x: 1 } }, c: { object: {}, more: 1 }, d: { object: { object: 1 } } },
  ];

  it.each(mistakable.map((value) => ({ value })))(
    "$value is no number and no typed array in a file either",
    ({ value }) => {
      expect(there(value)).toEqual(value);
      expect(there({ inner: [value] })).toEqual({ inner: [value] });
    },
  );

  it("is written without a word about objects that look like something else where there are none", () => {
    const value = { a: Number.NaN, object: { object: Float64Array.of(1) } };
    const written = { a: { number: "NaN" }, object: { object: { array: "Float64Array", values: [1] } } };
    expect(attachmentsToJson(new Map([["a", value]]))).toEqual([{ name: "a", value: written }]);
    expect(attachmentsFromJson([{ name: "a", value: written }]).get("a")).toEqual(value);
    const inside = { object: { number: "NaN" } };
    expect(attachmentsFromJson([{ name: "a", value: inside }]).get("a")).toEqual({ object: Number.NaN });
    expect(attachmentsFromJson([{ name: "a", value: inside, wrapped: true }]).get("a")).toEqual({ number: "NaN" });
  });

  it("has such objects wrapped, and nothing else", () => {
    const value = [
      { number: "NaN" },
      { x: { y: 1 } },
      { object: 1 },
      { object: {}, more: 1 },
      {},
      { array: 1 },
      [Number.NaN],
    ];
    expect(attachmentsToJson(new Map([["a", value]]))).toEqual([
      {
        name: "a",
        wrapped: true,
        value: [
          { object: { number: "NaN" } },
          { x: { y: 1 } },
          { object: { object: 1 } },
          { object: {}, more: 1 },
          {},
          { array: 1 },
          [{ number: "NaN" }],
        ],
      },
    ]);
  });

  it("nests as deep with such objects as without", () => {
    const deep = (depth: number, inner: unknown): unknown => (depth === 0 ? inner : [deep(depth - 1, inner)]);
    expect(there(deep(49, { number: "NaN" }))).toEqual(deep(49, { number: "NaN" }));
    expect(there(deep(50, { number: "NaN" }))).toBe("left out");
  });

  it("is left out where something in it is no plain data, or nests deeper than scenes do", () => {
    for (const value of [() => 1, [1, () => 1], { a: 1, f: () => 1 }, new Date(0), [new Map()], 3n, Symbol("s")])
      expect(there(value)).toBe("left out");
    for (const wrap of [list, object]) {
      expect(there(nested(50, wrap))).toEqual(nested(50, wrap));
      expect(there(nested(51, wrap))).toBe("left out");
      expect(() => attachmentsFromJson([{ name: "a", value: nested(51, wrap) }])).toThrow(
        expect.objectContaining({ because: "more than 50 brackets are nested" }),
      );
      expect(attachmentsFromJson([{ name: "a", value: nested(50, wrap) }]).get("a")).toEqual(nested(50, wrap));
    }
    expect(attachmentsFromJson(undefined).size).toBe(0);
  });
});

it("numbers are written with as many digits as they have", () => {
  const numbers = [0, -0, 1 / 3, 1e21, 5e-324, Infinity, -Infinity, Number.NaN];
  expect(numbers.map(csvNumber)).toEqual([
    "0",
    "-0",
    "0.3333333333333333",
    "1e+21",
    "5e-324",
    "Infinity",
    "-Infinity",
    "",
  ]);
  expect(numbers.map(jsonNumber)).toEqual([
    ...["0", "-0", "0.3333333333333333", "1e+21", "5e-324"],
    ...['"Infinity"', '"-Infinity"', "null"],
  ]);
});
