/** Where contacts are rigid: the door to everything that only such scenes need. */
import { RigidContacts, type RigidContactsSetup } from "../contact/rigid/rigidContacts.ts";
import type { MechanismDynamics } from "../mechanics/mechanismDynamics.ts";
import { RigidKicks } from "./run/rigidKicks.ts";

export function rigidContacts(setup: RigidContactsSetup): RigidContacts {
  return new RigidContacts(setup);
}

/** `first`: place of the first hidden state; `isAlone`: nothing but gravity and contacts acts on bodies. */
export function rigidKicks(
  dynamics: MechanismDynamics,
  contacts: RigidContacts,
  first: number,
  isAlone: boolean,
): RigidKicks {
  return new RigidKicks(dynamics, contacts, first, isAlone);
}
