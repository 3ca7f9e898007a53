// Two models built by the mouse alone: a motor with gear and controller that drives a four-bar, and a gripper that lifts a box.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { drawnText, emptyFourBar, emptyGripper, emptyModel, fourBarText, gripperText } from "./goalModels.ts";
import { handlePlace } from "./handlePlace.ts";
import { runInNode } from "./runInNode.ts";
import { type StudioBrowser, type StudioPage, startStudio } from "./studioPage.ts";

describe("building by the mouse", () => {
  let studio: StudioBrowser;
  let shown: StudioPage;

  beforeAll(async () => {
    studio = await startStudio();
    // places of handles are looked for in the pixels of the picture
    shown = await studio.newPage({ deviceScaleFactor: 1 });
    await shown.open(`${studio.server.address}#new`);
    await shown.page.locator(".cm-content").waitFor();
    // pictures without a graphics card cost by their pixels
    await shown.page.addStyleTag({ content: ".workbench { grid-template-columns: 1fr 8px 380px !important }" });
  });
  afterAll(() => studio?.close());

  const begin = async (text: string) => {
    await shown.tab("Model");
    await shown.type(text);
    await shown.tab("Scene");
  };
  const row = (name: string) => shown.page.locator(`.scene-row[data-object="${name}"]`);
  /** The picture shows a scene with this object: the tree has it as soon as the text does. */
  const pictured = (name: string) =>
    shown.page
      .locator(".view-pane option", { hasText: new RegExp(`^${name}$`) })
      .first()
      .waitFor({ state: "attached" });
  /** A scene that has been translated: forms know where everything is. */
  const said = (text: string) => shown.page.locator(".scene-editor .diagram-message", { hasText: text }).waitFor();
  const addShape = async (label: string, name: string) => {
    await shown.page.getByLabel(`Add ${label}`, { exact: true }).click();
    await row(name).waitFor();
  };
  const set = async (id: string, value: string) => {
    const field = shown.page.locator(`#${id}`);
    await field.fill(value);
    await shown.press(field, "Enter");
  };
  const place = async (name: string, [x, y, z]: readonly number[], turn = 0) => {
    await row(name).click();
    await set("object-place-x", String(x));
    await set("object-place-y", String(y));
    await set("object-place-z", String(z));
    if (turn !== 0) await set("object-turn-z", String(turn));
  };
  const join = async (kind: string, obj1: string, obj2: string, joint: string) => {
    await row(obj2).click();
    await shown.page.locator("#join-other").selectOption(obj1);
    await shown.page.locator("#join-kind").selectOption(kind);
    await shown.page.locator("#join").click();
    // a joint is put where things stand, which is known when the scene has been put together
    await row(joint).waitFor();
  };
  const add = async (words: string, name: string, own: string) => {
    await shown.page.getByLabel("Search components to add").fill(words);
    await shown.page
      .locator(".palette-entry", { has: shown.page.locator("strong", { hasText: new RegExp(`^${name}$`) }) })
      .click();
    await shown.page.locator(`[data-component="${own}"]`).waitFor();
  };
  const parameter = async (component: string, name: string, value: string) => {
    await shown.page.locator(`[data-component="${component}"]`).focus();
    await shown.page.keyboard.press("Space");
    await set(`component-${name}`, value);
    await shown.page
      .locator(".diagram-editor .diagram-message", { hasText: `${component}.${name} = ${value}` })
      .waitFor();
  };
  const middle = async (selector: string) => {
    // a picture that is drawn again has other elements
    for (;;) {
      const box = await shown.page.locator(selector).boundingBox();
      if (box !== null) return [box.x + box.width / 2, box.y + box.height / 2] as const;
    }
  };
  const connect = async (one: string, other: string) => {
    const port = `[data-end="${one}"] circle`;
    const from = await middle(port);
    const to = await middle(`[data-end="${other}"] circle`);
    await shown.page.mouse.move(...from);
    await shown.page.mouse.down();
    await shown.page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
    await shown.page.mouse.move(...to);
    await shown.page.mouse.up();
    await shown.page.locator(`[data-line="${one} ${other}"]`).waitFor({ state: "attached" });
  };
  /** Values at the end of a run, once nothing plays. */
  const legendAtEnd = async () => {
    const plot = shown.page.locator(".plot").first();
    const isAtEnd = async () =>
      (await plot.getAttribute("aria-valuenow")) === (await plot.getAttribute("aria-valuemax"));
    await shown.pressOnPlot("End");
    await expect.poll(isAtEnd).toBe(true);
    return shown.legend();
  };
  const text = async () => {
    await shown.tab("Model");
    return shown.textOfModel();
  };

  it("moves an object by its handle, in steps, and marks it in all views", async () => {
    await begin(emptyModel("Drawn", "{ stopTime: 1 }"));
    await addShape("Box", "box");
    await shown.page.locator(".stage canvas").waitFor();
    let from: readonly [number, number] | undefined;
    await expect
      .poll(
        async () => {
          // the picture has come to rest
          const before = from;
          from = await handlePlace(shown.page);
          return from !== undefined && String(before) === String(from);
        },
        { interval: 400 },
      )
      .toBe(true);
    await shown.page.mouse.move(...from!);
    await shown.page.mouse.down();
    for (const step of [10, 20, 30]) await shown.page.mouse.move(from![0] - step, from![1]);
    await shown.page.mouse.up();
    await said("box was moved");
    const written = await text();
    const [, x] = /translation: \[(-?[\d.]+), 0, 0\]/.exec(written)!;
    expect(Number(x)).toBeLessThan(0);
    // steps of a centimetre
    expect(Math.abs(100 * Number(x) - Math.round(100 * Number(x)))).toBeLessThan(1e-9);
    expect(await shown.page.locator(".cm-chosen").first().textContent()).toContain("box");
    // the cursor in the text chooses what it is in
    await shown.page.locator(".cm-line", { hasText: "world: Object3D" }).click();
    await shown.tab("Scene");
    await expect.poll(() => row("world").getAttribute("aria-selected")).toBe("true");
    expect(shown.complaints).toEqual([]);
  });

  it("drags a mechanism through its motion: it starts where it was left, with its loop closed", async () => {
    const link = (name: string, length: number, color: string) =>
      `  ${name}: Object3D({
    feature: Solid({
      shape: Beam({ axis: 1, length: ${length}, width: 0.08, thickness: 0.08 }),
      solidMaterial: "Steel",
      visualMaterial: VisualMaterial({ color: "${color}" }),
    }),
  }),
  ${name}A: Object3D({ parent: "${name}", translation: [${-length / 2}, 0, 0] }),
  ${name}B: Object3D({ parent: "${name}", translation: [${length / 2}, 0, 0] }),`;
    await begin(`import { Beam, Model3D, Object3D, Revolute, Scene, Solid, VisualMaterial } from "rattleback";

export default Model3D({
  world: Object3D({ feature: Scene() }),
  far: Object3D({ parent: "world", translation: [0.8, 0, 0] }),
${link("crank", 0.3, "Blue")}
${link("coupler", 0.7, "Blue")}
${link("rocker", 0.6, "Red")}
  pin1: Revolute({ obj1: "world", obj2: "crankA", phi: 1 }), // where it begins
  pin2: Revolute({ obj1: "crankB", obj2: "couplerA", phi: -0.5 }),
  pin3: Revolute({ obj1: "far", obj2: "rockerA", phi: 1.5 }),
  pin4: Revolute({ obj1: "rockerB", obj2: "couplerB", phi: -1 }),
});
export const experiment = { stopTime: 0.1 };
`);
    await pictured("rocker");
    await shown.page.getByRole("button", { name: "Drag", exact: true }).click();
    await shown.page.locator('canvas[data-pull="ready"]').waitFor();
    /** The uppermost red there is: the end of the rocker. */
    const end = () =>
      shown.page.evaluate(() => {
        const canvas = document.querySelector<HTMLCanvasElement>(".stage canvas")!;
        const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d")!;
        copy.drawImage(canvas, 0, 0);
        const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
        const red: (readonly [number, number])[] = [];
        for (let k = 0; k < data.length; k += 4)
          if (data[k]! > 130 && data[k + 1]! < 70 && data[k + 2]! < 70)
            red.push([(k / 4) % canvas.width, Math.floor(k / 4 / canvas.width)]);
        const top = red.slice(Math.floor(red.length / 10), Math.floor(red.length / 5));
        const [x, y] = [0, 1].map((i) => top.reduce((sum, point) => sum + point[i]!, 0) / top.length);
        const { left, top: above, width } = canvas.getBoundingClientRect();
        const scale = width / canvas.width;
        return red.length < 50 ? undefined : ([left + scale * x!, above + scale * y!] as const);
      });
    let from: readonly [number, number] | undefined;
    await expect
      .poll(
        async () => {
          const last = from;
          from = await end();
          return from !== undefined && String(last) === String(from);
        },
        { interval: 400 },
      )
      .toBe(true);
    await shown.page.mouse.move(...from!);
    await shown.page.mouse.down();
    for (const step of [8, 16, 24]) await shown.page.mouse.move(from![0] - step, from![1] + 4);
    await shown.page.mouse.up();
    await said("It starts here");
    const written = await text();
    expect(written).toContain("// where it begins");
    const angles = [...written.matchAll(/pin\d: .*phi: (.*) \}\)/g)].map(([, value]) => Number(value));
    expect(angles).toHaveLength(4);
    expect(Math.abs(angles[2]! - 1.5)).toBeGreaterThan(0.01);
    // both ways to the last pin end in one point, to the digits that are written
    const [a, b, c] = angles as [number, number, number];
    const [x1, y1] = [0.3 * Math.cos(a) + 0.7 * Math.cos(a + b), 0.3 * Math.sin(a) + 0.7 * Math.sin(a + b)];
    const [x2, y2] = [0.8 + 0.6 * Math.cos(c), 0.6 * Math.sin(c)];
    expect(Math.hypot(x1 - x2, y1 - y2)).toBeLessThan(1e-6);
    expect(Math.abs(angles[3]! - (a + b - c))).toBeLessThan(1e-6);
    expect(shown.complaints).toEqual([]);
  });

  it("shows another scene while an object is chosen that is not in it", async () => {
    const { page } = shown;
    const scene = (name: string) => `import { Box, Model3D, Object3D, Scene, Solid } from "rattleback";

export default Model3D({
  world: Object3D({ feature: Scene() }),
  ${name}: Object3D({ parent: "world", feature: Solid({ shape: Box({ lengthX: 0.2 }), solidMaterial: "Steel" }) }),
});
export const experiment = { stopTime: 0.1 };
`;
    const card = page.locator('.object-card[aria-label="Chosen object"]');
    await begin(scene("before"));
    await row("before").click();
    await expect.poll(() => card.textContent()).toContain("before");
    await shown.tab("Model");
    // without a click, which would choose what it hits
    await page.locator(".cm-content").focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(scene("after"));
    await pictured("after");
    await expect.poll(() => page.locator(".view-pane").getAttribute("aria-busy")).toBe("false");
    expect(await card.isHidden()).toBe(true);
    expect(await page.locator(".stage canvas").count()).toBe(1);
    expect(shown.complaints).toEqual([]);
  });

  it("fixes what is dropped on a row, joins what was picked, gives values to pairs, and takes a mesh", async () => {
    const { page } = shown;
    const solid = (at: string, more: string) =>
      `Object3D({ parent: "world", translation: ${at}, ${more}feature: Solid({ shape: Box({ lengthX: 0.2, lengthY: 0.2, lengthZ: 0.2 }), solidMaterial: "Steel", collision: true }) })`;
    await begin(`import { Box, Model3D, Object3D, Scene, Solid } from "rattleback";

export default Model3D({
  world: Object3D({ feature: Scene() }),
  table: ${solid("[0, 0, 0]", "")},
  part: ${solid("[0, 1, 0]", "fixedToParent: false, ")},
  arm: Object3D({ parent: "world", translation: [1, 1, 0] }),
  frame: Object3D({ parent: "world", translation: [1, 1.5, 0] }),
});
export const experiment = { stopTime: 0.1 };
`);
    await row("frame").waitFor();
    // it stays where it is, half a metre above its new parent, which is known once the picture has it
    const message = page.locator(".scene-editor .diagram-message");
    await expect
      .poll(async () => {
        await row("frame").dragTo(row("arm"));
        return message.textContent();
      })
      .toContain("frame");
    // the other object is picked by Shift
    await row("part").click();
    await row("table").click({ modifiers: ["Shift"] });
    expect(await page.locator("#join-other").inputValue()).toBe("table");
    await page.locator("#join-kind").selectOption("Spherical");
    await page.locator("#join").click();
    await row("spherical").waitFor();
    // bounce of steel on steel, which the palette knows, becomes one of the text
    await row("world").click();
    await set("pair-Steel-Steel-bounce", "0.25");
    await said("bounce");
    await page.evaluate(() => {
      const transfer = new DataTransfer();
      const mesh = "v 0 0 0\nv 1 0 0\nv 0 0.1 0\nv 0 0 0.1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
      transfer.items.add(new File([mesh], "wedge.obj"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
    });
    await row("wedge").waitFor();
    const written = await text();
    expect(written).toContain('frame: Object3D({ parent: "arm", translation: [0, 0.5, 0] })');
    expect(written).toMatch(/spherical: Spherical\(\{ obj1: "\w+", obj2: "part" \}\)/);
    expect(written).toContain('"Steel,Steel": ElasticContactPairMaterial({ coefficientOfRestitution: 0.25,');
    expect(written).toContain("feature: Solid({ shape: wedgeSurface");
    expect(shown.complaints).toEqual([]);
  });

  it("makes a motor with gear and controller that drives a four-bar", async () => {
    await begin(emptyFourBar);
    await addShape("Link", "link");
    await set("object-length", "0.2");
    await said("length = 0.2; linkA, linkB went along");
    await place("link", [0, 0.1, 0], 90);
    await addShape("Link", "link2");
    await place("link2", [0.2, 0.2, 0]);
    await addShape("Link", "link3");
    await place("link3", [0.4, 0, 0], 90);
    await said("link3 was turned");
    await join("RevoluteWithFlange", "world", "linkA", "revolute");
    await join("Revolute", "linkB", "link2A", "revolute2");
    await join("Revolute", "link2B", "link3B", "revolute3");
    await join("Revolute", "world", "link3A", "revolute4");
    await said("closes a loop");
    await shown.tab("Diagram");
    await shown.page.locator('[data-component="revolute"]').waitFor();
    await add("step", "Step", "step");
    await add("feedback", "Feedback", "feedback");
    await add("pi controller", "PI", "controller");
    await add("torque given", "Torque", "torque");
    await add("inertia", "Inertia", "inertia");
    await add("ideal gear", "IdealGear", "idealGear");
    await add("speed sensor", "SpeedSensor", "speedSensor");
    await parameter("step", "height", "50");
    await parameter("controller", "k", "0.5");
    await parameter("controller", "T", "0.1");
    await parameter("inertia", "J", "0.001");
    await parameter("idealGear", "ratio", "10");
    await connect("step.y", "feedback.u1");
    await connect("feedback.y", "controller.u");
    await connect("controller.y", "torque.tau");
    await connect("torque.flange", "inertia.flange_a");
    await connect("inertia.flange_b", "idealGear.flange_a");
    await connect("idealGear.flange_b", "revolute.flange");
    await connect("speedSensor.flange", "inertia.flange_b");
    await connect("speedSensor.w", "feedback.u2");
    const written = await text();
    expect(drawnText(written)).toBe(fourBarText);
    await shown.run();
    expect(await shown.ended()).toBe("finished");
    const legend = await legendAtEnd();
    const inNode = (await runInNode(written)).runs.at(-1)!.result!;
    for (const name of ["revolute.phi", "inertia.w"])
      expect(Math.abs(legend[name]! - inNode.final(name))).toBeLessThan(1e-4 * Math.abs(legend[name]!));
    // 50 rad/s of the motor are asked for: at 1:10 the crank has turned by nearly 5 rad, and the loop is closed
    expect(legend["revolute.phi"]).toBeGreaterThan(4);
    const [a, b] = ["link3B", "link2B"].map((name) => inNode.final<number[]>(`${name}.r_abs`));
    expect(Math.hypot(...a!.map((x, i) => x - b![i]!))).toBeLessThan(1e-9);
    expect(shown.complaints).toEqual([]);
  });

  it("makes a gripper that lifts a box", async () => {
    const box = async (name: string, size: readonly number[], at: readonly number[], isWooden: boolean) => {
      await addShape("Box", "box");
      await set("scene-name", name);
      await row(name).waitFor();
      for (const [k, axis] of ["X", "Y", "Z"].entries()) await set(`object-length${axis}`, String(size[k]));
      await place(name, at);
      if (!isWooden) return;
      await set("object-material", "DryWood");
      await shown.page.locator("#object-collision").check();
    };
    await begin(emptyGripper);
    await box("table", [1, 0.1, 1], [0, -0.05, 0], true);
    await box("part", [0.1, 0.1, 0.1], [0, 0.05, 0], true);
    await shown.page.locator("#object-free").check();
    await box("hand", [0.3, 0.03, 0.04], [0, 0.2, 0], false);
    await box("left", [0.03, 0.08, 0.06], [-0.08, 0.06, 0], true);
    await box("right", [0.03, 0.08, 0.06], [0.08, 0.06, 0], true);
    await row("world").click();
    await set("world-elasticContactReductionFactor", "0.001");
    await join("PrismaticWithFlange", "world", "hand", "prismatic");
    await shown.page.locator("#joint-axis").selectOption("y");
    await join("PrismaticWithFlange", "hand", "left", "prismatic2");
    await join("PrismaticWithFlange", "hand", "right", "prismatic3");
    await shown.page.locator("#joint-axis").selectOption("-x");
    await shown.tab("Diagram");
    await shown.page.locator('[data-component="prismatic3"]').waitFor();
    await add("kinematicptp", "KinematicPTP", "kinematicPTP");
    await add("prescribed position", "PrescribedPosition", "prescribedPosition");
    await add("constant force", "ConstantForce", "constantForce");
    await add("linear velocity", "LinearVelocityDependentForce", "linearVelocityDependentForce");
    await parameter("kinematicPTP", "deltaq", "0.2");
    await parameter("kinematicPTP", "qd_max", "0.5");
    await parameter("kinematicPTP", "startTime", "0.4");
    await parameter("constantForce", "f", "40");
    await parameter("linearVelocityDependentForce", "f_nominal", "-100");
    await connect("kinematicPTP.q", "prescribedPosition.s");
    await connect("prescribedPosition.flange", "prismatic.flange");
    await connect("constantForce.flange", "linearVelocityDependentForce.flange");
    // the second finger as the first
    await shown.page.locator('[data-component="constantForce"] > rect').click();
    await shown.page.locator('[data-component="linearVelocityDependentForce"] > rect').click({ modifiers: ["Shift"] });
    await shown.page.getByRole("button", { name: "Copy", exact: true }).click();
    await shown.page.getByRole("button", { name: "Paste", exact: true }).click();
    await shown.page.locator('[data-component="constantForce2"]').waitFor();
    await connect("constantForce.flange", "prismatic2.flange");
    await connect("constantForce2.flange", "prismatic3.flange");
    const written = await text();
    expect(drawnText(written)).toBe(gripperText);
    await shown.run();
    expect(await shown.ended()).toBe("finished");
    const legend = await legendAtEnd();
    // lifted by 0.2 m, but for what it slips while the fingers close
    expect(legend["part.translation[2]"]).toBeGreaterThan(0.24);
    expect(shown.complaints).toEqual([]);
  });
});
