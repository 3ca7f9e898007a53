/** The constructors of 3-D models as a document names them: `{ "_class": "Revolute", "obj1": "world", … }`. */
import { Mesh } from "../../geometry/shapes/mesh.ts";
import { TextShape } from "../../geometry/shapes/visualShapes.ts";
import { VisualMaterial } from "../../scene/visualMaterial.ts";
import { JointCoupling, Rod, RollingBall, RollingWheel } from "../constraints/constraints.ts";
import { SelfCollision } from "../constraints/selfCollision.ts";
import { FileMesh } from "../features/fileMesh.ts";
import { NoGravityField, PointGravityField, UniformGravityField } from "../features/gravityField.ts";
import { MassProperties, MassPropertiesFromShape, MassPropertiesFromShapeAndMass } from "../features/massProperties.ts";
import { Scene } from "../features/scene.ts";
import * as shapes from "../features/shapes.ts";
import { Solid, type SolidOptions } from "../features/solid.ts";
import { Visual } from "../features/visual.ts";
import { Bushing } from "../forces/bushing.ts";
import { ContactResult } from "../forces/contactResult.ts";
import { ForceBetween, LineForce, LineForceWithFlange, TorqueBetween } from "../forces/inputLoads.ts";
import { JointEffort, JointLimit } from "../forces/jointEfforts.ts";
import { LineForceWithMass, LineForceWithTwoMasses } from "../forces/lineForces.ts";
import { PolygonalContactModel } from "../forces/polygonalContactModel.ts";
import { SensorResult } from "../forces/sensorResult.ts";
import { SpringDamperPtP } from "../forces/springDamperPtP.ts";
import { WorldForce, WorldTorque } from "../forces/worldLoads.ts";
import * as joints from "../joints/joints.ts";
import { SolidMaterial } from "../materials/solidMaterial.ts";
import { ModelActions } from "../modelActions.ts";
import { Object3D } from "../object3D.ts";
import { readPairMaterials } from "./materials.ts";

export interface DocumentClass {
  readonly make: (options: never) => unknown;
  /** Smallest options with which it can be made: what it has then need not be written. */
  readonly sample?: Readonly<Record<string, unknown>>;
  /** Options that are plain data: numbers, texts, lists and objects of such. */
  readonly data?: readonly string[];
}

const ends = { obj1: "a", obj2: "b" };
const joint = (make: (options: never) => unknown): DocumentClass => ({ make, sample: ends });

/** The content of the document is what the functions take, except for these. */
const sceneOf = ({ solidMaterials, contactPairMaterials, ...rest }: Record<string, unknown>): unknown =>
  Scene({
    ...rest,
    ...(solidMaterials !== undefined && {
      solidMaterials: Object.fromEntries(
        Object.entries(solidMaterials as object).map(([name, options]) => [name, SolidMaterial(options as object)]),
      ),
    }),
    ...(contactPairMaterials !== undefined && { contactPairMaterials: readPairMaterials(contactPairMaterials) }),
  });

/** A document must not read files by itself: whoever instantiates the model gives them. */
/** Convex parts are written as the numbers of their meshes. */
const solidOf = (options: SolidOptions): unknown => {
  const { convexParts } = options;
  if (convexParts === undefined) return Solid(options);
  const parts = "parts" in convexParts ? convexParts.parts : convexParts;
  return Solid({ ...options, convexParts: parts.map(({ vertices, triangles }) => Mesh({ vertices, triangles })) });
};

const fileMeshOf = (options: Parameters<typeof FileMesh>[0]): unknown => ({
  ...FileMesh(options),
  readFile: undefined,
});

const actionsOf = ({ program }: { readonly program: Parameters<typeof ModelActions>[0] }): unknown =>
  ModelActions(program);

export const documentClasses: Readonly<Record<string, DocumentClass>> = {
  Object3D: { make: Object3D },
  Scene: { make: sceneOf, data: ["solidMaterials", "contactPairMaterials", "contact"] },
  Solid: { make: solidOf, data: ["convexParts", "frictionCoefficient"] },
  Visual: { make: Visual },
  VisualMaterial: { make: VisualMaterial, data: Object.keys(VisualMaterial()) },
  SolidMaterial: { make: SolidMaterial, data: Object.keys(SolidMaterial()) },
  UniformGravityField: { make: UniformGravityField },
  NoGravityField: { make: NoGravityField },
  PointGravityField: { make: PointGravityField },
  MassProperties: { make: MassProperties },
  MassPropertiesFromShape: { make: MassPropertiesFromShape },
  MassPropertiesFromShapeAndMass: { make: MassPropertiesFromShapeAndMass, sample: { mass: 0 } },
  Beam: { make: shapes.Beam },
  Box: { make: shapes.Box },
  Capsule: { make: shapes.Capsule },
  Cone: { make: shapes.Cone },
  Cylinder: { make: shapes.Cylinder },
  Ellipsoid: { make: shapes.Ellipsoid },
  Sphere: { make: shapes.Sphere },
  CoordinateSystem: { make: shapes.CoordinateSystem },
  Grid: { make: shapes.Grid },
  SpringShape: { make: shapes.SpringShape },
  GearWheel: { make: shapes.GearWheel },
  ModelicaShape: { make: shapes.ModelicaShape, data: ["extra"] },
  TextShape: { make: TextShape, sample: { text: "" }, data: ["text", "font", "offset", "axisAlignment", "alignment"] },
  Mesh: { make: Mesh, data: ["vertices", "triangles"] },
  FileMesh: { make: fileMeshOf, sample: { filename: "a.obj" } },
  Revolute: joint(joints.Revolute),
  RevoluteWithFlange: joint(joints.RevoluteWithFlange),
  Prismatic: joint(joints.Prismatic),
  PrismaticWithFlange: joint(joints.PrismaticWithFlange),
  Cylindrical: joint(joints.Cylindrical),
  Screw: joint(joints.Screw),
  Universal: joint(joints.Universal),
  Planar: joint(joints.Planar),
  Spherical: joint(joints.Spherical),
  Free: joint(joints.Free),
  Fix: joint(joints.Fix),
  Rod: { make: Rod, sample: { ...ends, length: 1 } },
  RollingWheel: { make: RollingWheel, sample: { ...ends, radius: 1 } },
  RollingBall: { make: RollingBall, sample: { ...ends, radius: 1 } },
  JointCoupling: {
    make: JointCoupling,
    sample: { coordinates: ["a.phi", "b.phi"], factors: [1, 1] },
    data: ["coordinates"],
  },
  SelfCollision: { make: SelfCollision, sample: { objects: [] }, data: ["objects", "pairs"] },
  Bushing: joint(Bushing),
  SpringDamperPtP: joint(SpringDamperPtP),
  LineForceWithMass: joint(LineForceWithMass),
  LineForceWithTwoMasses: joint(LineForceWithTwoMasses),
  WorldForce: { make: WorldForce },
  WorldTorque: { make: WorldTorque },
  ForceBetween: joint(ForceBetween),
  TorqueBetween: joint(TorqueBetween),
  LineForce: joint(LineForce),
  LineForceWithFlange: joint(LineForceWithFlange),
  JointLimit: { make: JointLimit, sample: { coordinate: "a.phi", max: 0, stiffness: 1 } },
  JointEffort: { make: JointEffort, sample: { coordinate: "a.phi" } },
  SensorResult: { make: SensorResult, sample: { obj: "a" } },
  ContactResult: joint(ContactResult),
  PolygonalContactModel: { make: PolygonalContactModel, data: ["law"] },
  ModelActions: { make: actionsOf },
};
