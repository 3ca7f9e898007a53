/** The moving picture of the README: `npx tsx scripts/figures/rattleback.ts`. The motion is that of examples/contact-rattleback.ts. */
import { writeFileSync } from "node:fs";
import Rattleback, { experiment } from "../../examples/contact-rattleback.ts";
import { animationOf, instantiate, simulate } from "../../src/index.ts";
import { sceneSvg } from "./sceneSvg.ts";

const file = "docs/figures/rattleback.svg";
const stopTime = 6;
const frameRate = 12;

// a small table, so that the stone is large in the picture
const table = { "table.feature.shape.lengthX": 0.5, "table.feature.shape.lengthY": 0.5 };
const result = simulate(instantiate(Rattleback), {
  tolerance: experiment.tolerance,
  stopTime,
  interval: 1 / frameRate,
  merge: table,
});
const animation = animationOf(result);
const view = { width: 420, latitude: 0.6, longitude: 0.4, segments: 12 };
const frames = Array.from({ length: stopTime * frameRate }, (_, k) =>
  sceneSvg([{ animation, time: k / frameRate }], view)
    .trimEnd()
    .split("\n"),
);

// what is the same in all frames stands once: first the page and the table, then the stone, which is always above it
const lines = frames.map((frame) => new Set(frame));
const still = frames[0]!.filter((line) => lines.every((set) => set.has(line)));
const [head, ...background] = still.filter((line) => line !== "</svg>");
const moving = frames.map((frame) => frame.filter((line) => !still.includes(line)));
const groups = moving.map((frame, k) => {
  const [begin, end] = [k, k + 1].map((n) => (n / frames.length).toFixed(5));
  const times = k === 0 ? [`visible;hidden`, `0;${end}`] : [`hidden;visible;hidden`, `0;${begin};${end}`];
  const [values, keyTimes] = k === frames.length - 1 ? [`hidden;visible`, `0;${begin}`] : times;
  const clock = `calcMode="discrete" dur="${stopTime}s" repeatCount="indefinite"`;
  const animate = `<animate attributeName="visibility" values="${values}" keyTimes="${keyTimes}" ${clock}/>`;
  return `<g visibility="${k === 0 ? "visible" : "hidden"}">${animate}${frame.join("")}</g>`;
});
writeFileSync(file, `${[head, ...background, ...groups, "</svg>"].join("\n")}\n`);
console.log(`${file}: ${frames.length} frames, ${background.length} lines in common`);
