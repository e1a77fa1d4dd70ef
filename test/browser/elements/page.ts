import type {} from "../../../packages/storefront/src/elements"
import type { ProductLeaseView } from "../../../packages/storefront/src/message"
import { fakePage } from "../support/fake-page"

/** The product of `?message`, as a store returns it. */
const PRODUCT: ProductLeaseView = {
  leasable: true,
  reasons: [],
  limits: { minimum: 150, maximum: 3000, currency: "usd" },
  zip: null,
  estimate: {
    ...{ currency: "usd", cashPrice: 499, excludes: ["delivery", "sales_tax"], conditions: ["new"] },
    ...{ dueToday: 40, payments: 26, each: 33.03, every: "biWeekly", total: 898.78, months: 12, allPayments: 27 },
    labels: {},
    disclosure: { en: "An example. The operator decides." },
  },
  operator: { name: "Harbor Leasing", contact: "555 0100" },
  test: false,
}

/** A page that sets its elements' options before their script has loaded. */
const lease = fakePage({ goOn: (): void => undefined })
const { asked, client } = lease
const place = document.querySelector("#root") as HTMLElement
addEventListener("securitypolicyviolation", ({ violatedDirective }) => lease.complaints.push(violatedDirective))

const element = document.createElement(asked.has("message") ? "lease-message" : "lease-checkout")
if (asked.has("message")) Object.assign(element, { productId: "prod_1", regionId: "reg_1", amount: 499, transport })
else {
  const store = { cartId: "cart_1", backendUrl: location.origin, publishableKey: "pk_1" }
  const cart = { total: 500, currency_code: "usd", email: "ana@example.com" }
  Object.assign(element, asked.has("network") ? store : { client }, { cart })
}
place.append(element)
for (const event of ["other", "cart"]) place.addEventListener(`lease-${event}`, () => lease.events.push(event))
place.addEventListener("lease-placed", ({ detail }) => lease.events.push(`placed ${detail.orderId}`))

/** `?message=held`: the store responds once it is released. */
async function transport() {
  if (asked.get("message") === "held")
    await new Promise<void>((resolve) => {
      lease.goOn = resolve
    })
  const product = { ...PRODUCT, estimate: asked.get("message") ? null : PRODUCT.estimate }
  return { status: 200, body: { ...product, products: { prod_1: product } } }
}
