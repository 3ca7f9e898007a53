// Compiles src/ to dist/: ES modules and their types, one file per source file.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";

rmSync("dist", { recursive: true, force: true });
execFileSync("npx", ["tsc", "-b", "tsconfig.library.json"], { stdio: "inherit" });
