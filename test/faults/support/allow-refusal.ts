import { LedgerRefusal } from "../../../src/modules/lease/texts/messages"

/** A refusal is expected; any other error is a defect. */
export async function allowRefusal(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof LedgerRefusal)) throw error
  }
}
