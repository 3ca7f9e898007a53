import {
  dynamics,
  importUrdf,
  instantiate,
  Model3D,
  Object3D,
  type RattlebackError,
  Scene,
  simulate,
} from "rattleback";
import { importSdf, type SdfOptions } from "rattleback/robots";
import { describe, expect, it } from "vitest";

const inertial = (pose: string) =>
  `<inertial><pose>${pose}</pose><mass>1.5</mass><inertia><ixx>0.03</ixx><iyy>0.04</iyy><izz>0.02</izz><ixy>0.001</ixy></inertia></inertial>`;

function runOf(text: string, options: SdfOptions = {}, stopTime = 0.5) {
  const { model, gravityField, report, joints } = importSdf(text, options);
  const Robot = Model3D({ world: Object3D({ feature: Scene({ gravityField }) }), robot: model });
  return { result: simulate(instantiate(Robot), { stopTime, tolerance: 1e-9 }), report, joints };
}

/** Two links whose frames are anywhere: the joints are given in the child, as SDFormat does. */
const arm = `<sdf version="1.9"><model name="arm"><pose>0 0 1 0 0 0</pose>
  <link name="upper"><pose>0.1 0 0.2 0.3 0 0.1</pose>${inertial("0.2 0 0 0.1 0.2 0.3")}
    <visual name="v"><geometry><ellipsoid><radii>0.2 0.05 0.05</radii></ellipsoid></geometry><material><diffuse>1 0 0 1</diffuse></material></visual></link>
  <frame name="corner" attached_to="upper"><pose>0.4 0 0.1 0 0.5 0</pose></frame>
  <link name="lower"><pose relative_to="corner">0.05 0 0 0 0 0.7</pose>${inertial("0.1 0.05 0 0 0 0")}</link>
  <joint name="shoulder" type="revolute"><parent>world</parent><child>upper</child>
    <pose>-0.1 0.02 0 0 0 0.4</pose><axis><xyz>0 1 0</xyz><dynamics><damping>0.2</damping></dynamics></axis></joint>
  <joint name="elbow" type="revolute"><parent>upper</parent><child>lower</child>
    <pose relative_to="corner">0 0 0 0 0 0</pose><axis><xyz expressed_in="__model__">0 1 0.3</xyz>
    <dynamics><spring_stiffness>2</spring_stiffness><spring_reference>0.3</spring_reference></dynamics></axis></joint>
</model></sdf>`;

describe("importSdf", () => {
  it("computes inertias from collision shapes where the file asks for it", () => {
    const shape = (pose: string, geometry: string, density = "") =>
      `<collision name="c${pose}"><pose>${pose}</pose>${density}<geometry>${geometry}</geometry></collision>`;
    const [box, ball] = ["<box><size>0.4 0.2 0.1</size></box>", "<sphere><radius>0.1</radius></sphere>"];
    const sdf = (mass = "") => `<sdf version="1.11"><model name="m"><link name="rod"><pose>0 0 1 0 0 0</pose>
      <inertial auto="true"><density>500</density>${mass}</inertial>${shape("0.2 0 0 0 0 0", box)}${shape("0.5 0 0 0.3 0.2 0.1", ball, "<density>2000</density>")}</link>
      <joint name="hinge" type="revolute"><parent>world</parent><child>rod</child><axis><xyz>0 1 0</xyz></axis></joint></model></sdf>`;
    const momentOf = (text: string) => {
      const { model, gravityField } = importSdf(text);
      return dynamics(instantiate(Model3D({ world: Object3D({ feature: Scene({ gravityField }) }), robot: model })));
    };
    const [m1, m2] = [500 * 0.4 * 0.2 * 0.1, (2000 * 4 * Math.PI * 0.001) / 3];
    const moment = (m1 * (0.4 ** 2 + 0.1 ** 2)) / 12 + m1 * 0.2 ** 2 + 0.4 * m2 * 0.1 ** 2 + m2 * 0.5 ** 2;
    expect(momentOf(sdf()).massMatrix([0])[0]![0]! / moment).toBeCloseTo(1, 12);
    expect(momentOf(sdf()).biasForces([0], [0])[0]! / (-9.8 * (0.2 * m1 + 0.5 * m2))).toBeCloseTo(1, 12);
    // a mass scales it
    expect(momentOf(sdf("<mass>3</mass>")).massMatrix([0])[0]![0]! / ((moment * 3) / (m1 + m2))).toBeCloseTo(1, 12);
  });

  it("an included model that is merged has its parts in the model around it", () => {
    const rod = `<sdf version="1.10"><model name="rod"><link name="bar"><pose>0.1 0 0 0 0 0</pose>
      <inertial><mass>1</mass><inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial></link>
      <frame name="tip" attached_to="bar"><pose>0.2 0 0 0 0 0</pose></frame>
      <link name="hand"><pose relative_to="tip">0 0 0.5 0 0 0</pose></link>
      <joint name="wrist" type="fixed"><parent>bar</parent><child>hand</child></joint></model></sdf>`;
    const sdf = (merge: string, bar: string) => `<sdf version="1.10"><model name="arm"><link name="base"/>
      <include ${merge}><uri>rod.sdf</uri><pose>0 0 1 0 0 1.5707963267948966</pose></include>
      <joint name="hinge" type="revolute"><parent>base</parent><child>${bar}</child><axis><xyz>0 1 0</xyz></axis></joint></model></sdf>`;
    const readFile = (name: string) => (name === "rod.sdf" ? new TextEncoder().encode(rod) : undefined);
    const placeOf = (text: string, link: string) => {
      const { model, joints, report } = importSdf(text, { readFile });
      const result = simulate(instantiate(Model3D({ world: Object3D({ feature: Scene() }), robot: model })), {
        stopTime: 0,
      });
      expect(report.filter((line) => line.includes("merge"))).toEqual([]);
      return { joints, place: result.at<number[]>(0, `robot.${link}.r_abs`) };
    };
    const merged = placeOf(sdf('merge="true"', "bar"), "hand");
    expect(merged.joints).toEqual(["hinge"]);
    // turned by 90°: x of the rod is y of the arm
    [0, 0.3, 1.5].forEach((value, k) => expect(merged.place[k]).toBeCloseTo(value, 12));
    expect(placeOf(sdf("", "rod::bar"), "rod__hand").place).toEqual(merged.place);
  });

  it("a joint that mimics another follows it; gearboxes and surfaces are named, friction of surfaces is told", () => {
    const link = (name: string) =>
      `<link name="${name}">${inertial("0.2 0 0 0 0 0")}<collision name="c"><geometry><sphere><radius>0.1</radius></sphere></geometry>
        <surface><friction><ode><mu>0.3</mu><mu2>0.2</mu2></ode></friction><bounce/></surface></collision></link>`;
    const joint = (child: string, axis: string) =>
      `<joint name="to_${child}" type="revolute"><parent>world</parent><child>${child}</child><axis><xyz>0 1 0</xyz>${axis}</axis></joint>`;
    const mimic = `<mimic joint="to_a"><multiplier>2</multiplier><offset>0.1</offset><reference>0.3</reference></mimic>`;
    const text = `<sdf version="1.11"><model name="m">${link("a")}${link("b")}${joint("a", "")}${joint("b", mimic)}
      <joint name="gear" type="gearbox"><parent>a</parent><child>b</child></joint></model></sdf>`;
    const { result, report } = runOf(text, {}, 0.2);
    for (const time of [0, 0.2])
      expect(result.at(time, "robot.to_b.phi")).toBeCloseTo(
        2 * (result.at<number>(time, "robot.to_a.phi") - 0.3) + 0.1,
        10,
      );
    expect(report).toEqual([
      "<mu2> in <ode>: 2 ignored",
      "<bounce> in <surface>: 2 ignored",
      'joint "gear": gearboxes are not read; a JointCoupling of the joints about its axes is one',
    ]);
    expect(importSdf(text).friction).toEqual({ a: 0.3, b: 0.3 });
  });

  it("a limit on one side is a stop there; effort limits are those of the file, with and without stops", () => {
    const limited = (limit: string) =>
      `<sdf version="1.9"><model name="m"><link name="rod">${inertial("0.2 0 0 0 0 0")}</link>
        <joint name="hinge" type="revolute"><parent>world</parent><child>rod</child>
        <axis><xyz>0 1 0</xyz><limit>${limit}</limit></axis></joint></model></sdf>`;
    const text = limited("<lower>-inf</lower><upper>0.1</upper><effort>7</effort>");
    const { limits, report } = importSdf(text);
    expect(limits).toEqual({ hinge: { lower: -Infinity, upper: 0.1, effort: 7, velocity: undefined } });
    expect(report).toEqual(["effort limits (the option motors uses them): 1 ignored"]);
    // gravity pulls it towards the stop, where it stays
    const { result } = runOf(text, { stops: { stiffness: 1e4, damping: 100 } }, 1);
    expect(result.final("robot.hinge.phi")).toBeCloseTo(0.1, 2);
    expect(importSdf(limited("<effort>7</effort><velocity>-1</velocity>")).limits.hinge).toMatchObject({
      effort: 7,
      velocity: undefined,
    });
  });

  it("an arm with frames on either side of its joints moves as the same arm with frames in the joints", () => {
    const { result, report, joints } = runOf(arm);
    expect(report).toEqual([]);
    expect(joints).toEqual(["shoulder", "elbow"]);
    // the links begin where the file puts them
    const start = result.at<number[]>(0, "robot.upper.r_abs");
    [0.1, 0, 1.2].forEach((x, i) => {
      expect(start[i]).toBeCloseTo(x, 12);
    });
    // gravity's work and the losses of the damper
    const energy = result.signal("energy.total").values;
    const spring = (k: number) => (2 / 2) * (result.signal("robot.elbow.phi").values[k]! - 0.3) ** 2;
    const { time } = result;
    const w = result.signal("robot.shoulder.w").values;
    let lost = 0;
    for (let k = 1; k < time.length; k++) lost += ((time[k]! - time[k - 1]!) / 2) * 0.2 * (w[k]! ** 2 + w[k - 1]! ** 2);
    const last = time.length - 1;
    expect(energy[last]! + spring(last) + lost).toBeCloseTo(energy[0]! + spring(0), 3);
    expect(lost).toBeGreaterThan(0.01);
  });

  it("agrees with the same robot as URDF", () => {
    const mass = (x: string) =>
      `<inertial><origin xyz="${x}"/><mass value="1.5"/><inertia ixx="0.03" iyy="0.04" izz="0.02" ixy="0.001"/></inertial>`;
    const urdf = `<robot name="r"><link name="base"/><link name="a">${mass("0.2 0 0")}</link><link name="b">${mass("0.1 0 0")}</link>
      <joint name="j" type="continuous"><origin xyz="0 0 1" rpy="0.1 0.2 0.3"/><parent link="base"/><child link="a"/><axis xyz="0 1 0"/></joint>
      <joint name="k" type="prismatic"><origin xyz="0.4 0 0" rpy="0 0 0.5"/><parent link="a"/><child link="b"/><axis xyz="1 0 1"/></joint></robot>`;
    const sdf = `<sdf version="1.9"><model name="r">
      <link name="a"><pose>0 0 1 0.1 0.2 0.3</pose>${inertial("0.2 0 0 0 0 0")}</link>
      <link name="b"><pose relative_to="a">0.4 0 0 0 0 0.5</pose>${inertial("0.1 0 0 0 0 0")}</link>
      <joint name="j" type="revolute"><parent>world</parent><child>a</child><axis><xyz>0 1 0</xyz></axis></joint>
      <joint name="k" type="prismatic"><parent>a</parent><child>b</child><axis><xyz>1 0 1</xyz></axis></joint></model></sdf>`;
    const { gravityField } = importSdf(sdf);
    const other = simulate(
      instantiate(Model3D({ world: Object3D({ feature: Scene({ gravityField }) }), robot: importUrdf(urdf).model })),
      { stopTime: 0.5, tolerance: 1e-9 },
    );
    const { result } = runOf(sdf);
    for (const name of ["robot.j.phi", "robot.k.s"]) expect(result.final(name)).toBeCloseTo(other.final(name), 8);
  });

  it("a world of several models: free ones fall, static ones stay, nested and included ones have their names", () => {
    const files: Record<string, string> = {
      "ball/model.sdf": `<sdf version="1.9"><model name="ball"><link name="body">${inertial("0 0 0 0 0 0")}</link></model></sdf>`,
    };
    const readFile = (name: string) => (name in files ? new TextEncoder().encode(files[name]) : undefined);
    const text = `<sdf version="1.9"><world name="w"><gravity>0 0 -5</gravity><light name="sun"/>
      <include><uri>model://ball</uri><pose>1 0 3 0 0 0</pose></include>
      <model name="table"><static>true</static><link name="top"><collision name="c"><geometry><plane/></geometry></collision></link></model>
      <model name="pair"><pose>0 0 4 0 0 0</pose><model name="left"><pose>0 1 0 0 0 0</pose><link name="body">${inertial("0 0 0 0 0 0")}</link></model>
        <link name="right">${inertial("0 0 0 0 0 0")}</link>
        <joint name="hold" type="fixed"><parent>right</parent><child>left::body</child></joint></model>
    </world></sdf>`;
    const { result, report } = runOf(text, { readFile }, 1);
    expect(result.final<number[]>("robot.ball__body.r_abs")[2]).toBeCloseTo(3 - 2.5, 6);
    expect(result.final<number[]>("robot.table__top.r_abs")[2]).toBe(0);
    const [right, left] = ["right", "left__body"].map((name) => result.final<number[]>(`robot.pair__${name}.r_abs`));
    expect([left![0]! - right![0]!, left![1]! - right![1]!, left![2]! - right![2]!].map((x) => x.toFixed(9))).toEqual([
      "0.000000000",
      "1.000000000",
      "0.000000000",
    ]);
    expect(report.slice(0, 2)).toEqual([
      "<light> in <world>: 1 ignored",
      'shape <plane> of link "table::top" in line 3: not known',
    ]);
  });

  it("models in models come from files, found above the description, with the name, place and placement frame of the include", () => {
    const mass = inertial("0 0 0 0 0 0");
    const files: Record<string, string> = {
      "../../hand/model.config": "<model><sdf version='1.5'>old.sdf</sdf><sdf version='1.9'>hand.sdf</sdf></model>",
      "../../hand/hand.sdf": `<sdf version="1.9"><model name="hand"><pose>9 9 9 0 0 0</pose><link name="palm">${mass}
        <visual name="v"><geometry><mesh><uri>meshes/palm.stl</uri></mesh></geometry></visual></link>
        <frame name="wrist"><pose>0 0 0.5 0 0 0</pose></frame><include><uri>finger.sdf</uri><pose>0 0.1 0 0 0 0</pose></include>
        <joint name="knuckle" type="fixed"><parent>palm</parent><child>finger</child></joint></model></sdf>`,
      "../../hand/finger.sdf": `<sdf version="1.9"><model name="finger"><link name="tip">${mass}</link></model></sdf>`,
    };
    const asked: string[] = [];
    const readFile = (name: string) => {
      asked.push(name);
      return name in files ? new TextEncoder().encode(files[name]) : undefined;
    };
    const text = `<sdf version="1.9"><world name="w"><include><uri>model://sun</uri></include>
      <frame name="bench"><pose>0 0 2 0 0 0</pose></frame>
      <model name="robot"><pose relative_to="bench">1 0 0 0 0 0</pose><link name="arm">${mass}</link>
      <include><name>left</name><uri>model://hand</uri><placement_frame>wrist</placement_frame><pose>0 1 0 0 0 0</pose></include>
      <joint name="hold" type="fixed"><parent>arm</parent><child>left::__model__</child></joint>
      <joint name="stand" type="revolute"><parent>arm</parent><child>world</child><axis><xyz>0 1 0</xyz></axis></joint></model></world></sdf>`;
    const { result, report } = runOf(text, { readFile }, 0.1);
    const at = (name: string) => result.at<number[]>(0, `robot.${name}.r_abs`).map((x) => Number(x.toFixed(12)));
    expect(at("arm")).toEqual([1, 0, 2]);
    expect(at("left__palm")).toEqual([1, 1, 1.5]);
    expect(at("left__finger__tip")).toEqual([1, 1.1, 1.5]);
    expect(asked).toContain("../../hand/meshes/palm.stl");
    expect(report).toContain('include "model://sun": not found beside the description nor above it, left out');
  });

  it("a frame may be called like that of a nested model, as in files that were flattened", () => {
    const { result } = runOf(
      `<sdf version="1.9"><model name="m"><link name="a"><pose relative_to="inner::__model__">0 0 1 0 0 0</pose>${inertial("0 0 0 0 0 0")}</link>
      <frame name="inner::__model__"><pose>2 0 0 0 0 0</pose></frame></model></sdf>`,
      {},
      0.1,
    );
    expect(result.at<number[]>(0, "robot.a.r_abs")).toEqual([2, 0, 1]);
  });

  it("a joint to the world turns as the same joint from the world does, the other way round", () => {
    const link = `<link name="a"><pose>0 0 1 0 0 0</pose>${inertial("0.2 0 0.1 0 0 0")}</link>`;
    const joint = (ends: string, axis: string) =>
      `<sdf version="1.9"><model name="m">${link}<joint name="j" type="revolute">${ends}<pose relative_to="a">0.1 0 0 0 0 0</pose>
      <axis><xyz>${axis}</xyz><limit><lower>-inf</lower><upper>inf</upper><effort>inf</effort></limit></axis></joint></model></sdf>`;
    const [from, to] = [
      runOf(joint("<parent>world</parent><child>a</child>", "0 1 0")),
      runOf(joint("<parent>a</parent><child>world</child>", "0 1 0")),
    ];
    expect(to.result.final("robot.j.phi")).toBeCloseTo(-from.result.final<number>("robot.j.phi"), 9);
    expect(to.result.final<number[]>("robot.a.r_abs")[2]).toBeCloseTo(
      from.result.final<number[]>("robot.a.r_abs")[2]!,
      9,
    );
    expect(Math.abs(to.result.final("robot.j.phi"))).toBeGreaterThan(0.1);
  });

  it("quaternions say the same as roll, pitch and yaw; prefixes of other programs are passed over and named", () => {
    const pose = (text: string) => `<sdf version="1.9"><model name="m"><link name="a">${text}${inertial("0 0 0 0 0 0")}
      <collision name="c"><geometry><sphere><radius>0.1</radius></sphere></geometry><drake:proximity_properties><drake:mu_dynamic>1</drake:mu_dynamic>
      </drake:proximity_properties></collision></link></model></sdf>`;
    const half = Math.SQRT1_2;
    const [angles, quaternion] = [
      runOf(pose(`<pose degrees="true">1 2 3 90 0 0</pose>`), {}, 0.1),
      runOf(pose(`<pose rotation_format="quat_xyzw">1 2 3 ${half} 0 0 ${half}</pose>`), {}, 0.1),
    ];
    const R = (run: typeof angles) => run.result.at<number[][]>(0, "robot.a.R_abs").flat();
    R(angles).forEach((x, i) => {
      expect(R(quaternion)[i]).toBeCloseTo(x, 12);
    });
    expect(quaternion.report).toEqual(["<drake:proximity_properties> in <collision>: 1 ignored"]);
  });

  it("builds what is connected oddly: loops that nothing holds, two fixed joints to one link, joints within what is rigid, models of one name", () => {
    const link = (name: string, x: number) =>
      `<link name="${name}"><pose>${x} 0 0 0 0 0</pose>${inertial("0 0 0 0 0 0")}</link>`;
    const joint = (name: string, type: string, parent: string, child: string) =>
      `<joint name="${name}" type="${type}"><parent>${parent}</parent><child>${child}</child><axis><xyz>0 1 0</xyz></axis></joint>`;
    const ring = `${link("a", 0)}${link("b", 1)}${joint("ab", "revolute", "a", "b")}${joint("ba", "ball", "b", "a")}`;
    const welded = `${link("a", 0)}${link("b", 1)}${link("c", 2)}${joint("ac", "fixed", "a", "c")}${joint("bc", "fixed", "b", "c")}
      ${joint("ab", "revolute", "a", "b")}`;
    const text = `<sdf version="1.9"><world name="w"><gravity>0 0 -2</gravity><model name="m">${welded}</model>
      <model name="m">${link("d", 3)}</model><model name="rail"><static>1</static>${link("e", 4)}${link("f", 5)}${joint("ef", "prismatic", "e", "f")}</model></world></sdf>`;
    const { result, report, joints } = runOf(text, {}, 1);
    const final = (name: string) => result.final<number[]>(`robot.${name}.r_abs`).map((x) => Number(x.toFixed(6)));
    expect(final("m__a")).toEqual([0, 0, -1]);
    expect(final("m__b")).toEqual([1, 0, -1]);
    expect(final("m__c")).toEqual([2, 0, -1]);
    expect(final("m_2__d")).toEqual([3, 0, -1]);
    expect(final("rail__f")).toEqual([5, 0, 0]);
    expect(joints).toEqual([]);
    expect(report.slice(0, 2)).toEqual([
      'there are several models "m": one is called m_2',
      'joint "m::ab" connects links that are rigidly connected: left out',
    ]);
    const free = importSdf(`<sdf version="1.9"><model name="m">${ring}</model></sdf>`);
    expect(free.report).toEqual(['links form a loop that nothing holds: "a" moves freely']);
    instantiate(Model3D({ world: Object3D({ feature: Scene() }), robot: free.model }));
  });

  it.each([
    ["universal", { "robot.j.phi1": 0 }],
    ["ball", {}],
    ["screw", { "robot.j.phi": 0 }],
  ])("reads joints of type %s", (type, starts) => {
    const text = `<sdf version="1.9"><model name="m"><link name="a"><pose>0 0 1 0 0 0</pose>${inertial("0.2 0.1 0 0 0 0")}</link>
      <joint name="j" type="${type}"><parent>world</parent><child>a</child><axis><xyz>0 0 1</xyz></axis><axis2><xyz>0 1 0</xyz></axis2>
      <screw_thread_pitch>0.1</screw_thread_pitch></joint></model></sdf>`;
    const { result } = runOf(text, {}, 0.2);
    for (const [name, value] of Object.entries(starts)) expect(result.at(0, name)).toBe(value);
    const energy = result.signal("energy.total").values;
    expect(energy.at(-1)).toBeCloseTo(energy[0]!, 7);
  });

  it("a link without inertial weighs 1 kg, as SDFormat says, and the report tells", () => {
    const { result, report } = runOf(`<sdf version="1.9"><model name="m"><link name="a"/></model></sdf>`, {}, 1);
    expect(result.final<number[]>("robot.a.r_abs")[2]).toBeCloseTo(-4.9, 6);
    expect(report).toEqual(['link "a" has no <inertial>: 1 kg and 1 kg·m², as SDFormat says']);
  });

  it("closes a loop where two joints lead to one link", () => {
    const bar = (name: string, pose: string) =>
      `<link name="${name}"><pose>${pose}</pose>${inertial("0 0 0 0 0 0")}</link>`;
    const pin = (name: string, parent: string, child: string, pose: string) =>
      `<joint name="${name}" type="revolute"><parent>${parent}</parent><child>${child}</child><pose relative_to="__model__">${pose}</pose><axis><xyz>0 1 0</xyz></axis></joint>`;
    const text = `<sdf version="1.9"><model name="fourbar">${bar("crank", "0 0 0.1 0 0 0")}${bar("rod", "0.2 0 0.3 0 0 0")}${bar("rocker", "0.4 0 0.1 0 0 0")}
      ${pin("a", "world", "crank", "0 0 0 0 0 0")}${pin("b", "crank", "rod", "0.1 0 0.2 0 0 0")}
      ${pin("c", "world", "rocker", "0.4 0 -0.1 0 0 0")}${pin("d", "rocker", "rod", "0.4 0 0.3 0 0 0")}</model></sdf>`;
    const { result } = runOf(text, { withFlanges: false }, 0.3);
    const energy = result.signal("energy.total").values;
    expect(energy.at(-1)).toBeCloseTo(energy[0]!, 6);
    const [p, q] = ["d_frame", "d_end"].map((name) => result.final<number[]>(`robot.${name}.r_abs`));
    expect(Math.hypot(p![0]! - q![0]!, p![2]! - q![2]!)).toBeLessThan(1e-9);
    expect(Math.abs(result.final("robot.a.phi"))).toBeGreaterThan(1e-3);
  });

  it.each([
    ["<sdf", "", "E-SDF-XML"],
    ["<robot/>", "the outer element is <robot>"],
    ["<model name='m'><link name='a'/></model>", "it is a part of a description"],
    ["<sdf version='1.9'><model name='m'/></sdf>", "none of its models has a <link>"],
    ["<sdf version='1.9'/>", "it has no <model>"],
    [
      "<sdf version='1.9'><model name='m'><link name='a'/><joint name='j' type='revolute'><parent>world</parent><child>b</child></joint></model></sdf>",
      'refers to "b"',
    ],
    [
      "<sdf version='1.9'><model name='m'><link name='a'><pose>1 2</pose></link></model></sdf>",
      "is not 6 finite numbers",
    ],
    [
      "<sdf version='1.9'><model name='m'><link name='a'/><frame name='a'/></model></sdf>",
      'two elements are named "a"',
    ],
    [
      "<sdf version='1.9'><model name='m'><link name='a'><inertial auto='true'/></link></model></sdf>",
      "no collision shape of it has a mass that can be",
    ],
    [
      "<sdf version='1.9'><model name='m'><link name='a'/><joint name='j' type='ball'><parent>a</parent><child>a</child></joint></model></sdf>",
      'joint "j" connects "a" with itself',
    ],
    [
      "<sdf version='1.9'><model name='m'><link name='a'><pose rotation_format='quat_xyzw'>0 0 0 0 0 0 0</pose></link></model></sdf>",
      "the quaternion is zero",
    ],
    ["<sdf version='1.9'><world name='w'><include><uri>model://x</uri></include></world></sdf>", "cannot be read"],
  ])("refuses %s", (text, because, code = "E-SDF") => {
    let error: RattlebackError | undefined;
    try {
      importSdf(text);
    } catch (thrown) {
      error = thrown as RattlebackError;
    }
    expect(error?.code).toBe(code);
    expect(error?.because).toContain(because);
  });
});
