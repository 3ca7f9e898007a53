/** Contacts that a mechanism of Modelica gets: the same as those of the same scene in our own language. */
import {
  animationOf,
  Box,
  Cylinder,
  contactsOf,
  Fix,
  instantiate,
  MassProperties,
  Model,
  Model3D,
  type ModelDefinition,
  Object3D,
  Revolute,
  resultFromJson,
  Scene,
  Solid,
  Sphere,
  simulate,
} from "rattleback";
import { resultToJson } from "rattleback/export";
import { importModelica, type ModelicaContacts } from "rattleback/modelica";
import { describe, expect, it } from "vitest";
import { bodiesLibrary } from "./bodiesLibrary.ts";

const models = `
package Models
  import Modelica.Mechanics.MultiBody.*;
  model Block "shown, and nothing else"
    Interfaces.Frame_a frame_a;
    parameter String shapeType = "box";
    input Real across = 2; input Real size[3] = {0.1, across, across/2};
    ModelicaServices.Animation.Shape shape(shapeType = shapeType, r = frame_a.r_0, R = frame_a.R, r_shape = {0.5, -0.1, 0},
      lengthDirection = {0, 1, 0}, widthDirection = {1, 0, 0}, length = size[1], width = size[2], height = size[3]);
  equation
    frame_a.f = zeros(3); frame_a.t = zeros(3);
  end Block;
  model Drop
    inner World world;
    Parts.Body ball(m = 2, I_11 = 0.008, I_22 = 0.008, I_33 = 0.008, r_CM = {0.1, 0, 0}, r_0(start = {0, 0.6, 0}, each fixed = true),
      v_0(start = {0.2, 0, 0}, each fixed = true));
  end Drop;
  model OnBlock
    extends Drop;
    Block floor;
  equation
    connect(world.frame_b, floor.frame_a);
  end OnBlock;
  model OnCone
    extends OnBlock(floor(shapeType = "cone"));
  end OnCone;
  model Pendulum
    inner World world;
    Joints.Revolute joint(phi(start = -0.8, fixed = true), w(fixed = true));
    Parts.FixedTranslation rod(r = {0, -0.5, 0});
    Parts.Body bob(m = 2, I_11 = 0.01, I_22 = 0.02, I_33 = 0.03);
  equation
    connect(world.frame_b, joint.frame_a);
    connect(joint.frame_b, rod.frame_a);
    connect(rod.frame_b, bob.frame_a);
  end Pendulum;
  model Still Real x = time; end Still;
end Models;`;
const library = importModelica({ texts: { "Bodies.mo": bodiesLibrary, "Models.mo": models } });
const options = { stopTime: 0.6, tolerance: 1e-8, interval: 0.1 };

const floor = Box({ lengthX: 2, lengthY: 0.1, lengthZ: 1 });
const onWorld = { on: "world", shape: floor, translation: [0.5, -0.05, 0], solidMaterial: "DryWood" } as const;

function run(name: string, contacts: ModelicaContacts, stopTime = options.stopTime) {
  return simulate(library.instantiate(name, { contacts }), { ...options, stopTime });
}

const own = (model: ModelDefinition, stopTime = options.stopTime) =>
  simulate(instantiate(model), { ...options, stopTime });

/** A sphere begins at the centre of mass in the shapes of these texts, and so lies to the right of it. */
const dropped = (shape: Parameters<typeof Solid>[0], stopTime?: number) =>
  own(
    Model3D({
      world: Object3D({ feature: Scene() }),
      floor: Object3D({
        parent: "world",
        translation: [0.5, -0.05, 0],
        feature: Solid({ shape: floor, solidMaterial: "DryWood", collision: true }),
      }),
      ball: Object3D({
        parent: "world",
        fixedToParent: false,
        translation: [0, 0.6, 0],
        velocity: [0.2, 0, 0],
        feature: Solid({
          massProperties: MassProperties({ mass: 2, centreOfMass: [0.1, 0, 0], Ixx: 0.008, Iyy: 0.008, Izz: 0.008 }),
        }),
      }),
      sphere: Object3D({
        parent: "ball",
        translation: [0.2, 0, 0],
        feature: Solid({ massProperties: 0, solidMaterial: "Steel", collision: true, ...shape }),
      }),
    }),
    stopTime,
  );

function expectSameContacts(
  one: Parameters<typeof contactsOf>[0],
  other: Parameters<typeof contactsOf>[0],
  atLeast: number,
): void {
  const [found, wanted] = [one, other].map((result) => contactsOf(result).records);
  expect(found!.length).toBe(wanted!.length);
  expect(found!.length).toBeGreaterThanOrEqual(atLeast);
  found!.forEach(({ kind, time, normalVelocity, position }, k) => {
    expect(kind).toBe(wanted![k]!.kind);
    expect(time).toBeCloseTo(wanted![k]!.time, 6);
    expect(Math.abs(normalVelocity)).toBeCloseTo(Math.abs(wanted![k]!.normalVelocity), 4);
    position.forEach((x, i) => {
      expect(x).toBeCloseTo(wanted![k]!.position[i]!, 5);
    });
  });
}

describe("a mechanism of Modelica with contacts", () => {
  const bounced = run("Models.Drop", { solids: { ball: "Steel", floor: onWorld } });

  it("bounces as the same scene in our own language, under the names of the model", () => {
    const wanted = dropped({ shape: Sphere({ diameter: 0.2 }) });
    expectSameContacts(bounced, wanted, 4);
    const [first] = contactsOf(bounced).records;
    expect([first!.obj1, first!.obj2].sort()).toEqual(["ball.sphere", "floor"]);
    expect(first!.normalVelocity).toBeCloseTo(Math.sqrt(2 * 9.81 * 0.5), 6);
    expect(bounced.events[1]!.changed.join()).toContain("ball.sphere and floor");
    const [r, wantedR] = [bounced.final<number[]>("ball.r_0"), wanted.final<number[]>("ball.r_abs")];
    r.forEach((x, i) => {
      expect(x).toBeCloseTo(wantedR[i]!, 4);
    });
    expect(bounced.final("floor.r_0")).toEqual([0.5, -0.05, 0]);
  });

  it("falls through what was not named", () => {
    const result = run("Models.Drop", { solids: { ball: "Steel" } });
    expect(contactsOf(result).records).toEqual([]);
    expect(result.final<number[]>("ball.r_0")[1]).toBeCloseTo(0.6 - (9.81 / 2) * 0.36, 6);
  });

  it("touches what other components of the model show", () => {
    const result = run("Models.OnBlock", { solids: { ball: "Steel", floor: "DryWood" } });
    expectSameContacts(result, bounced, 4);
    expect(contactsOf(result).records[0]!.obj2).toBe("floor.shape");
  });

  it("has shapes of its own in place of those that are drawn, and laws, pairs and friction as a Scene has them", () => {
    const shape = Cylinder({ axis: 3, diameter: 0.2, length: 0.3 });
    const ball = { shape, translation: [0.2, 0, 0], solidMaterial: "Steel", frictionCoefficient: 0 } as const;
    const result = run("Models.Drop", { solids: { ball, floor: onWorld } }, 0.325);
    expectSameContacts(result, dropped({ shape, frictionCoefficient: 0 }, 0.325), 2);
    expect(result.final<number[]>("ball.solid.r_0")).toHaveLength(3);
    const soft = run("Models.Drop", { solids: { ball, floor: onWorld }, elasticContactReductionFactor: 1e-3 }, 0.33);
    const durations = [result, soft].map((each) => {
      const [start, end] = contactsOf(each).records;
      return end!.time - start!.time;
    });
    expect(durations[1]! / durations[0]!).toBeGreaterThan(5);
  });

  it("swings against a wall on the other side of a joint only when the joint lets it, and knows what the joint transmits", () => {
    const shape = Sphere({ diameter: 0.1 });
    const wall = Box({ lengthX: 0.1, lengthY: 1, lengthZ: 1 });
    const solids = {
      bob: { shape, solidMaterial: "Steel" },
      wall: { on: "world.frame_b", shape: wall, translation: [0.1, -0.5, 0] as const, solidMaterial: "Steel" },
    };
    expect(contactsOf(run("Models.Pendulum", { solids })).records).toEqual([]);
    const result = run("Models.Pendulum", { solids, atJoints: ["joint"] });
    const wanted = own(
      Model3D({
        world: Object3D({ feature: Scene({ cutForces: true }) }),
        wall: Object3D({
          parent: "world",
          translation: [0.1, -0.5, 0],
          feature: Solid({ shape: wall, solidMaterial: "Steel", collision: true }),
        }),
        rod: Object3D(),
        joint: Revolute({ obj1: "world", obj2: "rod", axis: 3, phi: -0.8, canCollide: true }),
        bob: Object3D({
          feature: Solid({
            shape,
            solidMaterial: "Steel",
            collision: true,
            massProperties: MassProperties({ mass: 2, Ixx: 0.01, Iyy: 0.02, Izz: 0.03 }),
          }),
        }),
        fix: Fix({ obj1: "rod", obj2: "bob", translation: [0, -0.5, 0] }),
      }),
    );
    expectSameContacts(result, wanted, 2);
    for (const t of [0, 0.2, 0.3, contactsOf(result).records[0]!.time + 2e-5]) {
      const [force, wantedForce] = [
        result.at<number[]>(t, "joint.frame_b.f"),
        wanted.at<number[]>(t, "joint.cutForce"),
      ];
      force.forEach((x, i) => {
        expect(Math.abs(x + wantedForce[i]!)).toBeLessThan(1e-3 * Math.max(1, Math.abs(x)));
      });
    }
    expect(result.has("joint.frame_a.t")).toBe(true);
    // what the rod transmits on the way to the bob is not known
    expect(result.has("rod.frame_b.f")).toBe(false);
    expect(run("Models.Pendulum", { solids, atJoints: "all" }).hash).toBe(result.hash);
  });

  it("shows solids that were added, and where they touch, also from a file", () => {
    for (const result of [bounced, resultFromJson(resultToJson(bounced))]) {
      const { scene, contacts, poses } = animationOf(result);
      expect(scene.objects.map(({ path }) => path)).toEqual(["ball.sphere", "floor"]);
      expect([...poses[1]!.subarray(0, 7)]).toEqual([0.5, -0.05, 0, 0, 0, 0, 1]);
      const marks = contacts.flatMap((now) => now.contacts);
      expect(marks.length).toBeGreaterThan(0);
      for (const { obj1, obj2 } of marks) expect([obj1, obj2]).toEqual([0, 1]);
    }
  });
});

describe("contacts that cannot be", () => {
  const refused = (name: string, contacts: unknown, more: object = {}) => {
    try {
      library.instantiate(name, { contacts: contacts as ModelicaContacts, ...more });
    } catch (error) {
      return error as Error & { code: string };
    }
    throw new Error("nothing was refused");
  };

  it.each([
    ["no such part", "Models.Drop", { solids: { bal: "Steel" } }, "E-MODELICA-CONTACT", 'did you mean "ball"?'],
    ["nothing shown", "Models.Pendulum", { solids: { joint: "Steel" } }, "E-MODELICA-CONTACT", "shows no shape"],
    ["a cone", "Models.OnCone", { solids: { floor: "Steel" } }, "E-MODELICA-CONTACT", "it is a cone"],
    ["a name that is taken", "Models.Drop", { solids: { ball: onWorld } }, "E-MODELICA-CONTACT", "of this name"],
    [
      "no frame",
      "Models.Drop",
      { solids: { floor: { ...onWorld, on: "wrold" } } },
      "E-MODELICA-CONTACT",
      'did you mean "world"?',
    ],
    [
      "a place without a shape",
      "Models.Drop",
      { solids: { ball: { solidMaterial: "Steel", translation: [0, 0, 1] } } },
      "E-MODELICA-CONTACT",
      "has translation, but no shape",
    ],
    [
      "a joint that is none",
      "Models.Pendulum",
      { solids: { bob: "Steel" }, atJoints: ["jonit"] },
      "E-MODELICA-CONTACT",
      'did you mean "joint"?',
    ],
    ["joints in a text", "Models.Pendulum", { solids: {}, atJoints: "joint" }, "E-OPTION-VALUE", '"all"'],
    ["no solids", "Models.Drop", {}, "E-OPTION-VALUE", "has no solids"],
    ["another option", "Models.Drop", { solids: {}, law: "hertz" }, "E-OPTION-UNKNOWN", "law"],
    ["another option of a solid", "Models.Drop", { solids: { ball: { mass: 1 } } }, "E-OPTION-UNKNOWN", "mass"],
    ["an unknown material", "Models.Drop", { solids: { ball: {} } }, "E-CONTACT-MATERIAL", "contact material"],
    ["no mechanism", "Models.Still", { solids: {} }, "E-MODELICA-NATIVE", "no parts of Modelica.Mechanics"],
  ])("%s", (_what, name, contacts, code, text) => {
    const error = refused(name, contacts);
    expect(error.code).toBe(code);
    expect(String(error)).toContain(text);
  });

  it("are none of equations", () => {
    const contacts = { solids: { ball: "Steel" } };
    const flattened = refused("Models.Drop", contacts, { mechanics: "flattened" });
    expect(flattened.code).toBe("E-OPTION-VALUE");
    const part = library.component("Models.Drop", { contacts });
    expect(() => instantiate(Model({ part }))).toThrow(
      expect.objectContaining({ code: "E-MODELICA-CONTACT", path: "Models.Drop" }),
    );
  });
});
