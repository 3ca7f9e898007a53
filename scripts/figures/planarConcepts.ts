/** Figures that explain: matrices of one point, minimum translation, obtuse corners, a crossing within one step, modes. */
import { block, plate, shots } from "../../examples/planar-minimum-translation.ts";
import {
  convexPolygon,
  isOnRange,
  LoopConfiguration,
  Outline,
  outlineFromVertices,
  type PlanarResult,
  type Point,
  simulatePlanar,
} from "../../src/entries/planar.ts";
import { colours, Drawing, type Panel, type Place } from "./planarDrawing.ts";

export function drawConcepts(): Record<string, Drawing> {
  return {
    matrices: drawMatrices(),
    "minimum-translation": drawMinimumTranslation(),
    corner: drawCorner(),
    crossing: drawCrossing(),
    modes: drawModes(),
  };
}

/** A point on its way into a polygon, and the columns of P, Δ, S and C after every sample. */
function drawMatrices(): Drawing {
  const drawing = new Drawing(760, 330);
  const polygon = convexPolygon([
    [-2, -1],
    [-1.6, 0.9],
    [1.2, 1.2],
    [2.4, -0.3],
    [1.2, -1.3],
  ]);
  const path: Place[] = [
    [2.3, 1.9],
    [1.35, 1.3],
    [0.75, 0.75],
    [0.35, 0.3],
    [0, 1.25],
  ];
  const panel: Panel = { left: 20, top: 20, width: 390, height: 290, x: [-2.9, 3.1], y: [-2, 2.46] };
  const corners = cornersOf(polygon.vertices);
  drawing.outline(panel, corners);
  const outline = new Outline(polygon.count);
  outlineFromVertices(outline, polygon.vertices);
  corners.forEach(([x, y], i) => {
    const [nx, ny] = [-outline.ey[i] / outline.length[i], outline.ex[i] / outline.length[i]];
    const [mx, my] = [x + outline.ex[i] / 2, y + outline.ey[i] / 2];
    drawing.arrow(panel, [mx, my], [mx + 0.45 * nx, my + 0.45 * ny], { stroke: colours.edge });
    drawing.label(
      panel,
      [mx - 0.22 * nx, my - 0.22 * ny],
      `${i}`,
      [0, 4],
      `text-anchor="middle" fill="${colours.edge}"`,
    );
  });
  drawing.line(panel, path, { stroke: colours.first, dash: "5 4" });
  path.forEach((place, k) => {
    drawing.dot(panel, place, 4, { fill: colours.first });
    drawing.label(panel, place, `t${k}`, [8, -5], `fill="${colours.first}"`);
  });

  const configuration = new LoopConfiguration(polygon.count, 1);
  configuration.initialise(outline, Float64Array.from(path[0]), 0);
  const [left, top] = [450, 58];
  drawing.text(left, 30, "column of the point, surfaces 0 … 4 from left to right", `fill="${colours.soft}"`);
  ["P", "Δ", "S", "C"].forEach((name, m) => void drawing.text(left + 62 + 68 * m, top, name, 'text-anchor="middle"'));
  path.forEach(([x, y], k) => {
    configuration.accept(outline, Float64Array.of(x, y), 0);
    const row = top + 34 + 46 * k;
    drawing.text(left, row + 5, `t${k}`, `fill="${colours.first}"`);
    const columns: number[][] = [
      Array.from(configuration.penetration),
      Array.from(configuration.change),
      corners.map((_, i) => Number(isOnRange(outline, i, x, y))),
      Array.from(configuration.collision),
    ];
    columns.forEach((column, m) => {
      column.forEach((value, i) => {
        const fill =
          value === 0
            ? "#ffffff"
            : value < 0
              ? colours.fourth
              : [colours.soft, colours.first, colours.third, colours.second][m];
        const cell = `x="${left + 34 + 68 * m + 11 * i}" y="${row - 7}" width="10" height="14"`;
        drawing.raw(`<rect ${cell} fill="${fill}" stroke="${colours.soft}" stroke-width="0.6"/>`);
      });
    });
  });
  drawing.text(left, 312, "filled: 1, violet: −1, empty: 0", `fill="${colours.soft}"`);
  return drawing;
}

/** The four shots of examples/planar-minimum-translation.ts, at equal times. */
function drawMinimumTranslation(): Drawing {
  const drawing = new Drawing(760, 360);
  Object.entries(shots).forEach(([name, shot], k) => {
    const isPlate = name.startsWith("thin plate");
    const panel: Panel = isPlate
      ? { left: 20 + 185 * k, top: 40, width: 165, height: 300, x: [-0.022, 0.022], y: [-0.045, 0.035] }
      : { left: 20 + 185 * k, top: 40, width: 165, height: 300, x: [-0.024, 0.02], y: [-0.045, 0.035] };
    drawing.raw(
      `<clipPath id="clip${k}"><rect x="${panel.left}" y="${panel.top}" width="${panel.width}" height="${panel.height}"/></clipPath>`,
    );
    drawing.raw(`<g clip-path="url(#clip${k})">`);
    drawing.outline(panel, isPlate ? plate : block);
    drawPath(drawing, panel, shot);
    drawing.raw("</g>");
    drawing.raw(
      `<rect x="${panel.left}" y="${panel.top}" width="${panel.width}" height="${panel.height}" fill="none" stroke="${colours.grid}"/>`,
    );
    const [place, rule] = name.split(", ");
    drawing.text(panel.left, 18, place);
    drawing.text(panel.left, 33, rule, `fill="${rule.startsWith("last") ? colours.first : colours.second}"`);
  });
  return drawing;
}

function drawPath(drawing: Drawing, panel: Panel, shot: PlanarResult): void {
  const [x, y, surface] = ["shot.x", "shot.y", "target/shot[0].surface"].map((name) => shot.signal(name).values);
  const points = Array.from(x, (value, k): Place => [value, y[k]]);
  drawing.line(panel, points, { stroke: colours.soft, width: 1 });
  points.forEach((point, k) => {
    const fill = surface[k] < 0 ? colours.ink : surface[k] === 1 ? colours.first : colours.second;
    drawing.dot(panel, point, 2.6, { fill });
  });
  const last = points[points.length - 1];
  const [vx, vy] = [shot.final("shot.vx"), shot.final("shot.vy")];
  drawing.arrow(panel, last, [last[0] + 0.0025 * vx, last[1] + 0.0025 * vy], { width: 1.5 });
}

/** A soft contact slides over the obtuse corner of an octagon: handed on, and released. */
function drawCorner(): Drawing {
  const drawing = new Drawing(760, 330);
  const r = 1 + Math.SQRT2;
  const ring = [0, 1, 2, 3, 4, 5, 6, 7].map((k): Point => {
    const angle = ((2 * k + 1) * Math.PI) / 8;
    return [(r / Math.cos(Math.PI / 8)) * Math.sin(angle), (r / Math.cos(Math.PI / 8)) * Math.cos(angle)];
  });
  const stiffness = 120;
  (["handOn", "release"] as const).forEach((corners, k) => {
    const panel: Panel = { left: 20 + 370 * k, top: 40, width: 350, height: 270, x: [0.35, 1.95], y: [1.35, 2.584] };
    const result = simulatePlanar(
      {
        bodies: { slider: { mass: 1, inertia: 1, position: [0.2, r - 9.81 / stiffness], velocity: [0.9, 0] } },
        targets: { octagon: { outline: ring } },
        contacts: [{ target: "octagon", initiators: "slider", stiffness, damping: 1 }],
      },
      { stopTime: 1.6, tolerance: 1e-9, corners, interval: 0.04 },
    );
    drawing.raw(
      `<clipPath id="corner${k}"><rect x="${panel.left}" y="${panel.top}" width="${panel.width}" height="${panel.height}"/></clipPath>`,
    );
    drawing.raw(`<g clip-path="url(#corner${k})">`);
    drawing.outline(panel, ring);
    const at = (name: string) => result.signal(name).values;
    const [x, y, surface, force] = [
      "slider.x",
      "slider.y",
      "octagon/slider[0].surface",
      "octagon/slider[0].normalForce",
    ].map(at);
    drawing.line(
      panel,
      Array.from(x, (value, n): Place => [value, y[n]]),
      { stroke: colours.soft, width: 1 },
    );
    Array.from(x).forEach((value, n) => {
      const isTop = surface[n] === 7;
      const colour = surface[n] < 0 ? colours.ink : isTop ? colours.first : colours.second;
      drawing.dot(panel, [value, y[n]], 3, { fill: colour });
      if (surface[n] < 0) return;
      const [nx, ny] = isTop ? [0, 1] : [Math.SQRT1_2, Math.SQRT1_2];
      const reach = 0.016 * force[n];
      drawing.arrow(panel, [value, y[n]], [value + reach * nx, y[n] + reach * ny], { stroke: colour, width: 1.2 });
    });
    drawing.raw("</g>");
    const lost = result.final("energy.released");
    drawing.text(
      panel.left,
      24,
      corners === "handOn" ? "handed on at the corner" : "released, as by the rule of the source",
    );
    drawing.text(
      panel.left + panel.width,
      24,
      `lost at once: ${lost.toFixed(3)} J`,
      `text-anchor="end" fill="${colours.soft}"`,
    );
  });
  return drawing;
}

/** One step that jumps over a plate: what the solver sees, and what the search on the dense output sees. */
function drawCrossing(): Drawing {
  const drawing = new Drawing(760, 300);
  const panel: Panel = { left: 20, top: 15, width: 720, height: 270, x: [-0.2, 4.6], y: [-1, 0.8] };
  const thickness = 0.16;
  const slab: Place[] = [
    [0.6, -thickness],
    [0.6, 0],
    [4, 0],
    [4, -thickness],
  ];
  const path = (t: number): Place => [0.2 + 3.6 * t, 0.55 + 0.35 * t - 1.6 * t * t];
  const [a, b] = [path(0), path(1)];
  const grown = 0.12;
  const growth: Place[] = [
    [0.6 - grown, -thickness - grown],
    [0.6 - grown, grown],
    [4 + grown, grown],
    [4 + grown, -thickness - grown],
  ];
  drawing.outline(panel, growth, { fill: "none", dash: "4 4", width: 1 });
  drawing.outline(panel, slab);
  drawing.line(
    panel,
    Array.from({ length: 101 }, (_, k) => path(k / 100)),
    { stroke: colours.first, width: 2 },
  );
  drawing.line(panel, [a, b], { stroke: colours.soft, dash: "2 4" });
  // 0.55 + 0.35 t − 1.6 t² = 0
  const contact = path((0.35 + Math.sqrt(0.35 ** 2 + 4 * 1.6 * 0.55)) / 3.2);
  for (const end of [a, b]) drawing.dot(panel, end, 5, { fill: colours.ink });
  drawing.dot(panel, contact, 5, { fill: colours.second });
  drawing.label(panel, a, "start of the step", [-10, -12]);
  drawing.label(panel, b, "end of the step: outside again", [-190, 16]);
  drawing.label(panel, contact, "contact, found on the dense output", [10, -26], `fill="${colours.second}"`);
  drawing.label(panel, [0.6, -thickness], "plate, and plate grown by the bound σ", [4, 40], `fill="${colours.edge}"`);
  drawing.label(panel, path(0.42), "interpolant", [6, -8], `fill="${colours.first}"`);
  drawing.label(panel, [1.2, 0.33], "chord", [-34, 4], `fill="${colours.soft}"`);
  return drawing;
}

function drawModes(): Drawing {
  const drawing = new Drawing(760, 250);
  const box = (x: number, y: number, width: number, title: string, lines: readonly string[], colour: string) => {
    drawing.raw(
      `<rect x="${x}" y="${y}" width="${width}" height="${28 + 16 * lines.length}" rx="5" fill="#ffffff" stroke="${colour}" stroke-width="1.6"/>`,
    );
    drawing.text(x + 10, y + 19, title, `fill="${colour}" font-weight="bold"`);
    lines.forEach((line, k) => void drawing.text(x + 10, y + 37 + 16 * k, line, 'font-size="12"'));
  };
  const page: Panel = { left: 0, top: 0, width: 760, height: 250, x: [0, 760], y: [250, 0] };
  box(
    15,
    20,
    150,
    "initialise (0)",
    ["P(t0) at the start", "C(t0) empty, or the", "nearest when inside"],
    colours.third,
  );
  box(
    215,
    20,
    230,
    "evaluate (2)",
    ["trial states of the solver:", "forces of C(t0) or of C(t)", "the reference stays as it is"],
    colours.first,
  );
  box(
    500,
    20,
    245,
    "roots (3)",
    ["on the dense output of the step:", "does the configuration stay?", "the earliest change ends the step"],
    colours.second,
  );
  box(
    300,
    160,
    270,
    "accept (1)",
    ["just before the change, then across it:", "P(t0) ← P(t), C(t0) ← C(t)"],
    colours.fourth,
  );
  drawing.arrow(page, [165, 58], [213, 58]);
  drawing.arrow(page, [445, 58], [498, 58]);
  drawing.text(449, 48, "step", `font-size="11" fill="${colours.soft}"`);
  drawing.arrow(page, [620, 98], [560, 158]);
  drawing.arrow(page, [330, 158], [330, 98]);
  drawing.text(340, 132, "next step, restarted behind a change", `font-size="11" fill="${colours.soft}"`);
  return drawing;
}

function cornersOf(vertices: Float64Array): Place[] {
  return Array.from({ length: vertices.length / 2 }, (_, i): Place => [vertices[2 * i], vertices[2 * i + 1]]);
}
