import type { CartInput } from "../../../src/lease-cart"
import type { Mail } from "../../../src/modules/lease/outbox/medusa"
import { cartOf, DAY, describeLedger, HOUR, MINUTE, OWNER, routes } from "../support/ledger-room"

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
    const ask = (asking = cart, address = HERE) => room.requestCode(asking, { address })
    const send = () => room.sendCodes(room.medusa)
    const codeIn = (mail = mails.at(-1)) => /\d{4} \d{4}/.exec(mail?.content.text ?? "")?.[0] ?? ""
    const wrong = (code: string) => (code === "0000 0000" ? "1111 1111" : "0000 0000")
    const enter = (code: string, leaseKey: string | undefined, asking = cart) =>
      room.takeApproval(asking, { ...(leaseKey && { leaseKey }), address: HERE }, code)

    /** A guest has an offer on another cart, and requests a code on this one. */
    async function asked() {
      await room.offered(GUEST)
      const { leaseKey } = await ask()
      await send()
      return { leaseKey, code: codeIn() }
    }
    /** The same while the email provider is down. */
    async function askedInVain() {
      await room.offered(GUEST)
      const { leaseKey } = await ask()
      await room.sendCodes({
        ...room.medusa,
        mail: async ({ to, content }) => {
          throw new Error(`provider down for ${to}: ${content.text}`)
        },
      })
      return leaseKey
    }

    it("a code is sent once to the application's address, and works with the asking browser's key", async () => {
      const { leaseKey, code } = await asked()
      await send()
      expect(mails).toMatchObject([{ to: cart.email, template: "lease-to-own.code" }])
      expect(mails[0]?.content.text).toContain(`Your code is ${code}.`)
      expect(JSON.stringify(mails[0]?.data)).not.toMatch(/\d{4} ?\d{4}/)
      const lease = await enter(code, leaseKey)
      expect(lease).toMatchObject({ status: "offered", cart_id: cart.id, customer_id: null })
      await expect(room.contract(cart, { leaseKey })).resolves.toBeDefined()
      expect(room.count(routes.application)).toBe(1)
    })

    it("a code works with any case of the address and any spacing, in the application's language", async () => {
      const old = cartOf({ email: "Robin@Shopper.example" })
      await room.applied({ ...GUEST, cart: old, consentLanguage: "es" })
      const { leaseKey } = await ask()
      await send()
      expect(mails[0]?.content.subject).toBe("Su código para el arrendamiento con opción a compra")
      await enter(codeIn().replace(" ", ""), leaseKey)
    })

    it("after an unanswered call, the browser keeps the approval, and the same code works again", async () => {
      const { leaseKey, code } = await asked()
      room.sandbox.fault({ route: routes.cart, fault: "drop-after", times: 2 })
      await expect(enter(code, leaseKey)).rejects.toMatchObject({ kind: "unknown" })
      await expect(enter(code, leaseKey)).rejects.toMatchObject({ kind: "unknown" })
      expect(await room.approvalFor(cart, { leaseKey })).not.toBeNull()
      room.pass(HOUR)
      expect(await enter(code, leaseKey)).toMatchObject({ status: "offered" })
    })

    it("no code is sent to an address that someone else entered on the cart, or after the approval moved", async () => {
      const email = "mallory@elsewhere.example"
      const { id, leaseKey } = await room.applied({ ...GUEST, cart: cartOf({ email }) })
      const theirs = () => ask(cartOf({ email }))
      await theirs()
      await send()
      expect(mails).toEqual([])
      await room.rows.changeLease({ customer_id: "cus_robin" }, id)
      await room.takeApproval(cart, { customerId: "cus_robin", leaseKey })
      await room.rows.changeLease({ customer_id: null })
      await theirs()
      await send()
      expect(mails).toEqual([])
    })

    it("only the code's hash is stored, and no email address", async () => {
      const { code } = await asked()
      const kept = await room.rows.text("lease_code")
      for (const word of [code, code.replace(" ", ""), "robin", "shopper.example"]) expect(kept).not.toContain(word)
      expect(await room.rows.text("lease_event")).not.toContain(code.replace(" ", ""))
    })

    it("without an approval, the response and the writes are the same, and nothing is sent", async () => {
      expect(Object.keys(await ask())).toEqual(["leaseKey"])
      await room.offered(GUEST)
      expect(Object.keys(await ask())).toEqual(["leaseKey"])
      const other = cartOf({ email: "nobody@shopper.example" })
      const { leaseKey } = await ask(other)
      await send()
      expect(mails).toHaveLength(1)
      expect(await room.rows.of("lease_code")).toHaveLength(3)
      await expect(enter("1234 5678", leaseKey, other)).rejects.toMatchObject({ code: "code_wrong" })
    })

    it("no code is sent for an account's approval, which its login brings", async () => {
      await room.applied()
      await ask()
      await send()
      expect(mails).toEqual([])
      expect(await room.takeApproval(cart, OWNER)).toMatchObject({ status: "offered" })
    })

    describe("a code is refused, and nothing is lost,", () => {
      it("when it is guessed, even many times at once: after five guesses another code is needed", async () => {
        const { leaseKey, code } = await asked()
        const ended = await Promise.allSettled(Array.from({ length: 12 }, () => enter(wrong(code), leaseKey)))
        const codes = ended.map((end) => (end as PromiseRejectedResult).reason.code)
        expect(codes.filter((each) => each === "code_wrong")).toHaveLength(5)
        await expect(enter(code, leaseKey)).rejects.toMatchObject({ code: "code_tries", kind: "too_many" })
        const again = await ask()
        await send()
        await expect(enter(codeIn(), again.leaseKey)).resolves.toBeDefined()
      })

      it("when it was used and another is tried with that key, or its day has ended", async () => {
        const { leaseKey, code } = await asked()
        room.sandbox.fault({ route: routes.cart, fault: "drop-after" })
        await expect(enter(code, leaseKey)).rejects.toBeDefined()
        await expect(enter(wrong(code), leaseKey)).rejects.toMatchObject({ code: "code_used" })
        room.pass(DAY + 1)
        await expect(enter(code, leaseKey)).rejects.toMatchObject({ code: "code_used" })
        room.pass(-DAY - 1)
        expect(await room.takeApproval(cart, { leaseKey })).toMatchObject({ status: "offered" })
      })

      it("when it is too old, sent or not", async () => {
        const { leaseKey, code } = await asked()
        const other = cartOf({ email: "nobody@shopper.example" })
        const none = await ask(other)
        room.pass(20 * MINUTE + 1)
        await expect(enter(code, leaseKey)).rejects.toMatchObject({ code: "code_expired" })
        await expect(enter(code, none.leaseKey, other)).rejects.toMatchObject({ code: "code_expired" })
      })

      it.each<[string, string, (code: string, leaseKey: string) => Promise<unknown>]>([
        ["in a browser without the key", "code_not_requested", (code) => enter(code, undefined)],
        ["with a made-up key", "code_not_requested", (code) => enter(code, "made-up-0123456789")],
        ["with the key of another asking", "code_wrong", async (code) => enter(code, (await ask()).leaseKey)],
        ["on another cart than asked", "code_not_requested", (code, leaseKey) => enter(code, leaseKey, cartOf())],
        [
          "once the cart has another email address",
          "code_other_email",
          (code, leaseKey) => enter(code, leaseKey, { ...cart, email: "mallory@elsewhere.example" }),
        ],
      ])("%s, as %s, and still works where it was requested", async (_, refusal, entered) => {
        const { leaseKey, code } = await asked()
        await expect(entered(code, leaseKey)).rejects.toMatchObject({ code: refusal })
        await expect(enter(code, leaseKey)).resolves.toBeDefined()
      })
    })

    it("a code can't be requested without an email address, or for a cart with an application", async () => {
      await expect(ask(cartOf({ email: null }))).rejects.toMatchObject({ code: "code_no_email" })
      const { cart: old, leaseKey } = await room.offered(GUEST)
      await expect(ask(old)).rejects.toMatchObject({ code: "contract_key" })
      await expect(room.requestCode(old, { leaseKey })).rejects.toMatchObject({ code: "application_open" })
    })

    it("codes are limited by mailbox and network, with or without an approval", async () => {
      for (let time = 0; time < 3; time++) await ask()
      await expect(ask()).rejects.toMatchObject({ code: "too_many_codes", kind: "too_many" })
      // Someone elsewhere has their own limit, up to the mailbox's daily one.
      for (let time = 0; time < 7; time++) await ask(cart, `198.51.100.${time}`)
      await expect(ask(cart, "203.0.113.9")).rejects.toMatchObject({ code: "too_many_codes_for_email" })
      for (let time = 0; time < 7; time++) await ask(cartOf({ email: `kim${time}@shopper.example` }))
      await expect(ask(cartOf({ email: "lee@shopper.example" }))).rejects.toMatchObject({ code: "too_many_codes" })
      room.pass(DAY + 1)
      await expect(ask()).resolves.toBeDefined()
    })

    it("after strangers used up a mailbox's codes, its owner still gets one where they applied or entered a code", async () => {
      const [home, phone] = ["203.0.113.9", "203.0.113.10"]
      await room.applied({ ...GUEST, address: home })
      const first = await ask(cart, phone)
      await send()
      await enter(codeIn(), first.leaseKey)
      for (let time = 0; time < 9; time++) await ask(cartOf(), `198.51.100.${time}`)
      await expect(ask(cartOf(), "198.51.100.99")).rejects.toMatchObject({ code: "too_many_codes_for_email" })
      for (const place of [home, phone]) await expect(ask(cartOf(), place)).resolves.toBeDefined()
      // Its own limit holds.
      for (let time = 0; time < 2; time++) await ask(cartOf(), home)
      await expect(ask(cartOf(), home)).rejects.toMatchObject({ code: "too_many_codes" })
    })

    it("concurrent requests for codes pass no limit", async () => {
      const ended = await Promise.allSettled(Array.from({ length: 8 }, () => ask()))
      expect(ended.filter(({ status }) => status === "fulfilled")).toHaveLength(3)
    })

    it("after a failed email, another code is sent, and the log has neither address nor code", async () => {
      const leaseKey = await askedInVain()
      expect(room.logged.join()).toContain("a one-time code could not be sent")
      expect(room.logged.join()).not.toMatch(/robin|\d{4} \d{4}/)
      room.pass(2 * MINUTE)
      await send()
      await expect(enter(codeIn(), leaseKey)).resolves.toBeDefined()
    })

    it("a code that would be too old isn't sent", async () => {
      await askedInVain()
      room.pass(21 * MINUTE)
      await send()
      expect(mails).toEqual([])
      expect(await room.rows.of("lease_code")).toMatchObject([{ send_at: null }])
    })

    it("a code and its access are deleted after a day", async () => {
      const { leaseKey, code } = await asked()
      room.sandbox.fault({ route: routes.cart, fault: "409", times: 1 })
      room.pass(19 * MINUTE)
      await enter(code, leaseKey).catch(() => null)
      room.pass(26 * HOUR)
      await room.cleanUp()
      expect(await room.rows.of("lease_code")).toEqual([])
      expect(await room.approvalFor(cart, { leaseKey })).toBeNull()
    })
  },
  { notices: { shoppers: { store: "Harbor & Home", link: "https://shop.example/checkout?cart={cartId}" } } },
)
