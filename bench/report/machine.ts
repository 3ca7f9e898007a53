/** Processor and engine, for readers of the numbers. */
import { cpus } from "node:os";

const cores = cpus();

export const machine = `${cores[0]?.model.trim() ?? "an unknown processor"}, ${cores.length} cores, Node ${process.versions.node}, ${process.platform}`;
