/**
 * A model in a link: `#model=<name>.<text>`, the text deflated and in base64url. A link carries text and nothing else; whoever opens
 * it decides whether it runs.
 */
import { RattlebackError } from "../errors/rattlebackError.ts";

export interface LinkedModel {
  readonly name: string;
  readonly source: string;
  /** Texts of other files that it imports, by the name behind `from`. */
  readonly parts?: Readonly<Record<string, string>>;
}

const prefix = "#model=";
/** Characters of a model text that fits into a link; browsers and chat programs cut longer addresses. */
export const longestLinkedModel = 200_000;

/** A line between two files in one text. */
const partLine = "\n//# file ";

export async function modelLink({ name, source: main, parts = {} }: LinkedModel): Promise<string> {
  const source =
    main +
    Object.entries(parts)
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
    const files = parts.map((part) => [part.slice(0, part.indexOf("\n")), part.slice(part.indexOf("\n") + 1)]);
    return {
      name: name.slice(0, 100),
      source: source!,
      ...(files.length > 0 && { parts: Object.fromEntries(files) as Record<string, string> }),
    };
  } catch (error) {
    if (error instanceof RattlebackError) throw error;
    throw brokenLink(error instanceof Error ? error.message : String(error));
  }
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
