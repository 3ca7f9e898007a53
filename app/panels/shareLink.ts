/** Makes the link that holds the model with everything that was chosen around it; loaded when somebody shares. */
import { type LinkedLook, modelLink } from "../../src/modelFile/modelLink.ts";
import { noteAddress } from "../session/modelStore.ts";
import type { Studio } from "../session/studio.ts";

/** Into the address bar and the clipboard; what has come of it, in words. */
export async function shareLink(
  { file, changes, panels, hasChosenPanels, time }: Studio,
  shown: LinkedLook,
  more: LinkedLook,
): Promise<string> {
  if (file === undefined) return "Open a model first.";
  const look: LinkedLook = {
    ...shown,
    ...(Object.keys(changes).length > 0 && { changes }),
    ...(hasChosenPanels && { plots: panels }),
    ...(time > 0 && { time }),
    ...more,
  };
  const { name, source, parts } = file;
  try {
    const hash = await modelLink({ name, source, ...(parts && { parts }), look });
    history.replaceState(null, "", hash);
    // here it is the user's own model still
    if (file.kept !== undefined) noteAddress(hash, file.kept.id);
    await navigator.clipboard.writeText(location.href);
    return "The link is in the clipboard, and in the address bar. It holds the whole model.";
  } catch (error) {
    if (error instanceof DOMException) return "The link is in the address bar.";
    return error instanceof Error ? error.message : String(error);
  }
}
