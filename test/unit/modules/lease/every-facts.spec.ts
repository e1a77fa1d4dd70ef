import { ACTION_KEYS, type ActionKey, canOf } from "../../../../src/modules/lease/card/allowed-actions"
import type { LeaseStatus } from "../../../../src/modules/lease/rules/state-machine"
import { messages } from "../../../../src/modules/lease/texts/messages"
import { OPERATOR } from "./support/card-facts"
import { everyFacts } from "./support/every-facts"

describe("over every combination of lease, order and calls", () => {
  const all = everyFacts().map((one) => ({ ...one, can: canOf(one, OPERATOR) }))
  type Judged = (typeof all)[number]
  const allowing = (key: ActionKey) => all.filter(({ can }) => can[key].allowed)
  const isSure = ({ lease }: Judged) => lease.evidence === "verified" || lease.evidence === "attested"

  it("every action that can be taken at all is allowed somewhere", () => {
    expect(ACTION_KEYS.filter((key) => !allowing(key).length)).toEqual([])
  })

  it("each reason has a text whose parameters are all given, and no others", () => {
    const named = new Map(
      Object.entries(messages).map(([code, text]) => [code, [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)]),
    )
    const wrong = all.flatMap(({ can }) =>
      Object.values(can).filter((judged) => {
        if (judged.allowed) return false
        const names = new Set(named.get(judged.reason))
        // The code of a reason is for other languages; it stands beside its words.
        if (names.has("reason")) names.add("reason_code")
        const given = Object.keys(judged.params)
        return given.length !== names.size || given.some((name) => !names.has(name))
      }),
    )
    expect(wrong).toEqual([])
  })

  it("captureOn changes no action", () => {
    const other = all.map((one) => canOf({ ...one, captureOn: "delivery" }, OPERATOR))
    expect(JSON.stringify(other)).toBe(JSON.stringify(all.map(({ can }) => can)))
  })

  it("a delivery is confirmed only for a placed lease that is sure and has its order", () => {
    const right = (one: Judged) => one.lease.status === "placed" && one.order?.canceled === false && isSure(one)
    expect(allowing("confirm_delivery").filter((one) => !right(one))).toEqual([])
  })

  it("a contract is never canceled once something has shipped or the lease runs", () => {
    const right = ({ lease, order }: Judged) => !order?.shipped && /^(signing|signed|placed)$/.test(lease.status)
    expect(allowing("cancel_contract").filter((one) => !right(one))).toEqual([])
  })

  it("the status can be checked whenever a contract may be in force and no call is in progress", () => {
    const alive: LeaseStatus[] = ["signing", "signed", "placing", "placed", "delivered", "canceling", "returning"]
    const free = all.filter(({ can }) => !can.check_status.allowed && can.check_status.reason !== "busy")
    const own = free.filter(
      ({ lease, order }) => lease.way === "application" && (!order || order.id === lease.order_id),
    )
    expect(own.filter(({ lease }) => alive.includes(lease.status))).toEqual([])
  })

  it("staff can't attest against the service, or twice", () => {
    expect(allowing("attest").filter((one) => one.lease.service_status || isSure(one))).toEqual([])
  })

  it("nothing is sent to the service while another call is in progress or in doubt", () => {
    const sending: ActionKey[] = ["cancel_contract", "confirm_delivery", "return_lease"]
    const open = all.filter(({ tasks }) => tasks.some(({ state }) => state === "running" || state === "unknown"))
    expect(open.filter(({ can }) => sending.some((key) => can[key].allowed))).toEqual([])
  })
})
