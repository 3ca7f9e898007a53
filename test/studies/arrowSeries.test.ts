import { tableFromArrays, tableToIPC } from "apache-arrow";
import { expect, it } from "vitest";
import { resultToArrow } from "../../src/entries/export.ts";
import { instantiate, Model, simulate, Var } from "../../src/index.ts";
import { seriesFromArrow } from "../../src/studies/calibration/arrowSeries.ts";
import { calibrate } from "../../src/studies/calibration/calibrate.ts";

const decay = instantiate(Model({ k: 0.8, x: Var({ init: 1, unit: "m" }), equations: "der(x) = -k*x" }));

it("of a result that was written comes back with its units, and fits the model that made it", () => {
  const written = resultToArrow(simulate(decay, { stopTime: 2, interval: 0.1 }));
  const { data, units } = seriesFromArrow(written);
  expect(units).toMatchObject({ time: "s", x: "m" });
  const fit = calibrate(decay, {
    parameters: { k: 2 },
    data: { time: data["time"]!, x: data["x"]! },
    units: { x: "m" },
  });
  expect(fit.parameters["k"]!.value).toBeCloseTo(0.8, 5);
});

it("of another program: whole numbers, missing values, texts beside them, files and streams", () => {
  const table = tableFromArrays({
    time: Float64Array.of(0, 1, 2),
    count: BigInt64Array.of(1n, 2n, 3n),
    w: [1.5, null, 2.5],
    note: ["a", "b", "c"],
    __proto__x: Int32Array.of(1, 2, 3),
  });
  for (const format of ["file", "stream"] as const) {
    const { data, units } = seriesFromArrow(tableToIPC(table, format));
    expect(Object.keys(data)).toEqual(["time", "count", "w", "__proto__x"]);
    expect([...data["count"]!]).toEqual([1, 2, 3]);
    expect([...data["w"]!]).toEqual([1.5, Number.NaN, 2.5]);
    expect(units).toEqual({});
  }
});

it("refuses what is none, with what to do", () => {
  const refusal = /E-CALIBRATION[\s\S]*Arrow/;
  expect(() => seriesFromArrow("text" as never)).toThrow(refusal);
  expect(() => seriesFromArrow(new Uint8Array(100))).toThrow(refusal);
  expect(() => seriesFromArrow(tableToIPC(tableFromArrays({ note: ["a"] })))).toThrow(/no column of numbers/);
});
