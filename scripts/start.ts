// Starts the studio: builds its pages when they are older than the sources, serves them on this computer, opens the browser.
//
// With a person at the keyboard it serves until Ctrl+C. Without one (a pipe, a build server) it shows the same thing in short: it
// serves, reads its own pages once, runs the first example in Node, and ends. `npm start -- --serve` serves on in any case.
import { parseArgs } from "node:util";
import { libraryFile, libraryNames } from "../app/engine/libraryNames.ts";
import { openInBrowser } from "../src/commandLine/openInBrowser.ts";
import { exampleFiles, siteFolder } from "../src/commandLine/packageFiles.ts";
import { serveFolder } from "../src/commandLine/staticServer.ts";
import { ensureSite } from "./buildSite.ts";

const usualPort = 4173;
const { values } = parseArgs({
  options: { serve: { type: "boolean" }, port: { type: "string" }, "no-open": { type: "boolean" } },
});
const hasPerson = process.stdin.isTTY === true && process.stdout.isTTY === true;

await ensureSite((line) => console.log(line));
const server = await serveFolder(siteFolder, Number(values.port ?? usualPort));
console.log(`The studio is at ${server.address}`);

if (hasPerson || values.serve === true) {
  if (hasPerson && values["no-open"] !== true) openInBrowser(server.address);
  console.log("Press Ctrl+C to stop.");
  await new Promise((stop) => {
    process.once("SIGINT", stop);
    process.once("SIGTERM", stop);
  });
  await server.close();
} else {
  await readPages(server.address);
  await server.close();
  const [first] = exampleFiles();
  console.log(`\n── ${first!.name}: ${first!.title}\n`);
  await import(new URL(`../examples/${first!.name}.ts`, import.meta.url).href);
  console.log("\nNobody is at the keyboard, so the server has stopped; npm start -- --serve serves on.");
}

/** Every file that the page names must be there. */
async function readPages(address: string): Promise<void> {
  const page = await read(address);
  const named = Array.from(page.matchAll(/(?:src|href)="\.?\/?([^"]+)"/g), (match) => match[1]!);
  const files = [
    ...named,
    "engine.js",
    ...libraryNames.map(libraryFile),
    "sandbox.html",
    "examples.json",
    "types.json",
  ];
  for (const file of files) await read(address + file);
  console.log(`The page and its ${files.length} files are served.`);
}

async function read(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answers ${response.status}.`);
  return response.text();
}
