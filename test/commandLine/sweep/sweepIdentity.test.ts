import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { canonical, RememberingReader, sweepIdentity } from "../../../src/commandLine/sweep/sweepIdentity.ts";

const folder = mkdtempSync(join(tmpdir(), "identity-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("what a sweep depends on", () => {
  const model = join(folder, "models/model.ts");
  mkdirSync(join(folder, "models"));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const identity = (options: Record<string, unknown> = {}, files = new Map<string, string>()) =>
    sweepIdentity(model, files, options);

  it("is the model and every file that it imports, directly or not, inside its folder or not", () => {
    write(
      "models/model.ts",
      'import { a } from "./a.ts";\nimport "../outside.ts";\nconst b = await import("./b.mjs");',
    );
    write("models/a.ts", 'export { a } from "./deep.ts";\nimport "./model.ts";');
    write("models/deep.ts", "export const a = 1;");
    write("models/b.mjs", 'import data from "./data.json" with { type: "json" };');
    write("models/data.json", "1");
    write("outside.ts", "1");
    write("models/unused.ts", "1");
    const seen = new Set([identity()]);
    for (const name of ["models/a.ts", "models/deep.ts", "models/b.mjs", "models/data.json", "outside.ts"]) {
      write(name, `// changed\nexport { a } from "./deep.ts"; import "./data.json";`);
      seen.add(identity());
    }
    expect(seen.size).toBe(6);
    write("models/unused.ts", "2");
    expect(seen.has(identity())).toBe(true);
  });

  it("is every option, whatever their order", () => {
    const options = [
      {},
      { tolerance: 1e-6 },
      { tolerance: 1e-7 },
      { stopTime: 1e-6 },
      { tolerance: 1e-6, method: "bdf" },
      { tolerance: 1e-6, maximumStep: Number.POSITIVE_INFINITY },
      { merge: { a: 1 } },
      { merge: { a: -0 } },
      { merge: { a: 0 } },
      { merge: { a: Number.NaN } },
      { merge: { a: [1, 2] } },
      { merge: { a: "1" } },
      { merge: { a: true } },
    ];
    expect(new Set(options.map((given) => identity(given))).size).toBe(options.length);
    expect(identity({ b: 1, a: 2 })).toBe(identity({ a: 2, b: 1, c: undefined }));
    expect(canonical(Float64Array.of(1, 2))).toBe("[1,2]");
  });

  it("is every file that the model reads while it is translated", () => {
    let content: Uint8Array | undefined = Uint8Array.of(1);
    const read = () => {
      const reader = new RememberingReader(() => content);
      reader.read("mesh.obj");
      return identity({}, reader.digests);
    };
    const seen = [read()];
    content = Uint8Array.of(2);
    seen.push(read());
    content = undefined;
    seen.push(read(), identity());
    expect(new Set(seen).size).toBe(4);
  });
});
