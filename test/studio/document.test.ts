// A text and its models as trees: what is changed in one is in the other, by the smallest edit, and can be taken back.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  entryOf,
  hasErrors,
  type ModelText,
  modelsIn,
  type ObjectPart,
  type Part,
  type PlainPart,
} from "../../app/document/modelText.ts";
import {
  addItem,
  applyEdits,
  inverseOf,
  removeEntry,
  removeItem,
  renameEntry,
  replacePart,
  setEntry,
  type TextEdit,
} from "../../app/document/textEdits.ts";
import { filesIn } from "../docs/filesIn.ts";

/** What a part means, without places. */
function meaning(part: Part, text: string): unknown {
  switch (part.kind) {
    case "plain":
      return part.value;
    case "list":
      return part.items.map((item) => meaning(item, text));
    case "object":
      return part.entries.map(({ key, value }) => [key, meaning(value, text)]);
    case "call":
      return { name: part.name, given: part.given.map((given) => meaning(given, text)) };
    case "name":
      return { name: part.name };
    case "computed":
      return { text: text.slice(part.from, part.to) };
  }
}

type Entries = [string, unknown][];

const theModel = (text: string): ModelText => {
  const found = modelsIn(text).find(({ isDefault }) => isDefault);
  if (found === undefined) throw new Error(`no model in\n${text}`);
  return found;
};
const entriesOf = (text: string) => meaning(theModel(text).object, text) as Entries;

/** Ways in which people write an object. */
interface Style {
  readonly isLong: boolean;
  readonly hasTrailingComma: boolean;
  readonly comments: readonly ("" | "before" | "behind")[];
}

const plain = fc.oneof(
  fc
    .double({ min: -1e6, max: 1e6, noNaN: true })
    .map((value) => ({ value, text: Object.is(value, -0) ? "0" : String(value) })),
  fc.boolean().map((value) => ({ value, text: String(value) })),
  fc.constantFrom("N.m", 'a "quoted" unit', "größer, { kleiner }", "// no comment").map((value) => ({
    value,
    text: JSON.stringify(value),
  })),
);
const component = plain.map(({ value, text }) => ({
  value: { name: "Resistor.with", given: [[["R", value]]] },
  text: `Resistor.with({ R: ${text} })`,
}));
const quantity = plain.map(({ value, text }) => ({
  value: { name: "Par", given: [value, "kg"] },
  text: `Par(${text}, "kg")`,
}));
const anyValue = fc.oneof(plain, component, quantity, fc.constant({ value: { name: "Capacitor" }, text: "Capacitor" }));
const key = fc.constantFrom("a", "b", "c", "motor", "x1", "with space", "R");
const style: fc.Arbitrary<Style> = fc.record({
  isLong: fc.boolean(),
  hasTrailingComma: fc.boolean(),
  comments: fc.array(fc.constantFrom("", "before", "behind") as fc.Arbitrary<"" | "before" | "behind">, {
    minLength: 8,
    maxLength: 8,
  }),
});

function written(
  entries: readonly (readonly [string, string])[],
  { isLong, hasTrailingComma, comments }: Style,
): string {
  const lines = entries.map(([name, value], k) => {
    const isLast = k === entries.length - 1;
    const comma = isLast && !hasTrailingComma ? "" : ",";
    const quoted = /^\w+$/.test(name) ? name : JSON.stringify(name);
    if (!isLong) return `${comments[k] === "before" ? "/* note */ " : ""}${quoted}: ${value}${comma}`;
    const before = comments[k] === "before" ? "// says what follows\n  " : "";
    return `${before}${quoted}: ${value}${comma}${comments[k] === "behind" ? " // remark" : ""}`;
  });
  return isLong ? `{\n${lines.map((line) => `  ${line}\n`).join("")}}` : `{ ${lines.join(" ")} }`;
}

const document = fc
  .record({
    style,
    entries: fc.uniqueArray(fc.tuple(key, anyValue), { selector: ([name]) => name, maxLength: 6 }),
    connections: fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 3 }),
    isDefault: fc.boolean(),
  })
  .map(({ style: look, entries, connections, isDefault }) => {
    const list = `[${connections.map((name) => `["${name}.p", "ground.p"]`).join(", ")}]`;
    const all = [
      ...entries.map(([name, { text }]) => [name, text] as const),
      ["connect", list] as const,
      ["equations", "`a.x = R*b.x + other.a // R`"] as const,
    ];
    const object = written(all, look);
    return isDefault
      ? `// A model.\nexport default Model(${object});\n`
      : `import { Model } from "rattleback";\n\nconst Whole = Model(${object});\nexport default Whole; // the end\n`;
  });

type Step = (text: string) => { edits: TextEdit[]; expected: Entries };

const set =
  (name: string, { value, text: given }: { value: unknown; text: string }): Step =>
  (text) => {
    const before = entriesOf(text);
    const expected: Entries = before.some(([known]) => known === name)
      ? before.map(([known, old]) => [known, known === name ? value : old])
      : [...before, [name, value]];
    return { edits: [setEntry(text, theModel(text).object, name, given)], expected };
  };
const remove =
  (name: string): Step =>
  (text) => {
    const edit = removeEntry(text, theModel(text).object, name);
    return { edits: edit === undefined ? [] : [edit], expected: entriesOf(text).filter(([known]) => known !== name) };
  };
const connections = (object: ObjectPart) => {
  const value = entryOf(object, "connect")?.value;
  if (value?.kind !== "list") throw new Error("connect is a list");
  return value;
};
const withConnections = (text: string, change: (list: unknown[]) => unknown[]): Entries =>
  entriesOf(text).map(([name, value]) => [name, name === "connect" ? change(value as unknown[]) : value]);
const connect =
  (one: string, other: string): Step =>
  (text) => ({
    edits: [addItem(text, connections(theModel(text).object), `["${one}.p", "${other}.n"]`)],
    expected: withConnections(text, (list) => [...list, [`${one}.p`, `${other}.n`]]),
  });
const disconnect =
  (at: number): Step =>
  (text) => {
    const list = connections(theModel(text).object);
    const index = list.items.length === 0 ? 0 : at % list.items.length;
    const edit = removeItem(text, list, index);
    return {
      edits: edit === undefined ? [] : [edit],
      expected: withConnections(text, (all) => all.filter((_, k) => k !== index)),
    };
  };
const rename =
  (from: string, to: string): Step =>
  (text) => {
    const before = entriesOf(text);
    const isPossible = before.some(([name]) => name === from) && before.every(([name]) => name !== to);
    if (!isPossible) return { edits: [], expected: before };
    const inText = (value: string) => value.replaceAll(new RegExp(`(?<![\\w.])${from}(?!\\w)`, "g"), to);
    return {
      edits: renameEntry(text, theModel(text).object, from, to),
      expected: before.map(([name, value]) => [
        name === from ? to : name,
        name === "connect"
          ? (value as string[][]).map((pair) => pair.map(inText))
          : name === "equations"
            ? inText(value as string)
            : value,
      ]),
    };
  };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(key, anyValue).map(([name, value]) => set(name, value)),
  key.map(remove),
  fc.tuple(fc.constantFrom("a", "b"), fc.constantFrom("c", "motor")).map(([one, other]) => connect(one, other)),
  fc.nat(5).map(disconnect),
  fc
    .tuple(fc.constantFrom("a", "b", "R", "motor"), fc.constantFrom("d", "e", "a"))
    .map(([from, to]) => rename(from, to)),
);

const notes = (text: string) => (text.match(/says what follows|note|remark|A model|the end/g) ?? []).length;

describe("edits of a model in its text", () => {
  it("mean what they say, leave comments alone, and are taken back to the very text", () => {
    fc.assert(
      fc.property(document, fc.array(step, { maxLength: 12 }), (start, steps) => {
        let text = start;
        const taken: TextEdit[][] = [];
        for (const next of steps) {
          const { edits, expected } = next(text);
          const after = applyEdits(text, edits);
          expect(hasErrors(after)).toBe(false);
          expect(entriesOf(after)).toEqual(expected);
          // a note between an entry and its comma goes with it; all others stay
          expect(notes(after)).toBe(notes(text));
          taken.push(inverseOf(text, edits));
          text = after;
        }
        for (const edits of taken.reverse()) text = applyEdits(text, edits);
        expect(text).toBe(start);
      }),
      { seed: 23, numRuns: 150 },
    );
  });
});

describe("the examples", () => {
  const files = filesIn("examples", ".ts");

  /** The first number in a part. */
  const numberIn = (part: Part): PlainPart | undefined => {
    if (part.kind === "plain") return typeof part.value === "number" ? part : undefined;
    const inner = part.kind === "list" ? part.items : part.kind === "call" ? part.given : [];
    const values = part.kind === "object" ? part.entries.map(({ value }) => value) : inner;
    for (const value of values) {
      const found = numberIn(value);
      if (found !== undefined) return found;
    }
    return undefined;
  };

  it("have their models as trees, and a changed number is one changed line", () => {
    let changed = 0;
    for (const file of files) {
      const text = readFileSync(file, "utf8");
      for (const { object } of modelsIn(text)) {
        const number = numberIn(object);
        if (number === undefined) continue;
        const after = applyEdits(text, [replacePart(number, "123.25")]);
        const [a, b] = [text.split("\n"), after.split("\n")];
        expect(b).toHaveLength(a.length);
        expect(a.filter((line, k) => line !== b[k])).toHaveLength(1);
        changed++;
      }
    }
    expect(changed).toBeGreaterThan(20);
  });

  it("have a model that can be edited, unless a function makes it", () => {
    const without = files.filter((file) => {
      const text = readFileSync(file, "utf8");
      return (
        /^(export default|(export )?const \w+ =) (Model|Model3D|\w+\.with)\(\{/m.test(text) &&
        modelsIn(text).length === 0
      );
    });
    expect(without).toEqual([]);
  });
});

describe("a text that is being written", () => {
  it("gives what can be read of it", () => {
    const text = "export default Model({\n  a: 1,\n  b: Par(2, \n});\n";
    expect(hasErrors(text)).toBe(true);
    expect(modelsIn(text)[0]?.object.entries[0]).toMatchObject({ key: "a", value: { value: 1 } });
    expect(modelsIn("const = ;")).toEqual([]);
  });

  it("tells what is computed apart", () => {
    const { object } = theModel(
      "const b = 1;\nexport default Model({ ...base, a: b + 1, [c]: 2, d: f(x => x), b });\n",
    );
    expect(object.hasMore).toBe(true);
    expect(object.entries.map(({ key: name, value }) => [name, value.kind])).toEqual([
      ["a", "computed"],
      ["d", "call"],
      ["b", "computed"],
    ]);
  });
});
