// Files that a model names: from its own folder and allowed ones, by whatever way the name tries to leave.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { confinedReader } from "../../src/commandLine/confinedReader.ts";

let top: string;
let own: string;
let other: string;

beforeAll(() => {
  top = mkdtempSync(join(realpathSync(tmpdir()), "rattleback-files-"));
  own = join(top, "model");
  other = join(top, "other");
  mkdirSync(join(own, "parts"), { recursive: true });
  mkdirSync(other);
  // a folder whose name begins like the model's
  mkdirSync(join(top, "model-of-another"));
  for (const file of ["model/own.obj", "model/parts/inner.obj", "other/other.obj", "model-of-another/a.obj"])
    writeFileSync(join(top, file), file);
  symlinkSync(join(other, "other.obj"), join(own, "link.obj"));
  symlinkSync(other, join(own, "linked"));
  symlinkSync(join(own, "own.obj"), join(own, "inside.obj"));
  symlinkSync(own, join(top, "another-way"));
});
afterAll(() => rmSync(top, { recursive: true }));

const text = (content: Uint8Array | undefined) => content && new TextDecoder().decode(content);

describe("a model reads files", () => {
  it.each([
    ["own.obj", "model/own.obj"],
    ["parts/inner.obj", "model/parts/inner.obj"],
    ["parts/../own.obj", "model/own.obj"],
    ["../model/own.obj", "model/own.obj"],
    ["inside.obj", "model/own.obj"],
  ])("of its own folder: %s", (name, content) => {
    expect(text(confinedReader(own)(name))).toBe(content);
  });

  it("when its folder is reached through a symbolic link", () => {
    const read = confinedReader(join(top, "another-way"));
    expect(text(read("own.obj"))).toBe("model/own.obj");
    expect(text(read(join(top, "another-way/own.obj")))).toBe("model/own.obj");
    expect(text(read(join(own, "own.obj")))).toBe("model/own.obj");
  });

  it("and is told when there is none", () => {
    expect(confinedReader(own)("missing.obj")).toBeUndefined();
  });
});

describe("a model does not leave its folder", () => {
  it.each([
    ["upwards", "../other/other.obj"],
    ["upwards from below", "parts/../../other/other.obj"],
    ["into a folder whose name begins like its own", "../model-of-another/a.obj"],
    ["through a linked file", "link.obj"],
    ["through a linked folder", "linked/other.obj"],
    ["to the folder itself", ".."],
    ["to learn what exists outside", "../missing.obj"],
  ])("%s", (_, name) => {
    const read = () => confinedReader(own)(name);
    expect(read).toThrow(expect.objectContaining({ code: "E-FILE-OUTSIDE", data: { name, folder: own } }));
    expect(read).toThrow(/--allow-files/);
  });

  it("by an absolute name", () => {
    expect(() => confinedReader(own)(join(other, "other.obj"))).toThrow(
      expect.objectContaining({ code: "E-FILE-OUTSIDE" }),
    );
  });
});

describe("a folder that the user allows", () => {
  it.each(["../other/other.obj", "link.obj", "linked/other.obj"])("is read: %s", (name) => {
    expect(text(confinedReader(own, [other])(name))).toBe("other/other.obj");
  });

  it("allows no other", () => {
    expect(() => confinedReader(own, [other])("../model-of-another/a.obj")).toThrow(/outside/);
  });
});

it("a folder is not a file", () => {
  expect(() => confinedReader(own)("parts")).toThrow(/not a file/);
});
