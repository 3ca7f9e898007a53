// A file of Modelica in the studio: the engine takes the class that is chosen, and errors stand at their lines.
import { describe, expect, it } from "vitest";
import { isOfSpace, librariesNamedIn, moduleNames } from "../../app/engine/libraryNames.ts";
import { prepareCode } from "../../app/session/prepareCode.ts";
import { animationOf } from "../../src/scene/animationOf.ts";
import { runInNode as run } from "./runInNode.ts";

const text = `package Swings
  model Pendulum
    parameter Real l = 1;
    Real phi(start = 0.1, fixed = true); Real w(start = 0, fixed = true);
  equation
    der(phi) = w; der(w) = -9.81/l*phi;
    annotation(experiment(StopTime = 1, Tolerance = 1e-9));
  end Pendulum;
  model Twice
    extends Pendulum(l = 4);
    annotation(experiment(StopTime = 2, Tolerance = 1e-9));
  end Twice;
end Swings;`;

/** A bar that turns about z in its one end; the interface that our ModelicaServices extends, in our own words. */
const turning = `model Turning
  Real phi = 2*time;
  ModelicaServices.Animation.Shape bar(length = 1, R(T = {{cos(phi), sin(phi), 0}, {-sin(phi), cos(phi), 0}, {0, 0, 1}}));
  annotation(experiment(StopTime = 1, Interval = 0.25));
end Turning;
package Modelica
  package Utilities package Internal package PartialModelicaServices package Animation
    partial model PartialShape
      parameter String shapeType = "box";
      input Orientation R; input Real r[3] = {0, 0, 0}; input Real r_shape[3] = {0, 0, 0};
      input Real lengthDirection[3] = {1, 0, 0}; input Real widthDirection[3] = {0, 1, 0};
      input Real length = 1; input Real width = 0.1; input Real height = 0.1;
      input Real extra = 0; input Real color[3] = {255, 0, 0};
    end PartialShape;
    record Orientation Real T[3, 3]; end Orientation;
  end Animation; end PartialModelicaServices; end Internal; end Utilities;
end Modelica;`;

describe("a file of Modelica", () => {
  it("has its shapes in the picture, as the page gets them", async () => {
    const { runs, done } = await run(turning, [], "Turning.mo");
    expect(done[0]!.error).toBeUndefined();
    const { scene, poses, time } = animationOf(runs[0]!.result!);
    expect(scene.objects.map(({ path }) => path)).toEqual(["bar"]);
    // the middle of the bar
    expect(poses[0]![7 * (time.length - 1)]).toBeCloseTo(0.5 * Math.cos(2), 12);
  });

  it("runs as the annotation of its first model says, and lists the others", async () => {
    const { runs, of, done } = await run(text, [], "Swings.mo");
    expect(done).toEqual([{ kind: "done", error: undefined }]);
    expect(of("classes")).toEqual([
      { kind: "classes", names: ["Swings.Pendulum", "Swings.Twice"], chosen: "Swings.Pendulum" },
    ]);
    expect(runs[0]!.result!.final<number>("phi")).toBeCloseTo(0.1 * Math.cos(Math.sqrt(9.81)), 7);
  });

  it("runs the class that was chosen, and again with other values", async () => {
    const message = { ...(await prepareCode("Swings.mo", text)), className: "Swings.Twice" };
    const { runs } = await run(text, [message, { kind: "again", model: 0, merge: { l: 1 } }], "Swings.mo");
    expect(runs[0]!.result!.final<number>("phi")).toBeCloseTo(0.1 * Math.cos(2 * Math.sqrt(9.81 / 4)), 7);
    expect(runs[1]!.result!.final<number>("phi")).toBeCloseTo(0.1 * Math.cos(2 * Math.sqrt(9.81)), 7);
  });

  it("shows an error at its line", async () => {
    const { done } = await run(text.replace("der(phi) = w;", "der(phi) = omega;"), [], "Swings.mo");
    expect(done[0]!.error).toMatchObject({ code: "E-MODELICA-NAME", place: { line: 6, column: 16 } });
  });

  it("makes the page load what reads it, and nothing of that for other files", () => {
    const loaded = librariesNamedIn(["Swings.mo", text]);
    expect(loaded).toEqual(expect.arrayContaining(["rattleback/modelica", "space"]));
    // and else what its clocks, connections, starts, functions and mechanisms may be made of
    const others = [
      "space",
      "clockedPartitions",
      "inferClocks",
      "translateClocks",
      "foreignComponents",
      "streams",
      "streamCalls",
      "delayLines",
      "settle",
      "jumpFunctions",
    ];
    expect(loaded.filter((name) => !others.includes(name) && !isOfSpace(name))).toEqual([]);
    expect(moduleNames.filter((name) => loaded.includes(name))).toEqual(["rattleback/modelica"]);
    expect(librariesNamedIn(["model.ts", "export default Model({});"])).toEqual([]);
  });

  it("can be read by a model too", async () => {
    const { done, runs } = await run(`import { Model } from "rattleback";
import { importModelica } from "rattleback/modelica";
const library = importModelica({ texts: { "Swings.mo": ${JSON.stringify(text)} } });
export default Model({ swing: library.component("Swings.Pendulum"), equations: "degrees = swing.phi*180/pi" });
export const experiment = { stopTime: 1, tolerance: 1e-9 };`);
    expect(done[0]!.error).toBeUndefined();
    expect(runs[0]!.result!.final<number>("degrees")).toBeCloseTo((18 / Math.PI) * Math.cos(Math.sqrt(9.81)), 5);
  });
});
