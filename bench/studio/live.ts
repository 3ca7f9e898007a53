/** From a slider of a live run to its picture, alone: `npm run bench:live`. Wants a quiet computer. */
import { startStudio } from "../../test/studio/studioPage.ts";
import { liveNotes } from "./liveDelay.ts";

const studio = await startStudio();
try {
  for (const note of await liveNotes(studio)) console.log(`${note}\n`);
} finally {
  await studio.close();
}
