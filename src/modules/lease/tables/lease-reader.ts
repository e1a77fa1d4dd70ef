import { BEFORE_ORDER, UNSIGNED } from "../rules/lease-predicates"
import type { LeaseRecord } from "../rules/records"
import { CLOSED, listed, WITHOUT_APPLICATION } from "../rules/state-machine"
import { Table, type Where } from "./table"

export class LeaseReader extends Table {
  byId(id: string): Promise<LeaseRecord | null> {
    return this.first({ id })
  }

  /** Locks leases for this transaction and returns their current rows. Every writer of several leases locks in ID order, to avoid deadlocks. */
  lock(ids: readonly string[]): Promise<LeaseRecord[]> {
    const leases = this.notDeleted("lease").whereIn("id", [...ids])
    return leases.orderBy("id").forUpdate()
  }

  async byIds(ids: readonly string[]): Promise<Map<string, LeaseRecord>> {
    const rows: LeaseRecord[] = ids.length ? await this.notDeleted("lease").whereIn("id", [...new Set(ids)]) : []
    return new Map(rows.map((row) => [row.id, row]))
  }

  /** A cart's lease: the open one, otherwise the last closed one. A lapsed lease is returned unchanged; see `currentLease`. */
  ofCart(cartId: string): Promise<LeaseRecord | null> {
    return this.openFirst({ cart_id: cartId })
  }

  /** A cart's hosted lease, open or closed, with a widget token that has this hash. */
  ofWidgetToken(cartId: string, hash: string): Promise<LeaseRecord | null> {
    return this.first({ cart_id: cartId, flow: "hosted" }, (leases) =>
      leases.whereRaw("widget_tokens @> ?::jsonb", [JSON.stringify([{ hash }])]),
    )
  }

  /** An order's lease: the open one, otherwise the last closed one. */
  ofOrder(orderId: string): Promise<LeaseRecord | null> {
    return this.openFirst({ order_id: orderId })
  }

  /** An order's leases, oldest first. An edited order may have several. */
  allOfOrder(orderId: string): Promise<LeaseRecord[]> {
    return this.notDeleted("lease").where({ order_id: orderId }).orderBy(["created_at", "id"])
  }

  ofSession(sessionId: string): Promise<LeaseRecord | null> {
    return this.first({ session_id: sessionId })
  }

  /** The account's lease that currently has this application ID. */
  liveOfApplication(applicationId: string, account_id: string | null): Promise<LeaseRecord | null> {
    return this.first({ application_id: applicationId, account_id }, (leases) =>
      leases.whereNotIn("status", [...WITHOUT_APPLICATION]),
    )
  }

  /** The newest lease with a contract whose reference or live application ID is in `names`. */
  async contractNamed(names: readonly string[]): Promise<LeaseRecord | null> {
    if (!names.length) return null
    // Query separately, so that each query uses its own index.
    const applied = () =>
      this.notDeleted("lease")
        .whereIn("application_id", names)
        .whereNotIn("status", [...WITHOUT_APPLICATION])
    const found: LeaseRecord[] = await this.notDeleted("lease")
      .whereIn("reference", names)
      .unionAll([applied().whereNull("account_id"), applied().whereNotNull("account_id")])
    const withContract = found.filter(({ contract_at }) => contract_at !== null)
    return withContract.sort((a, b) => b.created_at.getTime() - a.created_at.getTime())[0] ?? null
  }

  private openFirst(where: Record<string, string>): Promise<LeaseRecord | null> {
    return this.first(where, (leases) =>
      leases.orderByRaw("(status = any(?)) asc, created_at desc", [CLOSED as string[]]),
    )
  }

  protected async first(of: Record<string, string | null>, where: Where = () => {}): Promise<LeaseRecord | null> {
    return (await this.notDeleted("lease").where(of).modify(where).first()) ?? null
  }
}

/** The cart that needs an approval, and the accounts whose approvals it can use (null for the top-level account). */
export type ApprovalQuery = { cartId: string; accounts: (string | null)[]; currency: string; test: boolean }

export class ApprovalReader extends Table {
  /**
   * The customer's lease with the best approval for the cart: the highest amount, then the latest end. If none is usable now, returns one that isn't,
   * to show why.
   */
  ofCustomer(customerId: string, query: ApprovalQuery): Promise<LeaseRecord | null> {
    return this.best(query, (leases) => leases.where({ customer_id: customerId }))
  }

  /**
   * Like `ofCustomer`, for a guest. Excludes customers' leases, which require a login. Also excludes leases whose application form had a different
   * email address than the cart, because anyone can set a cart's address.
   */
  ofGuest(email: string, query: ApprovalQuery): Promise<LeaseRecord | null> {
    const other = this.notDeleted("lease_event").whereRaw(
      "lease_id = lease.id and detail ->> 'other_mailbox' is not null",
    )
    return this.best(query, (leases) =>
      leases.whereRaw("lower(email) = lower(?)", [email]).whereNull("customer_id").whereNotExists(other),
    )
  }

  /** Like `ofCustomer`, for this lease only. Null if its approval can't apply to the cart. */
  ofLease(leaseId: string, query: ApprovalQuery): Promise<LeaseRecord | null> {
    return this.best(query, (leases) => leases.where({ id: leaseId }))
  }

  /** When an application's approval ends, as first recorded. `email` lets the query use an index. */
  async endOf(application: { application_id: string; account_id: string | null }, email: string): Promise<Date | null> {
    const theirs = this.notDeleted("lease").whereRaw("lower(email) = lower(?)", [email])
    const row = await theirs.where(application).min({ end: "approved_until" }).first()
    return row?.end ?? null
  }

  private async best({ cartId, accounts, currency, test }: ApprovalQuery, whose: Where): Promise<LeaseRecord | null> {
    // Keep this in sync with `mayMove`.
    const isSigned =
      "contracts_received_at is not null or (evidence = 'reported' and service_status is not distinct from '')"
    const usable = `status in (${listed(UNSIGNED)}) and (approved_until is null or approved_until > ?)
      and not (status = 'signing' and (${isSigned}))`
    const row = await this.notDeleted("lease")
      .modify(whose)
      .where({ flow: "api", currency_code: currency, test })
      .whereRaw("coalesce(account_id, '') = any(?)", [accounts.map((account_id) => account_id ?? "")])
      .whereNot("cart_id", cartId)
      // An approval whose order is waiting for a new contract stays with that order.
      .whereNull("order_id")
      .whereIn("status", [...BEFORE_ORDER])
      .orderByRaw(
        `(${usable}) desc, approval_amount desc nulls last, approved_until desc nulls last, created_at desc, id`,
        [this.now()],
      )
      .first()
    return row ?? null
  }
}
