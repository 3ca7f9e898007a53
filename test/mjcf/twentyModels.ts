/**
 * Twenty MJCF models that together have every element and attribute that the importer uses. `text` is what stands inside <mujoco>; start
 * positions and velocities are added by the test. `soft`: MuJoCo holds the constraints of the model by springs, so both move apart that
 * far, in metres.
 */
export interface TestModel {
  readonly name: string;
  readonly text: string;
  readonly control?: readonly number[];
  readonly soft?: number;
  /** Where MuJoCo needs shorter steps to be as exact as the test asks for (its rotations are of second order) or as stiff as the file. */
  readonly step?: number;
  /** MuJoCo keeps the corners of meshes in single precision. */
  readonly massTolerance?: number;
}

const box = (x: number, extra = "") => `<geom type="box" size="0.1 0.04 0.03" pos="${x} 0 0" ${extra}/>`;
const swing = (name: string, joint: string, y: number, inside = "") =>
  `<body name="${name}" pos="0 ${y} 1"><joint name="${joint}" axis="0 1 0"/>${box(0.1)}${inside}</body>`;

export const twentyModels: readonly TestModel[] = [
  {
    name: "classes of defaults, within each other, by childclass and by class",
    text: `<default><geom density="700"/><joint damping="0.02"/>
        <default class="heavy"><geom density="2000" type="capsule" size="0.03 0.1"/>
          <default class="steel"><geom density="7800"/></default></default></default>
      <worldbody><body name="a" pos="0 0 1" childclass="heavy"><joint name="ja" axis="0 1 0"/><geom pos="0.1 0 0"/>
        <body name="b" pos="0.3 0 0"><joint name="jb" axis="1 0 0" class="main"/><geom class="steel" pos="0 0.1 0"/>
          <geom class="main" size="0.05" pos="0 0 0.2"/></body></body></worldbody>`,
  },
  {
    name: "radians, another sequence of angles, several world bodies",
    text: `<compiler angle="radian" eulerseq="ZYX"/>
      <worldbody><body name="a" pos="0.1 0 1" euler="0.3 0.5 -0.7"><joint name="ja" axis="0 1 1" range="-1 1"/>${box(0.1)}</body></worldbody>
      <worldbody><body name="b" pos="0 1 1" euler="1 0 0.2"><joint name="jb" axis="1 0 0"/>${box(0.2)}</body></worldbody>`,
  },
  {
    name: "orientations by quaternion, axis and angle, angles, two axes, one axis",
    step: 1e-3,
    text: `<worldbody><body name="a" quat="0.8 0.1 -0.3 0.5"><joint name="ja" axis="0 1 0"/>${box(0.1, 'axisangle="1 2 3 40"')}
        <body name="b" pos="0.2 0 0" axisangle="0 1 1 70"><joint name="jb" axis="1 0 0"/>${box(0.1, 'euler="10 20 30"')}
          <body name="c" pos="0 0.2 0" xyaxes="0 1 0 -1 0 0.5"><joint name="jc" axis="0 0 1"/>${box(0.1, 'xyaxes="1 1 0 0 0 1"')}
            <body name="d" pos="0 0 0.2" zaxis="1 0.5 0.2"><joint name="jd" axis="0 1 0"/>${box(0.1, 'zaxis="0 1 1"')}</body></body></body></body></worldbody>`,
  },
  {
    name: "frames around bodies, joints, geoms and inertias",
    text: `<worldbody><frame pos="0 0 0.5" euler="0 30 0"><frame pos="0.1 0 0" zaxis="0 1 1"><body name="a" pos="0.2 0 0">
        <frame euler="20 0 0" pos="0 0.1 0"><joint name="ja" axis="1 0 1" pos="0.05 0 0"/>${box(0.1)}</frame>
        <body name="b" pos="0.3 0 0"><joint name="jb" type="slide" axis="0 0 1"/>
          <frame pos="0 0.05 0.05"><inertial pos="0.1 0 0" mass="2" diaginertia="0.01 0.02 0.015"/></frame></body></body></frame></frame></worldbody>`,
  },
  {
    name: "several joints of one body, each about its own anchor",
    step: 2e-4,
    text: `<worldbody><body name="a" pos="0 0 1"><joint name="j1" axis="0 0 1" pos="0.1 0 0"/><joint name="j2" type="slide" axis="1 0 0"/>
        <joint name="j3" axis="0 1 0" pos="0 0.2 0.1"/><joint name="j4" type="slide" axis="0 1 1"/>${box(0.15)}
        <body name="b" pos="0.3 0 0"><joint name="j5" axis="1 0 0" pos="0 0 0.1"/><joint name="j6" axis="0 0 1"/>${box(0.05)}</body></body></worldbody>`,
  },
  {
    name: "balls and free bodies, with joint and with freejoint",
    step: 1e-4,
    text: `<worldbody><body name="a" pos="0 0 2"><joint name="ba" type="ball"/>${box(0.2)}
        <body name="b" pos="0.4 0 0"><joint name="bb" type="ball" pos="-0.05 0 0"/>${box(0.1)}</body></body>
      <body name="c" pos="1 0 2" quat="0.9 0.1 0.3 0.1"><freejoint name="fc"/><geom type="ellipsoid" size="0.1 0.2 0.05"/></body>
      <body name="d" pos="2 0 2"><joint name="fd" type="free"/>${box(0.1)}<body name="e" pos="0.2 0 0"><joint name="je" axis="0 1 0"/>${box(0.1)}</body></body></worldbody>`,
  },
  {
    name: "geoms of all kinds, by density, by mass, from one point to another",
    text: `<worldbody><geom type="plane" size="1 1 0.1"/><body name="a" pos="0 0 1"><joint name="ja" axis="0 1 0"/><joint name="jx" axis="1 0 0"/>
        <geom size="0.1" pos="0.2 0 0" density="500"/><geom type="capsule" size="0.03 0.1" pos="0 0.2 0" mass="0.3"/>
        <geom type="cylinder" size="0.05 0.1" pos="0.1 0.1 0" euler="30 0 0"/><geom type="ellipsoid" size="0.1 0.05 0.2" pos="0 0 0.2"/>
        <geom type="box" size="0.1 0.2 0.05" pos="0.3 0 0" mass="1"/>
        <geom type="capsule" size="0.02" fromto="0 0 0 0.3 0.1 0.2"/><geom type="cylinder" size="0.02" fromto="0.1 0 0 0.3 0.4 0.2"/>
        <geom type="box" size="0.02 0.03" fromto="0 0.1 0 0.1 0.1 0.4"/><geom type="ellipsoid" size="0.05" fromto="0 0 0.1 0.1 0.3 0.1"/>
        <geom type="sphere" size="0.3" mass="0" contype="0" conaffinity="0" rgba="1 0 0 0.3"/></body></worldbody>`,
  },
  {
    name: "meshes of corners and of faces, scaled, weighed as hulls and exactly",
    massTolerance: 1e-6,
    text: `<asset><material name="red" rgba="1 0 0 1"/><mesh name="wedge" vertex="0 0 0 0.2 0 0 0 0.1 0 0 0 0.1" scale="1 2 1" inertia="convex"/>
        <mesh name="pyramid" vertex="0 0 0 0.3 0 0 0.3 0.3 0 0 0.3 0 0.1 0.1 0.2" face="0 2 1 0 3 2 0 1 4 1 2 4 2 3 4 3 0 4" inertia="exact"/></asset>
      <worldbody><body name="a" pos="0 0 1"><joint name="ja" axis="0 1 0"/><geom type="mesh" mesh="wedge" pos="0.2 0 0" material="red"/>
        <body name="b" pos="0.3 0 0"><joint name="jb" axis="1 0 0"/><geom type="mesh" mesh="pyramid" euler="0 40 0"/></body></body></worldbody>`,
  },
  {
    name: "inertias by their diagonal and in full, turned and shifted",
    text: `<worldbody><body name="a" pos="0 0 1"><joint name="ja" axis="0 1 0"/><inertial pos="0.1 0.02 0" mass="0.7" diaginertia="0.01 0.02 0.015" euler="0 0 40"/>${box(0.3)}
        <body name="b" pos="0.3 0 0"><joint name="jb" axis="1 0 0"/><inertial pos="0 0.1 0.1" mass="1.5" fullinertia="0.02 0.03 0.025 0.002 -0.003 0.004"/></body></body></worldbody>`,
  },
  {
    name: "masses from geoms of some groups, in spite of an inertial",
    text: `<compiler inertiafromgeom="true" inertiagrouprange="1 3"/>
      <worldbody><body name="a" pos="0 0 1"><joint name="ja" axis="0 1 0"/><inertial pos="1 1 1" mass="9" diaginertia="1 1 1"/>
        ${box(0.1, 'group="1"')}<geom size="0.2" group="4"/><geom size="0.05" pos="0 0 0.3" group="3"/></body></worldbody>`,
  },
  {
    name: "springs of joints with a reference of their own, positions counted from another one",
    text: `<worldbody><body name="a" pos="0 0 1"><joint name="ja" axis="0 1 0" ref="25" springref="60" stiffness="3"/>${box(0.1)}
        <body name="b" pos="0.3 0 0"><joint name="jb" type="slide" axis="1 0 0" ref="0.1" springref="-0.1" stiffness="80"/>${box(0.05)}</body></body></worldbody>`,
  },
  {
    name: "damping and the inertia of rotors, of hinges and slides",
    text: `<worldbody><body name="a" pos="0 0 1"><joint name="ja" axis="0 1 0" damping="0.3" armature="0.05"/>${box(0.1)}
        <body name="b" pos="0.3 0 0"><joint name="jb" type="slide" axis="1 0 0" damping="4" armature="0.7"/><joint name="jc" axis="1 0 0" armature="0.01"/>${box(0.05)}</body></body></worldbody>`,
  },
  {
    name: "motor, position, velocity and general actuators with gears and ranges",
    step: 1e-3,
    text: `<default><motor gear="3"/><general ctrlrange="-0.5 0.5"/></default>
      <worldbody>${swing("a", "ja", 0)}${swing("b", "jb", 0.5)}${swing("c", "jc", 1)}${swing("d", "jd", 1.5)}${swing("e", "je", 2)}</worldbody>
      <actuator><motor name="m" joint="ja" ctrllimited="false"/><position name="p" joint="jb" kp="20" kv="1" ctrlrange="-1 1"/>
        <velocity name="v" joint="jc" kv="2" gear="0.7" ctrllimited="false"/><general name="g" joint="jd" gainprm="5" biastype="affine" biasprm="0.1 -5 -0.3" gear="0.5"/>
        <motor name="weak" jointinparent="je" gear="1" ctrllimited="false" forcerange="-0.2 0.2"/></actuator>`,
    control: [0.4, -1.7, 0.8, 0.9, 3],
  },
  {
    name: "a fixed tendon as spring, damper and transmission",
    text: `<default><tendon damping="0.05"/></default><worldbody>${swing("a", "ja", 0)}${swing("b", "jb", 0.5)}</worldbody>
      <tendon><fixed name="t" stiffness="3" springlength="0.2"><joint joint="ja" coef="0.7"/><joint joint="jb" coef="-0.4"/></fixed></tendon>
      <actuator><motor name="pull" tendon="t" gear="2"/></actuator>`,
    control: [0.6],
  },
  {
    name: "a straight tendon between two sites",
    step: 1e-3,
    text: `<worldbody><site name="s0" pos="0.3 0 1.5"/><body name="a" pos="0 0 1"><joint name="ja" axis="0 1 0"/><joint name="jb" axis="1 0 0"/>${box(0.1)}
        <frame pos="0.1 0 0"><site name="s1" pos="0.1 0.05 0"/></frame></body></worldbody>
      <tendon><spatial name="t" stiffness="40" damping="0.5" springlength="0.3"><site site="s0"/><site site="s1"/></spatial></tendon>`,
  },
  {
    name: "a loop closed by connect",
    text: `<default><equality solref="0.002 1" solimp="0.99 0.9999 0.0001"/></default>
      <worldbody><body name="a"><joint name="ja" axis="0 1 0"/>${box(0.1)}<body name="b" pos="0.4 0 0"><joint name="jb" axis="0 1 0"/>${box(0.1)}
        <body name="c" pos="0.3 0 0.3"><joint name="jc" axis="0 1 0"/>${box(-0.1)}</body></body></body></worldbody>
      <equality><connect name="loop" body1="c" body2="world" anchor="-0.2 0 -0.1"/></equality>`,
    soft: 2e-3,
    step: 1e-3,
  },
  {
    name: "bodies welded as they stand, and at sites",
    text: `<default><equality solref="0.002 1" solimp="0.99 0.9999 0.0001"/></default>
      <worldbody><body name="a" pos="0 0 1"><joint name="ja" axis="0 1 0"/>${box(0.1)}<site name="s1" pos="0.2 0 0"/></body>
        <body name="b" pos="0.2 0 1"><joint name="jb" type="free"/>${box(0.1)}<site name="s2"/></body>
        <body name="c" pos="0 0.5 1"><joint name="jc" axis="0 1 0"/>${box(0.1)}</body>
        <body name="d" pos="0.4 0.5 1.1"><joint name="jd" type="free"/>${box(0.1)}</body></worldbody>
      <equality><weld name="w1" site1="s1" site2="s2"/><weld name="w2" body1="c" body2="d"/></equality>`,
    soft: 2e-3,
    step: 1e-3,
  },
  {
    name: "joints coupled by a straight line, and one held where it is",
    text: `<default><equality solref="0.002 1" solimp="0.99 0.9999 0.0001"/></default>
      <worldbody>${swing("a", "ja", 0)}${swing("b", "jb", 0.5)}</worldbody>
      <equality><joint name="gear" joint1="ja" joint2="jb" polycoef="0 -0.6 0 0 0"/></equality>`,
    soft: 2e-3,
    step: 1e-3,
  },
  {
    name: "gravity along another direction, pairs that do not touch, ranges that nobody asked to keep",
    text: `<option gravity="1 -2 -5"/><compiler autolimits="false"/>
      <worldbody><body name="a" pos="0 0 1"><joint name="ja" axis="0 1 0" range="-10 10" limited="false"/>${box(0.1)}
        <body name="b" pos="0.2 0 0"><joint name="jb" axis="0 0 1" range="-5 5" limited="false"/>${box(0.1)}</body></body></worldbody>
      <contact><exclude body1="a" body2="b"/></contact>`,
  },
  {
    name: "a walker with trunk, legs, arms and tail",
    text: `<default><geom type="capsule" size="0.03"/><joint damping="0.1" armature="0.002" stiffness="1"/><default class="free"><joint damping="0" armature="0" stiffness="0"/></default></default>
      <worldbody><body name="trunk" pos="0 0 1"><joint name="root" type="free" class="free"/><geom fromto="-0.2 0 0 0.2 0 0" size="0.06"/>
        ${["fl", "fr", "bl", "br"]
          .map((leg) => {
            const [x, y] = [leg[0] === "f" ? 0.2 : -0.2, leg[1] === "l" ? 0.1 : -0.1];
            return `<body name="${leg}1" pos="${x} ${y} 0"><joint name="${leg}hip" axis="1 0 0"/><joint name="${leg}thigh" axis="0 1 0"/><geom fromto="0 0 0 0.05 0 -0.2"/>
              <body name="${leg}2" pos="0.05 0 -0.2"><joint name="${leg}knee" axis="0 1 0" springref="-20"/><geom fromto="0 0 0 -0.05 0 -0.2"/></body></body>`;
          })
          .join("")}
        <body name="tail" pos="-0.25 0 0"><joint name="wag" type="ball" class="free"/><geom fromto="0 0 0 -0.2 0 0.05"/></body></body></worldbody>`,
  },
];
