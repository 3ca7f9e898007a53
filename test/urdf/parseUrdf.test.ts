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
      "<transmission> in <robot>: 1 ignored",
      "<gazebo> in <robot>: 2 ignored",
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
    expect(replaced('joint="slideLeft" mult', 'joint="slideRight" mult').because).toContain("no other joint");
    expect(failure("<robot/>").because).toContain("no links");
    expect(failure("<model/>").because).toContain("<model>");
  });

  it("refuses numbers that are none, too few, or without sense", () => {
    const replaced = (from: string, to: string) => failure(gripper.replace(from, to)).because;
    expect(replaced('value="2"', 'value="two"')).toContain('value="two" is not a finite number');
    expect(replaced('value="2"', 'value="-2"')).toContain("-2 kg");
    expect(replaced('size="0.1 0.2 0.3"', 'size="0.1 0.2"')).toContain("2 values, 3 are needed");
    expect(replaced('xyz="0 1 0"', 'xyz="0 0 0"')).toContain("axis");
    expect(replaced('lower="0"', 'lower="1"')).toContain("above the upper");
    expect(replaced('type="prismatic"', 'type="prismatc"')).toContain("prismatc");
    expect(replaced("<box", "<bx")).toContain("<bx>");
    expect(replaced('<mass value="2"/>', "")).toContain("no <mass>");
  });
});
