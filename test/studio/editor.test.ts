// The text of a model in the editor: equations inside it are a language of their own; examples show their model.

import { readFileSync } from "node:fs";
import { CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { ensureSyntaxTree } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { highlightTree, tagHighlighter, tags } from "@lezer/highlight";
import { describe, expect, it } from "vitest";
import { completeEquation, modelSupport } from "../../app/editor/equationLanguage.ts";
import { foldedParts } from "../../app/editor/foldedParts.ts";
import { galleryExamples } from "../../scripts/buildSite.ts";

const text = `import { expr, Model } from "rattleback";
const k = 2;
export default Model({
  mass: 1,
  x: Var({ init: 1 }),
  twice: expr\`2*mass\`,
  description: "when this is a sentence, not",
  equations: \`
    der(x) = \${k}*x // decays
    when x < 0.5 then
      re
    end
  \`,
});
`;
const begun = EditorState.create({ doc: text, extensions: [modelSupport()] });
/** Parsed to the end, however slow the computer is. */
const tree = ensureSyntaxTree(begun, text.length, 1e9)!;
const { state } = begun.update({});

/** Words with a kind of colour. */
function words(tag: "keyword" | "number" | "comment" | "typeName"): string[] {
  const found: string[] = [];
  const style = tagHighlighter([{ tag: tags[tag], class: tag }]);
  highlightTree(tree, style, (from, to) => found.push(text.slice(from, to)));
  return found;
}

describe("equations in a text", () => {
  it("are coloured as equations, and sentences are not", () => {
    expect(words("keyword").slice(-3)).toEqual(["when", "then", "end"]);
    expect(words("keyword")).not.toContain("not");
    expect(words("typeName")).toEqual(["der"]);
    expect(words("comment")).toEqual(["// decays"]);
    expect(words("number")).toEqual(["2", "1", "1", "2", "0.5"]);
  });

  it("are completed by the names around them, functions and words of the language", () => {
    const at = text.indexOf("re\n") + 2;
    const found = completeEquation(new CompletionContext(state, at, false)) as CompletionResult;
    const labels = found.options.map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(["mass", "x", "twice", "reinit", "der", "when"]));
    expect(labels).not.toContain("equations");
    expect(text.slice(found.from, at)).toBe("re");
    // outside of them TypeScript knows better
    expect(completeEquation(new CompletionContext(state, text.indexOf("Var") + 1, false))).toBe(undefined);
    expect(completeEquation(new CompletionContext(state, text.indexOf("sentence"), false))).toBe(undefined);
  });
});

describe("an example", () => {
  it("hides imports and checks, and never its model or experiment", () => {
    const folded = galleryExamples().filter(({ file }) => {
      const source = readFileSync(file, "utf8");
      const parts = foldedParts(source);
      let shown = source;
      for (const { from, to } of [...parts].reverse()) shown = shown.slice(0, from) + shown.slice(to);
      expect(parts.every(({ from, to }) => from < to && to <= source.length)).toBe(true);
      for (const kept of source.matchAll(/^export .*$/gm)) expect(shown).toContain(kept[0]);
      return parts.length > 0 && !shown.includes("assert.");
    });
    // nearly all of them check themselves
    expect(folded.length).toBeGreaterThan(0.7 * galleryExamples().length);
  });
});
