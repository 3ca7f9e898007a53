/**
 * The materials that every model knows by name, and where their numbers come from. Values are typical ones at room temperature: alloys,
 * fillers and treatment change them.
 *
 * Sources  [Callister2008] app. B: densities, moduli, expansion, conductivity and heat of metals, ceramics and plastics, the middle where
 *          it gives a range; [Dowling2013] tab. 5.2: Poisson's ratios, modulus of ABS; [Ashby2005] app. A: rubber; [Gammon1983]: elastic
 *          constants of ice at −16 °C; [CRC2014]: melting points, heat and conductivity of ice
 */
import { SolidMaterial, type SolidMaterialPalette } from "./solidMaterial.ts";

function known(
  density: number,
  YoungsModulus: number,
  PoissonsRatio: number,
  heat: readonly (number | undefined)[],
): SolidMaterial {
  const [meltingPoint, specificHeatCapacity, thermalConductivity, linearThermalExpansionCoefficient] = heat;
  const more = {
    ...(meltingPoint !== undefined && { meltingPoint }),
    ...(specificHeatCapacity !== undefined && { specificHeatCapacity }),
    ...(thermalConductivity !== undefined && { thermalConductivity }),
    ...(linearThermalExpansionCoefficient !== undefined && { linearThermalExpansionCoefficient }),
  };
  return SolidMaterial({ density, YoungsModulus, PoissonsRatio, ...more });
}

const unknown = undefined;

const palette = {
  Steel: known(8000, 2.0e11, 0.3, [1640, 500, 50, 1.2e-5]),
  Aluminium: known(2700, 6.9e10, 0.32, [933, 897, 237, 2.31e-5]),
  DryWood: known(700, 1.1e10, 0.4, [570, 1700, 0.1, 5.0e-6]),
  BilliardCushion: known(700, 1.1e10, 0.4, []),
  BilliardTable: known(700, 1.1e10, 0.4, []),
  BilliardBall: known(1768, 5.4e9, 0.34, []),
  BilliardCue: known(700, 1.1e10, 0.4, []),
  Observer: known(0, 0, 0, []),
  // metals: stainless steel 304, cartridge brass C26000, tough-pitch copper, grey iron, Ti-6Al-4V
  StainlessSteel: known(8000, 1.93e11, 0.3, [1670, 500, 16.2, 1.72e-5]),
  Brass: known(8530, 1.1e11, 0.35, [1190, 375, 120, 1.99e-5]),
  Copper: known(8890, 1.15e11, 0.33, [1356, 385, 388, 1.7e-5]),
  CastIron: known(7300, 1.0e11, 0.26, [unknown, 544, 46, 1.14e-5]),
  Titanium: known(4430, 1.14e11, 0.34, [1877, 610, 6.7, 8.6e-6]),
  // soda-lime glass, concrete of gravel, ice
  Glass: known(2500, 6.9e10, 0.23, [unknown, 840, 1.7, 9.0e-6]),
  Concrete: known(2400, 3.0e10, 0.2, [unknown, 1000, 1.5, 1.2e-5]),
  Ice: known(917, 9.33e9, 0.325, [273.15, 2100, 2.2, 5.1e-5]),
  // plastics: Acrylic is PMMA, Nylon PA 66, Polyethylene of high density; they soften before they melt
  ABS: known(1050, 2.4e9, 0.35, []),
  Acrylic: known(1190, 2.7e9, 0.35, [unknown, 1460, 0.21, 1.26e-4]),
  Nylon: known(1140, 2.7e9, 0.41, [538, 1670, 0.24, 1.44e-4]),
  Polycarbonate: known(1200, 2.4e9, 0.38, [unknown, 840, 0.2, 1.22e-4]),
  Polyethylene: known(959, 1.08e9, 0.42, [410, 1850, 0.48, 1.52e-4]),
  Polypropylene: known(905, 1.35e9, 0.4, [448, 1925, 0.12, 1.63e-4]),
  PTFE: known(2170, 4.8e8, 0.46, [600, 1050, 0.25, 1.71e-4]),
  PVC: known(1440, 3.3e9, 0.38, [unknown, 1255, 0.18, 1.35e-4]),
  // natural rubber, at small strains: nearly incompressible
  Rubber: known(930, 2.0e6, 0.499, [unknown, 2150, 0.12, 3.0e-4]),
} satisfies SolidMaterialPalette;

/** Names of the palette; editors complete them. */
export type SolidMaterialName = keyof typeof palette;

export const solidMaterialPalette: Readonly<Record<SolidMaterialName, SolidMaterial>> = Object.freeze(palette);
