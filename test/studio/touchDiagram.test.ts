// The diagram under fingers: components are added by a tap, moved and joined by a finger, changed in the form, and taken back.
import type { CDPSession } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type StudioBrowser, type StudioPage, startStudio } from "./studioPage.ts";

type Point = readonly [number, number];

let studio: StudioBrowser;
let shown: StudioPage;
let client: CDPSession;

beforeAll(async () => {
  studio = await startStudio();
  shown = await studio.newPage({ viewport: { width: 390, height: 800 }, hasTouch: true });
  await shown.open(`${studio.server.address}#draw`);
  client = await shown.page.context().newCDPSession(shown.page);
});

afterAll(async () => {
  await studio.close();
});

const send = (type: "touchStart" | "touchMove" | "touchEnd", points: readonly Point[]) =>
  client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });

/** A finger comes down, goes straight to its end in five steps, and is lifted. */
async function drag(from: Point, to: Point): Promise<void> {
  await send("touchStart", [from]);
  for (let k = 1; k <= 5; k++)
    await send("touchMove", [[from[0] + ((to[0] - from[0]) * k) / 5, from[1] + ((to[1] - from[1]) * k) / 5]]);
  await send("touchEnd", []);
}

async function middleOf(selector: string): Promise<Point> {
  // a picture that is drawn again has other elements
  for (;;) {
    const box = await shown.page.locator(selector).boundingBox();
    if (box !== null) return [box.x + box.width / 2, box.y + box.height / 2];
  }
}

async function modelText(): Promise<string> {
  const { content } = await shown.saved(async () => {
    await shown.page.locator("#save > summary").tap();
    await shown.page.getByRole("menuitem", { name: "Model" }).tap();
  });
  return content.toString();
}

it("a circuit is drawn on a touch screen", async () => {
  const search = shown.page.locator(".diagram-editor input[type=search]");
  for (const word of ["constant voltage", "resistor"]) {
    await search.tap();
    await search.fill(word);
    await shown.page.locator(".palette-entry").first().tap();
    await shown.page.locator(".palette-entry").first().waitFor({ state: "detached" });
  }
  await shown.page.locator('[data-component="resistor"]').waitFor();
  const drawn = await modelText();
  expect(drawn).toContain("  constantVoltage: ConstantVoltage,\n");
  expect(drawn).toContain("  resistor: Resistor,\n");

  // the page scrolls to the sheet, and stays there while a component is dragged
  await shown.page.locator(".work-pane").evaluate((pane) => pane.scrollIntoView());
  const before = await middleOf('[data-component="resistor"] > rect');
  await drag(before, [before[0], before[1] + 80]);
  await shown.page.locator(".diagram-message", { hasText: "moved" }).waitFor();
  const after = await middleOf('[data-component="resistor"] > rect');
  expect(after[1]).toBeGreaterThan(before[1] + 40);
  const moved = await modelText();
  expect(moved).not.toBe(drawn);
  const withoutPlaces = (text: string): string => text.replace(/ {2}diagram: \{.*\},\n/, "");
  expect(withoutPlaces(moved)).toBe(withoutPlaces(drawn));

  await drag(await middleOf('[data-end="constantVoltage.p"] > rect'), await middleOf('[data-end="resistor.p"] > rect'));
  await shown.page
    .locator('[data-line="constantVoltage.p resistor.p"], [data-line="resistor.p constantVoltage.p"]')
    .waitFor({ state: "attached" });
  const joined = await modelText();
  expect(joined).toMatch(/connect: \[\s*\["constantVoltage\.p", "resistor\.p"\]/);

  await shown.page.locator('[data-component="resistor"]').tap();
  const field = shown.page.getByLabel("R", { exact: true });
  await field.tap();
  await field.fill("5");
  await shown.press(field, "Enter");
  await expect.poll(modelText).toContain("resistor: Resistor.with({ R: 5 })");

  await shown.page.getByTitle("Take back (Ctrl+Z)").first().tap();
  await expect.poll(modelText).toBe(joined);
  expect(shown.complaints).toEqual([]);
});
