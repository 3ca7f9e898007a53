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

export type SolidMaterialPalette = Readonly<Record<string, SolidMaterial>>;

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
