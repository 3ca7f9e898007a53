import { PolygonalContact, type PolygonalResults } from "../../contact/polygonal/polygonalContact.ts";
import { type PolygonalLawOptions, polygonalLaw, polygonalLawNames } from "../../contact/polygonal/polygonalLaw.ts";
import { makeSurface } from "../../contact/polygonal/surface.ts";
import { checkOptionNames } from "../../errors/optionNames.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { BodyFrame } from "../../forces/bodyFrame.ts";
import { Mesh } from "../../geometry/shapes/mesh.ts";
import { tessellate } from "../../geometry/tessellate.ts";
import { Model, type ModelDefinition } from "../../language/model.ts";
import { elementTag } from "../../language/modelSource.ts";
import * as elementary from "../../math/elementary.ts";
import type { BodyMotion } from "../../mechanics/bodyMotion.ts";
import { isSolidShape } from "../features/shapes.ts";
import { wrongQuantity } from "../quantities.ts";
import { surfaceWarnings } from "../surfaceWarnings.ts";
import type { ForceDefinition, ForceElement, ForceOutput, ForceSetup } from "./forceElement.ts";

export interface PolygonalContactModelOptions extends PolygonalLawOptions {
  /** Names of two solids: bodies E and F. */
  readonly obj1: string;
  readonly obj2: string;
  /** For meshes whose triangles look inwards. */
  readonly surfaceE_FlipFaces?: boolean;
  readonly surfaceF_FlipFaces?: boolean;
  /** Triangles around shapes that are no meshes; default 32. */
  readonly segments?: number;
}

const scalars: readonly (readonly [name: keyof PolygonalResults & string, unit: string])[] = [
  ["numBVChecks", "1"],
  ["numPenChecks", "1"],
  ["numPenetrations", "1"],
  ["numContactElements", "1"],
  ["contactPatchArea", "m^2"],
  ["weightedPenetration", "m"],
  ["maxPenetration", "m"],
  ["minNormalVelocity", "m/s"],
  ["weightedNormalVelocity", "m/s"],
  ["maxNormalVelocity", "m/s"],
  ["minTangentialVelocity", "m/s"],
  ["weightedTangentialVelocity", "m/s"],
  ["maxTangentialVelocity", "m/s"],
  ["weightedPressure", "Pa"],
  ["maxPressure", "Pa"],
  ["weightedTraction", "Pa"],
  ["maxTraction", "Pa"],
  ["energy", "J"],
];

const vectors = [
  { name: "weightedPosition", size: 3, unit: "m", description: "mean of the contact elements, world" },
  { name: "weightedNormal", size: 3, unit: "1", description: "mean normal, from obj1 to obj2" },
  { name: "forceVector", size: 3, unit: "N", description: "on obj2, world axes" },
  { name: "torqueVector", size: 3, unit: "N*m", description: "on obj2 about weightedPosition, world axes" },
] as const satisfies readonly ForceOutput[];

const outputs: readonly ForceOutput[] = [...scalars.map(([name, unit]) => ({ name, unit })), ...vectors];

/**
 * Contact of two surfaces of triangles, concave ones too, as elastic layers: no materials, works beside the collision
 * handling. Shapes that are no meshes are divided into triangles.
 *
 * Results: numContactElements, contactPatchArea, weightedPenetration, maxPenetration, velocities, pressures, tractions,
 * weightedPosition, weightedNormal, forceVector, torqueVector and more; all zero without contact.
 */
export function PolygonalContactModel(options: PolygonalContactModelOptions): ModelDefinition {
  const own = ["obj1", "obj2", "surfaceE_FlipFaces", "surfaceF_FlipFaces", "segments"];
  checkOptionNames(options, [...own, ...polygonalLawNames], "PolygonalContactModel");
  const { obj1, obj2, surfaceE_FlipFaces = false, surfaceF_FlipFaces = false, segments = 32, ...constants } = options;
  for (const [name, value] of Object.entries({ surfaceE_FlipFaces, surfaceF_FlipFaces }))
    if (typeof value !== "boolean") throw wrongQuantity("PolygonalContactModel", name, value, "true or false");
  const law = polygonalLaw(constants);
  const { obj1: _1, obj2: _2, ...given } = options;
  const document = { type: "PolygonalContactModel", options: given };
  const definition: ForceDefinition = { kind: "force", objects: ["obj1", "obj2"], outputs, create, document };
  return Model({ obj1, obj2, [elementTag]: definition });

  function create(setup: ForceSetup): ForceElement {
    const [E, F] = [frameWithMesh(setup, "obj1", segments), frameWithMesh(setup, "obj2", segments)];
    const contact = new PolygonalContact(
      makeSurface(E.mesh, law.maxPenetration, surfaceE_FlipFaces),
      makeSurface(F.mesh, law.maxPenetration, surfaceF_FlipFaces),
      law,
    );
    const places = outputs.map(({ name }) => setup.output(name));
    const [bodyE, bodyF] = [E.frame.body, F.frame.body];
    return {
      bodies: [bodyE, bodyF],
      surfaces: {
        contact,
        objectE: E.path,
        objectF: F.path,
        bodyE,
        bodyF,
        reachE: E.reach,
        reachF: F.reach,
        warnings: [...E.warnings(surfaceE_FlipFaces), ...F.warnings(surfaceF_FlipFaces)],
        evaluate: (motion) => evaluate(motion, E.frame, F.frame, contact),
      },
      // the contact handler has evaluated the contact and applied its forces
      apply(context) {
        if (context.isOutput) write(context.outputs, places, contact);
      },
    };
  }
}

function frameWithMesh(setup: ForceSetup, name: "obj1" | "obj2", segments: number) {
  const { body, r, R, shape, path } = setup.frame(setup.read.text(`${setup.path}.${name}`), `${setup.path}.${name}`);
  if (shape === undefined || !isSolidShape(shape)) {
    throw new RattlebackError("E-POLYGONAL-SHAPE", `"${path}" has no surface for polygonal contact.`, {
      path: setup.read.full(`${setup.path}.${name}`),
      because: shape === undefined ? "it has no shape" : `a ${shape.kind} is only drawn`,
      hint: "an Object3D whose feature is a Solid with a Mesh or another shape with volume",
    });
  }
  const mesh = shape.kind === "Mesh" ? shape : Mesh(tessellate(shape, segments));
  const { vertices } = mesh;
  let reach = 0;
  for (let k = 0; k < vertices.length; k += 3)
    reach = Math.max(reach, elementary.hypot(vertices[k]!, vertices[k + 1]!, vertices[k + 2]!));
  const full = setup.read.full(path);
  return {
    frame: new BodyFrame(body, r, R),
    mesh,
    path: full,
    reach: reach + elementary.norm(r),
    warnings: (isFlipped: boolean) => (shape.kind === "Mesh" ? surfaceWarnings(full, mesh, isFlipped) : []),
  };
}

function evaluate(motion: BodyMotion, E: BodyFrame, F: BodyFrame, contact: PolygonalContact): void {
  E.locate(motion);
  F.locate(motion);
  contact.evaluate(E.rotation, 0, E.position, 0, F.rotation, 0, F.position, 0, motion, E.body, F.body);
}

function write(target: Float64Array, places: readonly number[], contact: PolygonalContact): void {
  scalars.forEach(([name], k) => {
    target[places[k]!] = contact.results[name];
  });
  const values = [contact.point, contact.normal, contact.force, contact.torque];
  values.forEach((value, k) => {
    for (let i = 0; i < 3; i++) target[places[scalars.length + k]! + i] = contact.elementCount > 0 ? value[i]! : 0;
  });
}
