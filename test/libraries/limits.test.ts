import { instantiate, Model, type ModelDefinition, Par, ParameterDeclaration, simulate } from "rattleback";
import * as blocks from "rattleback/blocks";
import * as electric from "rattleback/electric";
import * as heat from "rattleback/heat";
import * as rotational from "rattleback/rotational";
import * as translational from "rattleback/translational";
import { describe, expect, it } from "vitest";
import { ModelDefinition as Definition } from "../../src/language/model.ts";

const libraries: Record<string, Record<string, unknown>> = { blocks, electric, heat, rotational, translational };

/** What no such quantity can be below, by its unit; signs of the others are conventions. */
const neverNegative =
  /^(moment of inertia|mass|resistance|conductance|capacitance|inductance|thermal|heat capacity|damping coefficient|stiffness|density|cross section|surface|time constant|coefficient of|viscous|saturation current|temperature voltage|emission|parallel resistance|duration|sampling interval)/;

describe("limits of library parameters", () => {
  const parameters = Object.entries(libraries).flatMap(([library, models]) =>
    Object.entries(models).flatMap(([name, model]) =>
      model instanceof Definition
        ? [...model.entries].flatMap(([key, entry]) =>
            entry instanceof ParameterDeclaration && typeof entry.attributes.value === "number"
              ? [{ place: `${library}.${name}.${key}`, attributes: entry.attributes }]
              : [],
          )
        : [],
    ),
  );

  it("quantities that cannot be negative have one", () => {
    const open = parameters.filter(
      ({ place, attributes }) =>
        neverNegative.test(attributes.description ?? "") && attributes.min === undefined && !place.includes("ExpSine"),
    );
    expect(open.map(({ place }) => place)).toEqual([]);
    expect(parameters.length).toBeGreaterThan(150);
  });

  const refused: readonly [string, ModelDefinition, Record<string, number>, RegExp][] = [
    ["resistance", electric.Resistor, { R: -1 }, /"part\.R" is -1; its least value is 0/],
    ["inductance", electric.Inductor, { L: -1 }, /"part\.L" is -1; its least value is 0/],
    ["capacitance", electric.Capacitor, { C: -1 }, /"part\.C" is -1/],
    ["mass", translational.TranslationalMass, { m: -1 }, /"part\.m" is -1/],
    ["moment of inertia", rotational.Inertia, { J: -1 }, /"part\.J" is -1/],
    ["heat capacity", heat.HeatCapacitor, { C: -1 }, /"part\.C" is -1/],
    ["Stribeck speed", rotational.BearingFriction, { w_s: 0 }, /"part\.w_s" is 0; it must be positive/],
  ];
  it.each(refused)("a negative %s is refused", (_, part, changes, message) => {
    const model = () => simulate(instantiate(Model({ part: part.with(changes) })));
    expect(model).toThrow(/E-PARAMETER-RANGE/);
    expect(model).toThrow(message);
  });

  it("a run cannot go around them", () => {
    const model = instantiate(Model({ R: Par({ value: 1, min: 0 }), equations: "y = R" }));
    expect(() => simulate(model, { merge: { R: -2 } })).toThrow(/E-PARAMETER-RANGE/);
  });
});
