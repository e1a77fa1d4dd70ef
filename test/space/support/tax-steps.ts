import { checkLeaseBeforeCompletion } from "../../../src/api/guards/completion"
import { calculateTaxForPayment, guardCollection } from "../../../src/api/guards/payment-collections"
import { fingerprint, isTaxed, salesTaxOf } from "../../../src/lease-cart"
import { PROVIDER_ID } from "../../../src/medusa/read/carts"
import { TAX_PROVIDER_ID } from "../../../src/medusa/read/taxes"
import { asLeased, takeTaxOut } from "../../../src/medusa/sales-tax"
import { accountOfCart } from "../../../src/modules/lease/cart/account-of-cart"
import { brokenByTax, kindOf, rateOf } from "../../support/sale"
import type { Step } from "../../support/sequences"
import { hearOfOrder, isFound, pass, sendChoice } from "./tax-requests"
import { Death, Refusal, TaxedStore, TEXAS } from "./taxed-store"

const CARD = "pp_system_default"

/* What shoppers, staff and code do */

/** A change in Medusa, under the cart's lock. `counts` is how Medusa then updates the total. */
const inMedusa =
  (
    work: (store: TaxedStore) => unknown,
    counts: (store: TaxedStore) => unknown = (store) => store.refreshCollection(),
  ) =>
  async (store: TaxedStore) => {
    refuseIf(store.order !== null)
    await store.alone(async () => {
      await work(store)
      await counts(store)
    })
  }

/** Code doesn't go through a guard, so its session may have an outdated total, which Medusa doesn't compare with the cart's. */
const codeStarts = (provider_id: string) =>
  inMedusa(
    (store) => Object.assign(store.startSession(provider_id), { mayDiffer: true }),
    () => {},
  )

async function startSession(store: TaxedStore, provider_id: string): Promise<void> {
  refuseIf(store.order !== null)
  store.startCollection()
  await pass(guardCollection(calculateTaxForPayment), store, "pay_col_1", { provider_id })
  refuseIf(store.order !== null)
  store.startSession(provider_id)
}

function refuseIf(is: boolean): void {
  if (is) throw new Refusal()
}

const ownAccount = (store: TaxedStore) => {
  const account = accountOfCart(store.ledger.deps, store.cart, store.ledger.record)
  if (!account) throw new Refusal()
  return account
}

/** Prepares the cart as the routes that begin or continue a lease do. */
async function openCart(store: TaxedStore): Promise<void> {
  refuseIf(store.order !== null)
  await takeTaxOut(store.container, store.cart as never)
}

function mayApply({ lease }: TaxedStore): boolean {
  return !lease || ["denied", "expired"].includes(lease.status) || (lease.flow === "hosted" && lease.status === "open")
}

const apply = (status: "approved" | "denied") => async (store: TaxedStore) => {
  await openCart(store)
  refuseIf(!mayApply(store) || store.order !== null)
  const { account_id } = ownAccount(store)
  const none = { fingerprint: null, amount: null, order_id: null, snapshot: null }
  store.lease = { account_id, status, flow: "api", ...none }
}

/** Prices the current cart. */
function priced(store: TaxedStore) {
  const { salesTax } = ownAccount(store).options
  const { cart } = store
  refuseIf(cart.shipping_address?.country_code !== "us" || store.credit || salesTaxOf(salesTax, cart) === "refuse")
  refuseIf(salesTaxOf(salesTax, cart) === "by_operator" && isTaxed(cart, ownAccount(store).options))
  const taxedBy = salesTaxOf(salesTax, cart) as "in_cart" | "by_operator"
  return { fingerprint: fingerprint(cart) ?? null, amount: store.total, snapshot: { taxedBy } }
}

/** Completes the cart with its first session, as Medusa does under the cart's lock. */
async function placeOrder(store: TaxedStore, isUnasked: boolean): Promise<void> {
  const { collection, total, lease, lines, formerRate } = store
  refuseIf(store.order !== null)
  const session = total > 0 ? collection?.sessions[0] : undefined
  refuseIf(total > 0 && !session)
  const isLease = session?.provider_id === PROVIDER_ID
  const isSame = lease?.fingerprint === fingerprint(store.cart)
  // Our payment provider's own checks.
  if (isLease)
    refuseIf(lease?.status !== "signed" || lease.flow !== "api" || !isSame || lease.amount !== session?.amount)
  const isVirtualCard = !isLease && lease?.flow === "hosted" && lease.status === "signed" && isSame
  store.placeOrder(session)
  if (lease && isLease) Object.assign(lease, { status: "placed", order_id: "order_1" })
  else await hearOfOrder(store)
  store.sale = {
    lines: lines.map(({ tax_lines }) => ({ taxes: tax_lines, formerRate })),
    ...{ total, isVirtualCard, isUnasked, isFound: false },
    paid: { by: isLease ? "lease" : "card", amount: !session || session.mayDiffer ? total : session.amount },
    taxedBy: isLease || isVirtualCard ? (lease?.snapshot?.taxedBy ?? null) : null,
  }
  store.sale.isFound = await isFound(store)
}

/** Opens a widget for the current cart. */
async function openWidget(store: TaxedStore): Promise<void> {
  await openCart(store)
  refuseIf(store.lease?.flow === "api" && ["signed", "placed"].includes(store.lease.status))
  refuseIf(store.lease?.flow === "hosted" && store.lease.status !== "open")
  await store.alone(() => store.refresh())
  const { account_id } = ownAccount(store)
  store.lease = { account_id, status: "open", flow: "hosted", order_id: null, ...priced(store) }
}

function reportSuccess({ lease }: TaxedStore): void {
  refuseIf(lease?.flow !== "hosted" || lease.status !== "open")
  if (lease) lease.status = "signed"
}

const whole = (store: TaxedStore) => store.refresh()

/** Keeps the sessions, even if the total has changed. */
function keepSessions({ collection, total }: TaxedStore): void {
  for (const session of collection?.sessions ?? []) session.mayDiffer ||= session.amount !== total
}

/** Every kind of step. */
export const STEPS: Record<string, (store: TaxedStore, isRace: boolean) => unknown> = {
  "choose lease-to-own": (store) => startSession(store, PROVIDER_ID),
  "choose the card": (store) => startSession(store, CARD),
  "say that lease-to-own is chosen": (store) => sendChoice(store, true),
  "say that the choice is taken back": (store) => sendChoice(store, false),
  "code starts a lease session": codeStarts(PROVIDER_ID),
  "code starts a card session": codeStarts(CARD),
  apply: apply("approved"),
  "apply and be denied": apply("denied"),
  "the lease expires": ({ lease }) => {
    if (lease && lease.status !== "placed") lease.status = "expired"
  },
  offer: async (store) => {
    await openCart(store)
    refuseIf(store.lease?.flow !== "api" || !["approved", "offered"].includes(store.lease.status))
    await store.alone(() => store.refresh())
    Object.assign(store.lease ?? {}, { status: "offered", ...priced(store) })
  },
  sign: async (store) => {
    await openCart(store)
    refuseIf(store.lease?.status !== "offered" || store.lease.fingerprint !== fingerprint(store.cart))
    Object.assign(store.lease ?? {}, { status: "signed" })
  },
  "look at the lease": async (store) => void (await asLeased(store.container, store.cart as never)),
  complete: async (store, isRace) => {
    await pass(checkLeaseBeforeCompletion, store, "cart_1")
    // If another tab chooses a lease after the guard, Medusa finds no session and refuses, unless a credit pays for everything.
    await store.alone(() => placeOrder(store, isRace && store.total === 0))
  },
  "code completes": (store) => store.alone(() => placeOrder(store, true)),
  "the job completes a signed cart": async (store) => {
    refuseIf(store.lease?.status !== "signed" || store.lease.flow !== "api" || store.order !== null)
    refuseIf(store.lease?.fingerprint !== fingerprint(store.cart))
    refuseIf(store.collection?.sessions.some(({ provider_id }) => provider_id !== PROVIDER_ID) === true)
    if (!store.collection?.sessions.length) store.startSession(PROVIDER_ID)
    await store.alone(() => placeOrder(store, false))
  },
  "add an item": inMedusa(async (store) => {
    const added = store.line(store.newId("cali"), 20_000)
    store.items.push(added)
    await store.count([added])
  }),
  "change a quantity": inMedusa((store) => {
    const [item] = store.items
    if (item) item.quantity = (item.quantity % 3) + 1
  }),
  "change the delivery": inMedusa(async (store) => {
    store.delivery = store.line(store.newId("casm"), store.delivery.cents === 10_000 ? 20_000 : 10_000)
    await store.count([store.delivery])
  }),
  "change the state": inMedusa((store) => {
    store.address = store.address.province === "TX" ? { ...TEXAS, province: "IL" } : TEXAS
  }, whole),
  "change the country": inMedusa((store) => {
    store.address = store.address.country_code === "us" ? { country_code: "ca", province: "ON" } : TEXAS
  }, whole),
  "enter a promotion": inMedusa((store) => {
    store.discount = store.discount ? 0 : 0.1
  }),
  "store credit covers all": inMedusa((store) => {
    store.credit = !store.credit
  }, keepSessions),
  // The total changes if the provider has changed.
  "calculate the tax over HTTP": inMedusa((store) => store.count(store.lines), keepSessions),
  "open the hosted widget": openWidget,
  "the widget reports success": reportSuccess,
  "a browser forges success for another cart": (store) => {
    reportSuccess(store)
    Object.assign(store.lease ?? {}, { fingerprint: "another cart's" })
  },
  "the option changes": (store) => {
    const next = { by_operator: OF_STATES, in_cart: "by_operator" } as const
    store.salesTax = typeof store.salesTax === "string" ? next[store.salesTax] : "in_cart"
  },
  "the region's switch": (store) => {
    store.provider = store.provider === "tp_system" ? TAX_PROVIDER_ID : "tp_system"
  },
  "staff add to the order": async (store) => {
    const { sale } = store
    // Skip an order whose sale escaped tax, because staff cancel it.
    if (!sale || sale.isFound || !store.isOurs) return
    const added = store.line("ordli_1", 20_000)
    await store.alone(() => store.count([added]))
    const rate = sale.taxedBy === "by_operator" ? 0 : store.formerRate
    if (rateOf({ taxes: added.tax_lines }) !== rate) store.broken.push("an order keeps its tax treatment")
  },
}
const OF_STATES = { default: "by_operator", states: { IL: "in_cart" } } as const

/** Performs the steps. Returns the broken rule, if any, and how the order was paid. */
export async function lived(steps: readonly Step[]): Promise<{ broken?: string; kind: string }> {
  const store = new TaxedStore()
  await store.refresh()
  for (const [index, step] of steps.entries()) {
    await take(store, step)
    // Check again after the last step: a problem that was found must remain until staff deal with it.
    if (store.sale && index === steps.length - 1) store.sale.isFound = await isFound(store)
    const broken = store.broken[0] ?? (store.sale && brokenByTax(store.sale))
    if (broken) return { broken: `after step ${index + 1}: ${broken}`, kind: kindOf(store.sale) }
  }
  return { kind: kindOf(store.sale) }
}

async function take(store: TaxedStore, step: Step): Promise<void> {
  if ("besides" in step) {
    Object.assign(store, { tabs: 2, turns: [...step.turns] })
    await Promise.all([step.does, step.besides].map((does) => inTurn(store, does)))
    return
  }
  store.diesAt = step.diesAt ?? Number.POSITIVE_INFINITY
  const done = await act(store, step.does, false)
  store.diesAt = Number.POSITIVE_INFINITY
  if (done) check(store, step.does)
}

async function inTurn(store: TaxedStore, does: string): Promise<void> {
  await store.turn()
  await act(store, does, true)
  store.leave()
}

/** Performs a step. Returns whether it was completed. */
async function act(store: TaxedStore, does: string, isRace: boolean): Promise<boolean> {
  try {
    await STEPS[does]?.(store, isRace)
    return true
  } catch (error) {
    if (error instanceof Refusal || error instanceof Death) return false
    throw error
  }
}

const PAYMENTS = ["choose lease-to-own", "choose the card"]
const CHOICES = [...PAYMENTS, "say that lease-to-own is chosen", "say that the choice is taken back"]

/** Checks what a shopper may rely on once a payment method is chosen. */
function check(store: TaxedStore, does: string): void {
  if (!CHOICES.includes(does)) return
  const { collection, total, lines, formerRate, cart } = store
  const isPayment = PAYMENTS.includes(does)
  if (isPayment && collection?.sessions[0]?.amount !== total) store.broken.push("a new session has the cart's total")
  if (["choose lease-to-own", "say that lease-to-own is chosen"].includes(does)) {
    const byOperator = store.isOurs && salesTaxOf(ownAccount(store).options.salesTax, cart) === "by_operator"
    if (byOperator && isTaxed(cart, ownAccount(store).options))
      store.broken.push("the choice of lease-to-own takes the tax out")
    return
  }
  const isHosted = store.lease?.flow === "hosted" && store.lease.status === "signed"
  if (!isHosted && lines.some(({ tax_lines }) => rateOf({ taxes: tax_lines }) !== formerRate))
    store.broken.push("another payment method puts the tax back")
}
