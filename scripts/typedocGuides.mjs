// For typedoc: a guide is called by its first heading, not by the name of its file.
import { Converter } from "typedoc";

/** @param {import("typedoc").Application} app */
export function load(app) {
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, document) => {
    const [first] = document.content;
    const title = /^\s*# (.+)\n/.exec(first?.text ?? "");
    if (title !== null) document.name = title[1].replaceAll("`", "");
  });
}
