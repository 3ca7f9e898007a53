import {
  Beam,
  Box,
  Bushing,
  Capsule,
  Cone,
  ContactResult,
  CoordinateSystem,
  Cylinder,
  Cylindrical,
  ElasticContactPairMaterial,
  Ellipsoid,
  expr,
  FileMesh,
  Fix,
  Free,
  GearWheel,
  Grid,
  instantiate,
  LineForceWithMass,
  LineForceWithTwoMasses,
  MassProperties,
  MassPropertiesFromShape,
  MassPropertiesFromShapeAndMass,
  Mesh,
  Model,
  Model3D,
  ModelActions,
  type ModelDefinition,
  ModelicaShape,
  modelFromJson,
  modelToJson,
  NoGravityField,
  Object3D,
  ObserverContactPairMaterial,
  Par,
  Planar,
  PointGravityField,
  PolygonalContactModel,
  Prismatic,
  PrismaticWithFlange,
  RattlebackError,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Screw,
  SensorResult,
  Solid,
  SolidMaterial,
  Sphere,
  Spherical,
  SpringDamperPtP,
  SpringShape,
  simulate,
  TextShape,
  Universal,
  Var,
  Visual,
  VisualMaterial,
  WorldForce,
  WorldTorque,
} from "rattleback";
import { Damper, Fixed } from "rattleback/rotational";
import { describe, expect, it } from "vitest";

const solid = (mass = 1) =>
  Object3D({ feature: Solid({ massProperties: MassProperties({ mass, Ixx: 1, Iyy: 1, Izz: 1, Ixy: 0.1 }) }) });

/** Text → model → the same text. */
function written(model: ModelDefinition, functions = {}): string {
  const text = modelToJson(model);
  expect(modelToJson(modelFromJson(text, { functions }))).toBe(text);
  return text;
}

function errorOf(action: () => unknown): RattlebackError {
  try {
    action();
  } catch (error) {
    if (error instanceof RattlebackError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("3-D models as JSON", () => {
  it("are readable documents of the constructors", () => {
    const model = Model3D({
      L: 0.5,
      world: Object3D({ feature: Scene({ gravityField: NoGravityField(), nominalLength: 2 }) }),
      bar: Object3D({ feature: Solid({ shape: Beam({ axis: 1, length: expr`2*L` }), solidMaterial: "Steel" }) }),
      pivot: Object3D({ parent: "bar", translation: [expr`-L`, 0, 0] }),
      rev: Revolute({ obj1: "world", obj2: "pivot", phi: Var({ init: Par(30, "deg") }), w: 1 }),
    });
    expect(JSON.parse(written(model))).toEqual({
      _class: "Model3D",
      L: 0.5,
      world: {
        _class: "Object3D",
        feature: {
          _class: "Scene",
          gravityField: { _class: "NoGravityField" },
          nominalLength: 2,
          defaultFrameLength: 0.4,
          cameraDistance: 20,
          lightDistance: 20,
        },
      },
      bar: {
        _class: "Object3D",
        feature: {
          _class: "Solid",
          shape: { _class: "Beam", axis: 1, length: { _Expr: "2*L" } },
          solidMaterial: "Steel",
        },
      },
      pivot: { _class: "Object3D", parent: "bar", translation: { _Expr: "[-L, (0), (0)]" } },
      rev: {
        _class: "Revolute",
        obj1: "world",
        obj2: "pivot",
        phi: { _class: "Var", init: { _class: "Par", value: 30, unit: "deg" } },
        w: 1,
      },
    });
  });

  it("move as before, with parameters, flanges, components inside components and equations", () => {
    const Arm = Model({
      L: 1,
      bar: Object3D({ feature: Solid({ shape: Beam({ axis: 1, length: expr`L` }), solidMaterial: "Aluminium" }) }),
      left: Object3D({ parent: "bar", translation: [expr`-L/2`, 0, 0] }),
      right: Object3D({ parent: "bar", translation: [expr`L/2`, 0, 0] }),
    });
    const model = Model3D({
      start: 0.4,
      world: Object3D({ feature: Scene({ cutForces: true }) }),
      a: Arm.with({ L: 0.7 }),
      b: Arm,
      rev1: RevoluteWithFlange({ obj1: "world", obj2: "a.left", phi: Var({ init: expr`start` }), w: Var({ init: 0 }) }),
      rev2: Revolute({ obj1: "a.right", obj2: "b.left", axis: [0, 1, 1], phi: expr`2*start` }),
      damper: Damper.with({ d: 20 }),
      fixed: Fixed,
      spring: SpringDamperPtP({ obj1: "world", obj2: "b.right", springForceLaw: 100, nominalLength: expr`start` }),
      height: Var(),
      connect: [
        ["damper.flange_b", "rev1.flange"],
        ["damper.flange_a", "fixed.flange"],
      ],
      equations: "height = b.right.r_abs[2]",
    });
    const read = modelFromJson(written(model));
    const options = { stopTime: 1, merge: { start: 0.3 } };
    const [before, after] = [model, read].map((item) => simulate(instantiate(item), options));
    expect(after!.names()).toEqual(before!.names());
    expect(after!.stateHash).toBe(before!.stateHash);
    expect(after!.final("height")).toBe(before!.final("height"));
  });

  it("keep the friction of one surface: a ball rolls up as before", () => {
    const box = (mu: number) =>
      Model3D({
        world: Object3D({ feature: Scene() }),
        floor: Object3D({
          parent: "world",
          translation: [0, -0.05, 0],
          feature: Solid({
            shape: Box({ lengthX: 9, lengthY: 0.1, lengthZ: 9 }),
            collision: true,
            contactMaterial: "Steel",
          }),
        }),
        ball: Object3D({
          parent: "world",
          fixedToParent: false,
          translation: [0, 0.1, 0],
          velocity: [1, 0, 0],
          feature: Solid({
            shape: Sphere({ diameter: 0.2 }),
            solidMaterial: "Steel",
            collision: true,
            contactMaterial: "Steel",
            frictionCoefficient: mu,
          }),
        }),
      });
    const text = written(box(0.25));
    expect(JSON.parse(text).ball.feature.frictionCoefficient).toBe(0.25);
    const spin = (model: ModelDefinition) =>
      simulate(instantiate(model), { stopTime: 0.05 }).final<number[]>("ball.angularVelocity")[2]!;
    expect(spin(modelFromJson(text))).toBe(spin(box(0.25)));
    expect(spin(modelFromJson(text))).not.toBe(spin(box(0)));
  });

  it("have every shape, mass and material", () => {
    const shapes = [
      Sphere({ diameter: 2 }),
      Ellipsoid({ lengthX: 2 }),
      Box({ lengthY: expr`s` }),
      Cylinder({ innerDiameter: 0.5, axis: 1 }),
      Cone({ topDiameter: 0.2 }),
      Capsule(),
      Beam({ thickness: 0.3 }),
      Mesh({ vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3] }),
      CoordinateSystem(),
      Grid({ distance: 0.2 }),
      SpringShape({ windings: 7 }),
      GearWheel({ teeth: 12 }),
      TextShape({ text: "up", font: { bold: true }, offset: [0, 0, 1], alignment: "Left" }),
      ModelicaShape({ type: 4, extra: [0.5, 0, 0] }),
      FileMesh({ filename: "hull.stl", scale: [2, 2, 2] }),
    ];
    const drawn = Object.fromEntries(
      shapes.map((shape, k) => [`shape${k}`, Object3D({ parent: "world", feature: Visual({ shape }) })]),
    );
    const weighed = [
      Solid({ shape: Box(), solidMaterial: "Steel", visualMaterial: null, collision: true, contactSphereRadius: 0.1 }),
      Solid({ shape: Box(), massProperties: 3, visualMaterial: VisualMaterial({ color: "red", transparency: 0.5 }) }),
      Solid({ shape: Box(), massProperties: "Steel", contactModel: "polygonal" }),
      Solid({ shape: Box(), massProperties: SolidMaterial({ density: 5 }) }),
      Solid({ shape: Box(), solidMaterial: SolidMaterial({ density: 5, YoungsModulus: 1e9 }) }),
      Solid({ shape: Box(), solidMaterial: "Steel", massProperties: MassPropertiesFromShape() }),
      Solid({ shape: Box(), massProperties: MassPropertiesFromShapeAndMass({ mass: Par(2, "g") }) }),
      Solid({ massProperties: MassProperties({ mass: expr`s`, centerOfMass: [1, 2, 3] }) }),
    ].map((feature, k) => [`solid${k}`, Object3D({ parent: "world", feature, lockable: true })] as const);
    const model = Model3D({
      s: 2,
      world: Object3D({
        feature: Scene({
          gravityField: PointGravityField({ mass: 5 }),
          solidMaterials: { Cork: SolidMaterial({ density: 240 }) },
          contactPairMaterials: {
            "Cork,Steel": ElasticContactPairMaterial({ coefficientOfRestitution: 0.2, law: "hertz", stiction: true }),
            "Cork,Cork": ObserverContactPairMaterial({ printAlarm: true }),
          },
          contact: { contactLaw: "exactRestitution", flatContact: "point" },
          enableContactDetection: false,
        }),
      }),
      ...drawn,
      ...Object.fromEntries(weighed),
    });
    const text = written(model);
    // a document that names a file does not read it by itself
    const error = errorOf(() => instantiate(modelFromJson(text)));
    expect([error.code, error.path]).toEqual(["E-MESH-FILE", "shape14.feature.shape"]);
  });

  it("have every joint and force element, with functions by name", () => {
    function stiffening(x: number): number {
      return 10 * x + 100 * x ** 3;
    }
    const push = ({ time }: { readonly time: number }): number[] => [time, 0, 0];
    function* program(act: { eventAfter(time: number): never }): Generator<never> {
      yield act.eventAfter(0.1);
    }
    const two = { obj1: "world", obj2: "b" };
    const joints = {
      revolute: Revolute(two),
      prismatic: Prismatic({ ...two, axis: -2, s: Var({ init: 1 }) }),
      prismaticWithFlange: PrismaticWithFlange({ ...two, s: Var({ init: 1 }), v: Var({ start: 2 }) }),
      cylindrical: Cylindrical({ ...two, phi: 1 }),
      screw: Screw({ ...two, pitch: 0.2 }),
      universal: Universal({ ...two, secondAxis: [0, 1, 1], w2: 3 }),
      planar: Planar({ ...two, s1: 1 }),
      spherical: Spherical({ ...two, rotation: [1, 2, 3] }),
      free: Free({ ...two, velocity: [1, 2, 3], canCollide: true }),
      fix: Fix({ ...two, translation: [1, 0, 0] }),
    };
    for (const [name, joint] of Object.entries(joints))
      written(Model3D({ world: Object3D({ feature: Scene() }), b: solid(), [name]: joint }));
    const model = Model3D({
      world: Object3D({ feature: Scene() }),
      b: solid(),
      ball: Object3D({
        parent: "world",
        fixedToParent: false,
        angularVelocity: [1, 0, 0],
        feature: Solid({ shape: Sphere(), massProperties: 1 }),
      }),
      plate: Object3D({ parent: "world", translation: [0, -3, 0], feature: Solid({ shape: Box() }) }),
      rev: Revolute(two),
      bushing: Bushing({ ...two, springForceLaw: [stiffening, 3, 0], damperForceLaw: [1, 2, 3], largeAngles: true }),
      spring: SpringDamperPtP({ ...two, springForceLaw: stiffening, damperForceLaw: 2 }),
      line: LineForceWithMass({ ...two, obj2: "ball", mass: 1, lengthFraction: 0.2 }),
      cylinder: LineForceWithTwoMasses({ ...two, obj2: "ball", mass1: 1, distance1: 0.2, springForceLaw: 3 }),
      force: WorldForce({ obj: "b", forceFunction: push }),
      torque: WorldTorque({ obj: "b", objCoord: "b", torqueFunction: push }),
      sensor: SensorResult({ obj: "b", objObserve: "b" }),
      contact: ContactResult({ obj1: "ball", obj2: "plate" }),
      surfaces: PolygonalContactModel({
        obj1: "ball",
        obj2: "plate",
        task: 1,
        bodyE_YoungsModulus: 1e6,
        bodyE_LayerDepth: 0.1,
        maxPenetration: 0.1,
      }),
      actions: ModelActions(program as never),
    });
    const functions = { stiffening, push, program };
    const read = modelFromJson(written(model, functions), { functions });
    const [before, after] = [model, read].map((item) => simulate(instantiate(item), { stopTime: 0.2 }));
    expect(after!.stateHash).toBe(before!.stateHash);
    const error = errorOf(() => modelFromJson(modelToJson(model)));
    expect(error.code).toBe("E-JSON");
    expect(error.hint).toContain("functions: { stiffening");
    const clash = Model3D({
      world: Object3D({ feature: Scene() }),
      f1: WorldForce({ obj: "world", forceFunction: () => [0, 0, 0] }),
      f2: WorldForce({ obj: "world", forceFunction: () => [1, 0, 0] }),
    });
    expect(errorOf(() => modelToJson(clash)).because).toContain("two different functions");
  });

  it.each([
    ['{"_class":"Model3D","a":{"_class":"Object4D"}}', "E-JSON", "a"],
    ['{"_class":"Model3D","a":{"_class":"Revolute","obj1":"world","obj2":"b","axis":[0,0,0]}}', "E-JOINT-AXIS", "a"],
    [
      '{"_class":"Model3D","a":{"_class":"Object3D","feature":{"_class":"Solid","shape":{"_class":"Box","lengthX":-1}}}}',
      "E-SHAPE-VALUE",
      "a.feature.shape",
    ],
    ['{"_class":"Model3D","a":{"_class":"Object3D","wheels":4}}', "E-OPTION", "a"],
    ['{"_class":"Model3D","a":{"_class":"Object3D","__proto__":{"x":1}}}', "E-JSON", "a.__proto__"],
    [
      '{"_class":"Model3D","a":{"_class":"WorldForce","objectApply":"b","forceFunction":{"_function":"constructor"}}}',
      "E-JSON",
      "a.forceFunction",
    ],
    [
      '{"_class":"Model3D","a":{"_class":"Object3D","feature":{"_class":"Scene","contactPairMaterials":{"a,b":{"kind":"toString"}}}}}',
      "E-JSON",
      "a.feature",
    ],
    ['{"_class":"constructor"}', "E-JSON", ""],
  ])("refuse what no constructor takes: %s", (text, code, path) => {
    const error = errorOf(() => modelFromJson(text));
    expect(error.code).toMatch(code);
    expect(error.path ?? "").toBe(path);
  });

  // examples run when they are imported: those that are quick
  it.each(["3d-pendulum", "3d-servo-arm", "3d-urdf-robot", "contact-plates"])(
    "can hold the example %s",
    async (name) => {
      const { default: model } = (await import(`../../examples/${name}.ts`)) as { default: ModelDefinition };
      written(model);
    },
  );
});
