/**
 * Speed of rattleback/media and of pipes with many cells: `npm run build && npm run bench:media -- [--update]`
 *
 *   --update     write the tables into docs/media.md
 *
 * 1. One state with all properties and first derivatives: processor time, the best of rounds, per kind of question. Every round sums a
 *    property, so that nothing is left out; the states differ from call to call.
 * 2. Pipes of water with more and more cells, one alone and networks of them: time of translation, and of one evaluation of the
 *    right-hand sides at states that differ from call to call.
 *
 * CoolProp answers the same questions where Python has it (`pip install CoolProp`): bench/coolprop.py.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { helmholtz, type Medium, MediumState, medium } from "../src/entries/media.ts";
import { Chapter } from "./report/chapter.ts";
import { projectFile } from "./report/docsPage.ts";

const rounds = 14;
const calls = 8000;
const chapter = new Chapter("media", "Media", "media.md#speed");

let sum = 0;

function best(ask: (k: number) => number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const start = process.cpuUsage();
    for (let k = 0; k < calls; k++) sum += ask(k);
    // the kernel knows the sum exactly, its parts by samples
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / calls);
  }
  return least;
}

interface PeerTimes {
  readonly version: string;
  readonly times: Readonly<Record<string, number>>;
}

interface PipeTimes {
  readonly cells: number;
  /** Seconds of all threads, of the one that translates, and by the clock. */
  readonly translated: number;
  readonly alone: number;
  readonly waited: number;
  /** Microseconds. */
  readonly evaluation: number;
}

const asked = spawnSync("python3", [projectFile("bench/coolprop.py")], { encoding: "utf8" });
const peer = asked.status === 0 ? (JSON.parse(asked.stdout) as PeerTimes) : undefined;
if (peer !== undefined) chapter.peer(`CoolProp ${peer.version} (C++, through its state class in Python)`);

const addState = chapter.table("one state, all properties and derivatives", "µs", "aim", "CoolProp, one property, µs");
const times = new Map<string, number>();

/** All are asked once before any is measured: what a medium has met in one phase only is compiled for that phase. */
const questions: (readonly [name: string, aim: number, ask: (k: number) => number])[] = [];

function time(name: string, aim: number, ask: (k: number) => number): void {
  questions.push([name, aim, ask]);
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

for (const [, , ask] of questions) best(ask);
for (const [name, aim, ask] of questions) {
  const microseconds = best(ask);
  times.set(name, microseconds);
  addState(name, microseconds.toFixed(2), aim, peer?.times[name]?.toFixed(2) ?? "");
}

if (peer === undefined)
  chapter.note(
    "CoolProp was not measured (`pip install CoolProp` makes it). Its published times per call: 111 µs for propane from (p, h) by its equation of " +
      "state, about 0.7 µs by tables (issues 262, 514 and 936 of its repository), about 2 µs for IF97 from (p, h) (its documentation of 2026).",
  );
else
  chapter.note(
    "CoolProp is asked for one property by its state class, an empty loop of Python subtracted; ours computes all properties and first derivatives.",
  );

const addPipe = chapter.table(
  "water in pipes",
  "cells",
  "translated, s by the clock",
  "s of all threads",
  "of its own thread",
  "one evaluation, µs",
  "per cell, µs",
);
const translated = new Map<string, string>();
for (const [kind, size] of [
  ["line", 100],
  ["line", 300],
  ["line", 1000],
  ["grid", 4],
  ["grid", 8],
] as const) {
  // a process for each, so that none runs on code that another has warmed up
  const command = [projectFile("bench/mediaPipes.mjs"), kind, String(size)];
  const own = JSON.parse(execFileSync(process.execPath, command, { encoding: "utf8" })) as PipeTimes;
  const name = kind === "line" ? "one pipe" : `network of ${size} × ${size} nodes`;
  const { cells, evaluation } = own;
  const [waited, all, alone] = [own.waited, own.translated, own.alone].map((seconds) => seconds.toFixed(2)) as [
    string,
    string,
    string,
  ];
  addPipe(name, cells, waited, all, alone, evaluation.toFixed(0), (evaluation / cells).toFixed(2));
  translated.set(name, `${waited} s (${all} s)`);
}
const number = (name: string): string => `${times.get(name)!.toFixed(2)} µs`;
chapter.headline(
  "a state of water from (p, h), all properties and derivatives, liquid / vapour",
  `${number("water (IF97) from (p, h), region 1")} / ${number("region 2")}`,
  peer === undefined
    ? "CoolProp, IF97 from (p, h): about 2 µs (published)"
    : `CoolProp, density: ${["water (IF97) from (p, h), region 1", "region 2"].map((name) => `${peer.times[name]!.toFixed(2)} µs`).join(" / ")}`,
);
chapter.headline(
  "1 000 cells with water in one pipe / 1 120 in a network, translated: by the clock (processor time of all threads)",
  `${translated.get("one pipe")} / ${translated.get("network of 8 × 8 nodes")}`,
  "aim: below 5 s",
);
if (!(sum > 0)) throw new Error("Nothing was computed.");
chapter.finish();
