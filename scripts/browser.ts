// Finds a Chromium for tests and pictures, or installs one: Debian's package where that is possible, else a browser from npm.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

/** Set it to use a browser of your own. */
const variable = "RATTLEBACK_BROWSER";
const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge"];
const usualPlaces = [
  "/usr/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** Of the browser from npm, when there is no other. */
const browserPackage = "@sparticuz/chromium@153";

export function installedBrowser(): string | undefined {
  const chosen = process.env[variable];
  if (chosen !== undefined && chosen !== "") {
    if (existsSync(chosen)) return chosen;
    throw new Error(`${variable} names "${chosen}", which does not exist.`);
  }
  const onPath = (process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, ...usualPlaces].find((file) => existsSync(file));
}

/** Path of a browser; installs one when there is none. */
export async function browserPath(): Promise<string> {
  const found = installedBrowser();
  if (found !== undefined) return found;
  console.error(`No Chromium was found; installing one. ${variable}=<path> uses another.`);
  return installFromDebian() ?? (await installFromNpm());
}

function installFromDebian(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  try {
    execFileSync("apt-get", ["update", "-qq"], { stdio: "inherit", env: environment });
    execFileSync("apt-get", ["install", "-qq", "-y", "--no-install-recommends", "chromium"], {
      stdio: "inherit",
      env: environment,
    });
  } catch {
    return undefined;
  }
  return installedBrowser();
}

/** A Chromium inside an npm package: it comes from the same registry as everything else. */
async function installFromNpm(): Promise<string> {
  const folder = join("node_modules", ".cache", "rattleback-browser");
  const entry = join(folder, "node_modules", "@sparticuz", "chromium", "build", "index.js");
  if (!existsSync(entry))
    execFileSync("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", folder, browserPackage], {
      stdio: "inherit",
    });
  const module = (await import(new URL(`../${entry}`, import.meta.url).href)) as {
    default: { executablePath(): Promise<string> };
  };
  return module.default.executablePath();
}

/** A browser without a window that makes no connections of its own. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await browserPath(),
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
