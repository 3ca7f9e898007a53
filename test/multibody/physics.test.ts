// Closed forms and conventions that the definitions of objects, joints and gravity must fulfil.
import {
  animationOf,
  Box,
  Cylinder,
  Free,
  instantiate,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  PointGravityField,
  Prismatic,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  SolidMaterial,
  Sphere,
  simulate,
  Var,
  Visual,
} from "rattleback";
import { ConstantSpeed } from "rattleback/rotational";
import { describe, expect, it } from "vitest";

const space = Object3D({ feature: Scene({ gravityField: NoGravityField() }) });
const solid = (mass: number, I = [0.1, 0.2, 0.3]) =>
  Solid({ massProperties: MassProperties({ mass, Ixx: I[0]!, Iyy: I[1]!, Izz: I[2]! }) });

describe("conventions", () => {
  it("R_abs maps components of the world to those of the object, with angles x, new y, new z", () => {
    const [α, β, γ] = [0.4, -0.3, 0.7] as const;
    const Frames = Model3D({
      world: space,
      a: Object3D({ parent: "world", translation: [1, 2, 3], rotation: [0, 0, Math.PI / 2] }),
      b: Object3D({ parent: "a", translation: [1, 0, 0] }),
      c: Object3D({ parent: "world", rotation: [α, β, γ] }),
    });
    const result = simulate(instantiate(Frames), { stopTime: 0 });
    // nested frames use the axes of their parent: x of a is y of the world
    result.final<number[]>("b.r_abs").forEach((x, i) => expect(x).toBeCloseTo([1, 3, 3][i]!, 15));
    const [sα, cα, sβ, cβ, sγ, cγ] = [Math.sin(α), Math.cos(α), Math.sin(β), Math.cos(β), Math.sin(γ), Math.cos(γ)];
    const expected = [
      [cβ * cγ, sα * sβ * cγ + cα * sγ, -cα * sβ * cγ + sα * sγ],
      [-cβ * sγ, -sα * sβ * sγ + cα * cγ, cα * sβ * sγ + sα * cγ],
      [sβ, -sα * cβ, cα * cβ],
    ];
    const R = result.final<number[][]>("c.R_abs");
    for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) expect(R[i]![j]).toBeCloseTo(expected[i]![j]!, 15);
    result.final<number[]>("c.rot123_abs").forEach((x, i) => expect(x).toBeCloseTo([α, β, γ][i]!, 14));
  });

  it("massless solids do not spoil the mass of their group", () => {
    const Group = Model3D({
      world: space,
      arm: Object3D({ feature: Solid({ shape: Box() }) }),
      second: Object3D({ parent: "arm", feature: Solid({ shape: Sphere() }) }),
      third: Object3D({ parent: "arm", translation: [1, 0, 0], feature: solid(2) }),
      rev: Revolute({ obj1: "world", obj2: "arm", w: 1 }),
    });
    const result = simulate(instantiate(Group), { stopTime: 1 });
    // ½·(Izz + m·l²)·w²
    expect(result.final("energy.kinetic")).toBeCloseTo(0.5 * (0.3 + 2), 9);
    expect(result.final("rev.phi")).toBeCloseTo(1, 9);
  });

  it("materials of a scene belong to that scene alone", () => {
    const cork = SolidMaterial({ density: 240 });
    const ball = Object3D({
      parent: "world",
      fixedToParent: false,
      velocity: [1, 0, 0],
      feature: Solid({ shape: Box(), solidMaterial: "Cork" }),
    });
    const scene = (materials: Record<string, SolidMaterial>) =>
      Object3D({ feature: Scene({ gravityField: NoGravityField(), solidMaterials: materials }) });
    const result = simulate(instantiate(Model3D({ world: scene({ Cork: cork }), ball })), { stopTime: 0 });
    expect(result.final("energy.kinetic")).toBeCloseTo(120, 9);
    expect(() => simulate(instantiate(Model3D({ world: scene({}), ball })), { stopTime: 0 })).toThrowError(
      /E-MATERIAL-SOLID/,
    );
  });

  it("a run inside another run of the same model does not disturb it", () => {
    const model = instantiate(
      Model3D({
        world: space,
        body: Object3D({ parent: "world", fixedToParent: false, angularVelocity: [1, 2, 3], feature: solid(1) }),
      }),
    );
    const options = { stopTime: 2, tolerance: 1e-8, maximumStep: 0.05 } as const;
    const alone = simulate(model, options);
    let inner = 0;
    const disturbed = simulate(model, {
      ...options,
      onProgress: () => {
        if (inner++ < 3)
          simulate(model, { stopTime: 1, merge: { "body.angularVelocity": [5, 0, 0], "body.translation": [9, 9, 9] } });
      },
    });
    expect(inner).toBeGreaterThan(3);
    expect(disturbed.stateHash).toBe(alone.stateHash);
    expect(disturbed.signal("body.r_abs").values).toEqual(alone.signal("body.r_abs").values);
  });

  it("the animation of a result has the shapes and the poses of all objects", () => {
    const Scenery = Model3D({
      world: Object3D({ feature: Scene({ nominalLength: 2, visualizeFrames: true }) }),
      arm: Object3D({ feature: solid(1) }),
      look: Object3D({
        parent: "arm",
        translation: [0.5, 0, 0],
        feature: Visual({ shape: Cylinder({ diameter: 0.1 }), visualMaterial: "Red" }),
      }),
      rev: Revolute({ obj1: "world", obj2: "arm", w: 2 }),
    });
    const result = simulate(instantiate(Scenery), { stopTime: 1, interval: 0.25 });
    const { scene, poses, time } = animationOf(result);
    expect(scene.objects.map(({ path, isStatic }) => [path, isStatic])).toEqual([
      ["world", true],
      ["arm", false],
      ["look", false],
    ]);
    expect(scene.objects[2]!.shape).toMatchObject({ kind: "Cylinder", diameter: 0.1 });
    expect(scene.objects[2]!.material.color).toEqual([255, 0, 0]);
    expect(scene.nominalLength).toBe(2);
    expect(scene.joints).toMatchObject([{ path: "rev", kind: "revolute", object: 0, axes: [[0, 0, 1]] }]);
    time.forEach((_, i) => {
      const phi = result.signal("rev.phi").values[i]!;
      expect(poses[2]![7 * i]).toBeCloseTo(0.5 * Math.cos(phi), 12);
      expect(poses[2]![7 * i + 1]).toBeCloseTo(0.5 * Math.sin(phi), 12);
    });
  });
});

describe("closed forms", () => {
  it("a bead on a rod that turns at constant speed flies outwards as cosh, and the drive feels twice the Coriolis term", () => {
    const w = 1.5;
    const Bead = Model3D({
      world: space,
      rod: Object3D({ feature: solid(1) }),
      bead: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 2 }) }) }),
      rev: RevoluteWithFlange({ obj1: "world", obj2: "rod", axis: 3 }),
      slide: Prismatic({ obj1: "rod", obj2: "bead", axis: 1, s: 0.2 }),
      drive: ConstantSpeed.with({ w_fixed: w }),
      connect: [["drive.flange", "rev.flange"]],
    });
    const result = simulate(instantiate(Bead), { stopTime: 2, tolerance: 1e-10, interval: 0.5 });
    result.time.forEach((t, i) => {
      const [s, v] = [0.2 * Math.cosh(w * t), 0.2 * w * Math.sinh(w * t)];
      expect(Math.abs(result.signal("slide.s").values[i]! - s)).toBeLessThan(1e-8);
      expect(Math.abs(result.signal("rev.tau").values[i]! - 2 * 2 * s * v * w)).toBeLessThan(1e-7);
    });
  });

  it("a free body on a turntable flies straight in the world", () => {
    const Turntable = Model3D({
      world: space,
      table: Object3D({ feature: solid(100, [1, 1, 1e9]) }),
      rim: Object3D({ parent: "table", translation: [1, 0, 0] }),
      ball: Object3D({ feature: solid(1) }),
      rev: Revolute({ obj1: "world", obj2: "table", axis: 3, w: 0.8 }),
      // at rest in the world: it moves backwards seen from the rim
      fly: Free({
        obj1: "rim",
        obj2: "ball",
        translation: [0.5, 0, 0],
        velocity: [0, -0.8 * 1.5 + 0.3, 0.1],
        angularVelocity: [0, 0, -0.8],
      }),
    });
    const result = simulate(instantiate(Turntable), { stopTime: 5, tolerance: 1e-10 });
    result.final<number[]>("ball.r_abs").forEach((x, i) => expect(x).toBeCloseTo([1.5, 0.3 * 5, 0.1 * 5][i]!, 6));
    result.final<number[]>("ball.rot123_abs").forEach((x) => expect(Math.abs(x)).toBeLessThan(1e-7));
  });

  it("a satellite on a circle comes back after the period of Kepler", () => {
    const [mue, r] = [3.986e14, 7e6];
    const v = Math.sqrt(mue / r);
    const Orbit = Model3D({
      world: Object3D({ feature: Scene({ gravityField: PointGravityField({ mue }) }) }),
      satellite: Object3D({
        parent: "world",
        fixedToParent: false,
        translation: [r, 0, 0],
        velocity: [0, v, 0],
        feature: solid(500),
      }),
    });
    const period = 2 * Math.PI * Math.sqrt(r ** 3 / mue);
    const result = simulate(instantiate(Orbit), { stopTime: period, tolerance: 1e-11 });
    const [x, y] = result.final<number[]>("satellite.translation") as [number, number];
    expect(Math.hypot(x - r, y)).toBeLessThan(1e-6 * r);
  });

  it("a tumbling body keeps energy and angular momentum over ten thousand seconds", () => {
    const inertia = [1, 2, 3];
    const Tumbling = Model3D({
      world: space,
      body: Object3D({
        parent: "world",
        fixedToParent: false,
        angularVelocity: [0.01, 1, 0.02],
        feature: solid(1, inertia),
      }),
    });
    const result = simulate(instantiate(Tumbling), {
      stopTime: 1e4,
      tolerance: 1e-10,
      interval: 100,
      method: "dop853",
    });
    const w = result.signal<number[][]>("body.w").values;
    const energy = result.signal("energy.total").values;
    const momentum = w.map((value) => Math.hypot(...value.map((x, i) => inertia[i]! * x)));
    // some 1e5 steps with errors of 1e-10 each
    for (let i = 0; i < w.length; i++) {
      expect(Math.abs(energy[i]! / energy[0]! - 1)).toBeLessThan(1e-6);
      expect(Math.abs(momentum[i]! / momentum[0]! - 1)).toBeLessThan(1e-6);
    }
    // the momentum keeps its direction in the world, whatever the orientation is
    const R = result.signal<number[][][]>("body.R_abs").values;
    const inWorld = (i: number) =>
      [0, 1, 2].map((j) => [0, 1, 2].reduce((sum, k) => sum + R[i]![k]![j]! * inertia[k]! * w[i]![k]!, 0));
    const [first, last] = [inWorld(0), inWorld(w.length - 1)];
    first.forEach((x, j) => expect(Math.abs(x - last[j]!)).toBeLessThan(1e-5));
  });

  it("momentum of a free-floating chain is kept while its joints move", () => {
    const Chain = Model3D({
      world: space,
      hull: Object3D({
        parent: "world",
        fixedToParent: false,
        velocity: [0.1, 0, 0],
        angularVelocity: [0, 0.2, 0],
        feature: solid(5),
      }),
      shoulder: Object3D({ parent: "hull", translation: [0.5, 0, 0] }),
      upper: Object3D({ feature: solid(1) }),
      elbow: Object3D({ parent: "upper", translation: [0.4, 0, 0.1] }),
      lower: Object3D({ feature: solid(0.7) }),
      rev1: RevoluteWithFlange({
        obj1: "shoulder",
        obj2: "upper",
        axis: [1, 1, 0],
        phi: Var({ init: 0.3 }),
        w: Var({ init: 2 }),
      }),
      rev2: Revolute({ obj1: "elbow", obj2: "lower", axis: 2, w: -3 }),
    });
    const result = simulate(instantiate(Chain), { stopTime: 3, tolerance: 1e-10, interval: 0.1 });
    // the centre of mass moves uniformly
    const centre = (t: number) => {
      const parts: [string, number][] = [
        ["hull", 5],
        ["upper", 1],
        ["lower", 0.7],
      ];
      return [0, 1, 2].map((i) =>
        parts.reduce((sum, [name, m]) => sum + (m * result.at<number[]>(t, `${name}.r_abs`)[i]!) / 6.7, 0),
      );
    };
    const [a, b, c] = [centre(0), centre(1.5), centre(3)];
    for (let i = 0; i < 3; i++) expect(Math.abs(a[i]! - 2 * b[i]! + c[i]!)).toBeLessThan(1e-8);
    const energy = result.signal("energy.total").values;
    expect(Math.abs(energy.at(-1)! / energy[0]! - 1)).toBeLessThan(1e-8);
  });
});
