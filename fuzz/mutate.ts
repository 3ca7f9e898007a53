/** Changes texts so that most of their structure stays: words for words, numbers for numbers, parts for parts. */
import type { Random } from "../src/math/random.ts";

/** Values at which programs go wrong. */
const oddNumbers = [
  "0",
  "-1",
  "1e308",
  "-1e308",
  "1e-308",
  "NaN",
  "Infinity",
  "4294967296",
  "0.1",
  "-0",
  "1e999",
  "65536",
];
const oddTexts = [
  "",
  " ",
  "\u0000",
  "\u2028",
  "__proto__",
  "constructor",
  "toString",
  "ä",
  "a".repeat(300),
  "\\",
  '"',
  "'",
  "`",
  "$".concat("{1}"),
  "*/",
];
const oddValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1e308,
  0.5,
  "",
  "x",
  "__proto__",
  [],
  {},
  [[]],
  [1, "a"],
];

function pick<T>(random: Random, list: readonly T[]): T {
  return list[random.below(list.length)]!;
}

/** Words, numbers, blanks and single signs, which together are the text. */
function tokens(text: string): string[] {
  return text.match(/[\p{L}_]+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\s+|[\s\S]/gu) ?? [];
}

/** A few changes of the tokens; `others` are texts of the same kind from which parts are taken. */
export function mutateText(text: string, others: readonly string[], random: Random): string {
  const list = tokens(text);
  const changes = 1 + random.below(4);
  for (let k = 0; k < changes && list.length > 0; k++) {
    const at = random.below(list.length);
    const length = 1 + random.below(Math.min(8, list.length - at));
    switch (random.below(8)) {
      case 0:
        list.splice(at, length);
        break;
      case 1:
        list.splice(at, 0, ...list.slice(at, at + length));
        break;
      case 2:
        list.splice(at, length, ...list.slice(at, at + length).reverse());
        break;
      case 3: {
        const other = tokens(pick(random, others));
        const from = random.below(Math.max(1, other.length));
        list.splice(at, random.below(2) * length, ...other.slice(from, from + 1 + random.below(20)));
        break;
      }
      case 4:
        list[at] = pick(random, oddNumbers);
        break;
      case 5:
        list[at] = pick(random, oddTexts);
        break;
      case 6:
        list[at] = pick(random, list);
        break;
      default: {
        // brackets around a part, sometimes very many
        const depth = random.below(10) === 0 ? 400 : 1;
        const [open, close] = pick(random, ["()", "[]", "{}"]);
        list.splice(at, length, open!.repeat(depth), ...list.slice(at, at + length), close!.repeat(depth));
      }
    }
  }
  return list.join("");
}

/** A document with some values replaced, removed, doubled or exchanged. */
export function mutateJson(text: string, random: Random): string {
  const document = JSON.parse(text) as unknown;
  const changes = 1 + random.below(3);
  for (let k = 0; k < changes; k++) {
    const places: [owner: Record<string, unknown>, key: string][] = [];
    const collect = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      for (const key of Object.keys(value)) {
        places.push([value as Record<string, unknown>, key]);
        collect((value as Record<string, unknown>)[key]);
      }
    };
    collect(document);
    if (places.length === 0) break;
    const [owner, key] = pick(random, places);
    const [other, otherKey] = pick(random, places);
    switch (random.below(5)) {
      case 0:
        owner[key] = structuredClone(pick(random, oddValues));
        break;
      case 1:
        delete owner[key];
        break;
      case 2:
        owner[key] = structuredClone(other[otherKey]);
        break;
      case 3:
        owner[pick(random, ["extra", "_class", "value", "equations", "unit", "merge", key.toUpperCase()])] =
          structuredClone(owner[key]);
        break;
      default:
        if (typeof owner[key] === "string") owner[key] = mutateText(owner[key], [text], random);
        else if (typeof owner[key] === "number") owner[key] = Number(pick(random, oddNumbers));
    }
  }
  return JSON.stringify(document);
}
