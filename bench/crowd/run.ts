/**
 * Many contacts at once: `npm run bench:crowd [six|twenty|tower|pile|rods|poured|mixed|billiards|pairs|preview] …`, all of them without
 * arguments. Default options, tolerance 1e-6, full stiffness but for the mixed shapes; beside MuJoCo's WASM build with steps of 1 ms, previews also beside Rapier's. Times are processor seconds per
 * simulated second, of the built package (which the tsconfig of this folder has in place of the sources), one scene after the other in one process: the first one also pays for the compiler of the
 * engine. A run that takes longer than `--limit=seconds` (default 120) of processor time is ended there. `preview [boxes|…]`: the same scenes
 * with rigid contacts, each for the second time. `pairs`: the best of three runs of each number of balls, behind one that does not count, so that nobody pays for the compiler.
 */
import { compilePackage } from "../../scripts/compile.ts";
import { Chapter } from "../report/chapter.ts";
import { type MujocoRun, runInMujoco } from "./mujoco.ts";
import { runInRapier } from "./rapier.ts";
import { crowdScenes, separatePairs, thousandBoxes } from "./scenes.ts";

await compilePackage();
const { runModel, runScene } = await import("./ours.ts");
type CrowdRun = ReturnType<typeof runScene>;

const chosen = process.argv.slice(2).filter((option) => !option.startsWith("--"));
const limit = Number(process.argv.find((option) => option.startsWith("--limit="))?.slice(8) ?? 120);
const onlyPreviews = chosen.includes("preview");
const wants = (name: string): boolean => chosen.length === 0 || (chosen.includes(name) && !onlyPreviews);

const chapter = new Chapter("crowd", "Crowds of contacts", "collision.md#crowds");
const mujoco = await import("@mujoco/mujoco").then(({ default: load }) => load()).catch(() => undefined);
if (mujoco !== undefined) chapter.peer(`MuJoCo ${mujoco.mj_versionString?.() ?? ""} (WASM)`);
const rapier = await import("@dimforge/rapier3d-compat").then(({ default: made }) => made).catch(() => undefined);
await rapier?.init();
if (rapier !== undefined) chapter.peer(`Rapier ${rapier.version()} (WASM)`);

const addRow = chapter.table(
  "scene",
  "before, s/s",
  "ours, s/s",
  "goal",
  "MuJoCo 1 ms, s/s",
  "simulated, s",
  "contacts",
  "steps",
  "evaluations",
  "Jacobians",
  "events",
  "growth of energy",
  "method",
);
function addRun(name: string, before: string, goal: string, peer: string, run: CrowdRun): void {
  addRow(
    name,
    before,
    run.pace.toPrecision(3),
    goal,
    peer,
    run.reached.toPrecision(3),
    run.contacts,
    run.steps,
    run.evaluations,
    run.jacobians,
    run.events,
    run.growth.toExponential(1),
    run.method,
  );
}
for (const [key, scene] of Object.entries(crowdScenes)) {
  if (!wants(key)) continue;
  const peer = mujoco === undefined ? "–" : runInMujoco(mujoco, scene).pace.toPrecision(2);
  const run = runScene(scene, { limit });
  addRun(scene.name, scene.before, scene.goal, peer, run);
  const until = run.reached < scene.duration ? `, the first ${run.reached.toPrecision(2)} s` : "";
  chapter.headline(
    `${scene.name}${until}, elastic contacts, tolerance 1e-6: processor time per simulated second`,
    `${run.pace.toPrecision(2)} s`,
    `MuJoCo WASM, rigid contacts, 1 ms: ${peer} s`,
  );
}
if (wants("mixed")) {
  const { default: mixed } = await import("../../examples/contact-pile.ts");
  addRun("79 mixed shapes, stiffness 1e-3", "14", "≤ 5", "–", runModel(mixed, 2, limit));
}
if (wants("billiards")) {
  const { billiard } = await import("../contact/billiard.ts");
  addRun("billiards", "0.6", "≤ 0.3", "–", runModel(billiard(), 5, limit));
}
if (wants("pairs")) {
  const add = chapter.table("separate bouncing balls", "s per s", "s per s and ball", "steps", "evaluations");
  runScene(separatePairs(1000), { limit });
  for (const count of [1000, 100, 10]) {
    const scene = separatePairs(count);
    const runs = [1, 2, 3].map(() => runScene(scene, { limit, duration: scene.duration }));
    const { pace, steps, evaluations } = runs.reduce((best, run) => (run.pace < best.pace ? run : best));
    add(count, pace.toPrecision(3), (pace / count).toPrecision(3), steps, evaluations);
  }
}
if (chosen.length === 0 || onlyPreviews) {
  const add = chapter.table(
    "preview with rigid contacts",
    "with its start, s/s",
    "steps and rows, s/s",
    "MuJoCo 1 ms, s/s",
    "Rapier 1 ms, s/s",
    "steps",
    "growth of energy",
  );
  for (const [key, scene] of [...Object.entries(crowdScenes), ["boxes", thousandBoxes] as const]) {
    if (chosen.length > 1 && !chosen.includes(key)) continue;
    runScene(scene, { limit, response: "rigid" });
    const { pace, paceOfSteps, reached, steps, growth } = runScene(scene, { limit, response: "rigid" });
    const peers = [
      mujoco === undefined ? "–" : runInMujoco(mujoco, scene).pace.toPrecision(2),
      rapier === undefined ? "–" : runInRapier(rapier, scene).toPrecision(2),
    ];
    const until = reached < scene.duration ? `, the first ${reached.toPrecision(2)} s` : "";
    add(
      `${scene.name}${until}`,
      pace.toPrecision(2),
      paceOfSteps.toPrecision(2),
      ...peers,
      steps,
      growth.toExponential(1),
    );
    chapter.headline(
      `${scene.name}${until}, a preview with rigid contacts, steps of 1 ms: processor time per simulated second (with the start of the run)`,
      `${paceOfSteps.toPrecision(2)} s (${pace.toPrecision(2)} s)`,
      `MuJoCo WASM ${peers[0]} s, Rapier WASM ${peers[1]} s`,
    );
  }
}
if (mujoco !== undefined && (chosen.length === 0 || chosen.includes("rods"))) {
  const add = chapter.table("30 rods in MuJoCo, step", "contacts", "s/s", "what becomes of the rods");
  for (const step of [1e-3, 1e-4, 5e-5, 2e-5])
    for (const isHard of [false, true]) {
      // the second of two runs, as of previews
      const [, { pace, lost, diverged }] = [1, 2].map(() =>
        runInMujoco(mujoco, crowdScenes["rods"]!, { step, isHard }),
      ) as [MujocoRun, MujocoRun];
      const fate = diverged ? "accelerations diverge" : lost > 0 ? `${lost} pass through the plate` : "none passes";
      add(`${1000 * step} ms`, isHard ? "as hard as the step allows" : "by default", pace.toPrecision(2), fate);
    }
}
if (chosen.length === 0) chapter.finish();
