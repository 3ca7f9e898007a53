import { Model } from "rattleback";
import {
  BodyRadiation,
  Convection,
  FixedHeatFlow,
  FixedTemperature,
  HeatCapacitor,
  HeatFlowSensor,
  PrescribedHeatFlow,
  PrescribedTemperature,
  RelativeTemperatureSensor,
  TemperatureSensor,
  ThermalConductor,
  ThermalResistor,
  VariableConvection,
} from "rattleback/heat";
import { describe, expect, it } from "vitest";
import { accuracy, rounding, run } from "../run.ts";

describe("heat transfer", () => {
  it("a heated body in a colder room approaches its temperature exponentially", () => {
    const [C, alpha, A, P, room] = [500, 20, 0.3, 30, 290];
    const model = Model({
      heater: FixedHeatFlow.with({ Q_flow: P }),
      body: HeatCapacitor.with({ C, T: { init: room } }),
      air: Convection.with({ alpha, A }),
      room: FixedTemperature.with({ T: room }),
      connect: [
        ["heater.port", "body.port", "air.port_a"],
        ["air.port_b", "room.port"],
      ],
    });
    const result = run(model, 200);
    for (const t of [30, 100, 200]) {
      const expected = room + (P / (alpha * A)) * (1 - Math.exp((-alpha * A * t) / C));
      expect(Math.abs(result.at(t, "body.T") - expected)).toBeLessThan(300 * accuracy);
    }
  });

  it("a layered wall lets pass what its resistances in series allow; sensors read it", () => {
    const model = Model({
      inside: FixedTemperature.with({ T: 293 }),
      plaster: ThermalResistor.with({ R: 0.5 }),
      meter: HeatFlowSensor,
      brick: ThermalConductor.with({ G: 0.25 }),
      surface: VariableConvection,
      outside: PrescribedTemperature,
      joint: TemperatureSensor,
      drop: RelativeTemperatureSensor,
      connect: [
        ["inside.port", "plaster.port_a", "drop.port_a"],
        ["plaster.port_b", "meter.port_a", "joint.port", "drop.port_b"],
        ["meter.port_b", "brick.port_a"],
        ["brick.port_b", "surface.port_a"],
        ["surface.port_b", "outside.port"],
      ],
      equations: `
        surface.Gc = 2
        outside.T = 273`,
    });
    const result = run(model, 0);
    const Q = 20 / (0.5 + 4 + 0.5);
    expect(Math.abs(result.final("meter.Q_flow") - Q)).toBeLessThan(100 * rounding);
    expect(Math.abs(result.final("joint.T") - (293 - Q / 2))).toBeLessThan(300 * rounding);
    expect(Math.abs(result.final("drop.T_rel") - Q / 2)).toBeLessThan(300 * rounding);
  });

  it("a body that radiates into space cools with the third root law", () => {
    const [C, Gr, T0] = [50, 0.2, 1000];
    const model = Model({
      body: HeatCapacitor.with({ C, T: { init: T0 } }),
      radiation: BodyRadiation.with({ Gr }),
      space: FixedTemperature.with({ T: 0 }),
      connect: [
        ["body.port", "radiation.port_a"],
        ["radiation.port_b", "space.port"],
      ],
    });
    const sigma = 5.670374419e-8;
    const t = 100;
    const expected = (T0 ** -3 + (3 * sigma * Gr * t) / C) ** (-1 / 3);
    expect(Math.abs(run(model, t).final("body.T") - expected)).toBeLessThan(1000 * accuracy);
  });

  it("a heat flow from a signal is stored completely", () => {
    const model = Model({
      lamp: PrescribedHeatFlow,
      body: HeatCapacitor.with({ C: 4, T: { init: 300 } }),
      connect: [["lamp.port", "body.port"]],
      slope: 2,
      equations: "lamp.Q_flow = slope*time",
    });
    expect(Math.abs(run(model, 6).final("body.T") - 309)).toBeLessThan(300 * accuracy);
  });
});
