/** Materials of solids: density for the mass, elastic constants for contacts. Palettes belong to a Scene, nothing is global. */
import { listNames, suggestName } from "../../errors/nearestName.ts";
import { checkOptionNames } from "../../errors/optionNames.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";

export interface SolidMaterial {
  /** kg/m³ */
  readonly density: number;
  /** Pa */
  readonly YoungsModulus: number;
  readonly PoissonsRatio: number;
  /** K */
  readonly meltingPoint: number;
  /** J/(kg·K) */
  readonly specificHeatCapacity: number;
  /** W/(m·K) */
  readonly thermalConductivity: number;
  /** 1/K */
  readonly linearThermalExpansionCoefficient: number;
}

const names = [
  "density",
  "YoungsModulus",
  "PoissonsRatio",
  "meltingPoint",
  "specificHeatCapacity",
  "thermalConductivity",
  "linearThermalExpansionCoefficient",
] as const;

/** A material; what is not given is unknown (NaN). */
export function SolidMaterial(options: Partial<SolidMaterial> = {}): SolidMaterial {
  checkOptionNames(options, names, "SolidMaterial");
  const material: Record<string, number> = {};
  for (const name of names) {
    const value = options[name];
    material[name] = value ?? Number.NaN;
    if (value === undefined || value >= 0) continue;
    throw new RattlebackError("E-3D-VALUE", `A SolidMaterial cannot have ${name} = ${String(value)}.`, {
      path: `SolidMaterial.${name}`,
      because: "material constants are not negative",
      hint: "leave out what is unknown",
      data: { name, value },
    });
  }
  return Object.freeze(material) as unknown as SolidMaterial;
}

function known(density: number, YoungsModulus: number, PoissonsRatio: number, heat: readonly number[]): SolidMaterial {
  const [meltingPoint, specificHeatCapacity, thermalConductivity, linearThermalExpansionCoefficient] = heat;
  const more = {
    ...(meltingPoint !== undefined && { meltingPoint }),
    ...(specificHeatCapacity !== undefined && { specificHeatCapacity }),
    ...(thermalConductivity !== undefined && { thermalConductivity }),
    ...(linearThermalExpansionCoefficient !== undefined && { linearThermalExpansionCoefficient }),
  };
  return SolidMaterial({ density, YoungsModulus, PoissonsRatio, ...more });
}

export type SolidMaterialPalette = Readonly<Record<string, SolidMaterial>>;

/** The materials that every model knows by name. */
export const solidMaterialPalette: SolidMaterialPalette = Object.freeze({
  Steel: known(8000, 2.0e11, 0.3, [1640, 500, 50, 1.2e-5]),
  Aluminium: known(2700, 6.9e10, 0.32, [933, 897, 237, 2.31e-5]),
  DryWood: known(700, 1.1e10, 0.4, [570, 1700, 0.1, 5.0e-6]),
  BilliardCushion: known(700, 1.1e10, 0.4, []),
  BilliardTable: known(700, 1.1e10, 0.4, []),
  BilliardBall: known(1768, 5.4e9, 0.34, []),
  BilliardCue: known(700, 1.1e10, 0.4, []),
  Observer: known(0, 0, 0, []),
});

/** The material of that name in a palette. */
export function findSolidMaterial(name: string, palette: SolidMaterialPalette, path: string): SolidMaterial {
  const found = Object.hasOwn(palette, name) ? palette[name] : undefined;
  if (found !== undefined) return found;
  const all = Object.keys(palette);
  throw new RattlebackError("E-MATERIAL-SOLID", `There is no solid material "${name}".`, {
    path,
    because: `the palette has ${listNames(all, 12)}`,
    hint: suggestName(name, all, "one of these, SolidMaterial({ density: … }), or Scene({ solidMaterials: { … } })"),
    data: { name, known: all },
  });
}
