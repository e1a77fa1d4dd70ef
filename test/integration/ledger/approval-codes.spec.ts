import type { CartInput } from "../../../src/lease-cart"
import { type Mail } from "../../support/ledger"
import { application, cartOf, describeLedger, OWNER } from "../support/ledger-room"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const GUEST = { shopper: {} }
const HERE = "192.0.2.7"

describeLedger(
  "a guest brings an approval to another cart by a one-time code",
  (room) => {
    let mails: Mail[]
    let cart: CartInput
    beforeEach(() => {
      mails = room.medusa.mails
      cart = cartOf({ price: 250 })
    })
    const down = () => ({
      ...room.medusa,
      mail: async ({ to, content }: Mail) => {
        throw new Error(`provider down for ${to}: ${content.text}`)
      },
    })
    const ask = (asking = cart, address = HERE) => room.askCode(asking, { address })
    const send = () => room.sendCodes(room.medusa)
    const codeIn = (mail: Mail | undefined) => /\d{4} \d{4}/.exec(mail?.content.text ?? "")?.[0] ?? ""
    const enter = (code: string, leaseKey: string | undefined, asking = cart) =>
      room.takeApproval(asking, { ...(leaseKey && { leaseKey }), address: HERE }, code)

    /** A guest with an offer on another cart. */
    async function guest(): Promise<{ old: CartInput; leaseKey: string }> {
      const old = cartOf()
      const { leaseKey } = await room.apply(application(old, undefined, GUEST))
      await room.offer(old, { leaseKey })
      return { old, leaseKey }
    }

    async function asked() {
      await guest()
      const { leaseKey } = await ask()
      await send()
      return { leaseKey, code: codeIn(mails.at(-1)) }
    }

    it("which is sent to the address of the application, once", async () => {
      const { old } = await guest()
      await ask()
      await send()
      await send()
      expect(mails).toHaveLength(1)
      expect(mails[0]).toMatchObject({ to: old.email, template: "lease-to-own.code" })
      expect(mails[0]?.content.text).toMatch(/Your code is \d{4} \d{4}\./)
    })

    it("and goes on with the key of the browser that asked, to the contract", async () => {
      const { leaseKey, code } = await asked()
      const lease = await enter(code, leaseKey)
      expect(lease).toMatchObject({ status: "offered", cart_id: cart.id, customer_id: null })
      await expect(room.contract(cart, { leaseKey })).resolves.toBeDefined()
      expect(room.count("POST /application")).toBe(1)
    })

    it("in capitals or not, with a space or without, in the application's language", async () => {
      const old = cartOf({ email: "Robin@Shopper.example" })
      await room.apply({ ...application(old, undefined, GUEST), consentLanguage: "es" })
      const { leaseKey } = await ask()
      await send()
      expect(mails[0]?.content.subject).toBe("Su código para el arrendamiento con opción a compra")
      await enter(codeIn(mails[0]).replace(" ", ""), leaseKey)
    })

    it("keeps the approval for the browser, and takes the same code again, after a service that did not answer", async () => {
      const { leaseKey, code } = await asked()
      room.sandbox.fault({ route: "POST /application/cart", fault: "drop-after", times: 2 })
      await expect(enter(code, leaseKey)).rejects.toMatchObject({ kind: "unknown" })
      await expect(enter(code, leaseKey)).rejects.toMatchObject({ kind: "unknown" })
      expect(await room.approvalFor(cart, { leaseKey })).not.toBeNull()
      room.pass(HOUR)
      expect(await enter(code, leaseKey)).toMatchObject({ status: "offered" })
    })

    it("not where somebody else has put their e-mail address into the cart before the application, nor after the approval has moved", async () => {
      const email = "mallory@elsewhere.example"
      const planted = cartOf({ email })
      const { leaseKey } = await room.apply(application(planted, undefined, GUEST))
      const theirs = () => ask(cartOf({ email }))
      await theirs()
      await send()
      expect(mails).toEqual([])
      await room.sql("update lease set customer_id = 'cus_robin' where cart_id = ?", [planted.id])
      await room.takeApproval(cart, { customerId: "cus_robin", leaseKey })
      await room.sql("update lease set customer_id = null")
      await theirs()
      await send()
      expect(mails).toEqual([])
    })

    it("keeps nothing of the code but its hash, and no e-mail address", async () => {
      const { code } = await asked()
      const kept = JSON.stringify(await room.sql("select * from lease_code"))
      for (const word of [code, code.replace(" ", ""), "robin", "shopper.example"]) expect(kept).not.toContain(word)
      expect(JSON.stringify(await room.sql("select * from lease_event"))).not.toContain(code.replace(" ", ""))
    })

    it("answers the same, and writes as much, where there is no approval: nothing is sent", async () => {
      expect(Object.keys(await ask())).toEqual(["leaseKey"])
      await guest()
      expect(Object.keys(await ask())).toEqual(["leaseKey"])
      const other = cartOf({ email: "nobody@shopper.example" })
      const { leaseKey } = await ask(other)
      await send()
      expect(mails).toHaveLength(1)
      expect(await room.sql("select count(*)::int as count from lease_code")).toEqual([{ count: 3 }])
      await expect(enter("1234 5678", leaseKey, other)).rejects.toMatchObject({ code: "code_wrong" })
    })

    it("sends none for an approval of an account, which its login brings", async () => {
      await room.apply(application(cartOf()))
      await ask()
      await send()
      expect(mails).toEqual([])
      expect(await room.takeApproval(cart, OWNER)).toMatchObject({ status: "offered" })
    })

    describe("is refused, and nothing is lost,", () => {
      it("when it is guessed: five times, then another one is needed", async () => {
        const { leaseKey, code } = await asked()
        const wrong = code === "0000 0000" ? "1111 1111" : "0000 0000"
        for (let time = 0; time < 5; time++)
          await expect(enter(wrong, leaseKey)).rejects.toMatchObject({ code: "code_wrong" })
        await expect(enter(code, leaseKey)).rejects.toMatchObject({ code: "code_tries", kind: "too_many" })
        const again = await ask()
        await send()
        await expect(enter(codeIn(mails.at(-1)), again.leaseKey)).resolves.toBeDefined()
      })

      it("when guesses come at once: no more than five count as tries", async () => {
        const { leaseKey, code } = await asked()
        const wrong = code === "0000 0000" ? "1111 1111" : "0000 0000"
        const ended = await Promise.allSettled(Array.from({ length: 12 }, () => enter(wrong, leaseKey)))
        const codes = ended.map((end) => (end as PromiseRejectedResult).reason.code)
        expect(codes.filter((each) => each === "code_wrong")).toHaveLength(5)
        await expect(enter(code, leaseKey)).rejects.toMatchObject({ code: "code_tries" })
      })

      it("when it was used, and another is tried with that browser's key, or its day is over", async () => {
        const { leaseKey, code } = await asked()
        room.sandbox.fault({ route: "POST /application/cart", fault: "drop-after" })
        await expect(enter(code, leaseKey)).rejects.toBeDefined()
        const wrong = code === "0000 0000" ? "1111 1111" : "0000 0000"
        await expect(enter(wrong, leaseKey)).rejects.toMatchObject({ code: "code_used" })
        room.pass(24 * HOUR + 1)
        await expect(enter(code, leaseKey)).rejects.toMatchObject({ code: "code_used" })
        room.pass(-24 * HOUR - 1)
        expect(await room.takeApproval(cart, { leaseKey })).toMatchObject({ status: "offered" })
      })

      it("when it is entered twice at once: one takes it", async () => {
        const { leaseKey, code } = await asked()
        const ended = await Promise.allSettled([enter(code, leaseKey), enter(code, leaseKey)])
        const refused = ended.flatMap((end) => (end.status === "rejected" ? [end.reason.code] : []))
        expect(refused).toHaveLength(1)
        expect(["no_approval", "busy"]).toContain(refused[0])
        expect(await room.sql("select count(*)::int as count from lease where status <> 'superseded'")).toEqual([
          { count: 1 },
        ])
      })

      it("when it is too old, whether one was sent or not", async () => {
        const { leaseKey, code } = await asked()
        const other = cartOf({ email: "nobody@shopper.example" })
        const none = await ask(other)
        room.pass(20 * MINUTE + 1)
        await expect(enter(code, leaseKey)).rejects.toMatchObject({ code: "code_expired" })
        await expect(enter(code, none.leaseKey, other)).rejects.toMatchObject({ code: "code_expired" })
      })

      it("in another browser, without the key and with the key of another asking", async () => {
        const { code } = await asked()
        await expect(enter(code, undefined)).rejects.toMatchObject({ code: "code_not_asked" })
        await expect(enter(code, "made-up-0123456789")).rejects.toMatchObject({ code: "code_not_asked" })
        const second = await ask()
        await expect(enter(code, second.leaseKey)).rejects.toMatchObject({ code: "code_wrong" })
      })

      it("on another cart than asked", async () => {
        const { leaseKey, code } = await asked()
        await expect(enter(code, leaseKey, cartOf())).rejects.toMatchObject({ code: "code_not_asked" })
      })

      it("once the cart has another e-mail address", async () => {
        const { leaseKey, code } = await asked()
        const changed = { ...cart, email: "mallory@elsewhere.example" }
        await expect(enter(code, leaseKey, changed)).rejects.toMatchObject({ code: "code_other_email" })
        await expect(enter(code, leaseKey)).resolves.toBeDefined()
      })

      it("when the approval was used elsewhere, signed or ended since", async () => {
        const { leaseKey, code } = await asked()
        const elsewhere = cartOf({ price: 260 })
        const other = await ask(elsewhere)
        await send()
        await enter(codeIn(mails.at(-1)), other.leaseKey, elsewhere)
        await expect(enter(code, leaseKey)).rejects.toMatchObject({ code: "no_approval" })
      })
    })

    it("cannot be asked for without an e-mail address, or for a cart with an application", async () => {
      await expect(ask(cartOf({ email: null }))).rejects.toMatchObject({ code: "code_no_email" })
      const { old, leaseKey } = await guest()
      await expect(ask(old)).rejects.toMatchObject({ code: "contract_key" })
      await expect(room.askCode(old, { leaseKey })).rejects.toMatchObject({ code: "application_open" })
    })

    it("is limited by mailbox and network, alike with an approval and without", async () => {
      for (let time = 0; time < 3; time++) await ask()
      await expect(ask()).rejects.toMatchObject({ code: "too_many_codes", kind: "too_many" })
      // Somebody elsewhere has turns of their own, up to the day's limit of the mailbox.
      for (let time = 0; time < 7; time++) await ask(cart, `198.51.100.${time}`)
      await expect(ask(cart, "203.0.113.9")).rejects.toMatchObject({ code: "too_many_codes_for_email" })
      for (let time = 0; time < 7; time++) await ask(cartOf({ email: `kim${time}@shopper.example` }))
      await expect(ask(cartOf({ email: "lee@shopper.example" }))).rejects.toMatchObject({ code: "too_many_codes" })
      room.pass(24 * HOUR + 1)
      await expect(ask()).resolves.toBeDefined()
    })

    it("is still sent to the mailbox's owner after strangers have used up its day: where they applied or entered a code", async () => {
      const [home, phone] = ["203.0.113.9", "203.0.113.10"]
      await room.apply(application(cartOf(), undefined, { ...GUEST, address: home }))
      const first = await ask(cart, phone)
      await send()
      await enter(codeIn(mails[0]), first.leaseKey)
      for (let time = 0; time < 9; time++) await ask(cartOf(), `198.51.100.${time}`)
      await expect(ask(cartOf(), "198.51.100.99")).rejects.toMatchObject({ code: "too_many_codes_for_email" })
      for (const place of [home, phone]) await expect(ask(cartOf(), place)).resolves.toBeDefined()
      // Its own limit holds.
      for (let time = 0; time < 2; time++) await ask(cartOf(), home)
      await expect(ask(cartOf(), home)).rejects.toMatchObject({ code: "too_many_codes" })
    })

    it("asked for at once from one place, passes no limit", async () => {
      const ended = await Promise.allSettled(Array.from({ length: 8 }, () => ask()))
      expect(ended.filter(({ status }) => status === "fulfilled")).toHaveLength(3)
    })

    it("is sent again, as another code, when the provider was down; the log holds neither address nor code", async () => {
      await guest()
      const { leaseKey } = await ask()
      await room.sendCodes(down())
      expect(room.logged.join()).toContain("a one-time code could not be sent")
      expect(room.logged.join()).not.toMatch(/robin|\d{4} \d{4}/)
      room.pass(2 * MINUTE)
      await send()
      await expect(enter(codeIn(mails[0]), leaseKey)).resolves.toBeDefined()
    })

    it("is not sent once it would be too old", async () => {
      await guest()
      await ask()
      await room.sendCodes(down())
      room.pass(21 * MINUTE)
      await send()
      expect(mails).toEqual([])
      expect(await room.sql("select send_at from lease_code")).toEqual([{ send_at: null }])
    })

    it("is forgotten after a day, and what it opened as well", async () => {
      const { leaseKey, code } = await asked()
      room.sandbox.fault({ route: "POST /application/cart", fault: "409", times: 1 })
      room.pass(19 * MINUTE)
      await enter(code, leaseKey).catch(() => null)
      room.pass(26 * HOUR)
      await room.cleanUp()
      expect(await room.sql("select id from lease_code")).toEqual([])
      expect(await room.approvalFor(cart, { leaseKey })).toBeNull()
    })
  },
  { notices: { shoppers: { store: "Harbor & Home" } } },
)
