/** Contacts know no directions: a scene that is turned and moved as a whole moves as it did, seen from itself. */
import {
  Box,
  Capsule,
  Cone,
  Cylinder,
  contactsOf,
  ElasticContactPairMaterial,
  type ElasticContactPairOptions,
  Ellipsoid,
  ImpulsiveContactPairMaterial,
  instantiate,
  Model3D,
  Object3D,
  type Result,
  Scene,
  type SceneFeatureOptions,
  Solid,
  Sphere,
  simulate,
  UniformGravityField,
} from "rattleback";
import { describe, expect, it } from "vitest";

type Vector = [number, number, number];
type Options = NonNullable<Parameters<typeof Solid>[0]>;
interface Body {
  readonly shape: NonNullable<Options["shape"]>;
  readonly solid?: Partial<Options>;
  readonly translation: Vector;
  readonly rotation?: Vector;
  readonly velocity?: Vector;
  readonly angularVelocity?: Vector;
}
interface Setting {
  readonly scene?: SceneFeatureOptions;
  readonly bodies: Readonly<Record<string, Body>>;
  readonly floor?: Partial<Options>;
  readonly stopTime?: number;
}

const stages: readonly { translation: Vector; rotation: Vector }[] = [
  { translation: [0, 0, 0], rotation: [0, 0, 0] },
  { translation: [0.31, -0.23, 0.17], rotation: [0.7, -1.1, 2.3] },
];

/** The third row of R123(a, b, c) = R3(c)·R2(b)·R1(a), which gives the axis z of the stage in the world. */
function upOf([a, b]: Vector): Vector {
  return [Math.sin(b), -Math.sin(a) * Math.cos(b), Math.cos(a) * Math.cos(b)];
}

function played({ scene = {}, bodies, floor = {}, stopTime = 0.12 }: Setting, stage: (typeof stages)[number]): Result {
  const up = upOf(stage.rotation);
  const gravityField = UniformGravityField({ g: 9.81, n: up.map((x) => -x) as Vector });
  const solid = (shape: Body["shape"], options: Partial<Options>) =>
    Solid({ shape, solidMaterial: "DryWood", collision: true, ...options } as Options);
  const model = Model3D({
    world: Object3D({ feature: Scene({ gravityField, elasticContactReductionFactor: 1e-4, ...scene }) }),
    stage: Object3D({ parent: "world", ...stage }),
    floor: Object3D({
      parent: "stage",
      translation: [0, 0, -0.1],
      feature: solid(Box({ lengthX: 2, lengthY: 2, lengthZ: 0.2 }), floor),
    }),
    ...Object.fromEntries(
      Object.entries(bodies).map(([name, { shape, solid: options = {}, ...start }]) => [
        name,
        Object3D({ parent: "stage", fixedToParent: false, feature: solid(shape, options), ...start }),
      ]),
    ),
  });
  return simulate(instantiate(model), { stopTime, tolerance: 1e-7, interval: stopTime });
}

const material = (options: ElasticContactPairOptions): SceneFeatureOptions => ({
  contactPairMaterials: { "DryWood,DryWood": ElasticContactPairMaterial(options) },
});
const rough = material({ coefficientOfRestitution: 0.5, slidingFrictionCoefficient: 0.4, law: "exactRestitution" });
/** It falls, turns and slides. */
const thrown = { velocity: [0.5, 0.3, -1] as Vector, angularVelocity: [2, -3, 1] as Vector };
const tilted: Vector = [0.3, 0.5, -0.4];

const shapes: Readonly<Record<string, Body>> = {
  sphere: { shape: Sphere({ diameter: 0.2 }), translation: [0, 0, 0.12], ...thrown },
  box: {
    shape: Box({ lengthX: 0.3, lengthY: 0.2, lengthZ: 0.1 }),
    translation: [0, 0, 0.2],
    rotation: tilted,
    ...thrown,
  },
  cylinder: {
    shape: Cylinder({ axis: 1, diameter: 0.1, length: 0.3 }),
    translation: [0, 0, 0.18],
    rotation: tilted,
    ...thrown,
  },
  capsule: {
    shape: Capsule({ axis: 2, diameter: 0.1, length: 0.3 }),
    translation: [0, 0, 0.2],
    rotation: tilted,
    ...thrown,
  },
  cone: {
    shape: Cone({ axis: 3, diameter: 0.2, length: 0.3 }),
    translation: [0, 0, 0.22],
    rotation: tilted,
    ...thrown,
  },
  ellipsoid: {
    shape: Ellipsoid({ lengthX: 0.3, lengthY: 0.2, lengthZ: 0.1 }),
    translation: [0, 0, 0.2],
    rotation: tilted,
    ...thrown,
  },
};

const settings: Readonly<Record<string, Setting>> = {
  ...Object.fromEntries(
    Object.entries(shapes).map(([name, body]) => [`a ${name} on a floor`, { scene: rough, bodies: { body } }]),
  ),
  "a box that touches in points": {
    scene: { ...rough, contact: { flatContact: "point" } },
    bodies: { body: shapes["box"]! },
  },
  "a box that slides and sticks": {
    scene: material({
      coefficientOfRestitution: 0,
      slidingFrictionCoefficient: 0.6,
      stiction: true,
      law: "exactRestitution",
    }),
    bodies: {
      body: {
        shape: Box({ lengthX: 0.3, lengthY: 0.2, lengthZ: 0.1 }),
        translation: [0, 0, 0.051],
        rotation: [0, 0, 0.4],
        velocity: [0.4, 0.3, 0],
        angularVelocity: [0, 0, 1],
      },
    },
  },
  "two spheres that meet, with resistance to rolling": {
    scene: material({
      coefficientOfRestitution: 0.7,
      slidingFrictionCoefficient: 0.3,
      rotationalResistanceCoefficient: 0.05,
      law: "exactRestitution",
    }),
    bodies: {
      body: {
        shape: Sphere({ diameter: 0.2 }),
        translation: [-0.2, 0, 0.11],
        velocity: [2, 0.4, 0],
        angularVelocity: [3, 5, 7],
      },
      other: { shape: Sphere({ diameter: 0.16 }), translation: [0.1, 0.05, 0.12], velocity: [-1, 0, 0] },
    },
  },
  "bodies that bounce by impulses": {
    scene: {
      contactPairMaterials: {
        "DryWood,DryWood": ImpulsiveContactPairMaterial({
          coefficientOfRestitution: 0.6,
          slidingFrictionCoefficient: 0.3,
        } as never),
      },
    },
    bodies: {
      body: { shape: Sphere({ diameter: 0.2 }), translation: [-0.3, 0.1, 0.15], ...thrown },
      other: {
        shape: Capsule({ axis: 2, diameter: 0.1, length: 0.3 }),
        translation: [0.3, -0.1, 0.2],
        rotation: tilted,
        ...thrown,
      },
    },
  },
  "triangles on triangles": {
    scene: material({ coefficientOfRestitution: 0.5, slidingFrictionCoefficient: 0.4 }),
    floor: { contactModel: "polygonal" } as never,
    bodies: {
      body: {
        shape: Ellipsoid({ lengthX: 0.3, lengthY: 0.2, lengthZ: 0.1 }),
        solid: { contactModel: "polygonal" } as never,
        translation: [0, 0, 0.115],
        rotation: tilted,
        ...thrown,
      },
    },
    stopTime: 0.04,
  },
  "a rigid preview": {
    scene: { response: "rigid", ...material({ coefficientOfRestitution: 0.2, slidingFrictionCoefficient: 0.4 }) },
    bodies: {
      body: {
        shape: Box({ lengthX: 0.3, lengthY: 0.2, lengthZ: 0.1 }),
        translation: [0, 0, 0.15],
        rotation: [0.3, 0.2, 0.1],
        velocity: [0.5, 0.3, -1],
      },
      other: {
        shape: Capsule({ axis: 2, diameter: 0.1, length: 0.3 }),
        translation: [0.5, 0, 0.1],
        rotation: [0.2, 0, 0.3],
        velocity: [-0.5, 0, 0],
      },
    },
    stopTime: 0.15,
  },
};

describe("a scene that is turned and moved as a whole moves as it did", () => {
  it.each(Object.entries(settings))("with %s", (_, setting) => {
    const [plain, turned] = stages.map((stage) => played(setting, stage)) as [Result, Result];
    const kinds = [plain, turned].map((result) =>
      contactsOf(result).records.map(({ kind, obj1, obj2 }) => `${kind} ${obj1} ${obj2}`),
    );
    expect(kinds[1]).toEqual(kinds[0]);
    for (const body of Object.keys(setting.bodies))
      for (const name of ["translation", "velocity", "angularVelocity"]) {
        const [a, b] = [plain, turned].map((result) => result.final<number[]>(`${body}.${name}`)) as [
          number[],
          number[],
        ];
        const size = 0.1 + Math.hypot(...a);
        a.forEach((x, k) => {
          expect(Math.abs(b[k]! - x) / size, `${body}.${name}[${k + 1}]: ${a} and ${b}`).toBeLessThan(1e-3);
        });
      }
  });
});
