/**
 * Serves the files of one folder on this computer only: no other folder, no listing, no writing. Pages of other sites cannot reach it by
 * a name of their own that leads here (DNS rebinding), nor show it in a frame.
 */
import { createReadStream, realpathSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";

export interface RunningServer {
  /** `http://localhost:4000/`. */
  readonly address: string;
  close(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".jpg": "image/jpeg",
  ".ico": "image/x-icon",
  ".txt": "text/plain; charset=utf-8",
};

/** What a request may call this computer. */
const ownNames = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

const refusals: Readonly<Record<number, string>> = {
  403: "This server is for this computer only: use http://localhost.\n",
  404: "There is no such file.\n",
  405: "Only reading is possible.\n",
};

/** Port 0 takes any free one; a taken port takes the next free one. */
export async function serveFolder(folder: string, port = 0): Promise<RunningServer> {
  const root = realpathSync(folder);
  const server = createServer((request, response) => answer(root, request, response));
  await listen(server, port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE") throw error;
    return listen(server, 0);
  });
  const bound = server.address();
  const actual = typeof bound === "object" && bound !== null ? bound.port : port;
  return {
    address: `http://localhost:${actual}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "localhost", () => {
      server.removeListener("error", reject);
      resolve();
    });
  });
}

function answer(root: string, request: IncomingMessage, response: ServerResponse): void {
  if (!ownNames.test(request.headers.host ?? "")) {
    refuse(response, 403);
    return;
  }
  const isReading = request.method === "GET" || request.method === "HEAD";
  const file = isReading ? fileFor(root, request.url ?? "/") : undefined;
  if (file === undefined) {
    refuse(response, isReading ? 404 : 405);
    return;
  }
  response.writeHead(200, {
    "content-type": types[extname(file.path)] ?? "application/octet-stream",
    "content-length": file.size,
    // names of scripts change with their content, but the page itself must stay fresh
    "cache-control": file.path.includes(`${sep}assets${sep}`) ? "max-age=31536000, immutable" : "no-cache",
    "x-content-type-options": "nosniff",
    // the page frames its own sandbox, nobody else may
    "content-security-policy": "frame-ancestors 'self'",
    "x-frame-options": "SAMEORIGIN",
    "referrer-policy": "no-referrer",
  });
  if (request.method === "HEAD") response.end();
  else createReadStream(file.path).pipe(response);
}

/** The file inside the folder, links followed, or undefined. */
function fileFor(root: string, url: string): { path: string; size: number } | undefined {
  try {
    const path = decodeURIComponent(new URL(url, "http://localhost").pathname);
    const real = realpathSync(join(root, path.endsWith("/") ? `${path}index.html` : path));
    const stat = statSync(real);
    return real.startsWith(root + sep) && stat.isFile() ? { path: real, size: stat.size } : undefined;
  } catch {
    return undefined;
  }
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" });
  response.end(refusals[status]);
}
