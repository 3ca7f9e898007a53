// Several processes may ask for the built package at the same time: one builds, the others wait.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { alone } from "../../scripts/alone.ts";
import { clear } from "../../scripts/build.ts";

describe("building alone", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "rattleback-alone-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("makes the second wait until the first is done, though the first clears the folder", async () => {
    const order: string[] = [];
    const first = alone(folder, "package", async () => {
      order.push("first begins");
      clear(folder);
      // so that whoever asks now waits
      expect(readdirSync(folder)).toEqual([".package-builder"]);
      order.push("first ends");
    });
    const second = alone(folder, "package", async () => {
      order.push("second begins");
    });
    await Promise.all([first, second]);
    expect(order).toEqual(["first begins", "first ends", "second begins"]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("goes on where a builder has ended without a word, and takes its lock away when the build fails", async () => {
    // no process has this number
    writeFileSync(join(folder, ".package-builder"), String(2 ** 30));
    await expect(alone(folder, "package", () => Promise.reject(new Error("no types")))).rejects.toThrow("no types");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("keeps pages when what was built before is taken away", () => {
    mkdirSync(join(folder, "site"));
    mkdirSync(join(folder, "run"));
    writeFileSync(join(folder, "index.js"), "");
    clear(folder);
    expect(readdirSync(folder)).toEqual(["site"]);
    clear(join(folder, "new"));
    expect(existsSync(join(folder, "new"))).toBe(true);
  });
});
