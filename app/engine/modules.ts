/**
 * What a model in the studio may import: the package, with `simulate` and its relatives reporting to the page.
 * Writers of files are missing: a model here has no files, and the page has its own buttons.
 */
import * as rattleback from "../../src/index.ts";
import { assertModule } from "./assertModule.ts";
import type { ModuleTable } from "./evaluateModule.ts";
import { keepLoaded } from "./lateFunctions.ts";
import { type LateName, lateNames, librariesNamedIn, type ModuleName, moduleNames } from "./libraryNames.ts";
import type { ReportingRuns } from "./reportingRuns.ts";

type Namespace = Readonly<Record<string, unknown>>;

const modules: Readonly<Record<ModuleName, (runs: ReportingRuns) => Promise<Namespace>>> = {
  "rattleback/blocks": () => import("../../src/entries/blocks.ts"),
  "rattleback/collision": () => import("../../src/entries/collision.ts"),
  "rattleback/electric": () => import("../../src/entries/electric.ts"),
  "rattleback/fluid": () => import("../../src/entries/fluid.ts"),
  "rattleback/heat": () => import("../../src/entries/heat.ts"),
  "rattleback/live": () => import("../../src/entries/live.ts"),
  "rattleback/media": () => import("../../src/entries/media.ts"),
  "rattleback/modelica": () => import("../../src/entries/modelica.ts"),
  "rattleback/studies": () => import("../../src/entries/studies.ts"),
  "rattleback/planar": async (runs) => {
    const planar = await import("../../src/entries/planar.ts");
    return { ...planar, simulatePlanar: runs.planar(planar.simulatePlanar) };
  },
  "rattleback/robots": () => import("../../src/entries/robots.ts"),
  "rattleback/rotational": () => import("../../src/entries/rotational.ts"),
  "rattleback/solvers": async (runs) => {
    const solvers = await import("../../src/entries/solvers.ts");
    return { ...solvers, integrate: runs.integrate(solvers.integrate) };
  },
  "rattleback/translational": () => import("../../src/entries/translational.ts"),
};

const lateFiles: Readonly<Record<LateName, () => Promise<Namespace>>> = {
  // in the build the names of bodies in space, which the namespace above then lacks
  space: () => import("../../src/index.ts"),
  act: () => import("../../src/actions/act.ts"),
  actionRun: () => import("../../src/multibody/structure/actionRun.ts"),
  adams: () => import("../../src/integrate/adams.ts"),
  animate: () => import("../../src/scene/animate.ts"),
  animationOf: () => import("../../src/scene/animationOf.ts"),
  assembleLoops: () => import("../../src/mechanics/loops/assembleLoops.ts"),
  assembleVelocities: () => import("../../src/mechanics/loops/assembleVelocities.ts"),
  bandedComplexLU: () => import("../../src/math/bandedComplexLU.ts"),
  bushing: () => import("../../src/multibody/forces/bushing.ts"),
  capsulePolytope: () => import("../../src/contact/patch/capsulePolytope.ts"),
  clockedPartitions: () => import("../../src/compile/clocks/clockedPartitions.ts"),
  constraintRows: () => import("../../src/mechanics/loops/constraintRows.ts"),
  constraints: () => import("../../src/multibody/constraints/constraints.ts"),
  closeLoops: () => import("../../src/mechanics/loops/closeLoops.ts"),
  coaxialDepth: () => import("../../src/collision/coaxialDepth.ts"),
  colorNames: () => import("../../src/scene/colorNames.ts"),
  compare: () => import("../../src/results/compare.ts"),
  complexAsReal: () => import("../../src/integrate/radau/complexAsReal.ts"),
  pointGrip: () => import("../../src/contact/stiction/pointGrip.ts"),
  pointToPointPath: () => import("../../src/language/pointToPointPath.ts"),
  contactHandler: () => import("../../src/contact/contactHandler.ts"),
  contactImpacts: () => import("../../src/multibody/contactImpacts.ts"),
  contactResult: () => import("../../src/multibody/forces/contactResult.ts"),
  contactsOf: () => import("../../src/multibody/contactsOf.ts"),
  convexHull: () => import("../../src/geometry/convexHull.ts"),
  convexParts: () => import("./convexParts.ts"),
  cornerPartings: () => import("../../src/contact/patch/cornerPartings.ts"),
  cutForces: () => import("../../src/multibody/run/cutForces.ts"),
  delayLines: () => import("../../src/events/delayLines.ts"),
  digits: () => import("../../src/mechanics/loops/digits.ts"),
  dop853: () => import("../../src/integrate/dop853.ts"),
  drivenBranches: () => import("../../src/mechanics/drivenBranches.ts"),
  dynamics: () => import("../../src/robotics/dynamics.ts"),
  esdirk54: () => import("../../src/integrate/esdirk54.ts"),
  eventFunctionsOfPairs: () => import("../../src/contact/eventFunctionsOfPairs.ts"),
  fileMesh: () => import("../../src/multibody/features/fileMesh.ts"),
  findLaw: () => import("../../src/contact/laws/findLaw.ts"),
  flangeColumns: () => import("../../src/mechanics/flangeColumns.ts"),
  flangeOrder: () => import("../../src/multibody/run/flangeOrder.ts"),
  finalStates: () => import("../../src/run/finalStates.ts"),
  foreignComponents: () => import("../../src/compile/foreignComponents.ts"),
  impact: () => import("../../src/contact/impact.ts"),
  importUrdf: () => import("../../src/urdf/importUrdf.ts"),
  inputForces: () => import("../../src/multibody/run/inputForces.ts"),
  inputLoads: () => import("../../src/multibody/forces/inputLoads.ts"),
  inferClocks: () => import("../../src/compile/inferClocks.ts"),
  initialValues: () => import("../../src/run/initialValues.ts"),
  jointEfforts: () => import("../../src/multibody/forces/jointEfforts.ts"),
  jointsWithFlanges: () => import("../../src/multibody/joints/jointsWithFlanges.ts"),
  jumpFunctions: () => import("../../src/compile/jumpFunctions.ts"),
  kickedIntegrator: () => import("../../src/integrate/kickedIntegrator.ts"),
  kickedStates: () => import("../../src/run/kickedStates.ts"),
  lineContact: () => import("../../src/contact/patch/lineContact.ts"),
  lineForces: () => import("../../src/multibody/forces/lineForces.ts"),
  lineMasses: () => import("../../src/multibody/run/lineMasses.ts"),
  settle: () => import("../../src/run/settle.ts"),
  linearise: () => import("../../src/run/linearise.ts"),
  liveModel: () => import("./liveModel.ts"),
  loopMemory: () => import("../../src/mechanics/loops/loopMemory.ts"),
  loopGroup: () => import("../../src/mechanics/loops/loopGroup.ts"),
  loopDynamics: () => import("../../src/mechanics/loops/loopDynamics.ts"),
  loopForces: () => import("../../src/mechanics/loops/loopForces.ts"),
  lsodar: () => import("../../src/integrate/lsodar.ts"),
  makeHull: () => import("../../src/geometry/makeHull.ts"),
  masslessFrame: () => import("../../src/multibody/forces/masslessFrame.ts"),
  masslessPoint: () => import("../../src/multibody/forces/masslessPoint.ts"),
  measuredLater: () => import("../../src/multibody/run/measuredLater.ts"),
  mechanismOf: () => import("../../src/multibody/mechanismOf.ts"),
  modelStudy: () => import("./modelStudy.ts"),
  mergeVertices: () => import("../../src/geometry/mergeVertices.ts"),
  meshChecks: () => import("../../src/geometry/meshChecks.ts"),
  modelJson: () => import("../../src/modelFile/modelJson.ts"),
  observedCoordinate: () => import("../../src/mechanics/loops/observedCoordinate.ts"),
  partition: () => import("../../src/mechanics/loops/partition.ts"),
  patchRolling: () => import("../../src/contact/patch/rolling.ts"),
  planarChains: () => import("../../src/mechanics/loops/planarChains.ts"),
  planarLoops: () => import("../../src/mechanics/loops/planarLoops.ts"),
  parseGltf: () => import("../../src/geometry/parseGltf.ts"),
  parseObj: () => import("../../src/geometry/parseObj.ts"),
  parsePly: () => import("../../src/geometry/parsePly.ts"),
  parseStl: () => import("../../src/geometry/parseStl.ts"),
  poseAt: () => import("../../src/scene/poseAt.ts"),
  polygonalContactModel: () => import("../../src/multibody/forces/polygonalContactModel.ts"),
  polygonalPairs: () => import("../../src/multibody/polygonalPairs.ts"),
  readConstraints: () => import("../../src/multibody/graph/readConstraints.ts"),
  resample: () => import("../../src/results/resample.ts"),
  resultFromJson: () => import("../../src/results/resultFromJson.ts"),
  rigidResponse: () => import("../../src/multibody/rigidResponse.ts"),
  rolling: () => import("../../src/mechanics/loops/rolling.ts"),
  roundPolytope: () => import("../../src/contact/patch/roundPolytope.ts"),
  segmentDistance: () => import("../../src/collision/segmentDistance.ts"),
  rowHash: () => import("../../src/results/rowHash.ts"),
  selfCollision: () => import("../../src/multibody/constraints/selfCollision.ts"),
  selfCollisions: () => import("../../src/multibody/selfCollisions.ts"),
  solvedEquations: () => import("./solvedEquations.ts"),
  sensorResult: () => import("../../src/multibody/forces/sensorResult.ts"),
  springDamperPtP: () => import("../../src/multibody/forces/springDamperPtP.ts"),
  startsOfLoops: () => import("../../src/multibody/run/assembleLoops.ts"),
  stickSlip: () => import("../../src/contact/stiction/stickSlip.ts"),
  streamCalls: () => import("../../src/compile/streamCalls.ts"),
  streams: () => import("../../src/compile/streams.ts"),
  surfaceSearch: () => import("../../src/contact/polygonal/surfaceSearch.ts"),
  sweep: () => import("../../src/run/sweep.ts"),
  swingNotes: () => import("../../src/run/swingNotes.ts"),
  translateClocks: () => import("../../src/compile/translateClocks.ts"),
  worldLoads: () => import("../../src/multibody/forces/worldLoads.ts"),
};

/** Makes the functions work that these texts may need. Returns those of the public names that stand-ins cannot be: classes. */
export async function loadFunctions(texts: readonly string[]): Promise<Namespace> {
  const needed = new Set<string>(librariesNamedIn(texts));
  const own: Record<string, unknown> = {};
  // before the others, which have to do with it
  if (needed.has("space")) Object.assign(own, await lateFiles.space());
  for (const part of lateNames) {
    if (!needed.has(part) || part === "space") continue;
    const functions = await lateFiles[part]();
    keepLoaded(part, functions);
    for (const [name, value] of Object.entries(functions)) if (name in rattleback || name in own) own[name] = value;
  }
  return own;
}

/** A module that the engine itself asks for. */
export async function loadModule(
  _name: "rattleback/modelica",
): Promise<typeof import("../../src/entries/modelica.ts")> {
  return import("../../src/entries/modelica.ts");
}

/** Everything that these texts can import. */
export async function modulesFor(texts: readonly string[], runs: ReportingRuns): Promise<ModuleTable> {
  const own = await loadFunctions(texts);
  const needed = new Set<string>(librariesNamedIn(texts));
  const loaded: Record<string, Namespace> = {};
  for (const name of moduleNames) if (needed.has(name)) loaded[name] = await modules[name](runs);
  // the same function, with a package that is too large to be loaded for every model
  if (needed.has("convexParts"))
    loaded["rattleback/collision"] = { ...loaded["rattleback/collision"], ...(await lateFiles.convexParts()) };
  return {
    rattleback: { ...rattleback, ...own, simulate: runs.simulate, instantiate: runs.instantiate },
    "node:assert/strict": assertModule,
    "node:assert": assertModule,
    ...loaded,
  };
}
