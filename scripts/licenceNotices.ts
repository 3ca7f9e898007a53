// Licences of the packages whose code a bundle contains: they ask to be passed on with it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const modules = fileURLToPath(new URL("../node_modules/", import.meta.url));

/** Notes the packages of all modules that end up in a chunk. */
export function collectPackages(packages: Set<string>): Plugin {
  return {
    name: "licence-notices",
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        for (const id of chunk.moduleIds) {
          const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(id)?.[1];
          if (name !== undefined) packages.add(name);
        }
      }
    },
  };
}

/** Name, version and licence text of each package. */
export function licenceNotices(packages: Iterable<string>): string {
  const notices = [...packages].toSorted().map((name) => {
    const folder = join(modules, name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
      version: string;
      license?: string;
    };
    const files = readdirSync(folder).filter((entry) => /^(licen[cs]e|notice|thirdparty)/i.test(entry));
    if (files.length === 0) throw new Error(`${name} has no licence file; it says "${license}".`);
    const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim());
    return [`${name} ${version} (${license})`, ...texts].join("\n\n");
  });
  return `${["This site contains code of the packages below.", ...notices].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}
