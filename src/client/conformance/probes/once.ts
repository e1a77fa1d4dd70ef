import { type Connection, NoAnswer, type ProbeCall, type Seen } from "../connection"
import type { Journal } from "../journal"
import { hasNoContract, type LeaseReading, readLease } from "../lease-predicates"

/**
 * A call that changes a lease. `isDone` returns true if a reading proves the change. `asks` is a question for the operator, in case the outcome
 * remains unclear.
 */
type Change = {
  about: "cancel" | "deliver" | "return" | "reduce"
  call: ProbeCall
  isDone: (reading: LeaseReading) => boolean
  asks: string
}

/**
 * Makes a call that changes a lease, only once, and returns its response. If there is none, reads the lease back: returns undefined if the change was
 * made, and otherwise throws NoAnswer with a question for the operator.
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
 * Cancels a contract, sending the call only once. If an earlier cancellation went unanswered, reads the lease back first. `ended` is true if no
 * contract is left. `answer` is undefined if the outcome was read back.
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
