// Finds a Chromium for tests and pictures, or installs one: Debian's package where that is possible, else a browser from npm.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

/** Set it to use a browser of your own. */
const variable = "RATTLEBACK_BROWSER";
/** The one that never has a window first: with it tests of pages take three quarters of the processor time. */
const lightest = "chromium-headless-shell";
const names = [lightest, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge"];
const usualPlaces = [
  `/usr/bin/${lightest}`,
  "/usr/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** Of the browser from npm, when there is no other. */
const browserPackage = "@sparticuz/chromium@153";

/** What finding and installing a browser needs of the computer. */
export interface Computer {
  readonly platform: string;
  readonly isRoot: boolean;
  variable(name: string): string | undefined;
  exists(file: string): boolean;
  /** Runs a program to its end; throws when it fails. */
  run(program: string, words: readonly string[], variables: Readonly<Record<string, string>>): void;
  /** Path of the browser inside the installed npm package. */
  unpack(entry: string): Promise<string>;
  say(line: string): void;
}

export const thisComputer: Computer = {
  platform: process.platform,
  isRoot: process.getuid?.() === 0,
  variable: (name) => process.env[name],
  exists: existsSync,
  run(program, words, variables) {
    execFileSync(program, words, { stdio: "inherit", env: { ...process.env, ...variables } });
  },
  async unpack(entry) {
    const module = (await import(new URL(`../${entry}`, import.meta.url).href)) as {
      default: { executablePath(): Promise<string> };
    };
    return module.default.executablePath();
  },
  say: (line) => console.error(line),
};

export function installedBrowser(computer: Computer = thisComputer): string | undefined {
  const chosen = computer.variable(variable);
  if (chosen !== undefined && chosen !== "") {
    if (computer.exists(chosen)) return chosen;
    throw new Error(`${variable} names "${chosen}", which does not exist.`);
  }
  const folders = (computer.variable("PATH") ?? "").split(delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...usualPlaces].find((file) => computer.exists(file));
}

/** Path of a browser; installs one when there is none. */
export async function browserPath(computer: Computer = thisComputer): Promise<string> {
  const found = installedBrowser(computer);
  if (found !== undefined) return found;
  computer.say(`No Chromium was found; installing one. ${variable}=<path> uses another.`);
  return installFromDebian(computer) ?? (await installFromNpm(computer));
}

function installFromDebian(computer: Computer): string | undefined {
  if (computer.platform !== "linux" || !computer.isRoot || !computer.exists("/usr/bin/apt-get")) return undefined;
  const aptGet = (...words: readonly string[]): boolean => {
    try {
      computer.run("apt-get", words, { DEBIAN_FRONTEND: "noninteractive" });
      return true;
    } catch {
      return false;
    }
  };
  const install = (name: string): boolean => aptGet("install", "-qq", "-y", "--no-install-recommends", name);
  // older ones have the whole browser only
  const isInstalled = aptGet("update", "-qq") && (install(lightest) || install("chromium"));
  return isInstalled ? installedBrowser(computer) : undefined;
}

/** A Chromium inside an npm package: it comes from the same registry as everything else. */
async function installFromNpm(computer: Computer): Promise<string> {
  const folder = join("node_modules", ".cache", "rattleback-browser");
  const entry = join(folder, "node_modules", "@sparticuz", "chromium", "build", "index.js");
  if (!computer.exists(entry))
    computer.run("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", folder, browserPackage], {});
  return computer.unpack(entry);
}

/** A browser without a window that makes no connections of its own. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await browserPath(),
    timeout: 600_000,
    args: [
      "--no-sandbox",
      "--disable-gpu-sandbox",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--enable-unsafe-swiftshader",
    ],
  });
}
