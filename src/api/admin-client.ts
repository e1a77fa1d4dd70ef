import type {
  ActionAnswer,
  ActionBody,
  ActionKey,
  ConnectionAnswer,
  CustomerLeasesAnswer,
  HealthAnswer,
  LeaseAlertsAnswer,
  LeaseAttentionAnswer,
  LeaseAttentionQuery,
  LeaseCheckAnswer,
  LeaseExportQuery,
  LeaseFunnelAnswer,
  LeaseFunnelQuery,
  LeaseHistory,
  LeaseInvoiceAnswer,
  LeaseListAnswer,
  LeaseListQuery,
  LeasePageAnswer,
  LeaseSupportFile,
  LeaseWaitingAnswer,
  OrderLeaseAnswer,
  ProductLeaseAnswer,
  ProductLeaseBody,
  RegionLeaseAnswer,
  SetupAnswer,
} from "./admin-types"

export type * from "./admin-types"

/** Options for one request: extra headers, and a signal that aborts it. */
export type RequestOptions = { headers?: Record<string, string>; signal?: AbortSignal }

type FetchOptions = RequestOptions & { method?: "POST" | "DELETE"; query?: object; body?: object }

/** The part of Medusa's JS SDK that this client uses. Pass `sdk` itself. */
export type FetchingSdk = { client: { fetch<T>(path: string, options?: FetchOptions): Promise<T> } }

const ROUTES = "/admin/lease-to-own"

/**
 * Returns a client for the admin routes, modeled on Medusa's JS SDK: `leaseToOwnAdmin(sdk).leases.list()`. Its methods throw `FetchError` unless the
 * status is 2xx (`docs/routes.md`).
 */
export function leaseToOwnAdmin({ client }: FetchingSdk) {
  const get = <T>(path: string, options?: FetchOptions) => client.fetch<T>(`${ROUTES}/${path}`, options)
  const post = <T>(path: string, body: object, options?: RequestOptions) =>
    client.fetch<T>(`${ROUTES}/${path}`, { ...options, method: "POST", body })
  const check = (code: string) => `alerts/${encodeURIComponent(code)}/check`
  const lease = (id: string) => `leases/${encodeURIComponent(id)}`
  const order = (id: string) => `orders/${encodeURIComponent(id)}`
  const product = (id: string) => `products/${encodeURIComponent(id)}`

  return {
    leases: {
      /** Returns a page of leases, newest first. For another page, pass the response's `next` or `previous` as `cursor`. */
      list: (query: LeaseListQuery = {}, options?: RequestOptions) =>
        get<LeaseListAnswer>("leases", { ...options, query }),
      /** Returns a lease with its history, calls, cart and pricing. */
      retrieve: (id: string, options?: RequestOptions) => get<LeasePageAnswer>(lease(id), options),
      /** Returns a page of a lease's history, newest first. For older entries, pass the response's `next` as `before`. */
      history: (id: string, query: { before?: string | null } = {}, options?: RequestOptions) =>
        get<LeaseHistory>(`${lease(id)}/history`, { ...options, query }),
      /** Returns the store's invoice to the operator for a lease, or why there is none. */
      invoice: (id: string, options?: RequestOptions) => get<LeaseInvoiceAnswer>(`${lease(id)}/invoice`, options),
      /** Returns what a lease's page and whole history hold, without secrets and personal data. */
      support: (id: string, options?: RequestOptions) => get<LeaseSupportFile>(`${lease(id)}/support`, options),
      /** Takes an action on a lease. A refused action doesn't throw: `result` is `done` or `refused`. */
      act: (id: string, action: ActionKey, body: ActionBody = {}, options?: RequestOptions) =>
        post<ActionAnswer>(`${lease(id)}/actions/${action}`, body, options),
      /** Exports all leases that match the filters as CSV. The response can be read as text, a blob or a stream. */
      export: (query: LeaseExportQuery = {}, options?: RequestOptions) =>
        get<Response>("leases/export", { ...options, query, headers: { ...options?.headers, accept: "text/csv" } }),
    },
    /** Returns the number of leases that need attention, and the newest of them with their next steps. */
    attention: (query: LeaseAttentionQuery = {}, options?: RequestOptions) =>
      get<LeaseAttentionAnswer>("attention", { ...options, query }),
    alerts: {
      /** Returns how many leases have each raised alert, their sums, the remedy, and how far a check has come. */
      list: (options?: RequestOptions) => get<LeaseAlertsAnswer>("alerts", options),
      /** Has the status of every lease with this alert read. Does nothing if such a check is under way. */
      check: (code: string, options?: RequestOptions) => post<LeaseCheckAnswer>(check(code), {}, options),
      /** Stops the check of this alert. */
      stopCheck: (code: string, options?: RequestOptions) =>
        client.fetch<LeaseCheckAnswer>(`${ROUTES}/${check(code)}`, { ...options, method: "DELETE" }),
    },
    /** Returns how many leases are waiting for their orders to be delivered, and the sums of their amounts. */
    waiting: (options?: RequestOptions) => get<LeaseWaitingAnswer>("waiting", options),
    /** Returns how many leases reached each step, by the week in which they started and by account. */
    funnel: (query: LeaseFunnelQuery = {}, options?: RequestOptions) =>
      get<LeaseFunnelAnswer>("funnel", { ...options, query }),
    orders: {
      /** Returns an order's lease, or null if the order has none. */
      retrieveLease: (orderId: string, options?: RequestOptions) => get<OrderLeaseAnswer>(order(orderId), options),
      /** Creates the link that lets a customer lease an unpaid order. Later calls return the same link. */
      link: (orderId: string, options?: RequestOptions) => post<ActionAnswer>(`${order(orderId)}/link`, {}, options),
    },
    customers: {
      /** Returns the newest leases and approvals for a customer's account and email address. */
      retrieveLeases: (customerId: string, options?: RequestOptions) =>
        get<CustomerLeasesAnswer>(`customers/${encodeURIComponent(customerId)}`, options),
    },
    products: {
      /** Returns a product's lease data, with the source of each value. */
      retrieve: (id: string, options?: RequestOptions) => get<ProductLeaseAnswer>(product(id), options),
      /** Sets a product's overrides. Null removes an override, and omitted values don't change. */
      update: (id: string, body: ProductLeaseBody, options?: RequestOptions) =>
        post<ProductLeaseAnswer>(product(id), body, options),
    },
    regions: {
      /** Returns whether shoppers in a region can lease, and if not, why. */
      retrieve: (id: string, options?: RequestOptions) =>
        get<RegionLeaseAnswer>(`regions/${encodeURIComponent(id)}`, options),
    },
    /** Returns whether the plugin is set up correctly, and its current configuration. */
    setup: (options?: RequestOptions) => get<SetupAnswer>("setup", options),
    /** Returns whether pending calls are made on time. Throws if they aren't, because the status is then 503. */
    health: (options?: RequestOptions) => get<HealthAnswer>("health", options),
    /** Checks that the lease service responds and accepts the credentials. */
    connectionCheck: (options?: RequestOptions) => post<ConnectionAnswer>("connection-check", {}, options),
  }
}
