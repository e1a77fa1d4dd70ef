import type { Context, Edit } from "./edit"
import { findButton, findCart, findHint, findNames, findSentence, findStyles } from "./in-checkout"
import { findOrderDetails, findPaymentDetails, findProductActions, findSummary } from "./in-pages"
import type { Source } from "./source"

/** A place in the storefront's own files that lease-to-own needs. */
export type Place = {
  title: string
  /** A lease works without those of "more". */
  part: "lease" | "more"
  /** Only files with this text are searched. */
  text: RegExp
  /** Recognizes the code in the place's own file, or also in other files. */
  present: { code: RegExp; in: "file" | "storefront" }
  /** True if a storefront without the text needs no change. */
  isOptional?: boolean
  /** True if the code calls the functions in `paths.actions`. */
  needsActions?: boolean
  /** What to write by hand, and where. */
  byHand: { where: string; code: string }
  /** Returns undefined if the file isn't the one. */
  find(source: Source, context: Context): Edit | undefined
}

export const PLACES: readonly Place[] = [
  {
    title: "the styles",
    part: "lease",
    text: /<html/,
    present: { code: /lease-to-own-(?:storefront|react)\/style\.css/, in: "storefront" },
    byHand: { where: "In the root layout, before your own styles", code: 'import "lease-to-own-storefront/style.css"' },
    find: findStyles,
  },
  {
    title: "the payment method's name",
    part: "lease",
    text: /["']?pp_/,
    present: { code: /["']pp_lease-to-own/, in: "storefront" },
    byHand: {
      where: "In the names of the payment methods",
      code: '"pp_lease-to-own": { title: "Lease-to-own", icon: <CreditCard /> },',
    },
    find: findNames,
  },
  {
    title: "the hint below the payment method",
    part: "more",
    text: /Another step will appear/,
    present: { code: /\bisLeaseProvider\b/, in: "file" },
    isOptional: true,
    byHand: {
      where: 'Where the checkout shows "Another step will appear"',
      code: `import { isLeaseProvider } from "lease-to-own-storefront"

isLeaseProvider(selectedPaymentMethod) ? "You apply in the next step" : "Another step will appear"`,
    },
    find: findHint,
  },
  {
    title: "the lease in the checkout",
    part: "lease",
    text: /\bswitch\b/,
    present: { code: /<LeaseCheckout\b/, in: "storefront" },
    needsActions: true,
    byHand: {
      where: "Where the checkout shows the button that places the order",
      code: `import { refreshCart, showLeaseOrder } from "@lib/data/lease"
import { LeaseCheckout } from "lease-to-own-react"
import { isLeaseProvider } from "lease-to-own-storefront"

if (isLeaseProvider(cart.payment_collection?.payment_sessions?.[0]?.provider_id))
  return (
    <LeaseCheckout
      cartId={cart.id}
      cart={cart}
      transport="/api/lease"
      onPlaced={(id) => showLeaseOrder(id, cart.shipping_address?.country_code)}
      onTotalChange={refreshCart}
      onOther="?step=payment"
      onCart="cart"
    />
  )`,
    },
    find: findButton,
  },
  {
    title: "the sentence above the button",
    part: "lease",
    text: /clicking\s+the\s+place\s+order\s+button/i,
    present: { code: /\bisLeaseProvider\b/, in: "file" },
    isOptional: true,
    byHand: {
      where: 'Where the checkout shows "clicking the Place Order button"',
      code: `import { isLeaseProvider } from "lease-to-own-storefront"

isLeaseProvider(cart.payment_collection?.payment_sessions?.[0]?.provider_id)
  ? "signing the contract"
  : "clicking the Place Order button"`,
    },
    find: findSentence,
  },
  {
    title: "a new cart after the order",
    part: "lease",
    text: /getOrSetCart/,
    present: { code: /\bforgetFinishedCart\b/, in: "storefront" },
    byHand: {
      where: "Before the cart's cookie is used to add to the cart",
      code: 'import { leaseServer } from "@lib/lease-server"\n\nawait leaseServer.forgetFinishedCart()',
    },
    find: findCart,
  },
  {
    title: "the lease on the order confirmation page",
    part: "lease",
    text: /PaymentDetails/,
    present: { code: /\bleaseServer\.retrieveOrder\b/, in: "file" },
    byHand: {
      where: "On the order confirmation page (a server component), instead of the payment",
      code: `import { leaseServer } from "@lib/lease-server"
import { LeaseStatus } from "lease-to-own-react/status"

const lease = await leaseServer.retrieveOrder(order.id)
lease && <LeaseStatus lease={lease} orderId={order.id} transport="/api/lease" cartLink="/api/lease/cart" />`,
    },
    find: findPaymentDetails,
  },
  {
    title: "the lease on the account's order page",
    part: "more",
    text: /<OrderDetailsTemplate/,
    present: { code: /\bleaseServer\.retrieveOrder\b/, in: "file" },
    byHand: {
      where: "On the account's order page",
      code: `import { leaseServer } from "@lib/lease-server"
import { LeaseStatus } from "lease-to-own-react/status"

const lease = await leaseServer.retrieveOrder(order.id)
lease && <LeaseStatus lease={lease} />`,
    },
    find: findOrderDetails,
  },
  {
    title: "the message on product pages",
    part: "more",
    text: /<ProductActions/,
    present: { code: /\bleaseServer\.retrieveMessage\b/, in: "storefront" },
    byHand: {
      where: "On the product page, on the server",
      code: `import { leaseServer } from "@lib/lease-server"
import { LeaseMessage } from "lease-to-own-react/message"

const message = await leaseServer.retrieveMessage(product.id, region.id, { amount: price })
message && <LeaseMessage message={message} transport="/api/lease" />`,
    },
    find: findProductActions,
  },
  {
    title: "the message in the cart",
    part: "more",
    text: /"checkout-button"/,
    present: { code: /<LeaseMessage\b[^>]*\bcartId=/, in: "storefront" },
    byHand: {
      where: "In the cart, above the button to the checkout",
      code: `import { LeaseMessage } from "lease-to-own-react/message"

<LeaseMessage key={cart.total} cartId={cart.id} transport="/api/lease" />`,
    },
    find: findSummary,
  },
]
