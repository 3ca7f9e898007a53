/** Colours as users write them: a name, "#rrggbb", "rgb(r, g, b)" or three numbers from 0 to 255. */
import { suggestName } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { colorNames } from "./colorNames.ts";

/** Red, green, blue from 0 to 255, as screens take them (sRGB). */
export type Rgb = readonly [number, number, number];

export type ColorInput = string | readonly number[];

/** The colour meant by `color`; names are those of the X Window System, whatever their case and spaces. */
export function parseColor(color: ColorInput, path = "color"): Rgb {
  if (Array.isArray(color)) return checkLevels(color as readonly number[], path);
  if (typeof color !== "string") throw colorError(String(color), path, "it is neither a text nor three numbers");
  const text = color.trim();
  if (/^#[0-9a-f]{6}$/i.test(text)) return hexLevels(text.slice(1));
  const levels = /^rgb\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)\s*\)$/i.exec(text);
  if (levels !== null) return checkLevels(levels.slice(1).map(Number), path);

  const name = text.replaceAll(/\s+/g, "").toLowerCase();
  const hex = colorNames().get(name);
  if (hex !== undefined) return hexLevels(hex);
  throw new RattlebackError("E-COLOR", `There is no colour "${color}".`, {
    path,
    because: "it is neither the name of a colour nor of the form #rrggbb",
    hint: suggestName(name, colorNames().keys(), `a name such as "DarkOrange", "#ff8c00" or [255, 140, 0]`),
    data: { color },
  });
}

/** "#rrggbb" */
export function hexColor([r, g, b]: Rgb): string {
  return `#${[r, g, b].map((level) => Math.round(level).toString(16).padStart(2, "0")).join("")}`;
}

/** Intensity of light from 0 to 1 of a level from 0 to 255: the curve of sRGB, as files with physical materials want it. */
export function linearIntensity(level: number): number {
  const s = level / 255;
  return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
}

function hexLevels(hex: string): Rgb {
  const value = Number.parseInt(hex, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function checkLevels(levels: readonly number[], path: string): Rgb {
  if (levels.length === 3 && levels.every((level) => level >= 0 && level <= 255)) {
    return [levels[0]!, levels[1]!, levels[2]!];
  }
  throw colorError(`[${levels.join(", ")}]`, path, "it does not have three levels from 0 to 255");
}

function colorError(color: string, path: string, because: string): RattlebackError {
  return new RattlebackError("E-COLOR", `There is no colour ${color}.`, {
    path,
    because,
    hint: 'a name such as "DarkOrange", "#ff8c00" or [255, 140, 0]',
    data: { color },
  });
}
