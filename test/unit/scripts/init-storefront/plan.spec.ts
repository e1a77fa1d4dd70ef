import * as ts from "typescript"
import { planStorefront } from "../../../../src/scripts/init-storefront/plan"
import { Storefront } from "../../../../src/scripts/init-storefront/storefront"
import { read } from "../../docs/markdown"
import { added, carriedOut, newLines, planOf, STARTER, titlesOf } from "./starter"

const BUTTON = "src/modules/payment-button.tsx"
const DETAILS = "src/modules/payment-details.tsx"
const REVIEW = "src/modules/review.tsx"
const SERVER = "src/lib/lease-server.ts"
const COOKIES = "src/lib/data/cookies.ts"
const ACTIONS = "src/lib/data/lease.ts"
const WRAPPER = "src/modules/product-actions-wrapper.tsx"

const NEW = [SERVER, "src/app/api/lease/[...path]/route.ts", ACTIONS]

describe("in a storefront from a starter", () => {
  it("every part has its place", () => {
    const plan = planOf(STARTER)
    expect([titlesOf(plan, "by_hand"), titlesOf(plan, "done")]).toEqual([[], []])
    expect(plan.changes.map(({ path }) => path).sort()).toEqual(
      [...NEW, ...Object.keys(STARTER).filter((path) => !/config|cookies|confirmed|orders\/page/.test(path))].sort(),
    )
  })

  it("lines are only added, except for those that get code between", () => {
    for (const { before = "", after = "" } of planOf(STARTER).changes) {
      const kept = before.split("\n").filter((line) => !after.split("\n").includes(line))
      expect(kept.length).toBeLessThanOrEqual(2)
    }
  })

  it("a second run changes nothing", () => {
    const plan = planOf(added(STARTER))
    expect(plan.changes).toEqual([])
    expect(titlesOf(plan, "done")).toHaveLength(13)
  })

  it("undo gives the same bytes", () => {
    const after = added(STARTER)
    expect(carriedOut(after, planOf(after, { undo: true }))).toEqual(STARTER)
  })

  it("undo changes nothing where nothing was added", () => {
    expect(planOf(STARTER, { undo: true })).toEqual({ changes: [], results: [] })
  })

  it("a whole lease works without the extras, which can follow", () => {
    const lease = carriedOut(STARTER, planOf(STARTER, { parts: ["lease"] }))
    expect(lease[WRAPPER]).toBe(STARTER[WRAPPER])
    expect(carriedOut(lease, planOf(lease))).toEqual(added(STARTER))
  })
})

it("another storefront isn't recognized", () => {
  const { "src/lib/data/cookies.ts": _, ...files } = STARTER
  const storefront = new Storefront(ts, { files: new Map(Object.entries(files)), aliases: [] })
  expect(planStorefront(storefront)).toBeUndefined()
})

describe("the code", () => {
  it("of the checkout stands before the default, and asks for the same payment session", () => {
    expect(newLines(STARTER[BUTTON], added(STARTER)[BUTTON])).toEqual([
      'import { refreshCart, showLeaseOrder } from "@lib/data/lease"',
      'import { LeaseCheckout } from "lease-to-own-react"',
      'import { isLeaseProvider } from "lease-to-own-storefront"',
      "    case isLeaseProvider(paymentSession?.provider_id):",
      "      return (",
      "        <LeaseCheckout",
      "          cartId={cart.id}",
      "          cart={cart}",
      '          transport="/api/lease"',
      "          onPlaced={(id) => showLeaseOrder(id, cart.shipping_address?.country_code)}",
      "          onTotalChange={refreshCart}",
      '          onOther="?step=payment"',
      '          onCart="cart"',
      "        />",
      "      )",
    ])
  })

  it("of the placed order replaces the payment", () => {
    expect(newLines(STARTER[DETAILS], added(STARTER)[DETAILS])).toEqual([
      'import { leaseServer } from "@lib/lease-server"',
      'import { LeaseStatus } from "lease-to-own-react/status"',
      "const PaymentDetails = async ({ order }: PaymentDetailsProps) => {",
      "  const lease = await leaseServer.retrieveOrder(order.id)",
      '      {lease ? <LeaseStatus lease={lease} orderId={order.id} transport="/api/lease" cartLink="/api/lease/cart" /> : payment && (',
    ])
  })

  it("of product pages is beside the actions", () => {
    expect(newLines(STARTER[WRAPPER], added(STARTER)[WRAPPER])).toEqual([
      'import { leaseServer } from "@lib/lease-server"',
      'import { LeaseMessage } from "lease-to-own-react/message"',
      "  const prices = product.variants?.flatMap((variant) => variant.calculated_price?.calculated_amount ?? [])",
      "  const message = await leaseServer.retrieveMessage(",
      "    product.id,",
      "    region.id,",
      "    prices?.length ? { amount: Math.min(...prices) } : {}",
      "  )",
      "  return (",
      "    <>",
      "      <ProductActions product={product} region={region} />",
      '      {message && <LeaseMessage message={message} transport="/api/lease" />}',
      "    </>",
      "  )",
    ])
  })

  it("of the review is the sentence for both ways to pay", () => {
    expect(newLines(STARTER[REVIEW], added(STARTER)[REVIEW])).toEqual([
      'import { isLeaseProvider } from "lease-to-own-storefront"',
      "  const isLease = isLeaseProvider(cart.payment_collection?.payment_sessions?.[0]?.provider_id)",
      '      By {isLease ? "signing the contract" : <>clicking the Place Order button</>}, you confirm that you have',
    ])
  })

  it("of the server uses the storefront's own variables", () => {
    expect(
      added(STARTER)[SERVER],
    ).toBe(`import { getAuthHeaders, getCartId, removeCartId, setCartId } from "@lib/data/cookies"
import { createLeaseServer } from "lease-to-own-storefront/next"

export const leaseServer = createLeaseServer({
  backendUrl: process.env.NEXT_PUBLIC_MEDUSA_BACKEND_URL,
  publishableKey: process.env.NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY,
  getCartId,
  removeCartId,
  setCartId,
  getHeaders: getAuthHeaders,
})
`)
  })

  it("of the server leaves out setCartId if the storefront has no such function", () => {
    const { [COOKIES]: cookies = "" } = STARTER
    const files = { ...STARTER, [COOKIES]: cookies.replace(/.*setCartId.*\n/, "") }
    expect(added(files)[SERVER]).not.toContain("setCartId")
  })
})

it("the patches for dtc-starter have the same lines, which test:starters compares as a whole", () => {
  const patches = ["dtc-starter", "dtc-starter-more"].flatMap((name) => read(`examples/${name}.patch`).split("\n"))
  const inPatches = patches.filter((line) => /^\+(?!\+)/.test(line)).map((line) => line.slice(1).trim())
  const after = added(STARTER)
  const inserted = Object.keys(after).flatMap((path) => newLines(STARTER[path], after[path]))
  const lines = (all: string[]) => [...new Set(all.map((line) => line.trim()).filter(Boolean))].sort()
  expect(lines(inPatches)).toEqual(lines(inserted))
})
