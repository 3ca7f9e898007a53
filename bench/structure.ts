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
  for (let k = 0; k < 4; k++) {
    const start = performance.now();
    result = simulate(model, { stopTime, tolerance });
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

/** 50 free bodies; one of them is attached and released again and again. */
function switchCost(): number {
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
  const changes = 200;
  const model = instantiate(
    Model3D({
      world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
      ...Object.fromEntries(bodies),
      eye: Object3D({ parent: "b0", lockable: true }),
      post: Object3D({ parent: "world", lockable: true }),
      actions: ModelActions(function* (act) {
        for (let k = 0; k < changes / 2; k++) {
          yield act.attach("eye", "post", { waitingPeriod: 1e-3 });
          yield act.release("eye", { waitingPeriod: 1e-3 });
        }
      }),
    }),
  );
  const time = (stopTime: number): number => {
    let best = Number.POSITIVE_INFINITY;
    for (let k = 0; k < 3; k++) {
      const start = performance.now();
      simulate(model, { stopTime, interval: 1 });
      best = Math.min(best, performance.now() - start);
    }
    return best;
  };
  return (time(changes * 1e-3) - time(1e-4)) / changes;
}

const chapter = new Chapter("structure", "Variable structure", "variable-structure.md#robots");
const number = (x: number): string => (x >= 100 ? x.toFixed(0) : x.toPrecision(3));
const addRow = chapter.table("model", "time, ms", "published, s", "steps", "evaluations", "events", "segments");
for (const { name, best, published, result } of rows) {
  const { steps, evaluations, jacobianEvaluations, events } = result.statistics;
  addRow(name, number(best), published, steps, evaluations + jacobianEvaluations, events, result.segments.length);
}
chapter.note(`One change of structure among 50 free bodies, with its step: ${number(switchCost())} ms.`);
const seconds = (row: Row): string => (row.best / 1000).toFixed(2);
chapter.headline(
  "Gripping robot, 13.5 s: contacts only (S1) / attached by a change of structure (S4)",
  `${seconds(rows[0])} s / ${seconds(rows[3])} s`,
  `published implementation, a notebook with 2.6 GHz: ${rows[0].published} s / ${rows[3].published} s`,
);
chapter.finish();
