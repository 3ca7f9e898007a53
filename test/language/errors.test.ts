import { readFileSync } from "node:fs";
import { RattlebackError } from "rattleback";
import { describe, expect, it } from "vitest";
import { errorExamples } from "./errorExamples.ts";

const page = readFileSync("docs/errors.md", "utf8");

describe("errors of the equation language", () => {
  for (const { code, provoke } of errorExamples) {
    it(`${code} is raised with a hint, and the error page shows it as users see it`, () => {
      let error: unknown;
      try {
        provoke();
      } catch (caught) {
        error = caught;
      }
      expect(error).toBeInstanceOf(RattlebackError);
      const { code: found, hint, message } = error as RattlebackError;
      expect(found).toBe(code);
      expect(hint).toBeTruthy();
      const shown = message
        .split("\n")
        .map((line) => `    ${line}`.trimEnd())
        .join("\n");
      expect(page).toContain(shown);
    });
  }
});
