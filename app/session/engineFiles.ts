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
    const body = await response.text();
    // many servers answer with a page of their own where there is no file
    if (response.ok && (!/^\s*</.test(body) || body.includes("<title>Engine<"))) return body;
    const advice = folder === "" ? "" : ' The attribute "engine" gives the address of dist/site of the package.';
    throw new Error(`${response.url} (${response.status}) is no part of the engine.${advice}`);
  };
  return {
    text,
    // pages of others may be shown in no frame, and their texts may
    frame: async () => (folder === "" ? { src: "sandbox.html" } : { srcdoc: await text("sandbox.html") }),
  };
}
