// How the tests come to a browser, on computers that are made up.
import { describe, expect, it } from "vitest";
import { browserPath, installedBrowser } from "../../scripts/browser.ts";
import type { Computer } from "../../scripts/computer.ts";
import { firefoxPath, installedFirefox } from "../../scripts/firefox.ts";
import { computerOf } from "./computerOf.ts";

const aptGet = "/usr/bin/apt-get";
const quietly = "apt-get -o DPkg::Lock::Timeout=600";
const update = `${quietly} update -qq`;
const install = `${quietly} install -qq -y --no-install-recommends`;

/** A computer with some files; programs leave what `installs` says. */
function computer(files: readonly string[], options: Partial<Computer> & { installs?: Record<string, string> } = {}) {
  const { installs = {}, ...rest } = options;
  const present = new Set(files);
  const calls: string[] = [];
  const said: string[] = [];
  const made = computerOf(present, {
    run(program, words) {
      calls.push([program, ...words].join(" "));
      const file = installs[program];
      if (file === undefined) throw new Error(`${program} failed`);
      present.add(file);
    },
    unpack: async (entry) => `unpacked from ${entry}`,
    say: (line) => said.push(line),
    ...rest,
  });
  return { made, calls, said };
}

const npmEntry = "node_modules/.cache/rattleback-browser/node_modules/@sparticuz/chromium/build/index.js";

describe("a browser that is there", () => {
  it("is the one that the user names, and a wrong name is an error", () => {
    const variable = () => "/my/browser";
    expect(installedBrowser(computer(["/my/browser", "/usr/bin/chromium"], { variable }).made)).toBe("/my/browser");
    expect(() => installedBrowser(computer(["/usr/bin/chromium"], { variable }).made)).toThrow(
      'RATTLEBACK_BROWSER names "/my/browser", which does not exist',
    );
  });

  it("is found on the path before the usual places", async () => {
    const { made, calls } = computer(["/usr/local/bin/google-chrome", "/usr/bin/chromium"]);
    expect(await browserPath(made)).toBe("/usr/local/bin/google-chrome");
    expect(calls).toEqual([]);
    expect(await browserPath(computer(["/usr/bin/chromium"]).made)).toBe("/usr/bin/chromium");
  });

  it("is one without windows where there are several", async () => {
    const shell = "/usr/local/bin/chromium-headless-shell";
    expect(await browserPath(computer(["/opt/bin/google-chrome", shell]).made)).toBe(shell);
  });
});

describe("a browser that is not there", () => {
  it("comes from Debian for root", async () => {
    const shell = "/usr/bin/chromium-headless-shell";
    const { made, calls, said } = computer([aptGet], { isRoot: true, installs: { "apt-get": shell } });
    expect(await browserPath(made)).toBe(shell);
    expect(calls).toEqual([update, `${install} chromium-headless-shell`]);
    expect(said[0]).toContain("RATTLEBACK_BROWSER=<path>");
  });

  it("comes with its windows where Debian has no other", async () => {
    const calls: string[] = [];
    const present = new Set([aptGet]);
    const run = (program: string, words: readonly string[]): void => {
      calls.push([program, ...words].join(" "));
      if (words.at(-1) === "chromium-headless-shell") throw new Error("no such package");
      if (words.at(-1) === "chromium") present.add("/usr/bin/chromium");
    };
    const { made } = computer([], { isRoot: true, run, exists: (file) => present.has(file) });
    expect(await browserPath(made)).toBe("/usr/bin/chromium");
    expect(calls).toEqual([update, `${install} chromium-headless-shell`, `${install} chromium`]);
  });

  it.each([
    ["for other users", { isRoot: false }, []],
    ["on other systems", { isRoot: true, platform: "darwin" }, []],
    ["when Debian fails", { isRoot: true }, [update]],
  ])("comes from npm %s", async (_, options, before) => {
    const { made, calls } = computer([aptGet], { ...options, installs: { npm: npmEntry } });
    expect(await browserPath(made)).toBe(`unpacked from ${npmEntry}`);
    expect(calls.slice(0, -1)).toEqual(before);
    expect(calls.at(-1)).toMatch(/^npm install .* @sparticuz\/chromium@\d+$/);
  });

  it("is not installed from npm twice", async () => {
    const { made, calls } = computer([npmEntry]);
    expect(await browserPath(made)).toBe(`unpacked from ${npmEntry}`);
    expect(calls).toEqual([]);
  });

  it("is not looked for while another process installs it: half of it is found, too", async () => {
    const shell = "/usr/bin/chromium-headless-shell";
    const order: string[] = [];
    let others = Promise.resolve();
    const alone = <T>(action: () => Promise<T>): Promise<T> => {
      const mine = others.then(action);
      others = mine.then(() => {});
      return mine;
    };
    const present = new Set([aptGet]);
    const made = computerOf(present, {
      isRoot: true,
      alone,
      exists(file) {
        if (file === shell) order.push("looks");
        return present.has(file);
      },
      run(_, words) {
        order.push(words.at(-1)!);
        present.add(shell);
      },
    });
    expect(await Promise.all([browserPath(made), browserPath(made)])).toEqual([shell, shell]);
    expect(order).toEqual(["looks", "-qq", "chromium-headless-shell", "looks", "looks"]);
  });

  it("and cannot be installed is an error", async () => {
    await expect(browserPath(computer([]).made)).rejects.toThrow("npm failed");
  });
});

describe("a Firefox", () => {
  const esr = "/usr/bin/firefox-esr";

  it("is the one that the user names, or is found on the path or in the usual places", async () => {
    expect(installedFirefox(computer(["/my/fox"], { variable: () => "/my/fox" }).made)).toBe("/my/fox");
    expect(() => installedFirefox(computer([], { variable: () => "/my/fox" }).made)).toThrow("RATTLEBACK_FIREFOX");
    expect(installedFirefox(computer(["/usr/local/bin/firefox", esr]).made)).toBe("/usr/local/bin/firefox");
    expect(await firefoxPath(computer([esr]).made)).toBe(esr);
  });

  it("comes from Debian for root, and is done without elsewhere, with a word", async () => {
    const root = computer([aptGet], { isRoot: true, installs: { "apt-get": esr } });
    expect(await firefoxPath(root.made)).toBe(esr);
    expect(root.calls.at(-1)).toBe(`${install} firefox-esr`);
    for (const other of [computer([aptGet]), computer([aptGet], { isRoot: true })]) {
      expect(await firefoxPath(other.made)).toBeUndefined();
      expect(other.said.at(-1)).toContain("There is no Firefox here");
    }
  });
});
