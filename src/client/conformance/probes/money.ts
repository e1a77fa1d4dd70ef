import type { Seen } from "../connection"
import type { Finding } from "../finding"
import { type LeaseReading, readLease } from "../lease-predicates"
import { answerFinding, stateAfter } from "./answer"
import { endContract, once } from "./once"
import { partFindings } from "./parts"
import { returnFindings } from "./return"
import type { Room } from "./room"
import { signedLease } from "./signed-lease"

/** Confirms the delivery of two leases, which can't be undone. Then sends back all of one and part of the other. */
export async function moneyProbes(room: Room, ids: readonly string[]): Promise<Finding[]> {
  const [first, second] = ids
  const tooFew = { ...NOT_RETURNED, seen: "no second applicant was approved" }
  if (first === undefined) return [{ ...BODY, seen: "0 leases to deliver", verdict: "skipped" }, tooFew]
  const { findings, isDelivered } = await deliveredLease(
    room,
    first,
    "Afterward, its delivery is confirmed and one unit is returned.",
  )
  room.connection.adopt(...findings)
  const returned = second === undefined ? [tooFew] : await returnedLease(room, second)
  room.connection.adopt(...returned)
  return [...findings, ...returned, ...(isDelivered ? await partFindings(room, first) : [])]
}

async function returnedLease(room: Room, id: string): Promise<Finding[]> {
  const { isDelivered } = await deliveredLease(room, id, "Afterward, its delivery is confirmed and it is returned.")
  if (!isDelivered) return [{ ...NOT_RETURNED, seen: "the second lease was not delivered" }]
  return returnFindings(room, id)
}

const NOT_RETURNED = { row: "7 return, response", assumed: "returnLeaseInfo.isSuccess", verdict: "skipped" } as const
const BODY = { row: "7 POST delivery, body", assumed: "applicationId and deliveryDate" } as const

/**
 * Has the user sign a contract, then confirms the delivery for today. Cancels the lease if the delivery can't be confirmed. If the cancellation is
 * refused, too, cleanup will report the lease.
 */
async function deliveredLease(
  room: Room,
  id: string,
  label: string,
): Promise<{ findings: Finding[]; isDelivered: boolean }> {
  const { isSigned, none } = await signedLease(room, id, label)
  if (!isSigned) {
    if (!none) await endContract(room, id)
    return { findings: [{ ...BODY, seen: none ?? "not signed in time", verdict: "skipped" }], isDelivered: false }
  }
  const answer = await deliver(room, id)
  if (answer && answer.status >= 300) {
    const advice = "Ask the operator which fields a delivery needs, and as of which status it is accepted."
    await endContract(room, id)
    return {
      findings: [{ ...BODY, seen: `${answer.status}: refused`, verdict: "differs", advice }],
      isDelivered: false,
    }
  }
  room.journal.write({ about: "delivered", id })
  const reading = await readLease(room.connection, id)
  return { findings: deliveryFindings(room, answer, reading), isDelivered: true }
}

function deliver(room: Room, id: string): Promise<Seen | undefined> {
  const { connection } = room
  const body = connection.bodyOf(id, { deliveryDate: new Date().toISOString().slice(0, 10) })
  return once(room, id, {
    about: "deliver",
    call: { name: "POST delivery", method: "POST", path: connection.path("/application/cart/delivery"), body },
    isDone: ({ status }) => status === "funded",
    asks: "Ask the operator whether the delivery was recorded.",
  })
}

function deliveryFindings({ connection }: Room, answer: Seen | undefined, reading: LeaseReading): Finding[] {
  const taken = {
    seen: answer ? "accepted" : "accepted; no response, but the status shows it",
    verdict: "same",
  } as const
  const dates: Finding = { row: "1 dates", assumed: "YYYY-MM-DD", seen: "accepted for the delivery", verdict: "same" }
  return [
    { ...BODY, ...taken },
    dates,
    answerFinding("7 POST delivery, response", answer),
    stateAfter(connection, reading, "8 delivered", "Funded"),
  ]
}
