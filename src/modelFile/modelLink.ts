/**
 * A model in a link: `#model=<name>.<text>`, the text deflated and in base64url. A link carries text and nothing else; the
 * model runs when whoever has opened it asks for it, or at once where the link says so, in the sandbox of the studio.
 */
import { RattlebackError } from "../errors/rattlebackError.ts";

export interface LinkedModel {
  readonly name: string;
  readonly source: string;
  /** Texts of other files that it imports, by the name behind `from`. */
  readonly parts?: Readonly<Record<string, string>>;
  readonly look?: LinkedLook;
}

/** How the model of a link is to be looked at. */
export interface LinkedLook {
  /** Values of parameters that differ from the model, as `merge` takes them. */
  readonly changes?: Readonly<Record<string, unknown>>;
  /** Signals in each plot. */
  readonly plots?: readonly (readonly string[])[];
  readonly camera?: {
    readonly position: readonly [number, number, number];
    readonly target: readonly [number, number, number];
  };
  /** Of the cursor, s. */
  readonly time?: number;
  /** Name of the tab that is open. */
  readonly tab?: string;
  /** Pictures and plots without the text. */
  readonly isViewOnly?: boolean;
  /** Runs when it is opened. */
  readonly runs?: boolean;
}

const prefix = "#model=";
/** Characters of a model text that fits into a link; browsers and chat programs cut longer addresses. */
export const longestLinkedModel = 200_000;

/** A line between two files in one text. */
const partLine = "\n//# file ";
/** Stands for the look among the parts; no module can have this name. */
const lookName = "?look";

export async function modelLink({ name, source: main, parts = {}, look = {} }: LinkedModel): Promise<string> {
  const hasLook = Object.values(look).some((value) => value !== undefined);
  const source =
    main +
    Object.entries({ ...parts, ...(hasLook && { [lookName]: JSON.stringify(look) }) })
      .map(([file, text]) => `${partLine}${file}\n${text}`)
      .join("");
  if (source.length > longestLinkedModel) {
    throw new RattlebackError("E-LINK-SIZE", `The model has ${source.length} characters, too many for a link.`, {
      because: `at most ${longestLinkedModel} fit`,
      hint: "save it as a file and send that",
      data: { length: source.length, limit: longestLinkedModel },
    });
  }
  const stream = new Blob([source]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return `${prefix}${encodeURIComponent(name)}.${base64url(bytes)}`;
}

/** true for links that hold a model. */
export function isModelLink(hash: string): boolean {
  return hash.startsWith(prefix);
}

/** The model of a link; E-LINK when it is damaged. */
export async function modelFromLink(hash: string): Promise<LinkedModel> {
  const content = hash.slice(prefix.length);
  const at = content.lastIndexOf(".");
  if (!isModelLink(hash) || at < 0) throw brokenLink("it does not begin as a link with a model does");
  try {
    const name = decodeURIComponent(content.slice(0, at));
    const [source, ...parts] = (await inflate(fromBase64url(content.slice(at + 1)))).split(partLine);
    const texts = parts.map((part) => [part.slice(0, part.indexOf("\n")), part.slice(part.indexOf("\n") + 1)]);
    const files = texts.filter(([file]) => file !== lookName);
    const look = texts.find(([file]) => file === lookName)?.[1];
    return {
      name: name.slice(0, 100),
      source: source!,
      ...(files.length > 0 && { parts: Object.fromEntries(files) as Record<string, string> }),
      ...(look !== undefined && { look: lookOf(JSON.parse(look)) }),
    };
  } catch (error) {
    if (error instanceof RattlebackError) throw error;
    throw brokenLink(error instanceof Error ? error.message : String(error));
  }
}

/** Whatever of it has the right form: a link may come from anywhere. */
function lookOf(given: unknown): LinkedLook {
  const look = (typeof given === "object" && given !== null ? given : {}) as Record<string, unknown>;
  const { changes, plots, camera, time, tab, isViewOnly, runs } = look;
  const isList = (value: unknown, check: (entry: unknown) => boolean): value is unknown[] =>
    Array.isArray(value) && value.length <= 1000 && value.every(check);
  const isNumber = (value: unknown): boolean => typeof value === "number" && Number.isFinite(value);
  const isPoint = (value: unknown): boolean => isList(value, isNumber) && value.length === 3;
  const { position, target } = (camera ?? {}) as Record<string, unknown>;
  return {
    ...(typeof changes === "object" && changes !== null && { changes: { ...changes } }),
    ...(isList(plots, (names) => isList(names, (name) => typeof name === "string")) && { plots: plots as string[][] }),
    ...(isPoint(position) && isPoint(target) && { camera: { position, target } as NonNullable<LinkedLook["camera"]> }),
    ...(isNumber(time) && { time: time as number }),
    ...(typeof tab === "string" && { tab: tab.slice(0, 40) }),
    ...(isViewOnly === true && { isViewOnly }),
    ...(runs === true && { runs }),
  };
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value as Uint8Array, { stream: true });
    if (text.length > longestLinkedModel) {
      await reader.cancel();
      throw brokenLink(`it unfolds to more than the ${longestLinkedModel} characters that fit into a link`);
    }
  }
}

function base64url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function brokenLink(because: string): RattlebackError {
  return new RattlebackError("E-LINK", "The link is damaged: its model cannot be read.", {
    because,
    hint: "ask for the link again, or for the file; mail and chat programs sometimes cut long links",
  });
}
