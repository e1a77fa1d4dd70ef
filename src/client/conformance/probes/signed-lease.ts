import { setTimeout as pause } from "node:timers/promises"
import { hasNoContract, isReadyToShip, type LeaseReading, readLease } from "../lease-predicates"
import type { SigningPage } from "../signing-page"
import { recordCart } from "./cart"
import { contractOf } from "./contract"
import type { Room } from "./room"

/** The number of readings after the signature. They give the service time to accept the lease, and the page time to report the signature. */
const READINGS_AFTER_SIGNING = 10

/** A contract that the user was asked to sign. */
export type SignedLease = {
  id: string
  /** Whether the service reports the signature. If it sends no status, the user's or the frame's report counts. */
  isSigned: boolean
  /** The statuses read while the contract is being signed, in order, without duplicates. */
  readings: LeaseReading[]
  /** The contract's URL from the first and the second call, and the second call's HTTP status. Absent if the lease was already signed. */
  address?: { url: string; again: string | undefined; status: number }
  page?: SigningPage
  /** Why there was nothing to sign. */
  none?: string
}

/** Has the user sign a contract. Records a cart first if no contract is in force. Throws NoAnswer if the service doesn't respond. */
export async function signedLease(room: Room, id: string, label: string): Promise<SignedLease> {
  const { connection, journal } = room
  const before = await readLease(connection, id)
  // Some services sign the contract when its URL is requested, so the lease may already be signed.
  if (isAccepted(before) || isReadyToShip(before)) {
    journal.write({ about: "signed", id })
    return { id, isSigned: true, readings: await untilSigned(room, id, undefined) }
  }
  const none = (why: string) => ({ id, isSigned: false, readings: [], none: why })
  if (before.http !== 200 || before.status === "approved") {
    const { taken, findings } = await recordCart(room, id)
    connection.adopt(...findings)
    if (!taken) return none("the application accepts no other cart")
  }
  const { url } = await contractOf(room, id)
  if (url === undefined) return none("the contract has no address")
  const again = await contractOf(room, id)
  const page = await room.show(again.url ?? url, label)
  try {
    const readings = await untilSigned(room, id, page)
    const last = readings.at(-1)
    const isSigned = last !== undefined && isEnd(last, page)
    if (isSigned) journal.write({ about: "signed", id })
    return { id, isSigned, readings, page, address: { url, again: again.url, status: again.seen.status } }
  } finally {
    await page.close()
  }
}

const isAccepted = ({ status }: LeaseReading) => status === "lease_accepted"

/** True if the contract is signed, as far as this account can tell. */
function isEnd(reading: LeaseReading, page: SigningPage | undefined): boolean {
  if (isAccepted(reading) || isReadyToShip(reading)) return true
  const saysNothing = reading.http === 200 && (reading.status === undefined || reading.status === "unknown")
  return saysNothing && page?.reportsSigned() === true
}

/** Reads the lease until it's accepted or has ended, or until time is up. */
async function untilSigned(room: Room, id: string, page: SigningPage | undefined): Promise<LeaseReading[]> {
  const end = Date.now() + room.patience.withinMs
  const readings: LeaseReading[] = []
  for (let readingsLeft = READINGS_AFTER_SIGNING; ; ) {
    const reading = await readLease(room.connection, id)
    const last = readings.at(-1)
    if (last?.status !== reading.status || last?.ok !== reading.ok || last?.http !== reading.http)
      readings.push(reading)
    // Don't stop if the service reports the signature before the page has received the frame's last message.
    const isHeard = !page || page.reportsSigned()
    if (hasNoContract(reading) || (isHeard && isAccepted(reading) && reading.ok !== false)) return readings
    if (isEnd(reading, page)) readingsLeft -= 1
    if (readingsLeft <= 0 || Date.now() > end) return readings
    await pause(room.patience.everyMs)
  }
}
