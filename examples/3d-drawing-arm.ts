// An imported arm with motors draws a loop on a table: its pen is pressed on the paper by the controllers of its joints.
import assert from "node:assert/strict";
import {
  Box,
  contactsOf,
  importUrdf,
  instantiate,
  Model3D,
  Object3D,
  Scene,
  Solid,
  simulate,
  UniformGravityField,
  Var,
} from "rattleback";

// m: both parts of the arm, the pillar, and the radius of the tip of the pen
const [upper, lower, height, tip] = [0.4, 0.35, 0.3, 0.004];
const rod = (length: number, mass: number) => `
  <inertial><origin xyz="${length / 2} 0 0"/><mass value="${mass}"/>
    <inertia ixx="0.002" iyy="${(mass * length ** 2) / 12}" izz="${(mass * length ** 2) / 12}"/></inertial>
  <visual><origin xyz="${length / 2} 0 0" rpy="0 1.5707963267948966 0"/><geometry><cylinder radius="0.03" length="${length}"/></geometry>
    <material name="orange"/></visual>`;
const hinge = (name: string, parent: string, child: string, origin: string, axis: string, effort: number) => `
  <joint name="${name}" type="revolute"><parent link="${parent}"/><child link="${child}"/><origin xyz="${origin}"/><axis xyz="${axis}"/>
    <limit lower="-3" upper="3" effort="${effort}" velocity="4"/><dynamics damping="0.2"/></joint>
  <transmission name="${name}Gear"><joint name="${name}"/><actuator name="${name}Motor"><mechanicalReduction>100</mechanicalReduction></actuator></transmission>`;

const description = `<robot name="draughtsman">
  <material name="orange"><color rgba="1 0.5 0.1 1"/></material>
  <link name="world"/>
  <link name="pillar"><inertial><mass value="2"/><inertia ixx="0.02" iyy="0.02" izz="0.01"/></inertial>
    <visual><origin xyz="0 0 ${-height / 2}"/><geometry><cylinder radius="0.06" length="${height}"/></geometry></visual></link>
  <link name="upper">${rod(upper, 2)}</link>
  <link name="lower">${rod(lower, 1.2)}</link>
  <link name="pen"><inertial><mass value="0.05"/><inertia ixx="1e-5" iyy="1e-5" izz="1e-5"/></inertial>
    <collision><geometry><sphere radius="${tip}"/></geometry></collision></link>
  ${hinge("turn", "world", "pillar", `0 0 ${height}`, "0 0 1", 60)}
  ${hinge("shoulder", "pillar", "upper", "0 0 0", "0 1 0", 80)}
  ${hinge("elbow", "upper", "lower", `${upper} 0 0`, "0 1 0", 40)}
  <joint name="holder" type="fixed"><parent link="lower"/><child link="pen"/><origin xyz="${lower} 0 0"/></joint>
</robot>`;

/** Angles that put the pen at a distance r from the pillar and below the shoulder. */
function anglesAt(r: number, below: number) {
  const elbow = Math.acos((r ** 2 + below ** 2 - upper ** 2 - lower ** 2) / (2 * upper * lower));
  const shoulder = Math.atan2(below, r) - Math.atan2(lower * Math.sin(elbow), upper + lower * Math.cos(elbow));
  return { shoulder, elbow };
}

const { model, limits } = importUrdf(description, {
  motors: true,
  contactMaterial: "Steel",
  positions: { turn: 0, ...anglesAt(0.55, height - 0.02) },
});

/** Masses times levers of the torques against gravity, N·m. */
const g = 9.81;
const [m1, m2, mPen] = [2, 1.2, 0.05];
const atShoulder = g * (m1 / 2 + m2 + mPen) * upper;
const atElbow = g * (m2 / 2 + mPen) * lower;

const Draughtsman = Model3D({
  world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g, n: [0, 0, -1] }), nominalLength: 0.5 }) }),
  table: Object3D({
    parent: "world",
    translation: [0.45, 0, -0.02],
    feature: Solid({
      shape: Box({ lengthX: 0.6, lengthY: 0.6, lengthZ: 0.04 }),
      solidMaterial: "DryWood",
      collision: true,
    }),
  }),
  robot: model,
  // stiffness and damping of the controllers, N·m/rad and N·m·s/rad
  k: 5000,
  d: 150,
  equations: `
    x = 0.45 + 0.1*cos(2*time)
    y = 0.08*sin(4*time)
    r = sqrt(x^2 + y^2)
    // the controllers ask the tip to go 2 mm into the table
    below = ${height - (tip - 0.002)}
    turn = atan2(y, x)
    elbow = acos((r^2 + below^2 - ${upper ** 2 + lower ** 2})/${2 * upper * lower})
    shoulder = atan2(below, r) - atan2(${lower}*sin(elbow), ${upper} + ${lower}*cos(elbow))
    robot.turn_motor.u = (k*(turn - robot.turn.phi) + d*(der(turn) - robot.turn.w))/100
    robot.elbow_motor.u = (k*(elbow - robot.elbow.phi) + d*(der(elbow) - robot.elbow.w) - ${atElbow}*cos(robot.shoulder.phi + robot.elbow.phi))/100
    robot.shoulder_motor.u = (k*(shoulder - robot.shoulder.phi) + d*(der(shoulder) - robot.shoulder.w) - ${atShoulder}*cos(robot.shoulder.phi)
      - ${atElbow}*cos(robot.shoulder.phi + robot.elbow.phi))/100`,
  ...Object.fromEntries(["x", "y", "r", "below", "turn", "elbow", "shoulder"].map((name) => [name, Var()])),
});

export default Draughtsman;
export const experiment = { stopTime: 3.2, plots: [["x", "robot.pen.r_abs[1]"], "robot.shoulder_motor.effort"] };

const result = simulate(instantiate(Draughtsman, { checkUnits: false }), { stopTime: 3.2, interval: 0.02 });
const pen = result.signal<number[][]>("robot.pen.r_abs").values;
const [x, y] = ["x", "y"].map((name) => result.signal(name).values);
const off = Array.from(result.time, (t, i) => (t < 0.2 ? 0 : Math.hypot(pen[i][0] - x[i], pen[i][1] - y[i])));
console.log(`the line is off by at most ${(1000 * Math.max(...off)).toFixed(1)} mm`);
assert(Math.max(...off) < 0.0025);

// Once the pen is down it stays on the paper, which it presses in by micrometres, and no motor pulls harder than it can.
const { records } = contactsOf(result);
assert.equal(records.at(-1)!.kind, "start");
assert(records.at(-1)!.time < 0.1);
const heights = pen.filter((_, i) => result.time[i] > 0.2).map(([, , z]) => z - tip);
assert(Math.max(...heights) < 0 && Math.min(...heights) > -1e-4);
for (const [joint, { effort = 0 }] of Object.entries(limits))
  assert(Math.max(...result.signal(`robot.${joint}_motor.effort`).values.map(Math.abs)) <= effort);
