import { type Sandbox, signContract } from "lease-to-own-sandbox"
import type { CartInput } from "../../../src/lease-cart"
import {
  apply,
  bindingFor,
  cancelContract,
  confirmDelivery,
  isSameRecipient,
  isWidgetElsewhere,
  type LeaseRecord,
  type Ledger,
  noOnesApplication,
  OUTAGE_AFTER,
  openLedger,
  parseOptions,
  UNDECIDED_IS_FREE_MS,
} from "../../support/ledger"
import { applicant } from "../support/applicant"
import { placeOrder } from "../support/fake-medusa"
import { widgetOptions } from "../support/hosted-lease"
import {
  application,
  cartOf,
  describeLedger,
  OWNER,
  openedWidget,
  optionsAt,
  STRANGER,
  signedLease,
} from "../support/ledger-room"
import { type Heard, listenIn, loginOf, mapleOf, portOf, startOther } from "../support/two-accounts"

const CANADA = "reg_ca"
const MINUTE = 60_000
const MERCHANT = { by: "merchant", id: "user_1" } as const

let other: Sandbox
beforeAll(async () => {
  other = await startOther({ seed: 7 })
})
afterAll(() => other.close())

const accounts = () => [{ id: "maple", for: { region: CANADA }, ...mapleOf(other) }]

describeLedger(
  "a store with two accounts",
  (room) => {
    let heard: Heard[]
    let end: () => void
    const restarted: Ledger[] = []
    beforeEach(() => {
      other.reset()
      ;({ heard, end } = listenIn())
    })
    afterEach(async () => {
      end()
      await Promise.all(restarted.splice(0).map((ledger) => ledger.accounts.close()))
    })

    const ofUs = (change: Partial<CartInput> = {}) => cartOf({ region_id: "reg_us", ...change })
    const ofCanada = (change: Partial<CartInput> = {}) => cartOf({ region_id: CANADA, ...change })
    const forMaple = (cart: CartInput, tag?: string) => ({
      ...application(cart, tag),
      consentVersion: "maple/default-2",
    })
    const detailOf = async (id: string, told: string) =>
      (await room.ledger.store.histories.of(id)).find(({ type }) => type === told)?.detail

    /** The plugin starts again with these options, on the same tables. */
    function restart(change: Record<string, unknown>, drop: string[] = []): Ledger {
      const given = { ...optionsAt(room.sandbox), ...change }
      for (const name of drop) delete given[name]
      const ledger = openLedger({ ...room.ledger, knex: room.knex, options: parseOptions(given) })
      Object.assign(room, { ledger })
      restarted.push(ledger)
      return ledger
    }

    async function signed(cart: CartInput, tag?: string): Promise<LeaseRecord> {
      const isMaple = cart.region_id === CANADA
      if (!isMaple) return room.lease(await signedLease(room, cart))
      const { lease } = await room.apply(forMaple(cart, tag))
      await room.offer(cart, OWNER)
      const { url } = await room.contract(cart, OWNER)
      await signContract(url)
      await room.verifySignature(cart.id, OWNER)
      return room.lease(lease.id)
    }

    async function placed(cart: CartInput): Promise<LeaseRecord> {
      const lease = await signed(cart)
      await room.attachSession(cart, "payses_1", false)
      await placeOrder(room, { cart })
      await room.run()
      return room.lease(lease.id)
    }

    /** The credentials that each service was sent, each once. */
    const seenAt = (sandbox: Sandbox) => [
      ...new Set(heard.filter(({ port }) => port === portOf(sandbox)).map(({ authorization }) => authorization)),
    ]

    async function goAway(sandbox: Sandbox, ledger: Ledger): Promise<void> {
      for (const route of ["GET /application/cart/pricing", "DELETE /application/contract"])
        sandbox.fault({ route, fault: "503", times: 10_000 })
      for (let failed = 0; failed < OUTAGE_AFTER; failed++)
        await ledger.service.getPricing(noOnesApplication()).catch(() => {})
    }
    const comeBack = (sandbox: Sandbox) => fetch(`${sandbox.controlUrl}/faults`, { method: "DELETE" })

    it("leases each cart at the account that takes it, from the application to the end, and sends no login elsewhere", async () => {
      const [here, there] = [await placed(ofUs()), await placed(ofCanada())]
      expect([here.account, there.account]).toEqual([null, "maple"])
      expect(there.status).toBe("placed")
      const day = new Date().toISOString().slice(0, 10)
      const count = { pieces: 1, delivered: 1 }
      for (const lease of [here, there])
        await confirmDelivery(room.ofLease(lease), lease, { date: day, count, actor: MERCHANT })
      const third = await signed(ofCanada({ id: "cart_third" }), "third")
      await cancelContract(room.ofLease(third), third, MERCHANT, { cause: "by_hand" })
      await room.checkConnections()

      expect(seenAt(room.sandbox)).toEqual([loginOf(room.sandbox)])
      expect(seenAt(other)).toEqual([loginOf(other)])
      expect(room.sandbox.leases()).toHaveLength(1)
      expect(other.journal().map(({ route }) => route)).toContain("DELETE /application/contract")
      expect(await detailOf(there.id, "application_sent")).toMatchObject({
        account: "maple",
        consent_version: "maple/default-2",
        consent_text: expect.stringContaining("Maple Leasing"),
      })
    })

    it("takes no consent to one operator for another", async () => {
      await expect(room.apply(application(ofCanada()))).rejects.toMatchObject({ code: "consent_required" })
      expect(other.journal()).toEqual([])
      expect(room.sandbox.journal()).toEqual([])
    })

    it("stays with the account of the application when the cart moves to where another leases", async () => {
      const cart = ofUs()
      const { lease } = await room.apply(application(cart))
      await room.offer({ ...cart, region_id: CANADA }, OWNER)
      expect(await room.lease(lease.id)).toMatchObject({ account: null, status: "offered" })
      expect(other.journal()).toEqual([])
    })

    it("lets the owner of a denial apply again where another account takes the cart, and no stranger", async () => {
      const cart = ofUs()
      const { lease: denied } = await room.apply(application(cart, "denied"))
      expect(denied.status).toBe("denied")
      await expect(room.apply(application(cart))).rejects.toMatchObject({ code: "denied" })

      const moved = { ...cart, region_id: CANADA }
      const strange = { ...forMaple(moved), shopper: { ...STRANGER, address: "192.0.2.9" } }
      await expect(room.apply(strange)).rejects.toMatchObject({ code: "contract_key" })
      expect(other.journal()).toEqual([])

      const { lease } = await room.apply(forMaple(moved))
      expect(lease).toMatchObject({ account: "maple", status: "approved" })
      expect(lease.reference).not.toBe(denied.reference)
      expect(await room.lease(denied.id)).toMatchObject({ status: "superseded", account: null })
      expect(await detailOf(denied.id, "application_answered")).toEqual({ status: "denied" })
    })

    describe("with a second look", () => {
      const second = () => {
        const { for: _for, ...entry } = accounts()[0] as ReturnType<typeof accounts>[number]
        return { secondLook: "maple", accounts: [entry] }
      }
      beforeEach(() => void restart(second()))

      it("sends nothing to the next account before its own form and consent, and limits attempts over both", async () => {
        const cart = ofUs()
        const { lease: denied } = await room.apply(application(cart, "denied"))
        expect(denied.status).toBe("denied")
        expect(other.journal()).toEqual([])
        await expect(room.apply(application(cart))).rejects.toMatchObject({ code: "consent_required" })
        const strange = { ...forMaple(cart), shopper: { ...STRANGER, address: "192.0.2.9" } }
        await expect(room.apply(strange)).rejects.toMatchObject({ code: "contract_key" })
        expect(other.journal()).toEqual([])

        const { lease } = await room.apply(forMaple(cart))
        expect(lease).toMatchObject({ account: "maple", status: "approved" })
        expect(await detailOf(denied.id, "application_answered")).toEqual({ status: "denied" })
        expect(await detailOf(lease.id, "application_sent")).toMatchObject({
          attempt: 2,
          consent_version: "maple/default-2",
        })
        await room.offer(cart, OWNER)
        expect(room.sandbox.journal()).toHaveLength(1)
      })

      it("ends with the last denial", async () => {
        const cart = ofUs()
        await room.apply(application(cart, "denied"))
        const { lease } = await room.apply(forMaple(cart, "denied"))
        expect(lease).toMatchObject({ account: "maple", status: "denied" })
        for (const form of [application(cart), forMaple(cart)])
          await expect(room.apply(form)).rejects.toMatchObject({ code: expect.stringMatching(/denied|consent/) })
        expect(room.sandbox.journal()).toHaveLength(1)
        expect(other.journal()).toHaveLength(1)
      })

      describe("which did not take a guest's form in", () => {
        const guest = { shopper: { address: "192.0.2.8" } }

        async function refused(fault: () => void, times = 1) {
          const cart = ofUs()
          const { leaseKey } = await room.apply(application(cart, "denied", guest))
          const shopper = { ...guest.shopper, leaseKey }
          fault()
          for (let time = 0; time < times; time++)
            await expect(room.apply({ ...forMaple(cart), shopper })).rejects.toBeDefined()
          return { cart, shopper }
        }

        it.each([
          ["429, twice", () => other.fault({ route: "POST /application", fault: "429", times: 2 }), 2],
          ["409", () => other.fault({ route: "POST /application", fault: "409", times: 1 }), 1],
        ] as const)(
          "(%s): the same guest sees that account's consent still, and can apply again",
          async (_, fault, times) => {
            const { cart, shopper } = await refused(fault, times)
            const lease = await room.ledger.store.ofCart(cart.id)
            expect(lease).toMatchObject({ status: "open", account: "maple" })
            expect(room.ledgerOfCart(cart, bindingFor(room.ledger, lease, shopper))?.options.consent.version).toBe(
              "maple/default-2",
            )
            const first = room.apply({ ...application(cart), shopper })
            await expect(first).rejects.toMatchObject({ code: "consent_required" })
            const answered = await room.apply({ ...forMaple(cart), shopper })
            expect(answered.lease).toMatchObject({ account: "maple", status: "approved" })
            expect(room.sandbox.journal()).toHaveLength(1)
          },
        )

        it("and somebody else, who sees the first account's consent, applies with that", async () => {
          const { cart } = await refused(() => other.fault({ route: "POST /application", fault: "429", times: 1 }))
          const lease = await room.ledger.store.ofCart(cart.id)
          const shopper = { address: "198.51.100.4" }
          expect(room.ledgerOfCart(cart, bindingFor(room.ledger, lease, shopper))?.account).toBeNull()
          const { lease: theirs } = await room.apply({ ...application(cart), shopper })
          expect(theirs).toMatchObject({ account: null, status: "approved" })
        })

        it("nor answered it: once that is given up somebody else applies where they are shown, and the sender where they were", async () => {
          const undecided = async () => {
            const cart = ofUs()
            const { leaseKey } = await room.apply(application(cart, "denied", guest))
            const shopper = { ...guest.shopper, leaseKey }
            other.fault({ route: "POST /application", fault: "drop-before" })
            const { lease, leaseKey: own } = await room.apply({ ...forMaple(cart), shopper })
            expect(lease).toMatchObject({ status: "undecided", account: "maple" })
            room.pass(UNDECIDED_IS_FREE_MS)
            return { cart, lease, sender: { ...guest.shopper, leaseKey: own } }
          }
          const stranger = { address: "198.51.100.4" }
          const kept = await undecided()
          const again = await room.apply({ ...forMaple(kept.cart), shopper: kept.sender })
          expect(again.lease).toMatchObject({ id: kept.lease.id, account: "maple", status: "approved" })
          const left = await undecided()
          expect(room.isOpenToAll(left.lease)).toBe(true)
          const theirs = await room.apply({ ...application(left.cart), shopper: stranger })
          expect(theirs.lease).toMatchObject({ account: null, status: "approved" })
        })

        it("brings no approval of the first account to the second, in the view as in fact", async () => {
          const { customer, ...form } = applicant()
          const another = { ...form, customer: { ...customer, ssn: "219-09-9998" } }
          await room.apply({ ...application(ofUs()), application: another })
          const cart = ofUs()
          await room.apply(application(cart, "denied"))
          expect(await room.approvalFor(cart, OWNER)).not.toBeNull()
          other.fault({ route: "POST /application", fault: "429", times: 1 })
          await expect(room.apply(forMaple(cart))).rejects.toMatchObject({ kind: "unavailable" })
          const own = await room.ledger.store.ofCart(cart.id)
          expect(await room.approvalFor(cart, OWNER, own)).toBeNull()
          await expect(room.takeApproval(cart, OWNER)).rejects.toMatchObject({ code: "no_approval" })
        })
      })

      it("opens no widget of the account that has denied", async () => {
        const { widget } = widgetOptions(room.sandbox) as { widget: unknown }
        const ledger = restart({ ...second(), widget })
        const open = (cart: CartInput) => openedWidget({ ledger }, cart, OWNER)
        const cart = ofUs()
        await apply(ledger, application(cart, "denied"))
        await expect(open(cart)).rejects.toMatchObject({ code: "unavailable_off" })
        const denied = await ledger.store.ofCart(cart.id)
        expect(isWidgetElsewhere(ledger, cart, denied)).toBe(true)
        expect(denied?.status).toBe("denied")
        expect(await open(ofUs())).toMatchObject({ lease: { way: "widget", account: null } })
      })

      it.each(["without a lease", "where the form was opened"])(
        "brings its approval to another cart (%s), which goes on at its account",
        async (which) => {
          const denied = ofUs()
          await room.apply(application(denied, "denied"))
          const { lease: before } = await room.apply(forMaple(denied))
          const cart = ofUs()
          if (which !== "without a lease") {
            room.sandbox.fault({ route: "POST /application", fault: "429", times: 1 })
            await expect(room.apply(application(cart))).rejects.toMatchObject({ kind: "unavailable" })
          }
          const own = await room.ledger.store.ofCart(cart.id)
          expect((await room.approvalFor(cart, OWNER, own))?.id).toBe(before.id)
          const moved = await room.takeApproval(cart, OWNER)
          expect(moved).toMatchObject({ account: "maple", application_id: before.application_id, cart_id: cart.id })
          expect(other.journal().map(({ route }) => route)).toContain("POST /application/cart")
          expect(room.sandbox.journal().map(({ route }) => route)).not.toContain("POST /application/cart")
        },
      )

      it("begins at the first account for another person", async () => {
        const cart = ofUs()
        await room.apply(application(cart, "denied"))
        const theirs = { ...cart, email: "sam@shopper.example" }
        expect((await room.apply(application(theirs))).lease).toMatchObject({ account: null, status: "approved" })
      })
    })

    it("keeps two leases whose operators gave them the same id", async () => {
      const [here, there] = [await signed(ofUs()), await signed(ofCanada())]
      await room.sql("update lease set application_id = 'A-1'")
      expect((await room.ledger.store.liveOfApplication("A-1", null))?.id).toBe(here.id)
      expect((await room.ledger.store.liveOfApplication("A-1", "maple"))?.id).toBe(there.id)
      await expect(room.sql("update lease set account = 'maple' where id = ?", [here.id])).rejects.toThrow(
        "IDX_lease_one_live_per_account_application",
      )
    })

    it("refuses a cart that no account takes, and asks no service", async () => {
      restart({ accounts: accounts() }, ["baseUrl", "username", "password", "operator"])
      await expect(room.apply(application(ofUs()))).rejects.toMatchObject({ code: "unavailable_account" })
      expect(heard).toEqual([])
    })

    it("asks for no widget that the cart's account does not offer", async () => {
      await expect(openedWidget(room, ofCanada(), OWNER)).rejects.toMatchObject({ code: "unavailable_off" })
    })

    it("limits the applications of a person over all accounts", async () => {
      for (const cart of [ofUs(), ofUs(), ofUs()]) await room.apply(application(cart, "denied"))
      await expect(room.apply(forMaple(ofCanada(), "denied"))).rejects.toMatchObject({ kind: "too_many" })
      expect(other.journal()).toEqual([])
    })

    it("holds back nothing of one account while the service of another does not answer", async () => {
      const [here, there] = [await placed(ofUs()), await placed(ofCanada())]
      await goAway(other, room.ofLease(there))
      for (const { cart_id, id } of [here, there]) {
        Object.assign(room.medusa.orders.get(cart_id) ?? {}, { cancelled: true })
        await room.ledger.store.wake(id)
      }
      const before = other.journal().length
      await room.run()
      expect(await room.lease(here.id)).toMatchObject({ status: "cancelled" })
      expect(await room.lease(there.id)).toMatchObject({ status: "placed", attention: [] })
      expect(other.journal()).toHaveLength(before)
      expect(await room.ledger.store.tasks.ofLease(there.id)).toContainEqual(
        expect.objectContaining({ kind: "cancel_contract", state: "due", attempts: 0 }),
      )
      expect(room.logged.filter((line) => line.includes("of account maple has not answered"))).toHaveLength(1)

      await comeBack(other)
      room.pass(6 * MINUTE)
      await room.run()
      expect(await room.lease(there.id)).toMatchObject({ status: "cancelled" })
    })

    it("makes only those calls due when an outage ends that were put off by it", async () => {
      const [here, there] = [await placed(ofUs()), await placed(ofCanada())]
      const later = new Date(Date.now() + 60 * MINUTE)
      const put = (id: string) =>
        room.ledger.store.tasks.owe(id, "cancel_contract", { dueAt: later, actor: { by: "system" } })
      await Promise.all([put(here.id), put(there.id)])
      await room.sql(`update lease_task set last_error = '{"code": "service_busy"}' where kind = 'cancel_contract'`)
      await goAway(other, room.ofLease(there))
      await comeBack(other)
      await room.checkConnections()
      const due = await room.sql("select lease_id from lease_task where kind = 'cancel_contract' and due_at <= ?", [
        room.ledger.now(),
      ])
      expect(due).toEqual([{ lease_id: there.id }])
    })

    it("keeps the leases of an account that was removed, sends nothing for them, and goes on when it is back", async () => {
      const lease = await placed(ofCanada())
      restart({})
      Object.assign(room.medusa.orders.get(lease.cart_id) ?? {}, { cancelled: true })
      await room.ledger.store.wake(lease.id)
      heard.length = 0
      await room.run()
      expect(heard).toEqual([])
      const left = await room.lease(lease.id)
      expect(left).toMatchObject({ status: "placed", attention: [{ code: "account_removed" }] })
      expect(await room.ledger.store.tasks.ofLease(lease.id)).toContainEqual(
        expect.objectContaining({ kind: "cancel_contract", state: "due", attempts: 0, sent: false }),
      )
      await expect(cancelContract(room.ofLease(left), left, MERCHANT)).rejects.toMatchObject({
        code: "account_removed",
        params: { account: "maple" },
      })
      expect(room.ofLease(left).options.operator.name).toBe("maple")
      expect(heard).toEqual([])

      restart({ accounts: accounts() })
      room.pass(31 * MINUTE)
      await room.run()
      expect(await room.lease(lease.id)).toMatchObject({ status: "cancelled", attention: [] })
      expect(seenAt(other)).toEqual([loginOf(other)])
      expect(seenAt(room.sandbox)).toEqual([])
    })

    it("leaves the leases from before to the account at the top", async () => {
      restart({})
      const lease = await placed(ofUs())
      expect(lease.account).toBeNull()
      restart({ accounts: [{ id: "acorn", for: { region: "reg_us" } }, ...accounts()] })
      Object.assign(room.medusa.orders.get(lease.cart_id) ?? {}, { cancelled: true })
      await room.ledger.store.wake(lease.id)
      await room.run()
      expect(await room.lease(lease.id)).toMatchObject({ status: "cancelled" })
    })

    it("goes on with a replaced password, and still knows to whom the goods go", async () => {
      const [, entry] = [null, accounts()[0]]
      const wrong = { ...entry, password: "expired" }
      const secret = "the store's own"
      Object.assign(room, { ledger: { ...room.ledger, secret } })
      restart({ accounts: [wrong] })
      const cart = ofCanada()
      await expect(room.apply(forMaple(cart))).rejects.toMatchObject({ code: "service_unreachable" })
      restart({ accounts: accounts() })
      const lease = await signed(cart)
      restart({ accounts: [wrong] })
      const ledger = room.ofLease(lease)
      expect(isSameRecipient(ledger, lease, cart)).toBe(true)
      expect(isSameRecipient(ledger, lease, { ...cart, email: "mallory@elsewhere.example" })).toBe(false)
    })

    it("compares a recipient that was kept before the store had a secret of its own", async () => {
      const cart = ofUs()
      const lease = await signed(cart)
      Object.assign(room, { ledger: { ...room.ledger, secret: "the store's own" } })
      expect(room.isSameRecipient(lease, cart)).toBe(true)
      expect(room.isSameRecipient(lease, { ...cart, email: "mallory@elsewhere.example" })).toBe(false)
    })

    it("shares one rate among accounts with one login, and keeps those of others apart", async () => {
      const rate = { perSecond: 1000 }
      const { baseUrl, username, password } = room.sandbox
      const again = { baseUrl, operator: { name: "Sandbox Leasing", contact: "x" }, rate }
      const ledger = restart({
        rate,
        accounts: [
          { id: "same", for: { region: "reg_2" }, ...again, username, password },
          { id: "other-login", for: { region: "reg_3" }, ...again, username: "second", password: "second" },
        ],
      })
      for (const { service } of ledger.accounts.all) await service.getPricing(noOnesApplication()).catch(() => {})
      const rows = await room.sql("select id from lease_rate order by id")
      expect(rows).toEqual([{ id: baseUrl }, { id: expect.stringMatching(/^http\S+ [0-9a-f]{16}$/) }])
      expect(JSON.stringify(rows)).not.toContain("second")
    })

    it("costs no query more than a store with one for an application, an offer, a contract and a run of the job", async () => {
      const many = Array.from({ length: 99 }, (_, n) => ({
        id: `account-${n}`,
        for: { region: `reg_${n}` },
        ...mapleOf(other),
      }))
      const walk = (cart: CartInput, form: typeof forMaple) => async () => {
        await room.apply(form(cart))
        await room.offer(cart, OWNER)
        await room.contract(cart, OWNER)
        await room.run()
      }
      restart({})
      const alone = await room.queries(walk(ofUs(), application))
      restart({ accounts: [...many, ...accounts()] })
      const among = await room.queries(walk(ofCanada(), forMaple))
      expect(among).toHaveLength(alone.length)
    })
  },
  () => ({ accounts: accounts() }),
)
