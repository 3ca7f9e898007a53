// Opens the page of docs/how-to/embed-the-viewer.md in a browser, beside the installed package, and sees that it moves and how many scripts it asks for.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serveFolder } from "../src/commandLine/staticServer.ts";
import { launchBrowser } from "./browser.ts";

export async function checkPlainPage(folder: string): Promise<void> {
  const guide = readFileSync("docs/how-to/embed-the-viewer.md", "utf8");
  const page = /```html\n([\s\S]*?)```/.exec(guide)?.[1];
  if (page === undefined) throw new Error("docs/how-to/embed-the-viewer.md has no page.");
  writeFileSync(join(folder, "index.html"), page);
  const server = await serveFolder(folder);
  const browser = await launchBrowser();
  try {
    const tab = await browser.newPage();
    tab.setDefaultTimeout(900_000);
    const errors: string[] = [];
    tab.on("pageerror", (error) => errors.push(error.message));
    const scripts: string[] = [];
    tab.on("request", (request) => void (request.resourceType() === "script" && scripts.push(request.url())));
    await tab.goto(server.address);
    await tab
      .waitForFunction(() => /points/.test(document.querySelector("p")?.textContent ?? ""))
      .catch(() => {
        throw new Error(`The page shows nothing: ${errors.join("; ")}`);
      });
    const picture = () => tab.locator("canvas").screenshot();
    const first = await picture();
    for (let wait = 0; (await picture()).equals(first); wait++) {
      if (wait === 100) throw new Error("The picture of the page does not move.");
      await tab.waitForTimeout(100);
    }
    if (errors.length > 0) throw new Error(errors.join("; "));
    if (scripts.length > 3) throw new Error(`The page asks for ${scripts.length} scripts: ${scripts.join(", ")}`);
  } finally {
    await browser.close();
    await server.close();
  }
  console.log("page: a plain script shows a moving pendulum, from three files");
}
