import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningServer, serveFolder } from "../../src/commandLine/staticServer.ts";

let folder: string;
let server: RunningServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "rattleback-server-"));
  mkdirSync(join(folder, "site/assets"), { recursive: true });
  writeFileSync(join(folder, "secret.txt"), "secret");
  writeFileSync(join(folder, "site/index.html"), "<p>page");
  writeFileSync(join(folder, "site/assets/a.js"), "1");
  symlinkSync(join(folder, "secret.txt"), join(folder, "site/link.txt"));
  server = await serveFolder(join(folder, "site"));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A request with exactly this path; fetch would clean it. */
function raw(path: string, method = "GET", headers = {}): Promise<{ status: number; body: string; type: string }> {
  const { hostname, port } = new URL(server.address);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method, headers }, (response) => {
      let body = "";
      response.on("data", (part) => {
        body += part;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode!, body, type: response.headers["content-type"]! }),
      );
    });
    asked.on("error", reject);
    asked.end();
  });
}

describe("the server of the studio", () => {
  it("gives the page and its files with their types", async () => {
    expect(await raw("/")).toEqual({ status: 200, body: "<p>page", type: "text/html; charset=utf-8" });
    expect(await raw("/assets/a.js?x=1")).toMatchObject({ status: 200, type: "text/javascript; charset=utf-8" });
  });

  it("gives nothing outside of its folder, by dots, codes or links, and no lists", async () => {
    for (const path of [
      "/../secret.txt",
      "/..%2fsecret.txt",
      "/assets/..%2f..%2fsecret.txt",
      "/link.txt",
      "/assets",
      "/none.js",
      "/%00",
      "/%",
    ])
      expect(await raw(path)).toMatchObject({ status: 404, body: expect.not.stringContaining("secret") });
  });

  it("answers only to the names of this computer, so that no other name leads here", async () => {
    const { port } = new URL(server.address);
    for (const host of ["evil.example", `evil.example:${port}`, "localhost.evil.example", "127.0.0.1.evil.example"])
      expect(await raw("/", "GET", { host })).toMatchObject({ status: 403, body: expect.not.stringContaining("page") });
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, "localhost"])
      expect(await raw("/", "GET", { host })).toMatchObject({ status: 200 });
  });

  it("cannot be framed by others", async () => {
    const { headers } = await fetch(server.address);
    expect(headers.get("content-security-policy")).toBe("frame-ancestors 'self'");
    expect(headers.get("x-frame-options")).toBe("SAMEORIGIN");
  });

  it("only reads", async () => {
    expect(await raw("/", "POST")).toMatchObject({ status: 405 });
  });

  it("takes another port when one is taken", async () => {
    const second = await serveFolder(join(folder, "site"), Number(new URL(server.address).port));
    expect(second.address).not.toBe(server.address);
    await second.close();
  });
});
