import {
  dynamics,
  importUrdf,
  instantiate,
  MassProperties,
  Model3D,
  modelToJson,
  Object3D,
  Revolute,
  Scene,
  Solid,
  simulate,
  UniformGravityField,
} from "rattleback";
import { ConstantTorque } from "rattleback/rotational";
import { ConstantForce } from "rattleback/translational";
import { describe, expect, it } from "vitest";
import { animationOf } from "../../src/scene/animationOf.ts";
import { meshPaths } from "../../src/urdf/urdfMeshes.ts";

const arm = `<robot name="arm">
  <material name="blue"><color rgba="0 0 1 0.5"/></material>
  <link name="base-link"/>
  <link name="upper">
    <inertial><origin xyz="0 0 -0.25" rpy="0.1 0.2 0.3"/><mass value="1.5"/>
      <inertia ixx="0.03" iyy="0.04" izz="0.01" ixy="0.001"/></inertial>
    <visual><origin xyz="0 0 -0.25"/><geometry><cylinder radius="0.03" length="0.5"/></geometry><material name="blue"/></visual>
  </link>
  <link name="lower">
    <inertial><origin xyz="0 0 -0.2"/><mass value="1"/><inertia ixx="0.02" iyy="0.02" izz="0.005"/></inertial>
    <collision><geometry><sphere radius="0.05"/></geometry></collision>
    <visual><geometry><mesh filename="package://arm/link.dae"/></geometry></visual>
  </link>
  <joint name="shoulder" type="revolute">
    <origin xyz="0.1 0 1" rpy="0.4 -0.3 1.2"/><parent link="base-link"/><child link="upper"/><axis xyz="0 1 0"/>
    <limit lower="-3" upper="3" effort="10" velocity="5"/>
  </joint>
  <joint name="elbow" type="continuous">
    <origin xyz="0 0 -0.5"/><parent link="upper"/><child link="lower"/><axis xyz="0 1 0"/>
  </joint>
</robot>`;

/** A tetrahedron in COLLADA. */
const tetrahedron = new TextEncoder().encode(`<COLLADA><library_geometries><geometry id="g"><mesh>
  <source id="p"><float_array id="a" count="12">0 0 0 0.1 0 0 0 0.1 0 0 0 0.1</float_array></source>
  <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
  <triangles count="4"><input semantic="VERTEX" source="#v" offset="0"/><p>0 2 1 0 1 3 1 2 3 2 0 3</p></triangles>
</mesh></geometry></library_geometries></COLLADA>`);

const scene = {
  world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: 9.81, n: [0, 0, -1] }) }) }),
};
const run = (model: Parameters<typeof Model3D>[0], stopTime: number, tolerance = 1e-9) =>
  simulate(instantiate(Model3D({ ...scene, ...model })), { stopTime, tolerance });

describe("importUrdf", () => {
  it("links and joints may be called like words of the language", () => {
    const links = ["end", "connect", "equations", "time", "der"];
    const text = `<robot name="words"><link name="base"/>${links
      .map(
        (name) => `<link name="${name}"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
      <joint name="${name}_joint" type="continuous"><parent link="base"/><child link="${name}"/></joint>`,
      )
      .join("")}
      <link name="last"/><joint name="when" type="fixed"><parent link="end"/><child link="last"/></joint></robot>`;
    const { model, report } = importUrdf(text);
    const result = simulate(instantiate(Model3D({ world: Object3D({ feature: Scene() }), robot: model })), {
      stopTime: 1,
    });
    expect(result.status).toBe("finished");
    expect(report).toEqual(expect.arrayContaining(['"end" is called end_2', '"connect" is called connect_2']));
  });

  it("shows collision shapes and inertias on request, without a change of the motion", () => {
    const run = (options: Parameters<typeof importUrdf>[1]) => {
      const { model } = importUrdf(arm, options);
      const result = simulate(instantiate(Model3D({ world: Object3D({ feature: Scene() }), robot: model })), {
        stopTime: 0.5,
      });
      const drawn = animationOf(result).scene.objects.filter(({ shape }) => shape !== undefined);
      return {
        names: [...model.entries.keys()],
        drawn: drawn.map(({ path }) => path),
        elbow: result.final("robot.elbow.phi"),
      };
    };
    const options = { readFile: (name: string) => (name.endsWith("link.dae") ? tetrahedron : undefined) };
    const plain = run(options);
    const shown = run({ ...options, showCollisions: true, showInertias: true });
    expect(plain.drawn).toEqual(["robot.upper_visual1", "robot.lower_visual1"]);
    expect(shown.drawn).toEqual([
      "robot.upper_ellipsoid",
      "robot.upper_visual1",
      "robot.lower_ellipsoid",
      "robot.lower_visual1",
      "robot.lower_collision1",
    ]);
    expect(shown.names.filter((name) => !plain.names.includes(name))).toEqual([
      "upper_centre",
      "upper_ellipsoid",
      "lower_centre",
      "lower_ellipsoid",
    ]);
    expect(shown.elbow).toBe(plain.elbow);
  });

  it("moves as the same arm built by hand", () => {
    const { model, joints } = importUrdf(arm, { withFlanges: false });
    expect(joints).toEqual(["shoulder", "elbow"]);
    const imported = run({ robot: model }, 1.5);
    // roll, pitch, yaw turn about fixed axes: the same as yaw, pitch, roll about moving ones
    const turned = (prefix: string, parent: string, [roll, pitch, yaw]: number[], translation: number[]) => ({
      [`${prefix}1`]: Object3D({ parent, translation, rotation: [0, 0, yaw!] }),
      [`${prefix}2`]: Object3D({ parent: `${prefix}1`, rotation: [0, pitch!, 0] }),
      [`${prefix}3`]: Object3D({ parent: `${prefix}2`, rotation: [roll!, 0, 0] }),
    });
    const byHand = run(
      {
        ...turned("a", "world", [0.4, -0.3, 1.2], [0.1, 0, 1]),
        upper: Object3D(),
        ...turned("b", "upper", [0.1, 0.2, 0.3], [0, 0, -0.25]),
        upperMass: Object3D({
          parent: "b3",
          feature: Solid({
            massProperties: MassProperties({ mass: 1.5, Ixx: 0.03, Iyy: 0.04, Izz: 0.01, Ixy: 0.001 }),
          }),
        }),
        elbowFrame: Object3D({ parent: "upper", translation: [0, 0, -0.5] }),
        lower: Object3D({
          feature: Solid({
            massProperties: MassProperties({ mass: 1, centerOfMass: [0, 0, -0.2], Ixx: 0.02, Iyy: 0.02, Izz: 0.005 }),
          }),
        }),
        shoulder: Revolute({ obj1: "a3", obj2: "upper", axis: 2 }),
        elbow: Revolute({ obj1: "elbowFrame", obj2: "lower", axis: 2 }),
      },
      1.5,
    );
    for (const name of ["shoulder.phi", "shoulder.w", "elbow.phi", "elbow.w"]) {
      expect(Math.abs(imported.final(`robot.${name}`) - byHand.final(name))).toBeLessThan(1e-7);
    }
    expect(Math.abs(byHand.final("shoulder.phi"))).toBeGreaterThan(0.01);
  });

  it("joints have flanges that motors drive", () => {
    const { model } = importUrdf(arm);
    const result = run(
      {
        robot: model,
        motor: ConstantTorque.with({ tau: 3 }),
        connect: [["motor.flange", "robot.shoulder_flange"]],
      },
      0.2,
    );
    const free = run({ robot: model }, 0.2);
    expect(result.final("robot.shoulder.phi") - free.final("robot.shoulder.phi")).toBeGreaterThan(0.01);
  });

  it("says what it passes over: one line per cause", () => {
    expect(importUrdf(arm).report).toEqual([
      "meshes, because no readFile was given: 1 ignored",
      "effort limits (the option motors uses them): 1 ignored",
      "velocity limits (the option motors uses them): 1 ignored",
      '"base-link" is called base_link',
    ]);
  });

  it("a joint that mimics another follows it, and its load comes back", () => {
    const finger = (name: string, y: number) =>
      `<link name="${name}"><inertial><mass value="0.2"/><inertia ixx="1e-4" iyy="1e-4" izz="1e-4"/></inertial></link>
       <joint name="slide_${name}" type="prismatic"><parent link="palm"/><child link="${name}"/><axis xyz="0 ${y} 0"/>
       ${name === "right" ? '<mimic joint="slide_left" multiplier="2" offset="0.01"/>' : ""}</joint>`;
    const { model } = importUrdf(
      `<robot name="g"><link name="palm"/>${finger("left", 1)}${finger("right", -1)}</robot>`,
    );
    const driven = Model3D({
      ...scene,
      robot: model,
      push: ConstantForce.with({ f: 1 }),
      connect: [["push.flange", "robot.slide_left_flange"]],
    });
    const result = simulate(instantiate(driven), { stopTime: 0.1, tolerance: 1e-9 });
    const [left, right] = ["left", "right"].map((name) => result.final(`robot.slide_${name}.s`));
    expect(right).toBeCloseTo(2 * left! + 0.01, 12);
    // 1 N moves 0.2 kg and, through the ratio 2, another 0.2 kg: 1 m/s²
    expect(left).toBeCloseTo(0.5 * 0.1 ** 2, 9);
  });

  it("stops hold a joint within its limits", () => {
    const hanging = arm.replace('lower="-3" upper="3"', 'lower="-0.2" upper="0.2"');
    const { model } = importUrdf(hanging, { stops: { stiffness: 1e4, damping: 100 } });
    const result = run({ robot: model }, 3, 1e-6);
    const values = result.signal("robot.shoulder.phi").values as unknown as number[];
    expect(Math.max(...Array.from(values, Math.abs))).toBeLessThan(0.21);
  });

  it("stands free where it is asked to, and finds its meshes", () => {
    const base =
      '<link name="base-link"><inertial><mass value="5"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>';
    const heavy = arm.replace('<link name="base-link"/>', base);
    const { model } = importUrdf(heavy, { isFree: true, withFlanges: false });
    const result = run({ robot: model }, 0.5);
    expect(result.final("robot.base_link.translation")).toHaveLength(3);
    expect(meshPaths("package://arm/a/b.stl", { arm: "robots/arm/" })).toEqual(["robots/arm/a/b.stl"]);
    expect(meshPaths("package://arm/a.stl").slice(0, 2)).toEqual(["arm/a.stl", "a.stl"]);
    expect(meshPaths("file:///tmp/a.stl")).toEqual(["/tmp/a.stl"]);
    expect(meshPaths("package://arm/robots/a.stl")).toContain("../../../robots/a.stl");
    expect(meshPaths("$(find arm)/a.stl").slice(0, 1)).toEqual(["arm/a.stl"]);
    expect(meshPaths("meshes\\a.stl").slice(0, 2)).toEqual(["meshes/a.stl", "../meshes/a.stl"]);
    expect(meshPaths("package:///arm/a.stl")[0]).toBe("arm/a.stl");
    expect(meshPaths("file://localhost/tmp/a.stl")).toEqual(["/tmp/a.stl"]);
    expect(meshPaths("package://arm/left%20arm.stl")).toContain("../left arm.stl");
    const withMesh = arm.replace("link.dae", "link.stl");
    expect(importUrdf(withMesh, { readFile: () => undefined }).report[0]).toMatch(
      /mesh "package:\/\/arm\/link.stl" of .*_visual1, not found beside the description/,
    );
    const broken = importUrdf(withMesh, { readFile: () => new TextEncoder().encode("solid a facet") });
    expect(broken.report[0]).toMatch(/mesh "arm\/link.stl" of .*_visual1 \(The STL text is incomplete/);
    const triangle = "facet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop endfacet";
    const readFile = () => new TextEncoder().encode(`solid a ${triangle} endsolid a`);
    expect(importUrdf(withMesh, { readFile }).report).toEqual([
      "effort limits (the option motors uses them): 1 ignored",
      "velocity limits (the option motors uses them): 1 ignored",
      '"base-link" is called base_link',
    ]);
    expect(importUrdf(withMesh).report[0]).toBe("meshes, because no readFile was given: 1 ignored");
  });

  const pendulum = (root: string, rod: string) => `<robot name="p"><link name="${root}"/><link name="rod">${rod}</link>
    <joint name="hinge" type="continuous"><parent link="${root}"/><child link="rod"/><axis xyz="0 1 0"/></joint></robot>`;
  const mass =
    '<inertial><origin xyz="0 0 -0.5"/><mass value="2"/><inertia ixx="0.1" iyy="0.1" izz="0.01"/></inertial>';

  it("a root link named world does not capture the world of the scene", () => {
    const { model, report } = importUrdf(pendulum("world", mass));
    expect(report).toEqual(['"world" is called world_2']);
    const named = run({ robot: model }, 0.3).final("robot.hinge.phi");
    expect(named).toBe(run({ robot: importUrdf(pendulum("base", mass)).model }, 0.3).final("robot.hinge.phi"));
  });

  it("a link without mass gets a negligible one and is named, or the model is refused with its joint", () => {
    const { model, report } = importUrdf(pendulum("base", ""), { withFlanges: false });
    expect(report).toEqual(['link "rod" moves without inertia: 0.000001 kg and 1e-9 kg·m² were added']);
    expect(run({ robot: model }, 0.1).final("robot.hinge.phi")).toBe(0);
    const strict = importUrdf(pendulum("base", ""), { withFlanges: false, negligibleInertia: false });
    expect(strict.report[0]).toContain("are added by the option negligibleInertia");
    expect(() => run({ robot: strict.model }, 0.1)).toThrow(/E-MECHANISM-NO-INERTIA[\s\S]*robot.hinge/);
    // kinematics needs no masses
    expect(dynamics(instantiate(Model3D({ ...scene, robot: strict.model }))).positionNames).toEqual([
      "robot.hinge.phi",
    ]);
  });

  const chain = (inner: string, outer: string, axis = "1 0 0") =>
    `<robot name="c"><link name="base"/><link name="inner">${inner}</link><link name="outer">${outer}</link>
       <joint name="first" type="continuous"><parent link="base"/><child link="inner"/><axis xyz="0 1 0"/></joint>
       <joint name="second" type="continuous"><parent link="inner"/><child link="outer"/><axis xyz="${axis}"/></joint></robot>`;
  const point = '<inertial><mass value="2"/><inertia ixx="0" iyy="0" izz="0"/></inertial>';

  it("only links that nothing heavy must move with are given an inertia", () => {
    const added = (text: string, negligibleInertia?: boolean) =>
      importUrdf(text, negligibleInertia === undefined ? {} : { negligibleInertia })
        .report.filter((line) => line.includes("without inertia"))
        .map((line) => /link "(\w+)"/.exec(line)![1]);
    expect(added(chain("", mass))).toEqual([]);
    // the same axis twice: the outer body does not move with the inner one
    expect(added(chain("", mass, "0 1 0"))).toEqual(["inner"]);
    // a point on the axis has mass but no inertia about it
    expect(added(chain(mass, point))).toEqual(["outer"]);
    expect(added(chain("", mass), true)).toEqual(["inner"]);
    expect(run({ robot: importUrdf(chain(mass, point)).model }, 0.1).status).toBe("finished");
  });

  it("a massless joint that mimics another moves with it, and one that mimics nothing moves by itself", () => {
    const mimic = (joint: string, more = "") =>
      chain(mass, "").replace('<axis xyz="1', `<mimic joint="${joint}"${more}/><axis xyz="1`);
    const { model, report } = importUrdf(mimic("first", ' multiplier="-2"'));
    expect(report).toEqual([]);
    const result = run({ robot: model }, 0.3);
    expect(result.final("robot.second.phi")).toBeCloseTo(-2 * result.final("robot.first.phi"), 10);
    expect(importUrdf(mimic("frist")).report[0]).toBe(
      'joint "second" mimics "frist", which is not another joint with one degree of freedom (did you mean "first"?): it moves by itself',
    );
    const still = importUrdf(mimic("first", ' multiplier="0"'));
    expect(still.joints).toEqual(["first"]);
  });

  it("dry friction of coupled joints holds them together, and slips when it must", () => {
    const friction = '<dynamics friction="0.6"/>';
    const text = chain(mass, mass)
      .replaceAll("<axis", `${friction}<axis`)
      .replace('<axis xyz="1 0 0"', '<mimic joint="first" multiplier="-2"/><axis xyz="0 1 0"');
    const turned = (tau: number) =>
      run(
        {
          robot: importUrdf(text).model,
          motor: ConstantTorque.with({ tau }),
          connect: [["motor.flange", "robot.first_flange"]],
        },
        0.2,
      ).final("robot.first.phi");
    // the limit is 0.6 + 2·0.6 N·m at the first joint
    expect(turned(1.7)).toBe(0);
    expect(turned(1.9)).toBeGreaterThan(1e-4);
  });

  it("principal moments below zero are raised to zero, and told; rounding is not worth a word", () => {
    const odd = (values: string) => pendulum("base", mass.replace('ixx="0.1" iyy="0.1" izz="0.01"', values));
    const told = importUrdf(odd('ixx="0.1" iyy="0.1" izz="0.01" ixy="0.2"')).report;
    expect(told).toEqual([
      'link "rod" has an inertia that no body has, with a principal moment of -0.100 kg·m²: raised to 0',
    ]);
    const rounded = importUrdf(odd('ixx="0" iyy="0" izz="0" iyz="-2.7e-20"'));
    expect(rounded.report).toEqual([]);
    expect(run({ robot: rounded.model }, 0.1).status).toBe("finished");
  });

  it("a robot without shapes, or whose meshes are missing, is drawn as rods between its joints", () => {
    const shapes = (text: string, options = {}) => {
      const { model, report } = importUrdf(text, options);
      return { report, names: [...model.entries.keys()].filter((name) => /_(knot|stick\d)$/.test(name)) };
    };
    const bare = shapes(pendulum("base", mass));
    expect(bare).toEqual({ report: [], names: ["base_knot", "rod_knot", "rod_stick1"] });
    const lost = shapes(pendulum("base", `${mass}<visual><geometry><mesh filename="a.stl"/></geometry></visual>`), {
      readFile: () => undefined,
    });
    expect(lost.names).toEqual(bare.names);
    expect(lost.report).toEqual([
      'mesh "a.stl" of rod_visual1, not found beside the description nor in the folders above it: 1 ignored',
      "nothing of the robot can be drawn: rods between its joints are shown",
    ]);
    const thrown = shapes(pendulum("base", `${mass}<visual><geometry><mesh filename="a.stl"/></geometry></visual>`), {
      readFile: (name: string) => {
        throw new Error(`no such file: ${name}`);
      },
    });
    expect(thrown.report[0]).toContain("in the folders above it (no such file: a.stl): 1 ignored");
    // the rod leads to the centre of mass, half a metre below
    const scene3d = animationOf(run({ robot: importUrdf(pendulum("base", mass)).model }, 0));
    const stick = scene3d.scene.objects.findIndex(({ path }) => path === "robot.rod_stick1");
    expect([...scene3d.poses[stick]!.slice(0, 3)]).toEqual([0, 0, -0.25]);
  });

  it("names of links never meet those of the parts of joints", () => {
    const text = chain(mass, mass).replaceAll('"inner"', '"second_frame"').replaceAll('"outer"', '"base_visual1"');
    const { model, report } = importUrdf(text);
    expect(report).toEqual(['"second_frame" is called second_frame_2', '"base_visual1" is called base_visual1_2']);
    expect(run({ robot: model }, 0.1).status).toBe("finished");
  });

  it("a joint to a world that nobody defines stands where the robot does", () => {
    const text = pendulum("world", mass).replace('<link name="world"/>', "");
    expect(importUrdf(text).report).toContain('link "world" is not defined: the robot stands on it');
  });

  it("a shape without size is left out, and named", () => {
    const ball = '<visual><geometry><sphere radius="-1"/></geometry></visual>';
    expect(importUrdf(pendulum("base", mass + ball)).report[0]).toMatch(/^shape rod_visual1 \(.*\): 1 ignored$/);
  });

  it("what a fixed link carries counts for the joint", () => {
    const text = pendulum("base", "").replace(
      "</robot>",
      `<link name="tip">${mass}</link><joint name="f" type="fixed"><parent link="rod"/><child link="tip"/></joint></robot>`,
    );
    expect(importUrdf(text, { negligibleInertia: true }).report).toEqual([]);
  });

  it("friction can be left out", () => {
    const rough = pendulum("base", mass).replace("<axis", '<dynamics friction="50"/><axis');
    const { model, report } = importUrdf(rough, { friction: false });
    expect(report).toEqual(["friction of joints: 1 ignored"]);
    expect([...model.entries.keys()]).not.toContain("hinge_friction");
    expect([...importUrdf(rough).model.entries.keys()]).toContain("hinge_friction");
  });

  it("collision shapes are drawn where nothing else is", () => {
    const sphere = '<geometry><sphere radius="0.1"/></geometry>';
    const materialOf = (rod: string) =>
      /rod_collision1.*?"visualMaterial":(null|\{)/.exec(
        String(modelToJson(importUrdf(pendulum("base", mass + rod)).model)),
      )?.[1];
    expect(materialOf(`<collision>${sphere}</collision>`)).toBe("{");
    expect(materialOf(`<visual>${sphere}</visual><collision>${sphere}</collision>`)).toBe("null");
  });

  it("meshes with faces that look inwards or occur twice are named, and mended on request", () => {
    const turned = "v 0 0 0\nv 100 0 0\nv 0 100 0\nv 0 0 100\nf 1 2 3\nf 1 4 2\nf 2 4 3\nf 3 4 1\nf 1 2 3\n";
    const readFile = () => new TextEncoder().encode(turned);
    const text = `<robot name="r"><link name="l"><visual><geometry><mesh filename="part.obj"/></geometry></visual></link></robot>`;
    expect(importUrdf(text, { readFile }).report).toEqual([
      'mesh "part.obj" has 1 faces twice and 4 faces that look inwards; mendMeshes: true mends them',
      'mesh "part.obj" has a size of 100 m: in mm? Then it needs scale="0.001 0.001 0.001", or mendMeshes: "mm"',
    ]);
    expect(importUrdf(text, { readFile, mendMeshes: true }).report).toEqual([
      'mesh "part.obj" has 1 faces twice and 4 faces that look inwards: mended',
      'mesh "part.obj" has a size of 100 m: taken as mm',
    ]);
  });

  it("meshes of the size of millimetres or inches are brought to metres on request", () => {
    const part = (size: number) =>
      new TextEncoder().encode(
        `v 0 0 0\nv ${size} 0 0\nv 0 ${size} 0\nv 0 0 ${size}\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n`,
      );
    const text = `<robot name="r"><link name="l"><visual><geometry><mesh filename="part.obj"/></geometry></visual></link></robot>`;
    const seen = (size: number, mendMeshes: boolean | "mm" | "inch") => {
      const { model, report } = importUrdf(text, { readFile: () => part(size), mendMeshes });
      const { shape } = animationOf(run({ robot: model }, 0)).scene.objects.find(({ path }) =>
        path.includes("visual"),
      )!;
      return { size: Math.max(...(shape as { vertices: Float64Array }).vertices), report };
    };
    expect(seen(300, false)).toEqual({ size: 300, report: [expect.stringContaining("300 m: in mm? Then")] });
    expect(seen(300, true)).toEqual({
      size: expect.closeTo(0.3, 12),
      report: [expect.stringContaining("taken as mm")],
    });
    expect(seen(10, true).size).toBeCloseTo(0.254, 12);
    expect(seen(10, false).report[0]).toContain('mendMeshes: "inch" (or "mm", if it is a small part)');
    expect(seen(10, "mm").size).toBeCloseTo(0.01, 12);
    // what is of a usual size stays, whatever is said of the others
    expect(seen(0.3, "mm")).toEqual({ size: 0.3, report: [] });
  });

  it("a point mass in the plane of two axes, but for the digits of the file, has a direction without inertia: it gets a negligible one", () => {
    const mass = `<inertial><origin xyz="0.02 -0.1 1e-8"/><mass value="1.3"/><inertia ixx="0" iyy="0" izz="0"/></inertial>`;
    const joint = (parent: string, child: string, axis: string) =>
      `<joint name="to_${child}" type="continuous"><parent link="${parent}"/><child link="${child}"/><axis xyz="${axis}"/></joint>`;
    const { model, report } =
      importUrdf(`<robot name="neck"><link name="base"/><link name="ring"/><link name="head">${mass}</link>
      ${joint("base", "ring", "1 0 0")}${joint("ring", "head", "0 1 0")}</robot>`);
    expect(report).toEqual(['link "ring" moves without inertia: 0.000001 kg and 1e-9 kg·m² were added']);
    const Neck = Model3D({ world: Object3D({ feature: Scene() }), robot: model });
    const energy = simulate(instantiate(Neck), { stopTime: 0.01 }).signal("energy.total").values;
    expect(energy.at(-1)).toBeCloseTo(energy[0]!, 4);
  });
});
