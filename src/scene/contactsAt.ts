import type { ContactMark, ContactsAt } from "./animation.ts";

/** The contacts that hold at a time: those of the last entry before it. */
export function contactsAt(contacts: readonly ContactsAt[], time: number): readonly ContactMark[] {
  let low = 0;
  let high = contacts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (contacts[middle]!.time <= time) low = middle + 1;
    else high = middle;
  }
  return contacts[low - 1]?.contacts ?? [];
}
