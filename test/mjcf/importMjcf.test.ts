// MuJoCo's own program says what a file means: positions of all bodies at the start and after a while.
import { dynamics, instantiate, Model3D, Object3D, type RattlebackError, Scene, simulate } from "rattleback";
import { importMjcf, type MjcfOptions } from "rattleback/robots";
import { PrescribedAngle } from "rattleback/rotational";
import { describe, expect, it } from "vitest";
import { witnessOf } from "./mujoco.ts";

const step = 1e-4;
const smooth = `<option timestep="${step}" integrator="RK4"><flag contact="disable" limit="disable" frictionloss="disable"/></option>`;

function modelOf(text: string, options: MjcfOptions = {}) {
  const imported = importMjcf(text, options);
  const { gravityField, model } = imported;
  return {
    ...imported,
    instance: instantiate(Model3D({ world: Object3D({ feature: Scene({ gravityField }) }), robot: model })),
  };
}

/** Largest difference of the places of bodies, in metres. */
async function difference(text: string, bodies: readonly string[], stopTime: number, options: MjcfOptions = {}) {
  const result = simulate(modelOf(text, options).instance, { stopTime, tolerance: 1e-9 });
  const witness = await witnessOf(text);
  if (options.keyframe !== undefined) witness.useKeyframe(0);
  let largest = 0;
  for (const time of [0, stopTime]) {
    witness.step(Math.round(time / step));
    bodies.forEach((name, k) => {
      const ours = result.at<number[]>(time, `robot.${name}.r_abs`);
      const axes = result.at<number[][]>(time, `robot.${name}.R_abs`);
      for (let i = 0; i < 3; i++) {
        largest = Math.max(largest, Math.abs(ours[i]! - witness.xpos[3 * k + 3 + i]!));
        // axes of the body as columns there, as rows here
        for (let j = 0; j < 3; j++)
          largest = Math.max(largest, Math.abs(axes[j]![i]! - witness.xmat[9 * k + 9 + 3 * i + j]!));
      }
    });
  }
  return largest;
}

const arm = `<mujoco model="arm">
  ${smooth}
  <default><joint damping="0.1" armature="0.02"/><geom density="800"/>
    <default class="thin"><geom type="capsule" size="0.02" rgba="1 0 0 1"/><joint armature="0.03"/></default></default>
  <worldbody>
    <geom type="plane" size="0 0 1"/>
    <body name="upper" pos="0.1 0.2 1" euler="10 20 30" childclass="thin">
      <joint name="shoulder" axis="0 1 0.2" pos="0.05 0 0" ref="5" range="-90 90" stiffness="2" springref="20"/>
      <geom fromto="0 0 0 0.3 0 0"/>
      <body name="lower" pos="0.3 0 0">
        <joint name="elbow" axis="0 1 0"/><joint name="slide" type="slide" axis="1 0 0" stiffness="50" armature="0"/>
        <inertial pos="0.1 0.02 0" mass="0.7" diaginertia="0.01 0.02 0.015" euler="0 0 40"/>
        <body name="tip" pos="0.2 0 0" axisangle="1 2 3 50"><joint type="ball" damping="0" armature="0"/>
          <geom type="box" size="0.05 0.03 0.02" mass="0.4" pos="0.06 0 0"/></body>
      </body>
    </body>
    <body name="stone" pos="1 0 2" quat="0.9 0.1 0.3 0.1"><freejoint/><geom type="ellipsoid" size="0.1 0.2 0.05"/></body>
  </worldbody>
  <actuator><motor name="m1" joint="elbow" gear="2"/><position name="p1" joint="shoulder" kp="3" kv="0.2"/>
    <general joint="slide" gainprm="5" biastype="affine" biasprm="0.1 -5 -0.3" gear="0.5" ctrlrange="-0.2 0.2"/></actuator>
  <keyframe><key name="home" qpos="0.1 0.2 0.03 0.9 0.1 0.2 0.3 1 0 2 0.9 0.1 0.3 0.1"
    qvel="0.1 0.2 0.3 1 2 3 0.5 0.1 0 3 2 1" ctrl="0.3 0.5 0.9"/></keyframe>
</mujoco>`;

describe("importMjcf", () => {
  it("an arm with hinges, slide, ball, springs, rotors, actuators and a free stone moves as in MuJoCo", async () => {
    expect(await difference(arm, ["upper", "lower", "tip", "stone"], 0.5, { keyframe: "home" })).toBeLessThan(1e-6);
  });

  it.each([
    [
      "several joints of one body act in their order",
      `<body name="a" pos="0 0 1"><joint axis="0 0 1" pos="0.1 0 0"/><joint type="slide" axis="1 0 0" stiffness="30"/>
        <joint axis="0 1 0" pos="0 0.2 0.1"/><geom type="cylinder" size="0.05 0.2" pos="0.1 0 0"/></body>`,
      ["a"],
    ],
    [
      "frames are folded into what they carry",
      `<frame pos="0 0 0.5" euler="0 30 0"><body name="a" pos="0.2 0 0"><frame euler="20 0 0" pos="0 0.1 0">
        <joint axis="1 0 1"/><geom type="box" size="0.1 0.05 0.02" pos="0.1 0 0"/></frame></body></frame>`,
      ["a"],
    ],
    [
      "a mesh of corners is their hull, and its mass that of the density",
      `<body name="a"><joint axis="0 1 0"/><geom type="mesh" mesh="wedge" pos="0.2 0 0"/></body>`,
      ["a"],
    ],
    [
      "orientations by two axes and by the z axis",
      `<body name="a" xyaxes="0 1 0 -1 0 1"><joint axis="0 1 0"/><geom type="box" size="0.1 0.2 0.05" zaxis="1 1 0" pos="0.1 0 0.2"/>
        <body name="b" zaxis="1 0 0.5" pos="0 0 0.3"><joint axis="1 0 0"/><geom size="0.05" pos="0 0.1 0"/></body></body>`,
      ["a", "b"],
    ],
  ])("%s", async (_, bodies, names) => {
    const text = `<mujoco>${smooth}<asset><mesh name="wedge" vertex="0 0 0 0.2 0 0 0 0.1 0 0 0 0.1" scale="1 2 1"/></asset>
      <worldbody>${bodies}</worldbody></mujoco>`;
    expect(await difference(text, names, 0.3)).toBeLessThan(1e-6);
  });

  it("gravcomp holds a share of the weight at the centre of mass", async () => {
    const held = (name: string, share: number, inside = "") =>
      `<body name="${name}" pos="0 0 1" gravcomp="${share}"><joint axis="0 1 .3"/><geom type="box" size=".2 .1 .05" pos=".2 0 .1"/>${inside}</body>`;
    const bodies = held("a", 1) + held("b", 0.4, held("c", -0.5));
    const text = `<mujoco>${smooth}<compiler settotalmass="7"/><worldbody>${bodies}</worldbody></mujoco>`;
    expect(importMjcf(text).report.join()).not.toContain("gravcomp");
    expect(await difference(text, ["a", "b", "c"], 0.3)).toBeLessThan(1e-8);
  });

  it("a fixed tendon pulls at its joints, as a spring and for an actuator", async () => {
    const link = (name: string, joint: string) =>
      `<body name="${name}" pos="0 ${name === "a" ? 0 : 0.5} 1"><joint name="${joint}" axis="0 1 0"/><geom type="box" size="0.1 0.02 0.02" pos="0.1 0 0"/></body>`;
    const text = `<mujoco>${smooth}<worldbody>${link("a", "j")}${link("b", "k")}</worldbody>
      <tendon><fixed name="t" stiffness="3" damping="0.05" springlength="0.2"><joint joint="j" coef="0.7"/><joint joint="k" coef="-0.4"/></fixed></tendon>
      <actuator><motor tendon="t" gear="2"/></actuator><keyframe><key name="k" ctrl="0.6"/></keyframe></mujoco>`;
    expect(await difference(text, ["a", "b"], 0.4, { keyframe: "k" })).toBeLessThan(1e-6);
  });

  const rests = ["", 'springlength="-0.3"', 'springlength="0.1 0.5"', 'springlength="-0.6 0.05"'];

  it.each(rests)(
    "a fixed tendon %s rests where the springs of its joints rest, or is slack between two lengths",
    async (rest) => {
      const text = `<mujoco>${smooth}<compiler angle="radian"/><worldbody><body name="a" pos="0 0 1"><joint name="j" axis="0 1 0" ref="0.5" springref="0.2"/>
      <geom type="box" size=".1 .1 .2" pos=".2 0 0"/><body name="b" pos=".4 0 0"><joint name="k" axis="0 1 0"/><geom type="box" size=".1 .1 .2" pos=".2 0 0"/></body></body></worldbody>
      <tendon><fixed name="t" stiffness="30" ${rest}><joint joint="j" coef="-0.7"/><joint joint="k" coef="0.4"/></fixed></tendon></mujoco>`;
      expect(importMjcf(text).report.join()).not.toContain("tendon");
      expect(await difference(text, ["a", "b"], 0.3)).toBeLessThan(1e-6);
    },
  );

  it.each([...rests, 'springlength="0.3 1.2"'])("a tendon between sites %s does, too", async (rest) => {
    const text = `<mujoco>${smooth}<compiler angle="radian"/><worldbody><site name="s" pos="0 0 2"/><body name="a" pos="0 0 1" euler="0 0.4 0">
      <joint name="j" axis="0 1 0" pos="0 0 .1" ref="0.1" springref="0.6"/><joint name="k" type="slide" axis="1 0 0" stiffness="9" springref="0.1"/>
      <geom type="box" size=".1 .1 .2" pos=".2 0 0"/><site name="e" pos=".3 0 .1"/></body></worldbody>
      <tendon><spatial name="t" stiffness="50" damping="0.4" ${rest}><site site="s"/><site site="e"/></spatial></tendon></mujoco>`;
    expect(importMjcf(text).report.join()).not.toContain("tendon");
    expect(await difference(text, ["a"], 0.3)).toBeLessThan(1e-6);
  });

  it("bodies without geoms keep what <inertial> says where inertias are those of geoms", async () => {
    const text = `<mujoco>${smooth}<compiler inertiafromgeom="true" inertiagrouprange="0 2"/><worldbody><body name="a"><joint axis="0 1 0"/>
      <inertial pos=".1 0 0" mass="1" diaginertia=".1 .1 .1"/><geom group="4" size=".2" pos=".3 0 0"/></body></worldbody></mujoco>`;
    expect(importMjcf(text).report.join()).not.toContain("without mass");
    expect(await difference(text, ["a"], 0.3)).toBeLessThan(1e-7);
  });

  it("balls and free bodies are damped about and along all axes, and actuators damp or have a gain that depends on the motion", async () => {
    const solid = '<geom type="box" size=".1 .2 .3" pos=".1 0 0"/>';
    const text = `<mujoco>${smooth}<worldbody><body name="a" pos="0 0 1"><joint name="b" type="ball" damping="3" pos="0.1 0 .1"/>${solid}</body>
      <body name="c" euler="40 10 20"><joint name="f" type="free" damping="2"/>${solid}</body><body name="d"><joint name="h" axis="0 1 0"/>${solid}</body></worldbody>
      <actuator><damper name="m" joint="h" kv="2" gear="1.5" ctrlrange="0 1"/><general name="g" joint="h" gaintype="affine" gainprm="1 2 3"/><damper joint="h" ctrlrange="0 1"/></actuator>
      <keyframe><key name="k" qpos="1 .3 .2 .1 0 0 1 1 .3 .2 .1 .4" qvel="1 2 3 1 2 3 1 2 3 .5" ctrl="0.7 0.6 1"/></keyframe></mujoco>`;
    expect(importMjcf(text).report.join()).not.toMatch(/damp|actuator/);
    expect(await difference(text, ["a", "c", "d"], 0.3, { keyframe: "k" })).toBeLessThan(1e-6);
  });

  it("what is connected to a joint may prescribe its motion: only a keyframe says how joints start", () => {
    const text = `<mujoco><worldbody><body name="arm"><joint name="h" axis="0 1 0"/><geom type="box" size=".2 .1 .1"/></body></worldbody>
      <keyframe><key name="there" qpos="0.7"/></keyframe></mujoco>`;
    for (const keyframe of [undefined, "there"]) {
      const { model } = importMjcf(text, keyframe === undefined ? {} : { keyframe });
      const Driven = Model3D({
        world: Object3D({ feature: Scene() }),
        robot: model,
        drive: PrescribedAngle,
        connect: [["drive.flange", "robot.h_flange"]],
        equations: `drive.phi = ${keyframe === undefined ? 0.3 : 0.7} + sin(quantity(2, "1/s")*time)`,
      });
      const result = simulate(instantiate(Driven), { stopTime: 1 });
      expect(result.at(0, "robot.h.w")).toBeCloseTo(2, 12);
      expect(result.warnings).toEqual([]);
    }
  });

  it("loops closed by <connect>, coupled joints and a tendon between sites hold exactly", () => {
    const bar = (name: string, pos: string, to: string, inside = "") =>
      `<body name="${name}" pos="${pos}"><joint name="j${name}" axis="0 1 0"/><geom type="capsule" size="0.02" fromto="0 0 0 ${to}"/>${inside}</body>`;
    const text = `<mujoco><worldbody><site name="above" pos="0 0 2"/>
      ${bar("crank", "0 0 1", "0 0 0.3", bar("rod", "0 0 0.3", "0.5 0 0", bar("rocker", "0.5 0 0", "0 0 -0.4", '<site name="end" pos="0 0 -0.1"/>')))}
      ${bar("c", "0 1 1", "0.4 0 0")}${bar("d", "0 2 1", "0.4 0 0")}</worldbody>
      <equality><connect name="pin" body1="rocker" anchor="0 0 -0.4"/><joint joint1="jc" joint2="jd" polycoef="0 0.5 0 0 0"/></equality>
      <tendon><spatial name="rope" stiffness="10" damping="1" springlength="0.5"><site site="above"/><site site="end"/></spatial></tendon>
    </mujoco>`;
    const { instance, report } = modelOf(text);
    expect(report).toEqual([]);
    const result = simulate(instance, { stopTime: 0.5, tolerance: 1e-8 });
    const [x, , z] = result.final<number[]>("robot.pin_a.r_abs");
    expect(Math.hypot(x! - 0.5, z! - 0.9)).toBeLessThan(1e-9);
    expect(result.final("robot.jc.phi")).toBeCloseTo(0.5 * result.final("robot.jd.phi"), 9);
    expect(result.final("robot.jd.phi")).toBeGreaterThan(0.1);
  });

  it.each(["legacy", "exact", "convex", "open"])("a mesh with a hollow weighs what MuJoCo says: %s", async (kind) => {
    const corners = [0, 0, 0.3, 0, 0.3, 0.1, 0.1, 0.1, 0.1, 0.3, 0, 0.3];
    const vertices = [0, 0.1].flatMap((z) =>
      [0, 1, 2, 3, 4, 5].flatMap((k) => [corners[2 * k]!, corners[2 * k + 1]!, z]),
    );
    const sides = [0, 1, 2, 3, 4, 5].flatMap((k) => [k, (k + 1) % 6, 6 + ((k + 1) % 6), k, 6 + ((k + 1) % 6), 6 + k]);
    const caps = [1, 2, 3, 4].flatMap((k) => [0, k + 1, k, 6, 6 + k, 7 + k]);
    const faces = [...sides, ...(kind === "open" ? caps.slice(6) : caps)];
    const text = `<mujoco>${smooth}<asset><mesh name="corner" vertex="${vertices.join(" ")}" face="${faces.join(" ")}"
      ${kind === "open" ? "" : `inertia="${kind}"`}/></asset><worldbody>
      <body name="a"><joint axis="0 1 0.3" stiffness="60"/><geom type="mesh" mesh="corner"/></body></worldbody></mujoco>`;
    expect(await difference(text, ["a"], 0.3)).toBeLessThan(1e-6);
  });

  it("an <inertial> without inertia is a point, and named", () => {
    const text = `<mujoco><worldbody><body name="a"><joint axis="0 1 0"/><inertial pos="1 0 0" mass="1"/></body></worldbody></mujoco>`;
    expect(importMjcf(text).report).toEqual([
      "<inertial> in line 1 with neither diaginertia nor fullinertia: they are zero: 1 ignored",
    ]);
  });

  it("the content of an included file stands where the include is, also inside of bodies", () => {
    const files: Record<string, string> = {
      "hand.xml": `<mujoco><body name="hand" pos="0.3 0 0"><joint name="wrist"/><include file="finger.xml"/></body></mujoco>`,
      "finger.xml": `<part><geom size="0.05"/><site name="tip"/></part>`,
      "classes.xml": `<mujocoinclude><default class="arm"><joint axis="0 1 0" damping="2"/></default></mujocoinclude>`,
    };
    const readFile = (name: string) => (name in files ? new TextEncoder().encode(files[name]) : undefined);
    const text = `<mujoco><default><include file="classes.xml"/></default><worldbody><body name="arm" childclass="arm"><joint name="elbow"/>
      <geom size="0.1"/><include file="hand.xml"/></body></worldbody><actuator><motor joint="wrist"/></actuator></mujoco>`;
    const { joints, report, model } = importMjcf(text, { readFile });
    expect(joints).toEqual(["elbow", "wrist"]);
    expect(report).toEqual([]);
    expect([...model.entries.keys()]).toContain("wrist_passive");
    expect(() => importMjcf(text, { readFile: (name) => (name === "hand.xml" ? readFile(name) : undefined) })).toThrow(
      /E-MJCF[\s\S]*classes.xml/,
    );
  });

  it("finds files that included files include beside these, and passes over attributes without content", () => {
    const files: Record<string, string> = {
      "parts/arm.xml": '<mujocoinclude><include file="hand.xml"/></mujocoinclude>',
      "parts/hand.xml":
        '<mujocoinclude><body name="hand"><joint name="j"/><geom size="0.1" rgba=""/></body></mujocoinclude>',
    };
    const readFile = (name: string) => (files[name] === undefined ? undefined : new TextEncoder().encode(files[name]));
    const text = '<mujoco><worldbody><include file="parts/arm.xml"/></worldbody></mujoco>';
    expect(importMjcf(text, { readFile }).joints).toEqual(["j"]);
  });

  it("includes files, takes meshes from them, and says what it does not use", () => {
    const files: Record<string, string> = {
      "body.xml": `<mujocoinclude><worldbody><body name="left hand"><joint/><geom type="mesh" mesh="part"/><geom size="0.1"/></body></worldbody></mujocoinclude>`,
      "meshes/part.obj": "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n",
    };
    const readFile = (name: string) => (name in files ? new TextEncoder().encode(files[name]) : undefined);
    const text = `<mujoco><compiler meshdir="meshes/"/><asset><mesh file="part.obj"/></asset><include file="body.xml"/>
      <sensor><gyro site="s"/></sensor><actuator><muscle name="m" joint="j"/></actuator></mujoco>`;
    const { instance, report } = modelOf(text, { readFile });
    expect(simulate(instance, { stopTime: 0.1 }).status).toBe("finished");
    expect(report).toEqual([
      "<sensor>: 1 ignored",
      'actuator "m" (<muscle>), which has no counterpart here: 1 ignored',
      '"left hand" is called left_hand',
      '"left hand_joint" is called left_hand_joint',
    ]);
    expect(() => importMjcf(text)).toThrow(/"body.xml" cannot be read/);
  });

  it("bodies touch those that the file lets touch: the world, not their parents, not what is excluded", () => {
    const at = (z: number, name: string) => `<body name="${name}" pos="0 0 ${z}"><freejoint/><geom size="0.1"/></body>`;
    const text = (
      contact: string,
    ) => `<mujoco><worldbody><geom type="plane" size="2 2 1"/>${at(0.3, "low")}${at(0.7, "high")}
      <body name="hammer" pos="1 0 0.4"><joint axis="0 1 0"/><geom type="box" size="0.3 0.05 0.05" pos="0.3 0 0"/>
        <body name="head" pos="0.5 0 0"><joint axis="0 1 0"/><joint axis="0 0 1"/><geom size="0.08"/></body></body></worldbody>${contact}</mujoco>`;
    const run = (contact: string) =>
      simulate(modelOf(text(contact), { contactMaterial: "DryWood" }).instance, { stopTime: 0.4, tolerance: 1e-5 });
    const touching = (contact: string) =>
      new Set(run(contact).events.flatMap(({ changed }) => changed.filter((line) => line.includes("begins"))));
    const pairs = [...touching("")].join("; ");
    expect(pairs).toMatch(/low_geom1 and robot.high_geom1|high_geom1 and robot.low_geom1/);
    expect(pairs).toMatch(/hammer_geom1/);
    expect(pairs).not.toMatch(/hammer_geom1 and robot.head_geom1|head_geom1 and robot.hammer_geom1/);
    const excluded = [...touching('<contact><exclude body1="low" body2="high"/></contact>')].join("; ");
    expect(excluded).not.toMatch(/low_geom1 and robot.high_geom1|high_geom1 and robot.low_geom1/);
    expect(excluded).toMatch(/low_geom1/);
  });

  it("laws that have no equal are told: of free joints, and curves", () => {
    const text = `<mujoco><default><joint armature="0.5"/></default><worldbody>
      <body name="stone"><joint type="free"/><geom size="0.1"/></body>
      <body name="arm"><joint name="j" stiffness="1 2"/><geom size="0.1"/></body></worldbody></mujoco>`;
    expect(importMjcf(text).report).toEqual([
      'armature of free body "stone": 1 ignored',
      'curvature of stiffness of "j": 1 ignored',
    ]);
  });

  it("stops hold joints within their range, and controls can be inputs", () => {
    const text = `<mujoco><worldbody><body><joint name="j" axis="0 1 0" range="-10 10"/><geom type="box" size="0.1 0.1 0.1" pos="0.2 0 0"/></body></worldbody>
      <actuator><motor name="m" joint="j"/></actuator></mujoco>`;
    const { instance } = modelOf(text, { stops: { stiffness: 1e5, damping: 1e3 } });
    expect(simulate(instance, { stopTime: 1 }).final("robot.j.phi")).toBeCloseTo((10 * Math.PI) / 180, 2);
    const { model, gravityField } = importMjcf(text, { inputs: true });
    const Driven = Model3D({
      world: Object3D({ feature: Scene({ gravityField }) }),
      robot: model,
      equations: "robot.m.ctrl = sin(time)",
    });
    expect(simulate(instantiate(Driven), { stopTime: 1 }).final("robot.m.force")).toBeCloseTo(Math.sin(1), 9);
  });

  it.each([
    ["<robot/>", "the outer element is <robot>"],
    ["<mujoco", "", "E-MJCF-XML"],
    [`<mujoco><worldbody><body><joint type="wheel"/></body></worldbody></mujoco>`, 'type="wheel" is not known'],
    [`<mujoco><worldbody><geom class="none"/></worldbody></mujoco>`, 'the class "none" is not defined'],
    [`<mujoco><worldbody><body><joint axis="0 0 0"/></body></worldbody></mujoco>`, "is zero"],
    [
      `<mujoco><worldbody><geom size=".1"/></worldbody><actuator><motor joint="elbo"/></actuator></mujoco>`,
      'refers to joint "elbo", which does not exist; the file has no joints',
    ],
    ["<mujocoinclude><body/></mujocoinclude>", "it is a part that models include"],
    ["<default><geom/></default>", "it is a part that models include"],
    ["<mujoco><asset/></mujoco>", "it has no <worldbody> with a body or a geom"],
    [`<mujoco><worldbody><site name="s"/><light/></worldbody></mujoco>`, "it has no <worldbody> with a body or a geom"],
    [`<mujoco><worldbody><replicate><geom size=".1"/></replicate></worldbody></mujoco>`, "<replicate> has no count"],
    [`<mujoco><worldbody><geom size="a"/></worldbody></mujoco>`, "not a finite number"],
  ])("refuses %s", (text, because, code = "E-MJCF") => {
    let error: RattlebackError | undefined;
    try {
      importMjcf(text);
    } catch (thrown) {
      error = thrown as RattlebackError;
    }
    expect(error?.code).toBe(code);
    expect(error?.because).toContain(because);
  });

  it("a keyframe that is not there or does not fit is named", () => {
    expect(() => importMjcf(arm, { keyframe: "hom" })).toThrow(/no keyframe "hom"[\s\S]*home/);
    const text = `<mujoco><worldbody><geom size=".1"/></worldbody><keyframe><key name="k" qpos="1"/></keyframe></mujoco>`;
    expect(() => importMjcf(text, { keyframe: "k" })).toThrow(/qpos has 1 numbers, the joints have 0/);
  });
});

it("joints of a closed loop have friction that is smooth about rest, and together hold what one of them would", () => {
  const bars = (
    friction: number,
  ) => `<mujoco><default><joint axis="0 1 0" frictionloss="${friction}"/></default><worldbody>
    <body name="crank"><joint name="j1"/><geom type="capsule" size=".01" fromto="0 0 0 0 0 .2"/>
      <body name="coupler" pos="0 0 .2"><joint name="j2"/><geom type="capsule" size=".01" fromto="0 0 0 .4 0 0"/></body></body>
    <body name="rocker" pos=".3 0 0"><joint name="j3"/><geom type="capsule" size=".01" fromto="0 0 0 .1 0 .2"/></body>
  </worldbody><equality><connect body1="coupler" body2="rocker" anchor=".4 0 0"/></equality></mujoco>`;
  const held = modelOf(bars(1));
  expect(held.report).toContain(
    'dry friction of joints on closed loops fades below 0.001 rad/s or m/s: "j1", "j2", "j3"',
  );
  expect(Math.abs(simulate(held.instance, { stopTime: 0.5 }).final<number>("robot.j1.phi"))).toBeLessThan(5e-4);
  const loose = simulate(modelOf(bars(1e-3)).instance, { stopTime: 0.5 });
  expect(Math.abs(loose.final<number>("robot.j1.phi"))).toBeGreaterThan(0.05);
});

const rod = (name: string, joint: string, rest = "") =>
  `<body name="${name}" pos="0 0 1"><joint name="${joint}" axis="0 1 .3"/><geom type="capsule" size=".02" fromto="0 0 0 .5 .1 0"/>${rest}</body>`;
const corners = `vertex="0 0 0 1 0 0 0 1 0 0 0 1 1 1 1"`;
it.each([
  [
    "settotalmass",
    `<compiler settotalmass="5"/>`,
    rod("a", "j", `<body name="c" pos="0 1 0"><geom size=".1"/></body>`) + rod("b", "k"),
  ],
  ["boundmass and boundinertia", `<compiler boundmass="0.5" boundinertia="0.01"/>`, rod("a", "j")],
  [
    "balanceinertia",
    `<compiler balanceinertia="true"/>`,
    `<body name="a"><joint name="j" axis="1 1 0"/><inertial pos="0 .1 0" mass="1" diaginertia=".1 .1 1"/></body>`,
  ],
  ["gravity as a flag", `<option><flag gravity="disable"/></option>`, rod("a", "j")],
  [
    "replicated bodies",
    "",
    `<body name="a"><replicate count="11" sep="_" offset="0 .3 .1" euler="0 10 30">${rod("r", "k")}</replicate></body>`,
  ],
  [
    "replicated geoms",
    "",
    `<body name="a"><joint name="j" axis="1 0 0"/><replicate count="3" offset=".1 .3 0" euler="0 0 90"><geom type="box" size=".1 .2 .1"/></replicate></body>`,
  ],
  [
    "masses in surfaces",
    "",
    `<body name="a"><joint name="j" axis="1 2 3"/>${[
      'sphere" size=".1',
      'box" size=".1 .2 .3',
      'cylinder" size=".1 .3',
      'capsule" size=".05 .2" mass="2',
    ]
      .map((geom, k) => `<geom type="${geom}" shellinertia="true" density="3" pos="${k} .3 0" euler="10 20 ${k}"/>`)
      .join("")}</body>`,
  ],
  [
    "a mesh as a shell beside one that is full",
    `<asset><mesh name="m" ${corners} inertia="shell"/><mesh name="n" ${corners} scale="1 2 1"/></asset>`,
    `<body name="a"><joint name="j" axis="1 2 3"/><geom type="mesh" mesh="m" density="2"/>
      <geom type="mesh" mesh="n" pos="1 0 0" mass="3"/></body>`,
    1e-7,
  ],
  [
    "a mesh with its own frame",
    `<asset><mesh name="m" ${corners} scale=".1 .2 .3" refpos=".3 .1 -.2" refquat=".9 .1 .2 .3"/></asset>`,
    `<body name="a"><joint name="j" axis="1 2 3"/><geom type="mesh" mesh="m" pos="0 .1 0"/></body>`,
    1e-7, // MuJoCo has corners of single precision
  ],
])("weighs as MuJoCo does: %s", async (_, head, bodies, precision = 1e-12) => {
  const text = `<mujoco>${head}<worldbody>${bodies}</worldbody></mujoco>`;
  const { instance, report } = modelOf(text);
  const witness = await witnessOf(text);
  const mechanics = dynamics(instance);
  const q = mechanics.startPositions;
  const [ours, weight] = [mechanics.massMatrix(q), mechanics.biasForces(q, new Float64Array(q.length))];
  const theirs = witness.massMatrix;
  expect(ours.length).toBe(theirs.length);
  const size = Math.max(...theirs.map((row, i) => row[i]!));
  theirs.forEach((row, i) => {
    expect(Math.abs(weight[i]! - witness.bias[i]!)).toBeLessThan(precision * 10);
    row.forEach((value, j) => {
      expect(Math.abs(ours[i]![j]! - value)).toBeLessThan(precision * size);
    });
  });
  expect(report).toEqual([]);
});

it("meshes of MuJoCo's own format are read; a body whose mesh is missing moves with a negligible mass", () => {
  const bytes = new DataView(new ArrayBuffer(16 + 4 * (12 + 12)));
  [4, 0, 0, 4].forEach((count, k) => {
    bytes.setInt32(4 * k, count, true);
  });
  [0, 0, 0, 0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1].forEach((x, k) => {
    bytes.setFloat32(16 + 4 * k, x, true);
  });
  [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2].forEach((k, at) => {
    bytes.setInt32(64 + 4 * at, k, true);
  });
  const text = `<mujoco><asset><mesh name="m" file="m.msh" inertia="exact"/></asset><worldbody><body name="a"><joint name="j" axis="0 1 0"/><geom mesh="m"/></body></worldbody></mujoco>`;
  const found = modelOf(text, { readFile: () => new Uint8Array(bytes.buffer) });
  expect(found.report).toEqual([]);
  // a corner of a cube: V = a³/6, ∫(x² + z²) dV = 2·a⁵/60
  expect(dynamics(found.instance).massMatrix([0])[0]![0]).toBeCloseTo((1000 * 2 * 1e-5) / 60, 9);
  expect(modelOf(text, { readFile: () => new Uint8Array(bytes.buffer, 0, 40) }).report.join()).toContain(
    "do not fit the counts",
  );
  const missing = modelOf(text);
  expect(missing.report.join()).toContain('body "a" moves without mass: 0.000001 kg');
  expect(simulate(missing.instance, { stopTime: 0.01 }).status).toBe("finished");
});

it("a model that attaches another is the same as one that has it written out", () => {
  const finger = (
    angle: string,
    names: string,
  ) => `<body name="${names}arm" pos=".3 0 0"><joint name="${names}j" axis="0 1 0" range="0 ${angle}"/>
    <geom type="box" size=".1 .1 .3"/><site name="${names}s"/></body>`;
  const hand = (inside: string, rest = "") =>
    `<mujoco><worldbody><body name="b" pos="0 0 1" euler="0 0 30"><joint name="k" axis="1 0 0"/><geom size=".1"/>${inside}</body></worldbody>${rest}</mujoco>`;
  const files: Record<string, string> = {
    "parts/finger.xml": `<mujoco><compiler angle="radian"/><default><geom density="500"/></default><worldbody>${finger("1", "")}</worldbody>
      <actuator><motor name="m" joint="j"/></actuator></mujoco>`,
  };
  const attach = (body: string) =>
    `<mujoco><asset><model name="f" file="parts/finger.xml"/></asset><worldbody><body name="b" pos="0 0 1" euler="0 0 30"><joint name="k" axis="1 0 0"/><geom size=".1"/>
      <attach model="f" ${body} prefix="left_"/></body></worldbody></mujoco>`;
  const readFile = (name: string) => (files[name] === undefined ? undefined : new TextEncoder().encode(files[name]));
  const written = hand(finger(String(180 / Math.PI), "left_").replace("<geom", `<geom density="500"`));
  const [ours, theirs] = [modelOf(attach('body="arm"'), { readFile }), modelOf(written)];
  const matrix = ({ instance }: typeof ours) => dynamics(instance).massMatrix([0.1, 0.2]);
  expect(matrix(ours)).toEqual(matrix(theirs));
  expect([ours.joints, ours.actuators, ours.limits["left_j"]!.upper]).toEqual([["k", "left_j"], ["left_m"], 1]);
  // without the name of a body, all of the world
  expect(matrix(modelOf(attach(""), { readFile }))).toEqual(matrix(theirs));
  expect(() => modelOf(attach('body="leg"'), { readFile })).toThrow('has no body "leg"');
  expect(() => modelOf(attach('body="arm"'))).toThrow('the file "parts/finger.xml" cannot be read');
});
