/** Figures of docs/media.md: `npx tsx scripts/figures/media.ts`. Everything that is drawn is computed by rattleback/media. */
import { writeFileSync } from "node:fs";
import { helmholtz, medium, plotDiagram } from "../../src/entries/media.ts";

const fluid = helmholtz("R134a");
const first = fluid.saturation_T(263.15).vapour;
const second = fluid.state_ps(1e6, first.s);
const third = fluid.saturation_p(1e6).liquid;
const fourth = fluid.state_ph(first.p, third.h);
writeFileSync("docs/figures/media-ph.svg", plotDiagram(fluid, "ph", { path: [first, second, third, fourth, first] }));

const water = medium("water");
const condensate = water.saturation_p(8e3).liquid;
const feed = water.state_ps(8e6, condensate.s);
const boiling = water.saturation_p(8e6);
const steam = water.state_pT(8e6, 753.15);
const exhaust = water.state_ps(8e3, steam.s);
writeFileSync(
  "docs/figures/media-Ts.svg",
  plotDiagram(water, "Ts", {
    path: [condensate, feed, boiling.liquid, boiling.vapour, steam, exhaust, condensate],
    isolines: [8e3, 1e5, 1e6, 8e6, 22.064e6, 6e7],
  }),
);
