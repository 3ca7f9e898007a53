// A test that can fail by chance is a defect: what makes one is not used by any.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { filesIn } from "../docs/filesIn.ts";

/** What depends on the computer and on what else it does, and the files that may use it. */
const chances: Readonly<Record<string, readonly string[]>> = {
  "memoryUsage|heapUsed": ["test/allocatedBytes.ts"],
  "performance\\.now|Date\\.now|hrtime": ["test/watchdog.ts"],
  "setTimeout|setInterval|waitForTimeout|setImmediate": ["test/watchdog.ts"],
  "Math\\.random|randomUUID|randomBytes": [],
  // a key for an element that is hidden until the next picture goes elsewhere
  "(?<!keyboard|shown|opened|this)\\.press\\(": ["test/studio/studioPage.ts"],
  // how long a test may take is said once, in vitest.config.ts
  "\\},\\s*(//.*\\s*)?[\\d_]{4,},?\\s*\\)|timeout: ?\\d{3}": ["test/watchdog.ts"],
  // a port that is free now may be taken later: 0 lets the system choose
  "\\.listen\\([1-9]": [],
};

describe("no test depends on", () => {
  const files = filesIn("test", ".ts").filter((file) => !file.endsWith("chance.test.ts"));

  it.each(Object.keys(chances))("%s", (words) => {
    const users = files.filter((file) => new RegExp(words).test(readFileSync(file, "utf8")));
    expect(users.filter((file) => !chances[words]!.includes(file.replaceAll("\\", "/")))).toEqual([]);
  });
});
