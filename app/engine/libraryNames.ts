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

/** What makes bodies whose names are not in the text of the model. */
const importers = ["importUrdf", "importSdf", ".json", "rattleback/modelica", "rattleback/robots"] as const;

/** What makes joints on which equations act. */
const flanges = ["Flange", ...importers] as const;

/** What makes loads of the world. */
const worldLoads = ["WorldForce", "WorldTorque", "Massless", "rattleback/modelica", "rattleback/robots"] as const;

/** What makes capsules, which touch along lines. */
const capsules = ["Capsule", ...importers] as const;

/** What makes cylinders, cones and beams, whose facets follow a contact. */
const prisms = ["Cylinder", "Cone", "Beam", ...importers] as const;

/** What relates joints or bodies beside the tree. */
const constraintNames = ["Rod", "Rolling", "JointCoupling", "WithFlanges", "ScrewWithFlange", ...importers] as const;

/** What may close loops of bodies. */
const loops = [
  "Revolute",
  "Prismatic",
  "Cylindrical",
  "Screw",
  "Universal",
  "Planar",
  "Spherical",
  "Gimbal",
  "Free",
  "Fix",
  "ModelActions",
  ...constraintNames,
] as const;

/** What says which bodies of one machine touch each other. */
const selfCollisions = [
  "SelfCollision",
  "WithFlanges",
  "ScrewWithFlange",
  "importUrdf",
  "importSdf",
  ".json",
  "rattleback/robots",
] as const;

/** What puts masses on lines between two points. */
const lineMasses = ["LineForceWith", "rattleback/modelica"] as const;

/** What joints transmit. */
const cutForces = ["cutForce", "cutTorque", ".json", "rattleback/modelica"] as const;

/** Words in the text of a model that call for parts that are of use to bodies in space only, and come with all that they need. */
const wordsOfSpace = {
  act: ["Act"],
  actionRun: ["ModelActions"],
  animate: ["animate", "GrowingAnimation"],
  animationOf: ["animationOf"],
  assembleLoops: loops,
  assembleVelocities: loops,
  bushing: ["Bushing", "rattleback/robots"],
  capsulePolytope: capsules,
  closeLoops: loops,
  coaxialDepth: [...capsules, ...prisms],
  colorNames: ["olor", "font", ".json", "rattleback/modelica", "rattleback/robots"],
  constraintRows: [...loops, "rigid", ...cutForces],
  constraints: constraintNames,
  contactHandler: [
    "collision",
    "contacts",
    "contactMaterial",
    "PolygonalContactModel",
    "importUrdf",
    "rattleback/robots",
    ".json",
  ],
  contactImpacts: ["Impulsive", ".json"],
  contactResult: ["ContactResult"],
  contactsOf: ["contactsOf"],
  convexHull: meshes,
  cornerPartings: meshes,
  cutForces: cutForces,
  digits: loops,
  drivenBranches: flanges,
  dynamics: ["dynamics", "Dynamics", "writeMjcf", "writeUrdf"],
  eventFunctionsOfPairs: ["eventFunctionMethod", ".json"],
  fileMesh: meshes,
  findLaw: ["law", "Law", "modelFromJson", "modelToJson", ".json"],
  flangeColumns: flanges,
  flangeOrder: flanges,
  impact: ["Impulsive", ".json"],
  importUrdf: ["importUrdf", "importSdf"],
  inputForces: ["ForceBetween", "TorqueBetween", "LineForce", "JointEffort", ".json", ...worldLoads],
  inputLoads: ["ForceBetween", "TorqueBetween", "LineForce", ...worldLoads],
  jointEfforts: ["JointEffort", "JointLimit", "rattleback/robots"],
  jointsWithFlanges: ["WithFlanges", "ScrewWithFlange"],
  kickedIntegrator: ["rigid"],
  kickedStates: ["rigid"],
  lineContact: capsules,
  lineForces: lineMasses,
  lineMasses: lineMasses,
  loopDynamics: [...loops, "rigid"],
  loopGroup: [...loops, "rigid", ...cutForces],
  loopMemory: loops,
  loopForces: cutForces,
  makeHull: meshes,
  masslessFrame: ["MasslessFrame"],
  masslessPoint: ["Massless"],
  measuredLater: ["rattleback/modelica"],
  mechanismOf: ["mechanismOf"],
  mergeVertices: meshes,
  meshChecks: meshes,
  modelJson: ["modelFromJson", "modelToJson", ".json"],
  observedCoordinate: flanges,
  partition: [...loops, "rigid", ...cutForces],
  patchRolling: [...capsules, ...prisms],
  planarChains: loops,
  planarLoops: loops,
  parseGltf: meshFiles,
  parseObj: [...meshFiles, "parseObj"],
  parsePly: meshFiles,
  parseStl: [...meshFiles, "parseStl"],
  pointGrip: ["stiction", ".json"],
  poseAt: ["poseAt", "velocityAt", "animationOf"],
  polygonalContactModel: ["PolygonalContactModel"],
  polygonalPairs: ["polygonal"],
  readConstraints: [...constraintNames, "SelfCollision"],
  rigidResponse: ["rigid"],
  rolling: ["Rolling", ".json"],
  roundPolytope: prisms,
  segmentDistance: capsules,
  selfCollision: selfCollisions,
  selfCollisions: selfCollisions,
  sensorResult: ["SensorResult", "Massless"],
  springDamperPtP: ["SpringDamperPtP", "rattleback/modelica", "rattleback/robots"],
  startsOfLoops: loops,
  stickSlip: ["stiction", ".json"],
  surfaceSearch: ["polygonal", "PolygonalContactModel"],
  worldLoads: worldLoads,
} as const satisfies Record<string, readonly string[]>;

/** Words that call for other parts. */
const wordsOfOthers = {
  space: typeof spaceNames === "undefined" ? [] : spaceNames,
  adams: ["adams", "rattleback/solvers"],
  bandedComplexLU: ["banded", "rattleback/solvers"],
  clockedPartitions: clockOperators,
  compare: ["compare"],
  complexAsReal: ["linearSolver", "rattleback/solvers"],
  convexParts: ["convexParts"],
  delayLines: ["elay", "rattleback/modelica"],
  dop853: ["dop853", "rattleback/solvers"],
  esdirk54: ["esdirk54", "rattleback/solvers"],
  finalStates: ["requiredFinalStates"],
  foreignComponents: ["rattleback/modelica"],
  inferClocks: clockOperators,
  initialValues: ["initialValues"],
  jumpFunctions: ["sign", "floor", "ceil", "round", "trunc", "mod(", "mod (", "rattleback/", ".json"],
  linearise: ["linearise", "linearize"],
  liveModel: ["rattleback/live"],
  lsodar: ["lsodar", "rattleback/planar", "rattleback/solvers"],
  modelStudy: ["modelStudy"],
  pointToPointPath: ["ptpPath", "PointToPointPath", "Act"],
  resample: ["resample"],
  resultFromJson: ["resultFromJson"],
  rowHash: ["hash"],
  settle: ["steadyState", "initial", "rattleback/modelica", ".json"],
  solvedEquations: ["solvedEquations"],
  streamCalls: streamOperators,
  streams: streamOperators,
  sweep: ["sweep", "monteCarlo"],
  swingNotes: ["tsit5", "rattleback/solvers"],
  translateClocks: clockOperators,
} as const satisfies Record<string, readonly string[]>;

export type ModuleName = (typeof moduleNames)[number];
export type LateName = keyof typeof wordsOfSpace | keyof typeof wordsOfOthers;
export type LibraryName = ModuleName | LateName;

/** By part: its functions are called through stand-ins. Where their files are is in lateSources.ts, which only the build needs. */
export const lateWords: Readonly<Record<LateName, readonly string[]>> = { ...wordsOfOthers, ...wordsOfSpace };
export const lateNames = Object.keys(lateWords) as LateName[];
export const libraryNames: readonly LibraryName[] = [...moduleNames, ...lateNames];

/** Parts that these texts may need: code of a model, and the name of its file. */
export function librariesNamedIn(texts: Iterable<string>): LibraryName[] {
  const all = [...texts];
  const wordsOf = (name: LibraryName): readonly string[] => (isLate(name) ? lateWords[name] : [name]);
  // a file of Modelica says so by its name
  if (all.some((text) => text.length < 300 && /\.mo$/i.test(text))) all.push("rattleback/modelica");
  const named = libraryNames.filter((name) => wordsOf(name).some((word) => all.some((text) => text.includes(word))));
  const needsSpace = named.some(isOfSpace) && !named.includes("space");
  return needsSpace ? [...named, "space"] : named;
}

/** Whether a part comes without what the part "space" has. Mechanisms of Modelica and of robots are bodies in space. */
export function isOfSpace(name: LibraryName): boolean {
  return name in wordsOfSpace || name === "rattleback/modelica" || name === "rattleback/robots";
}

function isLate(name: LibraryName): name is LateName {
  return name in lateWords;
}

/** The file in which the build leaves a part, with everything that it needs beside the engine. */
export function libraryFile(name: LibraryName): string {
  return `engine-${name.replace("rattleback/", "")}.json`;
}
