// The scene under fingers: one turns the camera, two move and zoom, a tap chooses, and what is chosen is moved and changed.
import type { CDPSession } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { modelFromLink } from "../../src/modelFile/modelLink.ts";
import type { CameraPlace } from "../../src/viewer/viewerOptions.ts";
import { handlePlace } from "./handlePlace.ts";
import { type StudioBrowser, type StudioPage, startStudio } from "./studioPage.ts";

const text = `import { Box, Model3D, Object3D, Scene, Solid } from "rattleback";
export default Model3D({
  world: Object3D({ feature: Scene() }),
  box: Object3D({ parent: "world", translation: [0, 0, 0], feature: Solid({ shape: Box({ lengthX: 1, lengthY: 1, lengthZ: 1 }) }) }),
});
`;

type Point = readonly [number, number];

describe("a scene on a touch screen", () => {
  let studio: StudioBrowser;
  let shown: StudioPage;
  let client: CDPSession;
  let middle: Point;

  beforeAll(async () => {
    studio = await startStudio();
    shown = await studio.newPage({ viewport: { width: 600, height: 800 }, deviceScaleFactor: 1, hasTouch: true });
    await shown.open(`${studio.server.address}#new`);
    await shown.page.locator(".cm-content").waitFor();
    // pictures without a graphics card cost by their pixels
    await shown.page.addStyleTag({ content: ".stage { min-height: 0 !important; height: 160px !important }" });
    await shown.type(text);
    await shown.page.locator(".stage canvas").waitFor();
    await shown.settled();
    client = await shown.page.context().newCDPSession(shown.page);
    await shown.page.locator(".stage canvas").scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await shown.page.locator(".stage canvas").boundingBox())!;
    middle = [x + width / 2, y + height / 2];
  });

  afterAll(async () => {
    await studio.close();
  });

  const send = (type: "touchStart" | "touchMove" | "touchEnd", points: readonly Point[]) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });

  /** Fingers come down one after the other, go straight to their ends in five steps, and are lifted. */
  const touch = async (...ways: readonly (readonly [from: Point, to: Point])[]): Promise<void> => {
    for (let k = 1; k <= ways.length; k++)
      await send(
        "touchStart",
        ways.slice(0, k).map(([from]) => from),
      );
    for (let k = 1; k <= 5; k++)
      await send(
        "touchMove",
        ways.map(
          ([from, to]) => [from[0] + ((to[0] - from[0]) * k) / 5, from[1] + ((to[1] - from[1]) * k) / 5] as const,
        ),
      );
    await send("touchEnd", []);
  };

  const at = (dx: number, dy: number): Point => [middle[0] + dx, middle[1] + dy];

  /** Where the camera is, as a link to the scene tells it; undefined as long as nobody has moved it. */
  const camera = async (): Promise<CameraPlace> => {
    const before = shown.page.url();
    await shown.page.locator("#share > summary").tap();
    await shown.page.locator("#share-link").tap();
    await shown.page.waitForFunction((old) => location.href !== old, before);
    const { look } = await modelFromLink(new URL(shown.page.url()).hash);
    return look!.camera!;
  };
  const distance = ({ position, target }: CameraPlace): number => Math.hypot(...position.map((x, k) => x - target[k]!));
  const apart = (a: readonly number[], b: readonly number[]): number => Math.hypot(...a.map((x, k) => x - b[k]!));

  /** A number of the picture as it is. */
  const picture = (): Promise<number> =>
    shown.page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>(".stage canvas")!;
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d")!;
      copy.drawImage(canvas, 0, 0);
      const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
      return data.reduce((sum, value, k) => (31 * sum + value + k) % 1_000_003, 0);
    });

  it("turns the camera by one finger, zooms and moves it by two", async () => {
    await touch([at(-40, 0), at(40, 0)]);
    const turned = await camera();
    // the second move begins where the first has come to rest
    await touch([at(-40, 10), at(0, 20)]);
    const again = await camera();
    expect(apart(again.position, turned.position)).toBeGreaterThan(0.1 * distance(turned));
    expect(apart(again.target, turned.target)).toBeLessThan(1e-6 * distance(turned));
    const before = await picture();
    await touch([at(-25, 0), at(-50, 0)], [at(25, 0), at(50, 0)]);
    // drawn at once, not with the next thing that changes
    await expect.poll(picture).not.toBe(before);
    const near = await camera();
    expect(distance(near)).toBeLessThan(0.7 * distance(again));
    await touch([at(-30, 0), at(0, 20)], [at(30, 0), at(60, 20)]);
    const moved = await camera();
    expect(apart(moved.target, near.target)).toBeGreaterThan(0.02 * distance(near));
    expect(shown.complaints).toEqual([]);
  });

  it("chooses by a tap, moves by the arrow of the handle, changes by the form", async () => {
    await shown.tab("Scene");
    // what is above the picture moves it when it comes
    await shown.page.locator('[data-object="box"]').waitFor();
    await shown.page.locator(".stage canvas").scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await shown.page.locator(".stage canvas").boundingBox())!;
    // it is seen whole and straight again
    await shown.press(shown.page.locator(".stage canvas"), "1");
    await shown.nextPicture();
    await shown.page.touchscreen.tap(x + width / 2, y + height / 2);
    await shown.page.locator('[data-object="box"][aria-selected=true]').waitFor();
    expect(shown.complaints).toEqual([]);
    let from: Point | undefined;
    await expect
      .poll(
        async () => {
          const before = from;
          from = await handlePlace(shown.page);
          return from !== undefined && String(before) === String(from);
        },
        { interval: 300 },
      )
      .toBe(true);
    await touch([from!, [from![0] + 40, from![1]]]);
    await shown.page.locator(".diagram-message", { hasText: "box was moved" }).waitFor();
    const length = shown.page.getByLabel("lengthY", { exact: true });
    await length.tap();
    await length.fill("0.5");
    await shown.press(length, "Enter");
    await shown.tab("Model");
    expect((await shown.textOfModel()).replace(/translation: \[[^\]]*\]/, "translation: moved")).toBe(
      text.replace("[0, 0, 0]", "moved").replace("lengthY: 1", "lengthY: 0.5"),
    );
    expect(shown.complaints).toEqual([]);
  });
});
