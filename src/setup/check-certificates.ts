import { certificateOf, dateIn, type LeaseCartOptions, statesTaxedByOperator } from "../lease-cart"
import type { Query } from "../medusa/read/carts"
import { DAY_MS } from "../modules/lease/ledger"
import type { MessageParams } from "../modules/lease/texts/messages"
import { statesShippedTo } from "./lease-regions"
import type { SetupCode } from "./setup-texts"

/** Reports a resale certificate this many days before it expires. */
const SOON_DAYS = 30

/** Checks that the account's leases without sales tax ship only to states with a resale certificate that is valid for another month. */
export async function checkCertificates(
  query: Query,
  options: LeaseCartOptions,
  now: Date,
): Promise<{ code: SetupCode; params?: MessageParams }> {
  const isShippedTo = await statesShippedTo(query)
  const states = statesTaxedByOperator(options).filter((state) => isShippedTo(state))
  if (!states.length) return { code: "certificates_unneeded" }
  const dayIn = (days: number) => dateIn(new Date(now.getTime() + days * DAY_MS), options.timeZone) ?? ""
  const ends = states.map((state) => {
    return { state, end: certificateOf({ country: "us", state }, options)?.until ?? "" }
  })
  const valid = ends.filter(({ end }) => end >= dayIn(0))
  const ending = valid.filter(({ end }) => end <= dayIn(SOON_DAYS))
  if (ending.length) {
    const named = ending.map(({ state, end }) => `${state} (${end})`).join(", ")
    return { code: "certificates_ending", params: { ends: named, days: String(SOON_DAYS) } }
  }
  const listed = (some: typeof ends) => ({ states: some.map(({ state }) => state).join(", ") })
  if (options.requireResaleCertificate && !valid.length) return { code: "certificates_none" }
  if (options.requireResaleCertificate || valid.length === ends.length)
    return { code: "certificates_ok", params: listed(valid) }
  return { code: "certificates_missing", params: listed(ends.filter((each) => !valid.includes(each))) }
}
