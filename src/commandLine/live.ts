/** `rattleback live`: runs a model at the pace of the clock, for hardware and other programs. */
import { simulateOptionsOf } from "../modelFile/experiment.ts";
import { parseSetting } from "../modelFile/setting.ts";
import { instantiate } from "../run/instantiate.ts";
import { readArguments } from "./arguments.ts";
import type { Command } from "./command.ts";
import { CommandFailure, usageError } from "./commandFailure.ts";
import { exitCode } from "./exitCode.ts";
import { serveLive } from "./liveServer.ts";
import { loadModelFile, modelFailure } from "./loadModelFile.ts";
import { withClass } from "./modelicaModel.ts";
import type { Terminal } from "./terminal.ts";
import { resultFormatOf, writeResult } from "./writeResult.ts";

const usualPort = 4180;
const options = {
  port: { type: "string" },
  rate: { type: "string" },
  speed: { type: "string" },
  "stop-time": { type: "string" },
  tolerance: { type: "string" },
  method: { type: "string" },
  outputs: { type: "string", multiple: true },
  set: { type: "string", multiple: true },
  origin: { type: "string", multiple: true },
  out: { type: "string", multiple: true },
  paused: { type: "boolean" },
  class: { type: "string" },
  "allow-files": { type: "string", multiple: true },
} as const;

export const live: Command = {
  name: "live",
  summary: "run a model at the pace of the clock, with inputs and outputs over WebSocket",
  usage: "rattleback live <model.ts | model.json | Model.mo> [options]",
  details: `  --port ${usualPort}            of the WebSocket; 0 takes any free one
  --rate 50              exchanges per second of the model
  --speed 1              seconds of the model per second of the clock
  --outputs a,b.c        values that are sent; without it the outputs of the model, or else its states
  --set name=value       parameter, input or start value at the start; may be repeated
  --stop-time 3600       seconds of the model after which it ends; also --tolerance, --method
  --out result.json      everything that was computed, as rattleback run writes it; may be repeated
  --origin https://…     pages of this origin may connect too, not those of this computer only; may be repeated
  --paused               wait for { "command": "start" }
  --class Package.Model  which class of a Modelica file
  --allow-files folder   the model may read files of this folder too

Programs connect to ws://localhost:${usualPort}/ and exchange JSON. They get { kind: "model", controls, outputs }, then
{ kind: "outputs", time, values, factor } at the rate; factor is the real-time factor. They send { "set": { "u": 2 } },
{ "command": "start" | "pause" | "step" | "stop" } and { "speed": 2 }. Ctrl+C ends the run and writes the files.`,
  examples: `  rattleback live servo.ts --outputs arm.phi,motor.i --rate 100
  rattleback live tank.ts --paused --out session.json`,
  options,
  execute,
};

async function execute(words: readonly string[], terminal: Terminal): Promise<void> {
  const given = readArguments("live", words, options);
  const [file0, ...more] = given.files;
  const fileName = withClass(file0, given.text("class"));
  if (fileName === undefined) throw usageError("No model file was given.", "rattleback live model.ts");
  if (more.length > 0) throw usageError(`One model at a time; found "${more[0]}" too.`, "use another port for it");
  const files = given.texts("out");
  for (const file of files) resultFormatOf(file);
  const file = await loadModelFile(fileName, terminal.folder, given.texts("allow-files"));
  const merge: Record<string, unknown> = { ...file.experiment.merge };
  for (const text of given.texts("set")) {
    const { name, value } = parseSetting(text);
    merge[name] = value;
  }
  const failed = (error: unknown) => modelFailure(error, fileName, file.path, file.source);
  const server = await start().catch((error: unknown) => {
    throw failed(error);
  });
  terminal.out(`${server.address}\n`);
  terminal.error("The model runs until you press Ctrl+C.\n");
  if (!given.flag("paused")) server.run.start();
  const interrupted = new Promise<undefined>((stop) => {
    process.once("SIGINT", () => stop(undefined));
    process.once("SIGTERM", () => stop(undefined));
  });
  const error = await Promise.race([server.ended, interrupted]);
  const result = server.run.finish();
  await server.close();
  for (const name of files) writeResult(result, name, undefined, terminal);
  if (error !== undefined) throw new CommandFailure(exitCode.run, error, fileName, failed(error).place);
  terminal.error(`${file.name}: ${result.endTime} s, ${result.events.length} events\n`);

  async function start() {
    const model = instantiate(file.model, { name: file.name, readFile: file.readFile });
    const { interval: _i, stopTime: _s, requiredFinalStates: _r, ...experiment } = simulateOptionsOf(file.experiment);
    const { groups } = model.program.state;
    const asked = given.texts("outputs").flatMap((list) => list.split(","));
    const own = [...groups.values()].filter(({ isOutput, shape }) => isOutput && shape.length === 0);
    const outputs = asked.length > 0 ? asked : own.length > 0 ? own.map(({ name }) => name) : model.stateNames;
    const [rate, speed, tolerance, stopTime] = ["rate", "speed", "tolerance", "stop-time"].map((name) =>
      given.number(name),
    );
    const method = given.text("method");
    return serveLive(model, {
      ...experiment,
      merge,
      outputs,
      port: given.number("port") ?? usualPort,
      origins: given.texts("origin"),
      ...(rate !== undefined && { rate }),
      ...(speed !== undefined && { speed }),
      ...(tolerance !== undefined && { tolerance }),
      ...(stopTime !== undefined && { stopTime }),
      ...(method !== undefined && { method }),
    });
  }
}
