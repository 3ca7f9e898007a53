/** Finds the TypeScript examples in Markdown pages and in doc comments, with the output their comments promise. */

export interface CodeBlock {
  /** Page and line of the block. */
  readonly place: string;
  readonly code: string;
  /** What each console.log must print, from the comment behind it. */
  readonly expected: readonly string[];
}

/** Blocks fenced as `ts`; blocks fenced as `ts no-run` show fragments and are not executed. */
export function codeBlocks(page: string, text: string): CodeBlock[] {
  const isMarkdown = page.endsWith(".md");
  const fence = isMarkdown ? /^```ts\n([\s\S]*?)^```/gm : /^ *\* ```ts\n([\s\S]*?)^ *\* ```/gm;
  return Array.from(text.matchAll(fence), (match) => {
    const line = text.slice(0, match.index).split("\n").length;
    const code = isMarkdown ? match[1] : match[1].replace(/^ *\* ?/gm, "");
    return { place: `${page}:${line}`, code, expected: promisedOutput(code) };
  });
}

function promisedOutput(code: string): string[] {
  return Array.from(code.matchAll(/^.*console\.log\(.*\);? *\/\/ (.+)$/gm), (match) => match[1].trim());
}
