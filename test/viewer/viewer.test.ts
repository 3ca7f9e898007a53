// The viewer in a real browser: what it draws, and what it answers.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { everyShape } from "../scene/everyShape.ts";
import { type OpenPage, openPage } from "./browser.ts";
import type { PageTools } from "./page.ts";

declare const tools: PageTools;

let opened: OpenPage;

beforeAll(async () => {
  opened = await openPage("page.ts");
});

afterAll(async () => {
  await opened?.close();
});

describe("pictures", () => {
  it("every shape can be seen", async () => {
    const seen = await opened.page.evaluate(() =>
      Object.keys(tools.everyShape).map((name) => {
        const viewer = tools.open(tools.single(name), { show: { ground: false } });
        const withShape = tools.pixels();
        viewer.setBackground("white");
        viewer.render();
        const onWhite = tools.pixels();
        const total = withShape.length / 4;
        // the background changed everywhere but where the shape is
        return [name, total - tools.differing(withShape, onWhite)] as const;
      }),
    );
    expect(seen.map(([name]) => name)).toEqual(Object.keys(everyShape));
    // lines, letters and arrows are thin; everything else fills a good part of 76 800 pixels
    for (const [name, count] of seen)
      expect([name, count > (/grid|text|coordinateSystem/i.test(name) ? 300 : 1500)]).toEqual([name, true]);
  });

  it("things move between two times and stand where they were at the same time", async () => {
    const [moved, again] = await opened.page.evaluate(() => {
      tools.open(tools.everyShapeAnimation(), { shadows: true });
      const first = tools.pixelsAt(0);
      const later = tools.pixelsAt(0.7);
      return [tools.differing(first, later), tools.differing(first, tools.pixelsAt(0))];
    });
    expect(moved).toBeGreaterThan(1000);
    expect(again).toBe(0);
  });

  it("a deleted ball is gone from its time on and back before it", async () => {
    const [gone, before, after] = await opened.page.evaluate(() => {
      const viewer = tools.open(tools.billiards());
      viewer.seek(1.49);
      const present = viewer.describe("balls[15]").position !== undefined;
      viewer.seek(1.5);
      return [
        viewer.describe("balls[15]").position === undefined,
        present,
        viewer.describe("balls[3]").position !== undefined,
      ];
    });
    expect([gone, before, after]).toEqual([true, true, true]);
  });

  it("the up direction of the scene is up in the picture, whichever it is", async () => {
    const rows = await opened.page.evaluate(() =>
      [1, -1].flatMap((sign) =>
        [0, 1, 2].map((axis) => {
          const up: [number, number, number] = [0, 0, 0];
          up[axis] = sign;
          tools.open(tools.ballOverBox(up), { show: { ground: false } });
          return [tools.meanRow(0), tools.meanRow(2)] as const;
        }),
      ),
    );
    expect(rows).toHaveLength(6);
    for (const [ball, box] of rows) expect(ball).toBeLessThan(box - 40);
  });

  it("everything that can be shown beside the objects changes the picture, and only while it is on", async () => {
    const changes = await opened.page.evaluate(() => {
      const animation = tools.billiards();
      const joints = [{ path: "joint", kind: "revolute" as const, object: 5, axes: [[0, 0, 1] as const] }];
      const viewer = tools.open({ ...animation, scene: { ...animation.scene, joints } }, { show: { ground: false } });
      const plain = tools.pixelsAt(0.55);
      const names = ["ground", "frames", "boundingBoxes", "contactPoints", "contactNormals", "contactForces", "patches", "joints", "trails", "names"] as const; // biome-ignore format: one line
      return names.map((name) => {
        viewer.show(name, true);
        const on = tools.differing(plain, tools.pixelsAt(0.55));
        viewer.show(name, false);
        return [name, on, tools.differing(plain, tools.pixelsAt(0.55))] as const;
      });
    });
    for (const [name, on, off] of changes) expect([name, on > 5, off]).toEqual([name, true, 0]);
  });

  it("all named views differ", async () => {
    const least = await opened.page.evaluate(() => {
      const viewer = tools.open(tools.everyShapeAnimation());
      const views = ["scene", "isometric", "front", "back", "left", "right", "top", "bottom"] as const;
      const pictures = views.map((name) => {
        viewer.view(name);
        return tools.pixelsAt(0.2);
      });
      return Math.min(...pictures.flatMap((a, i) => pictures.slice(i + 1).map((b) => tools.differing(a, b))));
    });
    expect(least).toBeGreaterThan(500);
  });

  it("a canvas that gets its size later shows the same picture as one that had it before", async () => {
    const [difference, moved] = await opened.page.evaluate(() => {
      const canvas = document.querySelector("canvas")!;
      tools.open(tools.billiards()).render();
      const expected = tools.pixels();
      canvas.style.width = "80px";
      const viewer = tools.open(tools.billiards());
      canvas.style.width = "320px";
      viewer.render();
      const late = tools.differing(expected, tools.pixels());
      // a view that was chosen is not changed by a new size
      canvas.style.width = "80px";
      const other = tools.open(tools.billiards());
      other.view("top");
      canvas.style.width = "320px";
      other.render();
      return [late, tools.differing(expected, tools.pixels())];
    });
    expect(difference).toBe(0);
    expect(moved).toBeGreaterThan(500);
  });

  it("500 moving shapes are at most six draw calls with their shadows, and fifteen with everything beside them", async () => {
    const [calls, covered, withAll] = await opened.page.evaluate(() => {
      const show = { ground: false };
      const viewer = tools.open(tools.manyShapes(500), { show, shadows: true });
      viewer.seek(0.5);
      const count = tools.drawCalls(() => viewer.render());
      const first = tools.pixelsAt(0);
      const covered = tools.differing(first, tools.pixelsAt(1));
      for (const name of tools.overlayNames) viewer.show(name, true);
      viewer.seek(0.5);
      return [count, covered, tools.drawCalls(() => viewer.render())];
    });
    expect(calls).toBeLessThanOrEqual(6);
    expect(covered).toBeGreaterThan(1000);
    expect(withAll).toBeLessThanOrEqual(15);
  });

  it("pictures of 500 shapes with everything beside them keep no memory", async () => {
    const { page } = opened;
    const session = await page.context().newCDPSession(page);
    const heapAfter = async (pictures: number): Promise<number> => {
      // what the driver does with the calls is not the viewer's, and takes all the time without a graphics card
      await page.evaluate((count) => {
        tools.withoutDriver(() => {
          for (let k = 0; k < count; k++) {
            tools.current().seek(k / count);
            tools.current().render();
          }
        });
      }, pictures);
      await session.send("HeapProfiler.collectGarbage");
      return (await session.send("Runtime.getHeapUsage")).usedSize;
    };
    await page.evaluate(() => {
      const viewer = tools.open(tools.manyShapes(500));
      for (const name of tools.overlayNames) viewer.show(name, true);
    });
    // compiled code and caches of the browser come once: what every round of pictures keeps is the viewer's
    let least = Number.POSITIVE_INFINITY;
    let before = await heapAfter(20);
    for (let round = 0; round < 4; round++) {
      const after = await heapAfter(40);
      least = Math.min(least, after - before);
      before = after;
    }
    // a single number per shape and picture would be 40·500·8 bytes
    expect(least).toBeLessThan(40 * 500 * 8);
  });
});

describe("time", () => {
  it("plays, tells the time, and stops at the end without a loop", async () => {
    await opened.page.evaluate(() => {
      const log = { times: [] as number[], playing: [] as boolean[] };
      const viewer = tools.open(tools.billiards(), {
        loop: false,
        speed: 20,
        onTime: (time) => log.times.push(time),
        onPlaying: (isPlaying) => log.playing.push(isPlaying),
      });
      viewer.play();
      Object.assign(window, { log });
    });
    await opened.page.waitForFunction(
      () => (window as unknown as { log: { playing: boolean[] } }).log.playing.length > 1,
    );
    const { times, playing } = await opened.page.evaluate(
      () => (window as unknown as { log: { times: number[]; playing: boolean[] } }).log,
    );
    expect(playing).toEqual([true, false]);
    expect(times.at(-1)).toBe(2);
    expect(times.every((time, k) => k === 0 || time > times[k - 1]!)).toBe(true);
  });

  it("a run that is still going is shown as it grows", async () => {
    const [start, end, moved] = await opened.page.evaluate(() => {
      const whole = tools.billiards();
      const growing = new tools.GrowingAnimation(whole.scene);
      const part = (from: number, to: number) => ({
        time: whole.time.subarray(from, to),
        poses: whole.poses.map((values) => values.subarray(7 * from, 7 * to)),
      });
      const viewer = tools.open(growing.snapshot());
      growing.append(part(0, 30));
      viewer.update(growing.snapshot(), true);
      const first = viewer.endTime;
      const early = tools.pixelsAt(0);
      growing.append(part(30, 121));
      viewer.update(growing.snapshot(), false);
      return [first, viewer.endTime, tools.differing(early, tools.pixelsAt(1.4))];
    });
    expect(start).toBeCloseTo((2 * 29) / 120, 12);
    expect(end).toBe(2);
    expect(moved).toBeGreaterThan(200);
  });

  it("the canvas is operated with keys and says so to those who cannot see it", async () => {
    const { page } = opened;
    await page.evaluate(() => {
      Object.assign(window, { viewer: tools.open(tools.billiards()) });
    });
    const state = () =>
      page.evaluate(() => {
        const { viewer } = window as unknown as { viewer: ReturnType<typeof tools.open> };
        return { time: viewer.time, isPlaying: viewer.isPlaying };
      });
    await page.focus("canvas");
    await page.keyboard.press("End");
    expect(await state()).toEqual({ time: 2, isPlaying: false });
    await page.keyboard.press("Home");
    expect((await state()).time).toBe(0);
    await page.keyboard.press("ArrowRight");
    expect((await state()).time).toBeCloseTo(0.01, 12);
    await page.keyboard.press("Space");
    expect((await state()).isPlaying).toBe(true);
    await page.keyboard.press("Space");
    expect((await state()).isPlaying).toBe(false);
    await page.keyboard.press("7");
    await page.keyboard.press("f");
    expect(await page.getAttribute("canvas", "aria-label")).toContain("Space plays");
    // the camera turns, lifts and comes nearer, and all of it back again
    const picture = () => page.evaluate(() => Array.from(tools.pixelsAt(0.5)).join());
    await page.keyboard.press("1");
    const pictures = [await picture()];
    for (const key of ["d", "w", "+", "-", "s", "a"]) {
      await page.keyboard.press(key);
      pictures.push(await picture());
    }
    expect(new Set(pictures.slice(0, 4)).size).toBe(4);
  });
});

describe("objects", () => {
  it("a click gives the object with its path, pose, velocity and contacts", async () => {
    const { page } = opened;
    await page.evaluate(() => {
      const picks: unknown[] = [];
      const viewer = tools.open(tools.traveller(), { onPick: (picked) => picks.push(picked) });
      viewer.follow("ball");
      viewer.seek(0.5);
      viewer.render();
      Object.assign(window, { picks });
    });
    await page.mouse.click(160, 120);
    await page.mouse.click(3, 3);
    const [picked, nothing] = (await page.evaluate(() => (window as unknown as { picks: unknown[] }).picks)) as [
      { path: string; position: number[]; velocity: { linear: number[] }; point: number[]; contacts: unknown[] },
      unknown,
    ];
    expect(picked.path).toBe("ball");
    expect(picked.position).toEqual([50, 3, 0]);
    expect(picked.velocity.linear).toEqual([100, 0, 0]);
    expect(picked.contacts).toEqual([]);
    // on the surface of the ball
    expect(Math.hypot(picked.point[0]! - 50, picked.point[1]! - 3, picked.point[2]!)).toBeCloseTo(0.5, 1);
    expect(nothing ?? undefined).toBeUndefined();
  });

  it("the camera stays with the object that it follows", async () => {
    const paths = await opened.page.evaluate(() => {
      const viewer = tools.open(tools.traveller());
      viewer.follow("ball");
      return [0, 0.3, 1].map((time) => {
        viewer.seek(time);
        viewer.render();
        return viewer.pick(160, 120)?.path;
      });
    });
    expect(paths).toEqual(["ball", "ball", "ball"]);
  });

  it("forces of contacts are those on the object that is asked about", async () => {
    const [onBall, onTable] = await opened.page.evaluate(() => {
      const viewer = tools.open(tools.billiards());
      viewer.seek(0.55);
      return [viewer.describe("balls[0]").contacts, viewer.describe("table").contacts];
    });
    expect(onBall!.map((contact) => [contact.with, contact.force])).toEqual([
      ["balls[1]", [-120, -0, -0]],
      ["table", [5, 0, 20]],
    ]);
    expect(onTable!.map((contact) => contact.force)).toEqual([[-5, -0, -20]]);
  });
});

describe("errors", () => {
  it("unknown names are answered by the nearest, another scene is refused, a used canvas is reported", async () => {
    const failures = await opened.page.evaluate(() => {
      const viewer = tools.open(tools.billiards());
      const used = document.createElement("canvas");
      used.getContext("2d");
      return [
        tools.failure(() => viewer.follow("table2")),
        tools.failure(() => viewer.view("topp" as "top")),
        tools.failure(() => viewer.show("frame" as "frames", true)),
        tools.failure(() => viewer.update(tools.everyShapeAnimation())),
        tools.failure(() => tools.open(tools.billiards(), { autoPlay: true } as object)),
        tools.failure(() => tools.createViewer(used, tools.billiards())),
      ];
    });
    expect(failures.map((found) => found?.[0])).toEqual([
      "E-VIEWER-NAME",
      "E-VIEWER-NAME",
      "E-VIEWER-NAME",
      "E-VIEWER-SCENE",
      "E-OPTION-UNKNOWN",
      "E-VIEWER-WEBGL",
    ]);
    expect(failures.map((found) => found?.[1])).toEqual([
      'did you mean "table"?',
      'did you mean "top"?',
      'did you mean "frames"?',
      expect.stringContaining("dispose the viewer"),
      'did you mean "autoplay"?',
      expect.stringContaining("hardware acceleration"),
    ]);
  });

  it("the page complained about nothing else", () => {
    const expected = /WebGL context could not be created|Canvas has an existing context|Error creating WebGL context/;
    expect(opened.complaints.filter((text) => !expected.test(text))).toEqual([]);
  });
});
