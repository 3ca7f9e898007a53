// For typedoc: a guide is called by its first heading, not by the name of its file; an example in it opens in the studio, which
// `npm run docs` puts beside the pages.
import { deflateRawSync } from "node:zlib";
import { Converter } from "typedoc";

/** @param {import("typedoc").Application} app */
export function load(app) {
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, document) => {
    const [first] = document.content;
    const title = /^\s*# (.+)\n/.exec(first?.text ?? "");
    if (title !== null) document.name = title[1].replaceAll("`", "");
    document.content = document.content.flatMap((part) => {
      const code = /^```ts\n([\s\S]*?)```$/.exec(part.text)?.[1];
      const isLive = code !== undefined && /\bsimulate\w*\(/.test(code) && !code.includes('from "node:');
      return isLive ? [part, { kind: "text", text: `\n\n${studioLink(code)}\n` }] : [part];
    });
  });
}

/** The address is the one that src/modelFile/modelLink.ts reads. */
function studioLink(code) {
  const text = deflateRawSync(code).toString("base64url");
  return `<p class="live"><a href="../studio/index.html#model=guide.ts.${text}" target="_blank">Open in the studio</a></p>`;
}
