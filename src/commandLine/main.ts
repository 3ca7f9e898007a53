#!/usr/bin/env node
/** The program `rattleback`. */
import { commandLine } from "./commandLine.ts";
import { processTerminal } from "./terminal.ts";

// a reader that stops early, such as head, is no failure
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});
process.exitCode = await commandLine(process.argv.slice(2), processTerminal());
