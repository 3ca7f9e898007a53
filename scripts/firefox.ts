// Finds a Firefox for tests, or installs Debian's where that is possible, and opens pages in it without a window.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Computer, findProgram, installFromDebian, type Program, thisComputer } from "./computer.ts";

const firefox: Program = {
  variable: "RATTLEBACK_FIREFOX",
  names: ["firefox-esr", "firefox"],
  usualPlaces: [
    "/usr/bin/firefox-esr",
    "/usr/bin/firefox",
    "/Applications/Firefox.app/Contents/MacOS/firefox",
    "C:\\Program Files\\Mozilla Firefox\\firefox.exe",
  ],
};

export function installedFirefox(computer: Computer = thisComputer): string | undefined {
  return findProgram(firefox, computer);
}

/** Path of a Firefox; installs one when there is none. Undefined where none can be installed. */
export function firefoxPath(computer: Computer = thisComputer): Promise<string | undefined> {
  return computer.alone(async () => {
    const found = installedFirefox(computer);
    if (found !== undefined) return found;
    computer.say(`No Firefox was found; installing one. ${firefox.variable}=<path> uses another.`);
    installFromDebian(["firefox-esr"], computer);
    const installed = installedFirefox(computer);
    if (installed === undefined)
      computer.say(`There is no Firefox here, and none could be installed. ${firefox.variable}=<path> names one.`);
    return installed;
  });
}

/** Firefox shows a page, with a profile of its own and without connections of its own; call what comes back to end it. */
export function openInFirefox(program: string, address: string): () => Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), "rattleback-firefox-"));
  const settings = {
    "browser.shell.checkDefaultBrowser": false,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": false,
    "toolkit.telemetry.enabled": false,
    "app.normandy.enabled": false,
    "app.update.enabled": false,
    "network.captive-portal-service.enabled": false,
    "network.connectivity-service.enabled": false,
    "browser.safebrowsing.provider.mozilla.updateURL": "",
    "services.settings.server": "http://localhost/",
  };
  const lines = Object.entries(settings).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, "user.js"), `${lines.join("\n")}\n`);
  const child: ChildProcess = spawn(program, ["--headless", "--no-remote", "--profile", profile, address], {
    stdio: "ignore",
    env: { ...process.env, MOZ_CRASHREPORTER_DISABLE: "1", HOME: profile },
  });
  const ended = new Promise<void>((resolve) => {
    child.on("exit", () => resolve());
    child.on("error", () => resolve());
  });
  return async () => {
    child.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
}
