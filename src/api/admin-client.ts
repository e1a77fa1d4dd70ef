import type {
  ActionAnswer,
  ActionBody,
  ActionKey,
  ConnectionAnswer,
  CustomerLeasesAnswer,
  HealthAnswer,
  LeaseAttentionAnswer,
  LeaseAttentionQuery,
  LeaseHistory,
  LeaseListAnswer,
  LeaseListQuery,
  LeasePageAnswer,
  OrderLeaseAnswer,
  ProductLeaseAnswer,
  ProductLeaseBody,
  RegionLeaseAnswer,
  SetupAnswer,
} from "./admin-types"

export type * from "./admin-types"

/** Options for one request: headers to add to those of the SDK, and a signal that aborts the request. */
export type RequestOptions = { headers?: Record<string, string>; signal?: AbortSignal }

type FetchOptions = RequestOptions & { method?: "POST"; query?: object; body?: object }

/** The part of Medusa's JS SDK that this client needs. You can pass `sdk` itself. */
export type FetchingSdk = { client: { fetch<T>(path: string, options?: FetchOptions): Promise<T> } }

const ROUTES = "/admin/lease-to-own"

/**
 * Returns a client for the admin routes in the style of Medusa's JS SDK: `leaseToOwnAdmin(sdk).leases.list()`. Throws `FetchError` unless the status
 * is 2xx (`docs/routes.md`).
 */
export function leaseToOwnAdmin({ client }: FetchingSdk) {
  const get = <T>(path: string, options?: FetchOptions) => client.fetch<T>(`${ROUTES}/${path}`, options)
  const post = <T>(path: string, body: object, options?: RequestOptions) =>
    client.fetch<T>(`${ROUTES}/${path}`, { ...options, method: "POST", body })
  const lease = (id: string) => `leases/${encodeURIComponent(id)}`
  const order = (id: string) => `orders/${encodeURIComponent(id)}`
  const product = (id: string) => `products/${encodeURIComponent(id)}`

  return {
    leases: {
      /** Returns a page of leases, newest first. To load another page, pass `next` or `previous` from the response as `cursor`. */
      list: (query: LeaseListQuery = {}, options?: RequestOptions) =>
        get<LeaseListAnswer>("leases", { ...options, query }),
      /** Returns a lease with its history, its calls, the cart that was sent and the pricing. */
      retrieve: (id: string, options?: RequestOptions) => get<LeasePageAnswer>(lease(id), options),
      /** Returns a page of a lease's history, newest first. To load the next page, pass `next` from the response as `before`. */
      history: (id: string, query: { before?: string | null } = {}, options?: RequestOptions) =>
        get<LeaseHistory>(`${lease(id)}/history`, { ...options, query }),
      /** Takes an action. Doesn't throw if the action is refused: `result` is `done` or `refused`. */
      act: (id: string, action: ActionKey, body: ActionBody = {}, options?: RequestOptions) =>
        post<ActionAnswer>(`${lease(id)}/actions/${action}`, body, options),
      /** Exports all leases that match the filters as CSV. Returns the response, which can be read as text, a blob or a stream. */
      export: (query: Omit<LeaseListQuery, "limit" | "cursor"> = {}, options?: RequestOptions) =>
        get<Response>("leases/export", { ...options, query, headers: { ...options?.headers, accept: "text/csv" } }),
    },
    /** Returns how many leases need attention, and the newest of them with their next steps. */
    attention: (query: LeaseAttentionQuery = {}, options?: RequestOptions) =>
      get<LeaseAttentionAnswer>("attention", { ...options, query }),
    orders: {
      /** Returns an order's lease, or null if the order has none. */
      retrieveLease: (orderId: string, options?: RequestOptions) => get<OrderLeaseAnswer>(order(orderId), options),
      /** Creates the link with which an unpaid order's customer can lease it. Later calls return the same link. */
      link: (orderId: string, options?: RequestOptions) => post<ActionAnswer>(`${order(orderId)}/link`, {}, options),
    },
    customers: {
      /** Returns a customer's approvals and newest leases, found by account and by e-mail address. */
      retrieveLeases: (customerId: string, options?: RequestOptions) =>
        get<CustomerLeasesAnswer>(`customers/${encodeURIComponent(customerId)}`, options),
    },
    products: {
      /** Returns a product's lease data, with the source of each value. */
      retrieve: (id: string, options?: RequestOptions) => get<ProductLeaseAnswer>(product(id), options),
      /** Sets the product's own values. Null removes a value, and omitted values don't change. */
      update: (id: string, body: ProductLeaseBody, options?: RequestOptions) =>
        post<ProductLeaseAnswer>(product(id), body, options),
    },
    regions: {
      /** Returns whether shoppers in a region can lease, and what prevents it. */
      retrieve: (id: string, options?: RequestOptions) =>
        get<RegionLeaseAnswer>(`regions/${encodeURIComponent(id)}`, options),
    },
    /** Returns whether the plugin is set up correctly, and the configuration that it is running with. */
    setup: (options?: RequestOptions) => get<SetupAnswer>("setup", options),
    /** Returns whether pending calls are made on time. Throws if they aren't, because the status is then 503. */
    health: (options?: RequestOptions) => get<HealthAnswer>("health", options),
    /** Checks that the lease service responds and accepts the credentials. */
    connectionCheck: (options?: RequestOptions) => post<ConnectionAnswer>("connection-check", {}, options),
  }
}
