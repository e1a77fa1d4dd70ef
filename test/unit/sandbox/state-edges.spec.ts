import { signContract } from "lease-to-own-sandbox"
import { codeOf, fieldsOf, freshBench } from "./support"

const bench = freshBench()

/** Reference 9, second table: the states that allow each call, and the state that follows. Copied from the reference, not from the sandbox. */
const STATES = [
  ...["Prequalified", "Approved", "Pre-Approved", "Pending", "Denied", "Approval Expired"],
  ...["Contracts", "Contracts Expired", "Contracts Received", "Lease Accepted", "Funded", "Returned"],
  ...["Contracts Incomplete", "VCard Available"],
]
const OK_TO_DELIVER = ["Contracts Received", "Lease Accepted", "Funded", "VCard Available"]
const LEGAL: Record<string, Record<string, string>> = {
  "POST cart": { Approved: "Contracts", Contracts: "Contracts" },
  "GET contract": { Contracts: "Contracts" },
  "POST delivery": { "Contracts Received": "Funded", "Lease Accepted": "Funded" },
  "DELETE contract": { "Lease Accepted": "Approved" },
}
const CALLS: Record<string, (id: string) => Promise<{ status: number }>> = {
  "POST cart": (id) => bench().record(id),
  "GET contract": (id) => bench().contract(id),
  "POST delivery": (id) => bench().deliver(id),
  "DELETE contract": (id) => bench().cancel(id),
}

/** A lease with a cart, put into a state. Approved has no cart, as after DELETE. */
async function leaseIn(state: string): Promise<string> {
  const id = await bench().withCart()
  expect((await bench().control(`POST /leases/${id}/state`, { state })).status).toBe(200)
  return id
}

describe.each(STATES)("a lease in %s", (state) => {
  it("each action is accepted as the reference says, or refused without a change", async () => {
    for (const [name, legal] of Object.entries(LEGAL)) {
      const next = legal[state]
      const id = await leaseIn(state)
      const status = (await CALLS[name]?.(id))?.status ?? 0
      expect([name, status < 300 || status, bench().state(id)]).toEqual([name, next ? true : 409, next ?? state])
    }
  })

  it("a lease is priced with its state, and returned only with an authorization, in Funded", async () => {
    const id = await leaseIn(state)
    if (state !== "Approved")
      expect(await bench().status(id)).toMatchObject({ status: state, isOkToDeliver: OK_TO_DELIVER.includes(state) })
    const before = bench().state(id)
    expect(await bench().returned(id)).toMatchObject({ isSuccess: false, code: "return-not-authorized" })
    expect(bench().state(id)).toBe(before)
    expect((await bench().eligible(await leaseIn(state))).isReturnEligible).toBe(state === "Funded")
  })
})

it("a cart that replaces another one has a new contract, and ends the old one", async () => {
  const id = await bench().withCart()
  const before = await bench().esignUrl(id)
  await bench().record(id)
  expect(await bench().esignUrl(id)).not.toBe(before)
  expect((await fetch(before)).status).toBe(410)
})

it("with the input slow, a contract is ok to deliver after three reads", async () => {
  const id = await bench().signed("slow")
  const told = []
  for (let read = 0; read < 4; read += 1) told.push((await bench().status(id)).isOkToDeliver)
  expect(told).toEqual([false, false, false, true])
})

it("canceling a contract refunds the first payment", async () => {
  const id = await bench().accepted()
  await bench().cancel(id)
  expect(bench().sandbox.lease(id)).toMatchObject({ state: "Approved", firstPayment: "refunded" })
})

it("a contract can't be canceled once a part has shipped, but it can be returned", async () => {
  const id = await bench().accepted()
  await bench().control(`POST /leases/${id}/ship`)
  expect((await bench().cancel(id)).status).toBe(409)
  expect(await bench().eligible(id)).toMatchObject({ isReturnEligible: true })
})

it.each([undefined, "", "2026-13-01", "2026-01-01T00:00:00.000Z"])("a delivery on %p is refused", async (date) => {
  const id = await bench().accepted()
  const body = { applicationId: id, deliveryDate: date }
  expect(fieldsOf(await bench().call("POST /application/cart/delivery", body))).toEqual(["deliveryDate"])
  expect(bench().state(id)).toBe("Lease Accepted")
})

it("an approval ends after 90 days, even if a contract was canceled meanwhile", async () => {
  const [kept, over, canceled] = [await bench().apply(), await bench().apply(), await bench().accepted()]
  bench().sandbox.advanceDays(89)
  expect((await bench().record(kept)).status).toBe(200)
  await bench().cancel(canceled)
  bench().sandbox.advanceDays(1)
  expect([codeOf(await bench().record(over)), bench().state(canceled)]).toEqual([
    ...["approval-expired", "Approval Expired"],
  ])
})

it("an unsigned contract and its page end 60 days after its last cart", async () => {
  const id = await bench().withCart()
  bench().sandbox.advanceDays(40)
  await bench().record(id)
  const url = await bench().esignUrl(id)
  bench().sandbox.advanceDays(40)
  expect(bench().state(id)).toBe("Contracts")
  bench().sandbox.advanceDays(20)
  expect(codeOf(await bench().record(id))).toBe("contracts-expired")
  await expect(signContract(url)).rejects.toThrow("no longer open")
})
