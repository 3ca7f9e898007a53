import { instantiate, Model, simulate } from "rattleback";
import { Capacitor, Ground, IdealDiode, Resistor, SineVoltage } from "rattleback/electric";
import { describe, expect, it } from "vitest";

const [V, f, R, C, Ron] = [10, 50, 1000, 1e-4, 1e-5];
const rectifier = instantiate(
  Model({
    source: SineVoltage.with({ V, f }),
    diode: IdealDiode.with({ Ron, Goff: 0 }),
    C: Capacitor.with({ C }),
    R: Resistor.with({ R }),
    ground: Ground,
    connect: [
      ["source.p", "diode.p"],
      ["diode.n", "C.p", "R.p"],
      ["source.n", "C.n", "R.n", "ground.p"],
    ],
  }),
);

/** While the diode conducts, v is that of the source; it blocks where C·v' + v/R = 0, and v decays from there. */
function voltageAt(t: number, period: number): number {
  const omega = 2 * Math.PI * f;
  const blocksAt = (Math.PI - Math.atan(omega * R * C)) / omega + period / f;
  return V * Math.sin(omega * blocksAt) * Math.exp(-(t - blocksAt) / (R * C));
}

describe("a diode with a resistance of 10 µΩ into a capacitor", () => {
  // the voltage lags behind the source by Ron·C = 1 ns, which is 3e-6 V at the steepest place
  const lag = Ron * C * V * 2 * Math.PI * f;

  it.each(["auto", "radau5", "esdirk54", "bdf", "ida"])(
    "blocks when its current ends, whatever the interpolant of %s shows",
    (method) => {
      for (const tolerance of [1e-6, 1e-8]) {
        const result = simulate(rectifier, { stopTime: 0.05, tolerance, method });
        expect(Math.abs(result.final("C.v") - voltageAt(0.05, 2))).toBeLessThan(10 * tolerance * V + lag);
      }
    },
  );

  it("changes over five times in three periods", () => {
    const { events } = simulate(rectifier, { stopTime: 0.05, tolerance: 1e-8 });
    expect(events.filter(({ kind }) => kind === "state")).toHaveLength(5);
  });
});
