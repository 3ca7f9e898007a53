// Variable structure: the gripping robot in four scenarios, the walking space robot, and the cost of one change. Best of several runs
// after instantiation, in milliseconds; steps and evaluations do not depend on the machine.
import {
  Box,
  type InstantiatedModel,
  instantiate,
  Model3D,
  ModelActions,
  NoGravityField,
  Object3D,
  type Result,
  Scene,
  Solid,
  simulate,
} from "rattleback";
import { grippingRobot } from "../examples/models/grippingRobot.ts";
import { spaceRobot } from "../examples/models/spaceRobot.ts";
import { Chapter } from "./report/chapter.ts";

interface Row {
  readonly name: string;
  readonly best: number;
  readonly result: Result;
  /** s, of the published implementation on a notebook with 2.6 GHz */
  readonly published: string;
}

function measure(name: string, model: InstantiatedModel, stopTime: number, tolerance: number, published: string): Row {
  let best = Number.POSITIVE_INFINITY;
  let result!: Result;
  for (let k = 0; k < 6; k++) {
    const start = performance.now();
    result = simulate(model, { stopTime, tolerance, method: "bdf" });
    best = Math.min(best, performance.now() - start);
  }
  return { name, best, result, published };
}

const rows: Row[] = [
  measure("S1, contacts only", instantiate(grippingRobot("S1")), 13.5, 1e-7, "7.82"),
  measure("S2, attached, contacts on", instantiate(grippingRobot("S2")), 13.5, 1e-7, "7.26"),
  measure("S3, attached, contacts off", instantiate(grippingRobot("S3")), 13.5, 1e-7, "6.86"),
  measure("S4, attached only", instantiate(grippingRobot("S4")), 13.5, 1e-7, "0.40"),
  measure("space robot, 86 s", instantiate(spaceRobot), 86, 1e-6, "2.2"),
];

const changes = 200;
/** s, between two changes */
const period = 1e-3;

/** 50 free bodies; one of them is attached and released again and again, or none. */
function fiftyBodies(withChanges: boolean): InstantiatedModel {
  const bodies = Array.from({ length: 50 }, (_, k) => [
    `b${k}`,
    Object3D({
      parent: "world",
      fixedToParent: false,
      assemblyRoot: true,
      translation: [k, 0, 0],
      feature: Solid({ shape: Box({ lengthX: 0.5 }), massProperties: 1 }),
    }),
  ]);
  const actions = ModelActions(function* (act) {
    for (let k = 0; k < changes / 2; k++) {
      yield act.attach("eye", "post", { waitingPeriod: period });
      yield act.release("eye", { waitingPeriod: period });
    }
  });
  return instantiate(
    Model3D({
      world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
      ...Object.fromEntries(bodies),
      eye: Object3D({ parent: "b0", lockable: true }),
      post: Object3D({ parent: "world", lockable: true }),
      ...(withChanges && { actions }),
    }),
  );
}

/**
 * Milliseconds of one change: all that happens at its event, and the restart of the solver. A run with as many steps and no event
 * is subtracted.
 */
function switchCost(): number {
  const time = (model: InstantiatedModel, maximumStep?: number): number => {
    let best = Number.POSITIVE_INFINITY;
    for (let k = 0; k < 8; k++) {
      const start = performance.now();
      simulate(model, { stopTime: changes * period, interval: 1, ...(maximumStep !== undefined && { maximumStep }) });
      best = Math.min(best, performance.now() - start);
    }
    return best;
  };
  return (time(fiftyBodies(true)) - time(fiftyBodies(false), period / 2)) / changes;
}

const chapter = new Chapter("structure", "Variable structure", "variable-structure.md#robots");
const number = (x: number): string => (x >= 100 ? x.toFixed(0) : x.toPrecision(3));
const addRow = chapter.table("model", "time, ms", "published, s", "steps", "evaluations", "events", "segments");
for (const { name, best, published, result } of rows) {
  const { steps, evaluations, jacobianEvaluations, events } = result.statistics;
  addRow(name, number(best), published, steps, evaluations + jacobianEvaluations, events, result.segments.length);
}
chapter.note(`S4 is ${number(rows[0].best / rows[3].best)} times faster than S1.`);
chapter.note(`One change of structure among 50 free bodies: ${number(switchCost())} ms.`);
const seconds = (row: Row): string => (row.best / 1000).toFixed(2);
chapter.headline(
  "Gripping robot, 13.5 s: contacts only (S1) / attached by a change of structure (S4)",
  `${seconds(rows[0])} s / ${seconds(rows[3])} s`,
  `published implementation, a notebook with 2.6 GHz: ${rows[0].published} s / ${rows[3].published} s`,
);
chapter.finish();
