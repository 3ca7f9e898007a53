/** The landing of examples/planar-landing.ts: signals over time, and a moving picture. */
import { landing } from "../../examples/planar-landing.ts";
import { simulatePlanar } from "../../src/entries/planar.ts";
import { colours, Drawing, type Panel, type Place, pixels } from "./planarDrawing.ts";

const stopTime = 12;
const result = simulatePlanar(landing, { stopTime, tolerance: 1e-7, method: "radau5", interval: 0.01 });
const at = (name: string) => result.signal(name).values;
const times = result.time;

export function drawLanding(): Record<string, Drawing> {
  return { "landing-signals": drawSignals(), landing: drawMotion() };
}

function drawSignals(): Drawing {
  const drawing = new Drawing(760, 830);
  const degrees = (name: string) => at(name).map((value) => (value * 180) / Math.PI);
  const scaled = (name: string, factor: number) => at(name).map((value) => factor * value);
  const none = (values: Float64Array, surface: string) =>
    values.map((value, k) => (at(surface)[k] < 0 ? Number.NaN : value));
  plot(
    drawing,
    0,
    "normal force, kN",
    [0, 50],
    [
      ["left skid", scaled("deck/gear[0].normalForce", 1e-3), colours.first],
      ["right skid", scaled("deck/gear[5].normalForce", 1e-3), colours.second],
    ],
  );
  plot(
    drawing,
    1,
    "sliding speed in contact, m/s",
    [-1.5, 1.5],
    [
      ["left skid", none(at("deck/gear[0].slidingSpeed"), "deck/gear[0].surface"), colours.first],
      ["right skid", none(at("deck/gear[5].slidingSpeed"), "deck/gear[5].surface"), colours.second],
    ],
  );
  plot(
    drawing,
    2,
    "roll, °",
    [-15, 15],
    [
      ["deck", degrees("deck.phi"), colours.soft],
      ["fuselage", degrees("fuselage.phi"), colours.first],
    ],
  );
  plot(
    drawing,
    3,
    "energy, kJ",
    [-16, 10],
    [
      ["deck", scaled("energy.targetWork", 1e-3), colours.soft],
      ["lift", scaled("energy.loadWork", 1e-3), colours.third],
      ["friction", scaled("energy.friction", 1e-3), colours.second],
      ["beam damping", scaled("energy.beamDamping", 1e-3), colours.first],
      ["contact damping", scaled("energy.contactDamping", 1e-3), colours.fourth],
    ],
  );
  plot(drawing, 4, "balance of all energies, µJ", [-60, 60], [["", scaled("energy.balance", 1e6), colours.ink]]);
  return drawing;
}

function plot(
  drawing: Drawing,
  row: number,
  title: string,
  range: Place,
  curves: readonly (readonly [string, Float64Array, string])[],
): void {
  const panel: Panel = { left: 60, top: 28 + 160 * row, width: 680, height: 118, x: [0, stopTime], y: range };
  drawing.axes(panel, title, row === 4 ? "time, s" : "");
  drawing.legend(
    panel,
    curves.map(([name, , colour]) => [name, colour]),
  );
  for (const [, values, colour] of curves) {
    let run: Place[] = [];
    values.forEach((value, k) => {
      if (!Number.isNaN(value)) run.push([times[k], Math.min(Math.max(value, range[0]), range[1])]);
      if (Number.isNaN(value) || k === values.length - 1) {
        if (run.length > 1) drawing.line(panel, run, { stroke: colour, width: 1.2 });
        run = [];
      }
    });
  }
}

/** A picture that moves by itself: every shape has its points listed for all frames. */
function drawMotion(): Drawing {
  const drawing = new Drawing(760, 430);
  const panel: Panel = { left: 0, top: 0, width: 760, height: 430, x: [-5.2, 6], y: [-2.3, 4.04] };
  const frames = Array.from({ length: stopTime * 20 + 1 }, (_, k) => k / 20);
  const frameAt = frames.map((t) => times.findIndex((time) => time >= t - 1e-9));
  const placed = (name: string, local: readonly Place[]) =>
    frameAt.map((k) => {
      const [x, y, phi] = ["x", "y", "phi"].map((part) => at2(`${name}.${part}`)[k]);
      const [c, s] = [Math.cos(phi), Math.sin(phi)];
      return local.map(([a, b]): Place => [x + c * a - s * b, y + s * a + c * b]);
    });
  const deck: Place[] = [
    [-8, -1],
    [-8, 0],
    [8, 0],
    [8, -1],
  ];
  const cabin: Place[] = [
    [-0.75, -0.85],
    [-0.95, -0.2],
    [-0.8, 0.5],
    [-0.3, 0.85],
    [0.3, 0.85],
    [0.8, 0.5],
    [0.95, -0.2],
    [0.75, -0.85],
  ];
  const mast: Place[] = [
    [0, 0.85],
    [0, 1.15],
  ];
  const rotor: Place[] = [
    [-2.6, 1.18],
    [2.6, 1.18],
  ];
  const gear = frameAt.map((k) =>
    [0, 1, 2, 3, 4, 5].map((n): Place => [at2(`gear[${n}].x`)[k], at2(`gear[${n}].y`)[k]]),
  );
  drawing.raw(`<rect width="760" height="430" fill="#f4f8fb"/>`);
  const moving = (tag: string, shapes: readonly Place[][], look: string) => {
    const values = shapes.map((shape) => pixels(panel, shape)).join(";");
    drawing.raw(
      `<${tag} points="${pixels(panel, shapes[0])}" ${look}><animate attributeName="points" dur="${stopTime}s" repeatCount="indefinite" values="${values}"/></${tag}>`,
    );
  };
  moving("polygon", placed("deck", deck), `fill="${colours.target}" stroke="${colours.edge}" stroke-width="2"`);
  moving(
    "polyline",
    gear,
    `fill="none" stroke="${colours.ink}" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"`,
  );
  moving("polygon", placed("fuselage", cabin), `fill="#cfdbe6" stroke="${colours.ink}" stroke-width="2"`);
  moving("polyline", placed("fuselage", mast), `fill="none" stroke="${colours.ink}" stroke-width="5"`);
  moving("polyline", placed("fuselage", rotor), `fill="none" stroke="${colours.soft}" stroke-width="3"`);
  for (const [skid, n] of [
    ["deck/gear[0]", 0],
    ["deck/gear[5]", 5],
  ] as const) {
    const arrows = frameAt.map((k, f): Place[] => {
      const phi = at2("deck.phi")[k];
      const reach = (at2(`${skid}.normalForce`)[k] / 14715) * 1.2;
      const [x, y] = gear[f][n];
      return [
        [x, y],
        [x - reach * Math.sin(phi), y + reach * Math.cos(phi)],
      ];
    });
    moving("polyline", arrows, `fill="none" stroke="${colours.second}" stroke-width="3"`);
  }
  drawing.text(16, 26, "orange: normal forces on the skids");
  return drawing;
}

const cache = new Map<string, Float64Array>();

/** Signals are computed when asked for; frames ask often. */
function at2(name: string): Float64Array {
  const known = cache.get(name) ?? at(name);
  cache.set(name, known);
  return known;
}
