// Formats, layers and types, side by side; with --build the package is built on the way, which checks the types of its sources, and
// the site of the documentation, which needs the package's folder for itself no longer.
import { spawn } from "node:child_process";

/** One after the other, each a list of columns that run side by side. */
const stages = process.argv.includes("--build")
  ? [
      [["format:check", "layers"], ["build"]],
      [["types"], ["docs"]],
    ]
  : [[["format:check", "layers"], ["types"]]];

/** What the command says is printed at its end, so that commands do not interrupt each other. */
function run(script: string): Promise<boolean> {
  const child = spawn("npm", ["run", "--silent", script], { shell: process.platform === "win32" });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => said.push(part));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      process.stdout.write(`── npm run ${script}${code === 0 ? "" : " failed"}\n`);
      process.stdout.write(Buffer.concat(said));
      resolve(code === 0);
    });
  });
}

async function runColumn(scripts: readonly string[]): Promise<boolean> {
  for (const script of scripts) if (!(await run(script))) return false;
  return true;
}

for (const columns of stages) {
  const passed = await Promise.all(columns.map(runColumn));
  if (passed.every(Boolean)) continue;
  process.exitCode = 1;
  break;
}
