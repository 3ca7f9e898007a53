/**
 * Dependencies point one way. Each folder of src/ lists the folders it may import from;
 * everything else is an error. docs/architecture.md explains the picture.
 */
const mayImport = {
  errors: [],
  math: ["errors"],
  integrate: ["errors", "math"],
  planar: ["errors", "math", "integrate"],
  // plot for property diagrams
  media: ["errors", "math", "plot"],
  geometry: ["errors", "math"],
  mechanics: ["errors", "math"],
  // mechanics for the types of motions and forces
  contact: ["errors", "math", "geometry", "collision", "mechanics"],
  collision: ["errors", "math", "geometry"],
  // integrate for the type of its statistics alone
  results: ["errors", "math", "integrate"],
  scene: ["errors", "math", "geometry", "results"],
  export: ["errors", "math", "geometry", "results", "scene", "plot"],
  viewer: ["errors", "math", "geometry", "results", "scene"],
  symbolic: ["errors", "math"],
  language: ["errors", "math", "symbolic"],
  forces: ["errors", "math", "mechanics"],
  actions: ["errors", "math", "symbolic", "language"],
  // planar for its beam, media for fluids
  libraries: ["errors", "math", "symbolic", "language", "planar", "media"],
  // libraries for the flanges
  multibody: [
    "errors",
    "math",
    "symbolic",
    "language",
    "libraries",
    "geometry",
    "collision",
    "mechanics",
    "contact",
    "forces",
    "scene",
    "actions",
    "integrate",
  ],
  // the mechanics of a model without a run
  robotics: ["errors", "math", "mechanics", "forces", "multibody", "run"],
  // reads XML, meshes and names as urdf does
  mjcf: ["errors", "math", "geometry", "language", "libraries", "scene", "multibody", "urdf"],
  robotFiles: ["errors", "math", "geometry", "scene", "mechanics", "multibody", "robotics", "run"],
  sdf: ["errors", "geometry", "language", "math", "multibody", "urdf"],
  urdf: ["errors", "math", "geometry", "language", "libraries", "scene", "multibody"],
  compile: ["errors", "math", "symbolic", "language"],
  events: ["errors", "math", "symbolic", "language", "compile"],
  run: ["errors", "math", "symbolic", "language", "compile", "events", "integrate", "results"],
  // runs at the pace of a clock
  live: ["errors", "symbolic", "compile", "run", "results", "modelFile"],
  // Modelica sources: text, classes, instances, a flat model for the compiler
  // geometry and scene for what collides and is drawn of its mechanisms
  modelica: ["errors", "math", "symbolic", "language", "compile", "run", "results", "geometry", "scene", "multibody"],
  // samples, distributions, fits: what is done with many runs
  // derivatives of runs
  sensitivity: ["errors", "math", "symbolic", "language", "compile", "integrate", "events", "run", "results"],
  studies: [
    "errors",
    "math",
    "symbolic",
    "language",
    "compile",
    "integrate",
    "events",
    "run",
    "results",
    "sensitivity",
  ],
  // pictures of curves, on a canvas or as SVG
  plot: ["errors"],
  // model files: what they export, values written by hand, where an error belongs in the text
  modelFile: ["errors", "symbolic", "language", "compile", "run", "multibody"],
  // workers and curves for pages
  page: ["errors", "language", "run", "results", "plot", "modelFile"],
  // the only folder that knows Node
  commandLine: [
    "errors",
    "language",
    "compile",
    "run",
    "results",
    "scene",
    "export",
    "modelFile",
    "modelica",
    "live",
    "sensitivity",
    "studies",
    "plot",
    "media",
    // robot descriptions as model files
    "multibody",
    "urdf",
    "mjcf",
    "sdf",
  ],
};

const folders = Object.keys(mayImport);

module.exports = {
  forbidden: [
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    {
      name: "nothing-imports-entries",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^src/(index\\.ts|entries/)" },
    },
    ...folders.map((folder) => ({
      name: `${folder}-may-import`,
      severity: "error",
      from: { path: `^src/${folder}/` },
      to: { path: "^src/", pathNot: `^src/(${[folder, ...mayImport[folder]].join("|")})/` },
    })),
    {
      name: "folder-without-rule",
      comment: "A new folder of src/ needs a line in mayImport.",
      severity: "error",
      from: { path: "^src/", pathNot: `^src/(${folders.join("|")}|entries)/|^src/(index|signatureTypes)\\.ts` },
      to: {},
    },
  ],
  options: { tsPreCompilationDeps: true, doNotFollow: { path: "node_modules" } },
};
