import { setTimeout as pause } from "node:timers/promises"
import type { SigningPage } from "../signing-page"
import { hasNoContract, isReadyToShip, type Standing, standingOf } from "../standing"
import { recordCart } from "./cart"
import { contractOf } from "./contract"
import type { Room } from "./room"

/** Readings that a lease gets to be accepted, and its page to say so, once it is signed. */
const SETTLING_READINGS = 10

/** A contract that a person was asked to sign. */
export type SignedLease = {
  id: string
  /** It is signed: the service says so, or, where it says no state, the person or the frame does. */
  isSigned: boolean
  /** Where the lease stood meanwhile, each standing once, in order. */
  standings: Standing[]
  /** The address as it was asked for, and as it was when asked again; absent when the lease was signed without it. */
  address?: { url: string; again: string | undefined; status: number }
  page?: SigningPage
  /** The reason for which there was nothing to sign. */
  none?: string
}

/** Has a contract signed by a person, with a cart of its own where none is in force. Throws NoAnswer. */
export async function signedLease(room: Room, id: string, label: string): Promise<SignedLease> {
  const { wire, journal } = room
  const before = await standingOf(wire, id)
  // A service that signs on its own has done so when the address was asked for.
  if (isAccepted(before) || isReadyToShip(before)) {
    journal.write({ about: "signed", id })
    return { id, isSigned: true, standings: await untilSigned(room, id, undefined) }
  }
  const none = (why: string) => ({ id, isSigned: false, standings: [], none: why })
  if (before.http !== 200 || before.status === "approved") {
    const { taken, findings } = await recordCart(room, id)
    wire.adopt(...findings)
    if (!taken) return none("the application takes no other cart")
  }
  const { url } = await contractOf(room, id)
  if (url === undefined) return none("the contract has no address")
  const again = await contractOf(room, id)
  const page = await room.show(again.url ?? url, label)
  try {
    const standings = await untilSigned(room, id, page)
    const last = standings.at(-1)
    const isSigned = last !== undefined && isEnd(last, page)
    if (isSigned) journal.write({ about: "signed", id })
    return { id, isSigned, standings, page, address: { url, again: again.url, status: again.seen.status } }
  } finally {
    await page.close()
  }
}

const isAccepted = ({ status }: Standing) => status === "lease_accepted"

/** Signed, as far as this account says it. */
function isEnd(standing: Standing, page: SigningPage | undefined): boolean {
  if (isAccepted(standing) || isReadyToShip(standing)) return true
  const saysNothing = standing.http === 200 && (standing.status === undefined || standing.status === "unknown")
  return saysNothing && page?.saysSigned() === true
}

/** Asks where the lease stands until it is accepted, over, or the person's time is. */
async function untilSigned(room: Room, id: string, page: SigningPage | undefined): Promise<Standing[]> {
  const end = Date.now() + room.patience.withinMs
  const standings: Standing[] = []
  for (let settling = SETTLING_READINGS; ; ) {
    const standing = await standingOf(room.wire, id)
    const last = standings.at(-1)
    if (last?.status !== standing.status || last?.ok !== standing.ok || last?.http !== standing.http)
      standings.push(standing)
    // The service knows of a signature before the page hears its last message.
    const isHeard = !page || page.saysSigned()
    if (hasNoContract(standing) || (isHeard && isAccepted(standing) && standing.ok !== false)) return standings
    if (isEnd(standing, page)) settling -= 1
    if (settling <= 0 || Date.now() > end) return standings
    await pause(room.patience.everyMs)
  }
}
