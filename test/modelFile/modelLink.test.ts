import { describe, expect, it } from "vitest";
import { isModelLink, longestLinkedModel, modelFromLink, modelLink } from "../../src/modelFile/modelLink.ts";

describe("a model in a link", () => {
  it("comes back letter by letter, with its name, whatever it contains", async () => {
    for (const source of ["", "x", "// größer ≤ 𝄞\n".repeat(100), "<script>alert(1)</script>"]) {
      const model = { name: "a model & more.ts", source };
      const link = await modelLink(model);
      expect(link).toMatch(/^#model=[\w%.~!*'()-]*$/);
      expect(isModelLink(link)).toBe(true);
      expect(await modelFromLink(link)).toEqual(model);
    }
  });

  it("brings the files that it imports with it", async () => {
    const model = { name: "a.ts", source: "import './b.ts';\n", parts: { "./b.ts": "// one\n", "./c/d.ts": "two" } };
    expect(await modelFromLink(await modelLink(model))).toEqual(model);
  });

  it("brings how it is to be looked at, and nothing of a wrong form", async () => {
    const look = {
      changes: { k: 2, "a.b": { value: 3, unit: "mm" } },
      plots: [["x", "y"], ["z"]],
      camera: { position: [1, 2, 3], target: [0, 0, 0] },
      time: 0.5,
      tab: "Signals",
      isViewOnly: true,
      runs: true,
    } as const;
    const model = { name: "a.ts", source: "x", parts: { "./b.ts": "y" } };
    expect(await modelFromLink(await modelLink({ ...model, look }))).toEqual({ ...model, look });
    const wrong = { changes: 3, plots: "x", camera: { position: [1] }, time: "now", tab: {}, isViewOnly: 1, other: 2 };
    expect(await modelFromLink(await modelLink({ ...model, look: wrong as object }))).toEqual({ ...model, look: {} });
  });

  it("is much shorter than the text", async () => {
    const source = Array.from({ length: 200 }, (_, k) => `  r${k}: Resistor.with({ R: ${k} }),`).join("\n");
    expect((await modelLink({ name: "a.ts", source })).length).toBeLessThan(source.length / 3);
  });

  it("that is cut, changed or something else is refused with a hint", async () => {
    const link = await modelLink({ name: "a.ts", source: "const a = 1;\n".repeat(50) });
    for (const broken of [link.slice(0, -5), link.replace(/.{4}$/, "!!!!"), "#model=", "#model=a", "#other"]) {
      await expect(modelFromLink(broken)).rejects.toMatchObject({
        code: "E-LINK",
        hint: expect.stringContaining("again"),
      });
    }
  });

  it("that would unfold to something huge is refused", async () => {
    const bytes = new Blob([new Uint8Array(50_000_000)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const packed = Buffer.from(await new Response(bytes).arrayBuffer()).toString("base64url");
    expect(packed.length).toBeLessThan(100_000);
    await expect(modelFromLink(`#model=a.${packed}`)).rejects.toMatchObject({ code: "E-LINK" });
  });

  it("that unfolds to more than a link may hold is refused", async () => {
    const link = async (length: number) => {
      const text = new Blob(["x".repeat(length)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
      return `#model=a.${Buffer.from(await new Response(text).arrayBuffer()).toString("base64url")}`;
    };
    expect((await modelFromLink(await link(longestLinkedModel))).source).toHaveLength(longestLinkedModel);
    await expect(modelFromLink(await link(longestLinkedModel + 1))).rejects.toMatchObject({ code: "E-LINK" });
  });

  it("has room for models up to a limit", async () => {
    await expect(modelLink({ name: "a.ts", source: "x".repeat(longestLinkedModel + 1) })).rejects.toMatchObject({
      code: "E-LINK-SIZE",
      hint: expect.stringContaining("file"),
    });
  });
});
