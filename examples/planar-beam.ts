// A springboard in the equation language: a finite-element beam with hidden inner nodes, clamped, with a diver on it.
//
// PlanarBeam is a component like any other: its ends are connectors, and what is connected there decides whether an end
// is clamped, free, or carries a body. The diver is a body at the tip; the board sags, swings and comes to rest.
import assert from "node:assert/strict";
import { instantiate, Model, simulate } from "rattleback";
import { PlanarBeam, PlanarBody, PlanarFixed } from "rattleback/planar";

const length = 4.8; // m
const elements = 8;
const EI = 3e4; // N·m²
const massPerLength = 9; // kg/m
const diver = 70; // kg
const g = 9.81;

const Springboard = Model({
  base: PlanarFixed,
  board: PlanarBeam.with({
    nodes: Array.from({ length: elements + 1 }, (_, k) => [(length * k) / elements, 0]),
    EA: 2e7,
    EI,
    massPerLength,
    dampingTime: 0.15,
  }),
  diver: PlanarBody.with({
    m: diver,
    J: 5,
    frame: { x: { init: length }, y: { init: 0 }, phi: { init: 0 } },
    vx: { init: 0 },
    vy: { init: 0 },
    w: { init: 0 },
  }),
  connect: [
    ["base.frame", "board.frame_a"],
    ["board.frame_b", "diver.frame"],
  ],
});

export default Springboard;
export const experiment = { stopTime: 30, plots: ["diver.frame.y", "diver.frame.phi"] };

const result = simulate(instantiate(Springboard), { stopTime: 30 });

const { time, values } = result.signal("diver.frame.y");
const lowest = Math.min(...values);
const rest = result.final("diver.frame.y");
console.log(`lowest point ${lowest.toFixed(3)} m, at rest ${rest.toFixed(3)} m, ${time.length} points`);
console.log(`angle at the tip ${((result.final("diver.frame.phi") * 180) / Math.PI).toFixed(2)}°`);
console.log(
  `the base carries ${result.final("board.frame_a.fy").toFixed(3)} N and ${result.final("board.frame_a.tau").toFixed(1)} N·m`,
);

// The base carries the weight of board and diver.
const weight = (diver + massPerLength * length) * g;
assert.ok(Math.abs(result.final("board.frame_a.fy") - weight) < 1e-3);
// Linear theory, F·L³/(3·E·I) + q·L⁴/(8·E·I), is right to the square of the slope.
const linear = (diver * g * length ** 3) / (3 * EI) + (massPerLength * g * length ** 4) / (8 * EI);
assert.ok(Math.abs(-rest / linear - 1) < 0.05, `rest ${rest}, linear ${-linear}`);
