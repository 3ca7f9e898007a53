// Time of the processor that this process has used, in ms: the clock would count what else the machine does.
import { cpuUsage } from "node:process";

export function processorTime(): number {
  const { user, system } = cpuUsage();
  return (user + system) / 1000;
}
