// The first hour of a new user, as the tutorial tells it and nothing else: its commands in an empty folder, each of its examples saved
// and run, what they print compared with what it promises, the first of them opened in the studio, and the drawing made there step by
// step. The packed package stands for the registry. Whatever has to be known that is not said there would make this fail.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { codeBlocks } from "../test/docs/codeBlocks.ts";
import { launchBrowser } from "./browser.ts";

const patience = 900_000;

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
    await inStudio(studio, folder, async (page) => {
      await page.locator("#run").click();
      await page.locator(".legend .entry").first().waitFor();
    });
    const chapter = /^## Draw it first$([\s\S]*?)^## /m.exec(text)![1]!;
    const empty = /`(npx rattleback studio)`/.exec(chapter)![1]!;
    await inStudio(empty, folder, (page) => draw(page, chapter));
    console.log(
      `first hour: ${commands.length} commands, ${blocks.length} examples, the studio and a drawing, as the tutorial says; nothing else was needed`,
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

/** The address that the program prints, in a browser. */
async function inStudio(command: string, cwd: string, action: (page: Page) => Promise<void>): Promise<void> {
  const [program, ...words] = command.split(" ");
  const server = spawn(program!, words, { cwd, detached: true, stdio: ["ignore", "pipe", "ignore"] });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(patience);
    await page.goto(await addressOf(server));
    await action(page);
  } finally {
    await browser.close();
    // npx and what it has started
    if (server.pid !== undefined) process.kill(-server.pid);
  }
}

/** The steps of the chapter that draws, in its words; what comes out is the text and the number that it shows. */
async function draw(page: Page, chapter: string): Promise<void> {
  const told = (pattern: RegExp): string[] => {
    const match = pattern.exec(chapter.replace(/\s+/g, " "));
    if (match === null) throw new Error(`The chapter about drawing does not say ${pattern}.`);
    return match.slice(1);
  };
  const [button] = told(/press \*\*(.*?)\*\*/);
  await page.getByRole("button", { name: button! }).click();
  const field = page.locator(".palette input[type=search]");
  const [first, others] = told(
    /Type `([^`]*)` into the field above the sheet and press Enter.*?Do the same for (.*?)\. 2\./,
  );
  for (const [k, words] of [first!, ...Array.from(others!.matchAll(/`(.*?)`/g), (match) => match[1]!)].entries()) {
    await field.fill(words);
    await field.press("Enter");
    await page.locator(".diagram-node").nth(k).waitFor();
  }
  const square = async (end: string): Promise<[number, number]> => {
    const box = (await page.locator(`[data-end="${end}"] rect`).boundingBox())!;
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const drag = async (from: string, to: string): Promise<void> => {
    await page.mouse.move(...(await square(from)));
    await page.mouse.down();
    await page.mouse.move(...(await square(to)), { steps: 3 });
    await page.mouse.up();
    await page.locator(`[data-line="${from} ${to}"]`).waitFor({ state: "attached" });
  };
  told(
    /Connect the positive pin of the source with the resistor, the resistor with the capacitor, the capacitor with the negative pin of the source, and the ground with the same pin/,
  );
  await drag("constantVoltage.p", "resistor.p");
  await drag("resistor.n", "capacitor.p");
  await drag("capacitor.n", "constantVoltage.n");
  await drag("ground.p", "constantVoltage.n");
  const [component, parameter, value] = told(/Click the (\w+) and set (\w+) to ([\d.]+)/);
  await page.locator(`[data-component="${component}"] > rect`).click();
  await page.getByLabel(parameter!, { exact: true }).fill(value!);
  await page.getByLabel(parameter!, { exact: true }).press("Enter");
  const [run] = told(/Press \*\*(.*?)\*\*/);
  await page.getByRole("button", { name: run! }).click();
  await page.locator(".status", { hasText: "finished" }).waitFor();
  await page.locator(".plot").first().press("End");
  const [volts] = told(/the capacitor has .*? = ([\d.]+) V after a second/);
  // the legend has more digits
  await page.waitForFunction((promised) => {
    const entries = [...document.querySelectorAll(".legend .entry")].map((entry) => entry.textContent ?? "");
    const value = entries.flatMap((entry) => /^capacitor\.v\s+([\d.]+)/.exec(entry)?.[1] ?? [])[0];
    return Number(value).toFixed(promised.length - 2) === promised;
  }, volts!);
  const [tab] = told(/The tab \*\*(.*?)\*\* shows it as text/);
  await page.getByRole("tab", { name: tab! }).click();
  const lines = await page.locator(".cm-content .cm-line").allTextContents();
  const drawn = lines.join("\n").replace(/ {2}diagram: \{.*\},\n/, "");
  const shown = /```ts no-run\n([\s\S]*?)```/.exec(chapter)![1]!;
  if (drawn !== shown) throw new Error(`What was drawn reads\n${drawn}\nand not, as the tutorial says,\n${shown}`);
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
