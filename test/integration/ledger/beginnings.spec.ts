import { signContract } from "lease-to-own-sandbox"
import type { CartInput } from "../../../src/lease-cart"
import {
  apply,
  attachSession,
  contract,
  currentLease,
  detachSession,
  type LeaseRecord,
  offer,
  openWidget,
  runOwed,
  SHOPPER,
  startOrder,
  takeWidgetEvent,
  UNAPPLIED_KEPT_MS,
  verifySignature,
} from "../../support/ledger"
import { medusaRoom } from "../support/fake-medusa"
import { application, cartOf, describeLedger, type LedgerRoom, OWNER } from "../support/ledger-room"

const GUEST = { shopper: {} }
const WIDGET = {
  widget: {
    scriptUrl: "https://widget.example.com/v1.js",
    oneTimeHosts: ["pay.example.com"],
    encryptionKey: "ab".repeat(32),
  },
}
const LOCKED = (work: () => Promise<LeaseRecord>) => work()

const leases = (room: LedgerRoom) => room.sql("select id from lease")

describeLedger(
  "a lease begins with the shopper's consent",
  (room) => {
    const started = (cart: CartInput, session = "payses_1") => attachSession(room.ledger, cart, session, false)

    it("and not with a payment that a storefront starts on its own, of which no row and no e-mail address is kept", async () => {
      const cart = cartOf()
      expect(await started(cart)).toBeNull()
      await detachSession(room.ledger, "payses_1")
      expect(await started({ ...cart, total: 12 }, "payses_2")).toBeNull()
      for (const table of ["lease", "lease_event", "lease_attempt", "lease_task"])
        expect(await room.sql(`select id from ${table}`)).toEqual([])
    })

    it("so the payment of before orders what was applied for after it", async () => {
      const cart = cartOf()
      await started(cart)
      const { lease } = await apply(room.ledger, application(cart))
      await offer(room.ledger, cart, OWNER)
      const { url } = await contract(room.ledger, cart, OWNER)
      await signContract(url)
      await verifySignature(room.ledger, cart.id, OWNER)
      const placing = await startOrder(room.ledger, { cart, sessionId: "payses_1", amount: 43999 })
      expect(placing.lease).toMatchObject({ id: lease.id, status: "placing", session_id: "payses_1" })
    })

    it("and a payment that is started later belongs to it, after each change of the total", async () => {
      const cart = cartOf()
      const { lease } = await apply(room.ledger, application(cart))
      expect(await started(cart)).toMatchObject({ id: lease.id, session_id: "payses_1" })
      expect(await started({ ...cart, total: 12 }, "payses_2")).toMatchObject({ id: lease.id, session_id: "payses_2" })
    })

    it("and not with an application that is refused before it is sent", async () => {
      for (let sent = 0; sent < 3; sent++) await apply(room.ledger, application(cartOf(), "denied", GUEST))
      const before = await leases(room)
      await expect(apply(room.ledger, application(cartOf(), "denied", GUEST))).rejects.toMatchObject({
        code: "too_many_attempts",
      })
      expect(await leases(room)).toEqual(before)
    })

    it("and begins once where two applications of one cart come at once", async () => {
      const cart = cartOf()
      const two = ["192.0.2.7", "198.51.100.4"].map((address) =>
        apply(room.ledger, application(cart, undefined, { ...GUEST, address })),
      )
      const outcomes = await Promise.allSettled(two)
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
      expect(await leases(room)).toHaveLength(1)
      expect(room.calls().filter((call) => call === "POST /application")).toHaveLength(1)
    })

    it("and a started payment takes no cart from the operator's widget", async () => {
      const cart = cartOf()
      const { lease } = await openWidget(room.ledger, cart, { shopper: {}, locked: LOCKED })
      expect(await started(cart)).toBeNull()
      expect(await currentLease(room.ledger, cart.id)).toMatchObject({ id: lease.id, status: "open" })
    })

    it("and no payment is started beside the card that the widget issued", async () => {
      const cart = cartOf()
      const { token } = await openWidget(room.ledger, cart, { shopper: {}, locked: LOCKED })
      await takeWidgetEvent(
        room.ledger,
        { id: cart.id, ordered: false },
        { token, event: "onSuccess", payload: { id: "H-1" } },
      )
      await expect(started(cart)).rejects.toMatchObject({ code: "lease_card_issued" })
    })

    it("and a refused application leaves an opened widget as it is", async () => {
      const cart = cartOf()
      for (let sent = 0; sent < 3; sent++) await apply(room.ledger, application(cartOf(), "denied", GUEST))
      const shopper = { leaseKey: "a secret of this browser, long enough" }
      const { lease } = await openWidget(room.ledger, cart, { shopper, locked: LOCKED })
      const refused = apply(room.ledger, application(cart, "denied", { shopper }))
      await expect(refused).rejects.toMatchObject({ code: "too_many_attempts" })
      expect(await currentLease(room.ledger, cart.id)).toMatchObject({ id: lease.id, status: "open" })
    })
  },
  WIDGET,
)

describeLedger(
  "a lease of before, for which no one ever applied,",
  (room) => {
    const run = () => runOwed(room.ledger, medusaRoom(room))

    /** A lease as version 0.1 opened it with each started payment. */
    const opened = (cart: CartInput) =>
      room.ledger.store.open(
        {
          reference: `L-${cart.id}`,
          cart_id: cart.id,
          email: cart.email ?? null,
          sales_channel_id: null,
          way: "application",
          test: false,
          account: null,
          currency_code: "usd",
          customer_id: null,
        },
        SHOPPER,
      )

    it.each(["open", "superseded"])("is dropped a week after it was opened, with its history: %s", async (status) => {
      const { id } = await opened(cartOf())
      if (status === "superseded") await room.ledger.store.move(id, "lease_superseded", { actor: SHOPPER })
      room.pass(UNAPPLIED_KEPT_MS - 60_000)
      await run()
      expect(await leases(room)).toHaveLength(1)
      room.pass(120_000)
      await run()
      expect(await leases(room)).toEqual([])
      expect(await room.sql("select id from lease_event")).toEqual([])
    })

    it("is found by indexes alone, however much else the tables hold", async () => {
      const asked: { sql: string; bindings: string[] }[] = []
      const listen = (query: (typeof asked)[number]) => void asked.push(query)
      await opened(cartOf())
      room.knex.on("query", listen)
      expect(await room.ledger.store.dropUnapplied(new Date(Date.now() + 1000), 500)).toBe(1)
      room.knex.off("query", listen)
      const statements = asked.filter(({ sql }) => /^(select|delete)/.test(sql))
      expect(statements).toHaveLength(3)
      for (const { sql, bindings } of statements) {
        const plan = await room.knex.transaction(async (trx) => {
          await trx.raw("set local enable_seqscan = off")
          return (await trx.raw(`explain ${sql.replace(/\$\d+/g, "?")}`, bindings)).rows
        })
        expect(JSON.stringify(plan)).not.toContain("Seq Scan")
      }
    })

    it("is kept by a look at one lease alone", async () => {
      const { id } = await opened(cartOf())
      room.pass(2 * UNAPPLIED_KEPT_MS)
      await runOwed(room.ledger, medusaRoom(room), { leaseId: id })
      expect(await leases(room)).toHaveLength(1)
    })

    it("is no loss to its shopper, who applies with the payment of that time", async () => {
      const cart = cartOf()
      const { id } = await opened(cart)
      await attachSession(room.ledger, cart, "payses_1", false)
      room.pass(2 * UNAPPLIED_KEPT_MS)
      await run()
      const { lease } = await apply(room.ledger, application(cart))
      expect(lease).toMatchObject({ status: "approved" })
      expect(lease.id).not.toBe(id)
    })

    it("is left to a process that is at work on it", async () => {
      const { id } = await opened(cartOf())
      room.pass(2 * UNAPPLIED_KEPT_MS)
      await room.ledger.store.transaction(async (store) => {
        await store.lock([id])
        await run()
      })
      expect(await leases(room)).toHaveLength(1)
    })

    it.each<[string, (cart: CartInput) => Promise<unknown>]>([
      [
        "an application was sent and refused",
        async (cart) => {
          room.sandbox.fault({ route: "POST /application", fault: "validation-403" })
          await apply(room.ledger, application(cart)).catch(() => undefined)
        },
      ],
      [
        "an application was given consent and never arrived",
        async (cart) => {
          room.sandbox.fault({ route: "POST /application", fault: "429" })
          await apply(room.ledger, application(cart)).catch(() => undefined)
        },
      ],
      [
        "an application is without an answer",
        async (cart) => {
          room.sandbox.fault({ route: "POST /application", fault: "drop-after" })
          await apply(room.ledger, application(cart))
        },
      ],
      [
        "an application was approved and then given up for the widget",
        async (cart) => {
          await apply(room.ledger, application(cart))
          await openWidget(room.ledger, cart, { shopper: OWNER, locked: LOCKED })
        },
      ],
      ["the operator's widget was opened", (cart) => openWidget(room.ledger, cart, { shopper: OWNER, locked: LOCKED })],
      ["an alert is open", async (cart) => room.ledger.store.raise((await opened(cart)).id, "lease_dead")],
      [
        "a call is owed",
        async (cart) =>
          room.ledger.store.tasks.owe((await opened(cart)).id, "read_status", {
            dueAt: new Date(9e12),
            actor: SHOPPER,
          }),
      ],
    ])("is kept where %s", async (_, happens) => {
      const cart = cartOf()
      await happens(cart)
      const before = await leases(room)
      room.pass(10 * UNAPPLIED_KEPT_MS)
      await run()
      expect(before.length).toBeGreaterThan(0)
      expect(await leases(room)).toEqual(expect.arrayContaining(before))
    })
  },
  WIDGET,
)
