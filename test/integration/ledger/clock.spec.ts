import { signContract } from "lease-to-own-sandbox"
import { withinMs } from "../../../src/client"
import { OUTAGE_AFTER } from "../../../src/modules/lease/accounts/breaker"
import { noOnesApplication } from "../../../src/modules/lease/calls/service-call"
import { MAX_REQUESTS, REQUEST_WINDOW_MS } from "../../../src/modules/lease/shopper/owner"
import { orderOfCart } from "../support/fake-medusa"
import { cartOf, DAY, describeLedger, HOUR, MINUTE, routes } from "../support/ledger-room"

const SESSION = "payses_1"
const GUEST = { shopper: {} }

/** Sets the clock of the whole store back, as after a restart without network time. */
describeLedger(
  "a clock that is set back",
  (room) => {
    const setBack = (ms: number) => room.pass(-ms)
    const ask = () => room.accountDeps.service.getPricing(noOnesApplication()).catch((error) => error)

    it("a signature is noticed at once, even if the service was read just before", async () => {
      const { cart, shopper, url } = await room.handedOut()
      expect((await room.verifySignature(cart.id, shopper, "done")).signature).toBe("not_signed")
      await signContract(url)
      setBack(30 * MINUTE)
      expect((await room.verifySignature(cart.id, shopper, "done")).signature).toBe("verified")
    })

    it("a signature that was confirmed before is read again before the order", async () => {
      const { cart, id } = await room.signed()
      setBack(HOUR)
      await room.becomes(await room.lease(id), "Approved")
      await expect(room.startOrder({ cart, sessionId: SESSION })).rejects.toMatchObject({ code: "lease_dead" })
    })

    it("a lease is read again before its goods are shipped", async () => {
      const { cart, id } = await room.placed()
      await room.checkStatus(await room.lease(id))
      setBack(DAY)
      await room.becomes(await room.lease(id), "Approved")
      await expect(room.checkShippable(await room.lease(id), orderOfCart({ asCart: cart }))).rejects.toMatchObject({
        code: "ship_attention",
      })
    })

    it("a dead process's claims have expired", async () => {
      const { cart, id } = await room.signed()
      await room.startOrder({ cart, sessionId: SESSION })
      setBack(HOUR)
      expect((await room.currentLease(cart.id))?.status).toBe("signed")
      await room.rows.changeLease({ status: "submitting", status_at: new Date() }, id)
      expect((await room.currentLease(cart.id))?.status).toBe("undecided")
    })

    it("a form without a response can be sent again after a minute", async () => {
      const { id } = await room.applied()
      await room.rows.changeLease({ status: "undecided" }, id)
      expect(room.mustWait(await room.lease(id))).toBe(true)
      setBack(HOUR)
      expect(room.mustWait(await room.lease(id))).toBe(false)
      // Someone else waits until the clock has caught up.
      expect(room.isOpenToAll(await room.lease(id))).toBe(false)
    })

    it("the newest call and the newest lease stay the newest", async () => {
      const { cart, id } = await room.applied()
      await room.enqueue(id, "cancel_order")
      setBack(HOUR)
      await room.enqueue(id, "read_status")
      expect((await room.pendingCalls(id)).map(({ kind }) => kind)).toEqual(["read_status", "cancel_order"])
      await room.rows.changeLease({ status: "expired" }, id)
      const second = await room.applied({ cart })
      await room.rows.changeLease({ status: "expired" }, second.id)
      expect((await room.leaseOf(cart)).id).toBe(second.id)
    })

    it("a new row finds its siblings by an index", async () => {
      const made = await room.queries(async () => {
        const { id } = await room.applied()
        await room.enqueue(id, "read_status")
      })
      const inserts = made.filter(({ sql }) => sql.includes("max(created_at)"))
      expect(new Set(inserts.map(({ sql }) => /"(\w+)"/.exec(sql)?.[1]))).toEqual(
        new Set(["lease", "lease_pending_call"]),
      )
      for (const query of inserts) expect([query.sql, await room.isIndexed(query)]).toEqual([query.sql, true])
    })

    it("limits don't last longer", async () => {
      const { id } = await room.applied()
      const lease = await room.lease(id)
      const shopper = { address: "192.0.2.7" }
      for (let asked = 0; asked < MAX_REQUESTS; asked++) await room.countRequest(lease, shopper)
      await expect(room.countRequest(lease, shopper)).rejects.toMatchObject({ code: "too_many_requests" })
      setBack(2 * REQUEST_WINDOW_MS)
      await expect(room.countRequest(lease, shopper)).resolves.toBeUndefined()

      room.sandbox.fault({ route: routes.application, fault: "validation-403", times: 100 })
      const apply = (n: number) => room.applied({ ...GUEST, cart: cartOf({ email: `shopper-${n}@mail.example` }) })
      for (let sent = 0; sent < 10; sent++) await apply(sent).catch(() => null)
      await expect(apply(10)).rejects.toMatchObject({ code: "too_many_from_network" })
      setBack(2 * DAY)
      await expect(apply(11)).rejects.toMatchObject({ code: "service_refused" })
    })

    it("the lease service is tried again within the usual time", async () => {
      room.sandbox.fault({ route: routes.pricing, fault: "503", times: OUTAGE_AFTER + 1 })
      for (let failed = 0; failed < OUTAGE_AFTER; failed++) await ask()
      expect(await room.accountDeps.breaker.current()).not.toBeNull()
      setBack(DAY)
      expect(await room.accountDeps.breaker.isProbeDue()).toBe(true)
      await room.run()
      expect(await room.accountDeps.breaker.current()).toBeNull()
    })

    it("failures at other times are no outage", async () => {
      room.sandbox.fault({ route: routes.pricing, fault: "503", times: OUTAGE_AFTER + 1 })
      for (let failed = 1; failed < OUTAGE_AFTER; failed++) await ask()
      setBack(HOUR)
      await ask()
      expect(await room.accountDeps.breaker.current()).toBeNull()
    })

    it("a code and what it opened end at once", async () => {
      await room.offered(GUEST)
      const cart = cartOf({ price: 250 })
      const address = "192.0.2.7"
      const { leaseKey } = await room.requestCode(cart, { address })
      await room.sendCodes(room.medusa)
      const code = /\d{4} \d{4}/.exec(room.medusa.mails.at(-1)?.content.text ?? "")?.[0] ?? ""
      setBack(HOUR)
      const late = room.takeApproval(cart, { leaseKey, address }, code)
      await expect(late).rejects.toMatchObject({ code: "code_expired" })
      room.pass(HOUR)
      room.sandbox.fault({ route: routes.cart, fault: "drop-before" })
      await room.takeApproval(cart, { leaseKey, address }, code).catch(() => null)
      expect(await room.approvalFor(cart, { leaseKey })).not.toBeNull()
      setBack(2 * DAY)
      expect(await room.approvalFor(cart, { leaseKey })).toBeNull()
    })

    it("a run of the job ends at its time limit", async () => {
      await room.signed()
      room.pass(3 * MINUTE)
      let release = () => {}
      room.medusa.call.place_order = () => {
        setBack(HOUR)
        return new Promise((resolve) => {
          release = resolve
        })
      }
      await expect(room.run({ until: new Date(room.accountDeps.now().getTime() + 3000) })).resolves.toMatchObject({
        made: 1,
      })
      release()
    })
  },
  {
    dialect: { retry: 0 },
    notices: { shoppers: { store: "Harbor & Home", link: "https://shop.example/checkout?cart={cartId}" } },
  },
)

describeLedger(
  "a clock that is set back, with a rate of calls",
  (room) => {
    it("calls get their turn, and a dead process's slot is free", async () => {
      const enter = () => withinMs(10_000, async () => room.accountDeps.rate?.acquire(10_000))
      for (let calls = 0; calls < 2; calls++) await enter()
      room.pass(-HOUR)
      expect(await enter()).toMatchObject({ release: expect.any(Function) })
    })
  },
  { rate: { perSecond: 10, concurrent: 2 } },
)
