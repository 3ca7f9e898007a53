import { ByteBuffer } from "flatbuffers";
import { describe, expect, it } from "vitest";
import { writeFlatBuffer } from "../../../src/results/writers/flatbuffer.ts";

describe("a flat buffer", () => {
  const bytes = writeFlatBuffer({
    fields: [
      { bits: 8, value: 7 },
      undefined,
      { bits: 64, value: -(2 ** 40) },
      "größe",
      {
        fields: [
          { bits: 16, value: -3 },
          { bits: 32, value: 70_000 },
        ],
      },
      { tables: [{ fields: ["a"] }, { fields: ["b".repeat(3000)] }] },
      {
        structs: [
          [1, 2],
          [3, 2 ** 50],
        ],
      },
    ],
  });
  const buffer = new ByteBuffer(bytes);
  const root = buffer.readInt32(0);
  /** Place of a field of the table, 0 when it is absent. */
  const field = (table: number, id: number) => {
    const offset = buffer.__offset(table, 4 + 2 * id);
    return offset === 0 ? 0 : table + offset;
  };

  it("is read by the library of the format: numbers, absent fields, texts", () => {
    expect(buffer.readInt8(field(root, 0))).toBe(7);
    expect(field(root, 1)).toBe(0);
    expect(field(root, 9)).toBe(0);
    expect(buffer.readInt64(field(root, 2))).toBe(-(2n ** 40n));
    expect(buffer.__string(field(root, 3))).toBe("größe");
  });

  it("has tables within tables, vectors of tables and of structures", () => {
    const inner = buffer.__indirect(field(root, 4));
    expect(buffer.readInt16(field(inner, 0))).toBe(-3);
    expect(buffer.readInt32(field(inner, 1))).toBe(70_000);
    expect(buffer.__vector_len(field(root, 5))).toBe(2);
    const second = buffer.__indirect(buffer.__vector(field(root, 5)) + 4);
    expect(buffer.__string(field(second, 0))).toBe("b".repeat(3000));
    const structs = buffer.__vector(field(root, 6));
    expect(buffer.__vector_len(field(root, 6))).toBe(2);
    expect([0, 8, 16, 24].map((at) => buffer.readInt64(structs + at))).toEqual([1n, 2n, 3n, 2n ** 50n]);
  });

  it("puts every number at a multiple of its size", () => {
    expect(bytes.length % 8).toBe(0);
    expect(field(root, 2) % 8).toBe(0);
    expect(field(buffer.__indirect(field(root, 4)), 1) % 4).toBe(0);
    expect(buffer.__vector(field(root, 6)) % 8).toBe(0);
  });

  it("has these bytes, zeros between what it holds", () => {
    // where the table is; size of the list of places, of the table, the place of each field; back to that list, and the fields
    expect([...writeFlatBuffer({ fields: [{ bits: 16, value: -3 }, undefined] })]).toEqual([
      16, 0, 0, 0, 8, 0, 6, 0, 4, 0, 0, 0, 0, 0, 0, 0, 12, 0, 0, 0, 253, 255, 0, 0,
    ]);
  });
});
