import { Modules } from "@medusajs/framework/utils"
import {
  completeCartWorkflow,
  createCartCreditLinesWorkflow,
  createPaymentCollectionForCartWorkflow,
  createPaymentSessionsWorkflow,
  createTaxRegionsWorkflow,
} from "@medusajs/medusa/core-flows"
import type { Sandbox } from "lease-to-own-sandbox"
import { fingerprint, parseAmount } from "../../../src/lease-cart"
import { PROVIDER_ID, queryOf, readRow, readSignedCart } from "../../../src/medusa/read/carts"
import { FORMER_KEY, hasOurTaxLines, TAX_PROVIDER_ID } from "../../../src/medusa/read/taxes"
import { isClosed, isDenied, isHosted, isNew } from "../../../src/modules/lease/ledger"
import { stock } from "../../integration/support/goods"
import { leaseInWidget, widgetOptions } from "../../integration/support/hosted-lease"
import { type Answer, ok } from "../../integration/support/http"
import type { LeaseStore } from "../../integration/support/lease-store"
import { ADDRESS, type Shopper } from "../../integration/support/shopper"
import { mapleOf } from "../../integration/support/two-accounts"
import { brokenByTax, kindOf, rateOf, type Sale } from "../../support/sale"
import type { Step } from "../../support/sequences"
import { isFound, readLog } from "./tax-found"

const CARD = "pp_system_default"
const PROMOTION = "TENTH"
const FORGED = "forged"
const RATES: Record<string, number> = { TX: 8.25, IL: 10 }
const OF_STATES = { default: "by_operator", states: { IL: "in_cart" } }

/** One shopper's cart in a real store, whose sales tax depends on how the cart is paid. */
type Life = {
  store: LeaseStore
  shopper: Shopper
  salesTax: unknown
  /** Whether our provider calculates the tax in the United States. */
  isOn: boolean
  state: string
  /** Whether code or Medusa's own tax route may have left a session with an outdated total. */
  mayDiffer: boolean
  isRace: boolean
  isByCode: boolean
  opened: Answer["body"] | null
  /** The steps that the store didn't refuse. */
  done: Set<string>
}

const cartOf = ({ shopper }: Life) => ok(shopper.http.get(`/store/carts/${shopper.cartId}`)).then(({ cart }) => cart)
const inCart = ({ shopper }: Life, path: string, body: object) =>
  ok(shopper.http.post(`/store/carts/${shopper.cartId}${path}`, body))

async function apply({ shopper }: Life, tag?: string): Promise<void> {
  const { consent } = await ok(shopper.view())
  await ok(shopper.apply(tag, { consent: { accepted: ["application"], version: consent.version } }))
}

const codeStarts = (provider_id: string) => async (life: Life) => {
  const { container } = life.store
  const cart_id = life.shopper.cartId
  const { payment_collection } = await cartOf(life)
  const collection =
    payment_collection ?? (await createPaymentCollectionForCartWorkflow(container).run({ input: { cart_id } })).result
  life.mayDiffer = true
  await createPaymentSessionsWorkflow(container).run({ input: { payment_collection_id: collection.id, provider_id } })
}

/** Simulates one death of the process that calculates the tax. Medusa responds with an error, as it would after a real one. */
const dyingWhileCounting = (provider: string) => async (life: Life) => {
  const tax = life.store.container.resolve(Modules.TAX)
  const dies = jest.spyOn(tax, "getTaxLines").mockRejectedValueOnce(new Error("The process dies."))
  await life.shopper.startPayment(provider).finally(() => dies.mockRestore())
}

/**
 * Changes where the cart goes. If the tax's calculation dies in between, Medusa keeps the new address and the old tax, so the shopper enters the address
 * once more.
 */
async function move(life: Life, state: string, body: object): Promise<void> {
  const change = () => inCart(life, "", body)
  await change().catch(change)
  life.state = state
}

async function reportSuccess(life: Life, success: object): Promise<void> {
  if (life.opened) await ok(life.shopper.widgetEvent("onSuccess", success))
}

/** The `salesTax` option that the store has now. */
let current: unknown

/** Sets the options, unless the store has them already, because each change starts another ledger. */
function setOptions({ store, salesTax }: Pick<Life, "store" | "salesTax">, other: Sandbox): void {
  if (salesTax === current) return
  const accounts = [{ id: "maple", salesTax: "in_cart", ...mapleOf(other) }]
  store.setOptions({ salesTax, secondLook: "maple", accounts, ...widgetOptions(store.sandbox) })
  current = salesTax
}

async function turn({ store }: Pick<Life, "store">, isOn: boolean): Promise<void> {
  const tax = store.container.resolve(Modules.TAX)
  const [region] = await tax.listTaxRegions({ country_code: "us", parent_id: null as never })
  if (!region) throw new Error("The United States have no tax region.")
  const provider_id = isOn ? TAX_PROVIDER_ID : "tp_system"
  await tax.updateTaxRegions({ id: region.id, provider_id, metadata: { [FORMER_KEY]: "tp_system" } })
}

/** Every kind of step. A step throws if the store refuses it. */
export const STEPS: Record<string, (life: Life, other: Sandbox) => Promise<unknown>> = {
  "choose lease-to-own": (life) => startPayment(life, PROVIDER_ID),
  "choose the card": (life) => startPayment(life, CARD),
  "choose lease-to-own, but the process dies": dyingWhileCounting(PROVIDER_ID),
  "choose the card, but the process dies": dyingWhileCounting(CARD),
  "say that lease-to-own is chosen": (life) => sendChoice(life, true),
  "say that the choice is taken back": (life) => sendChoice(life, false),
  "code starts a lease session": codeStarts(PROVIDER_ID),
  "code starts a card session": codeStarts(CARD),
  apply: (life) => apply(life),
  "apply and be denied": (life) => apply(life, "denied"),
  "the lease expires": ({ store, shopper }) =>
    store.sql("update lease set status = 'expired' where cart_id = ? and status not in ('placed', 'delivered')", [
      shopper.cartId,
    ]),
  offer: ({ shopper }) => ok(shopper.offer()),
  sign: async ({ shopper }) => {
    await shopper.signAt((await ok(shopper.contract())).url)
    await ok(shopper.signature())
  },
  "look at the lease": ({ shopper }) => ok(shopper.view()),
  complete: ({ shopper }) => ok(shopper.complete()),
  "code completes": async (life) => {
    const { id } = (await completeCartWorkflow(life.store.container).run({ input: { id: life.shopper.cartId } })).result
    life.isByCode = Boolean(id)
  },
  "the job runs": ({ store }) => store.runJob(),
  "add an item": ({ shopper }) => shopper.addItem("lamp"),
  "change a quantity": async (life) => {
    const [item] = (await cartOf(life)).items
    await inCart(life, `/line-items/${item.id}`, { quantity: (item.quantity % 3) + 1 })
  },
  "change the delivery": async (life) => {
    const [method] = (await cartOf(life)).shipping_methods
    await life.shopper.ship(method?.amount === 25 ? "express" : "standard")
  },
  "change the state": (life) => {
    const province = life.state === "TX" ? "IL" : "TX"
    return move(life, province, { shipping_address: { ...ADDRESS, province } })
  },
  "change the country": async (life) => {
    const { regionId, otherRegionId } = life.store.shop
    const isAway = life.state === "DE"
    const shipping_address = { ...ADDRESS, ...(isAway ? {} : { country_code: "de", province: "" }) }
    await move(life, isAway ? "TX" : "DE", { region_id: isAway ? regionId : otherRegionId, shipping_address })
  },
  "enter a promotion": (life) => inCart(life, "/promotions", { promo_codes: [PROMOTION] }),
  "store credit covers all": async (life) => {
    const { total } = await cartOf(life)
    const credit = {
      cart_id: life.shopper.cartId,
      amount: total,
      reference: "gift",
      reference_id: "gift",
      metadata: null,
    }
    life.mayDiffer = true
    await createCartCreditLinesWorkflow(life.store.container).run({ input: [credit] })
  },
  "calculate the tax over HTTP": async (life) => {
    life.mayDiffer = true
    await inCart(life, "/taxes", {})
  },
  "open the hosted widget": async (life) => {
    life.opened = await ok(life.shopper.widget())
  },
  "the widget reports success": async (life) =>
    life.opened && reportSuccess(life, await leaseInWidget(life.store.sandbox, life.opened)),
  "a browser forges success": (life) => reportSuccess(life, { id: `${FORGED} for ${life.shopper.cartId}` }),
  "the option changes": async (life, other) => {
    const next = { by_operator: OF_STATES, in_cart: "by_operator" }
    life.salesTax = typeof life.salesTax === "string" ? next[life.salesTax as keyof typeof next] : "in_cart"
    setOptions(life, other)
  },
  "the region's switch": async (life) => {
    life.isOn = !life.isOn
    await turn(life, life.isOn)
  },
}

/** Starts a payment, and checks what a shopper may rely on afterward. */
async function startPayment(life: Life, provider: string): Promise<void> {
  const session = (await life.shopper.startPayment(provider)) as unknown as { amount: number }
  if (life.isRace) return
  life.mayDiffer = false
  const cart = await cartOf(life)
  if (session.amount !== cart.total) throw new Broken(`a new session has the cart's total, not ${session.amount}`)
  await checkTax(life, cart, provider === PROVIDER_ID)
}

/** Sends the choice as the kit's checkout does when the shopper chooses lease-to-own or another payment method. */
async function sendChoice(life: Life, chosen: boolean): Promise<void> {
  const { shopper } = life
  await ok(shopper.as().post(`/store/lease-to-own/carts/${shopper.cartId}/choice`, { chosen }))
  if (!life.isRace) await checkTax(life, await cartOf(life), chosen)
}

async function checkTax(life: Life, cart: Answer["body"], isLease: boolean): Promise<void> {
  const lease = await life.store.ledger.leftOfCart(life.shopper.cartId)
  const isHosted = lease !== null && hasHostedSuccess(lease)
  if (!isLease && !isHosted) {
    const lines = [...cart.items, ...cart.shipping_methods]
    const isTaxed = lines.every(
      (line: { tax_lines: { rate: number }[] }) => rateOf({ taxes: line.tax_lines }) === formerRate(life),
    )
    if (!isTaxed) throw new Broken("another payment method puts the tax back")
  }
  const isMaple = lease && (isDenied(lease) || lease.account_id === "maple")
  const byOperator = life.salesTax === "by_operator" || (life.salesTax === OF_STATES && life.state === "TX")
  if (isLease && life.isOn && byOperator && !isMaple && life.state !== "DE" && cart.tax_total > 0)
    throw new Broken("the choice of lease-to-own takes the tax out")
}

class Broken extends Error {}

const formerRate = ({ state }: Life) => RATES[state] ?? 0

type Row = {
  id: string
  total: number
  items: Sale["lines"] & { tax_lines: Sale["lines"][number]["taxes"] }[]
  shipping_methods: { tax_lines: Sale["lines"][number]["taxes"] }[]
  payment_collections: { payments: { amount: number; provider_id: string; canceled_at: unknown }[] }[]
}

/** Returns the cart's order, if any. */
async function saleOf(life: Life): Promise<Sale | null> {
  const { store, shopper } = life
  const query = queryOf(store.container)
  type Link = { order?: { id: string } | null }
  const link = await readRow<Link>(query, "cart", shopper.cartId, ["id", "order.id"])
  if (!link?.order) return null
  const fields = ["id", "total", "items.tax_lines.*", "shipping_methods.tax_lines.*", "payment_collections.payments.*"]
  const order = (await readRow<Row>(query, "order", link.order.id, fields)) as Row
  const payments = order.payment_collections
    .flatMap(({ payments }) => payments ?? [])
    .filter(({ canceled_at }) => !canceled_at)
  const lease = await store.ledger.leftOfCart(shopper.cartId)
  const isLease = payments.some(({ provider_id }) => provider_id === PROVIDER_ID)
  const cart = await readSignedCart(query, shopper.cartId)
  const isSame = cart !== null && lease?.fingerprint === fingerprint(cart)
  const isForged = lease?.hosted_id?.startsWith(FORGED)
  const isVirtualCard = !isLease && lease !== null && hasHostedSuccess(lease) && isSame && !isForged
  // A credit may exceed what is due.
  const total = Math.max(0, parseAmount(order.total))
  const paid = payments.reduce((sum, { amount }) => sum + parseAmount(amount), 0)
  const escaped = hasOurTaxLines(order) && !isLease && !isVirtualCard
  return {
    lines: [...order.items, ...order.shipping_methods].map(({ tax_lines }) => ({
      taxes: tax_lines ?? [],
      formerRate: formerRate(life),
    })),
    ...{ total, isVirtualCard, isUnasked: life.isByCode || isForged || (life.isRace && paid === 0) },
    // Any hosted order without tax is held until the operator has accepted the order's number.
    isFound: !isVirtualCard && (await isFound(store, { orderId: order.id, cartId: shopper.cartId, escaped })),
    paid: { by: isLease ? "lease" : "card", amount: life.mayDiffer ? total : paid },
    taxedBy: isLease || isVirtualCard ? (lease?.snapshot?.taxedBy ?? null) : null,
  }
}

const hasHostedSuccess = (lease: Parameters<typeof isHosted>[0] & Parameters<typeof isNew>[0]) =>
  isHosted(lease) && !isNew(lease) && !isClosed(lease)

/** Creates enough goods for every run, a state with its own tax rate, and a promotion. */
export async function prepare(store: LeaseStore): Promise<void> {
  const tax = store.container.resolve(Modules.TAX)
  const [region] = await tax.listTaxRegions({ country_code: "us", parent_id: null as never })
  const rate = { name: "Illinois", code: "il", rate: RATES.IL }
  const illinois = { country_code: "us", province_code: "il", parent_id: region?.id, default_tax_rate: rate }
  await createTaxRegionsWorkflow(store.container).run({ input: [illinois] })
  const method = { type: "percentage", target_type: "items", allocation: "across", value: 10, currency_code: "usd" }
  const promotion = { code: PROMOTION, type: "standard", status: "active", application_method: method }
  await ok(store.admin.post("/admin/promotions", promotion))
  for (const sku of ["SOFA", "LAMP"]) await stock(store, sku, 10_000)
  readLog(store)
}

/** Performs the steps with a new cart. `done` collects the steps that succeeded. Returns the broken rule, if any, and how the order was paid. */
export async function lived(
  store: LeaseStore,
  other: Sandbox,
  number: number,
  steps: readonly Step[],
  done: Set<string>,
) {
  const shopper = await store.filled({ email: `robin-${number}@shopper.example` })
  const life: Life = {
    ...{ store, shopper, salesTax: "by_operator", isOn: true, state: "TX", opened: null },
    ...{ mayDiffer: false, isRace: false, isByCode: false, done },
  }
  setOptions(life, other)
  await turn(life, true)
  let kind = kindOf(null)
  for (const [index, step] of steps.entries()) {
    const sale = await take(life, other, step)
    if (sale instanceof Broken) return { broken: `after step ${index + 1}: ${sale.message}`, kind }
    kind = kindOf(sale)
    const broken = sale && brokenByTax(sale)
    if (broken) return { broken: `after step ${index + 1}: ${broken}`, kind }
    // Stop after the order, because later steps change only the options and other carts.
    if (sale) return { kind }
  }
  return { kind }
}

async function take(life: Life, other: Sandbox, step: Step): Promise<Sale | Broken | null> {
  life.isRace = "besides" in step
  const names = [step.does, ...("besides" in step ? [step.besides] : [])]
  const errors = await Promise.all(
    names.map(async (does) => {
      try {
        await STEPS[does]?.(life, other)
        life.done.add(does)
        return null
      } catch (error) {
        return error
      }
    }),
  )
  return errors.find((error) => error instanceof Broken) ?? saleOf(life)
}
