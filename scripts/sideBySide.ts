// Scripts of package.json that run side by side, stage after stage.
import { spawn } from "node:child_process";

/** Scripts that run one after the other. */
export type Column = readonly string[];

/**
 * Runs stages one after the other, each a list of columns that run side by side, up to the first stage in which something fails; tells the
 * caller of this process whether all passed. What scripts say is printed at their ends, so that they do not interrupt each other, except
 * for those that are named: they take long, and are watched.
 */
export async function runStages(
  stages: readonly (readonly Column[])[],
  watched: readonly string[] = [],
): Promise<void> {
  for (const columns of stages) {
    const passed = await Promise.all(columns.map((column) => runColumn(column, watched)));
    if (passed.every(Boolean)) continue;
    process.exitCode = 1;
    break;
  }
}

async function runColumn(scripts: Column, watched: readonly string[]): Promise<boolean> {
  for (const script of scripts) if (!(await run(script, watched.includes(script)))) return false;
  return true;
}

function run(script: string, isWatched: boolean): Promise<boolean> {
  const child = spawn("npm", ["run", "--silent", script], {
    shell: process.platform === "win32",
    stdio: isWatched ? "inherit" : "pipe",
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part: Buffer) => said.push(part));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      process.stdout.write(`── npm run ${script}${code === 0 ? "" : " failed"}\n`);
      process.stdout.write(Buffer.concat(said));
      resolve(code === 0);
    });
  });
}
