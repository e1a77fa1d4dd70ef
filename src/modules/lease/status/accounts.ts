import type { LeaseService } from "../../../client"
import { type AccountCart, takes } from "../options/accounts"
import { describeConnection, type ServiceAddress } from "../options/operator"
import { type AccountSettings, type LeaseOptions, withoutCredentials } from "../options/options"
import type { Breaker, Outage } from "./breaker"
import type { Rate } from "./rate"

/** One account at an operator: its options, and its lease service behind its breaker. */
export type Account = {
  /** Its id; null: the options at the top are its own. */
  account: string | null
  options: LeaseOptions
  service: LeaseService
  breaker: Pick<Breaker, keyof Breaker>
  /** Undefined without option `rate`. */
  rate: Rate | undefined
  /** It is not in the options any more: nothing can be sent for its leases. */
  isRemoved: boolean
}

/** The outage of an account's service. */
export type AccountOutage = Outage & { account: string | null }

/** The accounts of a store. */
export class Accounts {
  private readonly byId: ReadonlyMap<string | null, Account>
  private readonly removed = new Map<string | null, Account>()

  constructor(
    /** The accounts of the options. */
    readonly all: readonly Account[],
    private readonly standIn: (account: string | null) => Account,
  ) {
    this.byId = new Map(all.map((one) => [one.account, one]))
  }

  /** The first account of the options. */
  get first(): Account {
    return this.all[0] as Account
  }

  /** The account of this id; a stand-in, which sends nothing, for one that the options do not have. */
  of(account: string | null): Account {
    const known = this.byId.get(account) ?? this.removed.get(account)
    if (known) return known
    const made = this.standIn(account)
    this.removed.set(account, made)
    return made
  }

  /** The account that takes such carts: the one that names them, else the one at the top of the options; null where there is neither. */
  taking(cart: AccountCart): Account | null {
    const named = this.all.find(({ options }) => options.takes && takes(options.takes, cart))
    return named ?? this.byId.get(null) ?? null
  }

  /** The account that is offered after a denial at this one; null where there is none. */
  afterDenial(account: string | null): Account | null {
    return this.byId.get(this.byId.get(account)?.options.secondLook ?? "") ?? null
  }

  /** An account, and those that are offered one after another to somebody who began there. */
  onwardFrom(first: Account): (string | null)[] {
    const onward: (string | null)[] = []
    for (let at: Account | null = first; at; at = this.afterDenial(at.account)) onward.push(at.account)
    return onward
  }

  /** Since when the service of an account has not answered; null while it answers, and for an account that the options do not have any more. */
  async outageOf(account: string | null): Promise<AccountOutage | null> {
    const { breaker, isRemoved } = this.of(account)
    const outage = isRemoved ? null : await breaker.current()
    return outage && { ...outage, account }
  }

  /** The outages of those whose service does not answer, the longest first. */
  async away(): Promise<AccountOutage[]> {
    const away: AccountOutage[] = []
    for (const { account } of this.all) {
      const outage = await this.outageOf(account)
      if (outage) away.push(outage)
    }
    return away.sort((one, other) => one.since.getTime() - other.since.getTime())
  }

  /** The accounts of the options as people may see them: where the service is, and with what the store logs in; of the secret no more than its end. */
  overview(): AccountOverview[] {
    return this.all.map(({ account, options }) => ({
      account,
      takes: options.takes,
      settings: withoutCredentials(options),
      connection: describeConnection(options.service),
    }))
  }

  /** Gives the connections back. */
  async close(): Promise<void> {
    await Promise.all([...this.all, ...this.removed.values()].map(({ service }) => service.close()))
  }
}

/** One account of the options, as people may see it. */
export type AccountOverview = {
  account: string | null
  takes: LeaseOptions["takes"]
  settings: AccountSettings
  connection: ServiceAddress
}
