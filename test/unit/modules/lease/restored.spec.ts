import type { StatusReading } from "../../../../src/client"
import {
  compareRestored,
  type Finding,
  mayRelease,
  type Restored,
  serviceHas,
  serviceHasByText,
} from "../../../../src/modules/lease/rules/restored"
import { LEASE_STATUSES, type LeaseStatus } from "../../../../src/modules/lease/rules/state-machine"

type Status = Extract<StatusReading, { kind: "status" }>["status"]

const pricing = { lines: [] } as unknown as Extract<StatusReading, { kind: "no_status" }>["pricing"]
const NO_CONTRACT: StatusReading = { kind: "no_contract", known: true }
const NOT_FOUND: StatusReading = { kind: "no_contract", known: false }
const NO_STATUS: StatusReading = { kind: "no_status", pricing }
const reads = (status: Status, okToDeliver = false): StatusReading => ({
  ...{ kind: "status", status, statusText: status, okToDeliver, pricing },
})
const READINGS = {
  void: reads("approved"),
  "handed out": reads("contracts"),
  unpaid: reads("contracts_received"),
  "in force": reads("lease_accepted", true),
  funded: reads("funded"),
  returned: reads("returned"),
  "no status": NO_STATUS,
  "not found": NOT_FOUND,
}

/** In the order of {@link READINGS}. */
const TABLE: Partial<Record<LeaseStatus, readonly Finding[]>> = {
  approved: [
    ...(["agrees", "without_cart", "without_cart", "without_cart", "without_cart", "agrees"] as const),
    ...(["unclear", "agrees"] as const),
  ],
  offered: [
    ...(["agrees", "agrees", "agrees", "signed_since", "without_order", "without_order"] as const),
    ...(["agrees", "agrees"] as const),
  ],
  signing: [
    ...(["agrees", "agrees", "agrees", "signed_since", "without_order", "without_order"] as const),
    ...(["unclear", "not_found"] as const),
  ],
  signed: [
    ...(["void_since", "not_in_force", "not_in_force", "order_unsure", "without_order", "without_order"] as const),
    ...(["unclear", "not_found"] as const),
  ],
  placed: [
    ...(["void_since", "not_in_force", "not_in_force", "agrees", "agrees", "returned_since"] as const),
    ...(["unclear", "not_found"] as const),
  ],
  delivered: [
    ...(["void_since", "other_contract", "other_contract", "other_contract", "agrees", "returned_since"] as const),
    ...(["unclear", "not_found"] as const),
  ],
  canceling: [
    ...(["agrees", "ending_unsure", "ending_unsure", "ending_unsure", "ending_unsure", "returned_since"] as const),
    ...(["unclear", "not_found"] as const),
  ],
  returning: [
    ...(["void_since", "not_in_force", "not_in_force", "ending_unsure", "ending_unsure", "agrees"] as const),
    ...(["unclear", "not_found"] as const),
  ],
  canceled: ["agrees", "alive", "alive", "alive", "alive", "agrees", "agrees", "agrees"],
}
/** Statuses that are compared like another one. */
const LIKE: Partial<Record<LeaseStatus, LeaseStatus>> = {
  ...{ open: "approved", submitting: "approved", pending: "approved", undecided: "approved", denied: "approved" },
  ...{ placing: "signed", returned: "canceled", expired: "canceled", superseded: "canceled" },
}

const found = (status: LeaseStatus, reading: StatusReading, more: Partial<Restored> = {}) =>
  compareRestored({ status, placed_at: new Date(0), evidence: "verified", ...more }, serviceHas(reading))

describe("a lease whose row was set back, and what the service has now", () => {
  describe.each(LEASE_STATUSES)("%s", (status) => {
    it.each(Object.entries(READINGS))("%s", (name, reading) => {
      const row = TABLE[LIKE[status] ?? status] ?? []
      expect(found(status, reading)).toBe(row[Object.keys(READINGS).indexOf(name)])
    })
  })

  it("a refusal for lack of a contract counts as none, and an unknown status as no status", () => {
    const without = [
      "denied",
      "pending",
      "prequalified",
      "pre_approved",
      "approval_expired",
      "contracts_expired",
    ] as const
    expect(new Set([NO_CONTRACT, ...without.map((status) => reads(status))].map(serviceHas))).toEqual(
      new Set(["nothing"]),
    )
    expect([reads("unknown"), reads("vcard_available"), reads("contracts_incomplete")].map(serviceHas)).toEqual(
      Array(3).fill("unclear"),
    )
  })

  it("a status without the permission to deliver isn't in force", () => {
    expect([reads("lease_accepted"), reads("contracts_received", true)].map(serviceHas)).toEqual(["unpaid", "in_force"])
  })

  it("an operator's list doesn't say whether goods may ship, so a signed contract in it is in force", () => {
    expect(["Contracts", "Contracts Received", "Lease Accepted", "Funded", "Sleeping"].map(serviceHasByText)).toEqual([
      ...["handed_out", "in_force", "in_force", "delivered", "unclear"],
    ])
  })

  it("another total after the order is another contract", () => {
    const other = { isOtherTotal: true }
    expect(found("placed", READINGS["in force"], other)).toBe("other_contract")
    expect(found("placed", READINGS.funded, other)).toBe("other_contract")
    expect(found("delivered", READINGS.funded, other)).toBe("other_contract")
    // Before the order, the cart may have changed, and the signature is compared with each cart that was sent.
    expect(found("signing", READINGS.unpaid, other)).toBe("agrees")
  })

  it("an open call that would end the contract keeps an agreeing lease held", () => {
    const ending = { isEnding: true }
    expect(found("placed", READINGS["in force"], ending)).toBe("ending_unsure")
    expect(found("signing", READINGS["handed out"], ending)).toBe("ending_unsure")
    expect(found("delivered", READINGS.funded, ending)).toBe("ending_unsure")
    expect(found("signed", READINGS["in force"], ending)).toBe("order_unsure")
  })

  it("a canceled signature whose contract was delivered or returned has no order here", () => {
    const unplaced = { placed_at: null }
    expect(found("canceling", READINGS.funded, unplaced)).toBe("without_order")
    expect(found("canceling", READINGS.returned, unplaced)).toBe("without_order")
    expect(found("canceling", READINGS["in force"], unplaced)).toBe("ending_unsure")
    expect(found("canceled", READINGS.funded, unplaced)).toBe("alive")
  })

  it("an order placed on the browser's report still waits for the signature", () => {
    const reported = { evidence: "reported" as const }
    expect(found("placed", READINGS["handed out"], reported)).toBe("agrees")
    expect(found("placed", READINGS.unpaid, reported)).toBe("agrees")
    expect(found("placed", READINGS.void, reported)).toBe("void_since")
    expect(found("signed", READINGS.unpaid, reported)).toBe("not_in_force")
  })

  it("only leases that agree are released by themselves, and none whose contract would be forgotten", () => {
    const by = (finding: Finding) =>
      (["at_once", "with_all", "one_by_one"] as const).filter((who) => mayRelease(finding, who))
    expect(by("agrees")).toEqual(["at_once", "with_all", "one_by_one"])
    for (const finding of ["order_unsure", "signed_since", "ending_unsure"] as const)
      expect(by(finding)).toEqual(["with_all", "one_by_one"])
    for (const finding of ["void_since", "returned_since", "not_in_force", "other_contract"] as const)
      expect(by(finding)).toEqual(["one_by_one"])
    for (const finding of ["unclear", "not_found", "hosted"] as const) expect(by(finding)).toEqual(["one_by_one"])
    for (const finding of ["without_order", "without_cart", "alive"] as const) expect(by(finding)).toEqual([])
  })
})
