import { type Connection, NoAnswer, type ProbeCall, type Seen } from "../connection"
import type { Journal } from "../journal"
import { hasNoContract, type LeaseReading, readLease } from "../lease-predicates"

/** A call that changes a lease: its step in the journal, how a reading proves the change, and what to ask the operator if that is unclear. */
type Change = {
  about: "cancel" | "deliver" | "return" | "reduce"
  call: ProbeCall
  isDone: (reading: LeaseReading) => boolean
  asks: string
}

/**
 * Makes a call that changes something, once. If the call isn't answered, reads the lease back, and returns undefined if the change was made. Throws
 * NoAnswer with the question for the operator if that is unclear.
 */
export async function once(
  { connection, journal }: { connection: Connection; journal: Journal },
  id: string,
  { about, call, isDone, asks }: Change,
): Promise<Seen | undefined> {
  journal.write({ about, id })
  try {
    return await connection.ask(call)
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    const reading = await readLease(connection, id).catch(() => undefined)
    if (reading && isDone(reading)) return undefined
    throw new NoAnswer(error.message, asks)
  }
}

/**
 * Cancels a contract, once. If an earlier cancellation wasn't answered, reads the lease back first. `ended` means that no contract is left. `answer`
 * is undefined if the outcome was read back.
 */
export async function endContract(
  room: { connection: Connection; journal: Journal },
  id: string,
): Promise<{ ended: boolean; answer?: Seen }> {
  const { connection, journal } = room
  const ended = () => {
    journal.write({ about: "canceled", id })
    return true
  }
  if (journal.has(id, "cancel") && hasNoContract(await readLease(connection, id))) return { ended: ended() }
  const answer = await once(room, id, {
    about: "cancel",
    call: { name: "DELETE contract", method: "DELETE", path: connection.pathOf("/application/contract", id) },
    isDone: hasNoContract,
    asks: "Ask the operator whether the contract was canceled, or run cleanup later.",
  })
  if (!answer || answer.status < 300) return { ended: ended(), ...(answer && { answer }) }
  return { ended: false, answer }
}
