import { describe, expect, it } from "vitest";
import { unitText } from "../../src/plot/unitText.ts";

describe("a unit beside an axis", () => {
  it.each([
    ["N*m", "N·m"],
    ["kN.m/rad", "kN·m/rad"],
    ["m/s^2", "m/s²"],
    ["kg.m2", "kg·m²"],
    ["W/(m^2.K)", "W/(m²·K)"],
    ["s^-1", "s⁻¹"],
    ["1/s", "1/s"],
    ["1", ""],
    ["", ""],
    ["degC", "degC"],
  ])("%s is read as %s", (unit, text) => {
    expect(unitText(unit)).toBe(text);
  });
});
