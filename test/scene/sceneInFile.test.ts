// A result that is written as JSON and read again can still be drawn.
import { describe, expect, it } from "vitest";
import { animationToThreeJson } from "../../src/export/threeJson.ts";
import { resultFromJson } from "../../src/results/resultFromJson.ts";
import { resultToJson } from "../../src/results/writers/json.ts";
import { animationOf } from "../../src/scene/animationOf.ts";
import { hasAnimation } from "../../src/scene/hasAnimation.ts";
import { resultOf } from "./animatedResult.ts";
import { billiards, everyShapeAnimation } from "./everyShape.ts";

describe("a scene in a file", () => {
  it.each([
    ["with one of every shape", everyShapeAnimation],
    ["with contacts and a body that is deleted", billiards],
  ])("%s comes back the same, to the bit", (_, make) => {
    const result = resultOf(make());
    const back = resultFromJson(resultToJson(result));
    const [first, second] = [animationOf(result), animationOf(back)];
    expect(second.scene).toEqual(first.scene);
    expect(second.contacts).toEqual(first.contacts);
    expect(second.poses).toEqual(first.poses);
    // what is drawn is the same too
    expect(animationToThreeJson(second)).toBe(animationToThreeJson(first));
  });

  it("is left out when some of the signals are written only", () => {
    const back = resultFromJson(resultToJson(resultOf(billiards()), { names: ["height"] }));
    expect(hasAnimation(back)).toBe(false);
    expect(() => animationOf(back)).toThrow(
      expect.objectContaining({ code: "E-SCENE-NONE", because: expect.stringContaining("some of the signals") }),
    );
  });
});

describe("a file with damaged attachments", () => {
  const text = resultToJson(resultOf(everyShapeAnimation()));
  it.each([
    ["no list", { attachments: 3 }, "attachments"],
    ["without a name", { attachments: [{ value: 1 }] }, "attachments[0].name"],
    [
      "an unknown kind of array",
      { attachments: [{ name: "", value: { array: "Date", values: [] } }] },
      "attachments[0].value.array",
    ],
  ])("is refused: %s", (_, damage, path) => {
    const damaged = JSON.stringify({ ...(JSON.parse(text) as object), ...damage });
    expect(() => resultFromJson(damaged)).toThrow(expect.objectContaining({ code: "E-RESULT-FILE", path }));
  });

  it("that nest without end is refused", () => {
    const deep = `${"[".repeat(60)}${"]".repeat(60)}`;
    const damaged = text.replace(/"attachments": .*/, `"attachments": [{ "name": "", "value": ${deep} }],`);
    expect(() => resultFromJson(damaged)).toThrow(expect.objectContaining({ code: "E-RESULT-FILE" }));
  });
});
