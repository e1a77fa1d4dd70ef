import type { StatusReading } from "../../../../src/client"
import { kindsOf, type ServiceCallKind, serviceCalls } from "../../../../src/modules/lease/calls"
import type { CallReading, ReadBackResult } from "../../../../src/modules/lease/calls/service-call"
import type { PendingCall } from "../../../../src/modules/lease/rules/pending-calls"
import type { LeaseRecord } from "../../../../src/modules/lease/rules/records"

/** Calls to one-time URLs cannot be read back. */
type Silent = "send_order_id" | "send_delivery_date"
type Row = Record<Exclude<ServiceCallKind, Silent | "return_lines">, ReadBackResult>
type Status = Extract<StatusReading, { kind: "status" }>["status"]

const UNCLEAR: Row = { cancel_contract: "unclear", confirm_delivery: "unclear", return_lease: "unclear" }
const ENDED: Row = { cancel_contract: "done", confirm_delivery: "impossible", return_lease: "unclear" }
const SIGNED: Row = { cancel_contract: "not_done", confirm_delivery: "not_done", return_lease: "not_done" }
/** What each service status says about a call without a response. */
const TABLE: Record<Status, Row> = {
  approved: ENDED,
  approval_expired: ENDED,
  contracts_expired: ENDED,
  contracts: { cancel_contract: "not_done", confirm_delivery: "impossible", return_lease: "unclear" },
  contracts_received: SIGNED,
  lease_accepted: SIGNED,
  funded: { cancel_contract: "impossible", confirm_delivery: "done", return_lease: "not_done" },
  returned: { cancel_contract: "impossible", confirm_delivery: "unclear", return_lease: "done" },
  pre_approved: UNCLEAR,
  prequalified: UNCLEAR,
  pending: UNCLEAR,
  denied: UNCLEAR,
  contracts_incomplete: UNCLEAR,
  vcard_available: UNCLEAR,
  unknown: UNCLEAR,
}

const KINDS = kindsOf(({ kind, readBack }) => readBack !== undefined && kind !== "return_lines") as (keyof Row)[]
const readBack = (kind: ServiceCallKind, seen: CallReading) => serviceCalls[kind].readBack?.(seen, LEASE, CALL)
/** One of three chairs is returned, from goods and delivery for 310.00, already reduced by 10.00; each with tax that the service omits. */
const LEASE = {
  snapshot: { invoiceTotal: 31_000 },
  reductions: [{ amount: 1083, lines: [{ tax: 83 }] }],
} as unknown as LeaseRecord
const CALL = { detail: { reduction: { amount: 10_825, lines: [{ tax: 825 }] } } } as unknown as PendingCall
const pricing = { lines: [] } as unknown as Extract<StatusReading, { kind: "no_status" }>["pricing"]
const NO_STATUS: StatusReading = { kind: "no_status", pricing }
const NO_CONTRACT: StatusReading = { kind: "no_contract", known: true }
const reading = (status: Status, okToDeliver: boolean): StatusReading => ({
  kind: "status",
  status,
  statusText: status,
  okToDeliver,
  pricing,
})

describe("reading back a call without a response", () => {
  describe.each(Object.entries(TABLE) as [Status, Row][])("%s", (status, row) => {
    it.each(KINDS)("%s", (kind) => {
      expect(readBack(kind, { reading: reading(status, false) })).toBe(row[kind])
      // Whether it is ready to deliver doesn't show whether the call arrived.
      expect(readBack(kind, { reading: reading(status, true) })).toBe(row[kind])
    })
  })

  it.each(KINDS)("%s: no contract is an outcome, and a response without a status isn't", (kind) => {
    expect(readBack(kind, { reading: NO_CONTRACT })).toBe(ENDED[kind])
    expect(readBack(kind, { reading: NO_STATUS })).toBe("unclear")
  })

  it("an unknown application is no outcome, because it may be the wrong account", () => {
    expect(readBack("cancel_contract", { reading: { kind: "no_contract", known: false } })).toBe("unclear")
  })

  it("a part was returned only if the service's total is lower by exactly its price without tax", () => {
    const funded = (invoiceTotal?: number) => ({
      reading: { ...reading("funded", true), pricing: { ...pricing, invoiceTotal } } as StatusReading,
    })
    expect(readBack("return_lines", funded(20_000))).toBe("done")
    // A service that lowers the total later or never still has the old one.
    expect(readBack("return_lines", funded(30_000))).toBe("unclear")
    expect(readBack("return_lines", funded())).toBe("unclear")
    for (const status of Object.keys(TABLE) as Status[])
      expect(readBack("return_lines", { reading: reading(status, true) })).toBe("unclear")
    expect(readBack("return_lines", { reading: NO_CONTRACT })).toBe("unclear")
    expect(readBack("return_lines", { reading: NO_STATUS, returnEligible: true })).toBe("unclear")
  })

  it("a one-time URL isn't read back, but sent again", () => {
    expect(kindsOf((call) => !call.readBack)).toEqual(["send_order_id", "send_delivery_date"])
  })

  it.each<[string, StatusReading, boolean, ReadBackResult]>([
    ["that can still be returned was not returned", NO_STATUS, true, "not_done"],
    ["that cannot be returned may have been, or may never have been returnable", NO_STATUS, false, "unclear"],
    ["whose status says so is returned, possible or not", reading("returned", false), true, "done"],
    ["whose status doesn't decide it may be, possible or not", reading("approved", false), true, "unclear"],
  ])("a lease %s", (_, reading, returnEligible, verdict) => {
    expect(readBack("return_lease", { reading, returnEligible })).toBe(verdict)
  })
})
