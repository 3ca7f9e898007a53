// A Modelica library that is dropped on the studio's page: read from folders and archives, shown as a tree, run in the engine.
import { strToU8, zipSync } from "fflate";
import { afterAll, describe, expect, it } from "vitest";
import { Engine } from "../../app/engine/engine.ts";
import { libraryExamples } from "../../app/modelica/libraryExamples.ts";
import type { EngineMessage } from "../../app/protocol.ts";
import { filesFrom } from "../../app/robots/readDrop.ts";
import { prepareCode } from "../../app/session/prepareCode.ts";
import { type StudioBrowser, startStudio } from "./studioPage.ts";

const texts = {
  "Swings/package.mo": `package Swings "things that swing"
  annotation(Icon(graphics = {Ellipse(extent = {{-80, 80}, {80, -80}}, fillColor = {255, 0, 0}, fillPattern = FillPattern.Solid)}));
end Swings;`,
  "Swings/package.order": "Parts\nLong\n",
  "Swings/Parts/package.mo": "within Swings; package Parts end Parts;",
  "Swings/Parts/Pendulum.mo": `within Swings.Parts;
model Pendulum "a point on a rod"
  parameter Real l = 1;
  Real phi(start = 0.1, fixed = true);
  Real w(start = 0, fixed = true);
equation
  der(phi) = w;
  der(w) = -9.81/l*phi;
end Pendulum;`,
  "Swings/Long.mo": `within Swings;
model Long "a long rod"
  extends Parts.Pendulum(l = 4);
  annotation(experiment(StopTime = 2, Tolerance = 1e-9), Documentation(info = "<html><h4>Long</h4><script>document.title = 'hacked'</script>
  <img src='x' onerror='document.title = 1'><p>It uses <a href='modelica://Swings.Parts.Pendulum'>the pendulum</a>.</p></html>"));
end Long;`,
};
const expected = 0.1 * Math.cos(2 * Math.sqrt(9.81 / 4));
const contents = new Map<string, Uint8Array>(Object.entries(texts).map(([path, text]) => [path, strToU8(text)]));

describe("a library in the engine", () => {
  const run = async (path: keyof typeof texts, className: string, source: string = texts[path]) => {
    const messages: EngineMessage[] = [];
    const engine = new Engine(
      (message) => messages.push(message),
      () => 0,
    );
    engine.library = contents;
    await engine.handle({ ...(await prepareCode(path, source)), className });
    const done = messages.find((message) => message.kind === "done");
    const rows = messages.filter((message) => message.kind === "rows").at(-1)?.batch;
    return { error: done?.error, time: rows?.times.at(-1), last: [...(rows?.values ?? [])].slice(-8) };
  };

  it("runs a class whose base lies in another file", async () => {
    const { error, time, last } = await run("Swings/Long.mo", "Swings.Long");
    expect(error).toBeUndefined();
    expect(time).toBe(2);
    expect(Math.min(...last.map((value) => Math.abs(value - expected)))).toBeLessThan(1e-8);
  });

  it("reads the file that is open as it is being written", async () => {
    const { last } = await run("Swings/Long.mo", "Swings.Long", texts["Swings/Long.mo"].replace("l = 4", "l = 1"));
    const other = 0.1 * Math.cos(2 * Math.sqrt(9.81));
    expect(Math.min(...last.map((value) => Math.abs(value - other)))).toBeLessThan(1e-8);
  });

  it("marks errors of the open file, and tells those of other files without a mark", async () => {
    const own = await run("Swings/Long.mo", "Swings.Long", texts["Swings/Long.mo"].replace("l = 4", "m = 4"));
    expect(own.error?.place).toMatchObject({ line: 3 });
    const broken = new Map(contents).set(
      "Swings/Parts/Pendulum.mo",
      strToU8("within Swings.Parts; model Pendulum x; end"),
    );
    const messages: EngineMessage[] = [];
    const engine = new Engine(
      (message) => messages.push(message),
      () => 0,
    );
    engine.library = broken;
    await engine.handle({
      ...(await prepareCode("Swings/Long.mo", texts["Swings/Long.mo"])),
      className: "Swings.Long",
    });
    const done = messages.find((message) => message.kind === "done");
    expect(done?.error?.place).toBeUndefined();
    expect(done?.error?.where).toContain("Swings/Parts/Pendulum.mo");
  });
});

it("folders are read without the pictures beside the classes", async () => {
  const file = (name: string, text: string) => ({
    name,
    isFile: true,
    isDirectory: false,
    file: (give: (file: File) => void) => give(new File([text], name)),
  });
  const folder = (name: string, children: object[]) => {
    const pieces = [children, []];
    return {
      name,
      isFile: false,
      isDirectory: true,
      createReader: () => ({ readEntries: (give: (all: object[]) => void) => give(pieces.shift()!) }),
    };
  };
  const dropped = folder("Swings", [
    file("package.mo", texts["Swings/package.mo"]),
    file("Long.mo", texts["Swings/Long.mo"]),
    folder("Resources", [file("rod.png", "…"), file("table.csv", "1,2")]),
  ]);
  const files = await filesFrom([dropped]);
  expect([...files.keys()]).toEqual(["Swings/package.mo", "Swings/Long.mo", "Swings/Resources/table.csv"]);
});

describe("examples of a library", () => {
  const model = (name: string, within: string) =>
    strToU8(`within ${within};\nmodel ${name} "${name} runs"\n  annotation(experiment(StopTime = 1));\nend ${name};`);
  const of = "Lib.MultiBody.Examples";

  it("are models that say how they are run, robot and engine first, in packages of examples where there are any", () => {
    const files = new Map([
      ["Lib/package.mo", strToU8("package Lib end Lib;")],
      ["Lib/Tests/Check.mo", model("Check", "Lib.Tests")],
      ["Lib/MultiBody/Examples/package.mo", strToU8("within Lib.MultiBody; package Examples end Examples;")],
      ["Lib/MultiBody/Examples/Part.mo", strToU8(`within ${of};\nmodel Part end Part;`)],
      ["Lib/MultiBody/Examples/A.mo", model("A", of)],
      ["Lib/MultiBody/Examples/Loops/EngineV6.mo", model("EngineV6", `${of}.Loops`)],
      ["Lib/MultiBody/Examples/Systems/RobotR3/FullRobot.mo", model("FullRobot", `${of}.Systems.RobotR3`)],
    ]);
    expect(libraryExamples(files).map(({ className }) => className)).toEqual([
      `${of}.Systems.RobotR3.FullRobot`,
      `${of}.Loops.EngineV6`,
      `${of}.A`,
    ]);
    expect(libraryExamples(new Map([...files].filter(([path]) => !path.includes("Examples"))))).toEqual([
      { className: "Lib.Tests.Check", title: "Check runs", path: "Lib/Tests/Check.mo" },
    ]);
  });
});

describe("a library on the page", () => {
  let studio: StudioBrowser | undefined;
  afterAll(() => studio?.close());

  it("is dropped as an archive, shows its classes with icons and texts, and runs one", async () => {
    studio = await startStudio();
    const shown = await studio.newPage();
    await shown.open(studio.server.address);
    await shown.page.evaluate(
      (bytes) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([Uint8Array.from(bytes)], "Swings.zip"));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
      },
      [...zipSync(Object.fromEntries(contents))],
    );
    const dialog = shown.page.locator(".library-dialog");
    await dialog.getByLabel("Inside Swings", { exact: true }).click();
    // the red disc of the package
    expect(await dialog.locator(".class-tree ellipse").first().getAttribute("fill")).toBe("rgb(255,0,0)");
    // found by words of its name and its description, wherever it is
    const card = dialog.locator(".class-card");
    const search = dialog.getByLabel("Search classes");
    await search.fill("rod long");
    await expect.poll(() => dialog.locator(".class-tree:visible li").allTextContents()).toEqual(["Swings.Long"]);
    await search.fill("pend");
    await expect
      .poll(() => dialog.locator(".class-tree:visible li").allTextContents())
      .toEqual(["Swings.Parts.Pendulum"]);
    await shown.press(search, "Enter");
    await expect.poll(() => card.locator("h3").textContent()).toBe("Swings.Parts.Pendulum");
    await search.fill("");
    await dialog.locator(".class-tree").getByRole("button", { name: "Long" }).click();
    await expect.poll(() => card.locator(".class-documentation").innerHTML()).toContain("<h4>Long</h4>");
    expect(await card.locator("script, img").count()).toBe(0);
    await card.getByRole("button", { name: "the pendulum" }).click();
    await expect.poll(() => card.locator("h3").textContent()).toBe("Swings.Parts.Pendulum");
    await dialog.locator(".class-tree").getByRole("button", { name: "Long" }).click();
    await card.getByRole("button", { name: "Open and run" }).click();
    expect(await shown.ended()).toBe("finished");
    expect(await shown.textOfModel()).toContain("extends Parts.Pendulum(l = 4)");
    await shown.page.getByRole("button", { name: "Library" }).click();
    await expect.poll(() => dialog.isVisible()).toBe(true);
    await dialog.getByRole("button", { name: "Close" }).click();
    // the gallery has what the library shows
    await shown.page.locator("#examples").click();
    const example = shown.page.locator(".library-examples .card");
    await expect.poll(() => example.allInnerTexts()).toEqual([expect.stringContaining("a long rod")]);
    await example.click();
    expect(await shown.ended()).toBe("finished");
    // names of its classes, and what a modification may name
    const offered = shown.page.locator(".cm-tooltip-autocomplete .cm-completionLabel");
    await shown.page.locator(".cm-content").click();
    await shown.page.keyboard.press("Control+A");
    await shown.page.keyboard.insertText("within Swings;\nmodel Long\n  Parts");
    await shown.page.keyboard.type(".");
    await expect.poll(() => offered.allInnerTexts()).toEqual(["Pendulum"]);
    await shown.page.keyboard.insertText("Pendulum p(");
    await shown.page.keyboard.press("Control+Space");
    await expect.poll(() => offered.allInnerTexts()).toEqual(["l", "phi", "w"]);
    // the library is there after a reload, until it is removed
    await shown.page.goto(`${studio.server.address}?again`);
    await example.click();
    expect(await shown.ended()).toBe("finished");
    await shown.page.getByRole("button", { name: "Library", exact: true }).click();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await expect.poll(() => shown.page.getByRole("button", { name: "Library", exact: true }).count()).toBe(0);
    await shown.page.reload();
    await shown.page.waitForSelector("html[data-ready]", { state: "attached" });
    expect(await shown.page.getByRole("button", { name: "Library", exact: true }).count()).toBe(0);
    expect(shown.complaints).toEqual([]);
  });
});
