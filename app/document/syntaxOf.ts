/**
 * The syntax of a text. Tree, forms and edits ask for that of the same text many times, and the next text is mostly the last one with a
 * number changed: trees of the texts that were read last are remembered, and a new one takes over what it shares with the newest of
 * them. What is taken over depends on the text alone as long as it has no errors; a text with errors is read from the beginning, so that
 * what is made of them does not depend on what was read before.
 */
import { type Tree, TreeFragment } from "@lezer/common";
import { parser } from "@lezer/javascript";
import { nextTask } from "../dom.ts";
import { textChange } from "../editor/textChange.ts";

const typeScript = parser.configure({ dialect: "ts" });
/** Texts that are remembered: an edit makes some on its way. */
const most = 6;

const remembered = new Map<string, Tree>();

export function syntaxOf(text: string): Tree {
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const fragments = sharedWith(text);
  const tree = typeScript.parse(text, fragments);
  return remember(text, fragments !== undefined && hasErrors(tree) ? typeScript.parse(text) : tree);
}

/** Milliseconds of one task for reading. */
const readingTime = 8;

/** Reads a text piece by piece, between other tasks of the page, so that its syntax is there when it is asked for. */
export async function readSlowly(text: string): Promise<void> {
  const parse = typeScript.startParse(text, sharedWith(text));
  while (true) {
    await nextTask();
    // somebody has asked for it meanwhile
    if (remembered.has(text)) return;
    let tree: Tree | null = null;
    for (const until = performance.now() + readingTime; tree === null && performance.now() < until; )
      tree = parse.advance();
    if (tree === null) continue;
    // of a text with errors whatever depends on the text alone
    if (!hasErrors(tree)) remember(text, tree);
    return;
  }
}

function remember(text: string, tree: Tree): Tree {
  remembered.set(text, tree);
  for (const old of [...remembered.keys()].slice(0, -most)) remembered.delete(old);
  return tree;
}

/** What the text has in common with the one that was read last; undefined when that cannot be taken over. */
function sharedWith(text: string): readonly TreeFragment[] | undefined {
  const last = [...remembered].at(-1);
  const change = last && textChange(last[0], text);
  if (last === undefined || change === undefined || hasErrors(last[1])) return undefined;
  const { from, to, insert } = change;
  const changed = { fromA: from, toA: to, fromB: from, toB: from + insert.length };
  return TreeFragment.applyChanges(TreeFragment.addTree(last[1]), [changed]);
}

function hasErrors(tree: Tree): boolean {
  for (const cursor = tree.cursor(); ; ) {
    if (cursor.type.isError) return true;
    if (!cursor.next()) return false;
  }
}
