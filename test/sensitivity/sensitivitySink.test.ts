import { expect, it } from "vitest";
import type { ResultSink } from "../../src/results/resultSink.ts";
import { SensitivitySink } from "../../src/sensitivity/sensitivitySink.ts";

it("a result with derivatives hears from which time on steps are not examined, as one without does", () => {
  const heard: number[] = [];
  const around = (listener: Partial<ResultSink>): ResultSink =>
    new SensitivitySink(listener as ResultSink, {} as never, ["k"], undefined);
  around({ leaveUnexamined: (time) => heard.push(time) }).leaveUnexamined?.(3);
  expect(heard).toEqual([3]);
  expect(() => around({}).leaveUnexamined?.(3)).not.toThrow();
});
