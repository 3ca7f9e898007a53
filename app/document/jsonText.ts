/** What a program says of a value, in the words of a model document: `Box({ lengthX: 1 })` is `{"_class": "Box", "lengthX": 1}`. */
import { type Part, readExpression } from "./modelText.ts";

/** The JSON of literals and of calls with literals; words of libraries have none. */
export function jsonOf(written: string): string {
  const part = readExpression(written);
  const json = part && jsonOfPart(part);
  if (json === undefined) throw new Error(`"${written}" cannot be part of a document.`);
  return json;
}

function jsonOfPart(part: Part): string | undefined {
  switch (part.kind) {
    case "plain":
      return JSON.stringify(part.value);
    case "list":
      return joined(part.items.map(jsonOfPart), "[", "]");
    case "object":
      return joined(entriesOf(part), "{ ", " }");
    case "call": {
      const [given, ...more] = part.given;
      if (more.length > 0 || part.name.includes(".") || (given !== undefined && given.kind !== "object"))
        return undefined;
      const own = given === undefined ? [] : entriesOf(given).filter((text) => !text?.startsWith('"_class"'));
      return joined([`"_class": ${JSON.stringify(part.name)}`, ...own], "{ ", " }");
    }
    default:
      return undefined;
  }
}

function entriesOf({ entries }: Extract<Part, { kind: "object" }>): (string | undefined)[] {
  return entries.map(({ key, value }) => {
    const json = jsonOfPart(value);
    return json === undefined ? undefined : `${JSON.stringify(key)}: ${json}`;
  });
}

function joined(parts: readonly (string | undefined)[], before: string, behind: string): string | undefined {
  if (parts.some((part) => part === undefined)) return undefined;
  return parts.length === 0 ? before.trim() + behind.trim() : before + parts.join(", ") + behind;
}
