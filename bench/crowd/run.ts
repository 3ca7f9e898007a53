/**
 * Many contacts at once: `npm run bench:crowd [six|twenty|tower|pile|rods|poured|pairs|preview] …`, all of them without arguments.
 * Default options, tolerance 1e-6, full stiffness; beside MuJoCo's WASM build with steps of 1 ms. Times are processor seconds per
 * simulated second, of the built package, one scene after the other in one process: the first one also pays for the compiler of the
 * engine. A run that takes longer than `--limit=seconds` (default 120) of processor time is ended there. `preview`: the same scenes
 * with rigid contacts, each for the second time.
 */
import { compilePackage } from "../../scripts/compile.ts";
import { Chapter } from "../report/chapter.ts";
import { runInMujoco } from "./mujoco.ts";
import { crowdScenes, separatePairs } from "./scenes.ts";

await compilePackage();
const { runScene } = await import("./ours.ts");

const chosen = process.argv.slice(2).filter((option) => !option.startsWith("--"));
const limit = Number(process.argv.find((option) => option.startsWith("--limit="))?.slice(8) ?? 120);
const wants = (name: string): boolean => chosen.length === 0 || chosen.includes(name);

const chapter = new Chapter("crowd", "Crowds of contacts", "collision.md#crowds");
const mujoco = await import("@mujoco/mujoco").then(({ default: load }) => load()).catch(() => undefined);
if (mujoco !== undefined) chapter.peer(`MuJoCo ${mujoco.mj_versionString?.() ?? ""} (WASM)`);

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
for (const [key, scene] of Object.entries(crowdScenes)) {
  if (!wants(key)) continue;
  const ours = runScene(scene, { limit });
  addRow(
    scene.name,
    scene.before,
    ours.pace.toPrecision(3),
    scene.goal,
    mujoco === undefined ? "–" : runInMujoco(mujoco, scene).toPrecision(2),
    ours.reached.toPrecision(3),
    ours.contacts,
    ours.steps,
    ours.evaluations,
    ours.jacobians,
    ours.events,
    ours.growth.toExponential(1),
    ours.method,
  );
}
if (wants("pairs")) {
  const add = chapter.table("separate bouncing balls", "s per s", "s per s and ball", "steps", "evaluations");
  for (const count of [10, 100, 1000]) {
    const scene = separatePairs(count);
    const { pace, steps, evaluations } = runScene(scene, { limit, duration: scene.duration });
    add(count, pace.toPrecision(3), (pace / count).toPrecision(3), steps, evaluations);
  }
}
if (wants("preview")) {
  const add = chapter.table("preview with rigid contacts", "s per s", "MuJoCo 1 ms, s/s", "steps", "growth of energy");
  for (const [key, scene] of Object.entries(crowdScenes)) {
    if (chosen.length > 1 && !wants(key)) continue;
    runScene(scene, { limit, response: "rigid" });
    const { pace, steps, growth } = runScene(scene, { limit, response: "rigid" });
    const peer = mujoco === undefined ? "–" : runInMujoco(mujoco, scene).toPrecision(2);
    add(scene.name, pace.toPrecision(3), peer, steps, growth.toExponential(1));
  }
}
if (chosen.length === 0) chapter.finish();
