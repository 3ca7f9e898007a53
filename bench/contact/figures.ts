/** Figures of docs/collision.md, from the examples: tracks of the billiard break, spin of the rattleback, bounces of all laws. */
import { writeFileSync } from "node:fs";
import { instantiate, type NormalLawName, type Result, simulate } from "rattleback";
import Rattleback from "../../examples/contact-rattleback.ts";
import { restitutionOf } from "../../src/contact/laws/exactRestitutionLaw.ts";
import { findLaw } from "../../src/contact/laws/findLaw.ts";
import { billiard } from "./billiard.ts";

const colours = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e"];
const svg = (width: number, height: number, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">\n<rect width="${width}" height="${height}" fill="#fff"/>\n${body}\n</svg>\n`;
const path = (points: readonly (readonly [number, number])[], colour: string): string =>
  `<path d="M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}" fill="none" stroke="${colour}" stroke-width="1.4"/>`;

function billiardFigure(): string {
  const result: Result = simulate(instantiate(billiard()), { stopTime: 3, tolerance: 1e-7, interval: 0.02 });
  const place = ([x, y]: readonly number[]): [number, number] => [300 + 240 * x!, 150 - 240 * y!];
  const parts = [`<rect x="31" y="16" width="538" height="268" fill="#e8f3e8" stroke="#8a6d3b" stroke-width="3"/>`];
  for (const [k, name] of ["cue", ...Array.from({ length: 15 }, (_, i) => `ball${i + 1}`)].entries()) {
    const track = result.signal<number[][]>(`${name}.translation`).values;
    parts.push(path(track.map(place), k === 0 ? "#888" : colours[k % 5]!));
    const [x, y] = place(track.at(-1)!);
    parts.push(
      `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="7.2" fill="${k === 0 ? "#fff" : colours[k % 5]}" stroke="#333"/>`,
    );
  }
  return svg(600, 300, parts.join("\n"));
}

/** Curves over a rectangle with axes. */
function plot(
  curves: readonly { readonly name: string; readonly points: readonly (readonly [number, number])[] }[],
  range: readonly [number, number, number, number],
  labels: readonly [string, string],
): string {
  const [x0, x1, y0, y1] = range;
  const place = ([x, y]: readonly [number, number]): [number, number] => [
    60 + (420 * (x - x0)) / (x1 - x0),
    230 - (200 * (y - y0)) / (y1 - y0),
  ];
  const parts = [`<rect x="60" y="30" width="420" height="200" fill="none" stroke="#999"/>`];
  for (let k = 0; k <= 4; k++) {
    const [x, y] = [x0 + (k * (x1 - x0)) / 4, y0 + (k * (y1 - y0)) / 4];
    parts.push(`<text x="${place([x, y0])[0]}" y="246" text-anchor="middle">${Number(x.toPrecision(3))}</text>`);
    parts.push(`<text x="54" y="${place([x0, y])[1] + 4}" text-anchor="end">${Number(y.toPrecision(3))}</text>`);
  }
  parts.push(`<text x="270" y="264" text-anchor="middle">${labels[0]}</text>`);
  parts.push(`<text x="60" y="22">${labels[1]}</text>`);
  curves.forEach(({ name, points }, k) => {
    parts.push(path(points.map(place), colours[k]!));
    parts.push(`<text x="490" y="${46 + 16 * k}" fill="${colours[k]}">${name}</text>`);
  });
  return svg(620, 275, parts.join("\n"));
}

function rattlebackFigure(): string {
  const result = simulate(instantiate(Rattleback), { stopTime: 4, tolerance: 1e-7, interval: 0.01, method: "radau5" });
  const w = result.signal<number[][]>("stone.angularVelocity").values;
  const curve = (value: (w: readonly number[]) => number) => w.map((v, k) => [result.time[k]!, value(v)] as const);
  return plot(
    [
      { name: "spin", points: curve((v) => v[2]!) },
      { name: "rattling", points: curve((v) => v[1]!) },
    ],
    [0, 4, -2.5, 2.5],
    ["time / s", "angular velocity / (rad/s)"],
  );
}

/** What comes out of an impact at 1 m/s for a wanted restitution. */
function lawFigure(): string {
  const start = { speed: 1, smallSpeed: 0.01, maximumDamping: 2000 };
  const wanted = Array.from({ length: 50 }, (_, k) => (k + 1) / 50);
  const curves = ["exactRestitution", "elastic", "huntCrossley", "lankaraniNikravesh"].map((name) => ({
    name,
    points: wanted.map((restitution) => {
      const d = findLaw(name as NormalLawName, name).damping({ ...start, restitution });
      return [restitution, restitutionOf(d)] as const;
    }),
  }));
  return plot(curves, [0, 1, 0, 1], ["wanted restitution", "restitution that comes out"]);
}

writeFileSync(new URL("../../docs/figures/contact/laws.svg", import.meta.url), lawFigure());
writeFileSync(new URL("../../docs/figures/contact/rattleback.svg", import.meta.url), rattlebackFigure());
writeFileSync(new URL("../../docs/figures/contact/billiard.svg", import.meta.url), billiardFigure());
