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

/** Additions to a request: headers beside those of the SDK, and a signal that aborts it. */
export type RequestOptions = { headers?: Record<string, string>; signal?: AbortSignal }

type FetchOptions = RequestOptions & { method?: "POST"; query?: object; body?: object }

/** The part of Medusa's JS SDK that is used: `sdk` itself is one. */
export type FetchingSdk = { client: { fetch<T>(path: string, options?: FetchOptions): Promise<T> } }

const ROUTES = "/admin/lease-to-own"

/** The admin routes in the style of Medusa's JS SDK: `leaseToOwnAdmin(sdk).leases.list()`. Throws `FetchError` unless 2xx (`docs/routes.md`). */
export function leaseToOwnAdmin({ client }: FetchingSdk) {
  const get = <T>(path: string, options?: FetchOptions) => client.fetch<T>(`${ROUTES}/${path}`, options)
  const post = <T>(path: string, body: object, options?: RequestOptions) =>
    client.fetch<T>(`${ROUTES}/${path}`, { ...options, method: "POST", body })
  const lease = (id: string) => `leases/${encodeURIComponent(id)}`
  const order = (id: string) => `orders/${encodeURIComponent(id)}`
  const product = (id: string) => `products/${encodeURIComponent(id)}`

  return {
    leases: {
      /** A page of the leases, newest first. `next` and `previous` of the answer are `cursor`s. */
      list: (query: LeaseListQuery = {}, options?: RequestOptions) =>
        get<LeaseListAnswer>("leases", { ...options, query }),
      /** A lease with its history, its calls, and what was sent and priced. */
      retrieve: (id: string, options?: RequestOptions) => get<LeasePageAnswer>(lease(id), options),
      /** Entries of the history, newest first; `before` is the `next` of the page before. */
      history: (id: string, query: { before?: string | null } = {}, options?: RequestOptions) =>
        get<LeaseHistory>(`${lease(id)}/history`, { ...options, query }),
      /** Takes an action. A refusal doesn't throw: `result` is `done` or `refused`. */
      act: (id: string, action: ActionKey, body: ActionBody = {}, options?: RequestOptions) =>
        post<ActionAnswer>(`${lease(id)}/actions/${action}`, body, options),
      /** All leases that match the filters as CSV: the response, to be read as text, blob or stream. */
      export: (query: Omit<LeaseListQuery, "limit" | "cursor"> = {}, options?: RequestOptions) =>
        get<Response>("leases/export", { ...options, query, headers: { ...options?.headers, accept: "text/csv" } }),
    },
    /** How many leases need attention, and the newest of them with their next steps. */
    attention: (query: LeaseAttentionQuery = {}, options?: RequestOptions) =>
      get<LeaseAttentionAnswer>("attention", { ...options, query }),
    orders: {
      /** The lease of an order; null for an order without one. */
      retrieveLease: (orderId: string, options?: RequestOptions) => get<OrderLeaseAnswer>(order(orderId), options),
      /** Creates the link by which the customer of an unpaid order can lease it; later calls return the same link. */
      link: (orderId: string, options?: RequestOptions) => post<ActionAnswer>(`${order(orderId)}/link`, {}, options),
    },
    customers: {
      /** A customer's approvals and newest leases, by account and by e-mail address. */
      retrieveLeases: (customerId: string, options?: RequestOptions) =>
        get<CustomerLeasesAnswer>(`customers/${encodeURIComponent(customerId)}`, options),
    },
    products: {
      /** A product's lease data, and the source of each value. */
      retrieve: (id: string, options?: RequestOptions) => get<ProductLeaseAnswer>(product(id), options),
      /** Sets the product's own values. Null removes a value; those left out stay. */
      update: (id: string, body: ProductLeaseBody, options?: RequestOptions) =>
        post<ProductLeaseAnswer>(product(id), body, options),
    },
    regions: {
      /** Whether shoppers of a region can lease, and what keeps them from it. */
      retrieve: (id: string, options?: RequestOptions) =>
        get<RegionLeaseAnswer>(`regions/${encodeURIComponent(id)}`, options),
    },
    /** Whether the plugin is set up right, and the configuration as it runs. */
    setup: (options?: RequestOptions) => get<SetupAnswer>("setup", options),
    /** Whether pending calls are made in time. If not, the status is 503, so it throws. */
    health: (options?: RequestOptions) => get<HealthAnswer>("health", options),
    /** Checks that the lease service answers and accepts the credentials. */
    connectionCheck: (options?: RequestOptions) => post<ConnectionAnswer>("connection-check", {}, options),
  }
}
