// The collision tracker in its four modes inside integrate(): a point bounces on a plate that swings.
//
// simulatePlanar() does all this by itself; with integrate() the tracker can serve any right-hand side.
import assert from "node:assert/strict";
import { CollisionTracker, convexPolygon, harmonicMotion, separation } from "rattleback/planar";
import { integrate } from "rattleback/solvers";

const [mass, stiffness, gravity] = [1, 1e5, 9.81];
const plate = convexPolygon([
  [-2, -0.1],
  [-2, 0],
  [2, 0],
  [2, -0.1],
]);
const swing = harmonicMotion({ heave: { amplitude: 0.05, period: 1.5 }, roll: { amplitude: 0.08, period: 2 } });

const tracker = new CollisionTracker([plate], [{ target: 0, first: 0, count: 1 }]);
const [{ outline, configuration }] = tracker.pairs;
const poses = new Float64Array(6);
const points = new Float64Array(2);
const place = (t: number, y: ArrayLike<number>) => {
  swing(t, poses);
  points[0] = y[0];
  points[1] = y[1];
};

const y0 = [0.3, 0.5, 0, 0]; // x, y, v_x, v_y
const hits: string[] = [];

place(0, y0);
tracker.initialise(poses, points); // flag 0

const run = integrate(
  {
    t0: 0,
    tEnd: 3,
    y0,
    rhs: (t, y, ydot) => {
      place(t, y);
      tracker.evaluate(poses, points); // flag 2: trial states, the reference stays as it is
      ydot[0] = y[2];
      ydot[1] = y[3];
      ydot[2] = 0;
      ydot[3] = -gravity;
      for (let i = 0; i < plate.count; i++) {
        if (!configuration.collides(i, 0)) continue;
        const force = -stiffness * separation(outline, i, points[0], points[1]);
        ydot[2] -= (force * outline.ey[i]) / outline.length[i] / mass;
        ydot[3] += (force * outline.ex[i]) / outline.length[i] / mass;
      }
    },
    roots: (t, y, g) => {
      place(t, y);
      tracker.roots(poses, points, g); // flag 3
    },
    numberOfRoots: tracker.rootCount,
  },
  {
    relativeTolerance: 1e-8,
    maximumStep: 0.02, // below the time that the point needs through the plate
    onStep: ({ t, y }) => {
      place(t, y);
      tracker.accept(poses, points); // flag 1
    },
    onRoot: ({ t, y }) => {
      place(t, y);
      tracker.accept(poses, points); // flag 1
      const surface = [0, 1, 2, 3].find((i) => configuration.collidesAtReference(i, 0));
      hits.push(`${t.toFixed(6)} s  ${surface === undefined ? "free" : `surface ${surface}`}`);
      return "restart"; // the solver starts again behind the change of the forces
    },
  },
);

console.log(hits.join("\n"));
console.log(`${run.statistics.steps} steps, ${run.statistics.rejectedSteps} rejected, ${run.roots.length} events`);

assert.equal(run.status, "finished");
assert.ok(hits.length >= 4 && hits.length % 2 === 0);
hits.forEach((hit, k) => void assert.ok(hit.endsWith(k % 2 === 0 ? "surface 1" : "free"), hit));
// At every event the point is on the surface, to rounding.
for (const { t, y } of run.roots) {
  place(t, y);
  tracker.place(poses);
  assert.ok(Math.abs(separation(outline, 1, points[0], points[1])) < 1e-14);
}
