/** The contacts of a result: what began and ended, and when. */
import type { ContactRecord } from "../contact/contactRecord.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { aResult } from "./aResult.ts";
import type { MultibodyAttachment } from "./run/describeScene.ts";

type WithContacts = Pick<MultibodyAttachment, "contactRecords" | "contactWarnings">;

export interface ContactsOfResult {
  /** Every start and end of a contact, in the order of time. */
  readonly records: readonly ContactRecord[];
  readonly warnings: readonly string[];
}

/** Starts and ends of all contacts of a run, with pair, position and speed, and what contact handling warned of. */
export function contactsOf(result: { readonly attachments: ReadonlyMap<string, unknown> }): ContactsOfResult {
  aResult(result, "result");
  const found = [...result.attachments.values()].filter(
    (value): value is WithContacts =>
      typeof value === "object" && value !== null && Array.isArray((value as Partial<WithContacts>).contactRecords),
  );
  if (found.length === 0) {
    throw new RattlebackError("E-CONTACT-RESULT", "The result has no contacts.", {
      because: "the model has no Model3D",
      hint: "the result of a Model3D, of a model that contains one, or of a mechanism of Modelica with the option contacts",
    });
  }
  const records = found.flatMap(({ contactRecords }) => contactRecords);
  return {
    records: found.length === 1 ? records : records.sort((a, b) => a.time - b.time),
    warnings: found.flatMap(({ contactWarnings }) => contactWarnings),
  };
}
