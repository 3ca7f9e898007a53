/** Statements of functions as generated code. */
import { referenceText } from "../flat/classKinds.ts";
import { argumentOf } from "../flat/statements.ts";
import type { Reference, StatementSyntax } from "../syntax/ast.ts";
import { cellIndex } from "./cells.ts";
import { hasRate, NotCompilable } from "./codeTypes.ts";
import type { CodeUnit } from "./codeUnit.ts";
import { type Code, type CodeScope, type CodeWriter, findEntry } from "./codeWriter.ts";
import { conditionText, elementPlace, fieldIndex, subscriptTexts, writeExpression, writeLoop } from "./expressions.ts";

export function writeStatements(
  u: CodeUnit,
  w: CodeWriter,
  list: readonly StatementSyntax[],
  s: CodeScope,
  loop = "",
): void {
  for (const statement of list) writeStatement(u, w, statement, s, loop);
}

function writeStatement(u: CodeUnit, w: CodeWriter, statement: StatementSyntax, s: CodeScope, loop: string): void {
  switch (statement.kind) {
    case "assign":
      assign(u, w, statement.target, writeExpression(u, w, statement.value, s), s);
      return;
    case "assignTuple": {
      const results = u.calls.write(w, statement.call, s, statement.targets.length);
      statement.targets.forEach((target, k) => {
        if (target !== undefined) assign(u, w, target, results[k]!, s);
      });
      return;
    }
    case "for": {
      const label = w.newName();
      const [first, ...rest] = statement.iterators;
      const nest = (k: number, at: CodeScope): void => {
        const iterator = rest[k];
        if (iterator === undefined) writeStatements(u, w, statement.body, at, label);
        else writeLoop(u, w, iterator, statement.body, at, (inner) => nest(k + 1, inner));
      };
      writeLoop(u, w, first!, statement.body, s, (inner) => nest(0, inner), `${label}: `);
      return;
    }
    case "while": {
      const label = w.newName();
      w.block(`${label}: for (let count = 0; ; count++)`, () => {
        w.line("if (count > 1e7) A.endless();");
        w.line(`if (!${conditionText(u, w, statement.condition, s)}) break;`);
        writeStatements(u, w, statement.body, s, label);
      });
      return;
    }
    case "if": {
      const from = (k: number): void => {
        const branch = statement.branches[k];
        if (branch === undefined) {
          writeStatements(u, w, statement.otherwise ?? [], s, loop);
          return;
        }
        const condition = conditionText(u, w, branch.condition, s);
        w.block(`if (${condition})`, () => writeStatements(u, w, branch.body, s, loop));
        w.block("else", () => from(k + 1));
      };
      from(0);
      return;
    }
    case "call": {
      if (referenceText(statement.call.callee) !== "assert") {
        u.calls.write(w, statement.call, s, 0);
        return;
      }
      const level = argumentOf(statement.call, "level", 2);
      if (level?.kind === "reference" && level.parts[level.parts.length - 1]!.name === "warning") return;
      const condition = conditionText(u, w, argumentOf(statement.call, "condition", 0)!, s);
      w.line(`if (!${condition}) A.violated();`);
      return;
    }
    case "break":
      if (loop === "") throw new NotCompilable("break outside a loop");
      w.line(`break ${loop};`);
      return;
    case "return":
      w.line("break body;");
      return;
    case "when":
      throw new NotCompilable("when in a function");
  }
}

/** `a := e`, `a[i].b := e`: values and rates go to the same place. */
function assign(u: CodeUnit, w: CodeWriter, target: Reference, value: Code, s: CodeScope): void {
  const entry = findEntry(s, target.parts[0]!.name);
  if (entry !== undefined && "cells" in entry) {
    const cell = entry.cells[cellIndex(target.parts[0]!.subscripts, entry.shape) ?? -1];
    if (cell === undefined || value.type.rank > 0) throw new NotCompilable("an array that was taken apart");
    if (cell.rate !== undefined) w.line(`${cell.rate} = ${w.ownRate(value)};`);
    w.line(`${cell.text} = ${w.own(value)};`);
    return;
  }
  if (entry === undefined || !("code" in entry)) throw new NotCompilable("an unknown variable is assigned");
  if (entry.mark !== undefined) w.line(`${entry.mark} = true;`);
  let { text, rate, type } = entry.code;
  const writes = w.isDual && rate !== undefined;
  for (const [k, part] of target.parts.entries()) {
    if (k > 0) {
      if (type.rank > 0) throw new NotCompilable("a field of several records is assigned");
      const field = fieldIndex(type, part.name);
      [text, rate, type] = [`${text}[${field}]`, rate && `${rate}[${field}]`, type.fields![field]!.type];
    }
    if (part.subscripts.length === 0) continue;
    const list = subscriptTexts(u, w, text, part.subscripts, s);
    const place = elementPlace(w, text, type, list);
    if (place !== undefined) {
      [text, rate, type] = [`${text}.data[${place}]`, rate && `${rate}.data[${place}]`, { ...type, rank: 0 }];
      continue;
    }
    if (k < target.parts.length - 1) throw new NotCompilable("a field of several records is assigned");
    const texts = list.map((item) => item.text).join(", ");
    w.line(`A.put(${text}, ${w.own(value)}, ${texts});`);
    if (writes && hasRate(type)) w.line(`A.put(${rate}, ${w.ownRate(value)}, ${texts});`);
    return;
  }
  if (type.rank !== value.type.rank) throw new NotCompilable("an assignment of other dimensions");
  // both at once: the value may be the variable itself
  const own = w.own(value);
  if (writes && hasRate(type)) w.line(`${rate} = ${w.ownRate(value)};`);
  w.line(`${text} = ${own};`);
}
