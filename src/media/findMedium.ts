/** Media by name: `medium("water")`. Each is made once, when it is asked for. */
import { checkOptions, shape } from "../errors/shapes.ts";
import { helmholtz, helmholtzNames } from "./helmholtz/helmholtzMedium.ts";
import { gasNames, isGasName } from "./idealGas/gasSpecies.ts";
import { idealGas, simpleAir } from "./idealGas/idealGas.ts";
import { WaterIF97 } from "./if97/waterIF97.ts";
import type { Medium } from "./medium.ts";
import { unknownMedium } from "./mediumErrors.ts";
import { moistAir } from "./moistAir.ts";
import { constantWater } from "./simple/constantLiquid.ts";
import { linearColdWater, linearWaterAmbient } from "./simple/linearLiquid.ts";
import { essotherm650, glycol47 } from "./simple/tableLiquids.ts";
import type { TableOptions } from "./tables/tableSource.ts";
import { tabulated } from "./tables/tabulatedMedium.ts";

const makers: Readonly<Record<string, () => Medium>> = {
  water: () => new WaterIF97(),
  ConstantPropertyLiquidWater: constantWater,
  LinearColdWater: linearColdWater,
  LinearWaterAmbient: linearWaterAmbient,
  Glycol47: glycol47,
  Essotherm650: essotherm650,
  SimpleAir: simpleAir,
  MoistAir: () => moistAir(),
  ...Object.fromEntries(helmholtzNames.map((name) => [name, () => helmholtz(name)])),
};

const tablesShape = shape(
  "true, false, or options of tables",
  (value) => typeof value === "boolean" || typeof value === "object",
);

const made = new Map<string, Medium>();

/** Water and steam by IAPWS-IF97. */
export function waterIF97(): Medium {
  return medium("water");
}

export interface MediumOptions {
  /** Fast tables over (p, h) of a medium with a line of saturation, with their range and refinement if they are to differ. */
  readonly tables?: boolean | TableOptions;
}

/** A medium by its name; `listMedia()` gives all names. The same name gives the same object; tables with options of their own are made each time. */
export function medium(name: string, options: MediumOptions = {}): Medium {
  if (typeof name !== "string") throw unknownMedium(name, listMedia());
  checkOptions("medium", options, { tables: tablesShape });
  const { tables = false } = options;
  if (tables === true) {
    const key = `${name} by tables`;
    let own = made.get(key);
    if (own === undefined) {
      own = tabulated(medium(name));
      made.set(key, own);
    }
    return own;
  }
  if (tables !== false) return tabulated(medium(name), tables);
  let found = made.get(name);
  if (found === undefined) {
    if (Object.hasOwn(makers, name)) found = makers[name]!();
    else if (isGasName(name)) found = idealGas(name);
    else throw unknownMedium(name, listMedia());
    made.set(name, found);
  }
  return found;
}

/** Names of all media: those with equations of their own, then the ideal gases. */
export function listMedia(): readonly string[] {
  return [...Object.keys(makers), ...gasNames()];
}
