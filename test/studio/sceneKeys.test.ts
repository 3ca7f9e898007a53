// The tree of a scene by keys, and the handles of what is chosen in it.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StudioBrowser, type StudioPage, startStudio } from "./studioPage.ts";

const bars = `import { Beam, Model3D, Object3D, Scene, Solid } from "rattleback";
const shape = { axis: 1, length: 0.4, width: 0.04, thickness: 0.04 };
export default Model3D({
  world: Object3D({ feature: Scene() }),
  one: Object3D({ parent: "world", feature: Solid({ shape: Beam({ axis: 1, length: 0.4, width: 0.04, thickness: 0.04 }) }) }),
  two: Object3D({ parent: "world", translation: [0, 0.1, 0], feature: Solid({ shape: Beam(shape) }) }),
  three: Object3D({ parent: "world", translation: [0, 0.2, 0], feature: Solid({ shape: Beam(shape) }) }),
});
`;

describe("the tree of a scene", () => {
  let studio: StudioBrowser;
  let shown: StudioPage;

  beforeAll(async () => {
    studio = await startStudio();
    // colours are looked for in the pixels of the picture
    shown = await studio.newPage({ deviceScaleFactor: 1 });
    await shown.open(`${studio.server.address}#new`);
    await shown.page.locator(".cm-content").waitFor();
    await shown.type(bars);
    await shown.tab("Scene");
    await row("three").waitFor();
  });
  afterAll(() => studio?.close());

  const row = (name: string) => shown.page.locator(`.scene-row[data-object="${name}"]`);
  const inFocus = () => shown.page.evaluate(() => (document.activeElement as HTMLElement).dataset["object"]);

  it("goes on in the next row when the one with the focus is removed, and takes it back from there", async () => {
    await row("two").click();
    await shown.page.keyboard.press("Delete");
    await row("two").waitFor({ state: "detached" });
    await expect.poll(inFocus).toBe("three");
    await shown.page.keyboard.press("Delete");
    await row("three").waitFor({ state: "detached" });
    await expect.poll(inFocus).toBe("one");
    await shown.page.keyboard.press("Control+z");
    await row("three").waitFor();
    await shown.page.keyboard.press("Control+z");
    await row("two").waitFor();
    expect(shown.complaints).toEqual([]);
  });

  it("has either handles or axes at what is chosen: one would hide the other", async () => {
    /** Pixels of the green of axes, which is darker than that of handles. */
    const axes = () =>
      shown.page.evaluate(() => {
        const canvas = document.querySelector<HTMLCanvasElement>(".stage canvas")!;
        const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d")!;
        copy.drawImage(canvas, 0, 0);
        const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
        let count = 0;
        for (let k = 0; k < data.length; k += 4)
          if (data[k]! < 40 && data[k + 1]! > 120 && data[k + 1]! < 200 && data[k + 2]! < 40) count++;
        return count;
      });
    await row("one").click();
    await shown.page.getByRole("button", { name: "Look", exact: true }).click();
    await expect.poll(axes).toBeGreaterThan(100);
    await shown.page.getByRole("button", { name: "Move", exact: true }).click();
    await expect.poll(axes).toBe(0);
    expect(shown.complaints).toEqual([]);
  });

  it("lets an axis be chosen by its name", async () => {
    await row("one").click();
    await shown.page.locator("#object-axis").selectOption("z");
    await shown.page.locator(".scene-editor .diagram-message", { hasText: "one lies along z" }).waitFor();
    await shown.tab("Model");
    expect(await shown.textOfModel()).toContain(
      'one: Object3D({ parent: "world", feature: Solid({ shape: Beam({ axis: 3,',
    );
    expect(shown.complaints).toEqual([]);
  });
});
