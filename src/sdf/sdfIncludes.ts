/**
 * SDFormat texts with their includes: a model of another file stands where `<include>` names it, with the name and place that are given there.
 *
 * Source   [SDF] "Composing": name, pose, static and placement_frame of an include replace those of the model
 */
import { highest, meshPaths } from "../urdf/urdfMeshes.ts";
import { parseXml, type XmlElement, type XmlFormat } from "../urdf/xmlElement.ts";
import { textOf } from "./sdfElement.ts";

/** Files that include each other are left at this depth. */
const deepest = 20;

/** Attribute of models whose parts are to belong to the model around them. */
const mergeMark = "merge";

/** The parts of such a model have the names that they would have in the model around it. */
export function isMerged(model: XmlElement): boolean {
  return model.attribute(mergeMark) === "true";
}

export class SdfIncludes {
  /** Includes whose files were not found, and where they were looked for. */
  readonly missing = new Map<string, XmlElement>();
  readonly notes = new Set<string>();
  private readonly format: XmlFormat;
  private readonly readText: (name: string) => string | undefined;
  private readonly files = new Map<string, XmlElement | undefined>();

  constructor(format: XmlFormat, readText: (name: string) => string | undefined) {
    this.format = format;
    this.readText = readText;
  }

  parse(text: string, folder = "", depth = 0): XmlElement {
    const replaced = (element: XmlElement) =>
      element.name === "include" ? this.modelsOf(element, folder, depth) : undefined;
    return parseXml(text, this.format, replaced, folder);
  }

  private modelsOf(include: XmlElement, folder: string, depth: number): XmlElement[] {
    const uri = include.required("uri").content.trim();
    const root = this.fileOf(uri, folder, depth);
    if (root === undefined) {
      this.missing.set(uri, include);
      return [];
    }
    const models = root.all("model");
    if (models.length === 0) this.notes.add(`include "${uri}": it has no model, left out`);
    const wantsMerge = include.attribute("merge") === "true" || include.attribute("merge") === "1";
    const name = textOf(include, "name");
    const frame = textOf(include, "placement_frame");
    const given = [...include.all("pose"), ...include.all("static")];
    return models.map((model) =>
      model.changed(
        {
          ...(name !== undefined && { name }),
          ...(frame !== undefined && { placement_frame: frame }),
          ...(wantsMerge && { [mergeMark]: "true" }),
        },
        given,
      ),
    );
  }

  private fileOf(uri: string, folder: string, depth: number): XmlElement | undefined {
    const key = `${folder} ${uri}`;
    if (this.files.has(key) || depth > deepest) return this.files.get(key);
    const found = this.find(uri, folder);
    const root = found && this.parse(found.text, found.path.replace(/[^/]*$/, ""), depth + 1);
    this.files.set(key, root);
    return root;
  }

  private find(uri: string, folder: string): { path: string; text: string } | undefined {
    for (const path of includedPaths(uri, folder)) {
      const manifest = isFile(path) ? undefined : this.readText(`${path}/model.config`);
      const file = isFile(path) ? path : `${path}/${manifest === undefined ? "model.sdf" : namedIn(manifest)}`;
      const text = this.readText(file);
      if (text !== undefined) return { path: file, text };
    }
    return undefined;
  }
}

/** The description that a model.config names last, which is that of the newest version. */
function namedIn(manifest: string): string {
  const files = Array.from(manifest.matchAll(/<sdf[^>]*>\s*([\w.-]+)\s*<\/sdf>/g), ([, file]) => file!);
  return files.at(-1) ?? "model.sdf";
}

/** A file lies where it is named, a model in a folder of its name: beside the text that names it, or beside or above the description. */
function includedPaths(uri: string, folder: string): string[] {
  const name = uri.replace(/^\w+:\/\//, "").replace(/\/$/, "");
  if (isFile(uri)) return uri.includes("://") ? meshPaths(uri) : [folder + uri];
  const above = Array.from({ length: highest + 1 }, (_, k) => "../".repeat(k) + name);
  return [...new Set([folder + name, ...(folder === "" ? [] : [`${folder}../${name}`]), ...above])];
}

const isFile = (uri: string): boolean => /\.(?:sdf|world|xml|urdf)$/i.test(uri);
