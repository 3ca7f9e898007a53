/**
 * Speed of rattleback/media and of pipes with many cells: `npm run bench:media -- [--update]`
 *
 *   --update     write the tables into docs/media.md
 *
 * 1. One state with all properties and first derivatives: processor time, the best of rounds, per kind of question. Every round sums a
 *    property, so that nothing is left out; the states differ from call to call.
 * 2. Pipes of water with more and more cells, one alone and networks of them: time of translation, and of one evaluation of the
 *    right-hand sides at states that differ from call to call.
 *
 * CoolProp is on neither registry of packages that this project installs from; beside ours stand the times that its makers published.
 */
import { Boundary_pT, DynamicPipe, MassFlowSource_T } from "../src/entries/fluid.ts";
import { helmholtz, type Medium, MediumState, medium } from "../src/entries/media.ts";
import { instantiate, Model, type ModelDefinition } from "../src/index.ts";
import { RunningModel } from "../src/run/runningModel.ts";
import { Chapter } from "./report/chapter.ts";

const rounds = 14;
const calls = 8000;
const none = new Map<number, never>();
const chapter = new Chapter("media", "Media", "media.md#speed");

let sum = 0;

function best(ask: (k: number) => number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const start = process.cpuUsage();
    for (let k = 0; k < calls; k++) sum += ask(k);
    least = Math.min(least, process.cpuUsage(start).user / calls);
  }
  return least;
}

const addState = chapter.table("one state, all properties and derivatives", "µs", "aim");
const times = new Map<string, number>();

function time(name: string, aim: number, ask: (k: number) => number): void {
  const microseconds = best(ask);
  times.set(name, microseconds);
  addState(name, microseconds.toFixed(2), aim);
}

const state = new MediumState();
const question =
  (own: Medium, p: number, h: number, dp: number, dh: number) =>
  (k: number): number =>
    own.setState_ph(state, p + dp * k, h + dh * k).d;
const water = medium("water");
time("water (IF97) from (p, h), region 1", 1, question(water, 1e6, 3e5, 10, 50));
time("region 2", 1, question(water, 1e6, 3e6, 10, 50));
time("region 3", 1, question(water, 3e7, 2.1e6, 10, 5));
time("region 5", 1, question(water, 1e6, 5e6, 10, 50));
time("two phases", 1, question(water, 1e6, 1e6, 10, 100));
time("two phases in region 3", 1, question(water, 1.8e7, 2e6, 10, 10));
const fast = medium("water", { tables: true });
time("water by tables from (p, h), liquid", 0.3, question(fast, 1e6, 3e5, 10, 50));
time("by tables, vapour", 0.3, question(fast, 1e6, 3e6, 10, 50));
time("by tables, two phases", 0.3, question(fast, 1e6, 1e6, 10, 100));
for (const name of ["R134a", "Nitrogen", "CarbonDioxide", "Water"]) {
  const fluid = helmholtz(name);
  const { T, d, p } = fluid.info.critical!;
  time(`${name} from (d, T)`, 2, (k) => fluid.setState_dT(state, 0.05 * d + 1e-6 * k, 1.05 * T + 1e-5 * k).h);
  const both = fluid.saturation_p(0.3 * p);
  const far = new MediumState();
  const ask =
    (h: number, isCold: boolean) =>
    (k: number): number => {
      if (isCold) far.d = Number.NaN;
      return fluid.setState_ph(far, 0.3 * p, h + k).d;
    };
  time(`${name} from (p, h), vapour, cold`, 15, ask(both.hVapour + 2e4, true));
  time(`${name} from (p, h), liquid, cold`, 15, ask(both.hLiquid - 4e4, true));
  time(`${name} from (p, h), vapour, from a neighbouring state`, 5, ask(both.hVapour + 2e4, false));
}

chapter.note(
  "Published times of CoolProp, per call: 111 µs for propane from (p, h) by its equation of state, about 0.7 µs by tables through its state " +
    "class, 6 to 10 µs in programs of users (its maintainers, issues 262, 514 and 936 of its repository); below 0.2 µs for an update and 0.3 µs " +
    "for four properties by its compressed tables, 1 to 1.5 µs within the dome, about 2 µs for IF97 from (p, h) (its documentation of 2026). It is " +
    "not in the registries that peers are installed from, so it was not measured here.",
);

/** One pipe of n cells between a source and a sink. */
function line(n: number): ModelDefinition {
  return Model({
    medium: medium("water"),
    source: MassFlowSource_T.with({ m_flow: 1, T: 320 }),
    pipe: DynamicPipe.with({ n, L: 1000, D: 0.05, p_start: 3e5, T_start: 300, m_flow_start: 1 }),
    sink: Boundary_pT.with({ p: 2e5 }),
    connect: [
      ["source.port", "pipe.port_a"],
      ["pipe.port_b", "sink.port"],
    ],
  });
}

/** Pipes of 10 cells along the edges of a grid of size × size nodes. */
function grid(size: number): { definition: ModelDefinition; cells: number } {
  const nodes = new Map<string, string[]>([
    ["0 0", ["source.port"]],
    [`${size - 1} ${size - 1}`, ["sink.port"]],
  ]);
  const meet = (node: string, port: string): void => {
    nodes.set(node, [...(nodes.get(node) ?? []), port]);
  };
  const pipes: Record<string, ModelDefinition> = {};
  const add = (from: string, to: string): void => {
    const name = `pipe${Object.keys(pipes).length + 1}`;
    pipes[name] = DynamicPipe.with({ n: 10, L: 100, D: 0.05, p_start: 3e5, T_start: 300 });
    meet(from, `${name}.port_a`);
    meet(to, `${name}.port_b`);
  };
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++) {
      if (i + 1 < size) add(`${i} ${j}`, `${i + 1} ${j}`);
      if (j + 1 < size) add(`${i} ${j}`, `${i} ${j + 1}`);
    }
  const definition = Model({
    medium: medium("water"),
    source: MassFlowSource_T.with({ m_flow: 1, T: 320 }),
    sink: Boundary_pT.with({ p: 2e5 }),
    ...pipes,
    connect: [...nodes.values()],
  });
  return { definition, cells: 10 * Object.keys(pipes).length };
}

const addPipe = chapter.table("water in pipes", "cells", "translated, s", "one evaluation, µs", "per cell, µs");

/** Gives the time of the translation. */
function measure(name: string, definition: ModelDefinition, cells: number): number {
  const start = process.cpuUsage();
  const model = instantiate(definition);
  const translated = process.cpuUsage(start).user / 1e6;
  const running = new RunningModel(model.program, none, none, none);
  const { states, state } = model.program;
  const isPressure = states.map((v) => /\.p\[/.test(state.variables[v]!.name));
  const x = new Float64Array(running.X.length);
  const rates = new Float64Array(x.length);
  const count = Math.max(20, Math.round(2e4 / cells));
  let k = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round++) {
    const before = process.cpuUsage();
    for (let call = 0; call < count; call++, k++) {
      // pressures and enthalpies along the pipes, a little different every time
      for (let i = 0; i < x.length; i++) x[i] = isPressure[i] ? 3e5 - 5 * i + 0.1 * k : 1.2e5 + i + 0.1 * k;
      if (k === 0) running.full(0, x, rates);
      running.rhs(0, x, rates);
      sum += Math.abs(rates[0]!);
    }
    least = Math.min(least, process.cpuUsage(before).user / count);
  }
  addPipe(name, cells, translated.toFixed(2), least.toFixed(0), (least / cells).toFixed(2));
  return translated;
}

// the largest first: nothing of the compiler is warm then
const translated = measure("one pipe", line(1000), 1000);
for (const n of [100, 300, 500]) measure("one pipe", line(n), n);
for (const size of [4, 8]) {
  const { definition, cells } = grid(size);
  measure(`network of ${size} × ${size} nodes`, definition, cells);
}
const number = (name: string): string => `${times.get(name)!.toFixed(2)} µs`;
chapter.headline(
  "a state of water from (p, h), all properties and derivatives, liquid / vapour",
  `${number("water (IF97) from (p, h), region 1")} / ${number("region 2")}`,
  "CoolProp, IF97 from (p, h): about 2 µs (published)",
);
chapter.headline("1 000 cells of a pipe with water, translated", `${translated.toFixed(2)} s`, "aim: below 5 s");
if (!(sum > 0)) throw new Error("Nothing was computed.");
chapter.finish();
