// One model per error of 3-D mechanics.
import {
  Box,
  Grid,
  instantiate,
  MassProperties,
  MassPropertiesFromShape,
  Model,
  Model3D,
  mechanismOf,
  Object3D,
  Revolute,
  Scene,
  Solid,
  Sphere,
  simulate,
} from "rattleback";

export interface ErrorExample {
  readonly code: string;
  readonly about: string;
  readonly provoke: () => unknown;
}

const world = Object3D({ feature: Scene() });
const solid = Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }) }) });
const compiled = (source: Parameters<typeof Model3D>[0]) => instantiate(Model3D(source));
const run = (source: Parameters<typeof Model3D>[0]) => simulate(compiled(source), { stopTime: 0.01 });

export const errorExamples: readonly ErrorExample[] = [
  {
    code: "E-3D-VALUE",
    about: "A number, vector or name given to a 3-D component is impossible.",
    provoke: () =>
      simulate(
        instantiate(
          Model3D({
            world,
            ball: Object3D({ parent: "world", feature: Solid({ shape: Sphere({ diameter: 1 }), massProperties: 2 }) }),
          }),
        ),
        {
          merge: { "ball.feature.massProperties": -2 },
        },
      ),
  },
  {
    code: "E-ELEMENT-ALONE",
    about: "An object or joint stands in a model that is not a Model3D.",
    provoke: () => instantiate(Model({ world, bar: solid, rev: Revolute({ obj1: "world", obj2: "bar" }) })),
  },
  {
    code: "E-SCENE-COUNT",
    about: "Not exactly one object of a Model3D has a Scene.",
    provoke: () => compiled({ arm: solid }),
  },
  {
    code: "E-SCENE-PARENT",
    about: "The object with the Scene has a parent.",
    provoke: () => compiled({ ground: Object3D(), world: Object3D({ parent: "ground", feature: Scene() }) }),
  },
  {
    code: "E-OBJECT-ROOT",
    about: "An object is not connected with the world.",
    provoke: () => compiled({ world, bar: solid, tip: Object3D({ parent: "bar" }) }),
  },
  {
    code: "E-OBJECT-PARENT",
    about: "A free object has no parent.",
    provoke: () => compiled({ world, ball: Object3D({ fixedToParent: false }) }),
  },
  {
    code: "E-OBJECT-UNKNOWN",
    about: "A parent, joint or element names an object that does not exist.",
    provoke: () => compiled({ world, bar: solid, rev: Revolute({ obj1: "wrld", obj2: "bar" }) }),
  },
  {
    code: "E-OBJECT-CYCLE",
    about: "Parents lead back to the object itself.",
    provoke: () =>
      compiled({ world, a: Object3D({ parent: "b" }), b: Object3D({ parent: "c" }), c: Object3D({ parent: "a" }) }),
  },
  {
    code: "E-OBJECT-PLACE",
    about: "An object without parent has a translation or rotation.",
    provoke: () =>
      run({ world, bar: Object3D({ translation: [1, 0, 0] }), rev: Revolute({ obj1: "world", obj2: "bar" }) }),
  },
  {
    code: "E-OBJECT-FIXED",
    about: "A velocity is given for an object that cannot move relative to its parent.",
    provoke: () => Object3D({ parent: "world", velocity: [1, 0, 0] }),
  },
  {
    code: "E-OBJECT-LOCK",
    about: "An object is lockable and the root of an assembly.",
    provoke: () => Object3D({ parent: "world", lockable: true, assemblyRoot: true }),
  },
  {
    code: "E-JOINT-SELF",
    about: "A joint connects objects that are the same, or rigidly connected.",
    provoke: () => compiled({ world, a: Object3D({ parent: "world" }), rev: Revolute({ obj1: "world", obj2: "a" }) }),
  },
  {
    code: "E-JOINT-AXIS",
    about: "An axis has no direction.",
    provoke: () => Revolute({ obj1: "world", obj2: "bar", axis: [0, 0, 0] }),
  },
  {
    code: "E-MASS-SHAPE",
    about: "Mass properties are to follow from a shape, but there is none.",
    provoke: () => run({ world, bar: Object3D({ parent: "world", feature: Solid({ massProperties: 3 }) }) }),
  },
  {
    code: "E-MASS-MATERIAL",
    about: "Mass properties are to follow from a density, but there is no material.",
    provoke: () =>
      run({
        world,
        bar: Object3D({ parent: "world", feature: Solid({ shape: Box(), massProperties: MassPropertiesFromShape() }) }),
      }),
  },
  {
    code: "E-MATERIAL-SOLID",
    about: "A solid material is unknown.",
    provoke: () =>
      run({ world, bar: Object3D({ parent: "world", feature: Solid({ shape: Box(), solidMaterial: "Steal" }) }) }),
  },
  {
    code: "E-SHAPE-SOLID",
    about: "A shape that can only be drawn is given to a Solid.",
    provoke: () =>
      run({
        world,
        bar: Object3D({ parent: "world", feature: Solid({ shape: Grid(), massProperties: MassProperties() }) }),
      }),
  },
  {
    code: "E-SHAPE-VALUE",
    about: "A dimension of a shape is impossible in a run.",
    provoke: () =>
      simulate(
        compiled({
          world,
          bar: Object3D({ parent: "world", feature: Solid({ shape: Box(), solidMaterial: "Steel" }) }),
        }),
        {
          merge: { "bar.feature.shape.lengthX": -1 },
        },
      ),
  },
  {
    code: "E-CONTACT-MATERIAL",
    about: "A Solid is to collide, but has no name of a contact material.",
    provoke: () => Solid({ shape: Sphere(), massProperties: 1, collision: true }),
  },
  {
    code: "E-CONTACT-SHAPE",
    about: "A Solid is to collide, but has no shape.",
    provoke: () =>
      run({
        world,
        ball: Object3D({
          parent: "world",
          feature: Solid({ massProperties: MassProperties({ mass: 1 }), collision: true, contactMaterial: "Steel" }),
        }),
      }),
  },
  {
    code: "E-MECHANISM-NONE",
    about: "A result has no 3-D model of that name.",
    provoke: () => mechanismOf(simulate(compiled({ world }), { stopTime: 0 }), "arm"),
  },
  {
    code: "E-MECHANISM-NO-INERTIA",
    about: "A joint moves something without mass.",
    provoke: () =>
      run({
        world,
        arm: Object3D(),
        tip: Object3D({ parent: "arm", translation: [1, 0, 0] }),
        rev: Revolute({ obj1: "world", obj2: "arm" }),
      }),
  },
];
