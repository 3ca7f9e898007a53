/** Where the parts of the engine come from: a folder of a server, or the page itself. */

export interface EngineFiles {
  /** The text of a file by its name. */
  text(name: string): Promise<string>;
  /** What the frame shows in which the engine runs. */
  frame(): Promise<{ readonly src: string } | { readonly srcdoc: string }>;
}

/** Files beside the page, or in a folder of whatever server; `folder` ends with a slash. */
export function filesIn(folder: string): EngineFiles {
  const text = async (name: string): Promise<string> => {
    const response = await fetch(folder + name);
    if (!response.ok) throw new Error(`A part of the engine, ${name}, could not be loaded (${response.status}).`);
    return response.text();
  };
  return {
    text,
    // pages of others may be shown in no frame, and their texts may
    frame: async () => (folder === "" ? { src: "sandbox.html" } : { srcdoc: await text("sandbox.html") }),
  };
}
