// Checks the package as a consumer meets it: packs it, installs the tarball in an empty folder, imports every
// entry point in Node, type-checks a consumer file and the examples of the documentation, runs a model with the program, opens a plain page, and runs publint and are-the-types-wrong on the tarball.
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { ensurePackage } from "./build.ts";
import { checkFirstHour } from "./checkFirstHour.ts";
import { checkPlainPage } from "./checkPlainPage.ts";
import { writeDocExamples } from "./docExamples.ts";

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const root = process.cwd();
const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
const entries = Object.keys(manifest.exports)
  .filter((entry) => entry !== "./package.json")
  .map((entry) => manifest.name + entry.slice(1));
/** The README names it: older ones do not know what our declarations use. */
const oldestTypeScript = "5.1.6";
/** Milliseconds after which a program is taken to hang. */
const patience = 1_800_000;
const folder = mkdtempSync(join(tmpdir(), "rattleback-consumer-"));

try {
  await ensurePackage();
  const packed = run("npm", ["pack", "--json", "--silent", "--pack-destination", folder], root);
  const [{ filename, size, unpackedSize }] = JSON.parse(packed) as {
    filename: string;
    size: number;
    unpackedSize: number;
  }[];
  const tarball = resolve(folder, filename);
  writeConsumer();
  const examples = writeDocExamples(folder);
  const peers = Object.keys(manifest.peerDependencies).map((name) => `${name}@${manifest.devDependencies[name]}`);
  const compiler = `typescript@${oldestTypeScript}`;
  run(
    "npm",
    ["install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", tarball, ...peers, compiler],
    folder,
  );
  // side by side: each waits for programs that use one core
  await Promise.all([
    inOrder(
      () => runBeside(join(root, "node_modules/.bin/tsc"), ["-p", "tsconfig.json"], folder),
      () => runBeside(join(folder, "node_modules/.bin/tsc"), ["-p", "tsconfig.json"], folder),
      () => runBeside(join(root, "node_modules/.bin/tsc"), ["-p", "tsconfig.docs.json"], folder),
      () => runBeside("npx", ["attw", tarball, "--profile", "esm-only"], root),
    ),
    inOrder(
      () => runBeside(process.execPath, ["consumer.mjs"], folder),
      checkProgram,
      () => checkForBrowsers(join(folder, "node_modules", manifest.name)),
      () => checkPlainPage(folder),
      () => checkFirstHour(tarball),
      () => runBeside("npx", ["publint", "--strict", tarball], root),
    ),
  ]);
  console.log(
    `package: ${entries.length} entry points, ${examples} examples that compile strictly, ${kilobytes(size)} packed, ${kilobytes(unpackedSize)} unpacked`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The program runs a TypeScript model, with nothing installed but the package, and brings the pages of the studio. */
async function checkProgram(): Promise<void> {
  const program = join(folder, "node_modules/.bin/rattleback");
  const printed = await runBeside(program, ["run", "decay.ts"], folder);
  if (!printed.startsWith("x\t0.3678794")) throw new Error(`rattleback run printed ${printed}`);
  const examples = await runBeside(program, ["examples"], folder);
  if (!examples.includes("01-bouncing-ball")) throw new Error(`rattleback examples printed ${examples}`);
  const site = join(folder, "node_modules/rattleback/dist/site");
  readFileSync(join(site, "index.html"));
  const notices = readFileSync(join(site, "licences.txt"), "utf8");
  for (const name of ["three", "typescript", "@codemirror/view"])
    if (!notices.includes(`\n${name} `)) throw new Error(`licences.txt does not name ${name}.`);
}

function writeConsumer(): void {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module" }));
  const imports = entries.map((entry, k) => `import * as entry${k} from "${entry}";`).join("\n");
  const check = entries
    .map((entry, k) => `if (Object.keys(entry${k}).length === 0) throw new Error("${entry} exports nothing");`)
    .join("\n");
  writeFileSync(
    join(folder, "decay.ts"),
    `import { Model, type ModelSource, Var } from "rattleback";\n` +
      `const source: ModelSource = { x: Var({ init: 1 }), equations: "der(x) = -x" };\n` +
      `export default Model(source);\nexport const experiment = { stopTime: 1, tolerance: 1e-9 };\n`,
  );
  writeFileSync(join(folder, "consumer.mjs"), `${imports}\n${check}\n`);
  writeFileSync(
    join(folder, "consumer.ts"),
    `${imports}\nimport { integrate } from "rattleback/solvers";\n` +
      `export const end: number | undefined = integrate({ rhs: (t, y, d) => { d[0] = -y[0]! * t; }, t0: 0, y0: [1], tEnd: 1 }).y[0];\n` +
      `export const all = [${entries.map((_, k) => `entry${k}`).join(", ")}];\n`,
  );
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: "NodeNext",
    target: "ES2022",
    lib: ["ES2023", "DOM"],
    types: [],
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["consumer.ts"] }));
}

/**
 * A browser loads modules by their relative addresses; of packages it may meet three.js alone, in the viewer. Sweeps are for
 * Node.
 */
async function checkForBrowsers(packageFolder: string): Promise<void> {
  const targets = Object.entries(manifest.exports)
    .filter(([entry]) => entry !== "./package.json" && entry !== "./sweeps")
    .map(([, target]) => join(packageFolder, (target as { default: string }).default));
  const seen = new Set(targets);
  for (const file of seen) {
    const text = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
    for (const [, name] of text.matchAll(/^(?:import|export)\s*(?:[\w\s{},*$]+\bfrom\s*)?["']([^"']+)["']/gm)) {
      if (name!.startsWith(".")) seen.add(resolve(dirname(file), name!));
      else if (!/^three(\/|$)/.test(name!)) throw new Error(`${file} imports "${name}", which browsers cannot find.`);
    }
  }
  console.log(`browsers: ${seen.size} modules that need nothing but three.js for the viewer`);
}

function run(command: string, args: readonly string[], cwd: string): string {
  try {
    return execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], timeout: patience });
  } catch (error) {
    throw new Error(failureOf(command, args, error));
  }
}

async function runBeside(command: string, args: readonly string[], cwd: string): Promise<string> {
  try {
    return (await promisify(execFile)(command, args, { cwd, timeout: patience, maxBuffer: 2 ** 26 })).stdout;
  } catch (error) {
    throw new Error(failureOf(command, args, error));
  }
}

async function inOrder(...actions: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const action of actions) await action();
}

function failureOf(command: string, args: readonly string[], error: unknown): string {
  const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
  return `${command} ${args.join(" ")} failed\n${stdout}\n${stderr}`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} kB`;
}
