/**
 * Figures of docs/planar.md: `npx tsx scripts/figures/planar.ts`. Everything that is drawn is computed by rattleback/planar.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { drawConcepts } from "./planarConcepts.ts";
import { drawLanding } from "./planarLanding.ts";

const folder = "docs/figures/planar";
mkdirSync(folder, { recursive: true });
for (const [name, drawing] of Object.entries({ ...drawConcepts(), ...drawLanding() })) {
  writeFileSync(`${folder}/${name}.svg`, drawing.toString());
  console.log(`${folder}/${name}.svg`);
}
