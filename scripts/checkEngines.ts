// Runs the packed package on other engines: Node 24 and 26, Bun, Deno, as far as they can be installed here. `npm run test:engines` installs
// their programs from the registry into a temporary folder, and says of each what it printed, or why it was left out.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ensurePackage } from "./build.ts";

interface Engine {
  readonly name: string;
  /** Package with the program, and the program in it. */
  readonly source: string;
  readonly program: string;
  /** What stands before the script. */
  readonly words: readonly string[];
}

const system = { linux: "linux", darwin: "darwin", win32: "win" }[process.platform as string] ?? process.platform;
const node = (version: number): Engine => ({
  name: `Node ${version}`,
  source: `node${version}@npm:node-${system}-${process.arch}@${version}`,
  program: `node${version}/bin/node`,
  words: [],
});
const denoSystem = { linux: "linux-x64-glibc", darwin: "darwin-x64", win32: "win32-x64" }[process.platform as string];
const engines: readonly Engine[] = [
  node(20),
  node(24),
  node(26),
  { name: "Bun", source: "bun", program: `@oven/bun-${process.platform}-${process.arch}/bin/bun`, words: ["run"] },
  {
    name: "Deno",
    source: "deno",
    program: `@deno/${denoSystem?.replace("x64", process.arch)}/deno`,
    words: ["run", "--allow-all", "--quiet"],
  },
];

/** A differential equation, a circuit with an event, a robot in space, and a stiff solver, each beside its closed form. */
const smokeTest = `import assert from "node:assert/strict";
import { importUrdf, instantiate, Model, Model3D, Object3D, Scene, simulate, UniformGravityField, Var } from "rattleback";
import { integrate } from "rattleback/solvers";

const decay = simulate(instantiate(Model({ x: Var({ init: 1 }), equations: "der(x) = -x" })), { stopTime: 1, tolerance: 1e-9 });
assert.ok(Math.abs(decay.final("x") - Math.exp(-1)) < 1e-8);

const ball = simulate(
  instantiate(Model({ h: Var({ init: 1 }), v: Var({ init: 0 }), equations: "der(h) = v; der(v) = -9.81; when h < 0 then reinit(v, -0.5*pre(v)); end" })),
  { stopTime: 0.5 },
);
assert.ok(Math.abs(ball.events.find(({ changed }) => changed.includes("v")).time - Math.sqrt(2 / 9.81)) < 1e-6);

const { model } = importUrdf(\`<robot name="rod"><link name="base"/><link name="rod"><inertial><origin xyz="0 0 -0.5"/><mass value="2"/>
  <inertia ixx="0.1" iyy="0.1" izz="0.01"/></inertial></link>
  <joint name="hinge" type="continuous"><parent link="base"/><child link="rod"/><axis xyz="0 1 0"/></joint></robot>\`);
const gravityField = UniformGravityField({ g: 9.81, n: [0, 0, -1] });
const robot = Model3D({ world: Object3D({ feature: Scene({ gravityField }) }), robot: model });
const swing = simulate(instantiate(robot), { stopTime: 1, tolerance: 1e-9, merge: { "robot.hinge.phi": 1 } });
const energy = (time) => 0.3 * swing.at(time, "robot.hinge.w") ** 2 - 9.81 * Math.cos(swing.at(time, "robot.hinge.phi"));
assert.ok(Math.abs(energy(1) - energy(0)) < 1e-6);

const stiff = integrate({ rhs: (t, y, d) => { d[0] = -1000 * (y[0] - Math.cos(t)); }, t0: 0, y0: [0], tEnd: 1 }, { method: "radau5", tolerance: 1e-8 });
assert.ok(Math.abs(stiff.y.at(-1) - (1e6 * Math.cos(1) + 1e3 * Math.sin(1)) / (1e6 + 1)) < 1e-6);
console.log([decay, ball, swing].map(({ stateHash }) => stateHash).join(" "));
`;

const folder = mkdtempSync(join(tmpdir(), "rattleback-engines-"));
let failures = 0;
try {
  await ensurePackage();
  const packed = run("npm", ["pack", "--json", "--silent", "--pack-destination", folder], process.cwd());
  const tarball = resolve(folder, (JSON.parse(packed) as { filename: string }[])[0]!.filename);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module" }));
  writeFileSync(join(folder, "smoke.mjs"), smokeTest);
  const install = (...names: string[]) =>
    run("npm", ["install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", ...names], folder);
  install(tarball);
  const expected = run(process.execPath, ["smoke.mjs"], folder).trim();
  console.log(`Node ${process.versions.node}, which runs this: ${expected}`);
  for (const { name, source, program, words } of engines) {
    const path = join(folder, "node_modules", program);
    try {
      install(source);
      if (!existsSync(path)) throw new Error(`the package has no ${program}`);
    } catch (error) {
      console.log(`${name}: left out, cannot be installed here (${String(error).split("\n")[0]})`);
      continue;
    }
    try {
      const version = run(path, ["--version"], folder).split("\n")[0]!;
      const printed = run(path, [...words, "smoke.mjs"], folder).trim();
      // elementary functions are ours: every engine has the same bits
      if (printed !== expected) throw new Error(`printed ${printed}`);
      console.log(`${name} (${version}): the same to the bit`);
    } catch (error) {
      failures++;
      console.log(`${name}: FAILED\n${String(error)}\n${(error as { stderr?: string }).stderr ?? ""}`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (failures > 0) process.exitCode = 1;

function run(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], timeout: 1_800_000 });
}
