// Motors of imported joints: what the file says about effort, velocity and transmissions.
import { importUrdf, instantiate, Model3D, NoGravityField, Object3D, Scene, simulate } from "rattleback";
import { describe, expect, it } from "vitest";

const J = 0.5;
const inertial = `<inertial><mass value="1"/><inertia ixx="${J}" iyy="${J}" izz="${J}"/></inertial>`;
const arm = (limit: string, extra = "") => `<robot name="arm"><link name="base"/><link name="rod">${inertial}</link>
  <joint name="hinge" type="${limit === "" ? "continuous" : "revolute"}"><parent link="base"/><child link="rod"/><axis xyz="0 0 1"/>${limit}</joint>${extra}</robot>`;
const geared = `<transmission name="t"><joint name="hinge"/><actuator name="m"><mechanicalReduction> 50 </mechanicalReduction></actuator></transmission>`;
const limits = '<limit lower="-3" upper="3" effort="10" velocity="3"/>';

/** The robot with a motor that is asked for u. */
const driven = (text: string, u: string) =>
  simulate(
    instantiate(
      Model3D({
        world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
        robot: importUrdf(text, { motors: true, positions: { hinge: 0.5 } }).model,
        equations: [`robot.hinge_motor.u = ${u}`],
      }),
    ),
    { stopTime: 1, tolerance: 1e-8 },
  );

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
  it("start where joints exist only", () => {
    expect(() => importUrdf(arm(""), { positions: { hing: 1 } })).toThrow(/E-URDF-POSITION.*hing/s);
    expect(() => importUrdf(arm(""), { positions: { hinge: Number.NaN } })).toThrow(/E-URDF-POSITION/);
  });
});
