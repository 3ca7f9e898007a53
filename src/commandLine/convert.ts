/** `rattleback convert`: results and models from one format into another. */
import { extname, resolve } from "node:path";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { modelToJson } from "../modelFile/modelJson.ts";
import type { Result } from "../results/result.ts";
import { resultFromJson } from "../results/resultFromJson.ts";
import { readArguments } from "./arguments.ts";
import type { Command } from "./command.ts";
import { CommandFailure, usageError } from "./commandFailure.ts";
import { exitCode } from "./exitCode.ts";
import { loadModelFile, modelFailure, readText } from "./loadModelFile.ts";
import type { Terminal } from "./terminal.ts";
import { isAnimationName, writeAnimation } from "./writeAnimation.ts";
import { resultFormatOf, writeParts, writeResult } from "./writeResult.ts";

const options = { signals: { type: "string", multiple: true } } as const;

export const convert: Command = {
  name: "convert",
  summary: "turn a result or a model into another format",
  usage: "rattleback convert <from> <to> [options]",
  details: `  result.json → .csv .json .mat .arrow, or - for CSV on standard output
  result.json → .glb .gltf .obj .stl .ply, when the model has a 3-D part
  model.ts    → model.json

  --signals a,b.c        these signals of a result only; may be repeated`,
  examples: `  rattleback convert result.json result.mat
  rattleback convert billiards.json billiards.glb
  rattleback convert servo.ts servo.json`,
  options,
  execute,
};

async function execute(words: readonly string[], terminal: Terminal): Promise<void> {
  const given = readArguments("convert", words, options);
  const [from, to, ...more] = given.files;
  if (from === undefined || to === undefined || more.length > 0)
    throw usageError("convert needs two file names.", "rattleback convert result.json result.csv");
  if (extname(from) === ".json") convertResult(from, to, given.texts("signals"), terminal);
  else await convertModel(from, to, terminal);
}

function convertResult(from: string, to: string, signals: readonly string[], terminal: Terminal): void {
  const isAnimation = isAnimationName(to) && extname(to).toLowerCase() !== ".json";
  if (!isAnimation) resultFormatOf(to);
  let result: Result;
  try {
    result = resultFromJson(readText(resolve(terminal.folder, from), from));
  } catch (error) {
    if (error instanceof RattlebackError) throw new CommandFailure(exitCode.file, error, from);
    throw error;
  }
  const names = signals.flatMap((list) => list.split(","));
  try {
    if (isAnimation) writeAnimation(result, to, terminal.folder);
    else writeResult(result, to, names.length === 0 ? undefined : names, terminal);
  } catch (error) {
    if (error instanceof RattlebackError) throw new CommandFailure(exitCode.usage, error);
    throw error;
  }
}

async function convertModel(from: string, to: string, terminal: Terminal): Promise<void> {
  if (extname(to) !== ".json")
    throw usageError(`A model cannot be written as "${extname(to)}".`, "a file that ends in .json");
  const { model, experiment, path, source } = await loadModelFile(from, terminal.folder);
  let text: string;
  try {
    text = modelToJson(model);
  } catch (error) {
    throw modelFailure(error, from, path, source);
  }
  const document = { model: JSON.parse(text) as unknown, experiment };
  writeParts([`${JSON.stringify(document, undefined, 2)}\n`], to, terminal.folder);
}
