// Builds the documentation as a static site in dist/docs: guides, API reference, search, and the studio in which their examples open.
import { spawnSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureSite } from "./buildSite.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const out = join(root, "dist/docs");

rmSync(out, { recursive: true, force: true });
await ensureSite(console.log);
// types are checked by `npm run types`; checking them here once more would take as long as all the rest
const { status } = spawnSync(
  process.execPath,
  [join(root, "node_modules/typedoc/bin/typedoc"), "--skipErrorChecking", "--out", out],
  { cwd: root, stdio: "inherit" },
);
if (status !== 0) process.exit(status ?? 1);
cpSync(join(root, "dist/site"), join(out, "studio"), { recursive: true });
console.log("dist/docs/index.html: the guides and the reference; dist/docs/studio: the studio.");
