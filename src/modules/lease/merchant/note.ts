import { LedgerRefusal } from "../texts/refusal"

/** Shorter notes explain nothing to a reader next year. */
const NOTE_LENGTH = 10
const LONGEST_NOTE = 1000
/** A note as it is kept. Throws LedgerRefusal `note_required`. */
export function checkNote(note: unknown): string {
  const text = typeof note === "string" ? note.trim() : ""
  if (text.length < NOTE_LENGTH) throw new LedgerRefusal("note_required", {}, { kind: "invalid" })
  return text.slice(0, LONGEST_NOTE)
}
