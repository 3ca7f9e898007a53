// Makes the pictures of docs/studio.md: six models, each on a desk and on a phone, in light and dark, side by side in one picture; and
// that of the drawing with which the tutorial begins.
import { mkdirSync, readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { siteFolder } from "../src/commandLine/packageFiles.ts";
import { serveFolder } from "../src/commandLine/staticServer.ts";
import { launchBrowser } from "./browser.ts";
import { ensureSite } from "./buildSite.ts";

const folder = "docs/figures/studio";
/** The tab that is open, the part of the run that is shown, and whether a phone shows the tab rather than the pictures. */
const models = [
  { name: "01-bouncing-ball", tab: "Model", moment: 0.4, isBelow: false },
  { name: "02-filter-circuit", tab: "Diagram", moment: 0.2, isBelow: true },
  { name: "14-controlled-drive", tab: "Solver", moment: 0.5, isBelow: true },
  { name: "3d-servo-arm", tab: "Parameters", moment: 0.5, isBelow: false },
  { name: "3d-four-bar", tab: "Scene", moment: 0.3, isBelow: true },
  { name: "structure-gripping-robot", tab: "Events", moment: 0.53, isBelow: false },
] as const;
const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 800 };
const longestRun = 240_000;

const wanted = process.argv.slice(2);
await ensureSite((line) => console.log(line));
mkdirSync(folder, { recursive: true });
const server = await serveFolder(siteFolder);
const browser = await launchBrowser();
try {
  for (const model of models) {
    if (wanted.length > 0 && !wanted.includes(model.name)) continue;
    const shots: string[] = [];
    for (const colorScheme of ["light", "dark"] as const) shots.push(...(await shotsOf(browser, model, colorScheme)));
    const page = await browser.newPage({ viewport: { width: 1200, height: 870 } });
    // two rows, light and dark; beside each desk a phone of the same height
    await page.setContent(
      `<style>body { margin: 0; background: #888; display: grid; grid-template-columns: auto auto; gap: 6px; padding: 6px; width: max-content; }
      img { height: 420px; display: block; }</style>${shots.map((shot) => `<img src="data:image/png;base64,${shot}">`).join("")}`,
    );
    await page.locator("body").screenshot({ path: `${folder}/${model.name}.jpg`, type: "jpeg", quality: 72 });
    await page.close();
    console.log(model.name);
  }
  if (wanted.length === 0 || wanted.includes("drawn-circuit")) await drawnCircuit(browser);
} finally {
  await browser.close();
  await server.close();
}

async function shotsOf(
  on: Browser,
  { name, tab, moment, isBelow }: (typeof models)[number],
  colorScheme: "light" | "dark",
): Promise<string[]> {
  const page = await on.newPage({ viewport: desk, colorScheme, reducedMotion: "reduce" });
  page.setDefaultTimeout(longestRun);
  await page.goto(server.address);
  await page.waitForSelector("html[data-ready]", { state: "attached" });
  await page.locator(`[data-example="${name}"]`).dispatchEvent("click");
  // the card has begun a run: it is there when there is something to be told of it
  await page.locator(".status", { hasText: /finished|terminated/ }).waitFor();
  await page.locator(".plot").first().waitFor();
  await page.getByRole("tab", { name: tab }).click();
  if (await page.locator(".view-pane").isVisible()) {
    await page.locator(".stage canvas").waitFor();
    const slider = page.locator(".track input");
    const [start, end] = [Number(await slider.getAttribute("min")), Number(await slider.getAttribute("max"))];
    await slider.fill(String(start + moment * (end - start)));
  } else {
    // a click on the first plot chooses the time
    const box = (await page.locator(".plot").first().boundingBox())!;
    await page.mouse.click(box.x + 40 + moment * (box.width - 50), box.y + box.height / 2);
  }
  const shots: string[] = [];
  for (const size of [desk, phone]) {
    await page.setViewportSize(size);
    // on a phone the page scrolls: what is shown is beside the pictures, or below them
    if (size === phone && isBelow) await page.locator(".work-pane").evaluate((pane) => pane.scrollIntoView());
    await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
    await page.waitForTimeout(600);
    shots.push((await page.screenshot()).toString("base64"));
  }
  await page.close();
  return shots;
}

/** The circuit of the tutorial as somebody would draw it, after a run. */
async function drawnCircuit(on: Browser): Promise<void> {
  const tutorial = readFileSync("docs/tutorial.md", "utf8");
  const text = /^## Draw it first$[\s\S]*?```ts no-run\n([\s\S]*?)```/m.exec(tutorial)![1]!;
  const places =
    "  diagram: { constantVoltage: [130, 130, 90], resistor: [210, 40], capacitor: [360, 130, 90], ground: [230, 270] },\n";
  const page = await on.newPage({ viewport: { width: 1280, height: 620 }, reducedMotion: "reduce" });
  await page.goto(`${server.address}#draw`);
  await page.getByRole("tab", { name: "Model" }).click();
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text.replace("});", `${places}});`));
  await page.getByRole("tab", { name: "Diagram" }).click();
  await page.locator("#run").click();
  await page.locator(".status", { hasText: "finished" }).waitFor();
  const box = (await page.locator(".plot").first().boundingBox())!;
  await page.mouse.click(box.x + 40 + 0.4 * (box.width - 50), box.y + box.height / 2);
  await page.waitForTimeout(600);
  await page.screenshot({ path: `${folder}/drawn-circuit.jpg`, type: "jpeg", quality: 80 });
  await page.close();
  console.log("drawn-circuit");
}
