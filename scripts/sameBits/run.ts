// npm run test:bits -- [--share 1]: every example that has a hash, in Node, a thread of Node, Chromium and Firefox. Names those that differ;
// examples whose own code calls Math.sin and its kin may.
import { parseArgs } from "node:util";
import { ensurePackage } from "../build.ts";
import { firefoxPath } from "../firefox.ts";
import { type Hashes, hashesInChromium, hashesInFirefox, hashesInNode, hashesInThread } from "./engines.ts";
import { comparableExamples, usesFunctionsOfEngine, writeExamples } from "./writeExamples.ts";

const { values } = parseArgs({ options: { share: { type: "string" } } });
await ensurePackage();
const names = comparableExamples();
writeExamples(names, Number(values.share ?? 1));
const firefox = await firefoxPath();
const engines: Readonly<Record<string, () => Promise<Hashes>>> = {
  Node: () => hashesInNode(names),
  "a thread of Node": () => hashesInThread(names),
  Chromium: hashesInChromium,
  ...(firefox !== undefined && { Firefox: () => hashesInFirefox(firefox) }),
};
const found: Record<string, Hashes> = {};
for (const [engine, hashes] of Object.entries(engines)) {
  try {
    found[engine] = await hashes();
  } catch (error) {
    console.log(`${engine}: ${(error as Error).message}`);
    found[engine] = {};
  }
  console.log(`${engine}: ${Object.values(found[engine]).filter((hash) => /^[0-9a-f]{16}$/.test(hash)).length} hashes`);
}
let differences = 0;
let compared = 0;
for (const name of names) {
  const all = Object.keys(engines).map((engine) => found[engine]![name] ?? "nothing");
  const isEqual = all.every((hash) => hash === all[0]);
  // some need a library that pages do not have
  const isEverywhere = all.every((hash) => /^[0-9a-f]{16}$/.test(hash));
  const isOurs = !usesFunctionsOfEngine(name);
  if (isEverywhere && (isOurs || isEqual)) compared++;
  if (isEverywhere && isOurs && !isEqual) differences++;
  const verdict = isEqual ? "same      " : !isEverywhere ? "without   " : isOurs ? "DIFFERENT " : "own Math  ";
  console.log(`${verdict} ${name}: ${isEqual ? all[0] : all.join(" | ")}`);
}
console.log(`${compared} of ${names.length} examples in ${Object.keys(engines).join(", ")}: ${differences} differ`);
process.exitCode = differences > 0 || compared < 50 ? 1 : 0;
