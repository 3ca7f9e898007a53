/** `rattleback studio`: serves the pages of the studio on this computer and opens them. */
import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { modelLink } from "../modelFile/modelLink.ts";
import { readArguments } from "./arguments.ts";
import type { Command } from "./command.ts";
import { fileError } from "./commandFailure.ts";
import { importedTexts } from "./importedTexts.ts";
import { readText } from "./loadModelFile.ts";
import { openInBrowser } from "./openInBrowser.ts";
import { siteFolder } from "./packageFiles.ts";
import { serveFolder } from "./staticServer.ts";
import type { Terminal } from "./terminal.ts";

const options = { port: { type: "string" }, "no-open": { type: "boolean" } } as const;
const usualPort = 4173;

export const studio: Command = {
  name: "studio",
  summary: "edit, run, watch and plot models in the browser",
  usage: "rattleback studio [model.ts] [options]",
  details: `  --port ${usualPort}            another port; a taken one is replaced by a free one
  --no-open              print the address only

The pages work without a network. The address is reachable from this computer only. With a model file its text is
in the address; nothing runs before you press Run.`,
  examples: `  rattleback studio
  rattleback studio servo.ts --no-open`,
  options,
  execute,
};

async function execute(words: readonly string[], terminal: Terminal): Promise<void> {
  const given = readArguments("studio", words, options);
  if (!existsSync(`${siteFolder}/index.html`))
    throw fileError("The pages of the studio are not built.", siteFolder, "npm run build:site");
  const [fileName] = given.files;
  const hash = fileName === undefined ? "" : await linkTo(resolve(terminal.folder, fileName), fileName);
  const server = await serveFolder(siteFolder, given.number("port") ?? usualPort);
  terminal.out(`${server.address}${hash}\n`);
  terminal.error("The studio runs until you press Ctrl+C.\n");
  if (!given.flag("no-open") && terminal.isInteractive) openInBrowser(server.address + hash);
  await new Promise<void>((stop) => {
    process.once("SIGINT", stop);
    process.once("SIGTERM", stop);
  });
  await server.close();
}

/** The model with the files of its folder that it imports. */
async function linkTo(path: string, fileName: string): Promise<string> {
  const source = readText(path, fileName);
  const parts = fileName.endsWith(".json") ? {} : importedTexts(path);
  return modelLink({ name: basename(fileName), source, parts });
}
