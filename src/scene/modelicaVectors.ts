/**
 * Vectors of a model in Modelica (`ModelicaServices.Animation.Vector`: forces, torques, positions that sensors measure) as arrows: a shaft and
 * one or two heads, whose numbers are those that shapes have (modelicaShapes.ts). Forces and torques have the scale of the world,
 * `defaultN_to_m` and `defaultNm_to_m`; of other quantities a unit is as long as the nominal length, and positions are as long as they are.
 */

/** What a model in Modelica says of a vector. */
export interface ModelicaVector {
  readonly path: string;
  /** Literal of Modelica.Mechanics.MultiBody.Types.VectorQuantity. */
  readonly quantity: string;
}

/** Numbers of a part of an arrow, by row, in the order of those of a shape. */
export interface ArrowPart {
  readonly path: string;
  readonly type: "cylinder" | "cone";
  readonly values: readonly Float64Array[];
}

export const vectorSignals = ["R.T", "r", "coordinates", "headAtOrigin", "twoHeadedArrow"];
/** Numbers of a vector: orientation, position, coordinates, two truth values. */
export const vectorCount = 9 + 3 + 3 + 1 + 1;

/** Of a head, in diameters of the shaft. */
const [headLength, headWidth] = [4, 3];

/** `values`: those of `vectorSignals`; `perMetre`: the quantity whose arrow is one metre long. */
export function arrowOf(
  path: string,
  values: readonly Float64Array[],
  perMetre: number,
  diameter: number,
): readonly ArrowPart[] {
  const rows = values[0]!.length;
  const heads = values[vectorCount - 1]!.some((isTwo) => isTwo !== 0) ? 2 : 1;
  const size = (): Float64Array => new Float64Array(rows);
  const direction = [12, 13, 14].map((i) => values[i]!);
  const across = [size().fill(0.31), size().fill(0.27), size().fill(0.91)];
  const parts = ["shaft", "head", "secondHead"].slice(0, heads + 1).map((name) => ({
    path: `${path}.${name}`,
    type: name === "shaft" ? ("cylinder" as const) : ("cone" as const),
    begin: [size(), size(), size()],
    sizes: [size(), size(), size()],
  }));
  for (let row = 0; row < rows; row++) {
    const [x, y, z] = direction.map((component) => component[row]!) as [number, number, number];
    const length = Math.hypot(x, y, z) / perMetre;
    const cone = Math.min(headLength * diameter, length / heads);
    const isAtOrigin = values[15]![row] !== 0;
    let from = isAtOrigin ? -length : 0;
    parts.forEach(({ begin, sizes }, k) => {
      const own = k === 0 ? length - heads * cone : k === 2 && values[16]![row] === 0 ? 0 : cone;
      const share = length > 0 ? from / (length * perMetre) : 0;
      [x, y, z].forEach((component, i) => {
        begin[i]![row] = component * share;
      });
      sizes[0]![row] = own;
      for (const side of sizes.slice(1)) side[row] = k === 0 ? diameter : (headWidth * cone) / headLength;
      from += own;
    });
  }
  return parts.map(({ path: own, type, begin, sizes }) => ({
    path: own,
    type,
    values: [...values.slice(0, 12), ...begin, ...direction, ...across, ...sizes],
  }));
}
