/** Property diagrams as SVG pictures: T–s and log p–h, with the dome, isolines and the path of a process. */

import { RattlebackError } from "../errors/rattlebackError.ts";
import { aFiniteNumber, anObject, aPositiveNumber, checkOptions, listOf, oneOf } from "../errors/shapes.ts";
import * as elementary from "../math/elementary.ts";
import { ticks } from "../plot/ticks.ts";
import { aMedium, type Medium } from "./medium.ts";
import { missingProperty } from "./mediumErrors.ts";
import type { MediumState } from "./mediumState.ts";

export type DiagramKind = "Ts" | "ph";

export interface DiagramOptions {
  /** States that are joined by a line, such as the corners of a cycle. */
  readonly path?: readonly MediumState[];
  /** Pressures of isobars in a T–s diagram, Pa; temperatures of isotherms in a p–h diagram, K. */
  readonly isolines?: readonly number[];
  readonly width?: number;
  readonly height?: number;
}

type Point = readonly [x: number, y: number];

const margin = { left: 64, right: 16, top: 16, bottom: 44 };

/** The diagram of a medium with two phases, as SVG text. */
export function plotDiagram(medium: Medium, kind: DiagramKind, options: DiagramOptions = {}): string {
  aMedium(medium, "medium");
  oneOf("Ts", "ph")(kind, "kind");
  checkOptions("plotDiagram", options, {
    path: listOf(anObject),
    isolines: listOf(aFiniteNumber),
    width: aPositiveNumber,
    height: aPositiveNumber,
  });
  const { critical } = medium.info;
  if (critical === undefined)
    throw missingProperty(
      medium.name,
      "diagram",
      'diagrams show two phases: choose medium("water") or helmholtz("R134a")',
    );
  const { width = 640, height = 440, path = [] } = options;
  const point = (state: MediumState): Point =>
    kind === "Ts" ? [state.s / 1e3, state.T] : [state.h / 1e3, Math.log10(state.p)];
  const dome = domeOf(medium, critical.T).map(point);
  const isolines = (options.isolines ?? defaultIsolines(medium, kind, critical)).map((value) => ({
    value,
    points: isoline(medium, kind, value).map(point),
  }));
  const corners = path.map(point);
  const shown = [...dome, ...corners];
  const [x0, x1] = widened(
    shown.map(([x]) => x),
    0.25,
  );
  const [y0, y1] = widened(
    shown.map(([, y]) => y),
    0.15,
  );
  const X = (x: number): number => margin.left + ((x - x0) / (x1 - x0)) * (width - margin.left - margin.right);
  const Y = (y: number): number =>
    height - margin.bottom - ((y - y0) / (y1 - y0)) * (height - margin.top - margin.bottom);
  const line = (points: readonly Point[], style: string): string =>
    points.length < 2
      ? ""
      : `<polyline fill="none" ${style} points="${points.map(([x, y]) => `${X(x).toFixed(1)},${Y(y).toFixed(1)}`).join(" ")}"/>\n`;
  const text = (x: number, y: number, value: string, more = ""): string =>
    `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${value}</text>\n`;
  const xTicks = ticks(x0, x1, 6).map((x) =>
    text(X(x), height - margin.bottom + 16, String(x), 'text-anchor="middle"'),
  );
  const yTicks =
    kind === "Ts"
      ? ticks(y0, y1, 6).map((y) => text(margin.left - 6, Y(y) + 4, String(y), 'text-anchor="end"'))
      : Array.from({ length: Math.floor(y1) - Math.ceil(y0) + 1 }, (_, i) => Math.ceil(y0) + i).map((y) =>
          text(margin.left - 6, Y(y) + 4, `1e${y}`, 'text-anchor="end"'),
        );
  const labels = isolines.map(({ value, points }) => {
    const visible = points.filter(([x, y]) => x > x0 && x < x1 && y > y0 && y < y1).at(-1);
    if (visible === undefined) return "";
    const label = kind === "Ts" ? `${Number((value / 1e5).toPrecision(3))} bar` : `${Number(value.toPrecision(4))} K`;
    return text(X(visible[0]) - 4, Y(visible[1]) + 12, label, 'text-anchor="end" fill="#888" font-size="10"');
  });
  const area = `x="${margin.left}" y="${margin.top}" width="${width - margin.left - margin.right}" height="${height - margin.top - margin.bottom}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
<clipPath id="area"><rect ${area}/></clipPath>
<g clip-path="url(#area)">
${isolines.map(({ points }) => line(points, 'stroke="#bbb"')).join("")}${line(dome, 'stroke="#1f5fa8" stroke-width="2"')}${line(corners, 'stroke="#c33" stroke-width="2"')}${corners.map(([x, y]) => `<circle cx="${X(x).toFixed(1)}" cy="${Y(y).toFixed(1)}" r="3" fill="#c33"/>\n`).join("")}</g>
<rect ${area} fill="none" stroke="#333"/>
${labels.join("")}${xTicks.join("")}${yTicks.join("")}${text(width / 2, height - 8, kind === "Ts" ? "s in kJ/(kg K)" : "h in kJ/kg", 'text-anchor="middle"')}${text(8, 12, kind === "Ts" ? "T in K" : "p in Pa")}${text(width - margin.right - 4, margin.top + 14, escaped(medium.name), 'text-anchor="end"')}</svg>
`;
}

const escaped = (name: string): string =>
  name.replace(/[&<>]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c]!);

/** Saturated liquid up to the critical point, then saturated vapour down again. */
function domeOf(medium: Medium, Tc: number): MediumState[] {
  const from = medium.limits.find(({ name }) => name === "T")!.from + 0.01;
  const liquid: MediumState[] = [];
  const vapour: MediumState[] = [];
  const count = 80;
  for (let k = 0; k <= count; k++) {
    // closer together towards the top, where the dome is round
    const share = 1 - elementary.square(1 - k / count);
    const both = medium.saturation_T(from + share * (0.99999 * Tc - from));
    liquid.push(both.liquid);
    vapour.unshift(both.vapour);
  }
  return [...liquid, ...vapour];
}

function defaultIsolines(
  medium: Medium,
  kind: DiagramKind,
  critical: { readonly p: number; readonly T: number },
): number[] {
  if (kind === "Ts") return [1e-4, 1e-3, 1e-2, 0.1, 0.5, 1, 3].map((share) => share * critical.p);
  const range = medium.limits.find(({ name }) => name === "T")!;
  return [0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.25]
    .map((share) => share * critical.T)
    .filter((T) => T > range.from && T < range.to);
}

/** States along an isobar or an isotherm, as far as the medium goes. */
function isoline(medium: Medium, kind: DiagramKind, value: number): MediumState[] {
  const states: MediumState[] = [];
  const count = 160;
  const add = (make: () => MediumState): void => {
    try {
      states.push(make());
    } catch (error) {
      if (!(error instanceof RattlebackError)) throw error;
    }
  };
  const T = medium.limits.find(({ name }) => name === "T")!;
  if (kind === "Ts") {
    // by enthalpy, which passes through the two phases
    const low = medium.state_pT(value, T.from + 0.01).h;
    const high = medium.state_pT(value, Math.min(T.to, 1.6 * medium.info.critical!.T)).h;
    for (let k = 0; k <= count; k++) add(() => medium.state_ph(value, low + ((high - low) * k) / count));
    return states;
  }
  // by density, from liquid to thin gas
  const dense = 3 * medium.info.critical!.d;
  for (let k = 0; k <= count; k++) add(() => medium.state_dT(dense * elementary.pow(10, (-6 * k) / count), value));
  return states;
}

function widened(values: readonly number[], share: number): readonly [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return [low - 0.05 * (high - low), high + share * (high - low)];
}
