import { BEFORE_ORDER, UNSIGNED } from "../rules/lease-predicates"
import type { LeaseRecord } from "../rules/records"
import { CLOSED, listed, WITHOUT_APPLICATION } from "../rules/state-machine"
import { Table, type Where } from "./table"

export class LeaseReader extends Table {
  byId(id: string): Promise<LeaseRecord | null> {
    return this.first({ id })
  }

  /** Locks leases for this transaction and returns their current rows. Locks in id order, like every writer of several leases, to avoid deadlocks. */
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

  /** The hosted lease of a cart, open or closed, that issued the widget token with this hash. */
  ofWidgetToken(cartId: string, hash: string): Promise<LeaseRecord | null> {
    return this.first({ cart_id: cartId, flow: "hosted" }, (leases) =>
      leases.whereRaw("widget_tokens @> ?::jsonb", [JSON.stringify([{ hash }])]),
    )
  }

  /** An order's lease: the open one, otherwise the last closed one. */
  ofOrder(orderId: string): Promise<LeaseRecord | null> {
    return this.openFirst({ order_id: orderId })
  }

  /** All leases of an order, oldest first. An edited order may have had several. */
  allOfOrder(orderId: string): Promise<LeaseRecord[]> {
    return this.notDeleted("lease").where({ order_id: orderId }).orderBy(["created_at", "id"])
  }

  ofSession(sessionId: string): Promise<LeaseRecord | null> {
    return this.first({ session_id: sessionId })
  }

  /** The lease that currently has this application id at this account. */
  liveOfApplication(applicationId: string, account_id: string | null): Promise<LeaseRecord | null> {
    return this.first({ application_id: applicationId, account_id }, (leases) =>
      leases.whereNotIn("status", [...WITHOUT_APPLICATION]),
    )
  }

  /** The newest lease with a contract whose reference or live application id is in `names`. */
  async contractNamed(names: readonly string[]): Promise<LeaseRecord | null> {
    if (!names.length) return null
    // Query each index separately.
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

/** The cart that needs an approval, and the accounts whose approvals it can use, with null for the account at the top of the options. */
export type ApprovalQuery = { cartId: string; accounts: (string | null)[]; currency: string; test: boolean }

/** Finds a person's approvals on other carts. */
export class ApprovalReader extends Table {
  /**
   * The lease whose approval a customer's cart may use: the one with the highest amount, or the one that ends last if the amounts are equal. If no
   * approval is usable now, returns one that isn't, to show why.
   */
  ofCustomer(customerId: string, query: ApprovalQuery): Promise<LeaseRecord | null> {
    return this.best(query, (leases) => leases.where({ customer_id: customerId }))
  }

  /**
   * Like `ofCustomer`, for a guest who entered this e-mail address in both the cart and the form, because anyone can set a cart's address. Excludes
   * customers' leases, which require a login.
   */
  ofGuest(email: string, query: ApprovalQuery): Promise<LeaseRecord | null> {
    const other = this.notDeleted("lease_event").whereRaw(
      "lease_id = lease.id and detail ->> 'other_mailbox' is not null",
    )
    return this.best(query, (leases) =>
      leases.whereRaw("lower(email) = lower(?)", [email]).whereNull("customer_id").whereNotExists(other),
    )
  }

  /** This lease, or null if it can't have an approval. */
  ofLease(leaseId: string, query: ApprovalQuery): Promise<LeaseRecord | null> {
    return this.best(query, (leases) => leases.where({ id: leaseId }))
  }

  /** When an application's approval ends, as first recorded. `email` is used to find the application's leases. */
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
      // Approvals that can't be used are also returned, to show why.
      .whereIn("status", [...BEFORE_ORDER])
      .orderByRaw(
        `(${usable}) desc, approval_amount desc nulls last, approved_until desc nulls last, created_at desc, id`,
        [this.now()],
      )
      .first()
    return row ?? null
  }
}
