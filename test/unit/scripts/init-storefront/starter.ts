import * as ts from "typescript"
import { type Plan, planStorefront } from "../../../../src/scripts/init-storefront/plan"
import { Storefront } from "../../../../src/scripts/init-storefront/storefront"

export type Files = Record<string, string>

const ACCOUNT_PAGE = "src/app/[countryCode]/(main)/account/@dashboard/orders/details/[id]/page.tsx"

/** A small storefront with the functions and components of Medusa's starters. */
export const STARTER: Files = {
  "src/app/layout.tsx": `import { Metadata } from "next"
import "styles/globals.css"

export default function RootLayout(props: { children: React.ReactNode }) {
  return <html lang="en">{props.children}</html>
}
`,
  "src/app/[countryCode]/(main)/order/[id]/confirmed/page.tsx": "export default function Page() {}\n",
  "src/app/[countryCode]/(main)/account/@dashboard/orders/page.tsx": "export default function Page() {}\n",
  [ACCOUNT_PAGE]: `import OrderDetailsTemplate from "@modules/order-details"

export default async function OrderDetailPage(props: Props) {
  const order = await retrieveOrder(props.id)

  return <OrderDetailsTemplate order={order} />
}
`,
  "src/lib/config.ts": `import Medusa from "@medusajs/js-sdk"

export const sdk = new Medusa({
  baseUrl: process.env.NEXT_PUBLIC_MEDUSA_BACKEND_URL,
  publishableKey: process.env.NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY,
})
`,
  "src/lib/constants.tsx": `import { CreditCard } from "@medusajs/icons"

export const paymentInfoMap = {
  pp_stripe_stripe: {
    title: "Credit card",
    icon: <CreditCard />,
  },
  // Others
}
`,
  "src/lib/data/cookies.ts": `import { cookies } from "next/headers"

export const getAuthHeaders = async () => ({})
export const getCacheTag = async (tag: string) => tag
export const getCartId = async () => (await cookies()).get("cart")?.value
export const setCartId = async (id: string) => (await cookies()).set("cart", id)
export const removeCartId = async () => (await cookies()).delete("cart")
`,
  "src/lib/data/cart.ts": `"use server"

import { revalidateTag } from "next/cache"
import { getCacheTag, getCartId } from "./cookies"

export async function getOrSetCart(countryCode: string) {
  const cart = await retrieveCart(await getCartId())
  revalidateTag(await getCacheTag("carts"))
  return cart
}
`,
  "src/modules/payment-button.tsx": `"use client"

import { isManual } from "@lib/constants"

const PaymentButton = ({ cart }) => {
  const paymentSession = cart.payment_collection?.payment_sessions?.[0]

  switch (true) {
    case isManual(paymentSession?.provider_id):
      return <Manual />
    default:
      return <Button disabled>Select a payment method</Button>
  }
}

export default PaymentButton
`,
  "src/modules/payment.tsx": `"use client"

import { isStripeLike } from "@lib/constants"

export const Payment = ({ selectedPaymentMethod }) => (
  <p>
    {isStripeLike(selectedPaymentMethod)
      ? "Card"
      : "Another step will appear"}
  </p>
)
`,
  "src/modules/review.tsx": `import PaymentButton from "./payment-button"

const Review = ({ cart }) => {
  const isOpen = true

  return (
    <p>
      By clicking the Place Order button, you confirm that you have
      <PaymentButton cart={cart} />
    </p>
  )
}

export default Review
`,
  "src/modules/payment-details.tsx": `import { paymentInfoMap } from "@lib/constants"

const PaymentDetails = ({ order }: PaymentDetailsProps) => {
  const payment = order.payment_collections?.[0].payments?.[0]

  return (
    <div>
      {payment && (
        <p>{payment.amount}</p>
      )}
    </div>
  )
}

export default PaymentDetails
`,
  "src/modules/product-actions-wrapper.tsx": `import ProductActions from "@modules/product-actions"

export default async function ProductActionsWrapper({ id, region }) {
  const product = await getProduct(id)

  return <ProductActions product={product} region={region} />
}
`,
  "src/modules/summary.tsx": `"use client"

const Summary = ({ cart }) => {
  return (
    <div>
      <a href="/checkout" data-testid="checkout-button">
        Checkout
      </a>
    </div>
  )
}

export default Summary
`,
}

const ALIASES = [
  { prefix: "@lib/", folder: "src/lib/" },
  { prefix: "@modules/", folder: "src/modules/" },
]

/** The starter with other files. Those without a text are missing. */
export function starterWith(others: Record<string, string | undefined>): Files {
  const files = Object.entries({ ...STARTER, ...others })
  return Object.fromEntries(files.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** The starter with text replaced in one file, which must have it. */
export function starterEdited(path: string, from: string, to: string): Files {
  const text = STARTER[path] ?? ""
  if (!text.includes(from)) throw new Error(`${path} lacks ${from}`)
  return { ...STARTER, [path]: text.replace(from, to) }
}

export function planOf(files: Files, options?: Parameters<typeof planStorefront>[1], aliases = ALIASES): Plan {
  const plan = planStorefront(new Storefront(ts, { files: new Map(Object.entries(files)), aliases }), options)
  if (!plan) throw new Error("The storefront isn't recognized.")
  return plan
}

/** The files after a plan was carried out. */
export function carriedOut(files: Files, { changes }: Plan): Files {
  const result = { ...files }
  for (const { path, after } of changes) {
    if (after === undefined) delete result[path]
    else result[path] = after
  }
  return result
}

/** The files with lease-to-own. */
export const added = (files: Files, aliases = ALIASES) => carriedOut(files, planOf(files, {}, aliases))

/** The titles of the parts in this state. */
export const titlesOf = ({ results }: Plan, state: Plan["results"][number]["state"]) =>
  results.flatMap((result) => (result.state === state ? [result.title] : []))

/** What is new in a file, without the lines that stay. */
export function newLines(before: string | undefined, after: string | undefined): string[] {
  const lines = (before ?? "").split("\n")
  return (after ?? "").split("\n").filter((line) => line.trim() !== "" && !lines.includes(line))
}
