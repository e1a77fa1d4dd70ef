import { Bench, cart, part } from "./support"

/** Reference 9, second table: where each call is legal, and where it leads. Read from the reference, not from the sandbox. */

const states = [
  "Prequalified",
  "Approved",
  "Pre-Approved",
  "Pending",
  "Denied",
  "Approval Expired",
  "Contracts",
  "Contracts Expired",
  "Contracts Received",
  "Lease Accepted",
  "Funded",
  "Returned",
  "Contracts Incomplete",
  "VCard Available",
]

const legal: Record<string, Record<string, string>> = {
  "POST cart": { Approved: "Contracts", Contracts: "Contracts" },
  "GET contract": { Contracts: "Contracts" },
  "POST delivery": { "Contracts Received": "Funded", "Lease Accepted": "Funded" },
  "DELETE contract": { "Lease Accepted": "Approved" },
}

const call: Record<string, (id: string) => Promise<{ status: number }>> = {
  "POST cart": (id) => bench.call("POST /application/cart", cart(id)),
  "GET contract": (id) => bench.contract(id),
  "POST delivery": (id) => bench.deliver(id),
  "DELETE contract": (id) => bench.cancel(id),
}

let bench: Bench
beforeAll(async () => {
  bench = await Bench.start()
})
afterAll(() => bench.close())

/** A lease with a cart that was put into a state (Approved is without a cart, as it is after DELETE). */
async function leaseIn(state: string): Promise<string> {
  const id = await bench.withCart()
  const { status } = await bench.control(`POST /leases/${id}/state`, { state })
  expect(status).toBe(200)
  return id
}

const cases = Object.keys(legal).flatMap((name) => states.map((state) => ({ name, state, next: legal[name]?.[state] })))

it.each(cases.filter(({ next }) => next))("$name in $state leads to $next", async ({ name, state, next }) => {
  const id = await leaseIn(state)
  expect((await call[name]?.(id))?.status).toBeLessThan(300)
  expect(bench.state(id)).toBe(next)
})

it.each(cases.filter(({ next }) => !next))(
  "$name in $state is refused with 409 and changes nothing",
  async ({ name, state }) => {
    const id = await leaseIn(state)
    expect((await call[name]?.(id))?.status).toBe(409)
    expect(bench.state(id)).toBe(state)
  },
)

it.each(states)("availability in %s is answered with 200, true in Funded only", async (state) => {
  const reply = await bench.availability(await leaseIn(state))
  const { isReturnEligible } = part(reply.json, "merchandiseReturnAuthorization")
  expect([reply.status, isReturnEligible]).toEqual([200, state === "Funded"])
})

it.each(states)("a return without authorization in %s is answered with 200 and refused", async (state) => {
  const id = await leaseIn(state)
  const reply = await bench.giveBack(id)
  expect([reply.status, part(reply.json, "returnLeaseInfo").isSuccess]).toEqual([200, false])
  expect(bench.state(id)).toBe(state)
})

it.each(states.filter((state) => state !== "Approved"))(
  "pricing in %s with a cart answers the state",
  async (state) => {
    const id = await leaseIn(state)
    const ok = ["Contracts Received", "Lease Accepted", "Funded", "VCard Available"].includes(state)
    expect(await bench.status(id)).toMatchObject({ status: state, isOkToDeliver: ok })
  },
)

it("a return clears its authorization when the lease may no longer be returned", async () => {
  const id = await leaseIn("Funded")
  await bench.availability(id)
  await bench.control(`POST /leases/${id}/state`, { state: "Denied" })
  const reply = await bench.giveBack(id)
  expect(part(reply.json, "returnLeaseInfo")).toMatchObject({ isSuccess: false, code: "return-not-authorized" })
})
