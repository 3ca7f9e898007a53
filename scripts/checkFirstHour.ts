// The first hour of a new user, as the tutorial tells it and nothing else: its commands in an empty folder, each of its examples saved
// and run, what they print compared with what it promises, and the first of them opened in the studio. The packed package stands for the
// registry. Whatever has to be known that is not said there would make this fail.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { codeBlocks } from "../test/docs/codeBlocks.ts";
import { launchBrowser } from "./browser.ts";

const patience = 300_000;

export async function checkFirstHour(tarball: string): Promise<void> {
  const text = readFileSync("docs/tutorial.md", "utf8");
  const opening = text.slice(0, text.indexOf("\n## "));
  const commands = Array.from(opening.matchAll(/^ {4}(\S.*)$/gm), (match) => match[1]!);
  const studio = /`(npx rattleback studio \S+)`/.exec(opening)?.[1];
  const first = /say `([\w.-]+)`/.exec(opening)?.[1];
  if (commands.length < 2 || studio === undefined || first === undefined)
    throw new Error("The tutorial does not say how to begin.");
  const folder = mkdtempSync(join(tmpdir(), "rattleback-first-hour-"));
  try {
    const blocks = codeBlocks("docs/tutorial.md", text);
    writeFileSync(join(folder, first), blocks[0]!.code);
    let printed = "";
    for (const command of commands)
      printed = await type(command.replace("install rattleback", `install ${tarball}`), folder);
    compare(first, printed, blocks[0]!.expected);
    const run = commands.at(-1)!;
    for (const [k, { code, expected, place }] of blocks.entries()) {
      if (k === 0) continue;
      const file = `step${k + 1}.ts`;
      writeFileSync(join(folder, file), code);
      compare(place, await type(run.replace(first, file), folder), expected);
    }
    await openStudio(studio, folder);
    console.log(
      `first hour: ${commands.length} commands, ${blocks.length} examples and the studio, as the tutorial says; nothing else was needed`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a command prints; it fails when the command does. */
async function type(command: string, cwd: string): Promise<string> {
  const [program, ...words] = command.split(" ");
  const { stdout } = await promisify(execFile)(program!, words, { cwd, timeout: patience, maxBuffer: 2 ** 24 });
  return stdout;
}

function compare(place: string, printed: string, expected: readonly string[]): void {
  const lines = printed.split("\n").filter((line) => line !== "");
  if (expected.some((line, k) => lines[k] !== line))
    throw new Error(`${place} prints\n${lines.join("\n")}\nand not, as the tutorial says,\n${expected.join("\n")}`);
}

/** The address that the program prints, in a browser: Run, and there are curves. */
async function openStudio(command: string, cwd: string): Promise<void> {
  const [program, ...words] = command.split(" ");
  const server = spawn(program!, words, { cwd, detached: true, stdio: ["ignore", "pipe", "ignore"] });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(patience);
    await page.goto(await addressOf(server));
    await page.locator("#run").click();
    await page.locator(".legend .entry").first().waitFor();
  } finally {
    await browser.close();
    // npx and what it has started
    if (server.pid !== undefined) process.kill(-server.pid);
  }
}

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    server.on("exit", () => reject(new Error(`The studio ended: ${text}`)));
    server.stdout!.on("data", (part: Buffer) => {
      text += part.toString();
      // up to the end of its line: it may come in two pieces
      const address = /^(http:\S+)\s/m.exec(text)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
}
