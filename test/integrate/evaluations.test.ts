/**
 * Where methods evaluate the right side, and what they show of their steps, on the way through everything their contract knows:
 * work/*-evaluations.txt. Every number is the same on every machine; whoever changes a method reads here whether anything has changed, and in
 * the courses beside it what. What it should be is said in the other tests.
 */
import { type MethodName, methodNames, methods } from "../../src/integrate/methods.ts";
import type { OdeSystem } from "../../src/integrate/problem.ts";
import { Account, drive, optionsOf } from "./drivenIntegrator.ts";
import { plainScenarios, type Scenario } from "./plainScenarios.ts";
import { compareSections } from "./sections.ts";
import { stiffScenarios } from "./stiffScenarios.ts";

const scenarios: Readonly<Record<string, Scenario>> = { ...plainScenarios, ...stiffScenarios };

function told(method: MethodName, scenario: Scenario): string {
  const { create, testsBlocks } = methods[method];
  const { y0, t0 = 0, tEnd, tolerance = 1e-6 } = scenario;
  const system = typeof scenario.system === "function" ? scenario.system() : scenario.system;
  const asked = new Account();
  const counted: OdeSystem = {
    ...system,
    rhs: (t, y, f) => {
      asked.addAt(t, y);
      system.rhs(t, y, f);
    },
  };
  const options = optionsOf(system.size, tolerance, scenario.options);
  // the orders of multistep methods rise slowly
  const mostSteps = (testsBlocks ? 2.5 : 1) * (scenario.mostSteps ?? 60);
  const start = () => create(counted, t0, Float64Array.from(y0), scenario.heading ?? tEnd, options);
  return `  ${drive(start, asked, { ...scenario, mostSteps })}`;
}

for (const method of methodNames) {
  const { isStiff, acceptsMassMatrix } = methods[method];
  const names = Object.entries(scenarios).flatMap(([name, scenario]) =>
    (scenario.isStiff && !isStiff) || (scenario.hasMasses && !acceptsMassMatrix) ? [] : [name],
  );
  compareSections(
    `${method} asks for the same as it did`,
    import.meta.url,
    `work/${method}-evaluations.txt`,
    names,
    (name) => told(method, scenarios[name]!),
  );
}
