import type { Finding } from "../finding"
import { hasNoContract, inWords, isReadyToShip, type LeaseReading, readLease } from "../lease-predicates"
import { answerFinding } from "./answer"
import { frameFindings, frameRule } from "./frame"
import { endContract } from "./once"
import { OK_APART, okApart } from "./pricing"
import type { Room } from "./room"
import { type SignedLease, signedLease } from "./signed-lease"
import { wordOf } from "./words"

const READY = { row: "8 signed, ready to fulfill", assumed: "accepted or received, and OK to deliver" } as const

/** Has the user sign one contract, then cancels it before anything ships. */
export async function signProbes(room: Room, id: string | undefined): Promise<Finding[]> {
  if (id === undefined) return [{ ...READY, seen: "no one was approved", verdict: "skipped" }]
  const lease = await signedLease(room, id, "It is canceled afterward.")
  if (lease.none) return [{ ...READY, seen: lease.none, verdict: "skipped" }]
  const findings = [
    lifeOf(lease),
    await frameRule(lease.address && (lease.address.again ?? lease.address.url)),
    ...frameFindings(lease),
    ...readingFindings(lease, room),
  ]
  room.connection.adopt(...findings)
  return [...findings, ...(await cancellation(room, lease))]
}

function lifeOf({ address }: SignedLease): Finding {
  const row = { row: "6 contract URL, lifetime", assumed: "the same address every time" } as const
  if (!address) return { ...row, seen: "signed before an address was shown", verdict: "skipped" }
  const { url, again, status } = address
  if (again === undefined) return { ...row, seen: `the second call returns ${status}`, verdict: "new" }
  if (again === url) return { ...row, seen: "the same in two calls", verdict: "same" }
  return { ...row, seen: "different in each call", verdict: "new" }
}

function readingFindings({ readings, isSigned }: SignedLease, { connection }: Room): Finding[] {
  const unpaid = { row: "8 signed, not paid", assumed: "the same, but not OK to deliver" } as const
  const accepted = { row: "9 Lease Accepted", assumed: "set by the service, OK to deliver" } as const
  if (!isSigned)
    return [READY, unpaid, accepted].map((row) => ({ ...row, seen: "not signed in time", verdict: "skipped" }))
  const waited = readings.filter((reading) => reading.ok === false && !hasNoContract(reading) && isAfter(reading))
  const reached = readings.find(({ status }) => status === "lease_accepted")
  return [
    ready(readings.at(-1), connection.settings.dialect.statusKeys[0] ?? ""),
    { ...unpaid, seen: waited.map(inWords).join("; ") || "not seen", verdict: waited.length ? "same" : "skipped" },
    { ...accepted, seen: reached ? inWords(reached) : "not seen", verdict: reached ? "same" : "skipped" },
  ]
}

const isAfter = ({ status }: LeaseReading) => status === "contracts_received" || status === "lease_accepted"

/** Checks whether the pricing shows that a lease is signed and paid. */
function ready(last: LeaseReading | undefined, key: string): Finding {
  if (last && isReadyToShip(last)) return { ...READY, seen: inWords(last), verdict: "same" }
  const apart = last?.ok === undefined && okApart(last?.seen.shape ?? {})
  if (last && apart) return { ...READY, seen: `${inWords(last)}, ${apart}`, verdict: "differs", advice: OK_APART }
  if (last?.status === "lease_accepted" && last.ok === undefined) {
    const advice =
      "Ask the operator whether Lease Accepted means that the first payment was received. If not, do not set okToDeliverIn."
    const write = { dialect: { okToDeliverIn: [last.status] } }
    return { ...READY, seen: inWords(last), verdict: "differs", advice, write }
  }
  // The lease is signed and OK to deliver, so the unknown word must mean Lease Accepted.
  if (last?.status === "unknown" && last.ok)
    return { ...READY, seen: inWords(last), verdict: "differs", ...wordOf(last.seen, key, "Lease Accepted") }
  const advice =
    "Each order waits until staff mark its lease as signed. Ask the operator how the service reports a signature."
  return { ...READY, seen: last ? inWords(last) : "nothing", verdict: "differs", advice }
}

async function cancellation(room: Room, { id, isSigned }: SignedLease): Promise<Finding[]> {
  const of = isSigned ? "signed" : "unsigned, after 15 minutes"
  const assumed = isSigned ? "yes" : "yes, or from Lease Accepted on"
  const allowed = { row: "6 DELETE contract, allowed", of, assumed } as const
  const { ended, answer } = await endContract(room, id)
  const seen = answer ? String(answer.status) : "no response; read back"
  if (!ended) {
    if (!isSigned && answer?.status === 409) room.journal.write({ about: "kept", id })
    const advice = "The lease still exists. Ask the operator to cancel it. You can also try once more with cleanup."
    const verdict = isSigned ? "contradicts" : "same"
    return [{ ...allowed, seen: `${seen}: refused`, verdict, ...(isSigned && { advice }) }]
  }
  return [
    { ...allowed, seen: `${seen}: canceled`, verdict: "same" },
    answerFinding("6 DELETE contract, response", answer),
    effect(await readLease(room.connection, id)),
  ]
}

function effect(reading: LeaseReading): Finding {
  const row = { row: "6 DELETE contract, effect", assumed: "the application can get a new cart" } as const
  const speaks = reading.http === 200 ? { speaks: { rules: { pricingWithoutCart: "status" } } } : {}
  return {
    ...row,
    seen: inWords(reading),
    ...(hasNoContract(reading) ? { verdict: "same", ...speaks } : { verdict: "new" }),
  }
}
