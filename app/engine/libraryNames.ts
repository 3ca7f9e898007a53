/**
 * Parts of the package that few models need and that make scripts of their own: they are loaded when the text of a model has one of
 * their words. The page and the engine use the same rule, so that what the engine asks for has been sent.
 */

/** Modules that a model imports by these names; each has a file in src/entries. */
export const moduleNames = [
  "rattleback/blocks",
  "rattleback/collision",
  "rattleback/electric",
  "rattleback/fluid",
  "rattleback/heat",
  "rattleback/live",
  "rattleback/media",
  "rattleback/modelica",
  "rattleback/studies",
  "rattleback/planar",
  "rattleback/robots",
  "rattleback/rotational",
  "rattleback/solvers",
  "rattleback/translational",
] as const;

/** Public names of bodies in space; the build puts them here, and without a build nothing is loaded late. */
declare const spaceNames: readonly string[] | undefined;

interface LateFile {
  /** In src. */
  readonly file: string;
  /** Words in the text of a model that call for it. */
  readonly words: readonly string[];
  /** Whether it is of use to bodies in space only, and comes with all that they need. */
  readonly isOfSpace?: boolean;
}

/** What reads files of triangles. */
const meshFiles = ["FileMesh", "importUrdf", "rattleback/robots"] as const;

/** What makes bodies of triangles. */
const meshes = [
  "Mesh",
  "mesh",
  "convexParts",
  "convexHull",
  "importUrdf",
  "importSdf",
  "rattleback/robots",
  "rattleback/collision",
  ".json",
] as const;

/** Operators whose clocks are inferred. */
const clockOperators = [
  "Clock",
  "sample",
  "Sample",
  "hold",
  "previous",
  "interval",
  "firstTick",
  "rattleback/modelica",
] as const;

/** What flows carry with them. */
const streamOperators = ["tream", "rattleback/fluid", "rattleback/modelica"] as const;

/** What makes joints on which equations act. */
const flanges = ["Flange", "importUrdf", "importSdf", ".json", "rattleback/modelica", "rattleback/robots"] as const;

/** What makes loads of the world. */
const worldLoads = ["WorldForce", "WorldTorque", "Massless", "rattleback/modelica", "rattleback/robots"] as const;

/** What makes capsules, which touch along lines. */
const capsules = ["Capsule", "importUrdf", "importSdf", ".json", "rattleback/modelica", "rattleback/robots"] as const;

/** What puts masses on lines between two points. */
const lineMasses = ["LineForceWith", "rattleback/modelica"] as const;

/** What joints transmit. */
const cutForces = ["cutForce", "cutTorque", ".json", "rattleback/modelica"] as const;

/** Files whose functions are called through stand-ins. */
export const lateFiles = {
  space: { file: "index.ts", words: typeof spaceNames === "undefined" ? [] : spaceNames },
  act: { file: "actions/act.ts", words: ["Act"], isOfSpace: true },
  actionRun: { file: "multibody/structure/actionRun.ts", words: ["ModelActions"], isOfSpace: true },
  adams: { file: "integrate/adams.ts", words: ["adams", "rattleback/solvers"] },
  animationOf: { file: "scene/animationOf.ts", words: ["animationOf"], isOfSpace: true },
  bandedComplexLU: { file: "math/bandedComplexLU.ts", words: ["banded", "rattleback/solvers"] },
  bushing: { file: "multibody/forces/bushing.ts", words: ["Bushing"], isOfSpace: true },
  capsulePolytope: { file: "contact/patch/capsulePolytope.ts", words: capsules, isOfSpace: true },
  clockedPartitions: {
    file: "compile/clocks/clockedPartitions.ts",
    words: clockOperators,
  },
  colorNames: {
    file: "scene/colorNames.ts",
    words: ["olor", "font", ".json", "rattleback/modelica", "rattleback/robots"],
    isOfSpace: true,
  },
  compare: { file: "results/compare.ts", words: ["compare"] },
  complexAsReal: { file: "integrate/radau/complexAsReal.ts", words: ["linearSolver", "rattleback/solvers"] },
  constraints: {
    file: "multibody/constraints/constraints.ts",
    words: [
      "Rod",
      "Rolling",
      "JointCoupling",
      "WithFlanges",
      "ScrewWithFlange",
      "importUrdf",
      "importSdf",
      ".json",
      "rattleback/modelica",
      "rattleback/robots",
    ],
    isOfSpace: true,
  },
  contactHandler: {
    file: "contact/contactHandler.ts",
    words: ["collision", "contactMaterial", "PolygonalContactModel", "importUrdf", "rattleback/robots", ".json"],
    isOfSpace: true,
  },
  contactResult: { file: "multibody/forces/contactResult.ts", words: ["ContactResult"], isOfSpace: true },
  contactsOf: { file: "multibody/contactsOf.ts", words: ["contactsOf"], isOfSpace: true },
  convexHull: { file: "geometry/convexHull.ts", words: meshes, isOfSpace: true },
  convexParts: { file: "../app/engine/convexParts.ts", words: ["convexParts"] },
  cutForces: { file: "multibody/run/cutForces.ts", words: cutForces, isOfSpace: true },
  delayLines: { file: "events/delayLines.ts", words: ["elay", "rattleback/modelica"] },
  dop853: { file: "integrate/dop853.ts", words: ["dop853", "rattleback/solvers"] },
  drivenBranches: { file: "mechanics/drivenBranches.ts", words: flanges, isOfSpace: true },
  dynamics: {
    file: "robotics/dynamics.ts",
    words: ["dynamics", "Dynamics", "writeMjcf", "writeUrdf"],
    isOfSpace: true,
  },
  esdirk54: { file: "integrate/esdirk54.ts", words: ["esdirk54", "rattleback/solvers"] },
  fileMesh: { file: "multibody/features/fileMesh.ts", words: meshes, isOfSpace: true },
  flangeColumns: { file: "mechanics/flangeColumns.ts", words: flanges, isOfSpace: true },
  flangeOrder: { file: "multibody/run/flangeOrder.ts", words: flanges, isOfSpace: true },
  foreignComponents: { file: "compile/foreignComponents.ts", words: ["rattleback/modelica"] },
  importUrdf: { file: "urdf/importUrdf.ts", words: ["importUrdf", "importSdf"], isOfSpace: true },
  inputForces: {
    file: "multibody/run/inputForces.ts",
    words: ["ForceBetween", "TorqueBetween", "LineForce", "JointEffort", ".json", ...worldLoads],
    isOfSpace: true,
  },
  inputLoads: {
    file: "multibody/forces/inputLoads.ts",
    words: ["ForceBetween", "TorqueBetween", "LineForce", ...worldLoads],
    isOfSpace: true,
  },
  initialValues: { file: "run/initialValues.ts", words: ["initialValues"] },
  jointEfforts: {
    file: "multibody/forces/jointEfforts.ts",
    words: ["JointEffort", "JointLimit", "rattleback/robots"],
    isOfSpace: true,
  },
  jointsWithFlanges: {
    file: "multibody/joints/jointsWithFlanges.ts",
    words: ["WithFlanges", "ScrewWithFlange"],
    isOfSpace: true,
  },
  lineContact: { file: "contact/patch/lineContact.ts", words: capsules, isOfSpace: true },
  lineForces: { file: "multibody/forces/lineForces.ts", words: lineMasses, isOfSpace: true },
  lineMasses: { file: "multibody/run/lineMasses.ts", words: lineMasses, isOfSpace: true },
  linearise: { file: "run/linearise.ts", words: ["linearise", "linearize"] },
  liveModel: { file: "../app/engine/liveModel.ts", words: ["rattleback/live"] },
  loopForces: { file: "mechanics/loops/loopForces.ts", words: cutForces, isOfSpace: true },
  lsodar: { file: "integrate/lsodar.ts", words: ["lsodar", "rattleback/planar", "rattleback/solvers"] },
  makeHull: { file: "geometry/makeHull.ts", words: meshes, isOfSpace: true },
  masslessFrame: { file: "multibody/forces/masslessFrame.ts", words: ["MasslessFrame"], isOfSpace: true },
  masslessPoint: { file: "multibody/forces/masslessPoint.ts", words: ["Massless"], isOfSpace: true },
  mechanismOf: { file: "multibody/mechanismOf.ts", words: ["mechanismOf"], isOfSpace: true },
  mergeVertices: { file: "geometry/mergeVertices.ts", words: meshes, isOfSpace: true },
  meshChecks: { file: "geometry/meshChecks.ts", words: meshes, isOfSpace: true },
  modelJson: { file: "modelFile/modelJson.ts", words: ["modelFromJson", "modelToJson", ".json"], isOfSpace: true },
  modelStudy: { file: "../app/engine/modelStudy.ts", words: ["modelStudy"] },
  observedCoordinate: {
    file: "mechanics/loops/observedCoordinate.ts",
    words: flanges,
    isOfSpace: true,
  },
  parseGltf: { file: "geometry/parseGltf.ts", words: meshFiles, isOfSpace: true },
  parseObj: { file: "geometry/parseObj.ts", words: [...meshFiles, "parseObj"], isOfSpace: true },
  parsePly: { file: "geometry/parsePly.ts", words: meshFiles, isOfSpace: true },
  pointToPointPath: { file: "language/pointToPointPath.ts", words: ["ptpPath", "PointToPointPath", "Act"] },
  parseStl: { file: "geometry/parseStl.ts", words: [...meshFiles, "parseStl"], isOfSpace: true },
  poseAt: { file: "scene/poseAt.ts", words: ["poseAt", "velocityAt", "animationOf"], isOfSpace: true },
  polygonalContactModel: {
    file: "multibody/forces/polygonalContactModel.ts",
    words: ["PolygonalContactModel"],
    isOfSpace: true,
  },
  polygonalPairs: { file: "multibody/polygonalPairs.ts", words: ["polygonal"], isOfSpace: true },
  resultFromJson: { file: "results/resultFromJson.ts", words: ["resultFromJson"] },
  rigidResponse: { file: "multibody/rigidResponse.ts", words: ["rigid"], isOfSpace: true },
  rolling: { file: "mechanics/loops/rolling.ts", words: ["Rolling", ".json"], isOfSpace: true },
  selfCollision: {
    file: "multibody/constraints/selfCollision.ts",
    words: ["SelfCollision", "WithFlanges", "ScrewWithFlange", "importUrdf", "importSdf", ".json", "rattleback/robots"],
    isOfSpace: true,
  },
  solvedEquations: { file: "../app/engine/solvedEquations.ts", words: ["solvedEquations"] },
  sensorResult: { file: "multibody/forces/sensorResult.ts", words: ["SensorResult", "Massless"], isOfSpace: true },
  springDamperPtP: {
    file: "multibody/forces/springDamperPtP.ts",
    words: ["SpringDamperPtP", "rattleback/modelica", "rattleback/robots"],
    isOfSpace: true,
  },
  streamCalls: { file: "compile/streamCalls.ts", words: streamOperators },
  streams: { file: "compile/streams.ts", words: streamOperators },
  surfaceSearch: {
    file: "contact/polygonal/surfaceSearch.ts",
    words: ["polygonal", "PolygonalContactModel"],
    isOfSpace: true,
  },
  sweep: { file: "run/sweep.ts", words: ["sweep", "monteCarlo"] },
  translateClocks: { file: "compile/translateClocks.ts", words: clockOperators },
  worldLoads: { file: "multibody/forces/worldLoads.ts", words: worldLoads, isOfSpace: true },
} as const satisfies Record<string, LateFile>;

export type ModuleName = (typeof moduleNames)[number];
export type LateName = keyof typeof lateFiles;
export type LibraryName = ModuleName | LateName;

export const lateNames = Object.keys(lateFiles) as LateName[];
export const libraryNames: readonly LibraryName[] = [...moduleNames, ...lateNames];

/** Parts that these texts may need: code of a model, and the name of its file. */
export function librariesNamedIn(texts: Iterable<string>): LibraryName[] {
  const all = [...texts];
  const wordsOf = (name: LibraryName): readonly string[] => (isLate(name) ? lateFiles[name].words : [name]);
  // a file of Modelica says so by its name
  if (all.some((text) => text.length < 300 && /\.mo$/i.test(text))) all.push("rattleback/modelica");
  const named = libraryNames.filter((name) => wordsOf(name).some((word) => all.some((text) => text.includes(word))));
  const needsSpace = named.some(isOfSpace) && !named.includes("space");
  return needsSpace ? [...named, "space"] : named;
}

/** Whether a part comes without what the part "space" has. Mechanisms of Modelica and of robots are bodies in space. */
export function isOfSpace(name: LibraryName): boolean {
  if (isLate(name)) return (lateFiles[name] as LateFile).isOfSpace === true;
  return name === "rattleback/modelica" || name === "rattleback/robots";
}

function isLate(name: LibraryName): name is LateName {
  return name in lateFiles;
}

/** The file in which the build leaves a part, with everything that it needs beside the engine. */
export function libraryFile(name: LibraryName): string {
  return `engine-${name.replace("rattleback/", "")}.json`;
}
