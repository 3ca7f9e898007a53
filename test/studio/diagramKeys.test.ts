// Keys in a diagram, wherever somebody has clicked before: what is chosen is removed, copied and moved, and steps are taken back.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freeShift } from "../../app/diagram/freeShift.ts";
import { type StudioBrowser, type StudioPage, startStudio } from "./studioPage.ts";

const circuit = `import { Model } from "rattleback";
import { Resistor, Ground } from "rattleback/electric";

export default Model({
  r: Resistor,
  s: Resistor,
  ground: Ground,
  connect: [["r.n", "s.p"]],
  diagram: { r: [40, 40], s: [200, 40], ground: [360, 40] },
});
`;

describe("keys in a diagram", () => {
  let studio: StudioBrowser;
  let shown: StudioPage;

  beforeAll(async () => {
    studio = await startStudio();
    shown = await studio.newPage({ viewport: { width: 1440, height: 900 } });
    await shown.open(`${studio.server.address}#new`);
    await shown.page.locator(".cm-content").waitFor();
  });
  afterAll(() => studio?.close());

  const open = async () => {
    await shown.tab("Model");
    await shown.type(circuit);
    await shown.tab("Diagram");
    await expect.poll(names).toEqual(["r", "s", "ground"]);
  };
  const component = (name: string) => shown.page.locator(`[data-component="${name}"]`);
  const said = (text: string | RegExp) =>
    shown.page.locator(".diagram-editor .diagram-message", { hasText: text }).waitFor();
  const names = () =>
    shown.page.locator("[data-component]").evaluateAll((all) => all.map((one) => one.getAttribute("data-component")));
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await shown.page.keyboard.press(key);
  };
  /** From the empty lower right corner of the sheet over its first two components. */
  const drawBand = async () => {
    const sheet = (await shown.page.locator(".diagram-scroll").boundingBox())!;
    const [right, bottom] = [await component("s").boundingBox(), sheet.y + sheet.height - 5];
    await shown.page.mouse.move(right!.x + right!.width + 5, bottom);
    await shown.page.mouse.down();
    await shown.page.mouse.move(sheet.x + 30, bottom - 50);
    await shown.page.mouse.move(sheet.x + 5, sheet.y + 5);
    await shown.page.mouse.up();
    expect(await shown.page.locator(".diagram-node.chosen").count()).toBe(2);
  };

  it("take back what was done there, and leave alone what was looked for in the list", async () => {
    await open();
    const search = shown.page.getByLabel("Search components to add");
    await search.fill("capacitor");
    await press("Enter");
    await component("capacitor").waitFor();
    // the field has the focus still
    await press("Control+z");
    await component("capacitor").waitFor({ state: "detached" });
    await said("taken back");
    await press("Control+y");
    await component("capacitor").waitFor();
    // what has the focus goes with the step
    await component("capacitor").locator("> rect").click();
    await press("Control+z");
    await component("capacitor").waitFor({ state: "detached" });
    await press("Control+y");
    await component("capacitor").waitFor();
    await said("done again");
    await shown.page.getByRole("tab", { name: "Diagram" }).focus();
    await press("Control+z");
    await component("capacitor").waitFor({ state: "detached" });
    expect(await search.inputValue()).toBe("");
    // whoever types takes back what they typed
    await search.pressSequentially("res");
    await press("Control+z");
    await expect.poll(() => search.inputValue()).not.toBe("res");
    expect(await names()).toEqual(["r", "s", "ground"]);
    await search.fill("");
    expect(shown.complaints).toEqual([]);
  });

  it("take back a value from the field in which it was given, and letters that were not given yet", async () => {
    await open();
    await component("r").locator("> rect").click();
    const field = shown.page.locator("#component-R");
    await field.fill("5");
    await shown.press(field, "Enter");
    await said("r.R = 5");
    await expect.poll(() => field.inputValue()).toBe("5");
    await press("Control+z");
    await said("taken back");
    await expect.poll(() => field.inputValue()).toBe("1");
    await field.pressSequentially("77");
    await press("Control+z");
    await expect.poll(() => field.inputValue()).toBe("1");
    await shown.tab("Model");
    expect(await shown.textOfModel()).toBe(circuit);
    expect(shown.complaints).toEqual([]);
  });

  it("mean what a rectangle has chosen, which begins anywhere on the sheet", async () => {
    await open();
    await drawBand();
    await press("ArrowDown");
    await said("moved");
    await press("Delete");
    await said("r, s removed; undo brings them back");
    expect(await names()).toEqual(["ground"]);
    await press("Control+z", "Control+z");
    await component("r").waitFor();
    await press("Control+a");
    expect(await shown.page.locator(".diagram-node.chosen").count()).toBe(3);
    // a form is of one component
    await shown.page.locator(".diagram-form").waitFor({ state: "hidden" });
    expect(shown.complaints).toEqual([]);
  });

  it("zoom: the place under the pointer stays where it is, and 0 shows all", async () => {
    await open();
    const sheet = (await shown.page.locator(".diagram-scroll").boundingBox())!;
    const at = { x: sheet.x + 300, y: sheet.y + 20 };
    /** Where a place of the page is on the sheet, and how large a component is. */
    const seen = () =>
      shown.page.evaluate(({ x, y }) => {
        const svg = document.querySelector<SVGSVGElement>("svg.diagram")!;
        const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM()!.inverse());
        const width = document.querySelector('[data-component="r"] > rect')!.getBoundingClientRect().width;
        return { x: point.x, y: point.y, width };
      }, at);
    const before = await seen();
    await shown.page.mouse.move(at.x, at.y);
    await shown.page.keyboard.down("Control");
    for (let k = 0; k < 8; k++) await shown.page.mouse.wheel(0, -100);
    await shown.page.keyboard.up("Control");
    await expect.poll(async () => (await seen()).width).toBeGreaterThan(2 * before.width);
    const near = await seen();
    expect(Math.hypot(near.x - before.x, near.y - before.y)).toBeLessThan(1);
    // a pixel of the page is its own size still
    expect(await shown.page.evaluate(() => visualViewport!.scale)).toBe(1);
    await shown.page.getByLabel("Zoom out").click();
    expect((await seen()).width).toBeCloseTo(near.width / 1.25, 1);
    await component("r").locator("> rect").click();
    await press("+");
    expect((await seen()).width).toBeCloseTo(near.width, 1);
    await press("0");
    expect((await seen()).width).toBeCloseTo(before.width, 1);
    expect(shown.complaints).toEqual([]);
  });

  it("leave values beside the lines when they move something; of another model the run says nothing", async () => {
    await shown.tab("Model");
    await shown.type(
      circuit
        .replace("Resistor, Ground", "ConstantVoltage, Resistor, Ground")
        .replace("ground: Ground,", "ground: Ground,\n  v: ConstantVoltage,")
        .replace('["r.n", "s.p"]', '["v.p", "r.p"], ["r.n", "s.p"], ["s.n", "v.n"], ["ground.p", "v.n"]')
        .replace("ground: [360, 40]", "ground: [360, 40], v: [40, 200]"),
    );
    await shown.run();
    expect(await shown.ended()).toBe("finished");
    await shown.tab("Diagram");
    await component("v").waitFor();
    const values = () =>
      shown.page.locator(".diagram-value").evaluateAll((all) => all.map((one) => one.textContent).filter(Boolean));
    // half of a volt between two equal resistors
    await expect.poll(values).toContain("0.5 V, −0.5 A");
    await component("s").locator("> rect").click();
    await press("ArrowDown");
    await said("moved");
    expect(await values()).toContain("0.5 V, −0.5 A");
    const field = shown.page.locator("#component-R");
    await field.fill("3");
    await shown.press(field, "Enter");
    await expect.poll(values).toEqual([]);
    await shown.page.locator(".diagram-bar label", { hasText: "values: run again" }).waitFor();
    await shown.run();
    expect(await shown.ended()).toBe("finished");
    await expect.poll(values).toContain("0.75 V, −0.25 A");
    await press("Control+z");
    await expect.poll(values).toEqual([]);
    expect(shown.complaints).toEqual([]);
  });

  it("copy to where nothing is, again and again, and cut", async () => {
    await open();
    await drawBand();
    await press("Control+c");
    await said("2 copied");
    await press("Control+v");
    await component("s2").waitFor();
    await said("r2, s2 pasted");
    await press("Control+v");
    await component("s3").waitFor();
    await said("r3, s3 pasted");
    const boxes = await Promise.all((await names()).map((name) => component(name!).locator("> rect").boundingBox()));
    for (const [k, a] of boxes.entries())
      for (const b of boxes.slice(k + 1))
        expect(
          a!.x >= b!.x + b!.width || b!.x >= a!.x + a!.width || a!.y >= b!.y + b!.height || b!.y >= a!.y + a!.height,
        ).toBe(true);
    await press("Control+x");
    await component("s3").waitFor({ state: "detached" });
    expect(await names()).toEqual(["r", "s", "ground", "r2", "s2"]);
    await press("Control+v");
    await component("s3").waitFor();
    // they are joined as the first ones are
    await shown.tab("Model");
    expect((await shown.textOfModel()).match(/\["r\d?\.n", "s\d?\.p"\]/g)).toEqual([
      '["r.n", "s.p"]',
      '["r2.n", "s2.p"]',
      '["r3.n", "s3.p"]',
    ]);
    expect(shown.complaints).toEqual([]);
  });
});

it("copies go the shortest way to where nothing is", () => {
  const box = (x: number, y: number) => ({ x, y, width: 100, height: 56 });
  expect(freeShift([box(0, 0)], [box(0, 0)])).toEqual([0, 90]);
  expect(freeShift([box(0, 0)], [box(0, 0), box(0, 90)])).toEqual([120, 0]);
  expect(freeShift([box(0, 0), box(120, 0)], [box(0, 0), box(120, 0)])).toEqual([0, 90]);
  expect(freeShift([], [box(0, 0)])).toEqual([0, 30]);
});
