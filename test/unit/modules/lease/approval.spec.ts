import { cents } from "../../../../src/lease-cart"
import {
  endOfApproval,
  endsSoon,
  isOtherApplicant,
  isPastEnd,
  limitOf,
  mayMove,
  overLimit,
  whyNotMove,
} from "../../../../src/modules/lease/rules/approval"

const DAY = 86_400_000
const NOW = new Date("2026-11-21T12:00:00.000Z")
const hence = (ms: number) => new Date(NOW.getTime() + ms)

describe("the end of an approval", () => {
  const end = (change: { reported?: Date; earlier?: Date | null }) =>
    endOfApproval({ reported: undefined, earlier: null, ...change }, { approvalDays: 90, now: NOW })

  it("is the service's date, the same approval's earlier date, or a number of days from now", () => {
    expect(end({ reported: hence(DAY), earlier: hence(2 * DAY) })).toEqual(hence(DAY))
    expect(end({ earlier: hence(2 * DAY) })).toEqual(hence(2 * DAY))
    expect(end({})).toEqual(hence(90 * DAY))
  })

  it.each<[string, Date | null, past: boolean, soon: boolean]>([
    ["that is unknown never comes", null, false, false],
    ["that is now is past", NOW, true, true],
    ["in a moment is near", hence(1), false, true],
    ["in less than a week is near", hence(7 * DAY - 1), false, true],
    ["in a week isn't near", hence(7 * DAY), false, false],
  ])("%s", (_, approved_until, past, soon) => {
    expect([isPastEnd({ approved_until }, NOW), endsSoon({ approved_until }, NOW)]).toEqual([past, soon])
  })
})

describe("an approval requested for another cart", () => {
  type Lease = Parameters<typeof whyNotMove>[0]
  const reason = (lease: Partial<Lease>) => {
    const all = { status: "approved", evidence: "none", service_status: "", contracts_received_at: null } as const
    const whole = { ...all, approved_until: hence(DAY), ...lease }
    const why = whyNotMove(whole, NOW)
    expect(mayMove(whole, NOW)).toBe(why === null)
    return why
  }

  it.each<[string, ReturnType<typeof reason>, Partial<Lease>]>([
    ["moves", null, {}],
    ["moves, though its contract is out and nobody signed it", null, { status: "signing" }],
    ["moves, though another was signed", null, { status: "offered", evidence: "reported", contracts_received_at: NOW }],
    ["stays once the contract is signed", "application_other_order", { status: "signed" }],
    ["stays while a browser reports the signature", "signature_pending", { status: "signing", evidence: "reported" }],
    ["stays while the first payment is open", "signature_pending", { status: "signing", contracts_received_at: NOW }],
    ["is over", "expired", { approved_until: NOW }],
  ])("%s", (_, why, lease) => {
    expect(reason(lease)).toBe(why)
  })
})

describe("the limit of an approval", () => {
  it.each([undefined, 0, -5, 2 ** 31])("%s is not a valid limit of an approval", (amount) => {
    expect(limitOf(amount)).toBeNull()
  })

  it.each([1, 2 ** 31 - 1])("%s cents is a limit", (amount) => {
    expect(limitOf(amount)).toBe(amount)
  })

  const cartOf = (amount: number) => ({ invoiceTotal: cents(amount), currency: "usd" })

  it("a cart over the limit is reported with both amounts, to the cent", () => {
    expect(overLimit({ approval_amount: 15_000 }, cartOf(15_001))).toEqual({ approved: "$150.00", total: "$150.01" })
    expect(overLimit({ approval_amount: 15_000 }, cartOf(15_000))).toBeNull()
    expect(overLimit({ approval_amount: null }, cartOf(15_001))).toBeNull()
  })
})

describe("after a denial, another person may apply", () => {
  it.each<[string, boolean, string | null, string | null]>([
    ["with another mailbox", true, "ana@shopper.example", "robin@shopper.example"],
    ["at a cart that had no mailbox", true, "ana@shopper.example", null],
    ["not with another spelling of it", false, "Robin+2@shopper.example", "robin@shopper.example"],
    ["not without a mailbox", false, null, "robin@shopper.example"],
  ])("%s", (_, other, now, before) => {
    expect(isOtherApplicant({ status: "denied", email: before }, { email: now })).toBe(other)
    expect(isOtherApplicant({ status: "approved", email: before }, { email: now })).toBe(false)
  })
})
