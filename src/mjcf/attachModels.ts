/**
 * Models that others attach: bodies of another file, with a prefix before all names, and what belongs to these bodies alone.
 *
 * Source   [MJCF] asset/model, body/attach
 */

import { identityPose } from "../multibody/graph/pose.ts";
import type { XmlElement } from "../urdf/xmlElement.ts";
import type { MjcfActuator, MjcfBody, MjcfEquality, MjcfMesh, MjcfModel, MjcfTendon } from "./mjcfModel.ts";

/** What attached bodies bring besides themselves. */
export type Belongings = Pick<MjcfModel, "meshes" | "tendons" | "actuators" | "equalities" | "exclusions" | "ignored">;

export class AttachedModels {
  private readonly files: ReadonlyMap<string, XmlElement>;
  private readonly read: (file: string, element: XmlElement) => MjcfModel;
  readonly belongings: Belongings[] = [];

  /** `read` gives the model of a file. */
  constructor(assets: readonly XmlElement[], read: (file: string, element: XmlElement) => MjcfModel) {
    const models = assets.flatMap((asset) => asset.all("model"));
    const nameOf = (xml: XmlElement) => xml.attribute("name") ?? xml.text("file").replace(/^.*\/|\.[^.]*$/g, "");
    this.files = new Map(models.map((xml) => [nameOf(xml), xml]));
    this.read = read;
  }

  /** The body that <attach> stands for; without the name of one, the world of the file. */
  body(attach: XmlElement): MjcfBody {
    const asset = this.files.get(attach.text("model"));
    if (asset === undefined)
      throw attach.error(
        `the model "${attach.text("model")}" is not among the assets`,
        "<model name=… file=…> in <asset>",
      );
    const model = this.read(asset.text("file"), asset);
    const prefix = attach.attribute("prefix") ?? "";
    const name = attach.attribute("body");
    const found = name === undefined ? { ...model.world, pose: identityPose } : find(model.world, name);
    if (found === undefined)
      throw attach.error(`the file "${asset.text("file")}" has no body "${name}"`, "the name of a body in that file");
    this.belongings.push(belongingsOf(found, model, prefix));
    return renamed(found, prefix);
  }
}

function find(body: MjcfBody, name: string): MjcfBody | undefined {
  if (body.name === name) return body;
  for (const child of body.bodies) {
    const found = find(child, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function renamed(body: MjcfBody, prefix: string): MjcfBody {
  const named = <T extends { readonly name: string | undefined }>(item: T): T =>
    item.name === undefined ? item : { ...item, name: prefix + item.name };
  return {
    ...named(body),
    freeName: body.freeName === undefined ? undefined : prefix + body.freeName,
    joints: body.joints.map(named),
    geoms: body.geoms.map((geom) => ({
      ...named(geom),
      mesh: geom.mesh === undefined ? undefined : prefix + geom.mesh,
    })),
    sites: body.sites.map(named),
    bodies: body.bodies.map((child) => renamed(child, prefix)),
  };
}

/** Relations between parts of the body; those that need something else of the file stay behind. */
function belongingsOf(body: MjcfBody, model: MjcfModel, prefix: string): Belongings {
  const bodies = new Set<string>();
  const joints = new Set<string>();
  const sites = new Set<string>();
  const look = (one: MjcfBody): void => {
    bodies.add(one.name);
    for (const { name } of one.joints) joints.add(name);
    for (const { name } of one.sites) sites.add(name);
    one.bodies.forEach(look);
  };
  look(body);
  const has = (set: ReadonlySet<string>, names: readonly string[]): boolean => names.every((name) => set.has(name));
  const tendons = model.tendons.filter(
    (tendon) =>
      has(
        joints,
        tendon.joints.map(({ joint }) => joint),
      ) && has(sites, tendon.sites ?? []),
  );
  const known = new Set(tendons.map(({ name }) => name));
  const add = <T extends string | undefined>(name: T): T => (name === undefined ? name : `${prefix}${name}`) as T;
  return {
    meshes: new Map([...model.meshes].map(([name, mesh]): [string, MjcfMesh] => [add(name), mesh])),
    tendons: tendons.map(
      (tendon): MjcfTendon => ({
        ...tendon,
        name: add(tendon.name),
        joints: tendon.joints.map(({ joint, coefficient }) => ({ joint: add(joint), coefficient })),
        sites: tendon.sites === undefined ? undefined : [add(tendon.sites[0]), add(tendon.sites[1])],
      }),
    ),
    actuators: model.actuators
      .filter(({ joint, tendon }) => (joint === undefined ? known.has(tendon ?? "") : joints.has(joint)))
      .map((one): MjcfActuator => ({ ...one, name: add(one.name), joint: add(one.joint), tendon: add(one.tendon) })),
    equalities: model.equalities.flatMap((equality): MjcfEquality[] => {
      const name = add(equality.name);
      switch (equality.kind) {
        case "connect":
        case "weld": {
          const { body1, body2 } = equality;
          return has(bodies, [body1, body2]) ? [{ ...equality, name, body1: add(body1), body2: add(body2) }] : [];
        }
        case "joint": {
          const { joint1, joint2 } = equality;
          return has(joints, [joint1, joint2]) ? [{ ...equality, name, joint1: add(joint1), joint2: add(joint2) }] : [];
        }
        default: {
          const { site1, site2 } = equality;
          return has(sites, [site1, site2]) ? [{ ...equality, name, site1: add(site1), site2: add(site2) }] : [];
        }
      }
    }),
    exclusions: model.exclusions.filter((pair) => has(bodies, pair)).map(([a, b]) => [add(a), add(b)] as const),
    ignored: model.ignored.map((line) => `${prefix}: ${line}`),
  };
}
