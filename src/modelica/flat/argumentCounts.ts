/** How many arguments the functions and operators that the language predefines take, and the check of that. */
import type { CallExpression } from "../syntax/ast.ts";
import { TypeFault } from "../values/oneType.ts";

/** Least and most, by count as in "1 3": names that take them. */
const table: Readonly<Record<string, string>> = {
  "0 0": "initial terminal getInstanceName",
  "0 1": "interval firstTick",
  "0 3": "Clock",
  "1 1":
    "sin cos tan asin acos atan sinh cosh tanh exp log log10 sqrt abs sign floor ceil integer Integer Real Boolean der pre edge change " +
    "noEvent pure cardinality inStream actualStream Connections.isRoot Connections.rooted rooted previous hold noClock " +
    "ndims scalar vector matrix identity diagonal transpose symmetric skew sum product",
  "1 2": "size min max sample",
  "1 3": "subSample superSample shiftSample backSample",
  "1 4": "String",
  "1 99": "zeros ones fill",
  "2 2": "atan2 div mod rem smooth homotopy promote outerProduct cross",
  "2 3": "delay",
  "2 99": "cat",
  "3 3": "semiLinear linspace",
  "4 6": "spatialDistribution",
};

const counts = new Map<string, readonly [number, number]>();
for (const [range, names] of Object.entries(table)) {
  const [least, most] = range.split(" ").map(Number) as [number, number];
  for (const name of names.split(" ")) counts.set(name, [least, most]);
}

/** Refuses calls with too few or too many arguments; reductions have their iterators. */
export function checkArgumentCount(name: string, call: CallExpression): void {
  const range = counts.get(name);
  if (range === undefined || call.iterators.length > 0) return;
  const [least, most] = range;
  const given = call.positional.length + call.named.length;
  if (given >= least && given <= most) return;
  const wanted = least === most ? `${least}` : `${least} to ${most}`;
  throw new TypeFault(`"${name}" takes ${wanted} argument${wanted === "1" ? "" : "s"}, not ${given}`);
}
