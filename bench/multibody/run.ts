/**
 * Speed of the multibody kernel beside MuJoCo's WASM build and Simbody: `npm run bench:multibody -- [--update] [--quick]`
 *
 *   --update   write the tables into docs/mechanics.md
 *   --quick    evaluations only, no simulations
 *
 * Times of evaluations are the best of many short batches, times of simulations the shortest processor time of five runs
 * (Simbody: two), so that other programs on the machine matter little. Accelerations of all three must agree: a faster wrong
 * answer is a failure.
 */
import loadMujoco from "@mujoco/mujoco";
import type { MechanismDescription } from "../../src/mechanics/mechanismDescription.ts";
import { simbodyVersion } from "../peerProgram.ts";
import { Chapter } from "../report/chapter.ts";
import { type Loaded, loadScene, type Mujoco } from "./mujoco.ts";
import {
  armEvaluations,
  energyOf,
  forwardEvaluation,
  prepareFourBar,
  preparePendulum,
  shortest,
  simulate,
  timed,
} from "./ours.ts";
import { simulatePendulumModel } from "./pendulumModel.ts";
import { arm, bars, chain, fourBar, freeBodies, link, startPosition, startVelocity } from "./scenes.ts";
import { buildSimbody, runSimbody } from "./simbody.ts";

/** Microseconds per call: batches of about half a millisecond, the best of as many as fit into the time. */
function time(evaluate: () => void, seconds = 1.5): number {
  for (let i = 0; i < 3000; i++) evaluate();
  let batch = 1;
  for (; ; batch *= 2) {
    const start = performance.now();
    for (let i = 0; i < batch; i++) evaluate();
    if (performance.now() - start > 0.5) break;
  }
  let best = Infinity;
  const end = performance.now() + 1000 * seconds;
  while (performance.now() < end) {
    const start = performance.now();
    for (let i = 0; i < batch; i++) evaluate();
    best = Math.min(best, (performance.now() - start) / batch);
  }
  return 1000 * best;
}

const chapter = new Chapter("multibody", "Mechanics of many bodies", "mechanics.md#speed");

const us = (value: number | undefined): string =>
  value === undefined ? "–" : value < 10 ? value.toFixed(2) : value.toFixed(1);
const ratio = (a: number, b: number | undefined): string => (b === undefined ? "–" : (a / b).toFixed(2));

function startMujoco(mujoco: Mujoco, description: MechanismDescription): Loaded {
  const scene = loadScene(mujoco, description);
  const { qpos, qvel } = scene.data as unknown as { qpos: Float64Array; qvel: Float64Array };
  for (let i = 0; i < qpos.length; i++) qpos[i] += startPosition(i);
  for (let i = 0; i < qvel.length; i++) qvel[i] = startVelocity(i);
  return scene;
}

function agree(what: string, a: number, b: number): void {
  if (!(Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(b))))
    throw new Error(`${what}: accelerations differ, ${a} and ${b}`);
}

async function main(): Promise<void> {
  const mujoco = await loadMujoco();
  const missing = buildSimbody();
  if (missing !== undefined) console.log(`Simbody is left out: ${missing}`);
  else chapter.peer(simbodyVersion());
  chapter.peer(`MuJoCo ${mujoco.mj_versionString()} (WASM)`);
  const add = chapter.table("Forward dynamics, µs", "Rattleback", "MuJoCo WASM", "Simbody", "to MuJoCo", "to Simbody");
  const curves: [number, number][][] = [[], [], []];
  for (const count of [1, 10, 20, 50, 100, 1000]) {
    const description = chain(count, true);
    const ours = forwardEvaluation(description);
    const t = time(ours.run);
    let other: number | undefined;
    if (count <= 100) {
      const { model, data } = startMujoco(mujoco, description);
      other = time(() => mujoco.mj_forward(model, data));
      const { qacc } = data as unknown as { qacc: Float64Array };
      agree(
        "MuJoCo",
        qacc.reduce((sum, a, i) => sum + (1 + (i % 3)) * a, 0),
        ours.check(),
      );
    }
    const [simbody, check] = missing === undefined ? runSimbody("forward", count, 1) : [undefined, undefined];
    if (check !== undefined) agree("Simbody", check, ours.check());
    add(`chain of ${count}`, us(t), us(other), us(simbody), ratio(t, other), ratio(t, simbody));
    [t, other, simbody].forEach((value, k) => {
      if (value !== undefined) curves[k].push([count, value]);
    });
  }
  const labels = ["Rattleback", "MuJoCo WASM", "Simbody"];
  chapter.scaling({
    title: "Forward dynamics of a chain",
    size: "links",
    cost: "µs per evaluation",
    series: curves.map((points, k) => ({ label: labels[k], points, isPeer: k > 0 })),
  });
  const at = (k: number, count: number): string => us(curves[k].find(([n]) => n === count)?.[1]);
  chapter.headline(
    "Forward dynamics of a chain of 10 / 100 bodies",
    `${at(0, 10)} / ${at(0, 100)} µs`,
    labels
      .slice(1)
      .map((name, k) => `${name} ${at(k + 1, 10)} / ${at(k + 1, 100)} µs`)
      .join("; "),
  );
  {
    const description = arm();
    const ours = forwardEvaluation(description);
    ours.run();
    const evaluations = armEvaluations(description);
    const { model, data } = startMujoco(mujoco, description);
    const forward = time(() => mujoco.mj_forward(model, data));
    const { qacc } = data as unknown as { qacc: Float64Array };
    agree(
      "MuJoCo",
      qacc.reduce((sum, a, i) => sum + (1 + (i % 3)) * a, 0),
      ours.check(),
    );
    const inverse = time(() => mujoco.mj_inverse(model, data));
    const mass = time(() => {
      mujoco.mj_kinematics(model, data);
      mujoco.mj_comPos(model, data);
      mujoco.mj_makeM(model, data);
    });
    const full = new Float64Array(49);
    const dense = time(() => {
      mujoco.mj_kinematics(model, data);
      mujoco.mj_comPos(model, data);
      mujoco.mj_makeM(model, data);
      mujoco.mj_fullM(model, data, full);
    });
    const t = time(ours.run);
    add("seven-joint arm", us(t), us(forward), "–", ratio(t, forward), "–");
    const tMass = time(evaluations.mass);
    add("arm, mass matrix (MuJoCo: sparse)", us(tMass), us(mass), "–", ratio(tMass, mass), "–");
    add("arm, mass matrix (both dense)", us(tMass), us(dense), "–", ratio(tMass, dense), "–");
    chapter.headline(
      "Mass matrix of a seven-joint arm",
      `${us(tMass)} µs`,
      `MuJoCo WASM ${us(mass)} µs sparse, ${us(dense)} µs dense`,
    );
    const tInverse = time(evaluations.inverse);
    add("arm, inverse dynamics", us(tInverse), us(inverse), "–", ratio(tInverse, inverse), "–");
  }
  {
    const t = time(forwardEvaluation(freeBodies(1000)).run);
    add("1000 free bodies, per body", us(t / 1000), "–", "–", "–", "–");
  }
  if (!process.argv.includes("--quick")) simulations(mujoco, missing === undefined);
}

function simulations(mujoco: Mujoco, hasSimbody: boolean): void {
  const add = chapter.table("10 s of", "with", "seconds", "evaluations", "energy drift");
  for (const count of [10, 20]) {
    const description = chain(count, false);
    const scale = (9.81 * count * count * link.length) / 2;
    const name = `${count}-link pendulum`;
    const addRun = (what: string, seconds: number, evaluations: number | undefined, drift: number): void =>
      add(name, what, seconds.toFixed(2), `${evaluations ?? "–"}`, (drift / scale).toExponential(1));
    for (const [method, tolerance] of [
      ["dop853", 1e-6],
      ["dop853", 1e-7],
      ["dop853", 1e-8],
      ["tsit5", 1e-8],
      ["adams", 1e-8],
    ] as const) {
      const run = simulate(description, preparePendulum, method, tolerance);
      addRun(`${method} ${tolerance.toExponential(0)}`, run.seconds, run.evaluations, run.drift);
    }
    const model = simulatePendulumModel(count, 1e-7);
    addRun("Model3D and simulate(), dop853 1e-7", model.seconds, model.evaluations, model.drift);
    const peer = shortest(() => mujocoPendulum(mujoco, description));
    addRun("MuJoCo WASM RK4, 1 ms", peer.seconds, 40_000, peer.drift);
    chapter.headline(
      `10 s of a ${count}-link pendulum as a model, energy within ${(model.drift / scale).toExponential(0)}`,
      `${model.seconds.toFixed(2)} s`,
      `MuJoCo WASM ${peer.seconds.toFixed(2)} s, energy within ${(peer.drift / scale).toExponential(0)}`,
    );
    if (!hasSimbody) continue;
    const { seconds, drift } = shortest(() => {
      const [time, lost] = runSimbody("pendulum", count, 1e-6);
      return { seconds: time, drift: lost * scale };
    }, 2);
    addRun("Simbody, accuracy 1e-6", seconds, undefined, drift);
  }
  const addFourBar = chapter.table(
    "Four-bar, 10 s",
    "with",
    "seconds",
    "evaluations",
    "crank angle",
    "its error",
    "gap, m",
  );
  const exact = simulate(fourBar(), prepareFourBar, "dop853", 1e-12).dynamics.state.q[0];
  for (const [method, tolerance] of [
    ["dop853", 1e-6],
    ["dop853", 1e-8],
    ["dop853", 1e-9],
    ["tsit5", 1e-8],
    ["adams", 1e-9],
  ] as const) {
    const run = simulate(fourBar(), prepareFourBar, method, tolerance);
    const angle = run.dynamics.state.q[0];
    addFourBar(
      "Rattleback",
      `${method} ${tolerance.toExponential(0)}`,
      run.seconds.toFixed(2),
      `${run.evaluations}`,
      angle.toFixed(5),
      Math.abs(angle - exact).toExponential(1),
      run.gap.toExponential(1),
    );
  }
  if (!hasSimbody) return;
  for (const accuracy of [1e-6, 1e-7]) {
    const { seconds, angle, gap } = shortest(() => {
      const [time, end, open] = runSimbody("fourbar", accuracy, bars.startSpeed);
      return { seconds: time, angle: end, gap: open };
    }, 2);
    addFourBar(
      "Simbody",
      `accuracy ${accuracy.toExponential(0)}`,
      seconds.toFixed(2),
      "–",
      angle.toFixed(5),
      Math.abs(angle - exact).toExponential(1),
      gap.toExponential(1),
    );
  }
}

/** Energy at the start and at the end alone. */
function mujocoPendulum(mujoco: Mujoco, description: MechanismDescription): { seconds: number; drift: number } {
  const { model, data } = loadScene(mujoco, description);
  const { qpos, qvel } = data as unknown as { qpos: Float64Array; qvel: Float64Array };
  qpos[0] = -Math.PI / 2;
  const before = energyOf(description, qpos, qvel);
  const { seconds } = timed(() => {
    for (let i = 0; i < 10_000; i++) mujoco.mj_step(model, data);
  });
  const drift = Math.abs(energyOf(description, qpos, qvel) - before);
  data.delete();
  model.delete();
  return { seconds, drift };
}

await main();
if (!process.argv.includes("--quick")) chapter.finish();
