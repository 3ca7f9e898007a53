/** A text of Modelica with its name; places are offsets, turned into lines only for messages. */
export class SourceFile {
  readonly name: string;
  readonly text: string;
  private starts: number[] | undefined;

  constructor(name: string, text: string) {
    this.name = name;
    this.text = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  }

  /** Line and column, from 1. */
  place(at: number): { line: number; column: number } {
    if (this.starts === undefined) {
      this.starts = [0];
      for (let i = this.text.indexOf("\n"); i >= 0; i = this.text.indexOf("\n", i + 1)) this.starts.push(i + 1);
    }
    let [low, high] = [0, this.starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! <= at) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: at - this.starts[low]! + 1 };
  }

  /** `Circuit.mo:12:3` */
  nameOf(at: number): string {
    const { line, column } = this.place(at);
    return `${this.name}:${line}:${column}`;
  }

  /** The text of the expression that begins at a place of a declaration or modification: up to what can follow it there. */
  expressionAt(at: number): string {
    let depth = 0;
    let end = at;
    for (; end < this.text.length; end++) {
      const c = this.text[end]!;
      if (c === "(" || c === "{" || c === "[") depth++;
      else if (c === ")" || c === "}" || c === "]") {
        if (--depth < 0) break;
      } else if (depth === 0 && (c === ";" || c === "," || c === '"')) break;
    }
    const text = this.text
      .slice(at, end)
      .replace(/\s*\bannotation\s*\([\s\S]*$/, "")
      .replace(/\s+/g, " ")
      .trim();
    return text.length > 160 ? `${text.slice(0, 160)} …` : text;
  }

  /** "file:line:column", and the line with a caret under the place. */
  show(at: number): string {
    const { line, column } = this.place(at);
    const start = this.starts![line - 1]!;
    const end = this.text.indexOf("\n", start);
    const whole = this.text.slice(start, end < 0 ? undefined : end).replace(/\r$/, "");
    const from = Math.max(0, column - 100);
    const text = whole.slice(from, from + 160).replace(/\t/g, " ");
    return `${this.nameOf(at)}\n    ${text}\n    ${" ".repeat(column - 1 - from)}^`;
  }
}
