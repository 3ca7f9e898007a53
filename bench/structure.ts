// Variable structure: the gripping robot in four scenarios, the walking space robot, and the cost of one change. Best of the runs of
// some seconds after instantiation, in milliseconds; steps and evaluations do not depend on the machine.
import { execFileSync } from "node:child_process";
import { type InstantiatedModel, instantiate, type Result, simulate } from "rattleback";
import { grippingRobot } from "../examples/models/grippingRobot.ts";
import { spaceRobot } from "../examples/models/spaceRobot.ts";
import { Chapter } from "./report/chapter.ts";
import { projectFile } from "./report/docsPage.ts";

interface Row {
  readonly name: string;
  readonly best: number;
  readonly result: Result;
  /** s, of the published implementation on a notebook with 2.6 GHz */
  readonly published: string;
}

/** Short runs are repeated more often, so that a moment in which the machine does something else meets none of them alone. */
const duration = 8000;

/** Milliseconds of the fastest run, and the result of the last one. */
function fastest(run: () => Result): { readonly best: number; readonly result: Result } {
  const begin = performance.now();
  let best = Number.POSITIVE_INFINITY;
  for (;;) {
    const start = performance.now();
    const result = run();
    const end = performance.now();
    best = Math.min(best, end - start);
    if (end - begin > duration) return { best, result };
  }
}

function measure(name: string, model: InstantiatedModel, stopTime: number, tolerance: number, published: string): Row {
  return { name, published, ...fastest(() => simulate(model, { stopTime, tolerance, method: "bdf" })) };
}

/**
 * Milliseconds of one change among 50 bodies, in five processes, sorted: the engine does not translate alike in each of them. Of the
 * built package: what runs TypeScript here wraps every inner function, which a change, most of which is building, would pay for.
 */
function oneChange(): number[] {
  const run = (...command: string[]) =>
    execFileSync(process.execPath, command, { cwd: projectFile("."), encoding: "utf8" });
  run("node_modules/typescript/bin/tsc", "-b", "tsconfig.library.json");
  return Array.from({ length: 5 }, () => Number(run("bench/changeOfStructure.mjs"))).sort((a, b) => a - b);
}

const rows: Row[] = [
  measure("S1, contacts only", instantiate(grippingRobot("S1")), 13.5, 1e-7, "7.82"),
  measure("S2, attached, contacts on", instantiate(grippingRobot("S2")), 13.5, 1e-7, "7.26"),
  measure("S3, attached, contacts off", instantiate(grippingRobot("S3")), 13.5, 1e-7, "6.86"),
  measure("S4, attached only", instantiate(grippingRobot("S4")), 13.5, 1e-7, "0.40"),
  measure("space robot, 86 s", instantiate(spaceRobot), 86, 1e-6, "2.2"),
];

const chapter = new Chapter("structure", "Variable structure", "variable-structure.md#robots");
const number = (x: number): string => (x >= 100 ? x.toFixed(0) : x.toPrecision(3));
const addRow = chapter.table("model", "time, ms", "published, s", "steps", "evaluations", "events", "segments");
for (const { name, best, published, result } of rows) {
  const { steps, evaluations, jacobianEvaluations, events } = result.statistics;
  addRow(name, number(best), published, steps, evaluations + jacobianEvaluations, events, result.segments.length);
}
chapter.note(`S4 is ${number(rows[0].best / rows[3].best)} times faster than S1.`);
const [fewest, , median, , most] = oneChange().map((x) => x.toPrecision(2));
chapter.note(`One change of structure among 50 free bodies: ${median} ms (${fewest} to ${most} in five processes).`);
const seconds = (row: Row): string => (row.best / 1000).toFixed(2);
chapter.headline(
  "Gripping robot, 13.5 s: contacts only (S1) / attached by a change of structure (S4)",
  `${seconds(rows[0])} s / ${seconds(rows[3])} s`,
  `published implementation, a notebook with 2.6 GHz: ${rows[0].published} s / ${rows[3].published} s`,
);
chapter.finish();
