import { describe, expect, it } from "vitest";
import { ProcessorShares } from "../../../src/commandLine/modelicaTest/processorShares.ts";

describe("processor time of work side by side", () => {
  it("is that of the process while one piece is in progress", () => {
    let clock = 5;
    const shares = new ProcessorShares(() => clock);
    const work = shares.begin();
    expect(work.spent()).toBe(0);
    clock = 7;
    expect(work.spent()).toBe(2);
    clock = 8;
    expect(work.spent()).toBe(3);
  });

  it("is shared equally, by each for the time in which it was in progress", () => {
    let clock = 0;
    const shares = new ProcessorShares(() => clock);
    const first = shares.begin();
    clock = 4;
    const second = shares.begin();
    clock = 10;
    expect(second.spent()).toBe(3);
    second.end();
    clock = 11;
    expect(first.spent()).toBe(8);
    first.end();
    clock = 20;
    const third = shares.begin();
    expect(third.spent()).toBe(0);
    clock = 21;
    expect(third.spent()).toBe(1);
  });

  it("is none while the machine does something else", () => {
    const shares = new ProcessorShares(() => 3);
    const work = shares.begin();
    expect(work.spent() + work.spent()).toBe(0);
  });
});
