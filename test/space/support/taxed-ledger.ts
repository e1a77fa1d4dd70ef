import type { SalesTaxOption } from "../../../src/lease-cart"
import { Accounts, type LedgerDeps } from "../../../src/modules/lease/accounts/deps"
import type { ChoiceRecord, LeaseRecord, RaisedAlert } from "../../../src/modules/lease/rules/records"
import { type LeaseEventType, transitions } from "../../../src/modules/lease/rules/state-machine"

export const CART = "cart_1"

/** The fields of a lease that determine its cart's tax. */
export type TaxedLease = Pick<LeaseRecord, "account_id" | "status" | "flow" | "fingerprint" | "amount" | "order_id"> & {
  snapshot: { taxedBy: "in_cart" | "by_operator" } | null
}

type Store = {
  cart: { email?: string | null }
  lease: TaxedLease | null
  salesTax: SalesTaxOption
  turn(): Promise<void>
}

/** A store's ledger, in memory. Each read or write of a choice or lease is a step, and other tabs may act between steps, as in the store. */
export class TaxedLedger {
  private readonly alerts: RaisedAlert[] = []
  /** The errors in the store's log. */
  readonly logged: string[] = []
  private readonly choices = new Map<string, ChoiceRecord>()

  constructor(private readonly store: Store) {}

  private readonly account = (account_id: string | null, salesTax: SalesTaxOption, secondLook?: string) => {
    const takes = account_id === null ? undefined : { region: [] }
    const alertAfterDays = { shipped: false, signed: false }
    const options = { salesTax, secondLook, feeTaxCodes: [], takes, alertAfterDays }
    return { account_id, options, settings: options, breaker: {}, rate: undefined } as never
  }

  get accounts(): Accounts {
    return new Accounts([this.account(null, this.store.salesTax, "maple"), this.account("maple", "in_cart")], () => {
      throw new Error("No account is removed.")
    })
  }

  private readonly choiceStore = {
    of: async (id: string) => {
      await this.store.turn()
      const choice = this.choices.get(id)
      return choice && !choice.taken_back_at ? choice : null
    },
    wasMade: async (id: string) => this.choices.has(id),
    choose: async (id: string, account_id: string | null) => {
      await this.store.turn()
      this.choices.set(id, { id, account_id, chosen_at: new Date(0), taken_back_at: null } as ChoiceRecord)
    },
    takeBack: async (id: string) => {
      await this.store.turn()
      const choice = this.choices.get(id)
      if (choice) choice.taken_back_at ??= new Date(0)
    },
  }

  get deps(): LedgerDeps {
    const { accounts } = this
    const { lease } = this.store
    const leaseIf = async (is: boolean) => {
      await this.store.turn()
      return is ? this.record : null
    }
    const store = {
      choices: this.choiceStore,
      ofCart: () => leaseIf(true),
      ofOrder: (id: string) => leaseIf(lease?.order_id === id),
      ...this.changes,
    }
    /** Replaces the ledger's check before a completion, which reads the contract's status at the service. */
    const placeable = async ({ amount }: { amount: number }) => {
      if (lease?.status === "signed" && lease.flow === "api" && lease.amount === amount) return { id: "lease_1" }
      throw new Error("The lease isn't signed for this amount.")
    }
    return {
      store,
      accounts,
      placeable,
      options: { trustedProxies: 0, feeTaxCodes: [] },
      log: { error: (line: string) => this.logged.push(line) },
      now: () => new Date(0),
    } as never
  }

  /** What the ledger writes when an order is placed. */
  private readonly changes = {
    pendingCalls: { ofLease: async () => [] },
    move: async (_id: string, event: LeaseEventType, { set }: { set: object }) => {
      const { from, to } = transitions[event]
      if (!this.store.lease || !(from as readonly string[]).includes(this.store.lease.status)) return null
      Object.assign(this.store.lease, set, { status: to })
      return this.record
    },
    raise: async (_id: string, code: RaisedAlert["code"], params: RaisedAlert["params"]) => {
      this.alerts.push({ code, params, since: "" })
      return this.record
    },
    clear: async () => this.record,
    byId: async () => this.record,
    latest: async () => this.record,
    wake: async () => {},
  }

  get record(): LeaseRecord | null {
    const more = {
      id: "lease_1",
      cart_id: CART,
      email: this.store.cart.email,
      placed_at: null,
      linked_at: null,
      evidence: this.store.lease?.flow === "hosted" && this.store.lease.status !== "open" ? "reported" : "none",
      status_at: new Date(0),
      alerts: this.alerts,
    }
    return this.store.lease && ({ ...more, ...this.store.lease } as unknown as LeaseRecord)
  }
}
