// Joints of several degrees of freedom with flanges: the same motion as their siblings without, and closed forms with rotors.
import {
  Box,
  Cylindrical,
  CylindricalWithFlanges,
  contactsOf,
  GimbalWithFlanges,
  instantiate,
  JointEffort,
  MassProperties,
  Model3D,
  Object3D,
  Planar,
  PlanarWithFlanges,
  Scene,
  ScrewWithFlange,
  Solid,
  Spherical,
  simulate,
  UniformGravityField,
  Universal,
  UniversalWithFlanges,
} from "rattleback";
import { ConstantTorque, Inertia } from "rattleback/rotational";
import { ConstantForce } from "rattleback/translational";
import { describe, expect, it } from "vitest";

const g = 9.81;
const [m, J] = [2, 0.3];
const world = Object3D({ feature: Scene({ gravityField: UniformGravityField({ g, n: [0, 0, -1] }) }) });
const body = Object3D({
  feature: Solid({
    massProperties: MassProperties({ mass: m, centreOfMass: [0.1, 0.2, -0.3], Ixx: 0.2, Iyy: J, Izz: 0.25, Ixy: 0.02 }),
  }),
});
/** A body with its centre of mass on the axis. */
const round = Object3D({ feature: Solid({ massProperties: MassProperties({ mass: m, Ixx: J, Iyy: J, Izz: J }) }) });
const ends = { obj1: "world", obj2: "body" };
/** Position and Cardan angles of the body after a second. */
const end = (parts: Record<string, unknown>): number[] => {
  const model = instantiate(Model3D({ world, body, ...parts }));
  const result = simulate(model, { stopTime: 1, interval: 1, tolerance: 1e-10, method: "dop853" });
  return [...result.final<number[]>("body.r_abs"), ...result.final<number[]>("body.rot123_abs")];
};

/** Plain joint with efforts, and joint with flanges with the same torques and forces. */
const pairs = [
  {
    name: "cylindrical",
    plain: Cylindrical({ ...ends, axis: [1, 0, 1], phi: 0.3, w: 1, s: 0.2, v: -0.5 }),
    flanged: CylindricalWithFlanges({ ...ends, axis: [1, 0, 1], phi: 0.3, w: 1, s: 0.2, v: -0.5 }),
    efforts: { phi: "rotation", s: "translation" },
  },
  {
    name: "universal",
    plain: Universal({ ...ends, axis: 3, secondAxis: 1, phi1: 0.3, w1: 1, phi2: 0.2, w2: -0.5 }),
    flanged: UniversalWithFlanges({ ...ends, axis: 3, secondAxis: 1, phi1: 0.3, w1: 1, phi2: 0.2, w2: -0.5 }),
    efforts: { phi1: "flange1", phi2: "flange2" },
  },
  {
    name: "planar",
    plain: Planar({
      ...ends,
      axis: [1, 0, 2],
      secondAxis: [1, 1, 0],
      s1: 0.1,
      v1: 1,
      s2: 0.3,
      v2: 0.4,
      phi: 0.2,
      w: 2,
    }),
    flanged: PlanarWithFlanges({
      ...ends,
      axis: [1, 0, 2],
      secondAxis: [1, 1, 0],
      s1: 0.1,
      v1: 1,
      s2: 0.3,
      v2: 0.4,
      phi: 0.2,
      w: 2,
    }),
    efforts: { s1: "flange1", s2: "flange2", phi: "rotation" },
  },
] as const;

describe("joints with flanges", () => {
  it.each(pairs)(
    "$name: torques and forces do the same as efforts along the coordinates",
    ({ plain, flanged, efforts }) => {
      const [before, after]: [Record<string, unknown>, Record<string, unknown>] = [
        { joint: plain },
        { joint: flanged },
      ];
      const equations: string[] = [];
      const connect: string[][] = [];
      Object.entries(efforts).forEach(([coordinate, flange], k) => {
        before[`effort${k}`] = JointEffort({ coordinate: `joint.${coordinate}` });
        equations.push(`effort${k}.effort = ${k + 1}`);
        after[`drive${k}`] = coordinate.startsWith("s")
          ? ConstantForce.with({ f: k + 1 })
          : ConstantTorque.with({ tau: k + 1 });
        connect.push([`drive${k}.flange`, `joint.${flange}`]);
      });
      const expected = end({ ...before, equations });
      end({ ...after, connect }).forEach((x, i) => {
        expect(x).toBeCloseTo(expected[i]!, 8);
      });
    },
  );

  it("gimbal: moves as a ball joint does", () => {
    const angularVelocity = [0.4, 0.1, 0.2];
    // at zero angles their rates are the angular velocity
    const ball = end({ joint: Spherical({ ...ends, angularVelocity }) });
    end({ joint: GimbalWithFlanges({ ...ends, w1: 0.4, w2: 0.1, w3: 0.2 }) }).forEach((x, i) => {
      expect(x).toBeCloseTo(ball[i]!, 7);
    });
  });

  it("cylindrical: a rotor adds its inertia to the turn, and nothing to the fall", () => {
    const [tau, rotor] = [0.7, 0.4];
    const model = Model3D({
      world,
      body: round,
      joint: CylindricalWithFlanges({ ...ends, axis: 3 }),
      rotor: Inertia.with({ J: rotor }),
      motor: ConstantTorque.with({ tau }),
      connect: [
        ["motor.flange", "rotor.flange_a"],
        ["rotor.flange_b", "joint.rotation"],
      ],
    });
    const result = simulate(instantiate(model), { stopTime: 1 });
    expect(result.final("joint.turn.w")).toBeCloseTo(tau / (J + rotor), 9);
    expect(result.final("joint.slide.v")).toBeCloseTo(-g, 9);
  });

  it("screw: a nut that falls turns a rotor", () => {
    const [pitch, rotor] = [0.2, 0.05];
    const model = Model3D({
      world,
      body: round,
      joint: ScrewWithFlange({ ...ends, axis: 3, pitch }),
      rotor: Inertia.with({ J: rotor }),
      connect: [["rotor.flange_a", "joint.rotation"]],
    });
    // (m + (J + J_rotor)·(2π/p)²)·s'' = −m·g
    const a = (-m * g) / (m + (J + rotor) * ((2 * Math.PI) / pitch) ** 2);
    const result = simulate(instantiate(model), { stopTime: 1, tolerance: 1e-9 });
    expect(result.final("joint.slide.v")).toBeCloseTo(a, 8);
    expect(result.final("rotor.w")).toBeCloseTo((a * 2 * Math.PI) / pitch, 7);
  });

  it("neighbours do not collide unless they are told to", () => {
    const block = (material: string) =>
      Object3D({ feature: Solid({ shape: Box(), solidMaterial: material, collision: true }) });
    const run = (canCollide: boolean) =>
      contactsOf(
        simulate(
          instantiate(
            Model3D({
              world,
              ground: Object3D({
                parent: "world",
                feature: Solid({ shape: Box(), solidMaterial: "Steel", collision: true }),
              }),
              body: block("Steel"),
              joint: CylindricalWithFlanges({ obj1: "ground", obj2: "body", axis: 1, s: 0.999, canCollide }),
            }),
          ),
          { stopTime: 1e-3 },
        ),
      ).records.length;
    expect(run(false)).toBe(0);
    expect(run(true)).toBeGreaterThan(0);
  });

  it("refuses what cannot be", () => {
    expect(() => ScrewWithFlange({ ...ends, pitch: 0 })).toThrow(/pitch/);
    expect(() => PlanarWithFlanges({ ...ends, axis: 1, secondAxis: [2, 0, 0] })).toThrow(/secondAxis/);
    expect(() => PlanarWithFlanges({ ...ends, axis: 4 })).toThrow(/axis/);
    expect(() => UniversalWithFlanges({ ...ends, phi: 1 } as never)).toThrow(/phi/);
  });
});
