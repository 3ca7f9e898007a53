/**
 * Frames of an SDFormat model: links, joints, nested models and named frames, each given relative to another.
 *
 * Source   [SDF] "Pose frame semantics": a link is relative to its model, a joint to its child, a frame to what it is attached to, unless
 *          the pose says `relative_to`
 */
import { suggestName } from "../errors/nearestName.ts";
import { compose, identityPose, invert, type Pose } from "../multibody/graph/pose.ts";
import type { XmlElement } from "../urdf/xmlElement.ts";
import { poseWritten } from "./sdfElement.ts";
import { isMerged } from "./sdfIncludes.ts";

interface Frame {
  readonly xml: XmlElement;
  /** Frame that its pose is relative to. */
  readonly base: string;
  /** The frame that it moves with; a link is its own. */
  readonly carrier: string | undefined;
}

const modelFrame = "__model__";
export const worldFrame = "world";

/** Where a model stands, in the frame that its pose is relative to: the pose is that of its placement frame, if it has one. */
export function placeOf(model: XmlElement): Pose {
  const frame = model.attribute("placement_frame") ?? "";
  const pose = poseWritten(model);
  return frame === "" ? pose : compose(pose, invert(new SdfFrames(model).poseOf(frame, model)));
}

/** The link that a model stands for; undefined where it has none. */
function canonicalLink(model: XmlElement): string | undefined {
  const own = model.attribute("canonical_link") ?? model.child("link")?.text("name");
  if (own !== undefined && own !== "") return own;
  for (const inner of model.all("model")) {
    const link = canonicalLink(inner);
    if (link !== undefined) return isMerged(inner) ? link : `${inner.text("name")}::${link}`;
  }
  return undefined;
}

export class SdfFrames {
  private readonly frames = new Map<string, Frame>();
  private readonly poses: Map<string, Pose>;
  private readonly root: XmlElement;

  /** Of a model that stands there in the world, or of a world. */
  constructor(model: XmlElement, place: Pose = identityPose) {
    this.root = model;
    this.poses = new Map([
      [modelFrame, identityPose],
      [worldFrame, invert(place)],
    ]);
    this.collect(model, "");
  }

  /** `own`: the frame of the model itself. */
  private collect(model: XmlElement, prefix: string, own = prefix === "" ? modelFrame : prefix.slice(0, -2)): void {
    const full = (name: string | undefined, otherwise: string): string =>
      name === undefined || name === ""
        ? otherwise
        : name === modelFrame
          ? own
          : name === worldFrame
            ? name
            : prefix + name;
    const add = (xml: XmlElement, base: string, carrier: string | undefined): void => {
      const name = prefix + xml.text("name");
      if (this.frames.has(name))
        throw xml.error(
          `two elements are named "${name}"`,
          "names of links, joints, frames and models are unique",
          name,
        );
      this.frames.set(name, { xml, base: full(xml.child("pose")?.attribute("relative_to"), base), carrier });
    };
    for (const link of model.all("link")) add(link, own, undefined);
    for (const joint of model.all("joint")) {
      const child = full(joint.required("child").content.trim(), own);
      add(joint, child, child);
    }
    for (const frame of model.all("frame")) {
      const attached = full(frame.attribute("attached_to"), own);
      add(frame, attached, attached);
    }
    for (const inner of model.all("model")) {
      const name = inner.text("name");
      const firstLink = canonicalLink(inner);
      if (isMerged(inner)) {
        const proxy = `_merged__${name}__model__`;
        add(inner.changed({ name: proxy }, []), own, firstLink === undefined ? own : prefix + firstLink);
        this.collect(inner, prefix, prefix + proxy);
        continue;
      }
      add(inner, own, firstLink === undefined ? own : `${prefix}${name}::${firstLink}`);
      this.collect(inner, `${prefix}${name}::`);
    }
  }

  /** In the frame of the outer model. */
  poseOf(written: string, user: XmlElement, depth = 0): Pose {
    const name = this.named(written);
    const known = this.poses.get(name);
    if (known !== undefined) return known;
    const frame = this.find(name, user);
    if (depth > this.frames.size)
      throw user.error(`the frame "${name}" is relative to itself`, "poses form a tree", name);
    const pose = compose(this.poseOf(frame.base, frame.xml, depth + 1), placeOf(frame.xml));
    this.poses.set(name, pose);
    return pose;
  }

  /** The link that a frame moves with. */
  linkOf(name: string, user: XmlElement): string {
    for (let [at, depth] = [this.named(name), 0]; ; depth++) {
      if (at === worldFrame) return at;
      if (at === modelFrame) return canonicalLink(this.root) ?? this.root.required("link").text("name");
      const frame = this.find(at, user);
      if (frame.carrier === undefined) return at;
      if (depth > this.frames.size)
        throw user.error(`the frame "${name}" is attached to itself`, "frames hang on links", name);
      at = frame.carrier;
    }
  }

  /** A nested model's own frame is that which bears its name, unless there is one that is called so. */
  private named(name: string): string {
    return this.frames.has(name) ? name : name.replace(/::__model__$/, "");
  }

  private find(name: string, user: XmlElement): Frame {
    const found = this.frames.get(name);
    if (found !== undefined) return found;
    const because = `<${user.name}> refers to "${name}", which does not exist`;
    throw user.error(because, suggestName(name, this.frames.keys(), "name a link, joint, frame or model"), name);
  }
}
