import { describe, expect, it } from "vitest";
import type { ActionFunction } from "../../src/actions/act.ts";
import { ActionProgram, type ActionWorld } from "../../src/actions/actionProgram.ts";
import { commandText, type StructuralCommand } from "../../src/actions/commands.ts";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";

/** A model that only notes what happens to it. */
class NotingWorld implements ActionWorld {
  time = 0;
  readonly values = new Map<string, number>();
  readonly changes: string[] = [];

  value(name: string): number {
    const found = this.values.get(name);
    if (found === undefined) throw new RattlebackError("E-TEST", `no ${name}`);
    return found;
  }

  change(command: StructuralCommand) {
    this.changes.push(`${this.time}: ${commandText(command)}`);
    return { isDone: true, report: { lost: 1 } };
  }
}

/** Runs a program to its end, from time event to time event. */
function play(program: ActionFunction, world = new NotingWorld()): ActionProgram {
  const runner = new ActionProgram(program, world);
  runner.resume();
  while (Number.isFinite(runner.nextTime) && world.time < 100) {
    world.time = runner.nextTime;
    runner.resume();
  }
  return runner;
}

function failure(program: ActionFunction): RattlebackError {
  try {
    play(program);
  } catch (error) {
    if (error instanceof RattlebackError) return error;
    throw error;
  }
  throw new Error("an error was expected");
}

describe("ActionProgram", () => {
  it("carries out the rocket's program at its times", () => {
    const world = new NotingWorld();
    const runner = play(function* (act) {
      yield act.attach("stage1.top", "stage2.bottom");
      yield act.eventAfter(5);
      yield act.release("stage1.top");
      yield act.wait(5);
      yield act.delete("stage1.top");
    }, world);
    expect(world.changes).toEqual([
      '0: attach("stage1.top", "stage2.bottom")',
      '5: release("stage1.top")',
      '10: delete("stage1.top")',
    ]);
    expect(runner.pending).toBe("");
  });

  it("delays the next command by the waiting period of a change", () => {
    const world = new NotingWorld();
    play(function* (act) {
      yield act.lock("elbow", { waitingPeriod: 2 });
      yield act.unlock("elbow");
    }, world);
    expect(world.changes).toEqual(['0: lock("elbow")', '2: unlock("elbow")']);
  });

  it("gives the program the time, values and the report of a change", () => {
    const world = new NotingWorld();
    world.values.set("height", 3);
    const seen: unknown[] = [];
    play(function* (act) {
      seen.push(act.time, act.value("height"));
      const { report } = yield act.attach("a", "b");
      seen.push(report);
    }, world);
    expect(seen).toEqual([0, 3, { lost: 1 }]);
  });

  it("waits for a condition, and goes on at once where it already holds", () => {
    const world = new NotingWorld();
    world.values.set("height", 3);
    const runner = new ActionProgram(function* (act) {
      yield act.until("height < 1 and time > 2");
      yield act.release("box");
      yield act.until("height < 1");
      yield act.delete("box");
    }, world);
    runner.resume();
    expect(runner.pending).toBe('for "height < 1 and time > 2"');
    expect(runner.eventFunction(0)).toBe(-2);
    world.values.set("height", 0.5);
    expect(runner.eventFunction(2.25)).toBe(0.25);
    world.time = 2.25;
    // the model changes before the program goes on
    expect(runner.resume()).toEqual(['release("box")']);
    expect(runner.resume()).toEqual(['until("height < 1")', 'delete("box")']);
    expect(world.changes).toEqual(['2.25: release("box")', '2.25: delete("box")']);
  });

  it("says that a condition did not come before its timeout", () => {
    const world = new NotingWorld();
    world.values.set("height", 3);
    let outcome: unknown;
    play(function* (act) {
      outcome = yield act.until("height < 1", { timeout: 4 });
    }, world);
    expect(world.time).toBe(4);
    expect(outcome).toEqual({ isDone: false, report: undefined });
  });

  it("moves the reference as the published example of three axes does", () => {
    const world = new NotingWorld();
    const runner = new ActionProgram(function* (act) {
      yield act.referencePath({ names: ["a", "b"], position: [0, 1], v_max: [1, 2], a_max: [1, 1] });
      yield act.ptpJointSpace([
        [0, 1],
        [1, 1],
      ]);
      yield act.ptpJointSpace([2, 1]);
    }, world);
    runner.resume();
    expect(runner.nextTime).toBeCloseTo(2, 12); // triangular: 2·√(Δ/a), the row without motion takes no time
    expect(runner.reference!.position(0, 1)).toBeCloseTo(0.5, 12);
    expect(runner.reference!.velocity(0, 1)).toBeCloseTo(1, 12);
    expect(runner.reference!.acceleration(0, 0.5)).toBeCloseTo(1, 12);
    expect(runner.reference!.nextCorner(0.5)).toBeCloseTo(1, 12);
    world.time = runner.nextTime;
    runner.resume();
    expect(runner.nextTime).toBeCloseTo(4, 12);
    expect(runner.reference!.position(0, 4)).toBeCloseTo(2, 12);
  });

  it("refuses what cannot be meant", () => {
    const empty = function* () {};
    expect(
      failure(function* (act) {
        act.attach("a", "b");
        yield act.wait(1);
      }),
    ).toMatchObject({ code: "E-ACTION-YIELD", hint: 'yield act.attach("a", "b")' });
    expect(
      failure(function* (act) {
        while (true) yield act.wait(0);
      }),
    ).toMatchObject({ code: "E-ACTION-ENDLESS" });
    expect(
      failure(function* (act) {
        for (let k = 0; k < 1e6; k++) act.wait(k);
        yield act.wait(1);
      }),
    ).toMatchObject({ code: "E-ACTION-ENDLESS" });
    expect(
      failure(function* (act) {
        yield act.wait(-1);
      }),
    ).toMatchObject({ code: "E-ACTION-PERIOD" });
    expect(
      failure(function* (act) {
        yield act.ptpJointSpace([1]);
      }),
    ).toMatchObject({ code: "E-ACTION-PATH" });
    expect(
      failure(function* (act) {
        yield act.attach("a", "b", { waitingPriod: 1 } as never);
      }).message,
    ).toContain("waitingPeriod");
    expect(() => new ActionProgram((() => 1) as never, new NotingWorld())).toThrow("E-ACTION-PROGRAM");
    expect(new ActionProgram(empty as never, new NotingWorld()).resume()).toEqual([]);
  });

  it("refuses conditions that have no truth value, and unknown names", () => {
    const condition = (text: string) =>
      failure(function* (act) {
        yield act.until(text);
      });
    expect(condition("1 + 2")).toMatchObject({ code: "E-ACTION-CONDITION" });
    expect(condition("foo(1) > 2")).toMatchObject({ code: "E-ACTION-CONDITION" });
    expect(condition("[1, 2] > 2")).toMatchObject({ code: "E-ACTION-CONDITION" });
    expect(condition("nobody > 2")).toMatchObject({ code: "E-TEST" });
    expect(condition("(1 > ")).toMatchObject({ code: "E-SYNTAX" });
  });
});
