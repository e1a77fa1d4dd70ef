import type { Sandbox } from "lease-to-own-sandbox"
import type { CartInput } from "../../../src/lease-cart"
import { OUTAGE_AFTER } from "../../../src/modules/lease/accounts/breaker"
import type { AccountDeps } from "../../../src/modules/lease/accounts/deps"
import { openLedger } from "../../../src/modules/lease/accounts/open-ledger"
import { noOnesApplication } from "../../../src/modules/lease/calls/service-call"
import { isWidgetElsewhere } from "../../../src/modules/lease/cart/account-of-cart"
import { isSameRecipient } from "../../../src/modules/lease/cart/recipient"
import { apply, cancelContract, formFields, type LeaseRecord, unsentLeases } from "../../../src/modules/lease/ledger"
import { parseOptions } from "../../../src/modules/lease/options/parse-options"
import { bindingFor, UNDECIDED_IS_FREE_MS } from "../../../src/modules/lease/shopper/owner"
import { widgetOptions } from "../support/hosted-lease"
import {
  ANA,
  application,
  cartOf,
  describeLedger,
  HOUR,
  type LedgerRoom,
  livingIn,
  MINUTE,
  OWNER,
  openedWidget,
  optionsAt,
  routes,
  STRANGER,
} from "../support/ledger-room"
import { type Heard, listenIn, loginOf, mapleOf, portOf, startOther } from "../support/two-accounts"

const CANADA = "reg_ca"
const MAPLE = { consentVersion: "maple/default-2" }
const GUEST = { shopper: {} }

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
    const restarted: AccountDeps[] = []
    beforeEach(() => {
      other.reset()
      ;({ heard, end } = listenIn())
    })
    afterEach(async () => {
      end()
      await Promise.all(restarted.splice(0).map((accountDeps) => accountDeps.accounts.close()))
    })

    const ofUs = (change: Partial<CartInput> = {}) => cartOf({ region_id: "reg_us", ...change })
    const ofCanada = (change: Partial<CartInput> = {}) => cartOf({ region_id: CANADA, ...change })
    const forMaple = (cart: CartInput, tag?: string, more = {}) => application(cart, tag, { ...MAPLE, ...more })
    const detailOf = async (id: string, told: string) =>
      (await room.history(id)).find(({ type }) => type === told)?.detail

    /** Restarts the plugin with these options on the same tables. */
    function restart(change: Record<string, unknown>, drop: string[] = []): LedgerRoom["accountDeps"] {
      const given = { ...optionsAt(room.sandbox), ...change }
      for (const name of drop) delete given[name]
      const accountDeps = openLedger({ ...room.accountDeps, knex: room.knex, options: parseOptions(given) })
      Object.assign(room, { accountDeps })
      restarted.push(accountDeps)
      return accountDeps
    }

    const wish = (cart: CartInput) => ({ cart, ...(cart.region_id === CANADA && MAPLE) })
    const signed = async (cart: CartInput) => room.lease((await room.signed(wish(cart))).id)
    async function placed(cart: CartInput): Promise<LeaseRecord> {
      const { id } = await room.placed(wish(cart))
      await room.run()
      return room.lease(id)
    }

    /** The distinct credentials that each service received. */
    const seenAt = (sandbox: Sandbox) => [
      ...new Set(heard.filter(({ port }) => port === portOf(sandbox)).map(({ authorization }) => authorization)),
    ]

    async function goAway(sandbox: Sandbox, accountDeps: AccountDeps): Promise<void> {
      for (const route of [routes.pricing, routes.cancel]) sandbox.fault({ route, fault: "503", times: 10_000 })
      for (let failed = 0; failed < OUTAGE_AFTER; failed++)
        await accountDeps.service.getPricing(noOnesApplication()).catch(() => {})
    }
    const comeBack = (sandbox: Sandbox) => fetch(`${sandbox.controlUrl}/faults`, { method: "DELETE" })

    it("a lease stays at its application's account when the cart moves to another region", async () => {
      const cart = ofUs()
      const { lease } = await room.apply(application(cart))
      await room.offer({ ...cart, region_id: CANADA }, OWNER)
      expect(await room.lease(lease.id)).toMatchObject({ account_id: null, status: "offered" })
      expect(other.journal()).toEqual([])
    })

    it.each([
      ["where the cart belongs to another account", CANADA, () => {}, "denied"],
      ["at the account of the second operator", "reg_us", () => void restart(second()), "consent_required"],
    ])("the owner of a denial can apply again %s, and no stranger can", async (_, region_id, begin, code) => {
      begin()
      const cart = ofUs()
      const { lease: denied } = await room.apply(application(cart, "denied"))
      await expect(room.apply(application(cart))).rejects.toMatchObject({ code })
      const moved = { ...cart, region_id }
      const strange = forMaple(moved, undefined, { shopper: STRANGER, address: "192.0.2.9" })
      await expect(room.apply(strange)).rejects.toMatchObject({ code: "contract_key" })
      expect(other.journal()).toEqual([])

      const { lease } = await room.apply(forMaple(moved))
      expect(lease).toMatchObject({ account_id: "maple", status: "approved" })
      expect(lease.reference).not.toBe(denied.reference)
      expect(await room.lease(denied.id)).toMatchObject({ status: "superseded", account_id: null })
      expect(await detailOf(denied.id, "application_answered")).toEqual({ status: "denied" })
      expect(await detailOf(lease.id, "application_sent")).toMatchObject({
        ...{ attempt: 2, consent_version: MAPLE.consentVersion },
      })
      await room.offer(moved, OWNER)
      expect(room.sandbox.journal()).toHaveLength(1)
    })

    /** The options of a store with a second operator for denied applications. */
    function second(more: object = {}) {
      const { for: _for, ...entry } = accounts()[0] as ReturnType<typeof accounts>[number]
      return { secondLook: "maple", accounts: [{ ...entry, ...more }] }
    }

    describe("with a second operator", () => {
      beforeEach(() => void restart(second()))

      it("the second operator is no longer used after the last denial", async () => {
        const cart = ofUs()
        await room.apply(application(cart, "denied"))
        const { lease } = await room.apply(forMaple(cart, "denied"))
        expect(lease).toMatchObject({ account_id: "maple", status: "denied" })
        for (const form of [application(cart), forMaple(cart)])
          await expect(room.apply(form)).rejects.toMatchObject({ code: expect.stringMatching(/denied|consent/) })
        expect(room.sandbox.journal()).toHaveLength(1)
        expect(other.journal()).toHaveLength(1)
      })

      describe("which didn't receive a guest's form", () => {
        async function refused(fault: "429" | "409", times = 1) {
          const cart = ofUs()
          const { leaseKey } = await room.apply(application(cart, "denied", GUEST))
          const sender = { shopper: { leaseKey } }
          other.fault({ route: routes.application, fault, times })
          for (let time = 0; time < times; time++)
            await expect(room.apply(forMaple(cart, undefined, sender))).rejects.toBeDefined()
          return { cart, sender }
        }

        it.each([
          ["429", 2],
          ["409", 1],
        ] as const)("(%s, %s times): the guest still gets its consent, and can apply again", async (fault, times) => {
          const { cart, sender } = await refused(fault, times)
          const lease = await room.leaseOf(cart)
          expect(lease).toMatchObject({ status: "open", account_id: "maple" })
          const shown = room.accountOfCart(cart, bindingFor(room.accountDeps, lease, sender.shopper))
          expect(shown?.options.consent.version).toBe(MAPLE.consentVersion)
          const first = room.apply(application(cart, undefined, sender))
          await expect(first).rejects.toMatchObject({ code: "consent_required" })
          const answered = await room.apply(forMaple(cart, undefined, sender))
          expect(answered.lease).toMatchObject({ account_id: "maple", status: "approved" })
          expect(room.sandbox.journal()).toHaveLength(1)
        })

        it("someone else applies at the first account, with its consent", async () => {
          const { cart } = await refused("429")
          const stranger = { address: "198.51.100.4" }
          const shown = room.accountOfCart(cart, bindingFor(room.accountDeps, await room.leaseOf(cart), stranger))
          expect(shown?.account_id).toBeNull()
          const { lease } = await room.apply(application(cart, undefined, { shopper: {}, ...stranger }))
          expect(lease).toMatchObject({ account_id: null, status: "approved" })
        })

        it("an unanswered application to the second operator binds only its sender once it is given up", async () => {
          // So that the network's limit isn't reached.
          const elsewhere = { address: "192.0.2.8" }
          const undecided = async () => {
            const cart = ofUs()
            const { leaseKey } = await room.apply(application(cart, "denied", GUEST))
            other.fault({ route: routes.application, fault: "drop-before" })
            const answer = await room.apply(forMaple(cart, undefined, { shopper: { leaseKey }, ...elsewhere }))
            expect(answer.lease).toMatchObject({ status: "undecided", account_id: "maple" })
            room.pass(UNDECIDED_IS_FREE_MS)
            return { cart, lease: answer.lease, sender: { shopper: { leaseKey: answer.leaseKey }, ...elsewhere } }
          }
          const kept = await undecided()
          const again = await room.apply(forMaple(kept.cart, undefined, kept.sender))
          expect(again.lease).toMatchObject({ id: kept.lease.id, account_id: "maple", status: "approved" })
          const left = await undecided()
          expect(room.isOpenToAll(left.lease)).toBe(true)
          const theirs = await room.apply(application(left.cart, undefined, { shopper: {}, address: "198.51.100.4" }))
          expect(theirs.lease).toMatchObject({ account_id: null, status: "approved" })
        })

        it("no approval of the first account moves to the second", async () => {
          await room.apply(application(ofUs(), undefined, { ssn: "219-09-9998" }))
          const cart = ofUs()
          await room.apply(application(cart, "denied"))
          expect(await room.approvalFor(cart, OWNER)).not.toBeNull()
          other.fault({ route: routes.application, fault: "429", times: 1 })
          await expect(room.apply(forMaple(cart))).rejects.toMatchObject({ kind: "unavailable" })
          expect(await room.approvalFor(cart, OWNER, await room.leaseOf(cart))).toBeNull()
          await expect(room.takeApproval(cart, OWNER)).rejects.toMatchObject({ code: "no_approval" })
        })
      })

      it("the account that denied opens no widget", async () => {
        const { widget } = widgetOptions(room.sandbox) as { widget: unknown }
        const accountDeps = restart({ ...second(), widget })
        const open = (cart: CartInput) => openedWidget({ accountDeps }, cart, OWNER)
        const cart = ofUs()
        await apply(accountDeps, application(cart, "denied"))
        await expect(open(cart)).rejects.toMatchObject({ code: "unavailable_off" })
        const denied = await accountDeps.store.ofCart(cart.id)
        expect(isWidgetElsewhere(accountDeps, cart, denied)).toBe(true)
        expect(denied?.status).toBe("denied")
        expect(await open(ofUs())).toMatchObject({ lease: { flow: "hosted", account_id: null } })
      })

      it.each(["without a lease", "where the form was opened"])(
        "an approval of the second account moves to another cart (%s), which continues there",
        async (which) => {
          const denied = ofUs()
          await room.apply(application(denied, "denied"))
          const { lease: before } = await room.apply(forMaple(denied))
          const cart = ofUs()
          if (which !== "without a lease") {
            room.sandbox.fault({ route: routes.application, fault: "429", times: 1 })
            await expect(room.apply(application(cart))).rejects.toMatchObject({ kind: "unavailable" })
          }
          const own = await room.accountDeps.store.ofCart(cart.id)
          expect((await room.approvalFor(cart, OWNER, own))?.id).toBe(before.id)
          const moved = await room.takeApproval(cart, OWNER)
          expect(moved).toMatchObject({ account_id: "maple", application_id: before.application_id, cart_id: cart.id })
          expect(other.journal().map(({ route }) => route)).toContain(routes.cart)
          expect(room.sandbox.journal().map(({ route }) => route)).not.toContain(routes.cart)
        },
      )

      it("the second operator's own excluded states count for the home address, wherever the cart ships", async () => {
        restart({ excludedStates: ["WI"], ...second({ excludedStates: ["New Jersey"] }) })
        const cart = ofUs()
        const { lease } = await room.apply(application(cart, "denied"))
        const settings = room.accountDeps.accounts.of("maple").settings
        const excluded = formFields(settings).flatMap(({ options = [] }) => options.filter(({ excluded }) => excluded))
        expect(excluded.map(({ value }) => value)).toEqual(["NJ"])
        const inNewJersey = livingIn("NJ", forMaple(cart))
        await expect(room.apply(inNewJersey)).rejects.toMatchObject({ code: "unavailable_home_state" })
        expect([other.journal(), (await room.lease(lease.id)).status]).toEqual([[], "denied"])
        expect((await room.apply(livingIn("WI", forMaple(cart)))).lease).toMatchObject({ account_id: "maple" })
      })

      it("another person begins at the first account", async () => {
        const cart = ofUs()
        await room.apply(application(cart, "denied"))
        const theirs = { ...cart, email: "sam@shopper.example" }
        expect((await room.apply(application(theirs))).lease).toMatchObject({ account_id: null, status: "approved" })
      })
    })

    it("the widget is refused if the cart's account doesn't offer one", async () => {
      await expect(openedWidget(room, ofCanada(), OWNER)).rejects.toMatchObject({ code: "unavailable_off" })
    })

    it("a person's applications are limited across all accounts", async () => {
      for (const cart of [ofUs(), ofUs(), ofUs()]) await room.apply(application(cart, "denied"))
      await expect(room.apply(forMaple(ofCanada(), "denied"))).rejects.toMatchObject({ kind: "too_many" })
      expect(other.journal()).toEqual([])
    })

    it("an outage of one account holds back no call of another", async () => {
      const [here, there] = [await placed(ofUs()), await placed(ofCanada())]
      await goAway(other, room.ofLease(there))
      for (const { id } of [here, there]) await room.orderChanges(id, { canceled: true })
      const before = other.journal().length
      await room.run()
      expect(await room.lease(here.id)).toMatchObject({ status: "canceled" })
      expect(await room.lease(there.id)).toMatchObject({ status: "placed", alerts: [] })
      expect(other.journal()).toHaveLength(before)
      expect(await room.pendingCalls(there.id)).toContainEqual(
        expect.objectContaining({ kind: "cancel_contract", state: "due", attempts: 0 }),
      )
      expect(room.logged.filter((line) => line.includes("of account maple has not responded"))).toHaveLength(1)

      await comeBack(other)
      await room.later(6 * MINUTE)
      expect(await room.lease(there.id)).toMatchObject({ status: "canceled" })
    })

    it("the end of an outage makes only its own calls due", async () => {
      const [here, there] = [await placed(ofUs()), await placed(ofCanada())]
      for (const { id } of [here, there]) await room.enqueue(id, "cancel_contract", new Date(Date.now() + HOUR))
      const put = { kind: "cancel_contract" } as const
      await room.rows.changeCall({ last_error: { code: "service_busy", params: {}, at: "" } }, put)
      await goAway(other, room.ofLease(there))
      await comeBack(other)
      await room.checkConnections()
      const due = (await room.rows.pendingCalls()).filter(
        ({ kind, due_at }) => kind === put.kind && due_at <= room.accountDeps.now(),
      )
      expect(due).toMatchObject([{ lease_id: there.id }])
    })

    it("leases of a removed account are kept without calls, and continue when it is back", async () => {
      const lease = await placed(ofCanada())
      restart({})
      await room.orderChanges(lease.id, { canceled: true })
      heard.length = 0
      await room.run()
      expect(heard).toEqual([])
      const left = await room.lease(lease.id)
      expect(left).toMatchObject({ status: "placed", alerts: [{ code: "account_removed" }] })
      expect(await room.pendingCalls(lease.id)).toContainEqual(
        expect.objectContaining({ kind: "cancel_contract", state: "due", attempts: 0, sent: false }),
      )
      await expect(cancelContract(room.ofLease(left), left, ANA)).rejects.toMatchObject({
        code: "account_removed",
        params: { account: "maple" },
      })
      expect(room.ofLease(left).options.operator.name).toBe("maple")
      expect(heard).toEqual([])

      restart({ accounts: accounts() })
      await room.later(31 * MINUTE)
      expect(await room.lease(lease.id)).toMatchObject({ status: "canceled", alerts: [] })
      expect(seenAt(other)).toEqual([loginOf(other)])
      expect(seenAt(room.sandbox)).toEqual([])
    })

    it("a live lease's calls are never sent in mode test, nor the other way around", async () => {
      const { id, shopper, cart } = await room.placed()
      await room.orderChanges(id, { canceled: true })
      restart({ mode: "test", accounts: accounts() })
      heard.length = 0
      expect(await unsentLeases(room.accountDeps)).toEqual([{ account_id: null, count: 1 }])
      await room.run()
      const left = await room.lease(id)
      expect(left).toMatchObject({ status: "placed", test: false, alerts: [{ code: "account_removed" }] })
      await expect(cancelContract(room.ofLease(left), left, ANA)).rejects.toMatchObject({ code: "account_removed" })
      await expect(room.verifySignature(cart.id, shopper)).rejects.toMatchObject({ kind: expect.any(String) })
      expect(heard).toEqual([])
      const { id: tried } = await room.placed()
      expect(await room.lease(tried)).toMatchObject({ test: true })
      await room.orderChanges(tried, { canceled: true })

      restart({ mode: "live", accounts: accounts() })
      heard.length = 0
      expect(await unsentLeases(room.accountDeps)).toEqual([])
      await room.later(31 * MINUTE)
      expect(await room.lease(id)).toMatchObject({ status: "canceled", alerts: [] })
      expect(await room.lease(tried)).toMatchObject({ status: "placed", alerts: [{ code: "account_removed" }] })
      expect(seenAt(room.sandbox)).toHaveLength(1)
    })

    it("the recipient is compared after a replaced password, too", async () => {
      const wrong = [{ ...accounts()[0], password: "expired" }]
      Object.assign(room, { ledger: { ...room.accountDeps, secret: "the store's own" } })
      restart({ accounts: wrong })
      const cart = ofCanada()
      await expect(room.apply(forMaple(cart))).rejects.toMatchObject({ code: "service_unreachable" })
      restart({ accounts: accounts() })
      const lease = await signed(cart)
      restart({ accounts: wrong })
      const known = [cart, { ...cart, email: "mallory@elsewhere.example" }].map((given) =>
        isSameRecipient(room.ofLease(lease), lease, given),
      )
      expect(known).toEqual([true, false])
    })

    it("accounts with one login share one rate, and others have their own", async () => {
      const rate = { perSecond: 1000 }
      const { baseUrl, username, password } = room.sandbox
      const again = { baseUrl, operator: { name: "Sandbox Leasing", contact: "x" }, rate }
      const accountDeps = restart({
        rate,
        accounts: [
          { id: "same", for: { region: "reg_2" }, ...again, username, password },
          { id: "other-login", for: { region: "reg_3" }, ...again, username: "second", password: "second" },
        ],
      })
      for (const { service } of accountDeps.accounts.all) await service.getPricing(noOnesApplication()).catch(() => {})
      const ids = (await room.rows.of("lease_rate")).map(({ id }) => id).sort()
      expect(ids).toEqual([baseUrl, expect.stringMatching(/^http\S+ [0-9a-f]{16}$/)])
      expect(await room.rows.text("lease_rate")).not.toContain("second")
    })
  },
  () => ({ accounts: accounts() }),
)
