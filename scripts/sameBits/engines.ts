/** The hashes of examples in Node, in a thread of Node, and in browsers. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { launchBrowser } from "../browser.ts";
import { openInFirefox } from "../firefox.ts";
import { bitsFolder } from "./writeExamples.ts";

/** By example: 16 hexadecimal digits, or what was said instead. */
export type Hashes = Readonly<Record<string, string>>;

export async function hashesInNode(names: readonly string[]): Promise<Hashes> {
  const runner = (await import(/* @vite-ignore */ pathToFileURL(resolve(bitsFolder, "runner.js")).href)) as {
    hashes(names: readonly string[]): Promise<Hashes>;
  };
  const { log } = console;
  console.log = () => {};
  try {
    return await runner.hashes(names);
  } finally {
    console.log = log;
  }
}

export function hashesInThread(names: readonly string[]): Promise<Hashes> {
  return new Promise((done, fail) => {
    const worker = new Worker(resolve(bitsFolder, "nodeWorker.js"), { workerData: names, stdout: true });
    worker.on("message", done);
    worker.on("error", fail);
  });
}

export const hashesInChromium = (): Promise<Hashes> =>
  reportedTo(async (address) => {
    const browser = await launchBrowser();
    const page = await browser.newPage();
    await page.goto(address);
    return () => browser.close();
  });

export const hashesInFirefox = (program: string): Promise<Hashes> =>
  reportedTo(async (address) => openInFirefox(program, address));

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
};

/** Seconds that a browser may take for all examples. */
const longest = 1800;

/** Serves the package to a browser until its page has told what it found. */
async function reportedTo(open: (address: string) => Promise<() => Promise<void>>): Promise<Hashes> {
  let report: (found: Hashes) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const reported = new Promise<Hashes>((done, refuse) => {
    report = done;
    fail = refuse;
  });
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new Error(`no report within ${longest} s`)), 1000 * longest);
  });
  const server = createServer((request, response) => {
    if (request.method === "POST") {
      let text = "";
      request.on("data", (part) => (text += part));
      request.on("end", () => {
        response.end();
        const found = JSON.parse(text) as Hashes;
        if (found["error"] === undefined) report(found);
        else fail(new Error(found["error"]));
      });
      return;
    }
    const path = normalize(new URL(request.url ?? "/", "http://localhost").pathname);
    const file = join("dist", path.endsWith("/") ? join(path, "index.html") : path);
    try {
      const bytes = readFileSync(file);
      response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  try {
    const { port } = server.address() as AddressInfo;
    const close = await open(`http://127.0.0.1:${port}/.bits/`);
    try {
      return await Promise.race([reported, silence]);
    } finally {
      clearTimeout(timer);
      await close();
    }
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
