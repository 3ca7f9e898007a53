/** Gravity fields of a Scene. */

import { checkOptionNames } from "../../errors/optionNames.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { Model, type ModelDefinition } from "../../language/model.ts";
import { elementTag } from "../../language/modelSource.ts";
import * as elementary from "../../math/elementary.ts";
import type { GravityField } from "../../mechanics/mechanismDescription.ts";
import { type Scalar, scalarParameter, type Vector, vectorParameter } from "../quantities.ts";
import type { Reader } from "../reader.ts";

/** m³/(kg·s²), CODATA 2014 */
export const gravitationalConstant = 6.67408e-11;
/** kg */
export const earthMass = 5.9722e24;
/** m, at the equator */
export const earthRadius = 6.3781e6;

export type GravityKind = "UniformGravityField" | "NoGravityField" | "PointGravityField";

/** The same acceleration everywhere: g along n; 9.81 m/s² along −y by default. */
export function UniformGravityField(options: { readonly g?: Scalar; readonly n?: Vector } = {}): ModelDefinition {
  checkOptionNames(options, ["g", "n"], "UniformGravityField");
  return Model({
    g: scalarParameter(options.g ?? 9.81, "m/s^2", "UniformGravityField", "g"),
    n: vectorParameter(options.n ?? [0, -1, 0], "1", "UniformGravityField", "n"),
    [elementTag]: { kind: "UniformGravityField" },
  });
}

/** No gravity. */
export function NoGravityField(): ModelDefinition {
  return Model({ [elementTag]: { kind: "NoGravityField" } });
}

/** Attraction by a mass in the origin of the world; by the Earth when neither `mass` (kg) nor `mue` = G·M (m³/s²) is given. */
export function PointGravityField(options: { readonly mass?: Scalar; readonly mue?: Scalar } = {}): ModelDefinition {
  checkOptionNames(options, ["mass", "mue"], "PointGravityField");
  const { mass, mue } = options;
  if (mass !== undefined && mue !== undefined) {
    throw new RattlebackError("E-3D-VALUE", "PointGravityField gets both mass and mue.", {
      path: "PointGravityField",
      because: "mue is the gravitational constant times the mass",
      hint: "one of the two",
    });
  }
  return Model({
    ...(mass === undefined
      ? { mue: scalarParameter(mue ?? gravitationalConstant * earthMass, "m^3/s^2", "PointGravityField", "mue") }
      : { mass: scalarParameter(mass, "kg", "PointGravityField", "mass") }),
    [elementTag]: { kind: "PointGravityField" },
  });
}

/** The field with the numbers of a run. */
export function readGravity(kind: GravityKind, read: Reader, path: string): GravityField {
  if (kind === "NoGravityField") return { kind: "none" };
  if (kind === "PointGravityField") {
    const mass = read.has(`${path}.mass`) ? gravitationalConstant * read.number(`${path}.mass`) : undefined;
    return { kind: "point", mu: mass ?? read.number(`${path}.mue`) };
  }
  const g = read.number(`${path}.g`);
  const n = read.vector(`${path}.n`);
  const length = elementary.hypot(n[0], n[1], n[2]);
  if (!(g >= 0) || !(length > 0 || g === 0)) {
    throw new RattlebackError("E-3D-VALUE", `A gravity of ${g} m/s² along [${n.join(", ")}] is not possible.`, {
      path: read.full(path),
      hint: "g ≥ 0 and a direction n that is not zero",
      data: { g, n: [...n] },
    });
  }
  const scale = g === 0 ? 0 : g / length;
  return { kind: "uniform", vector: [scale * n[0], scale * n[1], scale * n[2]] };
}
