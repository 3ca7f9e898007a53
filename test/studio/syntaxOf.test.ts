// Syntax that takes over what the last text had is the syntax of the text alone.
import type { Tree } from "@lezer/common";
import { parser } from "@lezer/javascript";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSlowly, syntaxOf } from "../../app/document/syntaxOf.ts";
import { fourBarText, gripperText } from "./goalModels.ts";

const typeScript = parser.configure({ dialect: "ts" });

/** Names and places of all nodes. */
function nodes(tree: Tree): string[] {
  const found: string[] = [];
  tree.iterate({ enter: ({ name, from, to }) => void found.push(`${name} ${from} ${to}`) });
  return found;
}

const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat({ max: 40 }),
  insert: fc.constantFrom("", "0.25", "[1, 2]", "{ a: 1 },", "x: Par(1),", "// said\n", "`", "}", "(", '"', " "),
});

describe("syntaxOf", () => {
  it("is that of the text, whatever was read before, with and without errors", () => {
    fc.assert(
      fc.property(fc.constantFrom(fourBarText, gripperText), fc.array(edit, { maxLength: 8 }), (start, edits) => {
        let text = start;
        expect(nodes(syntaxOf(text))).toEqual(nodes(typeScript.parse(text)));
        for (const { at, length, insert } of edits) {
          const from = Math.floor(at * text.length);
          text = text.slice(0, from) + insert + text.slice(from + length);
          expect(nodes(syntaxOf(text))).toEqual(nodes(typeScript.parse(text)));
        }
      }),
      { numRuns: 150 },
    );
  });

  it("is the same when the text was read between other tasks", async () => {
    const changed = fourBarText.replaceAll("0.04", "0.05");
    await readSlowly(changed);
    expect(nodes(syntaxOf(changed))).toEqual(nodes(typeScript.parse(changed)));
    // meanwhile somebody asks for it, and for another text
    const reading = readSlowly(gripperText);
    const [asked, other] = [syntaxOf(gripperText), syntaxOf(`${gripperText}// more`)];
    await reading;
    expect(syntaxOf(gripperText)).toBe(asked);
    expect(nodes(other)).toEqual(nodes(typeScript.parse(`${gripperText}// more`)));
    // a text with errors
    const broken = gripperText.slice(0, 900);
    await readSlowly(broken);
    expect(nodes(syntaxOf(broken))).toEqual(nodes(typeScript.parse(broken)));
  });
});
