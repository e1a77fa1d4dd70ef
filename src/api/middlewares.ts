import { defineMiddlewares, type MiddlewareFunction } from "@medusajs/framework/http"
import { beginOneByOne, checkAfterTransfer, keepDifferenceOut, keepStoreCreditOut } from "./guards/changes"
import { checkLeaseBeforeCompletion } from "./guards/completion"
import { inTime } from "./guards/guard"
import {
  keepUntaxedDraft,
  keepUntaxedUnauthorized,
  keepUntaxedUncaptured,
  keepUntaxedUncredited,
} from "./guards/order-tax"
import { cancelContractFirst, holdUnconfirmedGoods, holdUnconfirmedParcel, refundOneByOne } from "./guards/orders"
import {
  calculateTaxForPayment,
  guardCollection,
  keepPlacedPayment,
  keepUntaxedOrder,
} from "./guards/payment-collections"
import { answerPush } from "./guards/push"
import { searchLeases } from "./guards/search-leases"
import { rememberFormerProvider } from "./guards/tax-regions"

const startPayment = guardCollection(keepPlacedPayment, keepUntaxedOrder, calculateTaxForPayment)

/** The plugin's middleware, for its own routes and as guards of Medusa's routes (`docs/adr/0004-guards-are-middleware.md`). */
export default defineMiddlewares({
  routes: [
    { matcher: "/store/lease-to-own/*", methods: ["POST"], bodyParser: false },
    { matcher: "/admin/lease-to-own/*", methods: ["POST"], bodyParser: false },
    { matcher: "/store/lease-to-own/*", middlewares: [inTime] },
    { matcher: "/admin/lease-to-own/*", middlewares: [inTime] },
    // Applies only if the store uses Medusa's roles (`src/policies`). `mayAct` checks who may act on leases.
    { matcher: "/admin/lease-to-own/*", policies: { resource: "lease", operation: "read" } },
    { matcher: "/admin/search", methods: ["GET"], middlewares: [searchLeases] },
    { matcher: "/hooks/payment/lease-to-own", methods: ["POST"], bodyParser: false, middlewares: [answerPush] },
    {
      matcher: "/admin/payment-collections/:id",
      methods: ["DELETE"],
      middlewares: [guardCollection(keepPlacedPayment)],
    },
    onPost("/store/carts/:id/complete", inTime, checkLeaseBeforeCompletion),
    onPost("/store/payment-collections/:id/payment-sessions", startPayment),
    onPost("/admin/payment-collections/:id/payment-sessions", startPayment),
    onPost("/admin/payment-collections/:id/mark-as-paid", guardCollection(keepPlacedPayment, keepUntaxedOrder)),
    onPost("/admin/orders/:id/cancel", inTime, cancelContractFirst),
    onPost("/admin/orders/:id/payment-sessions/authorize", inTime, keepUntaxedUnauthorized),
    onPost("/admin/payments/:id/capture", keepUntaxedUncaptured),
    onPost("/admin/draft-orders/:id/convert-to-order", keepUntaxedDraft),
    onPost("/admin/payments/:id/refund", inTime, refundOneByOne),
    onPost("/admin/returns", beginOneByOne),
    onPost("/admin/returns/:id/receive", beginOneByOne),
    onPost("/admin/exchanges", beginOneByOne),
    onPost("/admin/claims", beginOneByOne),
    onPost("/admin/orders/:id/transfer", beginOneByOne),
    onPost("/admin/orders/:id/transfer/guest", beginOneByOne, checkAfterTransfer),
    onPost("/store/orders/:id/transfer/request", beginOneByOne),
    onPost("/store/orders/:id/transfer/accept", checkAfterTransfer),
    onPost("/admin/exchanges/:id/request", keepDifferenceOut("order_exchange")),
    onPost("/admin/claims/:id/request", keepDifferenceOut("order_claim")),
    onPost("/admin/orders/:id/credit-lines", keepStoreCreditOut, keepUntaxedUncredited),
    onPost("/admin/orders/:id/fulfillments", inTime, holdUnconfirmedGoods),
    onPost("/admin/orders/:id/fulfillments/:fulfillment_id/shipments", inTime, holdUnconfirmedGoods),
    onPost("/admin/orders/:id/fulfillments/:fulfillment_id/mark-as-delivered", inTime, holdUnconfirmedGoods),
    onPost("/admin/fulfillments/:id/shipment", inTime, holdUnconfirmedParcel),
    onPost("/admin/tax-regions/:id", rememberFormerProvider),
  ],
})

function onPost(matcher: string, ...middlewares: MiddlewareFunction[]) {
  return { matcher, methods: ["POST" as const], middlewares }
}
