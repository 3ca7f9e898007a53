/** The library that a text on the page belongs to, or can use: that which was dropped on the page, with the text as it is now. */
import { importModelica, libraryFolders, type ModelicaLibrary, memoryFiles } from "../../src/entries/modelica.ts";
import type { LibraryContents } from "../protocol.ts";

export function libraryOfText(contents: LibraryContents, fileName: string, text: string): ModelicaLibrary {
  const own = contents.has(fileName) ? new Map(contents).set(fileName, text) : contents;
  const isPart = contents.has(fileName) || /^\s*within\s+\w/.test(text);
  return importModelica({
    folders: libraryFolders(own.keys()),
    files: memoryFiles(own),
    texts: isPart ? {} : { [fileName]: text },
  });
}
