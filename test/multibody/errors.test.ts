import { readFileSync } from "node:fs";
import { RattlebackError } from "rattleback";
import { describe, expect, it } from "vitest";
import { errorExamples } from "./errorExamples.ts";

const page = readFileSync("docs/errors.md", "utf8");

const isShared = (code: string) => /^E-(SHAPE|CONTACT|MECHANISM)-/.test(code);

describe("errors of 3-D mechanics", () => {
  it.each(errorExamples)("$code is raised with a path and a hint, and the error page shows it", ({ code, provoke }) => {
    let error: unknown;
    try {
      provoke();
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(RattlebackError);
    const { code: found, hint, path, message } = error as RattlebackError;
    expect(found).toBe(code);
    expect(hint).toBeTruthy();
    expect(path).toBeTruthy();
    // codes that lower layers raise too are explained there with their own example
    if (isShared(code)) return;
    const shown = message
      .split("\n")
      .map((line) => `    ${line}`.trimEnd())
      .join("\n");
    expect(page).toContain(shown);
  });
});
