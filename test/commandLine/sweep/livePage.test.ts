import { request } from "node:http";
import { expect, it } from "vitest";
import { openLivePage } from "../../../src/commandLine/sweep/livePage.ts";

interface State {
  readonly done: number;
  readonly failed: number;
  readonly total: number;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly number[])[];
  readonly failures: readonly { readonly run: number; readonly code: string }[];
  readonly notices: readonly string[];
}

const stateOf = async (address: string): Promise<State> => (await (await fetch(`${address}state`)).json()) as State;

/** Status of a request with headers that fetch does not let through. */
function statusOf(address: string, headers: Record<string, string>, method = "GET"): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(address, { method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asked.on("error", reject).end();
  });
}

it("shows what is done, what failed and what was said, to this computer only", async () => {
  let cancelled = 0;
  const page = await openLivePage("ball.ts", ["x", "max(v)"], 0, () => cancelled++);
  try {
    page.plan(20_000, ["e"]);
    page.add({ run: 0, seconds: 1, values: [1, 2] }, { e: 0.5 });
    page.add({ run: 1, seconds: 1, error: { code: "E-STEP-SMALL", message: "<b>too small</b>" } }, { e: 0.6 });
    page.notice("no worker is there");
    const state = await stateOf(page.address);
    expect(state).toMatchObject({ done: 2, failed: 1, total: 20_000, columns: ["run", "e", "x", "max(v)"] });
    expect(state.rows).toEqual([[0, 0.5, 1, 2]]);
    expect(state.failures).toEqual([{ run: 1, code: "E-STEP-SMALL", message: "<b>too small</b>" }]);
    expect(state.notices).toEqual(["no worker is there"]);
    for (let run = 2; run < 20_000; run++) page.add({ run, seconds: 0, values: [run, 0] }, { e: run });
    const many = (await stateOf(page.address)).rows;
    expect(many.length).toBeGreaterThan(2000);
    expect(many.length).toBeLessThanOrEqual(4000);
    expect(await (await fetch(page.address)).text()).toContain("Call off");
    expect((await fetch(`${page.address}cancel`, { method: "POST" })).status).toBe(403);
    expect(await statusOf(`${page.address}state`, { host: "evil.example" })).toBe(403);
    expect((await fetch(`${page.address}other`)).status).toBe(404);
    expect((await fetch(page.address, { method: "PUT" })).status).toBe(405);
    expect(cancelled).toBe(0);
    await fetch(`${page.address}cancel`, { method: "POST", headers: { "x-rattleback": "cancel" } });
    expect(cancelled).toBe(1);
  } finally {
    await page.close();
  }
});
