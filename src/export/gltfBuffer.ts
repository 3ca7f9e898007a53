/** The binary part of a glTF file: numbers one after the other, and who is where. */

export const arrayBuffer = 34962;
export const elementArrayBuffer = 34963;

type Numbers = Float32Array | Uint32Array | Uint16Array;

const floatType = 5126;
const uint32Type = 5125;
const uint16Type = 5123;
const sizes = { SCALAR: 1, VEC3: 3, VEC4: 4 } as const;

export interface AccessorOptions {
  /** What a graphics card uses the data for. */
  readonly target?: number;
  /** Adds least and largest values, which positions and times must have. */
  readonly hasBounds?: boolean;
}

export interface BufferWriter {
  /** Number of the accessor. */
  add(values: Numbers, type: keyof typeof sizes, options: AccessorOptions): number;
  finish(): { readonly bytes: Uint8Array; readonly bufferViews: object[]; readonly accessors: object[] };
}

export function bufferWriter(): BufferWriter {
  const parts: { readonly values: Numbers; readonly byteOffset: number }[] = [];
  const bufferViews: object[] = [];
  const accessors: object[] = [];
  let byteLength = 0;

  return {
    add(values, type, { target, hasBounds = false }) {
      parts.push({ values, byteOffset: byteLength });
      const view = { buffer: 0, byteOffset: byteLength, byteLength: values.byteLength };
      const bufferView = bufferViews.push(target === undefined ? view : { ...view, target }) - 1;
      byteLength = 4 * Math.ceil((byteLength + values.byteLength) / 4);
      const size = sizes[type];
      return (
        accessors.push({
          bufferView,
          componentType: componentTypeOf(values),
          count: values.length / size,
          type,
          ...(hasBounds ? bounds(values, size) : {}),
        }) - 1
      );
    },
    finish() {
      const bytes = new Uint8Array(byteLength);
      for (const { values, byteOffset } of parts) {
        bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), byteOffset);
      }
      return { bytes, bufferViews, accessors };
    },
  };
}

function componentTypeOf(values: Numbers): number {
  if (values instanceof Float32Array) return floatType;
  return values instanceof Uint32Array ? uint32Type : uint16Type;
}

function bounds(values: Numbers, size: number): { min: number[]; max: number[] } {
  const min = Array<number>(size).fill(Infinity);
  const max = Array<number>(size).fill(-Infinity);
  values.forEach((value, k) => {
    min[k % size] = Math.min(min[k % size]!, value);
    max[k % size] = Math.max(max[k % size]!, value);
  });
  return { min, max };
}
