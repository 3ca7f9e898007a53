// The studio in a real browser: one server and one browser for all tests of this folder.
import type { Browser, Locator, Page } from "playwright-core";
import { launchBrowser } from "../../scripts/browser.ts";
import { ensureSite } from "../../scripts/buildSite.ts";
import { siteFolder } from "../../src/commandLine/packageFiles.ts";
import { type RunningServer, serveFolder } from "../../src/commandLine/staticServer.ts";

export class StudioPage {
  readonly page: Page;
  /** Errors that the page did not catch, and errors in its console. */
  readonly complaints: string[] = [];
  /** Addresses that were asked for, except data and blobs. */
  readonly requests: string[] = [];

  constructor(page: Page) {
    this.page = page;
    // computers may be slow or busy
    page.setDefaultTimeout(900_000);
    page.on("pageerror", (error) => this.complaints.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") this.complaints.push(message.text());
    });
    page.on("request", (request) => {
      if (/^https?:|^wss?:/.test(request.url())) this.requests.push(request.url());
    });
  }

  async open(address: string): Promise<void> {
    await this.page.goto(address);
    await this.page.waitForSelector("html[data-ready]", { state: "attached" });
  }

  async openExample(name: string): Promise<void> {
    // without scrolling to the card and waiting for all pictures on the way
    await this.page.locator("#examples").dispatchEvent("click");
    await this.page.locator(`[data-example="${name}"]`).dispatchEvent("click");
  }

  /** Replaces the text of the model. */
  async type(text: string): Promise<void> {
    await this.page.locator(".cm-content").click();
    await this.page.keyboard.press("Control+a");
    await this.page.keyboard.insertText(text);
  }

  async textOfModel(): Promise<string> {
    return (await this.page.locator(".cm-content .cm-line").allTextContents()).join("\n");
  }

  async run(): Promise<void> {
    await this.page.locator("#run").click();
  }

  /** Waits for the end of the run, and until all that came is shown; the text of the status. */
  async ended(): Promise<string> {
    await this.page.locator("#run").waitFor({ state: "visible" });
    await this.settled();
    return (await this.page.locator(".status").textContent()) ?? "";
  }

  /** Views that are made while an action goes on play by themselves. */
  async withMotion(action: () => Promise<void>): Promise<void> {
    await this.page.emulateMedia({ reducedMotion: "no-preference" });
    await action();
    await this.page.emulateMedia({ reducedMotion: "reduce" });
  }

  /** Waits until plots and view show everything that has been computed. */
  async settled(): Promise<void> {
    await this.page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
  }

  /** What was asked for before is drawn. */
  async nextPicture(): Promise<void> {
    await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }

  /** Presses keys on an element that can take them: `press` alone would give them to the page where the element is hidden. */
  async press(target: Locator, ...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await target.waitFor();
      await target.press(key);
    }
  }

  /** Keys for a plot, once it is drawn. */
  async pressOnPlot(...keys: readonly string[]): Promise<void> {
    await this.settled();
    await this.press(this.page.locator(".plot").first(), ...keys);
  }

  async tab(name: string): Promise<void> {
    await this.page.getByRole("tab", { name }).click();
  }

  /** Values of the legend at the cursor, by name of the curve; NaN for those that have none. */
  async legend(): Promise<Record<string, number>> {
    await this.settled();
    const entries = await this.page.locator(".legend .entry").allTextContents();
    return Object.fromEntries(
      entries.map((text) => {
        const match = /^(.*?)\s+([−\d.e]+|–)(?:\s+\S+)?$/.exec(text.trim())!;
        return [match[1], Number(match[2].replaceAll("−", "-"))];
      }),
    );
  }

  /** Chooses from the menu of files to save. */
  async save(name: string): Promise<void> {
    await this.page.locator("#save > summary").click();
    await this.page.getByRole("menuitem", { name }).click();
  }

  /** Chooses from the menu of links. */
  async share(name: string): Promise<void> {
    const before = this.page.url();
    await this.page.locator("#share > summary").click();
    await this.page.getByRole("menuitem", { name }).click();
    // there may have been another link
    await this.page.waitForFunction((old) => location.hash.startsWith("#model=") && location.href !== old, before);
  }

  async openFile(name: string, buffer: Buffer): Promise<void> {
    const [chooser] = await Promise.all([
      this.page.waitForEvent("filechooser"),
      this.page.locator("#open-file").click(),
    ]);
    await chooser.setFiles({ name, mimeType: "application/json", buffer });
  }

  /** The bytes of what a click saves, and its name. */
  async saved(click: () => Promise<void>): Promise<{ name: string; content: Buffer }> {
    const [download] = await Promise.all([this.page.waitForEvent("download"), click()]);
    const parts: Buffer[] = [];
    for await (const part of await download.createReadStream()) parts.push(part as Buffer);
    return { name: download.suggestedFilename(), content: Buffer.concat(parts) };
  }
}

/**
 * Few pixels, and nothing that moves by itself: without a graphics card most of the time goes into pictures. Pages that look at either
 * ask for more.
 */
const frugal = {
  viewport: { width: 1280, height: 800 },
  deviceScaleFactor: 0.5,
  reducedMotion: "reduce",
} as const;

export interface StudioBrowser {
  readonly browser: Browser;
  readonly server: RunningServer;
  newPage(options?: Parameters<Browser["newPage"]>[0]): Promise<StudioPage>;
  close(): Promise<void>;
}

export async function startStudio(): Promise<StudioBrowser> {
  await ensureSite();
  const server = await serveFolder(siteFolder);
  const browser = await launchBrowser();
  return {
    browser,
    server,
    newPage: async (options = {}) => new StudioPage(await browser.newPage({ ...frugal, ...options })),
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}
