/** Options of contact handling: what is allowed, what is refused, and what the refusal says. */
import { describe, expect, it } from "vitest";
import { type ContactOptions, checkedContactOptions } from "../../src/contact/contactOptions.ts";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";

/** By option: values that are taken as they are, values that are refused, and what is said to be needed. */
const table: Readonly<Record<string, readonly [readonly unknown[], readonly unknown[], string]>> = {
  response: [["elastic", "rigid"], ["soft", 1], 'one of "elastic", "rigid"'],
  rigidStep: [[1e-4, 1], ["1e-3", true, 0, -1, Number.NaN, Infinity], "a finite number above 0"],
  elasticContactReductionFactor: [[1e-6, 1], ["1", true, 0, -1, Number.NaN], "a finite number above 0"],
  maximumContactDamping: [[0, 2000], ["2000", true, -1, Number.NaN, Infinity], "a finite number ≥ 0"],
  flatContact: [["patch", "point"], ["line", 0], 'one of "patch", "point"'],
  contactHysteresis: [[1e-12, 1e-6], ["1e-6", true, 0, -1e-12, Infinity], "a finite number above 0"],
  boundingBoxMargin: [[1e-3, 1], ["1", true, 0, -1, Infinity], "a finite number above 0"],
  eventFunctionMethod: [["two", "perPair", "nearest"], ["one", 2], "one of two, perPair, nearest"],
  nearestPairs: [[2, 8], ["8", true, 1, 2.5, -3, Infinity], "an integer, at least 2"],
  passingResolution: [[1e-5, 0.1], ["0.1", true, 0, -1, Infinity], "a finite number above 0"],
};

function refusal(options: Record<string, unknown>): RattlebackError {
  try {
    checkedContactOptions(options as ContactOptions);
  } catch (error) {
    if (error instanceof RattlebackError) return error;
  }
  throw new Error(`${JSON.stringify(options)} is not refused`);
}

describe("options of contact handling", () => {
  it.each(Object.entries(table))("%s is taken or refused", (name, [taken, refused, hint]) => {
    for (const value of taken)
      expect(checkedContactOptions({ [name]: value } as ContactOptions)).toHaveProperty(name, value);
    for (const value of refused) {
      const error = refusal({ [name]: value });
      expect([error.code, error.path, error.hint]).toEqual(["E-CONTACT-VALUE", name, hint]);
      expect(error.what).toBe(`Contact handling cannot have ${name} = ${String(value)}.`);
    }
  });

  it("make contacts softer, never stiffer", () => {
    expect(refusal({ elasticContactReductionFactor: 1.0001 }).hint).toBe("a number above 0, at most 1");
  });

  it("have the values of the guide where nothing is said", () => {
    expect(checkedContactOptions({})).toEqual({
      response: "elastic",
      rigidStep: 1e-3,
      elasticContactReductionFactor: 1,
      maximumContactDamping: 2000,
      contactLaw: checkedContactOptions({ contactLaw: "elastic" }).contactLaw,
      flatContact: "patch",
      contactHysteresis: 1e-12,
      boundingBoxMargin: 1e-3,
      eventFunctionMethod: "two",
      nearestPairs: 8,
      passingResolution: 1e-5,
    });
    expect(refusal({ hysteresis: 1 })).toMatchObject({ code: "E-OPTION-UNKNOWN" });
  });
});
