import { Model } from "rattleback";
import {
  Capacitor,
  ConstantVoltage,
  ControlledIdealSwitch,
  Ground,
  IdealClosingSwitch,
  IdealOpeningSwitch,
  IdealThyristor,
  IdealTwoWaySwitch,
  Resistor,
  SineVoltage,
} from "rattleback/electric";
import { describe, expect, it } from "vitest";
import { accuracy, run } from "../run.ts";

describe("switches", () => {
  it("a capacitor is charged after one switch closes and keeps its charge after another opens", () => {
    const model = Model({
      source: ConstantVoltage.with({ V: 4 }),
      closing: IdealClosingSwitch.with({ Ron: 0, Goff: 0 }),
      opening: IdealOpeningSwitch.with({ Ron: 0, Goff: 0 }),
      R: Resistor.with({ R: 2 }),
      C: Capacitor.with({ C: 0.5 }),
      ground: Ground,
      connect: [
        ["source.p", "closing.p"],
        ["closing.n", "opening.p"],
        ["opening.n", "R.p"],
        ["R.n", "C.p"],
        ["C.n", "source.n", "ground.p"],
      ],
      equations: `
        closing.control = time >= 1
        opening.control = time >= 2`,
    });
    // two ideal open switches in series would leave the point between them undetermined
    const result = run(model.with({ opening: { Goff: 1e-9 } }), 3);
    const charged = 4 * (1 - Math.exp(-1));
    expect(result.at(1, "C.v")).toBeCloseTo(0, 8);
    expect(Math.abs(result.at(2, "C.v") - charged)).toBeLessThan(4 * accuracy);
    expect(Math.abs(result.final("C.v") - charged)).toBeLessThan(4 * accuracy);
  });

  it("a changeover switch charges a capacitor and discharges it", () => {
    const model = Model({
      source: ConstantVoltage.with({ V: 1 }),
      change: IdealTwoWaySwitch,
      R: Resistor.with({ R: 1 }),
      C: Capacitor.with({ C: 1 }),
      ground: Ground,
      connect: [
        ["source.p", "change.n1"],
        ["change.p", "R.p"],
        ["R.n", "C.p"],
        ["C.n", "source.n", "change.n2", "ground.p"],
      ],
      equations: "change.control = time >= 1.5",
    });
    const expected = (1 - Math.exp(-1.5)) * Math.exp(-2);
    // Ron and Goff of 1e-5 beside 1 Ω
    expect(Math.abs(run(model, 3.5).final("C.v") - expected)).toBeLessThan(4e-5);
  });

  it("a voltage-controlled switch closes when the capacitor that controls it has reached its level", () => {
    const model = Model({
      source: ConstantVoltage.with({ V: 1 }),
      R: Resistor,
      C: Capacitor,
      lamp: Resistor.with({ R: 10 }),
      relay: ControlledIdealSwitch.with({ level: 0.5 }),
      ground: Ground,
      connect: [
        ["source.p", "R.p", "relay.p"],
        ["R.n", "C.p", "relay.control"],
        ["relay.n", "lamp.p"],
        ["lamp.n", "C.n", "source.n", "ground.p"],
      ],
    });
    const result = run(model, 1);
    const closing = result.events.find(({ kind }) => kind === "state")!;
    expect(Math.abs(closing.time - Math.LN2)).toBeLessThan(accuracy);
    expect(result.at(0.6, "lamp.i")).toBeLessThan(2e-5);
    expect(Math.abs(result.at(0.8, "lamp.i") - 0.1)).toBeLessThan(1e-6);
  });

  it("a thyristor fired at the angle α leaves the mean voltage V·(1 + cos α)/(2π)", () => {
    const alpha = Math.PI / 3;
    const model = Model({
      alpha,
      source: SineVoltage.with({ V: 325, f: 50 }),
      thyristor: IdealThyristor.with({ Ron: 0, Goff: 1e-9 }),
      load: Resistor.with({ R: 10 }),
      ground: Ground,
      area: { init: 0 },
      phase: { start: 0 },
      connect: [
        ["source.p", "thyristor.p"],
        ["thyristor.n", "load.p"],
        ["load.n", "source.n", "ground.p"],
      ],
      equations: `
        der(area) = load.v
        phase = 2*pi*50*time - 2*pi*floor(50*time)
        when sample(${alpha / (2 * Math.PI * 50)}, 0.02) then
          firedAt = time
        end
        thyristor.fire = time < firedAt + 0.001 and firedAt > 0`,
      firedAt: { start: -1 },
    });
    const result = run(model, 0.1);
    const expected = (325 * (1 + Math.cos(alpha))) / (2 * Math.PI);
    expect(Math.abs(result.final("area") / 0.1 - expected)).toBeLessThan(325 * accuracy);
  });
});
