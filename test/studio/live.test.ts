// A model that runs at the pace of the clock in the studio: keys, sliders and gamepads turn its inputs.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resultFromJson } from "../../src/results/resultFromJson.ts";
import { type StudioBrowser, type StudioPage, startStudio } from "./studioPage.ts";

let studio: StudioBrowser;
let shown: StudioPage;

const lag = `import { input, Model, Par, Var } from "rattleback";
export default Model({
  T: Par({ value: 0.01, unit: "s", min: 0.001, max: 0.1 }),
  u: input({ start: 1, unit: "V", min: -4, max: 4 }),
  w: input({ start: 0, min: -1, max: 1 }),
  x: Var({ init: 0, unit: "V" }),
  equations: "T*der(x) = u + w - x",
});
export const experiment = { stopTime: 1, plots: ["x"] };
`;

/** A bar that a torque turns. */
const arm = `import { Box, input, Model3D, Object3D, RevoluteWithFlange, Scene, Solid } from "rattleback";
export default Model3D({
  world: Object3D({ feature: Scene({ gravityField: undefined }) }),
  bar: Object3D({ feature: Solid({ shape: Box({ lengthX: 1, lengthY: 0.2, lengthZ: 0.2 }), solidMaterial: "Aluminium" }) }),
  rev: RevoluteWithFlange({ obj1: "world", obj2: "bar", axis: 3 }),
  torque: input({ start: 20, unit: "N.m" }),
  equations: "rev.flange.tau = torque",
});
export const experiment = { stopTime: 1, plots: ["rev.phi"] };
`.replace("{ gravityField: undefined }", "");

beforeAll(async () => {
  studio = await startStudio();
  shown = await studio.newPage();
  await shown.page.addInitScript(() => {
    const pad = { axes: [0, 0, 0, 0], index: 0, connected: true };
    Object.assign(window, { pad });
    navigator.getGamepads = () => [pad as unknown as Gamepad];
  });
  await shown.open(`${studio.server.address}#new`);
  await shown.page.locator(".cm-content").waitFor();
});
afterAll(() => studio?.close());

/** The value of the first curve as the legend tells it; what moves is never at rest. */
const value = async () =>
  Number.parseFloat((await shown.page.locator(".legend .value").first().textContent())!.replace("−", "-"));

/** Waits until the curve is at a value. */
const comesTo = (wanted: number) => expect.poll(async () => Math.abs((await value()) - wanted)).toBeLessThan(1e-3);

const pace = () => shown.page.locator(".live-head .clock").textContent();

describe("a live model", () => {
  it("follows keys and a gamepad while it runs, pauses, steps, and becomes an ordinary run", async () => {
    await shown.type(lag);
    await shown.page.locator("#live").click();
    const slider = shown.page.getByLabel("u", { exact: true });
    await slider.waitFor();
    await comesTo(1);
    expect(await shown.page.locator(".factor").textContent()).toMatch(/^\d+\.\d\d× real time$|^$/);
    await shown.press(slider, "End");
    await comesTo(4);
    await shown.page.getByLabel("Gamepad for w").selectOption("axis 2");
    await shown.page.evaluate(() => {
      (window as unknown as { pad: { axes: number[] } }).pad.axes[1] = -1;
    });
    await comesTo(3);
    // parameters are turned too; what the model refuses is told
    await shown.page.getByText("Parameters (1)").click();
    await shown.press(shown.page.getByLabel("T", { exact: true }), "Home");

    await shown.page.getByRole("button", { name: "Pause" }).click();
    await shown.page.getByRole("button", { name: "Start" }).waitFor();
    // the clock stands once two pictures in a row show the same
    let last: string | null = null;
    await expect
      .poll(async () => {
        const before = last;
        last = await pace();
        return before === last;
      })
      .toBe(true);
    const stood = Number.parseFloat(last!);
    await shown.page.getByRole("button", { name: "Step" }).click();
    await expect.poll(async () => Number.parseFloat((await pace())!) - stood).toBeCloseTo(0.01, 6);
    await shown.page.getByRole("button", { name: "End" }).click();
    expect(await shown.ended()).toMatch(/^stopped at/);
    await expect.poll(() => shown.page.locator(".live-pane").isVisible()).toBe(false);

    await shown.tab("Events");
    await expect.poll(() => shown.page.locator(".events-pane").textContent()).toContain("u was set");
    const { content } = await shown.saved(() => shown.save("Result as JSON"));
    const result = resultFromJson(content.toString());
    const u = result.signal("u").values as Float64Array;
    expect([u[0], u.at(-1)]).toEqual([1, 4]);
    expect(result.final("x")).toBeCloseTo(3, 3);
    expect(result.final("T")).toBe(0.001);
  });

  it("moves in the picture, with the time of the model in all views", async () => {
    await shown.tab("Model");
    await shown.type(arm);
    await shown.page.locator("#live").click();
    await shown.page.locator(".view-pane canvas").waitFor();
    await expect.poll(value).toBeGreaterThan(0.2);
    await shown.page.getByRole("button", { name: "End" }).click();
    await shown.ended();
    expect(shown.complaints).toEqual([]);
  });
});
