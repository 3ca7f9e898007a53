import type { XmlElement } from "../urdf/xmlElement.ts";
import type { MjcfElement } from "./mjcfElement.ts";
import type { MjcfBody } from "./mjcfModel.ts";
import type { AngleUnits } from "./mjcfPose.ts";

/** What all readers share. */
export interface MjcfContext {
  readonly units: AngleUnits;
  readonly hasAutoLimits: boolean;
  readonly element: (xml: XmlElement, around?: string, kinds?: readonly string[]) => MjcfElement;
  readonly ignore: (cause: string) => void;
  /** The body that <attach> stands for. */
  readonly attached: (xml: XmlElement) => MjcfBody;
  /** Colours of materials. */
  readonly colours: ReadonlyMap<string, readonly number[]>;
}
