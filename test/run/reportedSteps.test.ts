// What a sink hears of the steps of the solver: they cover the run, once for each part that has steps of its own.
import { describe, expect, it } from "vitest";
import { instantiate, Model, Model3D, type ModelDefinition, Sphere, Var } from "../../src/index.ts";
import { twoSinks } from "../../src/results/twoSinks.ts";
import type { InstantiatedModel } from "../../src/run/instantiate.ts";
import { silentSink } from "../../src/run/silentSink.ts";
import { checkSimulateOptions, type SimulateOptions } from "../../src/run/simulateOptions.ts";
import { Simulation } from "../../src/run/simulation.ts";
import { free, world } from "../multibody/run/woodenBodies.ts";

interface ReportedSteps {
  readonly count: number;
  readonly covered: number;
  readonly latest: number;
  readonly made: number;
}

function stepsOf(model: InstantiatedModel, options: SimulateOptions): ReportedSteps {
  let [count, covered, latest, made] = [0, 0, 0, 0];
  const counting = {
    ...silentSink(),
    step: (end: number, size: number) => {
      count++;
      covered += size;
      latest = Math.max(latest, end);
    },
    end: ({ statistics }: { statistics: { steps: number } }) => {
      made = statistics.steps;
    },
  };
  const { model: variant, changes } = model.variantFor(undefined);
  new Simulation(variant, changes, checkSimulateOptions(options), twoSinks(counting, silentSink())).run();
  return { count, covered, latest, made };
}

describe("steps that a sink hears of", () => {
  it("cover the run, with an event that cuts one of them", () => {
    const model = instantiate(Model({ x: Var({ init: 1 }), equations: "der(x) = if time < 0.3 then -x else x" }));
    const { count, covered, latest, made } = stepsOf(model, { stopTime: 1 });
    expect(covered).toBeCloseTo(1, 12);
    expect(latest).toBe(1);
    expect(count).toBe(made);
  });

  it("are those of each island of bodies, up to the end and however many rows there are", () => {
    const count = 6;
    const balls: Record<string, ModelDefinition> = {};
    for (let k = 0; k < count; k++) balls[`ball${k}`] = free(Sphere({ diameter: 0.1 }), [k, 0, 1]);
    const model = instantiate(Model3D({ world: world(1), ...balls }));
    for (const interval of [0.2, 0.001]) {
      const steps = stepsOf(model, { stopTime: 0.2, interval });
      expect(steps.covered).toBeCloseTo(count * 0.2, 12);
      expect(steps.latest).toBe(0.2);
      expect(steps.count).toBe(steps.made);
    }
  });
});
