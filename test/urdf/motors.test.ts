// Motors of imported joints: what the file says about effort, velocity and transmissions.
import {
  Box,
  importUrdf,
  instantiate,
  Model3D,
  NoGravityField,
  Object3D,
  RattlebackError,
  Scene,
  Solid,
  simulate,
  UniformGravityField,
} from "rattleback";
import { describe, expect, it } from "vitest";

const J = 0.5;
const inertial = `<inertial><mass value="1"/><inertia ixx="${J}" iyy="${J}" izz="${J}"/></inertial>`;
const arm = (limit: string, extra = "") => `<robot name="arm"><link name="base"/><link name="rod">${inertial}</link>
  <joint name="hinge" type="${limit === "" ? "continuous" : "revolute"}"><parent link="base"/><child link="rod"/><axis xyz="0 0 1"/>${limit}</joint>${extra}</robot>`;
const geared = `<transmission name="t"><joint name="hinge"/><actuator name="m"><mechanicalReduction> 50 </mechanicalReduction></actuator></transmission>`;
const limits = '<limit lower="-3" upper="3" effort="10" velocity="3"/>';

const moved = (text: string, ...equations: string[]) =>
  simulate(
    instantiate(
      Model3D({
        world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
        robot: importUrdf(text, { motors: true, positions: { hinge: 0.5 } }).model,
        equations,
      }),
    ),
    { stopTime: 1, tolerance: 1e-8 },
  );

/** The robot with a motor that is asked for u. */
const driven = (text: string, u: string) => moved(text, `robot.hinge_motor.u = ${u}`);

function refusalOf(text: string, ...equations: string[]): RattlebackError {
  try {
    moved(text, ...equations);
  } catch (error) {
    if (error instanceof RattlebackError) return error;
    throw error;
  }
  throw new Error("accepted");
}

describe("motors of an imported robot", () => {
  it("pull with the torque of the motor times the reduction, from the position that was given", () => {
    const result = driven(arm(limits, geared), "0.01");
    // M = 50·0.01 N·m, φ = φ₀ + ½·(M/J)·t²
    expect(result.final("robot.hinge.w")).toBeCloseTo(1, 7);
    expect(result.final("robot.hinge.phi")).toBeCloseTo(1, 7);
  });
  it("pull no more than the effort limit, and no longer where the joint has its largest speed", () => {
    const result = driven(arm(limits, geared), "7");
    expect(result.at(0.1, "robot.hinge.w")).toBeCloseTo((10 / J) * 0.1, 7);
    expect(result.final<number>("robot.hinge.w")).toBeGreaterThan(2.99);
    expect(result.final<number>("robot.hinge.w")).toBeLessThanOrEqual(3 + 1e-8);
  });
  it("brake at any speed: the limit is one of pulling", () => {
    const result = driven(arm(limits), "if time < 0.5 then 10 else -10");
    // at 0.5 s it moves with 3 rad/s and slows down by 20 rad/s²
    const before = result.at<number>(0.5, "robot.hinge.w");
    expect(result.at<number>(0.6, "robot.hinge.w")).toBeCloseTo(before - 2, 5);
  });
  it("must be asked for something: the error names the inputs that nothing determines, and what to write", () => {
    const second = `<link name="top">${inertial}</link><joint name="wrist" type="prismatic"><parent link="rod"/><child link="top"/>${limits}</joint>`;
    const refusal = (...equations: string[]) => refusalOf(arm(limits, second), ...equations);
    expect(refusal().what).toBe(
      '2 equations are missing for the 2 unknowns "robot.hinge_motor.u", "robot.wrist_motor.u".',
    );
    expect(refusal("robot.hinge_motor.u = -3*robot.hinge.w")).toMatchObject({
      code: "E-STRUCT-UNDER",
      path: "robot.wrist_motor.u",
      hint: 'connect the input "robot.wrist_motor.u", or give it an equation: robot.wrist_motor.u = …',
    });
  });
  it("that no sticking or sliding of the joint agrees with are an error about friction, not about circuits", () => {
    const friction = '<dynamics friction="1"/>';
    // the joint holds a load of 1 N·m: it slides at 5 N·m, and the motor turns round as soon as it slides
    const turning = "if robot.hinge_friction.load > 1 then -9 elseif robot.hinge_friction.load < -1 then 9 else 5";
    const error = refusalOf(arm(limits + friction), `robot.hinge_motor.u = ${turning}`);
    expect(error.code).toBe("E-MIXED");
    expect(error.hint).toMatch(/friction elements.*friction: false/);
    expect(error.hint).not.toMatch(/circuit/);
  });
  it("have no limits where the file has none", () => {
    expect(driven(arm(""), "1e3").final("robot.hinge.w")).toBeCloseTo(1e3 / J, 4);
  });
  it("are not needed to know the limits, friction and what is wrong with them", () => {
    const odd = `<transmission name="t"><joint name="hinge"/><actuator name="m"><mechanicalReduction>fifty</mechanicalReduction></actuator></transmission>
      <gazebo reference="rod"><mu1>0.7</mu1><kp>1e6</kp></gazebo>`;
    const { limits: found, friction, report } = importUrdf(arm(limits, odd));
    expect(found).toEqual({ hinge: { lower: -3, upper: 3, effort: 10, velocity: 3 } });
    expect(friction).toEqual({ rod: 0.7 });
    expect(report).toContain('<mechanicalReduction> in line 2 is "fifty": 1 is used');
    expect(report).toContain("<kp> in <gazebo>: 1 ignored");
  });
  it("friction of links is that of their contacts: a block slides down a slope with g·(sin α − μ·cos α)", () => {
    const [a, b] = [0.6, 0.8]; // sin α, cos α
    const text = `<robot name="block"><link name="body"><inertial><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01"/></inertial>
      <collision><geometry><box size="0.2 0.2 0.02"/></geometry></collision></link>
      <gazebo reference="body"><mu1>0.2</mu1></gazebo></robot>`;
    const speed = (surfaceFriction: boolean) => {
      const { model } = importUrdf(text, { isFree: true, parent: "top", contactMaterial: "DryWood", surfaceFriction });
      const gravityField = UniformGravityField({ g: 10, n: [a, 0, -b] });
      const Slope = Model3D({
        world: Object3D({ feature: Scene({ gravityField, elasticContactReductionFactor: 1e-4 }) }),
        slope: Object3D({
          parent: "world",
          feature: Solid({
            shape: Box({ lengthX: 4, lengthY: 1, lengthZ: 0.1 }),
            contactMaterial: "DryWood",
            collision: true,
          }),
        }),
        top: Object3D({ parent: "world", translation: [0, 0, 0.06] }),
        robot: model,
      });
      const result = simulate(instantiate(Slope), { stopTime: 0.4, tolerance: 1e-6 });
      const v = (time: number) => result.at<number[]>(time, "robot.body.velocity")[0]!;
      return (v(0.4) - v(0.2)) / 0.2;
    };
    expect(speed(true)).toBeCloseTo(10 * (a - 0.2 * b), 1);
    // wood on wood has 0.3
    expect(speed(false)).toBeCloseTo(10 * (a - 0.3 * b), 1);
  });
  it("start where joints exist only", () => {
    expect(() => importUrdf(arm(""), { positions: { hing: 1 } })).toThrow(/E-URDF-POSITION.*hing/s);
    expect(() => importUrdf(arm(""), { positions: { hinge: Number.NaN } })).toThrow(/E-URDF-POSITION/);
  });
  it("start at zero where nothing is said, whatever their joints are called", () => {
    const text = arm("").replaceAll("hinge", "valueOf");
    const world = Object3D({ feature: Scene({ gravityField: NoGravityField() }) });
    const { model } = importUrdf(text);
    const result = simulate(instantiate(Model3D({ world, robot: model })), { stopTime: 0.1 });
    expect(result.final("robot.valueOf.phi")).toBe(0);
  });
});
