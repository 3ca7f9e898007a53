// The arm moves a ball: four scenarios, from real contacts alone to rigid attachments alone.
import {
  type Act,
  Box,
  Model3D,
  ModelActions,
  type ModelDefinition,
  Object3D,
  Scene,
  Solid,
  Sphere,
  UniformGravityField,
  VisualMaterial,
} from "rattleback";
import { axes, youbot } from "./youbot.ts";

/**
 * S1: the ball is held by contacts all the time. S2: attached while it is carried, contacts go on. S3: the same, contacts off while
 * it is attached. S4: attachments only.
 */
export type Scenario = "S1" | "S2" | "S3" | "S4";

const [turn, quarter] = [Math.PI, Math.PI / 4];
const opened = 0.06;
const closed = 0.048;

/** Way points: five angles and the distance of the fingers. */
const top = [turn, quarter, quarter, 0, 0, opened];
const atPlate = [turn, quarter, quarter, 1.04, 0, opened];
const gripped = [turn, quarter, quarter, 1.04, 0, closed];
const lifted = [turn, quarter - 0.1, quarter, 1.04, 0, closed];
const high = [turn, 0, 2 * quarter, 0, 0, closed];
const nearPlate = [turn, quarter - 0.015, quarter, 1.04, 0, closed];
const letGo = [turn, quarter - 0.015, quarter, 1.04, 0, opened];
const highOpened = [turn, 0, 2 * quarter, 0, 0, opened];

const path = {
  names: axes,
  v_max: [2.68512, 2.68512, 4.8879, 5.8997, 5.8997, 2],
  a_max: [1.5, 1.5, 1.5, 1.5, 1.5, 0.5],
};
const ball = "ballLock";
const plate = "youbot1.base.plateLock";
const gripper = "youbot1.gripper.gripperLock";

function* byContacts(act: Act): ReturnType<Parameters<typeof ModelActions>[0]> {
  yield act.referencePath(path);
  yield act.ptpJointSpace([top, atPlate, gripped, lifted, high, nearPlate, letGo, atPlate]);
  yield act.ptpJointSpace([highOpened, atPlate, gripped, lifted, high]);
}

function* byBoth(act: Act, enableContactDetection: boolean): ReturnType<Parameters<typeof ModelActions>[0]> {
  const attached = { enableContactDetection };
  const released = { enableContactDetection: true };
  yield act.referencePath(path);
  yield act.attach(ball, plate, attached);
  yield act.ptpJointSpace([top, atPlate]);
  for (const isLast of [false, true]) {
    yield act.release(ball, released);
    yield act.ptpJointSpace([gripped, lifted]);
    yield act.attach(ball, gripper, attached);
    if (isLast) break;
    yield act.ptpJointSpace([high, nearPlate, letGo]);
    yield act.release(ball, released);
    yield act.ptpJointSpace([atPlate]);
    yield act.attach(ball, plate, attached);
    yield act.ptpJointSpace([highOpened, atPlate]);
  }
  yield act.ptpJointSpace([high]);
}

function* byAttachments(act: Act): ReturnType<Parameters<typeof ModelActions>[0]> {
  yield act.referencePath(path);
  yield act.attach(ball, plate);
  yield act.ptpJointSpace([top, atPlate, gripped]);
  yield act.attach(ball, gripper);
  yield act.ptpJointSpace([lifted, high, nearPlate, letGo, atPlate]);
  yield act.releaseAndAttach(ball, plate);
  yield act.ptpJointSpace([highOpened, atPlate, gripped]);
  yield act.attach(ball, gripper);
  yield act.ptpJointSpace([lifted, high]);
}

const programs: Readonly<Record<Scenario, Parameters<typeof ModelActions>[0]>> = {
  S1: function* (act) {
    yield* byContacts(act);
  },
  S2: function* (act) {
    yield* byBoth(act, true);
  },
  S3: function* (act) {
    yield* byBoth(act, false);
  },
  S4: function* (act) {
    yield* byAttachments(act);
  },
};

/** The arm, a ball on the plate behind it, and the program of the scenario. */
export function grippingRobot(scenario: Scenario, publishedInertias = false): ModelDefinition {
  const contacts = scenario !== "S4";
  return Model3D({
    world: Object3D({
      feature: Scene({
        gravityField: UniformGravityField({ g: 9.81, n: [0, 0, -1] }),
        enableContactDetection: contacts,
        elasticContactReductionFactor: 0.001,
        maximumContactDamping: 1000,
        gap: 0.2,
        nominalLength: 0.3,
        cameraDistance: 1.8,
        cameraLongitude: 3.8,
        cameraLatitude: 0.35,
      }),
    }),
    ground: Object3D({
      parent: "world",
      translation: [0, 0, -0.005],
      feature: Solid({
        shape: Box({ lengthX: 2.5, lengthY: 2.5, lengthZ: 0.01 }),
        visualMaterial: VisualMaterial({ color: "LightGrey" }),
      }),
    }),
    ball: Object3D({
      parent: "world",
      fixedToParent: false,
      assemblyRoot: true,
      translation: [-0.78, 0, 0.1845],
      feature: Solid({
        shape: Sphere({ diameter: 0.05 }),
        solidMaterial: "DryWood",
        ...(contacts && { collision: true }),
      }),
    }),
    ballLock: Object3D({ parent: "ball", lockable: true, translation: [0, 0.025, 0] }),
    youbot1: youbot({ contacts, publishedInertias }),
    actions: ModelActions(programs[scenario]),
    equations: axes.map((name, k) => `youbot1.reference[${k + 1}] = actions.${name}`),
  });
}
