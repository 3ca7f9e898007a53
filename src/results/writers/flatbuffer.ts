/**
 * Writes the part of the FlatBuffers format that the headers of Arrow need.
 *
 * Source   [FlatBuffers] internals. All numbers are little endian, each at a multiple of its size.
 *   table    i32 distance back to its vtable, then the fields
 *   vtable   u16 own size, u16 size of the table, u16 per field: its place in the table, 0 when absent
 *   vector   u32 count, then the items
 *   string   as a vector of bytes, then a zero
 *   Tables, vectors and strings inside a table are u32 distances forward from the field.
 *
 * A description of the tree goes in, bytes come out. Parents are written before their children, so every
 * distance points forward as the format demands and is filled in when the child is reached.
 */

export type FlatValue = FlatNumber | FlatTable | FlatTables | FlatStructs | string;
export interface FlatNumber {
  readonly bits: 8 | 16 | 32 | 64;
  readonly value: number;
}
/** Fields in the order of their ids; undefined is absent. */
export interface FlatTable {
  readonly fields: readonly (FlatValue | undefined)[];
}
/** A vector of tables. */
export interface FlatTables {
  readonly tables: readonly FlatTable[];
}
/** A vector of structures, each a list of 64-bit integers. */
export interface FlatStructs {
  readonly structs: readonly (readonly number[])[];
}

/** The bytes of a buffer with this root table; their number is a multiple of 8. */
export function writeFlatBuffer(root: FlatTable): Uint8Array {
  const writer = new FlatWriter();
  writer.writeRoot(root);
  return writer.finish();
}

class FlatWriter {
  private view = new DataView(new ArrayBuffer(1024));
  private size = 0;

  writeRoot(root: FlatTable): void {
    this.reserve(4);
    this.point(0, this.writeTable(root));
  }

  finish(): Uint8Array {
    this.align(8);
    return new Uint8Array(this.view.buffer, 0, this.size);
  }

  private writeTable({ fields }: FlatTable): number {
    const places = new Uint16Array(fields.length);
    let tableSize = 4;
    fields.forEach((field, id) => {
      if (field === undefined) return;
      const bytes = isNumber(field) ? field.bits / 8 : 4;
      places[id] = Math.ceil(tableSize / bytes) * bytes;
      tableSize = places[id]! + bytes;
    });

    const vtableSize = 4 + 2 * fields.length;
    this.align(2);
    const vtable = this.reserve(vtableSize);
    this.view.setUint16(vtable, vtableSize, true);
    this.view.setUint16(vtable + 2, tableSize, true);
    places.forEach((place, id) => {
      this.view.setUint16(vtable + 4 + 2 * id, place, true);
    });

    this.align(8);
    const table = this.reserve(tableSize);
    this.view.setInt32(table, table - vtable, true);
    fields.forEach((field, id) => {
      if (field !== undefined && isNumber(field)) this.setNumber(table + places[id]!, field);
    });
    fields.forEach((field, id) => {
      if (field !== undefined && !isNumber(field)) this.point(table + places[id]!, this.writeObject(field));
    });
    return table;
  }

  private writeObject(value: Exclude<FlatValue, FlatNumber>): number {
    if (typeof value === "string") return this.writeString(value);
    if ("fields" in value) return this.writeTable(value);
    return "tables" in value ? this.writeTables(value) : this.writeStructs(value);
  }

  private writeString(text: string): number {
    const bytes = new TextEncoder().encode(text);
    this.align(4);
    const at = this.reserve(4 + bytes.length + 1);
    this.view.setUint32(at, bytes.length, true);
    new Uint8Array(this.view.buffer).set(bytes, at + 4);
    return at;
  }

  private writeTables({ tables }: FlatTables): number {
    this.align(4);
    const at = this.reserve(4 + 4 * tables.length);
    this.view.setUint32(at, tables.length, true);
    tables.forEach((table, i) => {
      this.point(at + 4 + 4 * i, this.writeTable(table));
    });
    return at;
  }

  private writeStructs({ structs }: FlatStructs): number {
    this.align(8);
    this.reserve(4);
    const at = this.reserve(4);
    this.view.setUint32(at, structs.length, true);
    for (const struct of structs) {
      for (const value of struct) this.setNumber(this.reserve(8), { bits: 64, value });
    }
    return at;
  }

  private setNumber(at: number, { bits, value }: FlatNumber): void {
    if (bits === 8) this.view.setInt8(at, value);
    else if (bits === 16) this.view.setInt16(at, value, true);
    else if (bits === 32) this.view.setInt32(at, value, true);
    else this.view.setBigInt64(at, BigInt(value), true);
  }

  /** Lets the field at `from` point to `target`. */
  private point(from: number, target: number): void {
    this.view.setUint32(from, target - from, true);
  }

  private align(bytes: number): void {
    this.reserve(-this.size & (bytes - 1));
  }

  /** Appends zeros and returns where they begin. */
  private reserve(bytes: number): number {
    const at = this.size;
    this.size += bytes;
    if (this.size > this.view.byteLength) {
      const grown = new Uint8Array(2 * this.size);
      grown.set(new Uint8Array(this.view.buffer));
      this.view = new DataView(grown.buffer);
    }
    return at;
  }
}

function isNumber(value: FlatValue): value is FlatNumber {
  return typeof value === "object" && "bits" in value;
}
