import { en } from "../../../packages/storefront/src/en"
import type { LeaseStatus } from "../../../packages/storefront/src/index"
import { createLeaseOrder, type OrderWords } from "../../../packages/storefront/src/order"
import { offerBlocks } from "../../../packages/storefront/src/screens/offer-blocks"
import { speaker } from "../../../packages/storefront/src/screens/screen-words"
import { clientOf, fakeTransport } from "./fake-transport"
import { aStorage } from "./local-store"
import { offer, operator, order, orderLease, placed, refusal, summary } from "./moments"

const status_message = {
  code: "order_lease_ended",
  params: { operator: operator.name, contact: operator.contact },
  message: "Your lease is over. For questions about your payments, contact Harbor Leasing: 555 0100.",
}
const LEASE = { ...orderLease, status_message }

let store: ReturnType<typeof fakeTransport>
let storage: ReturnType<typeof aStorage>
beforeEach(() => {
  store = fakeTransport()
  storage = aStorage()
  store.on({ order_1: { lease: LEASE }, complete: order, GET: placed })
})
const orders = (words: OrderWords = {}) => createLeaseOrder({ transport: store.transport, storage, ...words })
const kept = () => Object.fromEntries(storage.entries)

it("the lease is in the store's English, or in Spanish", async () => {
  expect(await orders().read("order_1")).toMatchObject(LEASE)
  expect(store.sent).toEqual([{ method: "GET", path: "/store/lease-to-own/orders/order_1" }])
  const words =
    "Su arrendamiento terminó. Si tiene preguntas sobre los pagos, comuníquese con Harbor Leasing: 555 0100."
  const { status_message, summary } = (await orders({ locale: "es-MX" }).read("order_1")) ?? {}
  expect([status_message?.message, summary?.messages]).toEqual([words, [words]])
})

it.each([
  ["leads to its new contract", "cart_1", "/lease?cart={cartId}", "/lease?cart=cart_1"],
  ["leads nowhere for people who didn't apply", null, "/lease?cart={cartId}", undefined],
  ["leads nowhere if the page is unknown", "cart_1", undefined, undefined],
])("the lease of an edited order, in the shop's own words, %s", async (_, sign_cart_id, contractLink, href) => {
  store.on("order_1", { lease: { ...LEASE, sign_cart_id } })
  const dictionary = en.with({ screens: { method: "On lease" } })
  const summary = (await orders({ dictionary, contractLink }).read("order_1"))?.summary
  const sign = href ? { label: en.texts.steps.new_contract, href } : null
  expect(summary).toMatchObject({ method: "On lease", sign })
})

it.each([
  ["/cart", "/cart"],
  ["/cart?id={cartId}", "/cart?id=cart_2"],
  [undefined, undefined],
])("items that weren't leased are named, with a link to their cart at %s", async (cartLink, href) => {
  const items = [
    { title: "Gift card", quantity: 1 },
    { title: "Warranty", quantity: 2 },
  ]
  store.on("order_1", { lease: { ...LEASE, separate_cart: { id: "cart_2", items } } })
  const summary = (await orders({ cartLink }).read("order_1"))?.summary
  const link = href ? { label: en.texts.buttons.to_cart, href } : null
  expect(summary?.separate).toEqual({ text: "Still to order: Gift card, 2 × Warranty.", link })
})

it.each(["place", "get"] as const)("the order takes its cart's lease key over once %s has found it", async (call) => {
  storage.setItem("lease-to-own:cart_1", "key_1")
  await clientOf(store.transport, { storage })[call]()
  expect(kept()).toEqual({ "lease-to-own:order_1": "key_1" })
  await orders().read("order_1")
  expect(store.sent.at(-1)?.headers).toEqual({ "x-lease-key": "key_1" })
})

it("the summary has the status, the store's messages, the reference and the operator's contact", async () => {
  const messages = [{ code: "x", params: {}, message: "Being confirmed." }]
  store.on("order_1", { lease: { ...LEASE, messages } })
  expect((await orders().read("order_1"))?.summary).toEqual({
    method: en.texts.screens.method,
    offer: [],
    figures: [{ name: "reference", label: en.texts.screens.reference, value: LEASE.reference }],
    sign: null,
    separate: null,
    messages: [status_message.message, "Being confirmed."],
    payments: en.say("screens", "paid_to", { operator: operator.name, contact: operator.contact }),
  })
})

/** Whether the order page shows the payments. The compiler reports a missing status. */
const SHOWS_PAYMENTS: Record<LeaseStatus, boolean> = {
  ...{ open: false, submitting: false, approved: false, denied: false, pending: false, undecided: false },
  ...{ offered: false, signing: false, signed: true, placing: true, placed: true, delivered: true },
  ...{ returning: false, returned: false, canceling: false, canceled: false, expired: false, superseded: false },
}

it("the summary shows the applicant the whole offer from the signature until the lease ends", async () => {
  const shown = async (status: string) => {
    store.on("order_1", { lease: { ...LEASE, offer: { ...offer, summary }, status } })
    return (await orders().read("order_1"))?.summary.offer
  }
  const speak = speaker({ dictionary: en })
  const agreed = offerBlocks({ offer: { ...offer, summary }, operator: LEASE.operator }, speak, true)
  expect(JSON.stringify(agreed)).toContain("Due at signing")
  for (const [status, isShown] of Object.entries(SHOWS_PAYMENTS))
    expect([status, await shown(status)]).toEqual([status, isShown ? agreed : []])
})

it("the summary says whom to pay until the lease is about to end, because the status then says whom to ask", async () => {
  const saysWhomToPay = async (status: LeaseStatus) => {
    store.on("order_1", { lease: { ...LEASE, status } })
    return (await orders().read("order_1"))?.summary.payments !== null
  }
  const all = Object.keys(SHOWS_PAYMENTS) as LeaseStatus[]
  const silent: LeaseStatus[] = []
  for (const status of all) if (!(await saysWhomToPay(status))) silent.push(status)
  expect(silent.sort().join()).toBe("canceled,canceling,denied,expired,returned,returning,superseded")
})

it("the operator's text stands below the payments, and only there, in the page's language", async () => {
  const disclosure = { text: "Read this.", language: "en", texts: { en: "Read this.", es: "Lea esto." }, version: null }
  const shown = async (status: LeaseStatus, locale: string) => {
    store.on("order_1", { lease: { ...LEASE, offer: { ...offer, summary, disclosure }, status } })
    return (await orders({ locale }).read("order_1"))?.summary.offer.at(-1)
  }
  expect(await shown("placed", "en")).toMatchObject({ text: "Read this.", language: "en" })
  expect(await shown("placed", "es")).toMatchObject({ text: "Lea esto.", language: "es" })
  expect(await shown("returned", "en")).toBeUndefined()
})

it("the store's refusal is thrown in words, and so is an answer that isn't the plugin's", async () => {
  store.on("order_1", refusal(404, "order_not_found", "This order was not found."), {})
  await expect(orders({ locale: "es" }).read("order_1")).rejects.toMatchObject({
    message: "No se encontró este pedido.",
  })
  await expect(orders().read("order_1")).rejects.toMatchObject({ code: "unexpected_answer" })
})

it.each([
  ["the order's key goes to the cart that signs its new contract", { order_1: "key_1" }, "key_1"],
  ["a key that a signing link brought to that cart stays", { order_1: "key_1", cart_1: "key_2" }, "key_2"],
  ["no key is stored if this browser has none", {}, undefined],
])("%s", async (_, keys, after) => {
  for (const [id, key] of Object.entries(keys)) storage.setItem(`lease-to-own:${id}`, key)
  store.on("order_1", { lease: { ...LEASE, sign_cart_id: "cart_1" } })
  expect((await orders().read("order_1"))?.sign_cart_id).toBe("cart_1")
  expect(kept()).toEqual(after ? { "lease-to-own:order_1": "key_1", "lease-to-own:cart_1": after } : {})
})
