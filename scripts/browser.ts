// Finds a Chromium for tests and pictures, or installs one: Debian's package where that is possible, else a browser from npm.
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { type Computer, findProgram, installFromDebian, type Program, thisComputer } from "./computer.ts";

/** The one that never has a window first: with it tests of pages take three quarters of the processor time. */
const lightest = "chromium-headless-shell";
const browser: Program = {
  variable: "RATTLEBACK_BROWSER",
  names: [lightest, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge"],
  usualPlaces: [
    `/usr/bin/${lightest}`,
    "/usr/bin/chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
  ],
};

/** Older Debians have the whole browser only. */
const debianPackages = [lightest, "chromium"];

/** Of the browser from npm, when there is no other. */
const browserPackage = "@sparticuz/chromium@153";

export function installedBrowser(computer: Computer = thisComputer): string | undefined {
  return findProgram(browser, computer);
}

/** Path of a browser; installs one when there is none. Processes that ask at the same time wait for the one that installs. */
export function browserPath(computer: Computer = thisComputer): Promise<string> {
  return computer.alone(async () => {
    const found = installedBrowser(computer);
    if (found !== undefined) return found;
    computer.say(`No Chromium was found; installing one. ${browser.variable}=<path> uses another.`);
    const installed = installFromDebian(debianPackages, computer) ? installedBrowser(computer) : undefined;
    return installed ?? (await installFromNpm(computer));
  });
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
