/** Nothing passes through in models with joints: a thin arm on a hinge, with flange, prescribed, on a moving base. */
import {
  Box,
  contactsOf,
  instantiate,
  MassProperties,
  Model3D,
  type ModelDefinition,
  NoGravityField,
  Object3D,
  ObserverContactPairMaterial,
  Par,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  simulate,
  Var,
} from "rattleback";
import { Inertia, PrescribedAngle } from "rattleback/rotational";
import { describe, expect, it } from "vitest";
import { mulberry32 } from "../reference/narrowphase/poses.ts";

const speed = 30;

/** An arm of 1 m turns about the origin; a post of 1 mm stands in its way. */
function arm(angle: number, joint: Record<string, unknown>): ModelDefinition {
  const thin = (shape: ReturnType<typeof Box>) => Solid({ shape, contactMaterial: "Steel", collision: true });
  return Model3D({
    world: Object3D({
      feature: Scene({
        gravityField: NoGravityField(),
        contactPairMaterials: { "Steel,Steel": ObserverContactPairMaterial() },
      }),
    }),
    post: Object3D({
      parent: "world",
      translation: [0.9 * Math.cos(angle), 0.9 * Math.sin(angle), 0],
      feature: thin(Box({ lengthX: 0.001, lengthY: 0.001, lengthZ: 1 })),
    }),
    hub: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: 0.1, Iyy: 0.1, Izz: 0.1 }) }) }),
    arm: Object3D({
      parent: "hub",
      translation: [0.5, 0, 0],
      feature: thin(Box({ lengthX: 1, lengthY: 0.001, lengthZ: 0.01 })),
    }),
    ...joint,
  });
}

const start = { phi: Var({ init: 0 }), w: Var({ init: speed }) };
const joints: Record<string, () => Record<string, unknown>> = {
  "a hinge": () => ({ joint: Revolute({ obj1: "world", obj2: "hub", canCollide: true, ...start }) }),
  "a hinge on a turning base": () => ({
    base: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }) }) }),
    first: Revolute({ obj1: "world", obj2: "base", phi: Var({ init: 0 }), w: Var({ init: speed / 3 }) }),
    second: Revolute({ obj1: "base", obj2: "hub", phi: Var({ init: 0 }), w: Var({ init: (2 * speed) / 3 }) }),
  }),
  "a hinge with flange": () => ({
    joint: RevoluteWithFlange({ obj1: "world", obj2: "hub", canCollide: true, ...start }),
    rotor: Inertia.with({ J: 0.1, phi: { init: null }, w: { init: null } }),
    connect: [["rotor.flange_a", "joint.flange"]],
  }),
  "a prescribed motion": () => ({
    joint: RevoluteWithFlange({
      obj1: "world",
      obj2: "hub",
      canCollide: true,
      phi: Var({ start: 0 }),
      w: Var({ start: 0 }),
    }),
    drive: PrescribedAngle,
    connect: [["drive.flange", "joint.flange"]],
    omega: Par({ value: speed, unit: "rad/s" }),
    equations: "drive.phi = omega*time",
  }),
};

describe("a thin arm that sweeps over a thin post between two steps", () => {
  for (const [name, joint] of Object.entries(joints)) {
    it(`touches it on ${name}, whatever the angle`, () => {
      const u = mulberry32(17);
      for (let k = 0; k < 5; k++) {
        const angle = 0.2 + 5.5 * u();
        const result = simulate(instantiate(arm(angle, joint())), {
          // the arm turns once; without the check the whole turn is a few steps, and the event functions look every 1/500 of the time
          stopTime: (1.2 * 2 * Math.PI) / speed,
          tolerance: 1e-3,
          interval: 1,
        });
        const [touch] = contactsOf(result).records;
        expect(touch?.kind).toBe("start");
        // half widths of arm and post, a millimetre together at most, at 0.9 m
        expect(Math.abs(speed * touch!.time - angle)).toBeLessThan(0.0015);
      }
    });
  }
});
