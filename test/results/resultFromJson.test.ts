import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { resultFromJson } from "../../src/results/resultFromJson.ts";
import { resultToJson } from "../../src/results/writers/json.ts";
import { grid, oscillator, recordRun, refinedRod } from "./sampleRun.ts";

const result = recordRun([oscillator(grid(0, 2, 4), 1)]);
const text = resultToJson(result);
const hint = "write the result again with resultToJson; the file is probably cut off or was edited";

type Place = readonly (string | number)[];

/** The text with another value at a place of the document; undefined removes it. */
function damaged(source: string, place: Place, value: unknown): string {
  const document = JSON.parse(source) as Record<string | number, unknown>;
  let holder = document;
  for (const key of place.slice(0, -1)) holder = holder[key] as Record<string | number, unknown>;
  holder[place.at(-1)!] = value;
  return JSON.stringify(document);
}

describe("a result that was read back", () => {
  it("answers like the original: between rows, at events, resampled", () => {
    const back = resultFromJson(text);
    for (const t of [0, 0.3, 1, 1.2, 2]) {
      for (const name of result.names()) {
        expect(back.at(t, name)).toEqual(result.at(t, name));
        expect(back.at(t, name, "before")).toEqual(result.at(t, name, "before"));
      }
    }
    expect(back.resample([0.1, 1.9]).finalStates).toEqual(result.resample([0.1, 1.9]).finalStates);
  });

  it("knows its final states although they were not written", () => {
    const back = resultFromJson(resultToJson(result, { names: ["f", "minusR"] }));
    expect(back.names()).toEqual(["f", "minusR"]);
    expect(back.stateNames).toEqual(result.stateNames);
    expect(back.finalStates).toEqual(result.finalStates);
    expect(back.has("mass.s")).toBe(false);
  });
});

describe("a broken file", () => {
  it("that is cut off anywhere is refused", () => {
    for (let length = 0; length < text.trimEnd().length; length += 97) {
      expect(() => resultFromJson(text.slice(0, length))).toThrow(
        expect.objectContaining({ code: "E-RESULT-FILE", path: "the text", hint }),
      );
    }
  });

  it("of another version says what to do", () => {
    expect(() => resultFromJson(damaged(text, ["version"], 2))).toThrow(
      expect.objectContaining({
        code: "E-RESULT-VERSION",
        path: "version",
        hint: "update rattleback",
        what: "The result is written in version 2 of the format.",
      }),
    );
    expect(() => resultFromJson(damaged(text, ["version"], 0))).toThrow(
      expect.objectContaining({
        code: "E-RESULT-VERSION",
        because: "this program reads version 1",
        hint: "simulate and write the result again",
        data: { version: 0, supported: 1 },
      }),
    );
  });

  it.each<[string, string, Place, unknown]>([
    ["another format", "format", ["format"], "table"],
    ["no version", "version", ["version"], undefined],
    ["no time", "time", ["time"], undefined],
    ["a time that is not a number", "time[2]", ["time", 2], "1"],
    ["time that decreases", "time[4]", ["time", 4], 0.7],
    ["time that decreases at once", "time[1]", ["time", 0], 0.95],
    ["rows that are not there", "rowsAfterEvents", ["rowsAfterEvents"], [6]],
    ["segments with a gap", "segments[0].firstRow", ["segments", 0, "firstRow"], 1],
    ["segments that are too short", "segments", ["segments", 0, "rowCount"], 5],
    ["a state without name", "segments[0].stateNames[1]", ["segments", 0, "stateNames", 1], null],
    ["a signal without unit", "signals[1].unit", ["signals", 1, "unit"], undefined],
    ["an unknown kind", "signals[0].kind", ["signals", 0, "kind"], "flow"],
    ["an unknown type", "signals[0].type", ["signals", 0, "type"], "complex"],
    ["a name that appears twice", "signals[3].name", ["signals", 3, "name"], "mass.s"],
    ["too few values", "signals[0].values", ["signals", 0, "values"], [0, 1]],
    ["a value that is a text", "signals[0].values[1]", ["signals", 0, "values", 1], "0.5"],
    ["a vector that is too short", "signals[3].values[2]", ["signals", 3, "values", 2], [1, 2]],
    ["a number where a vector is expected", "signals[3].values[0]", ["signals", 3, "values", 0], 1],
    ["a shape with too many dimensions", "signals[3].shape", ["signals", 3, "shape"], Array(41).fill(1)],
    ["a negative size", "signals[3].shape[0]", ["signals", 3, "shape"], [-3]],
    ["a gigantic size", "signals[4].shape", ["signals", 4, "shape"], [1e9]],
    ["shapes that do not fit the segments", "signals[3].shapes", ["signals", 3, "shapes"], [[3], [3]]],
    ["an alias of nothing", "signals[2].alias", ["signals", 2, "alias"], "nobody"],
    ["an alias of itself", "signals[2].alias", ["signals", 2, "alias"], "mass.v"],
    ["an alias of another shape", "signals[8].alias", ["signals", 8, "alias"], "r"],
    ["an alias without sign", "signals[2].sign", ["signals", 2, "sign"], undefined],
    ["a constant of the wrong size", "signals[12].value", ["signals", 12, "value"], [0, 1]],
    ["an event without cause", "events[0].cause", ["events", 0, "cause"], undefined],
    ["an unknown kind of event", "events[0].kind", ["events", 0, "kind"], "magic"],
    ["an unknown status", "status", ["status"], "lost"],
    ["a missing statistic", "statistics.steps", ["statistics", "steps"], undefined],
    ["a parameter without name", "parameters[0].name", ["parameters", 0, "name"], undefined],
    ["an initialisation without conditions", "initialisation.conditions", ["initialisation", "conditions"], undefined],
    ["a changed final value", "stateHash", ["signals", 0, "values", 5], 1],
    ["a list instead of an object", "signals[0]", ["signals", 0], []],
  ])("with %s names the place %s", (_what, path, place, value) => {
    expect(() => resultFromJson(damaged(text, place, value))).toThrow(
      expect.objectContaining({ code: "E-RESULT-FILE", path, hint }),
    );
  });

  it("with changing dimensions is refused", () => {
    const rod = resultToJson(recordRun(refinedRod()));
    expect(() => resultFromJson(damaged(rod, ["signals", 0, "shapes"], [[3], [5, 1]]))).toThrow(
      expect.objectContaining({ code: "E-RESULT-FILE", path: "signals[0].shapes" }),
    );
  });

  it("that is nested very deeply is refused", () => {
    const deep = `${"[".repeat(2000)}${"]".repeat(2000)}`;
    const nested = text.replace('"value": 0.5', `"value": ${deep}`);
    expect(nested).not.toBe(text);
    expect(() => resultFromJson(nested)).toThrow(
      expect.objectContaining({ code: "E-RESULT-FILE", path: "parameters" }),
    );
  });

  it("never causes anything but an error of ours, whatever value stands in whatever place", () => {
    const places: Place[] = [];
    const collect = (value: unknown, place: Place) => {
      if (place.length > 0) places.push(place);
      if (typeof value !== "object" || value === null) return;
      for (const [key, inner] of Object.entries(value))
        collect(inner, [...place, Array.isArray(value) ? Number(key) : key]);
    };
    collect(JSON.parse(text), []);
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.jsonValue(), (place, value) => {
        try {
          resultFromJson(damaged(text, place, value));
        } catch (error) {
          expect(error).toBeInstanceOf(RattlebackError);
        }
      }),
      { seed: 20260823, numRuns: 1000 },
    );
  });
});
