/**
 * MJCF text → data: files included, default classes applied, angles in radians.
 *
 * Source   [MJCF] (XML reference of MuJoCo)
 */
import type { RattlebackError } from "../errors/rattlebackError.ts";
import { identityPose } from "../multibody/graph/pose.ts";
import { parseXml, type XmlElement, type XmlFormat } from "../urdf/xmlElement.ts";
import { AttachedModels } from "./attachModels.ts";
import type { MjcfContext } from "./mjcfContext.ts";
import { MjcfElement, mainClass, readDefaults, Understood } from "./mjcfElement.ts";
import type { MjcfMesh, MjcfModel } from "./mjcfModel.ts";
import { fromQuaternion } from "./mjcfPose.ts";
import { BodyReader } from "./readBodies.ts";
import { readActuators, readEqualities, readKeyframes, readTendons } from "./readRelations.ts";

const format: XmlFormat = {
  elementError: "E-MJCF",
  xmlError: "E-MJCF-XML",
  hint: "an MJCF file is one <mujoco> element with a <worldbody>",
};

const sectionNames = [
  "mujoco",
  "default",
  "asset",
  "worldbody",
  "contact",
  "keyframe",
  "tendon",
  "actuator",
  "equality",
];

/** Outer elements of files that others include. */
const partNames = [
  ...sectionNames.slice(1),
  "body",
  "geom",
  "joint",
  "sensor",
  "option",
  "compiler",
  "visual",
  "statistic",
];

/** `readText` gives files that are included or attached; `folder` is where the text lies. */
export function parseMjcf(
  text: string,
  readText: (name: string) => string | undefined = () => undefined,
  folder = "",
  depth = 0,
): MjcfModel {
  const root = withFiles(text, readText, 0, folder);
  const top = root.children;
  const sections = (name: string): XmlElement[] => top.filter((element) => element.name === name);
  const inside = (section: string) => sections(section).flatMap((element) => element.children);
  if (inside("worldbody").every(({ name }) => ["site", "camera", "light"].includes(name)))
    throw root.error(
      "it has no <worldbody> with a body or a geom: a part that models include, not a model",
      "open the file that includes this one",
    );
  const understood = new Understood();
  for (const name of sectionNames) understood.note(name);
  const classes = readDefaults(sections("default"));
  const causes = new Map<string, number>();
  const make: MjcfContext["element"] = (xml, around = mainClass, kinds) =>
    new MjcfElement(xml, classes, around, understood, kinds);
  const compilers = sections("compiler").map((xml) => make(xml));
  const compiler = (name: string, otherwise: string): string =>
    compilers.findLast((element) => element.has(name))?.text(name) ?? otherwise;
  const models = new AttachedModels(sections("asset"), (file, element) => {
    make(element).pass("file", "content_type");
    const path = folder + file;
    const content = depth > 20 ? undefined : readText(path);
    if (content !== undefined) return parseMjcf(content, readText, path.replace(/[^/]*$/, ""), depth + 1);
    throw element.error(
      depth > 20 ? `"${file}" is attached to itself` : `the file "${file}" cannot be read`,
      "the option readFile gives the content of files that lie beside the description",
    );
  });
  const context: MjcfContext = {
    units: {
      angle: compiler("angle", "degree") === "radian" ? 1 : Math.PI / 180,
      eulerSequence: compiler("eulerseq", "xyz"),
    },
    hasAutoLimits: compiler("autolimits", "true") === "true",
    element: make,
    ignore: (cause) => causes.set(cause, (causes.get(cause) ?? 0) + 1),
    attached: (xml) => models.body(xml),
    colours: readColours(sections("asset"), make),
  };
  if (compiler("coordinate", "local") !== "local")
    throw root.error("its coordinates are global", 'coordinate="local", the only kind since MuJoCo 2.3.4');
  for (const element of compilers) element.pass("texturedir", "discardvisual", "fusestatic");
  const groups = compilers.findLast((element) => element.has("inertiagrouprange"))?.exactly("inertiagrouprange", 2);
  const options = sections("option").map((xml) => make(xml));
  const flags = sections("option").flatMap((xml) => xml.all("flag").map((flag) => make(flag)));
  const isWeightless = flags.findLast((flag) => flag.has("gravity"))?.text("gravity") === "disable";
  const written = options.findLast((element) => element.has("gravity"))?.exactly("gravity", 3) ?? [0, 0, -9.81];
  const gravity = isWeightless ? [0, 0, 0] : written;
  const compilerNumber = (name: string): number | undefined =>
    compilers.findLast((element) => element.has(name))?.number(name, 0);
  const totalMass = compilerNumber("settotalmass") ?? -1;
  const bodies = new BodyReader(context);
  const world = bodies.readWorld(sections("worldbody"));
  const { belongings } = models;
  const meshFolder = compiler("meshdir", compiler("assetdir", "")).replace(/([^/])$/, "$1/");
  const model = {
    name: root.attribute("model") ?? "mujoco",
    gravity: [gravity[0]!, gravity[1]!, gravity[2]!] as const,
    inertiaFromGeoms: compiler("inertiafromgeom", "auto") as MjcfModel["inertiaFromGeoms"],
    massRules: {
      smallestMass: compilerNumber("boundmass") ?? 0,
      smallestInertia: compilerNumber("boundinertia") ?? 0,
      isBalanced: compiler("balanceinertia", "false") === "true",
      totalMass: totalMass > 0 ? totalMass : undefined,
    },
    massGroups: [groups?.[0] ?? 0, groups?.[1] ?? 5] as const,
    world,
    meshes: new Map([
      ...readMeshes(sections("asset"), context, folder + meshFolder, compiler("strippath", "false") === "true"),
      ...belongings.flatMap(({ meshes }) => [...meshes]),
    ]),
    tendons: [...readTendons(inside("tendon"), context), ...belongings.flatMap(({ tendons }) => tendons)],
    actuators: [...readActuators(inside("actuator"), context), ...belongings.flatMap(({ actuators }) => actuators)],
    equalities: [...readEqualities(inside("equality"), context), ...belongings.flatMap(({ equalities }) => equalities)],
    exclusions: [
      ...inside("contact").flatMap((xml) => {
        if (xml.name !== "exclude") return [];
        const element = make(xml);
        return [[element.text("body1") ?? xml.text("body1"), element.text("body2") ?? xml.text("body2")] as const];
      }),
      ...belongings.flatMap(({ exclusions }) => exclusions),
    ],
    keyframes: readKeyframes(inside("keyframe"), context),
  };
  const unused = understood.unused(root);
  const attached = belongings.flatMap(({ ignored }) => ignored);
  return {
    ...model,
    ignored: [...unused, ...attached, ...[...causes].map(([cause, count]) => `${cause}: ${count} ignored`)],
  };
}

/** The outer element of a text; anywhere within it, the content of files that <include> names stands in its place. */
function withFiles(
  text: string,
  readText: (name: string) => string | undefined,
  depth: number,
  folder = "",
): XmlElement {
  const contents = new Map<string, readonly XmlElement[]>();
  const root = parseXml(text, format, (element) => {
    if (element.name !== "include") return undefined;
    const file = element.text("file");
    const known = contents.get(file);
    if (known !== undefined) return known;
    // from the folder of the main file, else from that of the file that includes it
    const isBeside = folder !== "" && depth <= 20 && readText(file) === undefined;
    const path = isBeside ? folder + file : file;
    const content = depth > 20 ? undefined : readText(path);
    if (content === undefined)
      throw element.error(
        depth > 20 ? `"${file}" is included within itself` : `the file "${file}" cannot be read`,
        "the option readFile gives the content of files that lie beside the description",
        file,
      );
    const children = withFiles(content, readText, depth + 1, path.replace(/[^/]*$/, "")).children;
    contents.set(file, children);
    return children;
  });
  // included files may have any outer element
  if (depth === 0 && root.name !== "mujoco") throw notAModel(root);
  return root;
}

function notAModel(root: XmlElement): RattlebackError {
  if (root.name === "mujocoinclude" || partNames.includes(root.name))
    return root.error(
      `the outer element is <${root.name}>: it is a part that models include, not a model`,
      'open the file that has <mujoco>, and <include file="…"/> of this one',
    );
  return root.error(`the outer element is <${root.name}>`, "<mujoco> must be the outer element");
}

function readColours(assets: readonly XmlElement[], make: MjcfContext["element"]): Map<string, readonly number[]> {
  const colours = new Map<string, readonly number[]>();
  for (const xml of assets.flatMap((asset) => asset.all("material"))) {
    const element = make(xml);
    element.pass("texture", "texrepeat", "texuniform", "specular", "shininess", "reflectance", "emission");
    element.pass("metallic", "roughness");
    colours.set(xml.text("name"), element.filled("rgba", [1, 1, 1, 1]));
  }
  return colours;
}

function readMeshes(
  assets: readonly XmlElement[],
  { element, ignore }: MjcfContext,
  folder: string,
  isStripped: boolean,
): Map<string, MjcfMesh> {
  const meshes = new Map<string, MjcfMesh>();
  for (const xml of assets.flatMap((asset) => asset.all("mesh"))) {
    const mesh = element(xml);
    const path = mesh.text("file");
    const file = isStripped ? path?.replace(/^.*[\\/]/, "") : path;
    const name = xml.attribute("name") ?? file?.replace(/^.*\//, "").replace(/\.[^.]*$/, "");
    if (name === undefined) throw xml.error("<mesh> has neither name nor file", "write <mesh name=… file=…>");
    const [x, y, z] = mesh.filled("scale", [1, 1, 1]);
    const inertia = mesh.text("inertia") ?? "legacy";
    if (!isMeshInertia(inertia)) ignore(`inertia="${inertia}" of mesh "${name}": weighed as "legacy"`);
    meshes.set(name, {
      file: file === undefined ? undefined : folder + file,
      scale: [x!, y!, z!],
      reference: {
        r: Float64Array.from(mesh.filled("refpos", [0, 0, 0])),
        R: mesh.has("refquat") ? fromQuaternion(mesh.filled("refquat", [1, 0, 0, 0])) : identityPose.R,
      },
      inertia: isMeshInertia(inertia) ? inertia : "legacy",
      vertices: mesh.list("vertex", []),
      faces: mesh.list("face", []),
    });
  }
  return meshes;
}

function isMeshInertia(name: string): name is MjcfMesh["inertia"] {
  return name === "exact" || name === "convex" || name === "legacy" || name === "shell";
}
