import { randomUUID } from "node:crypto"
import { cardOf } from "../../../src/modules/lease/card/card"
import { erasePerson, type LeaseRecord, type PendingCall } from "../../../src/modules/lease/ledger"
import { ORIGIN_KEPT_MS } from "../../../src/modules/lease/privacy/personal-data"
import { LeaseList } from "../../../src/modules/lease/tables/lease-list"
import type { LeaseColumns } from "../../support/ledger-rows"
import { PERSONAL_DATA } from "../../support/personal-data"
import { facts } from "../../unit/modules/lease/support/card-facts"
import { DAY, describeLedger } from "../support/ledger-room"

const ROBIN = { email: "robin@shopper.example" }
const STAFF = { by: "merchant" as const }
const NOTE = "Robin Doe called and says it was returned"
type CallState = PendingCall["state"]

describeLedger("what the ledger holds on a person", (room) => {
  const erase = (person = ROBIN as Parameters<typeof erasePerson>[1], includeDelivered = false) =>
    room.erasePerson(person, { includeDelivered, actor: STAFF })

  /** A lease with a value in every column. */
  const fullLease = async (columns: LeaseColumns = {}) => {
    const id = `lease_${randomUUID()}`
    const sent = { cart: { items: [] }, fingerprint: "fingerprint", total: 43999 } as never
    const when = new Date("2026-01-02T00:00:00Z")
    await room.rows.addLease({
      ...{ id, reference: `L-${id}`.toUpperCase(), cart_id: `cart_${id}`, session_id: "payses_1" },
      ...{ order_id: `order_${id}`, order_display_id: 7, email: "Robin@Shopper.Example", sales_channel_id: "sc_1" },
      ...{ application_id: id, status: "returned", evidence: "verified", service_status: "Signed", amount: 43999 },
      ...{ fingerprint: "fingerprint", recipient_hash: "recipient hmac", snapshot: sent, sent, pricing: [] },
      ...{
        customer_id: "cus_robin",
        idempotency_key_hash: "attempt",
        approval_amount: 200000,
        approved_until: new Date(),
      },
      ...{
        lease_key_hashes: ["key"],
        signing_link_nonce: "nonce",
        signing_link_hash: "link",
        completions: [{ token: "token", at: "2026-01-01T00:00:00Z" }],
      },
      ...{ delivery_date: "2026-01-02", accepted_order: { total: 43999, returned: 0 }, hosted_id: `H-${id}` },
      ...{ order_link: "sealed order link", delivery_link: "sealed delivery link", success_digest: "success hmac" },
      ...{ widget_tokens: [{ hash: "widget", line: 1, used_at: null, approved_at: null }] },
      ...{ claimed_until: new Date(0), claim_token: "claim" },
      ...Object.fromEntries(TIMES.map((name) => [name, when])),
      ...columns,
    })
    await room.accountDeps.store.append(id, STAFF, [
      { type: "resolved_by_hand", detail: { outcome: "returned", note: NOTE } },
      { type: "order_refused", detail: { code: "store_declined", words: "Robin may not" } },
      { type: "offer_made", detail: { amount: 43999, currency_code: "usd" } },
    ])
    const detail = { delivery_date: "2026-01-02", tracking_id: "1Z Robin", carrier: "UPS for Robin" }
    await room.rows.addCall({ lease_id: id, kind: "confirm_delivery", state: "done", detail })
    await room.accountDeps.store.submissions.add({
      leaseId: id,
      cartId: `cart_${id}`,
      idempotencyKeyHash: randomUUID(),
      requester: { network: "place hmac", mailbox: "box hmac" },
    })
    return id
  }
  const everything = () => room.rows.text()
  const erased = async () => (await room.rows.leases()).filter(({ erased_at }) => erased_at)
  const addOpenCall = (lease_id: string, state: CallState) =>
    room.rows.addCall({ lease_id, kind: "close_payment", state })

  describe("erasing a person", () => {
    it.each([ROBIN, { customerId: "cus_robin" }, { email: "ROBIN@shopper.example", customerId: "cus_other" }])(
      "by email, capitals or not, and by account: %o",
      async (person) => {
        await fullLease()
        expect(await erase(person)).toEqual({ leases: 1, kept: [] })
        const left = await everything()
        for (const word of ["obin", "cus_", "hmac", "sealed", `"key"`, `"token"`])
          expect([word, left.includes(word)]).toEqual([word, false])
      },
    )

    it("an erasure covers a guest and an account, and nobody else", async () => {
      await fullLease({ customer_id: null })
      await fullLease()
      const other = await fullLease({ email: "sam@shopper.example", customer_id: "cus_sam" })
      const before = await room.lease(other)
      expect(await erase()).toMatchObject({ leases: 2 })
      expect(await room.lease(other)).toEqual(before)
      expect(JSON.stringify(await room.history(other))).toContain(NOTE)
    })

    it("an erasure empties the columns in the map", async () => {
      const id = await fullLease()
      const before = await room.lease(id)
      await erase()
      const after = await room.lease(id)
      const names = Object.keys(before) as (keyof LeaseRecord)[]
      const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      const wanted = PERSONAL_DATA.filter(({ table, erasure }) => table === "lease" && erasure !== "kept")
      expect(changed.sort()).toEqual([...wanted.map(({ column }) => column), "updated_at"].sort())
    })

    it("an erasure is recorded in the history, without personal data", async () => {
      const id = await fullLease()
      await erase()
      const history = await room.history(id)
      expect(history.at(-1)).toMatchObject({ type: "erased", actor: "merchant", detail: { cause: "request" } })
      expect(history.find(({ type }) => type === "resolved_by_hand")?.detail).toEqual({ outcome: "returned", note: "" })
      expect(history.find(({ type }) => type === "offer_made")?.detail).toEqual({
        amount: 43999,
        currency_code: "usd",
      })
    })

    it("an erasure clears the parcel of the delivery, and keeps its day", async () => {
      const id = await fullLease()
      await erase()
      expect((await room.pendingCalls(id)).map(({ detail }) => detail)).toEqual([{ delivery_date: "2026-01-02" }])
    })

    it("two erasures at once erase once, and another one finds nothing", async () => {
      const id = await fullLease()
      const answers = await Promise.all([erase(), erase()])
      expect(answers.map(({ leases }) => leases).sort()).toEqual([0, 1])
      const after = await everything()
      expect(await erase()).toEqual({ leases: 0, kept: [] })
      expect(await everything()).toEqual(after)
      expect((await room.history(id)).filter(({ type }) => type === "erased")).toHaveLength(1)
    })

    it.each([1, 2, 3, 4, 5, 6, 7])(
      "an erasure that dies before its statement %i changes nothing",
      async (statement) => {
        await fullLease()
        await fullLease()
        const before = await everything()
        let writes = 0
        const die = ({ sql }: { sql: string }) => {
          if (/^(update|insert)/.test(sql.trim()) && ++writes === statement) throw new Error("The process is gone.")
        }
        room.knex.on("query", die)
        await expect(erase()).rejects.toThrow("The process is gone.")
        room.knex.off("query", die)
        expect(await everything()).toEqual(before)
        expect(await erase()).toMatchObject({ leases: 2 })
      },
    )

    it("an erased lease still shows in the list and on its card, and is found by its reference", async () => {
      const id = await fullLease({ reference: "L-7KQ2M-XW4RA" })
      await erase()
      const list = new LeaseList(room.knex, "UTC")
      const { leases } = await list.page({ search: "l-7kq2m" }, { limit: 20 })
      expect(leases).toMatchObject([{ id: expect.any(String), email: null, amount: 43999 }])
      expect((await list.page({ search: "robin" }, { limit: 20 })).leases).toEqual([])
      expect(cardOf({ ...facts(), lease: await room.lease(id) }, "the operator")).toMatchObject({
        state: expect.any(String),
      })
    })

    it("an erased shopper can apply again like anyone", async () => {
      const { cart, id } = await room.applied({ tag: "denied" })
      await erase()
      const again = await room.applied({ cart })
      expect(again.id).not.toBe(id)
      expect(await room.lease(again.id)).toMatchObject({ status: "approved", email: cart.email })
      expect(await room.lease(id)).toMatchObject({ email: null, status: "superseded" })
    })
  })

  it("an erasure is refused, with the lease named, while one has not ended, and the others are kept, too", async () => {
    const id = await fullLease({ status: "placed" })
    await fullLease()
    const before = await everything()
    const kept = [{ reference: `L-${id}`.toUpperCase(), status: "placed", why: "undelivered" }]
    expect(await erase()).toEqual({ leases: 0, kept })
    expect(await everything()).toEqual(before)
  })

  it("an erasure is refused while the lease has a pending call", async () => {
    await addOpenCall(await fullLease(), "due")
    expect(await erase()).toMatchObject({ leases: 0, kept: [{ why: "call" }] })
  })

  describe("exporting a person", () => {
    const exported = async () => {
      const rows: Record<string, unknown>[] = []
      for await (const row of room.exportPerson(ROBIN)) rows.push(row)
      return rows
    }

    it("an export has rows of leases, histories, calls and applications", async () => {
      const id = await fullLease()
      await addOpenCall(id, "done")
      await fullLease({ email: "sam@shopper.example", customer_id: null })
      const rows = await exported()
      expect(rows.map(({ table }) => table)).toEqual([
        "lease",
        "lease_event",
        "lease_event",
        "lease_event",
        "lease_pending_call",
        "lease_pending_call",
        "lease_submission",
      ])
      expect(rows[0]).toMatchObject({ id, email: "Robin@Shopper.Example", amount: 43999 })
      expect(await room.countPerson(ROBIN)).toEqual({ leases: 1, history: 3, calls: 2, applications: 1 })
    })

    it("an export contains no hash, key, one-time URL or claim", async () => {
      await fullLease()
      const text = JSON.stringify(await exported())
      for (const word of ["sealed", "fingerprint", "token", "hash", "hmac", "claim", `"key"`])
        expect([word, text.includes(word)]).toEqual([word, false])
    })

    it("an export reads a part at a time, however much there is", async () => {
      const id = await fullLease()
      await room.rows.addHistory(id, 100_000)
      let most = 0
      const count = (rows: unknown[] | { rows: unknown[] }) => {
        most = Math.max(most, (Array.isArray(rows) ? rows : (rows.rows ?? [])).length)
      }
      room.knex.on("query-response", count)
      let exportedRows = 0
      for await (const _row of room.exportPerson(ROBIN)) exportedRows += 1
      room.knex.off("query-response", count)
      expect(exportedRows).toBe(100_006)
      expect(most).toBe(200)
    })
  })

  describe("erasing by age", () => {
    const old = () => new Date(Date.now() - 800 * DAY)

    it("leases that ended, were delivered or were abandoned long ago are erased in batches, the oldest first", async () => {
      await fullLease({ status_at: old(), status: "delivered" })
      await fullLease({ status_at: old(), status: "denied", contract_at: null, order_id: null })
      const young = await fullLease({ status_at: new Date() })
      const open = await fullLease({ status_at: old(), status: "placed" })
      const signable = await fullLease({ status_at: old(), status: "offered" })
      const pending = await fullLease({ status_at: old() })
      await addOpenCall(pending, "unknown")
      expect(await room.countAged(730)).toBe(2)
      expect(await room.eraseAged(730, 1)).toBe(1)
      expect(await room.eraseAged(730)).toBe(1)
      expect(await room.eraseAged(730)).toBe(0)
      const kept = (await room.rows.leases()).filter(({ email }) => email)
      expect(kept.map(({ id }) => id).sort()).toEqual([young, open, signable, pending].sort())
    })

    it("two processes erase by age once, and skip leases in use", async () => {
      const locked = await fullLease({ status_at: old() })
      await fullLease({ status_at: old() })
      await room.accountDeps.store.transaction(async (store) => {
        await store.lock([locked])
        const erased = await Promise.all([room.eraseAged(730), room.eraseAged(730)])
        expect(erased.sort()).toEqual([0, 1])
      })
      expect(await room.eraseAged(730)).toBe(1)
      expect(await erased()).toHaveLength(2)
    })

    it("the job erases nothing without option retentionDays", async () => {
      await fullLease({ status_at: old(), reconcile_at: null })
      await room.cleanUp()
      expect(await erased()).toEqual([])
    })

    it("erasing by age uses indexes only", async () => {
      await fullLease({ status_at: old() })
      const asked = await room.queries(async () => {
        await room.eraseAged(730)
        await room.accountDeps.store.persons.forgetRequesters(new Date(), 10)
        await erase({ email: "robin@shopper.example", customerId: "cus_robin" })
      })
      const statements = asked.filter(({ sql }) => /^(select|update|with)/.test(sql.trim()))
      expect(statements.length).toBeGreaterThan(6)
      for (const query of statements) expect([query.sql, await room.isIndexed(query)]).toEqual([query.sql, true])
    })
  })

  it("the network and mailbox of an application are forgotten after a week", async () => {
    await room.applied()
    const places = async () =>
      (await room.rows.of("lease_submission")).map(({ network, mailbox }) => [network, mailbox])
    room.pass(ORIGIN_KEPT_MS - 60_000)
    await room.cleanUp()
    expect(await places()).toEqual([[expect.stringMatching(/./), expect.stringMatching(/./)]])
    room.pass(120_000)
    await room.cleanUp()
    expect(await places()).toEqual([["", ""]])
  })

  it("counts of calls are forgotten after a day", async () => {
    await room.accountDeps.store.requestCounts.count("asker", 1000)
    room.pass(DAY + 1000)
    await room.cleanUp()
    expect(await room.rows.of("lease_request_count")).toEqual([])
  })

  it("with option retentionDays, the job erases leases older than that, and records it in the history", async () => {
    Object.assign(room.accountDeps.options, { retentionDays: 30 })
    const { cart, id } = await room.applied({ tag: "denied" })
    room.pass(29 * DAY)
    await room.cleanUp()
    expect(await room.lease(id)).toMatchObject({ email: cart.email })
    room.pass(2 * DAY)
    await room.cleanUp()
    expect(await room.lease(id)).toMatchObject({ email: null, customer_id: null })
    const told = { type: "erased", actor: "system", detail: { cause: "age" } }
    expect(await room.accountDeps.store.histories.last(id)).toMatchObject(told)
  })
})

const TIMES = (
  "checked_at verified_at priced_at contract_at contracts_received_at signed_at placed_at canceled_at delivered_at " +
  "returned_at to_confirm_since widget_approved_at status_at reconcile_at"
).split(" ")
