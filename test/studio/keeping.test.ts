// What the user writes is kept, found again, and travels; a model is seen before it runs.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { modelFromLink } from "../../src/modelFile/modelLink.ts";
import { type StudioBrowser, StudioPage, startStudio } from "./studioPage.ts";

let studio: StudioBrowser;
let shown: StudioPage;

beforeAll(async () => {
  studio = await startStudio();
  // pages of one context share what the browser keeps
  const context = await studio.browser.newContext({ reducedMotion: "reduce", deviceScaleFactor: 0.5 });
  shown = new StudioPage(await context.newPage());
  await shown.open(`${studio.server.address}#new`);
});
afterAll(() => studio?.close());

const decay = `// A quantity that decays.
import { Model, Par, Var } from "rattleback";
export default Model({
  k: Par({ value: 2, unit: "1/s", min: 0, max: 4 }),
  x: Var({ init: 1, unit: "m" }),
  y: Var({ unit: "m" }),
  equations: \`
    der(x) = -k*x
    y = 2*x
  \`,
});
export const experiment = { stopTime: 1, tolerance: 1e-9, plots: ["x"] };
`;

const pendulum = `import { Beam, Model3D, Object3D, Revolute, Scene, Solid } from "rattleback";
export default Model3D({
  world: Object3D({ feature: Scene() }),
  bar: Object3D({ feature: Solid({ shape: Beam({ axis: 1, length: 1, width: 0.3, thickness: 0.3 }), solidMaterial: "Steel" }) }),
  pivot: Object3D({ parent: "bar", translation: [-0.5, 0, 0] }),
  rev: Revolute({ obj1: "world", obj2: "pivot", axis: 3, phi: 0 }),
});
export const experiment = { stopTime: 0.5, tolerance: 1e-8, plots: ["rev.phi"] };
`;

const written = async (text: string, page = shown) => {
  await page.page.locator(".cm-content").waitFor();
  await page.type(text);
};
const gallery = async () => {
  await shown.page.locator("#examples").click();
  await shown.page.locator(".own-models").waitFor();
  // the list that is seen first is that of an earlier visit
  await shown.settled();
};
const names = () => shown.page.locator(".own strong").allTextContents();

describe("what is written", () => {
  it("is there again after the page was reloaded in the middle of it", async () => {
    await written(decay);
    // nothing waits for anything here
    await shown.page.reload();
    await shown.page.locator(".cm-content").waitFor();
    expect(await shown.textOfModel()).toContain("A quantity that decays.");
    expect(shown.page.url()).toContain("#own=");
    await shown.page.locator("#run").waitFor();
  });

  it("is there again in another page after its own was gone without a word", async () => {
    await written(decay.replace("decays", "vanishes"));
    const other = new StudioPage(await shown.page.context().newPage());
    const address = shown.page.url();
    await shown.page.close({ runBeforeUnload: false });
    shown = other;
    await shown.open(address);
    await shown.page.locator(".cm-content").waitFor();
    expect(await shown.textOfModel()).toContain("A quantity that vanishes.");
  });

  it("is listed first, found by a search, and is not the example that was opened", async () => {
    await shown.openExample("02-filter-circuit");
    await shown.ended();
    await shown.page.locator(".cm-content").click();
    await shown.page.keyboard.press("Control+Home");
    await shown.page.keyboard.insertText("// mine\n");
    await gallery();
    expect(await names()).toEqual(["02-filter-circuit.ts", "model.ts"]);
    const sections = await shown.page
      .locator(".gallery section")
      .evaluateAll((all) => all.map((section) => section.getAttribute("aria-label")));
    expect(sections[0]).toBe("Your models");
    await shown.page.getByLabel("Search models").fill("vanishes");
    await expect.poll(names).toEqual(["model.ts"]);
    expect(await shown.page.locator("[data-example]").count()).toBe(0);
    await shown.page.getByLabel("Search models").fill("");
    await expect.poll(async () => (await names()).length).toBe(2);
    await shown.openExample("02-filter-circuit");
    await shown.ended();
    expect(await shown.textOfModel()).not.toContain("// mine");
  });

  it("is renamed, duplicated, deleted and taken back", async () => {
    await gallery();
    await shown.page.locator(".own-open", { hasText: "model.ts" }).click();
    await shown.page.locator(".file-menu > summary").click();
    await shown.page.getByLabel("Name of the model").fill("cooling");
    await shown.press(shown.page.getByLabel("Name of the model"), "Enter");
    await shown.page.locator(".file-menu").getByRole("menuitem", { name: "Duplicate" }).click();
    await shown.page.locator(".file-name", { hasText: "cooling copy.ts" }).waitFor();
    await gallery();
    await expect.poll(names).toEqual(["cooling copy.ts", "cooling.ts", "02-filter-circuit.ts"]);
    await shown.page.getByRole("button", { name: "Delete cooling copy.ts" }).click();
    await expect.poll(names).toEqual(["cooling.ts", "02-filter-circuit.ts"]);
    await shown.page.getByRole("button", { name: "Take it back" }).click();
    await expect
      .poll(async () => (await names()).sort())
      .toEqual(["02-filter-circuit.ts", "cooling copy.ts", "cooling.ts"]);
  });

  it("is opened as it is now, also from a list that is older", async () => {
    await shown.page.locator(".own-open", { hasText: "cooling.ts" }).click();
    await written(`${decay.replace("decays", "vanishes")}// newer\n`);
    await shown.page.evaluate(() => {
      document.querySelector<HTMLElement>("#examples")!.click();
      const rows = [...document.querySelectorAll<HTMLElement>(".own-open")];
      rows.find(({ textContent }) => textContent!.startsWith("cooling.ts"))!.click();
    });
    await expect.poll(() => shown.page.locator(".gallery").isVisible()).toBe(false);
    await expect.poll(() => shown.textOfModel()).toContain("// newer");
    await gallery();
  });

  it("is taken to another browser in one file", async () => {
    const { content } = await shown.saved(() =>
      shown.page.getByRole("button", { name: "Save all as one file" }).click(),
    );
    const other = await studio.newPage();
    try {
      await other.open(studio.server.address);
      await other.openFile("rattleback-models.json", content);
      await expect.poll(() => other.page.locator(".own strong").count()).toBe(3);
      // read once more, it is the same
      await other.openFile("rattleback-models.json", content);
      await other.page.locator(".notice", { hasText: "3 models were read" }).waitFor();
      expect(await other.page.locator(".own strong").count()).toBe(3);
    } finally {
      await other.page.close();
    }
  });

  it("has its earlier texts: each that ran", async () => {
    await shown.page.locator(".own-open", { hasText: "cooling.ts" }).click();
    await shown.page.locator(".cm-content").waitFor();
    await shown.run();
    await shown.ended();
    await written("// all is lost\n");
    await shown.page.locator(".file-menu > summary").click();
    await shown.page.locator(".versions button").first().click();
    await expect.poll(() => shown.textOfModel()).toContain("A quantity that vanishes.");
    // and that was a step like any other
    await shown.page.locator(".cm-content").click();
    await shown.page.keyboard.press("Control+z");
    await expect.poll(() => shown.textOfModel()).toContain("// all is lost");
    await shown.page.keyboard.press("Control+Shift+z");
  });
});

describe("a link", () => {
  it("carries changed parameters, chosen plots, the time and the open panel", async () => {
    await expect.poll(() => shown.textOfModel()).toContain("A quantity that vanishes.");
    await shown.run();
    expect(await shown.ended()).toBe("finished");
    await shown.tab("Signals");
    await shown.page.getByRole("checkbox", { name: /^y/ }).check();
    await shown.tab("Parameters");
    await shown.page.locator("#parameter-k").fill("1");
    await shown.pressOnPlot("End");
    await shown.share("Copy a link that runs at once");
    const other = await studio.newPage();
    try {
      await other.open(shown.page.url());
      expect(await other.ended()).toBe("finished");
      expect(await other.page.getByRole("tab", { name: "Parameters" }).getAttribute("aria-selected")).toBe("true");
      expect(await other.page.locator("#parameter-k").inputValue()).toBe("1");
      const values = await other.legend();
      // six digits at the end of the run
      expect(Math.abs(values["x"]! - Math.exp(-1))).toBeLessThan(1e-5);
      expect(Math.abs(values["y"]! - 2 * Math.exp(-1))).toBeLessThan(1e-5);
    } finally {
      await other.page.close();
    }
  });

  it("leaves the model the user's own: it is there after a reload, with what was changed since", async () => {
    const own = async () => {
      await shown.page.waitForSelector("html[data-ready]", { state: "attached" });
      await shown.page.locator(".cm-content").waitFor();
      expect(await shown.page.locator(".foreign").isVisible()).toBe(false);
    };
    await shown.tab("Model");
    await shown.share("Copy a link to the model");
    await shown.page.reload();
    await own();
    expect(await shown.textOfModel()).toContain("A quantity that vanishes.");
    await shown.share("Copy a link to the model");
    await written(`${decay}// changed since\n`);
    // the address is that of the model again, not of the link
    await expect.poll(() => shown.page.url()).toContain("#own=");
    await shown.page.reload();
    await own();
    await expect.poll(() => shown.textOfModel()).toContain("// changed since");
    await written(decay.replace("A quantity that decays.", "A quantity that vanishes."));
  });

  it("to look at has no text, and can be kept by changing it", async () => {
    await shown.share("Copy a link to look at");
    const other = await studio.newPage();
    try {
      await other.open(shown.page.url());
      expect(await other.ended()).toBe("finished");
      expect(await other.page.locator(".work-pane").isVisible()).toBe(false);
      expect(Object.keys(await other.legend())).toEqual(["x", "y"]);
    } finally {
      await other.page.close();
    }
  });
});

describe("a model in space", () => {
  it("is assembled and seen before it runs, with its parameters, and follows its text", async () => {
    await shown.page.goto("about:blank");
    await shown.open(`${studio.server.address}#new`);
    await written(pendulum);
    await shown.page.locator(".stage canvas").waitFor();
    expect(await shown.page.locator(".runs li").count()).toBe(0);
    await shown.page.locator(".view-menu > summary").click();
    await shown.page.getByLabel("Object", { exact: true }).selectOption("bar");
    await shown.page.keyboard.press("Escape");
    const place = async () => (await shown.page.locator(".object-card").textContent())!.replaceAll("−", "-");
    await expect.poll(place).toContain("r(0.5, 0, 0) m");
    // a link takes the camera along
    await shown.press(shown.page.locator(".stage canvas"), "+", "+", "a");
    await shown.share("Copy a link that runs at once");
    const cameraOf = async ({ page }: StudioPage) => (await modelFromLink(new URL(page.url()).hash)).look?.camera;
    const camera = await cameraOf(shown);
    expect(camera).toBeDefined();
    const small = { viewport: { width: 900, height: 500 } };
    const other = await studio.newPage(small);
    try {
      await other.open(shown.page.url());
      expect(await other.ended()).toBe("finished");
      await other.share("Copy a link to the model");
      expect(await cameraOf(other)).toEqual(camera);
    } finally {
      await other.page.close();
    }
    await shown.tab("Parameters");
    await shown.page.locator("#parameter-rev-phi").waitFor();
    await shown.tab("Model");
    await written(pendulum.replace("[-0.5, 0, 0]", "[-0.3, 0, 0]"));
    await expect
      .poll(async () => {
        await shown.page.locator(".view-menu > summary").click();
        await shown.page.getByLabel("Object", { exact: true }).selectOption("bar");
        await shown.page.keyboard.press("Escape");
        return place();
      })
      .toContain("r(0.3, 0, 0) m");
  });

  it("that is wrong is marked while it is written, and the cursor stays", async () => {
    await written(pendulum.replace('obj2: "pivot"', 'obj2: "pivott"'));
    await shown.page.locator(".cm-lint-marker-error").first().waitFor();
    expect(await shown.page.locator(".editor-pane .error-card").count()).toBe(0);
    const line = await shown.page.locator(".cm-activeLineGutter").first().textContent();
    expect(Number(line)).toBe(pendulum.split("\n").length);
    expect(shown.complaints).toEqual([]);
  });
});

describe("a file of Modelica", () => {
  const swings = `package Swings
  model Pendulum
    parameter Real l = 1;
    Real phi(start = 0.1, fixed = true); Real w(start = 0, fixed = true);
  equation
    der(phi) = w; der(w) = -9.81/l*phi;
    annotation(experiment(StopTime = 1, Tolerance = 1e-9));
  end Pendulum;
  model Twice
    extends Pendulum(l = 4);
  end Twice;
end Swings;`;

  it("is opened, its class chosen, run, and its error marked at the line", async () => {
    await shown.openFile("Swings.mo", Buffer.from(swings));
    const classes = shown.page.getByLabel("Class", { exact: true });
    await classes.waitFor();
    await expect.poll(() => classes.inputValue()).toBe("Swings.Pendulum");
    // and back, whether the other one has been translated or not: 9.81 1/s² without a factor
    await classes.selectOption("Swings.Twice");
    await classes.selectOption("Swings.Pendulum");
    await shown.run();
    expect(await shown.ended()).toBe("finished");
    await shown.pressOnPlot("End");
    await expect.poll(async () => (await shown.legend())["phi"]).toBeCloseTo(0.1 * Math.cos(Math.sqrt(9.81)), 6);
    await written(swings.replace("der(phi) = w;", "der(phi) = omega;"));
    await shown.page.locator(".cm-lint-marker-error").first().waitFor();
    expect(shown.complaints).toEqual([]);
  });
});

describe("a folder on the disk", () => {
  const car = `import { Model } from "rattleback";
import { wheel } from "./parts/wheel.ts";
export default Model({ ...wheel, equations: "der(x) = v" });
export const experiment = { stopTime: 1, plots: ["x"] };
`;
  const wheel = `import { Par, Var } from "rattleback";
export const wheel = { v: Par(2, "m/s"), x: Var({ init: 0, unit: "m" }) };
`;

  it("is opened with its files, which are shown, changed and written", async () => {
    await gallery();
    // a folder of the browser's own stands for one that the user would choose
    await shown.page.evaluate(
      async ([main, part]) => {
        const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("cars", { create: true });
        const parts = await folder.getDirectoryHandle("parts", { create: true });
        for (const [where, name, text] of [
          [folder, "car.ts", main],
          [parts, "wheel.ts", part],
          [folder, "notes.txt", ""],
        ] as const) {
          const stream = await (await where.getFileHandle(name, { create: true })).createWritable();
          await stream.write(text!);
          await stream.close();
        }
        Object.assign(window, { showDirectoryPicker: async () => folder });
      },
      [car, wheel],
    );
    await shown.page.getByRole("button", { name: "Open a folder" }).click();
    const files = shown.page.locator(".folder-models button");
    await expect.poll(() => files.allTextContents()).toEqual(["car.ts", "parts/wheel.ts"]);
    await files.first().click();
    const chooser = shown.page.getByLabel("File", { exact: true });
    await expect.poll(() => chooser.locator("option").allTextContents()).toEqual(["car.ts", "./parts/wheel.ts"]);
    await chooser.selectOption("./parts/wheel.ts");
    await expect.poll(() => shown.textOfModel()).toBe(wheel);
    await shown.type(wheel.replace("Par(2", "Par(3"));
    await shown.run();
    expect(await shown.ended()).toBe("finished");
    await shown.pressOnPlot("End");
    await expect.poll(async () => (await shown.legend())["x"]).toBe(3);
    const onDisk = () =>
      shown.page.evaluate(async () => {
        const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("cars");
        const parts = await folder.getDirectoryHandle("parts");
        return (await (await parts.getFileHandle("wheel.ts")).getFile()).text();
      });
    await expect.poll(onDisk).toContain("Par(3");
    // what another program has written is not written over without a question
    await shown.page.evaluate(async () => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("cars");
      const parts = await folder.getDirectoryHandle("parts");
      const stream = await (await parts.getFileHandle("wheel.ts")).createWritable();
      await stream.write("// somebody else");
      await stream.close();
    });
    await shown.type(wheel.replace("Par(2", "Par(4"));
    await shown.page.locator(".notice", { hasText: "Another program has changed parts/wheel.ts" }).waitFor();
    expect(await onDisk()).toBe("// somebody else");
    await shown.page.getByRole("button", { name: "Write mine over it" }).click();
    await expect.poll(onDisk).toContain("Par(4");
    // the model itself is where it was, with its own history
    await chooser.selectOption("car.ts");
    await expect.poll(() => shown.textOfModel()).toContain("...wheel");
    expect(shown.complaints).toEqual([]);
  });
});

describe("runs", () => {
  it("are there again, with the panel that was looked at, when the page was reloaded in the middle of one", async () => {
    const swing = decay
      .replace("-k*x", "-k*y")
      .replace("y = 2*x", "der(y) = k*x")
      .replace("y: Var({", "y: Var({ init: 0,");
    // a tab of its own: this one remembers what it made of the address
    shown = new StudioPage(await shown.page.context().newPage());
    await shown.open(`${studio.server.address}#new`);
    await written(swing);
    await shown.run();
    expect(await shown.ended()).toBe("finished");
    await written(swing.replace("stopTime: 1,", "stopTime: 1e6, interval: 0.1,"));
    await shown.run();
    await shown.page.waitForFunction(() => /^\d+ %/.test(document.querySelector(".status")?.textContent ?? ""));
    await shown.tab("Runs");
    await shown.page.locator(".runs li").nth(1).waitFor();
    await shown.page.reload();
    await expect.poll(() => shown.page.locator(".status").textContent()).toMatch(/^stopped at [\d.e+]+ s$/);
    expect(await shown.page.getByRole("tab", { name: "Runs" }).getAttribute("aria-selected")).toBe("true");
    await expect
      .poll(() => shown.page.locator(".runs li").allTextContents())
      .toEqual([expect.stringMatching(/^2\. .*stopped at/), expect.stringMatching(/^1\. .*finished at 1 s$/)]);
    // x = cos 2t
    await shown.page.locator(".runs input").first().uncheck();
    await shown.page.locator(".runs input").nth(1).check();
    // the list is made again while a button is down: what it is down on stays
    const place = await shown.page.evaluate(() => {
      const { left, top, width, height } = document.querySelector(".runs input")!.getBoundingClientRect();
      return [left + width / 2, top + height / 2] as const;
    });
    for (const isShown of [true, false]) {
      await shown.page.mouse.move(...place);
      await shown.page.mouse.down();
      await shown.page.evaluate(() => document.querySelectorAll(".runs input")[1]!.dispatchEvent(new Event("change")));
      await shown.nextPicture();
      await shown.page.mouse.up();
      await expect.poll(() => shown.page.locator(".runs input").first().isChecked()).toBe(isShown);
    }
    await shown.pressOnPlot("End");
    await expect.poll(async () => Math.abs((await shown.legend())["x"] - Math.cos(2))).toBeLessThan(1e-5);
    await shown.tab("Model");
    await shown.run();
    await shown.page.locator("#stop").click();
    expect(await shown.ended()).toMatch(/^stopped at/);
  });
});

describe("what lies beside a model", () => {
  it("is there again after a reload: scales of plots, questions and answers of studies", async () => {
    await shown.page.goto("about:blank");
    await shown.open(`${studio.server.address}#new`);
    await written(decay);
    await shown.run();
    expect(await shown.ended()).toBe("finished");
    const log = shown.page.getByRole("button", { name: "log", exact: true });
    await log.click();
    const plot = shown.page.locator(".plot").first();
    await shown.pressOnPlot("Home", "ArrowRight", "m", "+", "+");
    const seen = async () => {
      await plot.focus();
      return [await plot.getAttribute("aria-valuemin"), await plot.getAttribute("aria-valuemax")];
    };
    const marker = shown.page.getByRole("button", { name: "Marker at" });
    await marker.waitFor();
    const marked = /at \S+ s/.exec((await marker.textContent())!)![0];
    const span = await seen();
    expect(Number(span[1])).toBeLessThan(0.6);
    await shown.tab("Studies");
    const pane = shown.page.locator(".studies-pane");
    await pane.getByLabel("k is not known exactly").check();
    await pane.getByLabel("Number of runs").fill("8");
    await pane.getByLabel("Measured table").fill("time,x\n0,1");
    await pane.getByRole("button", { name: "Bands" }).click();
    const answer = () => pane.locator(".study-answer p").first().textContent();
    await expect.poll(answer).toContain("(8 runs)");
    const said = await answer();
    await shown.page.reload();
    await expect.poll(answer).toBe(said);
    await expect.poll(() => pane.getByLabel("Number of runs").inputValue()).toBe("8");
    await expect.poll(() => pane.getByLabel("Measured table").inputValue()).toBe("time,x\n0,1");
    await expect.poll(() => pane.getByLabel("k is not known exactly").isChecked()).toBe(true);
    await expect.poll(() => log.getAttribute("aria-pressed")).toBe("true");
    await expect.poll(() => marker.textContent()).toContain(marked);
    await shown.settled();
    await expect.poll(seen).toEqual(span);
    // another model has a desk of its own
    await shown.openExample("01-bouncing-ball");
    await shown.ended();
    expect(await log.first().getAttribute("aria-pressed")).toBe("false");
    expect(await marker.isHidden()).toBe(true);
    await shown.tab("Studies");
    expect(await answer()).toContain("Choose what is not known exactly");
  });

  it("is a value that was being typed when the page was closed", async () => {
    await shown.page.goto("about:blank");
    await shown.open(`${studio.server.address}#new`);
    await written(pendulum);
    await shown.tab("Scene");
    await shown.page.locator('[data-object="bar"]').click();
    const field = shown.page.locator("#object-length");
    await field.fill("1.5");
    await shown.page.reload();
    await shown.tab("Model");
    await expect.poll(() => shown.textOfModel()).toContain("length: 1.5");
  });
});
