/** What a page has in itself that was saved to run a model. */
import type { LinkedLook } from "../../src/modelFile/modelLink.ts";
import type { PageMessage } from "../protocol.ts";
import type { EngineFiles } from "../session/engineFiles.ts";

export interface SavedModel {
  /** Ready for the engine. */
  readonly message: Extract<PageMessage, { kind: "run" }>;
  readonly look: LinkedLook;
  readonly sliders: readonly string[];
  readonly isLive: boolean;
  /** Files of the engine, compressed and in base64, by name. */
  readonly files: Readonly<Record<string, string>>;
}

export const dataId = "rattleback-data";

/** The files that the page has in itself. */
export function filesOf({ files }: SavedModel): EngineFiles {
  const text = async (name: string): Promise<string> => {
    const packed = files[name];
    if (packed === undefined) throw new Error(`The page was saved without ${name}.`);
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).text();
  };
  return { text, frame: async () => ({ srcdoc: await text("sandbox.html") }) };
}

export async function packed(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (let at = 0; at < bytes.length; at += 2 ** 14)
    letters += String.fromCharCode(...bytes.subarray(at, at + 2 ** 14));
  return btoa(letters);
}
