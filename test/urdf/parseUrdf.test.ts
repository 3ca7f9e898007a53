import { describe, expect, it } from "vitest";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { parseUrdf } from "../../src/urdf/parseUrdf.ts";

const gripper = `<?xml version="1.0"?>
<robot name="gripper">
  <material name="steel"><color rgba="0.6 0.6 0.7 1"/></material>
  <link name="base">
    <inertial><origin xyz="0 0 0.1"/><mass value="2"/><inertia ixx="0.1" iyy="0.2" izz="0.3" ixy="0.01"/></inertial>
    <visual><geometry><box size="0.1 0.2 0.3"/></geometry><material name="steel"/></visual>
  </link>
  <link name="left">
    <inertial><mass value="0.1"/><inertia ixx="1e-4" iyy="1e-4" izz="1e-4"/></inertial>
    <collision><origin xyz="0 0.02 0" rpy="0 1.5708 0"/><geometry><cylinder radius="0.01" length="0.08"/></geometry></collision>
  </link>
  <link name="right"/>
  <joint name="slideLeft" type="prismatic">
    <parent link="base"/><child link="left"/><axis xyz="0 1 0"/>
    <limit lower="0" upper="0.05" effort="20" velocity="0.1"/><dynamics damping="3" friction="0.5"/>
  </joint>
  <joint name="slideRight" type="prismatic">
    <parent link="base"/><child link="right"/><axis xyz="0 -1 0"/>
    <mimic joint="slideLeft" multiplier="1" offset="0.001"/><safety_controller k_velocity="10"/>
  </joint>
  <transmission name="t"/><gazebo/><gazebo/>
</robot>`;

function failure(text: string): RattlebackError {
  try {
    parseUrdf(text);
  } catch (error) {
    if (error instanceof RattlebackError) return error;
  }
  throw new Error("an error was expected");
}

describe("parseUrdf", () => {
  const robot = parseUrdf(gripper);

  it("reads links, joints and the root", () => {
    expect(robot.root).toBe("base");
    expect(robot.links.map(({ name }) => name)).toEqual(["base", "left", "right"]);
    expect(robot.links[0]!.inertial).toEqual({
      origin: { xyz: [0, 0, 0.1], rpy: [0, 0, 0] },
      mass: 2,
      inertia: [0.1, 0.2, 0.3, 0.01, 0, 0],
    });
    expect(robot.links[0]!.visuals[0]!.colour).toEqual([0.6, 0.6, 0.7, 1]);
    expect(robot.links[1]!.collisions[0]).toMatchObject({
      origin: { xyz: [0, 0.02, 0], rpy: [0, 1.5708, 0] },
      geometry: { kind: "cylinder", radius: 0.01, length: 0.08 },
    });
    expect(robot.joints[0]).toMatchObject({
      axis: [0, 1, 0],
      limit: { lower: 0, upper: 0.05, effort: 20, velocity: 0.1 },
      damping: 3,
      friction: 0.5,
    });
    expect(robot.joints[1]!.mimic).toEqual({ joint: "slideLeft", multiplier: 1, offset: 0.001 });
  });

  it("says what it passes over, one line per cause", () => {
    expect(robot.ignored).toEqual([
      "<safety_controller> in <joint>: 1 ignored",
      "<transmission> in line 21: not one joint of the robot and one actuator, ignored",
      "<gazebo> without content: 2 ignored",
    ]);
  });

  it("names line and cause where the XML is broken", () => {
    const error = failure(gripper.replace("</link>", "</lnk>"));
    expect(error.code).toBe("E-URDF-XML");
    expect(error.where).toMatch(/line \d+/);
    expect(failure("").code).toBe("E-URDF-XML");
    expect(failure('<!DOCTYPE robot [<!ENTITY a "b">]><robot/>').code).toBe("E-URDF-XML");
  });

  it("refuses what is no tree of links, with the names", () => {
    const replaced = (from: string, to: string) => failure(gripper.replace(from, to));
    const misspelt = replaced('<child link="left"/>', '<child link="lefft"/>');
    expect(misspelt.code).toBe("E-URDF");
    expect(misspelt.path).toBe("slideLeft");
    expect(misspelt.hint).toContain("left");
    expect(replaced('<child link="right"/>', '<child link="left"/>').because).toContain('link "left" is the child of');
    expect(replaced('<child link="right"/>', '<child link="base"/>').because).toContain("itself");
    expect(replaced('<link name="right"/>', '<link name="right"/><link name="spare"/>').because).toContain(
      "several links",
    );
    expect(replaced('<link name="right"/>', '<link name="left"/>').because).toContain('named "left"');
    expect(failure("<robot/>").because).toContain("no links");
    expect(failure("<model/>").because).toContain("<model>");
  });

  it("says what a file is that is not a robot", () => {
    expect(failure("<link name='a'/>").because).toContain("<link>: it is a part of a description");
    expect(failure("<sdf version='1.7'/>").because).toContain("SDFormat, which importSdf reads");
    expect(failure("<mujoco/>").because).toContain("which importMjcf reads");
    const macros = `<robot xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:macro name="arm" params="side"><link name="a"/></xacro:macro></robot>`;
    expect(failure(macros).because).toContain("it is a file for xacro");
    const rest = gripper.replace('xyz="0 0 0.1"', `xyz="$\{x} 0 $(optenv HEIGHT 0.1 m)"`);
    expect(failure(rest).because).toContain("is an expression of xacro, not a number");
    expect(failure(rest).hint).toContain("run xacro");
  });

  it.each(["", "<mass/>"])("takes <inertial> without mass for no mass, and says so: %s", (mass) => {
    const { links, ignored } = parseUrdf(gripper.replace('<mass value="0.1"/>', mass));
    expect(links[1]!.inertial!.mass).toBe(0);
    expect(ignored.join()).toContain("has no <mass>: it is zero");
  });

  it("refuses numbers that are none, too few, or without sense", () => {
    const replaced = (from: string, to: string) => failure(gripper.replace(from, to)).because;
    expect(replaced('value="2"', 'value="two"')).toContain('value="two" is not a finite number');
    expect(replaced('value="2"', 'value="-2"')).toContain("-2 kg");
    expect(replaced('xyz="0 0 0.1"', 'xyz="0 0"')).toContain("2 values, 3 are needed");
    expect(replaced('xyz="0 1 0"', 'xyz="0 0 0"')).toContain("axis");
    expect(replaced('type="prismatic"', 'type="prismatc"')).toContain("prismatc");
  });

  it("is tolerant where others are, and says so", () => {
    const text = gripper
      .replace('<?xml version="1.0"?>', '\uFEFF \n <?xml version="1.23" standalone="yes"?>')
      .replace('lower="0"', 'lower="1"')
      .replace("<box size", "<bx size")
      .replace('<axis xyz="0 -1 0"/>', "<axis/>")
      .replace('<mass value="0.1"/>', '<mass value="-5e-20"/>');
    const robot = parseUrdf(text);
    expect(robot.joints[0]!.limit).toMatchObject({ lower: 0.05, upper: 1 });
    expect(robot.joints[1]!.axis).toEqual([1, 0, 0]);
    expect(robot.links[0]!.visuals).toEqual([]);
    expect(robot.links[1]!.inertial!.mass).toBe(0);
    expect(robot.ignored.filter((line) => /^(shape|joint) /.test(line))).toEqual([
      expect.stringMatching(/^shape <bx> in line \d+: not known$/),
      'joint "slideLeft": lower limit 1 above upper 0.05, exchanged',
    ]);
  });

  it("passes over what other parsers do: comments with dashes, declarations twice or late, document types that declare nothing", () => {
    const odd = gripper
      .replace(
        '<?xml version="1.0"?>',
        '<!-- made -- by hand -->\n<?XML version="1.1"?><!DOCTYPE robot>\n<?xml version="1.0"?>',
      )
      .replace("<transmission", "<!-- <link name='a'/> -- -->\n<transmission");
    const { links, joints, ignored } = parseUrdf(odd);
    expect([links.length, joints.length]).toEqual([3, 2]);
    // lines are those of the text: three more stand before the transmission
    expect(ignored.join()).toContain("<transmission> in line 24:");
    const kept = parseUrdf(gripper.replace("<gazebo/>", "<gazebo><note><![CDATA[<!-- a -- b -->]]></note></gazebo>"));
    expect(kept.ignored).toContain("<note> in <gazebo>: 1 ignored");
  });

  it("nothing that is only seen is the end of a robot", () => {
    const link = (content: string) => parseUrdf(`<robot name="r"><link name="a">${content}</link></robot>`);
    const left = (content: string) => {
      const { links, ignored } = link(content);
      return [links[0]!.visuals.length, ...ignored];
    };
    expect(left("<visual/>")).toEqual([0, "shape <nothing> in line 1: not known"]);
    const shapes = {
      "<box/>": '<box> has no attribute "size"',
      '<cylinder radius="1"/>': '<cylinder> has no attribute "length"',
      "<mesh/>": '<mesh> has no attribute "filename"',
      '<mesh filename="a.stl" scale="1 2"/>': '"1 2" has 2 values, 3 are needed',
      '<sphere radius="big"/>': 'radius="big" is not a finite number',
    };
    for (const [shape, because] of Object.entries(shapes)) {
      const name = /\w+/.exec(shape)![0];
      expect(left(`<visual><geometry>${shape}</geometry></visual>`)).toEqual([
        0,
        `shape <${name}> in line 1: left out, ${because}`,
      ]);
    }
    const coloured = (material: string) =>
      link(`<visual><geometry><sphere radius="1"/></geometry>${material}</visual>`);
    expect(coloured('<material name=""><color rgba="1 0 0"/></material>').links[0]!.visuals[0]!.colour).toEqual([
      1, 0, 0, 1,
    ]);
    for (const odd of ["<color/>", '<color rgba="red"/>', '<color rgba="1 0 0 1 1"/>']) {
      const { links, ignored } = coloured(`<material>${odd}</material>`);
      expect([links[0]!.visuals[0]!.colour, ...ignored]).toEqual([
        undefined,
        "<color> in line 1 is not red, green, blue and alpha: ignored",
      ]);
    }
    expect(coloured("<material/>").ignored).toEqual([]);
    const scaled = link('<visual><geometry><mesh filename="a.stl" scale="1 2 3 4"/></geometry></visual>');
    expect(scaled.links[0]!.visuals[0]!.geometry).toMatchObject({ scale: [1, 2, 3] });
    expect(scaled.ignored).toEqual(['scale="1 2 3 4" in line 1: the first three factors are used']);
  });

  it("limits without end are none, equal ones leave no range; resistance that would drive is refused", () => {
    const first = (limit: string, dynamics = "") => {
      const { joints, ignored } = parseUrdf(
        gripper.replace(/<limit[^>]*><dynamics[^>]*>/, `<limit ${limit}/><dynamics ${dynamics}/>`),
      );
      return { joint: joints[0]!, told: ignored.filter((line) => line.startsWith("joint")) };
    };
    expect(first('lower="-inf" upper="0.5" effort="Infinity" velocity="2"').joint.limit).toEqual({
      lower: -Infinity,
      upper: 0.5,
      effort: undefined,
      velocity: 2,
    });
    const equal = first('effort="3" velocity="1"');
    expect(equal.joint.limit).toEqual({ lower: -Infinity, upper: Infinity, effort: 3, velocity: 1 });
    expect(equal.told).toEqual(['joint "slideLeft": lower and upper limit are both 0, ignored']);
    const driven = first('lower="0" upper="1"', 'damping="-1" friction="-2"');
    expect([driven.joint.damping, driven.joint.friction]).toEqual([0, 0]);
    expect(driven.told).toEqual([
      'joint "slideLeft": damping of -1 would drive it, ignored',
      'joint "slideLeft": friction of -2 would drive it, ignored',
    ]);
  });

  it("names attributes that it does not know and elements that are there again", () => {
    const text = gripper
      .replace('multiplier="1"', 'multipler="2"')
      .replace("<inertial>", '<inertial><mass value="7"/></inertial><inertial>');
    const { links, joints, ignored } = parseUrdf(text);
    expect([links[0]!.inertial!.mass, joints[1]!.mimic!.multiplier]).toEqual([7, 1]);
    expect(ignored).toEqual(
      expect.arrayContaining(["second <inertial> in <link>: 1 ignored", 'attribute "multipler" of <mimic>: 1 ignored']),
    );
  });

  it("follows chains of joints that mimic joints that mimic", () => {
    const joint = (name: string, rest: string) =>
      `<link name="${name}"/><joint name="j${name}" type="revolute"><parent link="o"/><child link="${name}"/>${rest}</joint>`;
    const chain = (last: string) =>
      `<robot name="r"><link name="o"/>${joint("a", "")}${joint("b", '<mimic joint="ja" multiplier="2" offset="1"/>')}${joint("c", last)}</robot>`;
    const followed = parseUrdf(chain('<mimic joint="jb" multiplier="3" offset="0.5"/>'));
    // 3·(2·q + 1) + 0.5
    expect(followed.joints[2]!.mimic).toEqual({ joint: "ja", multiplier: 6, offset: 3.5 });
    expect(parseUrdf(chain("<mimic/>")).ignored).toEqual([
      'joint "jc" mimics a joint that is not named: it moves by itself',
    ]);
    for (const name of ["jx", "jc"]) {
      const robot = parseUrdf(chain(`<mimic joint="${name}"/>`));
      expect(robot.joints[2]!.mimic).toBeUndefined();
      expect(robot.ignored.join()).toContain(`mimics "${name}"`);
    }
  });

  it("takes one number as a scale for all directions", () => {
    const mesh = (scale: string) =>
      parseUrdf(
        `<robot name="r"><link name="a"><visual><geometry><mesh filename="a.stl" ${scale}/></geometry></visual></link></robot>`,
      ).links[0]!.visuals[0]!.geometry;
    expect(mesh('scale="0.001"')).toMatchObject({ scale: [0.001, 0.001, 0.001] });
    expect(mesh('scale="1 -1 1"')).toMatchObject({ scale: [1, -1, 1] });
    expect(mesh("")).toMatchObject({ scale: [1, 1, 1] });
  });

  it("reads long chains in time that grows with their length", () => {
    const n = 3000;
    const links = Array.from({ length: n }, (_, k) => `<link name="l${k}"/>`).join("");
    const joints = Array.from(
      { length: n - 1 },
      (_, k) => `<joint name="j${k}" type="fixed"><parent link="l${k}"/><child link="l${k + 1}"/></joint>`,
    ).join("");
    expect(parseUrdf(`<robot name="r">${links}${joints}</robot>`).root).toBe("l0");
  });
});
