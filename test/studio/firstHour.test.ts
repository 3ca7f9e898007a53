// What stopped users in their first hour: warnings that nobody saw, scenes that a function makes, runs that began a new picture.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StudioBrowser, type StudioPage, startStudio } from "./studioPage.ts";

const leaking = `import { Model, Var } from "rattleback";
export default Model({
  h: Var({ init: 0.5, min: 0 }),
  equations: "der(h) = -1",
});
export const experiment = { stopTime: 1, plots: ["h"] };
`;

const chain = `import { Box, Model3D, Object3D, Revolute, Scene, Solid } from "rattleback";
function chain(count) {
  const parts = {};
  for (let k = 0; k < count; k++) {
    parts[\`bar\${k}\`] = Object3D({ feature: Solid({ shape: Box({ lengthX: 0.5, lengthY: 0.1, lengthZ: 0.1 }), solidMaterial: "Steel" }) });
    parts[\`tip\${k}\`] = Object3D({ parent: \`bar\${k}\`, translation: [0.25, 0, 0] });
    parts[\`root\${k}\`] = Object3D({ parent: \`bar\${k}\`, translation: [-0.25, 0, 0] });
    parts[\`hinge\${k}\`] = Revolute({ obj1: k === 0 ? "world" : \`tip\${k - 1}\`, obj2: \`root\${k}\`, phi: 0.3 });
  }
  return Model3D({ world: Object3D({ feature: Scene() }), ...parts });
}
export default chain(2);
export const experiment = { stopTime: 0.2 };
`;

describe("the studio in the first hour", () => {
  let studio: StudioBrowser;
  let shown: StudioPage;

  beforeAll(async () => {
    studio = await startStudio();
    shown = await studio.newPage();
  });

  afterAll(async () => {
    await studio.close();
  });

  const openNew = async (text: string): Promise<void> => {
    await shown.page.goto("about:blank");
    await shown.open(`${studio.server.address}#new`);
    await shown.page.locator(".cm-content").waitFor();
    await shown.type(text);
  };

  it("a run that warns says so beside its end, and one click shows of what", async () => {
    await openNew(leaking);
    await shown.run();
    await shown.page.locator(".status", { hasText: "finished" }).waitFor();
    const button = shown.page.getByRole("button", { name: "1 warning" });
    await button.click();
    await shown.page.locator(".warnings li", { hasText: "W-RANGE" }).waitFor();
    await shown.tab("Model");
    await shown.type(leaking.replace("stopTime: 1", "stopTime: 0.25"));
    await shown.run();
    await shown.page.locator(".status", { hasText: "finished" }).waitFor();
    await button.waitFor({ state: "hidden" });
    expect(await shown.page.locator(".warnings li").count()).toBe(0);
    expect(shown.complaints).toEqual([]);
  });

  it("a scene that a function makes is a tree that can be chosen in, and says why it cannot be changed", async () => {
    await openNew(chain);
    await shown.page.locator(".stage canvas").waitFor();
    await shown.tab("Scene");
    const rows = shown.page.locator("[data-object]");
    await shown.page.locator('[data-object="hinge1"]').waitFor();
    const told = await rows.evaluateAll((all) =>
      all.map((row) => `${row.getAttribute("aria-level")} ${(row as HTMLElement).dataset["object"]}`),
    );
    expect(told).toEqual([
      "1 world",
      "2 hinge0",
      "3 bar0",
      "3 tip0",
      "4 hinge1",
      "5 bar1",
      "5 tip1",
      "5 root1",
      "3 root0",
    ]);
    await shown.page.locator('[data-object="bar1"]').click();
    await shown.page.locator(".object-card", { hasText: "bar1" }).waitFor();
    expect(await shown.page.locator(".diagram-message").last().textContent()).toContain(
      "A function of this file makes",
    );
    expect(await shown.page.getByRole("button", { name: "Add Box" }).isDisabled()).toBe(true);
    expect(await shown.page.locator('[data-object="bar1"]').getAttribute("title")).toContain("change it there");
    expect(shown.complaints).toEqual([]);
  });

  it("a run of what is shown goes on in the same picture, and what was switched on there stays", async () => {
    await shown.page.locator(".stage canvas").evaluate((canvas) => canvas.setAttribute("data-same", "yes"));
    await shown.page.locator(".view-menu > summary").click();
    const names = shown.page.locator(".view-options label", { hasText: "Names" }).locator("input");
    await names.check();
    await shown.page.locator(".view-menu > summary").click();
    await shown.run();
    await shown.page.locator(".status", { hasText: "finished" }).waitFor();
    await shown.settled();
    await expect.poll(() => shown.page.locator(".track input").getAttribute("max")).toBe("0.2");
    expect(await shown.page.locator(".stage canvas").getAttribute("data-same")).toBe("yes");
    await shown.page.locator(".view-menu > summary").click();
    expect(await names.isChecked()).toBe(true);
    expect(shown.complaints).toEqual([]);
  });

  it("the whole menu of the view can be reached, however low the picture is", async () => {
    await shown.page.setViewportSize({ width: 1280, height: 520 });
    const film = shown.page.getByRole("button", { name: "Film (MP4)" });
    await film.scrollIntoViewIfNeeded();
    const [button, pane] = await Promise.all([film.boundingBox(), shown.page.locator(".view-pane").boundingBox()]);
    expect(button!.y + button!.height).toBeLessThanOrEqual(pane!.y + pane!.height);
    expect(shown.complaints).toEqual([]);
  });
});
