import { randomUUID } from "node:crypto"
import type { CartInput } from "../../../src/lease-cart"
import type { LeaseStatus } from "../../../src/modules/lease/rules/state-machine"
import { UNDECIDED_IS_FREE_MS } from "../../../src/modules/lease/shopper/owner"
import { APPLICANT, applicant } from "../support/applicant"
import { application, cartOf, describeLedger, livingIn, MINUTE, routes } from "../support/ledger-room"

const GUEST = { shopper: {} }

describeLedger("applying", (room) => {
  it.each([
    ["approved", "approved"],
    ["denied", "denied"],
    ["pending", "pending"],
    ["preapproved", "pending"],
    ["prequalified", "pending"],
  ])("applying as a person tagged %s leaves the lease %s", async (tag, status) => {
    const { id } = await room.applied({ tag })
    expect(await room.lease(id)).toMatchObject({ status, application_id: expect.any(String) })
  })

  it("a form with invalid values is refused with its fields but not the values, isn't sent and doesn't count", async () => {
    const wrong = { customer: { ...APPLICANT.customer, ssn: "999-12", birthdate: "17.3.84" } }
    const input = { ...application(cartOf()), application: { ...applicant(), ...wrong } }
    const refusal = await room.apply(input).catch((error) => error)
    expect(refusal).toMatchObject({ code: "form_invalid", kind: "invalid" })
    const fields: { field: string }[] = refusal.fields
    expect(fields.map(({ field }) => field)).toEqual(expect.arrayContaining(["customer.ssn", "customer.birthdate"]))
    expect(JSON.stringify(fields)).not.toMatch(/999-12|17\.3\.84/)
    expect(room.calls()).toEqual([])
    expect(await room.rows.of("lease_submission")).toEqual([])
    expect((await room.rows.leases()).filter(({ status }) => status !== "open")).toEqual([])
  })

  it("someone who lives in an excluded state is refused at that field, and nothing is sent, counted, stored or logged", async () => {
    const [cart, options] = [cartOf(), room.accountDeps.options as { excludedStates: string[] }]
    options.excludedStates = ["NJ"]
    const refusal = await room.apply(livingIn("New Jersey", application(cart))).catch((error) => error)
    expect(refusal).toMatchObject({
      ...{ code: "unavailable_home_state", kind: "invalid", params: { operator: "Sandbox Leasing" } },
      fields: [{ field: "customer.homeAddress.state", rule: "excluded" }],
    })
    expect(room.calls()).toEqual([])
    expect([await room.rows.of("lease_submission"), await room.rows.leases(), room.logged]).toEqual([[], [], []])
    expect((await room.apply(livingIn("Texas", application(cart)))).lease.status).toBe("approved")
  })

  it("of three different applications at once, one goes through, and only one lease begins", async () => {
    const cart = cartOf()
    const forms = ["192.0.2.7", "192.0.2.7", "198.51.100.4"].map((address) => application(cart, undefined, { address }))
    const results = await Promise.allSettled(forms.map((form) => room.apply(form)))
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    expect(await room.rows.leases()).toHaveLength(1)
    expect(room.count(routes.application)).toBe(1)
  })

  it("an unanswered application can be sent again after a minute, and gets the earlier approval", async () => {
    const cart = cartOf()
    room.sandbox.fault({ route: routes.application, fault: "drop-after" })
    await room.apply(application(cart))
    await expect(room.apply(application(cart))).rejects.toMatchObject({ code: "wait_before_retry" })
    room.pass(MINUTE)
    const { lease } = await room.apply(application(cart))
    expect(lease.status).toBe("approved")
    expect(room.sandbox.leases()).toHaveLength(1)
  })

  it("the approval moves from a cart without a contract", async () => {
    const [{ id }, second] = [await room.offered(), cartOf()]
    const { lease } = await room.apply(application(second))
    expect(lease.status).toBe("approved")
    expect((await room.lease(id)).status).toBe("superseded")
  })

  it.each<[code: string, status: LeaseStatus, advice: RegExp]>([
    ["application_other_cart", "signing", /sign in to the account .* or request a code here/],
    ["application_other_order", "signed", /ask the store .* contact Sandbox Leasing: help@leasing.example/],
  ])("a person whose approval is used elsewhere reads where, and what to do: %s", async (code, status, advice) => {
    const [{ id }, second] = [await room.handedOut(), cartOf()]
    await room.rows.changeLease({ status })
    const refused = { code, message: expect.stringMatching(advice) }
    await expect(room.apply(application(second))).rejects.toMatchObject(refused)
    expect([(await room.lease(id)).status, (await room.leaseOf(second)).status]).toEqual([status, "open"])
  })

  const applied = (cart: CartInput, tag?: string) => room.apply(application(cart, tag, GUEST))

  /** The shopper applies and gets an offer. */
  async function good(cart: CartInput): Promise<string> {
    const { leaseKey } = await applied(cart)
    await room.offer(cart, { leaseKey })
    return leaseKey
  }

  describe("an idempotency key planted on the cart before", () => {
    const idempotencyKey = "planted-0123456789"
    const planted = (cart: CartInput) => application(cart, undefined, { ...GUEST, idempotencyKey })

    it.each([
      ["refused for its form", "validation-403"],
      ["refused with 409", "409"],
    ] as const)("a planted submission that was %s gets no later key, and voids none", async (_, fault) => {
      const cart = cartOf()
      room.sandbox.fault({ route: routes.application, fault })
      await expect(room.apply(planted(cart))).rejects.toBeDefined()
      const leaseKey = await good(cart)
      const refused = { code: "attempt_refused", kind: "invalid" }
      for (let time = 0; time < 5; time++)
        await expect(room.apply({ ...planted(cart), application: {} })).rejects.toMatchObject(refused)
      await expect(room.contract(cart, { leaseKey })).resolves.toBeDefined()
    })

    it("a planted submission without effect gets no key either", async () => {
      const cart = cartOf()
      room.sandbox.fault({ route: routes.application, fault: "429" })
      await expect(room.apply(planted(cart))).rejects.toBeDefined()
      await good(cart)
      await expect(room.apply(planted(cart))).rejects.toMatchObject({ code: "contract_key" })
    })

    it("an unanswered planted submission loses its keys, and gets no more", async () => {
      const cart = cartOf()
      room.sandbox.fault({ route: routes.application, fault: "drop-after" })
      const first = await room.apply(planted(cart))
      const second = await room.apply(planted(cart))
      room.pass(UNDECIDED_IS_FREE_MS)
      const leaseKey = await good(cart)
      await expect(room.apply(planted(cart))).rejects.toMatchObject({ code: "attempt_refused" })
      for (const stale of [first, second]) {
        const shopper = { leaseKey: stale.leaseKey }
        await expect(room.contract(cart, shopper)).rejects.toMatchObject({ code: "contract_key" })
        await expect(room.offer(cart, shopper)).rejects.toMatchObject({ code: "contract_key" })
      }
      await expect(room.contract(cart, { leaseKey })).resolves.toBeDefined()
    })
  })

  it("repeating one's own submission gives one more key, and the last five are valid", async () => {
    const cart = cartOf()
    const input = application(cart, undefined, { ...GUEST, idempotencyKey: randomUUID() })
    const keys: string[] = []
    for (let time = 0; time < 6; time++) keys.push((await room.apply(input)).leaseKey)
    await room.offer(cart, { leaseKey: keys[5] })
    await expect(room.contract(cart, { leaseKey: keys[0] })).rejects.toMatchObject({ code: "contract_key" })
    for (const leaseKey of keys.slice(1)) await expect(room.contract(cart, { leaseKey })).resolves.toBeDefined()
  })

  it("a late response isn't taken for a later submission's", async () => {
    const cart = cartOf()
    const { service } = room.accountDeps
    const answers: (() => void)[] = []
    const submit = jest.spyOn(service, "submitApplication").mockImplementationOnce(async (form) => {
      const answer = await service.submitApplication(form)
      await new Promise<void>((resolve) => answers.push(resolve))
      return answer
    })
    const late = room.apply(application(cart, undefined, GUEST))
    while (!answers.length) await new Promise((resolve) => setImmediate(resolve))
    submit.mockRestore()
    room.pass(UNDECIDED_IS_FREE_MS)
    await room.currentLease(cart.id)
    room.pass(UNDECIDED_IS_FREE_MS)
    room.sandbox.fault({ route: routes.application, fault: "drop-after" })
    const other = await applied(cart, "pending")
    expect(other.lease.status).toBe("undecided")
    for (const answer of answers) answer()
    await late
    expect(await room.currentLease(cart.id)).toMatchObject({ status: "undecided", application_id: null })
  })

  it("only a hash of the idempotency key is stored", async () => {
    await room.applied({ idempotencyKey: "key-in-clear-text" })
    expect(await room.rows.text()).not.toContain("key-in-clear-text")
  })

  describe("an application with an account", () => {
    const kim = { customerId: "cus_kim" }

    it.each([
      ["a guest's", {}],
      ["another account's", { customerId: "cus_robin" }],
    ])("an account's lease isn't %s, whoever took over its cart", async (_, shopper) => {
      const { cart } = await room.offered({ shopper })
      const calls = room.calls().length
      for (const asked of [
        () => room.offer({ ...cart, total: 1 }, kim),
        () => room.contract(cart, kim),
        () => room.verifySignature(cart.id, kim, "done"),
      ])
        await expect(asked()).rejects.toMatchObject({ code: "contract_key", kind: "forbidden" })
      expect(room.calls()).toHaveLength(calls)
    })

    it("the next application makes the lease the next applicant's", async () => {
      const cart = cartOf()
      room.sandbox.fault({ route: routes.application, fault: "drop-after" })
      await room.apply(application(cart, undefined, { shopper: kim }))
      room.pass(UNDECIDED_IS_FREE_MS)
      const leaseKey = await good(cart)
      await expect(room.contract(cart, kim)).rejects.toMatchObject({ code: "contract_key" })
      await expect(room.contract(cart, { leaseKey })).resolves.toBeDefined()
    })
  })

  it("a stranger can't replace an unanswered application while its shopper may send it again", async () => {
    const cart = cartOf()
    room.sandbox.fault({ route: routes.application, fault: "drop-after" })
    const { leaseKey } = await applied(cart)
    room.pass(MINUTE)
    await expect(applied(cart)).rejects.toMatchObject({ code: "contract_key", params: {} })
    const again = application(cart, undefined, { shopper: { leaseKey } })
    expect((await room.apply(again)).lease.status).toBe("approved")
  })
})
