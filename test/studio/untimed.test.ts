// Models that do not say how long they run: a second of them is shown, and the user is told how to say it.
import { describe, expect, it } from "vitest";
import { runInNode } from "./runInNode.ts";

const decay = `import { Model, Var } from "rattleback";
export default Model({ x: Var({ init: 1 }), equations: "der(x) = -x" });
`;
const swing = `model Swing
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Swing;`;

describe("a model without a stop time", () => {
  it.each([
    ["decay.ts", decay, "export const experiment = { stopTime: 10 };"],
    ["Swing.mo", swing, "annotation(experiment(StopTime = 10));"],
  ])("%s runs for a second, and says how to change that", async (name, text, hint) => {
    const { runs, of, done } = await runInNode(text, [], name);
    expect(done).toEqual([{ kind: "done", error: undefined }]);
    expect(runs[0]!.result!.endTime).toBe(1);
    expect(runs[0]!.result!.final<number>("x")).toBeCloseTo(Math.exp(-1), 3);
    const printed = of("print").flatMap(({ lines }) => lines.map((line) => line.text));
    expect(printed.join("\n")).toContain(hint);
  });

  it("that has one runs for that long, without a word", async () => {
    const { runs, of } = await runInNode(`${decay}export const experiment = { stopTime: 2 };\n`);
    expect(runs[0]!.result!.endTime).toBe(2);
    expect(of("print")).toEqual([]);
  });
});
