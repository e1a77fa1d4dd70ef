import type { z } from "zod"
import {
  AttentionQuery,
  ExportQuery,
  FunnelQuery,
  ListQuery,
} from "../../../src/api/admin/lease-to-own/list/list-query"
import { CartQuery, HistoryQuery, ProductQuery, ProductsQuery } from "../../../src/api/schemas"
import type { RefusalKind } from "../../../src/modules/lease/texts/messages"

/** What a route's file doesn't say about the operation. `refuses` doesn't include `unavailable`, which every route may return. */
export type Operation = {
  id: string
  query?: z.ZodObject
  refuses: RefusalKind[]
  /** The schemas of responses with a status other than 200, keyed by status. */
  also?: Record<number, string>
  /** Set if clients may cache the response and revalidate it. */
  cached?: true
}

const CART: RefusalKind[] = ["forbidden", "not_found"]
const STEP: RefusalKind[] = [...CART, "not_allowed", "too_many", "unknown"]
const BODY: RefusalKind[] = ["invalid", "too_large"]
const JSON_BODY: RefusalKind[] = [...BODY, "wrong_type"]
const QUERY: RefusalKind[] = ["invalid", "not_found"]

const CARTS = "/store/lease-to-own/carts/:id"
const PRODUCTS = "/store/lease-to-own/products"
const ADMIN = "/admin/lease-to-own"

/** The operations of all of the plugin's routes. */
export const OPERATIONS: Record<string, Operation> = {
  [`GET ${CARTS}`]: { id: "retrieveCartLease", query: CartQuery, refuses: [...CART, "invalid"] },
  [`POST ${CARTS}/choice`]: { id: "choose", refuses: [...CART, ...BODY, "not_allowed"] },
  [`POST ${CARTS}/application`]: { id: "apply", refuses: [...STEP, ...BODY] },
  [`POST ${CARTS}/approval`]: { id: "takeApproval", refuses: [...STEP, ...BODY] },
  [`POST ${CARTS}/approval-code`]: { id: "askApprovalCode", refuses: [...CART, "not_allowed", "too_many"] },
  [`POST ${CARTS}/offer`]: { id: "offer", refuses: STEP },
  [`POST ${CARTS}/contract`]: { id: "openContract", refuses: [...STEP, ...BODY] },
  [`POST ${CARTS}/signature`]: { id: "checkSignature", refuses: [...STEP, ...BODY] },
  [`POST ${CARTS}/widget`]: { id: "openWidget", refuses: STEP },
  [`POST ${CARTS}/widget-events`]: { id: "takeWidgetEvent", refuses: [...CART, ...BODY, "not_allowed"] },
  "GET /store/lease-to-own/orders/:id": { id: "retrieveOrderLease", refuses: ["not_found"] },
  [`GET ${PRODUCTS}`]: { id: "listProductLeases", query: ProductsQuery, refuses: QUERY, cached: true },
  [`GET ${PRODUCTS}/:id`]: { id: "retrieveProductLease", query: ProductQuery, refuses: QUERY, cached: true },
  [`GET ${ADMIN}/orders/:id`]: { id: "adminRetrieveOrderLease", refuses: ["not_allowed"] },
  [`POST ${ADMIN}/orders/:id/link`]: { id: "adminLinkOrder", refuses: [...JSON_BODY, "forbidden", "not_allowed"] },
  [`GET ${ADMIN}/leases`]: { id: "adminListLeases", query: ListQuery, refuses: ["invalid"] },
  [`GET ${ADMIN}/attention`]: { id: "adminListAttention", query: AttentionQuery, refuses: ["invalid"] },
  [`GET ${ADMIN}/alerts`]: { id: "adminListAlerts", refuses: [] },
  [`POST ${ADMIN}/alerts/:code/check`]: { id: "adminCheckAlert", refuses: [...JSON_BODY, "forbidden"] },
  [`DELETE ${ADMIN}/alerts/:code/check`]: { id: "adminStopCheck", refuses: ["invalid", "forbidden"] },
  [`GET ${ADMIN}/waiting`]: { id: "adminRetrieveWaiting", refuses: [] },
  [`GET ${ADMIN}/funnel`]: { id: "adminRetrieveFunnel", query: FunnelQuery, refuses: ["invalid"] },
  [`GET ${ADMIN}/leases/export`]: { id: "adminExportLeases", query: ExportQuery, refuses: ["invalid"] },
  [`GET ${ADMIN}/leases/:id`]: { id: "adminRetrieveLease", refuses: ["not_found", "not_allowed"] },
  [`GET ${ADMIN}/leases/:id/history`]: { id: "adminListHistory", query: HistoryQuery, refuses: QUERY },
  [`GET ${ADMIN}/leases/:id/invoice`]: {
    id: "adminRetrieveInvoice",
    refuses: ["forbidden", "not_found", "not_allowed"],
  },
  [`GET ${ADMIN}/leases/:id/support`]: { id: "adminRetrieveSupportFile", refuses: ["not_found", "not_allowed"] },
  [`POST ${ADMIN}/leases/:id/actions/:action`]: { id: "adminAct", refuses: [...JSON_BODY, "not_found", "not_allowed"] },
  [`GET ${ADMIN}/customers/:id`]: { id: "adminRetrieveCustomerLeases", refuses: [] },
  [`GET ${ADMIN}/products/:id`]: { id: "adminRetrieveProduct", refuses: ["not_found"] },
  [`POST ${ADMIN}/products/:id`]: { id: "adminUpdateProduct", refuses: [...JSON_BODY, "forbidden", "not_found"] },
  [`GET ${ADMIN}/regions/:id`]: { id: "adminRetrieveRegion", refuses: ["not_found"] },
  [`GET ${ADMIN}/setup`]: { id: "adminRetrieveSetup", refuses: [] },
  [`GET ${ADMIN}/health`]: { id: "adminRetrieveHealth", refuses: [], also: { 503: "HealthAnswer" } },
  [`POST ${ADMIN}/connection-check`]: { id: "adminCheckConnection", refuses: [...JSON_BODY, "forbidden"] },
}
