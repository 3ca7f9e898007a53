// A page in headless Chromium that has run one of the scripts of this folder.
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { build } from "vite";
import { launchBrowser } from "../../scripts/browser.ts";

export interface OpenPage {
  readonly page: Page;
  /** Texts of errors that the page did not catch, and of errors in its console. */
  readonly complaints: string[];
  readonly close: () => Promise<void>;
}

/** A page with a canvas of 320 × 240 pixels, in which the script `file` of this folder has run. */
export async function openPage(file: string): Promise<OpenPage> {
  const script = await bundle(file);
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 640, height: 480 } });
  // computers may be slow or busy
  page.setDefaultTimeout(900_000);
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await page.setContent('<canvas style="width: 320px; height: 240px; display: block"></canvas>');
  await page.addScriptTag({ content: script });
  return { page, complaints, close: () => browser.close() };
}

async function bundle(file: string): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      minify: false,
      lib: {
        entry: fileURLToPath(new URL(file, import.meta.url)),
        formats: ["iife"],
        name: "page",
        fileName: "page",
      },
    },
  });
  const [first] = Array.isArray(output) ? output : [output];
  if (first === undefined || !("output" in first)) throw new Error("nothing was built");
  return first.output[0].code;
}
