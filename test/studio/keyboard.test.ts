// Both goal models built by the keyboard alone: no pointer, no field that is filled from outside, values left by Tab.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { drawnText, emptyFourBar, emptyGripper, fourBarText, gripperText } from "./goalModels.ts";
import { type StudioBrowser, type StudioPage, startStudio } from "./studioPage.ts";

describe("building by the keyboard alone", () => {
  let studio: StudioBrowser;
  let shown: StudioPage;

  beforeAll(async () => {
    studio = await startStudio();
    shown = await studio.newPage();
    await shown.open(`${studio.server.address}#new`);
    await shown.page.locator(".cm-content").waitFor();
    // pictures without a graphics card cost by their pixels
    await shown.page.addStyleTag({ content: ".workbench { grid-template-columns: 1fr 8px 150px !important }" });
  });
  afterAll(() => studio?.close());

  const press = (key: string) => shown.page.keyboard.press(key);
  const type = (text: string) => shown.page.keyboard.insertText(text);
  /** How many stops of the keyboard an element is behind the focus; below zero: before it. */
  const stopsTo = (selector: string) =>
    shown.page.evaluate((wanted) => {
      const all = [
        ...document.querySelectorAll<HTMLElement>("a, button, input, select, summary, [tabindex], .cm-content"),
      ];
      const stops = all.filter(
        (stop) =>
          (stop.tabIndex >= 0 || stop.isContentEditable) && !stop.matches(":disabled") && stop.checkVisibility(),
      );
      const [to, from] = [document.querySelector<HTMLElement>(wanted), document.activeElement as HTMLElement];
      if (to === null || !stops.includes(to)) return undefined;
      const isBehind = (stop: HTMLElement) => from.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING;
      const before = stops.filter((stop) => stop !== from && !isBehind(stop)).length;
      return to === from
        ? 0
        : isBehind(to)
          ? stops.indexOf(to) - before + (stops.includes(from) ? 0 : 1)
          : stops.indexOf(to) - before;
    }, selector);
  /** Goes to an element from one stop of the keyboard to the next. */
  const goTo = async (selector: string) => {
    await shown.page.locator(selector).first().waitFor({ state: "attached" });
    for (let tries = 0; tries < 20; tries++) {
      const stops = await stopsTo(selector);
      if (stops === 0) return;
      for (let k = 0; k < Math.abs(stops ?? 0); k++) await press(stops! < 0 ? "Shift+Tab" : "Tab");
    }
    throw new Error(`The keyboard does not reach ${selector}.`);
  };
  /** Types over what a field shows, and leaves it; the next field has the focus then. */
  const set = async (id: string, text: string) => {
    await goTo(`#${id}`);
    await press("Control+a");
    await type(text);
    await press("Tab");
  };
  /** Goes through the entries of a list to one of them. */
  const choose = async (id: string, entry: string) => {
    await goTo(`#${id}`);
    const way = await shown.page.evaluate((wanted) => {
      const list = document.activeElement as HTMLSelectElement;
      return [...list.options].findIndex(({ value }) => value === wanted) - list.selectedIndex;
    }, entry);
    for (let k = 0; k < Math.abs(way); k++) await press(way < 0 ? "ArrowUp" : "ArrowDown");
    expect(await shown.page.locator(`#${id}`).inputValue()).toBe(entry);
  };
  const tab = async (name: string) => {
    await goTo('[role="tab"][aria-selected="true"]');
    for (let k = 0; k < 12 && (await shown.page.evaluate(() => document.activeElement?.textContent)) !== name; k++)
      await press(name === "Model" ? "ArrowLeft" : "ArrowRight");
  };
  const begin = async (text: string) => {
    await tab("Model");
    await goTo(".cm-content");
    await press("Control+a");
    await shown.page.keyboard.insertText(text);
    // Tab indents; behind Escape it leaves. The first one may close a list of completions
    await press("Escape");
    await press("Escape");
    await press("Shift+Tab");
    await tab("Scene");
  };
  /** A field of the form gets a value, and the form the time to be made again. */
  const givenElsewhere = (selector: string, value: string) =>
    shown.page.locator(selector).evaluate((field, given) => {
      (field as HTMLInputElement).value = given;
      field.dispatchEvent(new Event("change"));
      return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }, value);
  const text = async () => {
    await tab("Model");
    return shown.textOfModel();
  };
  const row = (name: string) => `.scene-row[data-object="${name}"]`;
  const said = (editor: string, message: string) =>
    shown.page.locator(`.${editor}-editor .diagram-message`, { hasText: message }).waitFor();
  const addShape = async (label: string, name: string) => {
    await goTo(`[aria-label="Add ${label}"]`);
    await press("Enter");
    await shown.page.locator(row(name)).waitFor();
  };
  const chooseRow = async (name: string) => {
    await shown.page.locator(row(name)).waitFor();
    await goTo('.scene-row[tabindex="0"]');
    const way = await shown.page.evaluate((wanted) => {
      const rows = [...document.querySelectorAll<HTMLElement>(".scene-row")];
      return rows.findIndex((one) => one.matches(wanted)) - rows.indexOf(document.activeElement as HTMLElement);
    }, row(name));
    for (let k = 0; k < Math.abs(way); k++) await press(way < 0 ? "ArrowUp" : "ArrowDown");
    await press("Enter");
  };
  const place = async (name: string, [x, y, z]: readonly number[], turn = 0) => {
    await chooseRow(name);
    await goTo("#object-place-x");
    // one after the other, as anybody would
    for (const number of [x, y, z]) {
      await type(String(number));
      await press("Tab");
    }
    if (turn !== 0) await set("object-turn-z", String(turn));
  };
  const join = async (kind: string, obj1: string, obj2: string, joint: string) => {
    await chooseRow(obj2);
    await choose("join-other", obj1);
    await choose("join-kind", kind);
    await press("Tab");
    await press("Enter");
    await shown.page.locator(row(joint)).waitFor();
  };
  const add = async (words: string, own: string) => {
    await goTo('[aria-label="Search components to add"]');
    await type(words);
    await press("Enter");
    await shown.page.locator(`[data-component="${own}"]`).waitFor();
  };
  const parameters = async (component: string, values: Readonly<Record<string, string>>) => {
    await goTo(`[data-component="${component}"]`);
    await press("Space");
    for (const [name, number] of Object.entries(values)) await set(`component-${name}`, number);
  };
  const connect = async (one: string, other: string) => {
    await goTo(`[data-component="${one.split(".")[0]}"]`);
    await press("c");
    await choose("connect-own", one);
    await choose("connect-other", other);
    await press("Tab");
    await press("Enter");
    await shown.page.locator(`[data-line="${one} ${other}"]`).waitFor({ state: "attached" });
  };

  it("makes a motor with gear and controller that drives a four-bar", async () => {
    await begin(emptyFourBar);
    await addShape("Link", "link");
    await set("object-length", "0.2");
    await place("linkA", [-0.1, 0, 0]);
    await place("linkB", [0.1, 0, 0]);
    await place("link", [0, 0.1, 0], 90);
    await addShape("Link", "link2");
    await place("link2", [0.2, 0.2, 0]);
    await addShape("Link", "link3");
    await place("link3", [0.4, 0, 0], 90);
    await said("scene", "link3 was turned");
    await join("RevoluteWithFlange", "world", "linkA", "revolute");
    await join("Revolute", "linkB", "link2A", "revolute2");
    await join("Revolute", "link2B", "link3B", "revolute3");
    await join("Revolute", "world", "link3A", "revolute4");
    await said("scene", "closes a loop");
    await tab("Diagram");
    await shown.page.locator('[data-component="revolute"]').waitFor();
    await add("step", "step");
    await add("feedback", "feedback");
    await add("pi controller", "controller");
    await add("torque given", "torque");
    await add("inertia", "inertia");
    await add("ideal gear", "idealGear");
    await add("speed sensor", "speedSensor");
    await parameters("step", { height: "50" });
    await parameters("controller", { k: "0.5", T: "0.1" });
    await parameters("inertia", { J: "0.001" });
    await parameters("idealGear", { ratio: "10" });
    await connect("step.y", "feedback.u1");
    await connect("feedback.y", "controller.u");
    await connect("controller.y", "torque.tau");
    await connect("torque.flange", "inertia.flange_a");
    await connect("inertia.flange_b", "idealGear.flange_a");
    await connect("idealGear.flange_b", "revolute.flange");
    await connect("speedSensor.flange", "inertia.flange_b");
    await connect("speedSensor.w", "feedback.u2");
    // the same text as the one built by the mouse, whose run is looked at there
    expect(drawnText(await text())).toBe(fourBarText);
    expect(shown.complaints).toEqual([]);
  });

  it("makes a gripper that lifts a box", async () => {
    const box = async (name: string, size: readonly number[], at: readonly number[], isWooden: boolean) => {
      await addShape("Box", "box");
      await set("scene-name", name);
      await shown.page.locator(row(name)).waitFor();
      for (const [k, axis] of ["X", "Y", "Z"].entries()) await set(`object-length${axis}`, String(size[k]));
      await place(name, at);
      if (!isWooden) return;
      await set("object-material", "DryWood");
      await goTo("#object-collision");
      await shown.page.keyboard.down("Space");
      // what comes while the key is down does not take the box away
      if (name === "table") await givenElsewhere("#object-lengthX", "1.5");
      await shown.page.keyboard.up("Space");
      if (name === "table") await set("object-lengthX", "1");
    };
    await begin(emptyGripper);
    await box("table", [1, 0.1, 1], [0, -0.05, 0], true);
    await box("part", [0.1, 0.1, 0.1], [0, 0.05, 0], true);
    await goTo("#object-free");
    await press("Space");
    await box("hand", [0.3, 0.03, 0.04], [0, 0.2, 0], false);
    await box("left", [0.03, 0.08, 0.06], [-0.08, 0.06, 0], true);
    await box("right", [0.03, 0.08, 0.06], [0.08, 0.06, 0], true);
    await chooseRow("world");
    await set("world-elasticContactReductionFactor", "0.001");
    await join("PrismaticWithFlange", "world", "hand", "prismatic");
    await choose("joint-axis", "y");
    await join("PrismaticWithFlange", "hand", "left", "prismatic2");
    await join("PrismaticWithFlange", "hand", "right", "prismatic3");
    await choose("joint-axis", "-x");
    await tab("Diagram");
    await shown.page.locator('[data-component="prismatic3"]').waitFor();
    await add("kinematicptp", "kinematicPTP");
    await add("prescribed position", "prescribedPosition");
    await add("constant force", "constantForce");
    await add("linear velocity", "linearVelocityDependentForce");
    await parameters("kinematicPTP", { deltaq: "0.2", qd_max: "0.5", startTime: "0.4" });
    await parameters("constantForce", { f: "40" });
    await parameters("linearVelocityDependentForce", { f_nominal: "-100" });
    await connect("kinematicPTP.q", "prescribedPosition.s");
    await connect("prescribedPosition.flange", "prismatic.flange");
    await connect("constantForce.flange", "linearVelocityDependentForce.flange");
    await goTo('[data-component="constantForce"]');
    await press("Space");
    await goTo('[data-component="linearVelocityDependentForce"]');
    await press("Shift+Space");
    await press("Control+c");
    await press("Control+v");
    await shown.page.locator('[data-component="constantForce2"]').waitFor();
    await connect("constantForce.flange", "prismatic2.flange");
    await connect("constantForce2.flange", "prismatic3.flange");
    expect(drawnText(await text())).toBe(gripperText);
    expect(shown.complaints).toEqual([]);
  });
});
