// A planar four-bar mechanism in space, its crank moved by a signal; the loop is found and closed by itself.
import assert from "node:assert/strict";
import {
  Beam,
  expr,
  instantiate,
  Model,
  Model3D,
  Object3D,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  simulate,
  VisualMaterial,
} from "rattleback";
import { Sine } from "rattleback/blocks";
import { PrescribedAngle } from "rattleback/rotational";

const Bar = Model({
  Lx: 0.1,
  obj0: Object3D({
    feature: Solid({
      shape: Beam({ axis: 1, length: expr`Lx`, width: expr`Lx/5`, thickness: expr`Lx/5` }),
      solidMaterial: "Aluminium",
      visualMaterial: VisualMaterial({ color: "Blue" }),
    }),
  }),
  obj1: Object3D({ parent: "obj0", translation: [expr`-Lx/2`, 0, 0] }),
  obj2: Object3D({ parent: "obj0", translation: [expr`Lx/2`, 0, 0] }),
});

const FourBar = Model3D({
  Lx: 0.2,
  world: Object3D({ feature: Scene({ nominalLength: 0.3 }) }),
  pos1: Object3D({ parent: "world", translation: [expr`Lx/2`, 0, expr`Lx/2`] }),
  pos2: Object3D({ parent: "pos1", translation: [expr`Lx`, 0, 0] }),
  bar1: Bar.with({ Lx: expr`Lx` }),
  bar2: Bar.with({ Lx: expr`Lx` }),
  bar3: Bar.with({ Lx: expr`Lx` }),
  rev1: RevoluteWithFlange({ obj1: "pos1", obj2: "bar1.obj1" }),
  rev2: Revolute({ obj1: "bar1.obj2", obj2: "bar2.obj1", phi: -Math.PI / 2 }),
  rev3: Revolute({ obj1: "bar3.obj2", obj2: "bar2.obj2", phi: -Math.PI / 2 }),
  rev4: Revolute({ obj1: "pos2", obj2: "bar3.obj1", phi: Math.PI / 2 }),
  sine: Sine.with({ offset: Math.PI / 2, amplitude: 0.8, f: 0.5 }),
  move: PrescribedAngle,
  equations: "move.phi = sine.y",
  connect: [["move.flange", "rev1.flange"]],
});

export default FourBar;
export const experiment = { stopTime: 3, plots: ["rev1.phi", "rev4.phi", "rev1.tau"] };

const result = simulate(instantiate(FourBar, { checkUnits: false }), { stopTime: 3 });
const gap = (a: string, b: string) => {
  const [p, q] = [a, b].map((name) => result.signal<number[][]>(`${name}.r_abs`).values);
  return Math.max(...p.map((r, i) => Math.hypot(r[0] - q[i][0], r[1] - q[i][1], r[2] - q[i][2])));
};
const gaps = [gap("pos2", "bar3.obj1"), gap("bar3.obj2", "bar2.obj2"), gap("bar1.obj2", "bar2.obj1")];
console.log(`largest gap of the joints ${Math.max(...gaps).toExponential(1)} m, torque of the drive up to`);
console.log(`${Math.max(...result.signal("rev1.tau").values.map(Math.abs)).toFixed(4)} N·m`);
assert(Math.max(...gaps) < 1e-9);
// All bars have the same length: a parallelogram, in which the follower turns as the crank does.
const [phi1, phi4] = ["rev1.phi", "rev4.phi"].map((name) => result.signal(name).values);
assert(phi1.every((phi, i) => Math.abs(phi - phi4[i]) < 1e-9));
