/** Whether two texts say the same but for how it is drawn: what was computed of the one is true of the other. */
import { entryOf, modelsIn } from "../document/modelText.ts";

/** `isModelica`: drawings are annotations there; elsewhere each model has one under the name `diagram`. */
export function isSameModel(one: string, other: string, isModelica: boolean): boolean {
  if (one === other) return true;
  const said = isModelica ? withoutAnnotations : withoutDiagrams;
  return said(one) === said(other);
}

function withoutDiagrams(text: string): string {
  const drawings = modelsIn(text)
    .flatMap(({ object }) => entryOf(object, "diagram") ?? [])
    .sort((a, b) => b.keyFrom - a.keyFrom);
  let rest = text;
  for (const { keyFrom, to } of drawings) rest = rest.slice(0, keyFrom) + rest.slice(to);
  // with the comma behind it, and its line
  return rest.replace(/[\s,]+/g, " ").replace(/ (?=[})\]])/g, "");
}

function withoutAnnotations(text: string): string {
  let rest = "";
  let at = 0;
  for (const { 0: begin, index } of text.matchAll(/\bannotation\s*\(/g)) {
    if (index < at) continue;
    rest += text.slice(at, index);
    at = closing(text, index + begin.length);
  }
  return (rest + text.slice(at)).replace(/\s+(?=;)/g, "").replace(/\s+/g, " ");
}

/** Behind the parenthesis that closes the one before `at`. */
function closing(text: string, at: number): number {
  let depth = 1;
  for (const { 0: sign, index } of text.slice(at).matchAll(/"(?:\\.|[^"\\])*"|[()]/g)) {
    depth += sign === "(" ? 1 : sign === ")" ? -1 : 0;
    if (depth === 0) return at + index + 1;
  }
  return text.length;
}
