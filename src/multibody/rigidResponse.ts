/** Where contacts are rigid: the door to everything that only such scenes need. */
import { RigidContacts, type RigidContactsSetup } from "../contact/rigid/rigidContacts.ts";
import { type KickedMechanism, RigidKicks } from "./run/rigidKicks.ts";

export function rigidContacts(setup: RigidContactsSetup): RigidContacts {
  return new RigidContacts(setup);
}

export function rigidKicks(kicked: KickedMechanism): RigidKicks {
  return new RigidKicks(kicked);
}
