import { defineMiddlewares } from "@medusajs/framework/http"
import { beginOneByOne, checkAfterTransfer, keepDifferenceOut, keepStoreCreditOut } from "./guards/changes"
import { checkLeaseBeforeCompletion } from "./guards/completion"
import { inTime } from "./guards/guard"
import {
  cancelContractFirst,
  holdUnconfirmedGoods,
  holdUnconfirmedParcel,
  keepPlacedPayment,
  refundOneByOne,
} from "./guards/orders"
import { answerPush } from "./guards/push"
import { searchLeases } from "./guards/search-leases"

/** The plugin's middlewares: they read the body on its own routes, and guard Medusa's routes (`docs/adr/0004-guards-are-middleware.md`). */
export default defineMiddlewares({
  routes: [
    { matcher: "/store/lease-to-own/*", methods: ["POST"], bodyParser: false },
    { matcher: "/admin/lease-to-own/*", methods: ["POST"], bodyParser: false },
    { matcher: "/store/lease-to-own/*", middlewares: [inTime] },
    { matcher: "/admin/lease-to-own/*", middlewares: [inTime] },
    // Applies only if Medusa's roles are in use (`src/policies`). `mayAct` checks who may act on leases.
    { matcher: "/admin/lease-to-own/*", policies: { resource: "lease", operation: "read" } },
    { matcher: "/admin/search", methods: ["GET"], middlewares: [searchLeases] },
    { matcher: "/store/carts/:id/complete", methods: ["POST"], middlewares: [inTime, checkLeaseBeforeCompletion] },
    { matcher: "/store/payment-collections/:id/payment-sessions", methods: ["POST"], middlewares: [keepPlacedPayment] },
    { matcher: "/admin/payment-collections/:id/payment-sessions", methods: ["POST"], middlewares: [keepPlacedPayment] },
    { matcher: "/admin/payment-collections/:id/mark-as-paid", methods: ["POST"], middlewares: [keepPlacedPayment] },
    { matcher: "/admin/payment-collections/:id", methods: ["DELETE"], middlewares: [keepPlacedPayment] },
    { matcher: "/hooks/payment/lease-to-own", methods: ["POST"], bodyParser: false, middlewares: [answerPush] },
    { matcher: "/admin/orders/:id/cancel", methods: ["POST"], middlewares: [inTime, cancelContractFirst] },
    { matcher: "/admin/orders/:id/payment-sessions/authorize", methods: ["POST"], middlewares: [inTime] },
    { matcher: "/admin/payments/:id/refund", methods: ["POST"], middlewares: [inTime, refundOneByOne] },
    ...[
      ...["/admin/returns", "/admin/returns/:id/receive", "/admin/exchanges", "/admin/claims"],
      ...["/admin/orders/:id/transfer", "/admin/orders/:id/transfer/guest", "/store/orders/:id/transfer/request"],
    ].map((matcher) => ({ matcher, methods: ["POST" as const], middlewares: [beginOneByOne] })),
    { matcher: "/admin/orders/:id/transfer/guest", methods: ["POST"], middlewares: [checkAfterTransfer] },
    { matcher: "/store/orders/:id/transfer/accept", methods: ["POST"], middlewares: [checkAfterTransfer] },
    {
      matcher: "/admin/exchanges/:id/request",
      methods: ["POST"],
      middlewares: [keepDifferenceOut("order_exchange")],
    },
    { matcher: "/admin/claims/:id/request", methods: ["POST"], middlewares: [keepDifferenceOut("order_claim")] },
    { matcher: "/admin/orders/:id/credit-lines", methods: ["POST"], middlewares: [keepStoreCreditOut] },
    { matcher: "/admin/orders/:id/fulfillments", methods: ["POST"], middlewares: [inTime, holdUnconfirmedGoods] },
    {
      matcher: "/admin/orders/:id/fulfillments/:fulfillment_id/shipments",
      methods: ["POST"],
      middlewares: [inTime, holdUnconfirmedGoods],
    },
    {
      matcher: "/admin/orders/:id/fulfillments/:fulfillment_id/mark-as-delivered",
      methods: ["POST"],
      middlewares: [inTime, holdUnconfirmedGoods],
    },
    { matcher: "/admin/fulfillments/:id/shipment", methods: ["POST"], middlewares: [inTime, holdUnconfirmedParcel] },
  ],
})
