/** Energies and momenta of everything that moves in a Model3D: bodies, masses on lines, springs, contacts. */
import { momentum, potentialEnergy } from "../../mechanics/energy.ts";
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import type { ContactCoupling } from "../contactCoupling.ts";
import type { LineMasses } from "./lineMasses.ts";
import type { RunElements } from "./runElements.ts";

export class RunEnergies {
  private readonly dynamics: MechanismDynamics;
  private readonly onLines: LineMasses | undefined;
  private readonly contacts: ContactCoupling;
  private readonly elements: RunElements;
  readonly momenta = new Float64Array(6);

  constructor(
    dynamics: MechanismDynamics,
    onLines: LineMasses | undefined,
    contacts: ContactCoupling,
    elements: RunElements,
  ) {
    this.dynamics = dynamics;
    this.onLines = onLines;
    this.contacts = contacts;
    this.elements = elements;
  }

  /** J */
  kinetic(): number {
    return this.takeMotion();
  }

  /** Of gravity, contacts and springs between objects, J. */
  potential(): number {
    const { mechanism, state } = this.dynamics;
    const gravity = potentialEnergy(mechanism, state) + (this.onLines?.potential() ?? 0);
    return gravity + this.contacts.energy + this.elements.energy(state.motion);
  }

  /** Angular momentum about the origin of the world, then linear, of all bodies and masses on lines. */
  momentum(): Float64Array {
    this.takeMotion();
    return this.momenta;
  }

  /** momenta ← those of momentum(), in the same pass as the kinetic energy, which is returned, J. */
  takeMotion(): number {
    const { mechanism, state } = this.dynamics;
    const kinetic = momentum(this.momenta, mechanism, state);
    this.onLines?.addMomentum(this.momenta);
    return kinetic + (this.onLines?.kinetic() ?? 0);
  }
}
