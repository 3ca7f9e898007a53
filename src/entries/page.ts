/** For pages without the studio: runs in a worker, curves in an element. `dist/bundle/element.js` has the element `<rattleback-model>`. */
export { createPlot, type Plot, type PlotOptions } from "../page/createPlot.ts";
export { simulateInWorker, type WorkerSimulateOptions } from "../page/simulateInWorker.ts";
