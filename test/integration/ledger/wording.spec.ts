import { signContract } from "lease-to-own-sandbox"
import type { CartInput } from "../../../src/lease-cart"
import { applicant } from "../support/applicant"
import { orderOfCart, placeOrder } from "../support/fake-medusa"
import { ANA, application, cartOf, describeLedger, OWNER, routes } from "../support/ledger-room"

const item = (id: string, required: boolean, en: string, es: string) => ({ id, required, en, es })
const entry = (en: string, es: string) => ({ en, es, acknowledge: true, version: "1" })

const OPTIONS = {
  consent: {
    version: "7",
    items: [
      item("application", true, "I agree.", "Acepto."),
      item("privacy", true, "I have read it.", "Lo he leído."),
      item("texting", false, "{operator} may text me.", "{operator} puede enviarme mensajes."),
    ],
  },
  disclosures: {
    offer: {
      default: { en: "For all states.", es: "Para todos los estados." },
      NY: entry("New York says so.", "Lo dice Nueva York."),
      Texas: entry("Texas says so.", "Lo dice Texas."),
    },
  },
  operator: { name: "Harbor Leasing", contact: "help@harbor.example" },
  contractLink: "https://shop.example/lease?cart={cartId}",
}

const inState = (province: string, cart: Partial<CartInput> = {}) =>
  cartOf({ ...cart, shipping_address: { country_code: "us", province } })
const REFUSED = { code: "disclosure_required", kind: "invalid", fields: [{ field: "acknowledged", rule: "version" }] }
const NY = { acknowledged: { version: "NY/1", language: "es" } }

describeLedger(
  "the operator's own wording",
  (room) => {
    const applying = (cart: CartInput, consent: object = {}) => {
      const form = application(cart)
      const given = { accepted: ["privacy", "application"], version: "7", ...consent }
      return { ...form, consent: given }
    }
    async function offered(cart: CartInput, shopper = OWNER): Promise<CartInput> {
      await room.apply({ ...applying(cart), shopper })
      await room.offer(cart, shopper)
      return cart
    }
    const historyOf = async (cart: CartInput) => room.history((await room.leaseOf(cart)).id)
    const entriesOf = async (cart: CartInput, type: string) =>
      (await historyOf(cart)).filter((each) => each.type === type).map(({ detail }) => detail)

    describe("the consent", () => {
      it("is stored with its version, its language and the texts of the accepted items", async () => {
        const cart = inState("TX")
        await room.apply(applying(cart, { accepted: ["texting", "application", "privacy", "texting"], language: "es" }))
        expect(await entriesOf(cart, "application_sent")).toEqual([
          {
            ...{ consent_version: "7", consent_language: "es", attempt: 1 },
            consent_texts: {
              ...{ application: "Acepto.", privacy: "Lo he leído." },
              texting: "Harbor Leasing puede enviarme mensajes.",
            },
          },
        ])
      })

      it.each<[string, object, string]>([
        ["a required item", { accepted: ["application", "texting"] }, "consent.privacy"],
        ["an item that exists", { accepted: ["application", "privacy", "newsletter"] }, "consent.accepted"],
        ["the current version", { version: "6" }, "consent"],
        ["a language of its texts", { language: "fr" }, "consent"],
      ])("without %s, nothing is sent, stored or counted", async (_, consent, field) => {
        const refusal = { code: "consent_required", kind: "invalid", fields: [expect.objectContaining({ field })] }
        await expect(room.apply(applying(inState("TX"), consent))).rejects.toMatchObject(refusal)
        expect(room.calls()).toEqual([])
        expect(await room.rows.of("lease_submission")).toEqual([])
      })
    })

    describe("a text that the shopper must confirm", () => {
      it("is stored with its version and language when the contract opens, and erased as little as the consent", async () => {
        const cart = await offered(inState("New York"))
        expect(await room.contract(cart, OWNER, NY)).toMatchObject({ url: expect.any(String) })
        const detail = { disclosure_version: "NY/1", disclosure_language: "es", disclosure_text: "Lo dice Nueva York." }
        expect(await entriesOf(cart, "disclosure_acknowledged")).toEqual([detail])
        const { id } = await room.leaseOf(cart)
        await room.cancelContract(await room.lease(id), ANA)
        await room.run()
        await room.erasePerson({ email: cart.email ?? "" }, { actor: ANA, includeDelivered: false })
        expect((await room.lease(id)).erased_at).not.toBeNull()
        expect(await entriesOf(cart, "disclosure_acknowledged")).toEqual([detail])
      })

      it.each<[string, object | undefined]>([
        ["no confirmation", undefined],
        ["another version", { version: "NY/2" }],
        ["the version without its state", { version: "1" }],
        ["another state's version", { version: "Texas/1" }],
        ["another account's version", { version: "maple/NY/1" }],
        ["a language that the text does not have", { version: "NY/1", language: "fr" }],
        ["a language of no prototype", { version: "NY/1", language: "constructor" }],
      ])("with %s, no contract opens, and nothing is called or stored", async (_, acknowledged) => {
        const cart = await offered(inState("NY"))
        await expect(room.contract(cart, OWNER, { acknowledged } as typeof NY)).rejects.toMatchObject(REFUSED)
        expect(room.count(routes.contract)).toBe(0)
        expect(await room.leaseOf(cart)).toMatchObject({ status: "offered", contract_at: null })
      })

      it("is needed for the state that the cart ships to when the contract opens", async () => {
        const cart = await offered(inState("NY"))
        const moved = { ...cart, shipping_address: { country_code: "us", province: "Texas" } }
        await expect(room.contract(moved, OWNER, NY)).rejects.toMatchObject({ code: "cart_changed" })
        await room.offer(moved, OWNER)
        await expect(room.contract(moved, OWNER, NY)).rejects.toMatchObject(REFUSED)
        await room.contract(moved, OWNER, { acknowledged: { version: "Texas/1" } })
        expect(await entriesOf(cart, "disclosure_acknowledged")).toMatchObject([{ disclosure_text: "Texas says so." }])
      })

      it("is needed each time the contract opens", async () => {
        const cart = await offered(inState("NY"))
        await room.contract(cart, OWNER, NY)
        await expect(room.contract(cart, OWNER)).rejects.toMatchObject(REFUSED)
      })

      it("is needed for an edited order's new contract, whatever was confirmed for the former one", async () => {
        const former = inState("NY")
        await room.apply(applying(former))
        await room.offer(former, OWNER)
        const { url } = await room.contract(former, OWNER, NY)
        await signContract(url)
        await room.verifySignature(former.id, OWNER)
        const order = await placeOrder(room, { cart: former })
        await room.run()
        const edited = { ...inState("NY", cartOf({ price: 479 })), id: former.id }
        order.total = 48_999
        await room.replaceContract(await room.leaseOf(former), { order: edited, actor: ANA })
        await room.offer(edited, OWNER)
        await expect(room.contract(edited, OWNER)).rejects.toMatchObject(REFUSED)
        expect(await room.contract(edited, OWNER, NY)).toMatchObject({ url: expect.any(String) })
      })

      it("is needed for a lease by link", async () => {
        const cart = inState("NY")
        const order = orderOfCart({ cartId: cart.id, asCart: cart, sessions: [], payments: [] })
        room.medusa.orders.set(cart.id, order)
        room.medusa.hears([cart])
        const lease = await room.openByLink({ cart, orderId: order.id, displayId: 1 }, ANA)
        const { hash } = new URL(await room.signingLink(lease, ANA))
        const shopper = { leaseKey: new URLSearchParams(hash.slice(1)).get("lease-key") ?? "" }
        await offered(cart, shopper as typeof OWNER)
        await expect(room.contract(cart, shopper)).rejects.toMatchObject(REFUSED)
        expect(await room.contract(cart, shopper, NY)).toMatchObject({ url: expect.any(String) })
      })
    })

    it("a state without such a text needs no confirmation, and stores none that was sent", async () => {
      const cart = await offered(inState("OH"))
      expect(await room.contract(cart, OWNER, NY)).toMatchObject({ url: expect.any(String) })
      expect(await entriesOf(cart, "disclosure_acknowledged")).toEqual([])
    })
  },
  OPTIONS,
)

describe.each([
  [["en", "es"], "es", "es"],
  [["en", "es"], undefined, "en"],
  [["es"], "en", "es"],
  [["es"], undefined, "es"],
  [["en"], "es", "en"],
])("with contracts in %j, and the language %s on the page", (contractLanguages, languagePreference, language) => {
  describeLedger(
    "the application",
    (room) => {
      it(`gets a contract in ${language}`, async () => {
        const cart = cartOf()
        await room.apply({ ...application(cart), application: { ...applicant(), languagePreference } })
        await room.offer(cart, OWNER)
        const page = await fetch((await room.contract(cart, OWNER)).url)
        expect(await page.text()).toContain(`<html lang="${language}"`)
      })
    },
    { contractLanguages },
  )
})
