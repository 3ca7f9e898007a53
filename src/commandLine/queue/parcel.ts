/**
 * A model with all files that it imports and reads, as one piece that travels to workers. The name of a parcel is the digest of its
 * content: workers fetch each parcel once and keep it.
 */
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { keyPrefix, type RedisConnection } from "./queueLibraries.ts";

export interface Parcel {
  readonly hash: string;
  readonly content: Uint8Array;
}

interface ParcelContent {
  /** The model file, from the folder of the parcel. */
  readonly model: string;
  /** Base64 by path. */
  readonly files: Readonly<Record<string, string>>;
}

/** Seconds that a parcel stays in Redis after it was last used. */
const lifetime = 7 * 24 * 3600;

/** `files`: contents by absolute path, the model among them. */
export function packParcel(modelPath: string, files: ReadonlyMap<string, Uint8Array>): Parcel {
  const folder = commonFolder([modelPath, ...files.keys()]);
  const name = (path: string): string => relative(folder, path).split(sep).join("/");
  const content: ParcelContent = {
    model: name(modelPath),
    files: Object.fromEntries(
      [...files].map(([path, bytes]) => [name(path), Buffer.from(bytes).toString("base64")] as const).sort(),
    ),
  };
  const text = JSON.stringify(content);
  return { hash: digest(text), content: gzipSync(text) };
}

export async function sendParcel(redis: RedisConnection, { hash, content }: Parcel): Promise<void> {
  await redis.set(keyOf(hash), Buffer.from(content), "EX", lifetime);
}

/** Path of the model file in a folder that holds the parcel; fetched when it is not there yet. */
export async function fetchParcel(
  redis: RedisConnection,
  hash: string,
  cacheFolder: string,
): Promise<{ folder: string; model: string }> {
  const folder = join(cacheFolder, hash);
  const marker = join(folder, ".model");
  if (!existsSync(marker)) {
    const bytes = await redis.getBuffer(keyOf(hash));
    if (bytes === null)
      throw new RattlebackError("E-QUEUE-PARCEL", "The files of the model are not in the Redis any more.", {
        because: `parcel ${hash.slice(0, 12)} was removed, or the Redis lost its data`,
        hint: "start the sweep again: it sends them again, and its journal keeps what is done",
      });
    unpack(bytes, hash, folder);
  }
  const { model } = JSON.parse(await readMarker(marker)) as { model: string };
  return { folder, model };
}

async function readMarker(marker: string): Promise<string> {
  const { readFile } = await import("node:fs/promises");
  return readFile(marker, "utf8");
}

/** Into a folder beside, which then gets its name: nobody sees half of a parcel. */
function unpack(bytes: Uint8Array, hash: string, folder: string): void {
  const text = gunzipSync(bytes).toString("utf8");
  if (digest(text) !== hash)
    throw new RattlebackError("E-QUEUE-PARCEL", "The files of the model were changed on their way.", {
      because: `the digest of parcel ${hash.slice(0, 12)} is another`,
      hint: "start the sweep again; see who may write to this Redis",
    });
  const { model, files } = JSON.parse(text) as ParcelContent;
  const draft = `${folder}.${randomUUID()}`;
  for (const [name, content] of Object.entries(files)) {
    const path = resolve(draft, name);
    if (!path.startsWith(resolve(draft) + sep)) throw new Error(`the parcel has a file outside of itself: ${name}`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, Buffer.from(content, "base64"));
  }
  writeFileSync(join(draft, ".model"), JSON.stringify({ model }));
  try {
    renameSync(draft, folder);
  } catch {
    // another process was faster
    rmSync(draft, { recursive: true, force: true });
  }
}

function commonFolder(paths: readonly string[]): string {
  let folder = dirname(paths[0]!);
  for (const path of paths)
    while (!`${dirname(path)}${sep}`.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`))
      folder = dirname(folder);
  return folder;
}

function keyOf(hash: string): string {
  return `${keyPrefix}:parcel:${hash}`;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
