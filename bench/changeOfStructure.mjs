// Milliseconds of one change of structure among 50 free bodies, of the built package: all that happens at its event, and the restart
// of the solver. The fastest of the runs of four seconds; that of a model with as many steps and no event is subtracted.
import { Box, instantiate, Model3D, ModelActions, NoGravityField, Object3D, Scene, Solid, simulate } from "rattleback";

const duration = 4000;
const changes = 200;
/** s, between two changes */
const period = 1e-3;

/** 50 free bodies; one of them is attached and released again and again, or none. */
function fiftyBodies(withChanges) {
  const bodies = Array.from({ length: 50 }, (_, k) => [
    `b${k}`,
    Object3D({
      parent: "world",
      fixedToParent: false,
      assemblyRoot: true,
      translation: [k, 0, 0],
      feature: Solid({ shape: Box({ lengthX: 0.5 }), massProperties: 1 }),
    }),
  ]);
  const actions = ModelActions(function* (act) {
    for (let k = 0; k < changes / 2; k++) {
      yield act.attach("eye", "post", { waitingPeriod: period });
      yield act.release("eye", { waitingPeriod: period });
    }
  });
  return instantiate(
    Model3D({
      world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
      ...Object.fromEntries(bodies),
      eye: Object3D({ parent: "b0", lockable: true }),
      post: Object3D({ parent: "world", lockable: true }),
      ...(withChanges && { actions }),
    }),
  );
}

function fastest(model, options) {
  const begin = performance.now();
  let best = Number.POSITIVE_INFINITY;
  while (performance.now() - begin < duration) {
    const start = performance.now();
    simulate(model, { stopTime: changes * period, interval: 1, ...options });
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

const withChanges = fastest(fiftyBodies(true), {});
const without = fastest(fiftyBodies(false), { maximumStep: period / 2 });
console.log((withChanges - without) / changes);
