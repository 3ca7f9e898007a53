import { Model } from "rattleback";
import {
  Capacitor,
  ConstantVoltage,
  Ground,
  IdealGyrator,
  IdealTransformer,
  Inductor,
  Resistor,
} from "rattleback/electric";
import { describe, expect, it } from "vitest";
import { accuracy, rounding, run } from "../run.ts";

describe("ideal two-ports", () => {
  it("a resistance behind a transformer looks n² times as large", () => {
    const model = Model({
      source: ConstantVoltage.with({ V: 10 }),
      transformer: IdealTransformer.with({ n: 5 }),
      load: Resistor.with({ R: 2 }),
      ground: Ground,
      connect: [
        ["source.p", "transformer.p1"],
        ["source.n", "transformer.n1", "transformer.n2", "load.n", "ground.p"],
        ["transformer.p2", "load.p"],
      ],
    });
    const result = run(model, 0);
    expect(Math.abs(result.final("transformer.i1") - 10 / (25 * 2))).toBeLessThan(rounding);
    expect(Math.abs(result.final("load.v") - 2)).toBeLessThan(2 * rounding);
    expect(Math.abs(result.final("load.i") * result.final("load.v") + 10 * result.final("source.i"))).toBeLessThan(
      10 * rounding,
    );
  });

  it("a capacitor behind a gyrator rings with another capacitor like an inductor of C/G²", () => {
    const [C, G] = [0.5, 0.2];
    const gyrated = Model({
      C1: Capacitor.with({ C: 0.1, v: { init: 1 } }),
      gyrator: IdealGyrator.with({ G }),
      C2: Capacitor.with({ C }),
      ground: Ground,
      connect: [
        ["C1.p", "gyrator.p1"],
        ["gyrator.p2", "C2.p"],
        ["C1.n", "C2.n", "gyrator.n1", "gyrator.n2", "ground.p"],
      ],
    });
    const plain = Model({
      C1: Capacitor.with({ C: 0.1, v: { init: 1 } }),
      L: Inductor.with({ L: C / (G * G) }),
      ground: Ground,
      connect: [
        ["C1.p", "L.p"],
        ["C1.n", "L.n", "ground.p"],
      ],
    });
    const [a, b] = [run(gyrated, 10), run(plain, 10)];
    const w = 1 / Math.sqrt((0.1 * C) / (G * G));
    for (const t of [1, 4.5, 10]) {
      expect(Math.abs(a.at(t, "C1.v") - Math.cos(w * t))).toBeLessThan(accuracy);
      expect(Math.abs(a.at(t, "C1.v") - b.at(t, "C1.v"))).toBeLessThan(2 * accuracy);
    }
  });
});
