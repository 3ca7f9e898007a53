/** Gears without loss, stiffness and inertia. */
import { Model } from "../../language/model.ts";
import { Var } from "../../language/values.ts";
import { parameter } from "../parameter.ts";
import { Flange } from "./flange.ts";

/** Gear in a fixed housing: φ_a = ratio·φ_b, 0 = ratio·τ_a + τ_b. */
export const IdealGear = Model({
  description: "Ideal gear in a fixed housing",
  ratio: parameter(1, "1", "gear ratio, angle of flange_a per angle of flange_b"),
  flange_a: Flange,
  flange_b: Flange,
  phi_a: Var({ unit: "rad", description: "angle of flange_a" }),
  phi_b: Var({ unit: "rad", description: "angle of flange_b" }),
  equations: `
    phi_a = flange_a.phi
    phi_b = flange_b.phi
    phi_a = ratio*phi_b
    0 = ratio*flange_a.tau + flange_b.tau`,
});

/** Gear whose housing can turn: angles relative to the support, which takes the difference of the torques. */
export const IdealGear_withSupport = Model({
  description: "Ideal gear with a housing that can turn",
  ratio: parameter(1, "1", "gear ratio, angle of flange_a per angle of flange_b, both relative to the housing"),
  flange_a: Flange,
  flange_b: Flange,
  support: Flange,
  phi_a: Var({ unit: "rad", description: "angle of flange_a relative to the housing" }),
  phi_b: Var({ unit: "rad", description: "angle of flange_b relative to the housing" }),
  equations: `
    phi_a = flange_a.phi - support.phi
    phi_b = flange_b.phi - support.phi
    phi_a = ratio*phi_b
    0 = ratio*flange_a.tau + flange_b.tau
    0 = flange_a.tau + flange_b.tau + support.tau`,
});

/** Planetary gear: (1 + ratio)·φ_carrier = φ_sun + ratio·φ_ring; the torques divide as −(1 + ratio) : 1 : ratio. */
export const IdealPlanetary = Model({
  description: "Ideal planetary gear",
  ratio: parameter(2, "1", "teeth of the ring per teeth of the sun"),
  sun: Flange,
  carrier: Flange,
  ring: Flange,
  equations: `
    (1 + ratio)*carrier.phi = sun.phi + ratio*ring.phi
    ring.tau = ratio*sun.tau
    carrier.tau = -(1 + ratio)*sun.tau`,
});
