// A mechanism of MultiBody in the scene editor: a tree along its frames, forms that move it, one history, and a run in the same picture.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bodiesLibrary } from "../modelica/mechanics/bodiesLibrary.ts";
import { runInNode } from "./runInNode.ts";
import { type StudioBrowser, type StudioPage, startStudio } from "./studioPage.ts";

const pendulum = `model Pendulum
  inner Modelica.Mechanics.MultiBody.World world;
  Modelica.Mechanics.MultiBody.Joints.Revolute rev(phi(start = 0.3, fixed = true), w(fixed = true));
  Modelica.Mechanics.MultiBody.Parts.FixedTranslation rod(r = {0.5, 0, 0} /* kept */);
  Modelica.Mechanics.MultiBody.Parts.Body body(m = 2, r_CM = {0.2, 0, 0});
equation
  connect(world.frame_b, rev.frame_a);
  connect(rev.frame_b, rod.frame_a); // here
  connect(rod.frame_b, body.frame_a);
  annotation (experiment(StopTime = 0.5, Tolerance = 1e-8));
end Pendulum;`;
const text = `${pendulum}\n${bodiesLibrary}`;
const moved = text.replace("{0.5, 0, 0} /*", "{0.5, 0.25, 0} /*");

describe("a mechanism of Modelica", () => {
  let studio: StudioBrowser;
  let shown: StudioPage;

  beforeAll(async () => {
    studio = await startStudio();
    shown = await studio.newPage();
    await shown.open(studio.server.address);
    await shown.openFile("Pendulum.mo", Buffer.from(text));
    await shown.page.locator(".stage canvas").waitFor();
    await shown.settled();
  });

  afterAll(async () => {
    await studio.close();
  });

  const row = (name: string) => shown.page.locator(`[data-object="${name}"]`);
  /** The line of the card that tells where the marked object is. */
  const place = () => shown.page.locator(".object-card dd").first().textContent();
  const written = (x: number, y: number): string => `(${x.toFixed(4)}, ${y.toFixed(4)}, 0) m`;
  /** Where the ball, which begins at the centre of mass, has its own when the joint is at 0.3 rad. */
  const ballAt = (x: number, y: number): string =>
    written(x * Math.cos(0.3) - y * Math.sin(0.3), x * Math.sin(0.3) + y * Math.cos(0.3));

  it("is a tree from the world along its frames", async () => {
    await shown.tab("Scene");
    await row("body").waitFor();
    const rows = await shown.page
      .locator("[data-object]")
      .evaluateAll((all) =>
        all.map((one) => `${one.getAttribute("aria-level")} ${(one as HTMLElement).dataset["object"]}`),
      );
    expect(rows).toEqual(["1 world", "2 rev", "3 rod", "4 body"]);
  });

  it("is chosen in the tree and marked in the picture, and the other way round", async () => {
    await row("body").click();
    await expect.poll(place).toBe(ballAt(0.8, 0));
    await row("rod").click();
    await shown.page.locator(".view-menu > summary").click();
    await shown.page
      .locator(".view-options label", { hasText: "Object" })
      .locator("select")
      .selectOption("body.sphere");
    await shown.page.locator('[data-object="body"][aria-selected=true]').waitFor();
    await shown.page.locator(".view-menu > summary").click();
  });

  it("is moved by the number that is changed, and by no other change of the text", async () => {
    await row("rod").click();
    const field = shown.page.getByLabel("r y", { exact: true });
    await field.fill("0.25");
    await shown.press(field, "Enter");
    await shown.page.locator(".diagram-message", { hasText: "rod.r =" }).waitFor();
    await row("body").click();
    await expect.poll(place).toBe(ballAt(0.8, 0.25));
    const { content } = await shown.saved(() => shown.save("Model"));
    expect(content.toString()).toBe(moved);
  });

  it("runs in the picture that is there, to where it is in Node", async () => {
    await shown.page.locator(".stage canvas").evaluate((canvas) => canvas.setAttribute("data-same", "yes"));
    await shown.run();
    await shown.page.locator(".status", { hasText: "finished" }).waitFor();
    await shown.settled();
    const { runs } = await runInNode(moved, [], "Pendulum.mo");
    const phi = runs[0]!.result!.final<number>("rev.phi");
    expect(phi).not.toBeCloseTo(0.3, 1);
    const slider = shown.page.locator(".track input");
    await slider.fill((await slider.getAttribute("max"))!);
    const [x, y] = [0.8 * Math.cos(phi) - 0.25 * Math.sin(phi), 0.8 * Math.sin(phi) + 0.25 * Math.cos(phi)];
    const numbers = async (): Promise<number[]> =>
      (((await place()) ?? "").replaceAll("−", "-").match(/-?[\d.]+(e-?\d+)?/g) ?? []).map(Number);
    await expect
      .poll(async () => (await numbers()).map((value, k) => Math.abs(value - [x, y, 0][k]!) < 2e-4))
      .toEqual([true, true, true]);
    expect(await shown.page.locator(".stage canvas").getAttribute("data-same")).toBe("yes");
  });

  it("is as it was after undo, in all views", async () => {
    await shown.tab("Model");
    await shown.page.locator(".cm-content").click();
    await shown.page.keyboard.press("Control+z");
    await shown.tab("Scene");
    await row("body").click();
    await expect.poll(place).toBe(ballAt(0.8, 0));
    const { content } = await shown.saved(() => shown.save("Model"));
    expect(content.toString()).toBe(text);
    expect(shown.complaints).toEqual([]);
  });
});
