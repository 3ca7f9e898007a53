import { Table, tableFromArrays, tableFromIPC, tableToIPC, vectorFromArray } from "apache-arrow";
import { describe, expect, it } from "vitest";
import { instantiate, Model, simulate, Var } from "../../src/index.ts";
import { resultToArrow } from "../../src/results/writers/arrow.ts";
import { seriesFromArrow } from "../../src/studies/calibration/arrowSeries.ts";
import { calibrate } from "../../src/studies/calibration/calibrate.ts";

describe("series of Arrow tables", () => {
  it("are those of the run that wrote the file, with its units, and fit its parameter", () => {
    const decay = instantiate(
      Model({ k: 0.7, x: Var({ init: 2, unit: "m" }), n: Var(), equations: "der(x) = -k*x; n = 3" }),
      { checkUnits: false },
    );
    const result = simulate(decay, { stopTime: 2, interval: 0.1, tolerance: 1e-9 });
    const { data, units } = seriesFromArrow(tableFromIPC(resultToArrow(result)));
    for (const name of ["time", "x", "n"]) expect(data[name]).toEqual(result.signal(name).values);
    expect(units["x"]).toBe("m");
    const fit = calibrate(decay, {
      parameters: { k: 0.3 },
      data: { time: data["time"]!, x: data["x"]! },
      units: { x: units["x"]! },
    });
    expect(fit.parameters["k"]!.value).toBeCloseTo(0.7, 6);
  });

  it("have gaps where nothing was measured, and any kind of number", () => {
    const written = new Table({
      time: vectorFromArray([0, 1, 2]),
      w: vectorFromArray([0.5, null, -1]),
      count: vectorFromArray([1n, 2n, 3n]),
      isOn: vectorFromArray([true, false, null]),
    });
    const { data, units } = seriesFromArrow(tableFromIPC(tableToIPC(written)));
    expect({ ...data }).toEqual({
      time: Float64Array.of(0, 1, 2),
      w: Float64Array.of(0.5, Number.NaN, -1),
      count: Float64Array.of(1, 2, 3),
      isOn: Float64Array.of(1, 0, Number.NaN),
    });
    expect({ ...units }).toEqual({});
  });

  it("are refused where there are none", () => {
    expect(() => seriesFromArrow(new Uint8Array(8) as never)).toThrow(
      /E-CALIBRATION.*not an Arrow table[\s\S]*tableFromIPC/,
    );
    expect(() => seriesFromArrow(null as never)).toThrow(/not an Arrow table/);
    const named = tableFromArrays({ time: [0, 1], who: ["a", "b"] });
    expect(() => seriesFromArrow(named)).toThrow(/"who" has no numbers[\s\S]*select/);
    const dated = new Table({ time: vectorFromArray([new Date(0), new Date(1)]) });
    expect(() => seriesFromArrow(dated)).toThrow(/"time" has no numbers[\s\S]*seconds/);
  });
});
