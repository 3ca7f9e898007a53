import { describe, expect, it } from "vitest";
import { instantiate, Model, simulate, Var } from "../../src/index.ts";
import { resultToMat } from "../../src/results/writers/mat.ts";
import { calibrate } from "../../src/studies/calibration/calibrate.ts";
import { seriesFromMat } from "../../src/studies/calibration/matSeries.ts";

/** A matrix of level 4: columns of numbers, or of 16-bit integers with the last byte first. */
function matrixOf(name: string, values: readonly number[], isBigEndian = false): Uint8Array {
  const size = isBigEndian ? 2 : 8;
  const bytes = new Uint8Array(20 + name.length + 1 + size * values.length);
  const view = new DataView(bytes.buffer);
  [isBigEndian ? 1030 : 0, values.length, 1, 0, name.length + 1].forEach((x, k) => {
    view.setInt32(4 * k, x, !isBigEndian);
  });
  bytes.set(new TextEncoder().encode(name), 20);
  values.forEach((x, k) => {
    const at = 20 + name.length + 1 + size * k;
    if (isBigEndian) view.setInt16(at, x, false);
    else view.setFloat64(at, x, true);
  });
  return bytes;
}

const together = (...parts: Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));

describe("series of MAT-files", () => {
  const decay = instantiate(
    Model({
      k: 0.7,
      x: Var({ init: 2, unit: "m" }),
      y: Var(),
      z: Var(),
      equations: "der(x) = -k*x; y = -x; z = 3",
    }),
    { checkUnits: false },
  );

  it("are those of the run that wrote the file, and fit its parameter", () => {
    const result = simulate(decay, { stopTime: 2, interval: 0.1, tolerance: 1e-9 });
    const { data, units } = seriesFromMat(resultToMat(result));
    for (const name of ["time", "x", "y"]) expect(data[name]).toEqual(result.signal(name).values);
    expect(data["z"]).toEqual(new Float64Array(result.time.length).fill(3));
    expect(units["x"]).toBe("m");
    const fit = calibrate(decay, {
      parameters: { k: 0.3 },
      data: { time: data["time"]!, x: data["x"]! },
      units: { x: units["x"]! },
    });
    expect(fit.parameters["k"]!.value).toBeCloseTo(0.7, 6);
  });

  it("are vectors of any order of bytes", () => {
    const file = together(matrixOf("time", [0, 1, 2], true), matrixOf("w", [0.5, -1, Number.NaN]));
    expect(seriesFromMat(file).data).toEqual({
      time: Float64Array.of(0, 1, 2),
      w: Float64Array.of(0.5, -1, Number.NaN),
    });
  });

  it("are refused where there are none", () => {
    const file = matrixOf("w", [1, 2, 3]);
    const level5 = new TextEncoder().encode("MATLAB 5.0 MAT-file, and more than a header is long");
    const wrong: readonly [unknown, RegExp][] = [
      [file, /no vector time[\s\S]*it has w/],
      [file.subarray(0, 10), /ends in the middle/],
      [file.subarray(0, file.length - 1), /ends in the middle/],
      [level5, /level 5/],
      [new Uint8Array(0), /no vector time/],
      ["run.mat", /not bytes/],
    ];
    for (const [bytes, message] of wrong) {
      expect(() => seriesFromMat(bytes as Uint8Array)).toThrow(message);
      expect(() => seriesFromMat(bytes as Uint8Array)).toThrow("E-CALIBRATION");
    }
  });
});
