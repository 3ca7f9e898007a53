// Makes the pictures of the gallery: runs every example in the studio and keeps what it shows. Names as arguments make these only.
import { mkdirSync, rmSync } from "node:fs";
import { siteFolder } from "../src/commandLine/packageFiles.ts";
import { serveFolder } from "../src/commandLine/staticServer.ts";
import { launchBrowser } from "./browser.ts";
import { ensureSite, galleryExamples } from "./buildSite.ts";

const folder = "examples/pictures";
/** Part of the run at which a 3-D picture is taken, where a third of it is not the best. */
const moments: Readonly<Record<string, number>> = {
  "contact-billiard": 0.12,
  "structure-breaking-joint": 0.22,
  "structure-gripping-robot": 0.53,
  "structure-rocket": 0.337,
  "structure-feeder": 0.9,
};
const longestRun = 180_000;

const wanted = process.argv.slice(2);
await ensureSite((line) => console.log(line));
mkdirSync(folder, { recursive: true });
const server = await serveFolder(siteFolder);
const browser = await launchBrowser();
const page = await browser.newPage({ viewport: { width: 1000, height: 700 }, colorScheme: "light" });
try {
  for (const { name } of galleryExamples()) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    await page.goto("about:blank");
    await page.goto(server.address);
    await page.locator(`[data-example="${name}"]`).click();
    await page
      .locator("#run")
      .waitFor({ timeout: longestRun })
      .catch(() => page.locator("#stop").click());
    await page.locator("#run").waitFor();
    const is3D = await page.locator(".view-pane").isVisible();
    if (is3D) await page.locator(".stage canvas").waitFor();
    await page.addStyleTag({ content: styleOf(is3D) });
    if (is3D) await showMoment(name);
    // the plots follow their new size with the next picture
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const part = page.locator(is3D ? ".stage" : ".panels");
    for (const ending of ["jpg", "png"]) rmSync(`${folder}/${name}.${ending}`, { force: true });
    if (is3D) await part.screenshot({ path: `${folder}/${name}.jpg`, type: "jpeg", quality: 82 });
    else await part.screenshot({ path: `${folder}/${name}.png` });
    console.log(name);
  }
} finally {
  await browser.close();
  await server.close();
}

async function showMoment(name: string): Promise<void> {
  await page
    .getByRole("button", { name: "Pause" })
    .click({ timeout: 2000 })
    .catch(() => undefined);
  const slider = page.locator(".track input");
  const [start, end] = [Number(await slider.getAttribute("min")), Number(await slider.getAttribute("max"))];
  await slider.fill(String(start + (moments[name] ?? 1 / 3) * (end - start)));
}

/** 640 × 400 pixels of the view or of the plots alone. */
function styleOf(is3D: boolean): string {
  const other = is3D ? ".plots-pane, .view-menu" : ".view-pane, .panel-tools, .pane-head";
  return `.work-pane, .notice, .splitter, ${other} { display: none !important; }
    .workbench { display: block !important; }
    .pictures, .view-and-plots { display: block !important; }
    .pane { border: none !important; }
    .stage, .panels { width: 640px; height: 400px; flex: none !important; overflow: hidden !important; }
    .panel { min-height: 0 !important; flex: 1 1 0 !important; }`;
}
