import { type LeaseEventName, LeaseEvents } from "../../../../src/modules/lease/rules/announcements"
import { MAILED, NOTICES, noticeOf } from "../../../../src/modules/lease/rules/notices"
import type { LeaseRecord } from "../../../../src/modules/lease/rules/records"
import {
  type LeaseEventType,
  type LeaseStatus,
  newsOf,
  transitions,
} from "../../../../src/modules/lease/rules/state-machine"
import { noticeTexts } from "../../../../src/modules/lease/texts/notices"

const { en, ...others } = noticeTexts
const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()

describe("emails to shoppers", () => {
  it.each(Object.entries(others))("emails in %s match the English ones line by line", (_language, texts) => {
    for (const notice of NOTICES) {
      expect(texts[notice].map(placeholders)).toEqual(en[notice].map(placeholders))
      expect(texts[notice][0]).not.toBe(en[notice][0])
    }
    expect(placeholders(texts.reference)).toEqual(placeholders(en.reference))
  })

  it("no email is about a denial", () => {
    expect(JSON.stringify(noticeTexts)).not.toMatch(/denied|declined|not approved|rechaz|deneg/i)
  })
})

it("an event announces the status that it leads to, whoever caused it, unless the lease returns to that status", () => {
  const NEWS: Partial<Record<LeaseStatus, LeaseEventName>> = {
    ...{ submitting: LeaseEvents.APPLIED, approved: LeaseEvents.APPROVED, denied: LeaseEvents.DENIED },
    ...{ signing: LeaseEvents.SIGNING, signed: LeaseEvents.SIGNED, placed: LeaseEvents.PLACED },
    ...{ delivered: LeaseEvents.DELIVERED, returned: LeaseEvents.RETURNED, canceled: LeaseEvents.CANCELED },
    expired: LeaseEvents.EXPIRED,
  }
  for (const [event, { to }] of Object.entries(transitions) as [LeaseEventType, { to: LeaseStatus }][]) {
    const news = event === "contract_replaced" ? LeaseEvents.CONTRACT_REPLACED : NEWS[to]
    expect([event, newsOf(event)]).toEqual([event, /refused|lapsed/.test(event) ? undefined : news])
  }
})

describe("when a shopper gets an email", () => {
  const MINUTE = 60_000
  const DAY = 24 * 60 * MINUTE
  const AT = new Date("2026-11-21T12:00:00.000Z")
  const later = (ms: number) => new Date(AT.getTime() + ms)
  const OWN = {
    ...{ email: "robin@shopper.example", flow: "api", evidence: "none", approved_until: later(10 * DAY) },
    ...{ contract_at: null, contracts_received_at: null, signed_at: null, placed_at: null, order_id: null },
  }
  const of = (name: keyof typeof LeaseEvents, lease: Partial<LeaseRecord>, now = AT) =>
    noticeOf({ name: LeaseEvents[name], created_at: AT }, { ...OWN, ...lease } as LeaseRecord, {
      ...{ placeOrderAfter: 2 * MINUTE, now },
    })
  const ENDING = { notice: "ending" as const, at: later(7 * DAY) }
  const NEXT = { next: ENDING.at }
  const APPROVED = { notice: "approved" as const, at: later(15 * MINUTE) }
  const NEW = { order_id: "order_1" }
  const REPLACED = { notice: "new_contract" as const, at: AT, ...NEXT }
  const UNFINISHED = { notice: "unfinished" as const, at: later(7 * MINUTE) }
  const OUT = { status: "signing", contract_at: AT } as const
  const SIGNED = { signed_at: AT, evidence: "verified" } as const

  it.each<[string, keyof typeof LeaseEvents, Partial<LeaseRecord>, ReturnType<typeof of>]>([
    ["approved, in a quarter of an hour", "APPROVED", { status: "approved" }, { ...APPROVED, ...NEXT }],
    ["approved, also with an offer", "APPROVED", { status: "offered" }, { ...APPROVED, ...NEXT }],
    ["approved, but only its end once the contract is out", "APPROVED", OUT, ENDING],
    ["approved without a known end", "APPROVED", { status: "approved", approved_until: null }, APPROVED],
    ["approved for only three days", "APPROVED", { status: "approved", approved_until: later(3 * DAY) }, APPROVED],
    ["not its end after a signature", "APPROVED", { ...OUT, evidence: "reported" }, null],
    ["not its end while the first payment is pending", "APPROVED", { ...OUT, contracts_received_at: AT }, null],
    ["not its end once it has ended", "APPROVED", { status: "expired" }, null],
    ["the contract, in an hour", "SIGNING", { status: "signing" }, { notice: "sign", at: later(60 * MINUTE) }],
    ["the contract no more once it is signed", "SIGNING", { status: "signed" }, null],
    ["the contract no more once a browser reported it", "SIGNING", { status: "signing", evidence: "reported" }, null],
    ["the contract no more during the first payment", "SIGNING", { ...OUT, contracts_received_at: AT }, null],
    ["the missing order, after the plugin's own try", "SIGNED", { status: "signed", ...SIGNED }, UNFINISHED],
    ["no missing order once it is placed", "SIGNED", { status: "placed" }, null],
    ["no missing order of a new contract", "SIGNED", { status: "signed", ...SIGNED, ...NEW }, null],
    ["the new contract, at once", "CONTRACT_REPLACED", { status: "approved", ...NEW }, REPLACED],
    ["the new contract no more once it is signed", "CONTRACT_REPLACED", { status: "signed", ...NEW }, null],
    ["the beginning, at once", "DELIVERED", { status: "delivered" }, { notice: "began", at: AT }],
    ["no beginning of what went back", "DELIVERED", { status: "returned" }, null],
    ["the cancellation, if signed", "CANCELED", { status: "canceled", signed_at: AT }, { notice: "canceled", at: AT }],
    ["no cancellation of what was never signed", "CANCELED", { status: "canceled" }, null],
    ["no cancellation that was taken back", "CANCELED", { status: "placed", signed_at: AT }, null],
    ["nothing without an address", "APPROVED", { status: "approved", email: null }, null],
    ["nothing about an end without an address", "APPROVED", { status: "signing", contract_at: AT, email: null }, null],
    ["nothing about a denial", "DENIED", { status: "denied" }, null],
  ])("%s", (_, name, lease, expected) => {
    expect(of(name, lease)).toEqual(expected)
  })

  it("the end of an approval is announced three days before, instead of the approval", () => {
    expect(of("APPROVED", { status: "approved" }, later(7 * DAY - 1))).toMatchObject({ notice: "approved" })
    expect(of("APPROVED", { status: "approved" }, later(7 * DAY))).toEqual(ENDING)
    expect(of("APPROVED", { status: "approved", email: null }, later(7 * DAY))).toBeNull()
  })

  it("while its order is being placed, the email about it waits another five minutes", () => {
    const placing = { status: "placing", ...SIGNED } as const
    expect(of("SIGNED", placing, later(7 * MINUTE - 1))).toEqual({ notice: "unfinished", at: later(7 * MINUTE) })
    expect(of("SIGNED", placing, later(7 * MINUTE))).toEqual({ notice: "unfinished", at: later(12 * MINUTE) })
  })

  it("no other event causes an email to a shopper, and staff get one about alerts", () => {
    const { APPROVED, SIGNING, SIGNED, CONTRACT_REPLACED, DELIVERED, CANCELED, NEEDS_ATTENTION } = LeaseEvents
    expect(MAILED).toEqual(
      new Set([APPROVED, SIGNING, SIGNED, CONTRACT_REPLACED, DELIVERED, CANCELED, NEEDS_ATTENTION]),
    )
  })
})
