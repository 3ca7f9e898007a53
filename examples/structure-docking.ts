// A spacecraft docks in motion: an inelastic impulse joins two bodies, keeps their momentum and tells the energy that is lost.
import assert from "node:assert/strict";
import {
  Box,
  instantiate,
  Model3D,
  ModelActions,
  NoGravityField,
  Object3D,
  Scene,
  Solid,
  simulate,
  VisualMaterial,
} from "rattleback";

const craft = (translation: number[], velocity: number[], angularVelocity: number[], size: number, color: string) =>
  Object3D({
    parent: "world",
    fixedToParent: false,
    assemblyRoot: true,
    translation,
    velocity,
    angularVelocity,
    feature: Solid({
      shape: Box({ lengthX: size, lengthY: size, lengthZ: size }),
      massProperties: 500 * size,
      visualMaterial: VisualMaterial({ color }),
    }),
  });

let lost = 0;
const Docking = Model3D({
  world: Object3D({ feature: Scene({ gravityField: NoGravityField(), gap: 0.02, nominalLength: 2 }) }),
  station: craft([0, 0, 0], [0, 0, 0], [0, 0, 0.05], 2, "SteelBlue"),
  port: Object3D({ parent: "station", lockable: true, translation: [1, 0, 0] }),
  shuttle: craft([4, 0.3, 0], [-0.3, 0, 0], [0, 0, 0.05], 1, "Orange"),
  nose: Object3D({ parent: "shuttle", lockable: true, translation: [-0.5, 0, 0] }),
  actions: ModelActions(function* (act) {
    // the model itself says when: the instant is located like any other event
    yield act.until("nose.r_abs[1] - port.r_abs[1] < 0.01");
    const { report } = yield act.attach("nose", "port", { withImpulse: true, limits: { distance: 0.5 } });
    lost = report!.energyLost!;
    console.log(`docked at t = ${act.time.toFixed(3)} s, ${lost.toFixed(3)} J lost`);
    assert.ok(report!.linearMomentumChange! < 1e-9 && report!.angularMomentumChange! < 1e-9);
  }),
});

export default Docking;
export const experiment = { stopTime: 30, tolerance: 1e-8 };

const result = simulate(instantiate(Docking), experiment);
assert.equal(result.finalStates.length, 13);
assert.ok(lost > 0);
