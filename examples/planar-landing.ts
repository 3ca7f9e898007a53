// A rotorcraft with skid landing gear of six finite-element nodes touches down on a heaving and rolling deck.
//
// It is the sample application of the paper behind rattleback/planar: the two skids are initiators, the deck is a
// target with a given motion, the cross tube between them is a co-rotational beam that is clamped to the fuselage.
// The aircraft comes down with some drift, while the lift of the rotor dies away. One skid touches first; the aircraft
// rocks from skid to skid, settles, and slides on the wet deck whenever the roll is large.
import assert from "node:assert/strict";
import { harmonicMotion, type PlanarWorld, simulatePlanar } from "rattleback/planar";

const mass = 1500; // kg
const weight = mass * 9.81; // N
const lift = (t: number) => 0.9 * weight * Math.exp(-t / 1.2);

export const landing: PlanarWorld = {
  bodies: {
    fuselage: {
      mass,
      inertia: 1100,
      position: [0.4, 2.55],
      velocity: [0.6, -0.5],
      load: (t, _motion, load) => {
        load[1] = lift(t);
      },
    },
  },
  beams: {
    // skid – leg – belly – belly – leg – skid: two aluminium cross tubes of 70 × 6 mm taken together
    gear: {
      nodes: [
        [-0.75, 1.05],
        [-0.6, 1.4],
        [-0.05, 1.65],
        [0.85, 1.65],
        [1.4, 1.4],
        [1.55, 1.05],
      ],
      section: { axialStiffness: 1.7e8, bendingStiffness: 8.7e4, massPerLength: 6.5, dampingTime: 6e-3 },
      nodeMasses: { 0: 15, 5: 15 }, // the skid tubes
      attach: { 2: "fuselage", 3: "fuselage" },
    },
  },
  targets: {
    deck: {
      outline: [
        [-8, -1],
        [-8, 0],
        [8, 0],
        [8, -1],
      ],
      motion: harmonicMotion({
        heave: { amplitude: 0.6, period: 7, phase: 0.5 },
        roll: { amplitude: 0.17, period: 5, phase: 0.8 },
      }),
    },
  },
  contacts: [
    {
      target: "deck",
      initiators: "gear",
      select: [0, 5],
      stiffness: 2e6,
      damping: 0.3,
      friction: 0.17,
      slipSpeed: 0.01,
    },
  ],
};

export const result = simulatePlanar(landing, { stopTime: 12, tolerance: 1e-7 });

const largest = (name: string) => result.signal(name).values.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
const top = 1; // surface of the deck: it starts at the second vertex

console.log("Touchdown");
for (const { time, contact, cause } of result.changes) console.log(`${time.toFixed(4)} s  ${contact}  ${cause}`);

console.log("\nLargest force on a skid");
for (const skid of ["deck/gear[0]", "deck/gear[5]"]) {
  console.log(`${skid}  ${(largest(`${skid}.normalForce`) / weight).toFixed(2)} × weight`);
}

console.log("\nEnergy after 12 s, J");
for (const name of result.names().filter((signal) => signal.startsWith("energy."))) {
  console.log(name.padEnd(24), result.final(name).toFixed(name === "energy.balance" ? 7 : 1));
}

const { steps, evaluations } = result.statistics ?? { steps: 0, evaluations: 0 };
console.log(`\n${steps} steps, ${evaluations} evaluations, ${result.changes.length} changes of the configuration`);

// The left skid is the higher one at first; each touches and leaves several times, and only ever the top of the deck.
assert.equal(result.changes[0].contact, "deck/gear[5]");
assert.ok(result.changes.filter(({ cause }) => cause === "release").length >= 3);
assert.ok(result.changes.every(({ before, after }) => [...before, ...after].every((surface) => surface === top)));
// In the end both skids stand on the deck.
assert.ok(result.final("deck/gear[0].normalForce") > 0 && result.final("deck/gear[5].normalForce") > 0);
// All work is accounted for: the balance closes to a millionth of the energy that went through the gear.
const turnover = result.final("energy.contactDamping") + result.final("energy.friction");
assert.ok(largest("energy.balance") < 1e-6 * turnover, `balance ${largest("energy.balance")} of ${turnover} J`);
