// Rigid contacts of a whole scene: a preview that rests, slides, bounces and keeps joints as it should.
import {
  Box,
  Capsule,
  Cone,
  Cylinder,
  ElasticContactPairMaterial,
  Ellipsoid,
  instantiate,
  Model3D,
  type ModelDefinition,
  NoGravityField,
  Object3D,
  type Result,
  Revolute,
  Scene,
  type SceneFeatureOptions,
  Solid,
  Sphere,
  simulate,
  UniformGravityField,
  WorldForce,
} from "rattleback";
import { describe, expect, it } from "vitest";

const down = UniformGravityField({ g: 9.81, n: [0, 0, -1] });
type Shape = NonNullable<NonNullable<Parameters<typeof Solid>[0]>["shape"]>;
const wood = (shape: Shape): ModelDefinition => Solid({ shape, solidMaterial: "DryWood", collision: true });
const cube = wood(Box({ lengthX: 0.1, lengthY: 0.1, lengthZ: 0.1 }));

function scene(options: SceneFeatureOptions, objects: Record<string, ModelDefinition>): ModelDefinition {
  return Model3D({
    world: Object3D({ feature: Scene({ gravityField: down, response: "rigid", ...options }) }),
    ground: Object3D({
      parent: "world",
      translation: [0, 0, -0.1],
      feature: wood(Box({ lengthX: 4, lengthY: 4, lengthZ: 0.2 })),
    }),
    ...objects,
  });
}

const free = (feature: ModelDefinition, translation: [number, number, number], more = {}): ModelDefinition =>
  Object3D({ parent: "world", fixedToParent: false, translation, feature, ...more });

const wooden = (friction: number, restitution = 0): SceneFeatureOptions => ({
  contactPairMaterials: {
    "DryWood,DryWood": ElasticContactPairMaterial({
      coefficientOfRestitution: restitution,
      slidingFrictionCoefficient: friction,
    }),
  },
});

function largestGrowth(result: Result): number {
  const energy = result.signal("energy.total").values as Float64Array;
  let growth = 0;
  for (let k = 1; k < energy.length; k++) growth = Math.max(growth, energy[k]! - energy[k - 1]!);
  return growth / Math.max(...energy.map(Math.abs));
}

describe("the preview with rigid contacts", () => {
  it("says in its first line that it is one", () => {
    const result = simulate(instantiate(scene({}, { box: free(cube, [0, 0, 0.05]) })), { stopTime: 0.01 });
    expect(result.warnings[0]).toMatch(/^W-CONTACT-PREVIEW {2}This is a preview/);
    const elastic = simulate(instantiate(scene({ response: "elastic" }, { box: free(cube, [0, 0, 0.05]) })), {
      stopTime: 0.001,
    });
    expect(elastic.warnings.join()).not.toContain("preview");
  });

  it("leaves a box at rest where it is", () => {
    const result = simulate(instantiate(scene({}, { box: free(cube, [0, 0, 0.05]) })), { stopTime: 0.2 });
    const [x, y, z] = result.final("box.r_abs") as number[];
    // in the middle between two impulses it is g·h²/8 above the ground
    expect(Math.abs(z! - 0.05 - (9.81 * 1e-6) / 8)).toBeLessThan(1e-8);
    expect(Math.hypot(x!, y!)).toBeLessThan(1e-7);
    expect(Math.hypot(...(result.final("box.velocity") as number[]))).toBeLessThan(1e-9);
  });

  it.each([20, 21.5, 22.2, 30])("lets a box slide on a slope of %d degrees as Coulomb says", (degrees) => {
    const angle = (degrees * Math.PI) / 180;
    const gravityField = UniformGravityField({ g: 9.81, n: [Math.sin(angle), 0, -Math.cos(angle)] });
    const model = scene({ gravityField, ...wooden(0.4) }, { box: free(cube, [0, 0, 0.05]) });
    const result = simulate(instantiate(model), { stopTime: 0.5 });
    const acceleration = 9.81 * Math.max(0, Math.sin(angle) - 0.4 * Math.cos(angle));
    expect((result.final("box.r_abs") as number[])[0]!).toBeCloseTo(0.5 * acceleration * 0.25, 4);
  });

  it.each([
    ["a cylinder", Cylinder({ axis: 2, diameter: 0.1, length: 0.2 }), 2 / 3],
    ["a disc", Cylinder({ axis: 2, diameter: 0.1, length: 0.01 }), 2 / 3],
    ["a spheroid", Ellipsoid({ lengthX: 0.1, lengthY: 0.2, lengthZ: 0.1 }), 5 / 7],
  ])("lets %s roll down a slope without resistance, however fast it turns", (_, shape, share) => {
    const angle = Math.PI / 12;
    const gravityField = UniformGravityField({ g: 9.81, n: [Math.sin(angle), 0, -Math.cos(angle)] });
    const plate = Object3D({
      parent: "world",
      translation: [0, 1, 0.02],
      feature: wood(Box({ lengthX: 4, lengthY: 0.5, lengthZ: 0.04 })),
    });
    const one = free(wood(shape), [-0.5, -1, 0.05]);
    const other = free(wood(shape), [-0.5, 1, 0.09]);
    const result = simulate(instantiate(scene({ gravityField, ...wooden(0.5) }, { one, other, plate })), {
      stopTime: 1,
    });
    for (const name of ["one", "other"]) {
      const [x, y] = result.final<number[]>(`${name}.velocity`);
      expect(x! / (share * 9.81 * Math.sin(angle))).toBeCloseTo(1, 6);
      expect(Math.abs(y!)).toBeLessThan(1e-4);
    }
  });

  it("bounces as high as the restitution says", () => {
    const ball = free(wood(Sphere({ diameter: 0.1 })), [0, 0, 0.45]);
    const result = simulate(instantiate(scene(wooden(0.3, 0.8), { ball })), { stopTime: 0.7, interval: 1e-3 });
    const height = result.signal("ball.r_abs[3]").values as Float64Array;
    const afterImpact = Math.max(...height.slice(320));
    expect(afterImpact - 0.05).toBeGreaterThan(0.64 * 0.4 - 0.008);
    // it turns back up to 2.8 mm before it touches, the way of a step, and is as much higher as that
    expect(afterImpact - 0.05).toBeLessThan(0.64 * 0.4 + 0.36 * 0.0028);
  });

  it.each([
    ["a box", Box({ lengthX: 0.1, lengthY: 0.06, lengthZ: 0.03 }), 0.015],
    ["a cylinder", Cylinder({ axis: 3, diameter: 0.06, length: 0.16 }), 0.03],
    ["a capsule", Capsule({ axis: 3, diameter: 0.04, length: 0.08 }), 0.02],
  ])("lets %s come to rest on its side, without gain of energy", (_, shape, height) => {
    const body = free(wood(shape), [0, 0, 0.2], { rotation: [1, 0.2, 0.1], angularVelocity: [1, 2, 3] });
    const result = simulate(instantiate(scene({}, { body })), { stopTime: 1.2, interval: 5e-3 });
    // pushing apart what has sunk in lifts it a little
    expect(largestGrowth(result)).toBeLessThan(2e-5);
    expect((result.final("body.r_abs") as number[])[2]!).toBeCloseTo(height, 4);
  });

  it("carries a tower, and treats all of its contacts at once when it is hit", () => {
    const boxes = Object.fromEntries(
      Array.from({ length: 5 }, (_, k) => [`b${k}`, free(cube, [0, 0, 0.05 + 0.1 * k])]),
    );
    const alone = simulate(instantiate(scene({}, boxes)), { stopTime: 0.3 });
    const top = alone.final("b4.r_abs") as number[];
    expect(Math.hypot(top[0]!, top[1]!, top[2]! - 0.45)).toBeLessThan(5e-5);
    const ball = free(wood(Sphere({ diameter: 0.1 })), [-0.3, 0.01, 0.25], { velocity: [5, 0, 0.5] });
    const hit = simulate(instantiate(scene({}, { ...boxes, ball })), { stopTime: 0.5, interval: 5e-3 });
    expect(largestGrowth(hit)).toBeLessThan(1e-5);
    for (let k = 0; k < 5; k++) expect((hit.final(`b${k}.r_abs`) as number[])[2]!).toBeGreaterThan(0.0499);
  });

  it("moves what touches nothing of a crowd as if the crowd were not there", () => {
    const lone = { lone: free(cube, [-1, 0, 0.12], { rotation: [0.3, 0.4, 0] }) };
    const crowd = Object.fromEntries(
      [0, 1, 2, 3, 4].map((k) => [`box${k}`, free(cube, [0.02 * k, 0.01 * (k % 2), 0.051 + 0.101 * k])]),
    );
    const run = (objects: Record<string, ModelDefinition>): Result =>
      simulate(instantiate(scene(wooden(0.5, 0.3), objects)), { stopTime: 0.5 });
    const alone = run(lone);
    const beside = run({ ...lone, ...crowd });
    expect(beside.final("lone.r_abs")).toEqual(alone.final("lone.r_abs"));
    expect(beside.final("lone.w")).toEqual(alone.final("lone.w"));
  });

  it("lets nothing pass through a thin plate", () => {
    const rods = Object.fromEntries(
      Array.from({ length: 6 }, (_, k) => [
        `rod${k}`,
        free(wood(Capsule({ axis: 3, diameter: 0.01, length: 0.08 })), [0.2 * k - 0.5, 0, 0.2 + 0.05 * k], {
          rotation: [0.3 * k, 0.2, 0],
          velocity: [0, 0, -30 - 12 * k],
        }),
      ]),
    );
    const model = Model3D({
      world: Object3D({ feature: Scene({ gravityField: down, response: "rigid" }) }),
      plate: Object3D({ parent: "world", feature: wood(Box({ lengthX: 2, lengthY: 2, lengthZ: 0.003 })) }),
      ...rods,
    });
    const result = simulate(instantiate(model), { stopTime: 0.05 });
    for (let k = 0; k < 6; k++) expect((result.final(`rod${k}.r_abs`) as number[])[2]!).toBeGreaterThan(0);
  });

  it("keeps joints: a pendulum comes back from a wall with its restitution", () => {
    const model = Model3D({
      world: Object3D({
        feature: Scene({ gravityField: NoGravityField(), response: "rigid", ...wooden(0, 0.5) }),
      }),
      wall: Object3D({
        parent: "world",
        translation: [0.5, 0.3, 0],
        feature: wood(Box({ lengthX: 0.4, lengthY: 0.02, lengthZ: 0.4 })),
      }),
      arm: Object3D({}),
      bob: Object3D({ parent: "arm", translation: [0.5, 0, 0], feature: wood(Sphere({ diameter: 0.1 })) }),
      hinge: Revolute({ obj1: "world", obj2: "arm", axis: 3, w: 2, canCollide: true }),
    });
    const result = simulate(instantiate(model), { stopTime: 0.5 });
    expect(result.final("hinge.w")).toBeCloseTo(-1, 9);
    expect((result.final("bob.r_abs") as number[]).reduce((sum, x) => sum + x * x, 0)).toBeCloseTo(0.25, 12);
  });

  it("hits what hangs on a joint: momentum about the hinge stays, and the rebound is that of the restitution", () => {
    const model = Model3D({
      world: Object3D({
        feature: Scene({ gravityField: NoGravityField(), response: "rigid", ...wooden(0, 0.5) }),
      }),
      arm: Object3D({}),
      bob: Object3D({ parent: "arm", translation: [0.5, 0, 0], feature: wood(Sphere({ diameter: 0.1 })) }),
      hinge: Revolute({ obj1: "world", obj2: "arm", axis: 3, canCollide: true }),
      ball: Object3D({
        parent: "world",
        fixedToParent: false,
        translation: [0.5, -0.3, 0],
        velocity: [0, 2, 0],
        feature: wood(Sphere({ diameter: 0.1 })),
      }),
    });
    const result = simulate(instantiate(model), { stopTime: 0.2 });
    const turn = result.final("hinge.w") as number;
    const speed = (result.final("ball.velocity") as number[])[1]!;
    // inertia of the bob about the hinge in parts of its mass: 2/5·r² + l²
    expect(0.5 * speed + (0.4 * 0.05 ** 2 + 0.25) * turn).toBeCloseTo(0.5 * 2, 9);
    expect(0.5 * turn - speed).toBeCloseTo(0.5 * 2, 9);
  });

  it("knows the friction of each surface, also of solids of one material", () => {
    const plank = (frictionCoefficient?: number): ModelDefinition =>
      Solid({
        shape: Box({ lengthX: 0.1, lengthY: 0.1, lengthZ: 0.1 }),
        solidMaterial: "DryWood",
        collision: true,
        ...(frictionCoefficient !== undefined && { frictionCoefficient }),
      });
    const sliding = { velocity: [1, 0, 0] };
    const model = scene(wooden(0.3), {
      wood: free(plank(), [0, 0, 0.05], sliding),
      ice: free(plank(0.05), [0, 1, 0.05], sliding),
      steep: free(plank(0.2), [0, -1, 0.05], sliding),
    });
    const result = simulate(instantiate(model), { stopTime: 0.2 });
    for (const [name, friction] of [
      ["wood", 0.3],
      ["ice", 0.05],
      ["steep", 0.2],
    ] as const)
      expect((result.final(`${name}.velocity`) as number[])[0]).toBeCloseTo(1 - 0.2 * 9.81 * friction, 3);
  });

  it("moves what touches nothing as gravity alone says, and feels every other load", () => {
    const top = free(wood(Cylinder({ axis: 3, diameter: 0.06, length: 0.16 })), [0, 0, 1], {
      angularVelocity: [3, 1, 20],
      velocity: [0.2, 0, 1],
    });
    const model = (objects: Record<string, ModelDefinition>): ModelDefinition => scene({}, { top, ...objects });
    const run = (objects: Record<string, ModelDefinition>, method?: "tsit5"): Result =>
      simulate(instantiate(model(objects)), { stopTime: 0.2, tolerance: 1e-9, ...(method && { method }) });
    const alone = run({});
    expect(alone.statistics.evaluations).toBe(alone.statistics.steps);
    expect(alone.statistics.method).toBe("closed form");
    const integrated = run({}, "tsit5");
    expect(integrated.statistics.method).toBe("tsit5");
    expect(integrated.statistics.evaluations).toBeGreaterThan(6 * integrated.statistics.steps);
    for (const name of ["top.r_abs", "top.velocity", "top.w"]) {
      const [a, b] = [alone.final(name) as number[], integrated.final(name) as number[]];
      for (let k = 0; k < 3; k++) expect(a[k]).toBeCloseTo(b[k]!, 7);
    }
    expect((alone.final("top.r_abs") as number[])[2]).toBeCloseTo(1.2 - 0.5 * 9.81 * 0.04, 12);
    const pushed = run({ push: WorldForce({ objectApply: "top", forceFunction: () => [0, 0, 5] }) });
    const mass = 700 * Math.PI * 0.03 ** 2 * 0.16;
    expect((pushed.final("top.r_abs") as number[])[2]).toBeCloseTo(1.2 + 0.5 * (5 / mass - 9.81) * 0.04, 7);
  });

  it("refuses what it cannot treat", () => {
    const box = scene({}, { box: free(cube, [0, 0, 0.05]) });
    expect(() => simulate(instantiate(box), { stopTime: 0.1, method: "ida" })).toThrow("E-CONTACT-RIGID");
    expect(() =>
      simulate(instantiate(scene({ response: "soft" as "rigid" }, { box: free(cube, [0, 0, 0.05]) })), {
        stopTime: 0.1,
      }),
    ).toThrow(/response = soft/);
    expect(() =>
      simulate(instantiate(scene({ contact: { rigidStep: 0 } }, { box: free(cube, [0, 0, 0.05]) })), { stopTime: 0.1 }),
    ).toThrow(/rigidStep = 0/);
  });
});

it("a preview of a spinning cone that slides on an egg keeps their momentum while they are moved apart", () => {
  const moving = (x: number, rotation: number[], angularVelocity: number[], feature: ModelDefinition) =>
    free(feature, [x, 0, 0], { rotation, velocity: [-5 * x, 0, 0], angularVelocity });
  const result = simulate(
    instantiate(
      Model3D({
        world: Object3D({ feature: Scene({ response: "rigid", gravityField: NoGravityField(), ...wooden(0, 0.1) }) }),
        cone: moving(-0.4, [2.2, -2.7, -2.3], [0.6, 1.8, -1.8], wood(Cone({ diameter: 0.3, length: 0.4 }))),
        egg: moving(0.4, [-1.2, 0.3, 1.1], [0, 0, 0], wood(Ellipsoid({ lengthX: 0.3, lengthY: 0.2, lengthZ: 0.1 }))),
      }),
    ),
    { stopTime: 0.5 },
  );
  const [before, behind] = [result.at<number[]>(0, "momentum.linear"), result.final<number[]>("momentum.linear")];
  expect(result.final("energy.total") / result.at(0, "energy.total")).toBeLessThan(0.9);
  before.forEach((x, i) => {
    expect(Math.abs(behind[i]! - x)).toBeLessThan(1e-11);
  });
});
