import type { z } from "zod"
import type { LeaseServiceOptions } from "../../../client"
import type { AccountOption } from "./accounts"
import type { OwnOptionsSchema } from "./own-options"

type OneAccount = LeaseServiceOptions & z.input<typeof OwnOptionsSchema>

/** One of several accounts, as a store writes it. An account with a `baseUrl` takes no operator's option from the top, its login least of all. */
export type LeaseAccount = {
  /** The account's name in the ledger: small letters, digits, - and _. It never changes. */
  id: string
  /** Which carts it takes, by id of region or sales channel, or by currency. Left out: none but those of a second look. */
  for?: {
    /** Ids of Medusa's regions. */
    region?: string | string[]
    /** Ids of Medusa's sales channels. */
    sales_channel?: string | string[]
    /** Currencies, in three letters. */
    currency?: string | string[]
  }
} & Partial<Pick<OneAccount, AccountOption>>

type Several = {
  /** Further accounts at operators. Carts that none of them takes are those of the options beside it, if these have a `baseUrl`. */
  accounts?: LeaseAccount[]
}

/** The plugin's options as a store writes them in `medusa-config.ts` (docs/options.md). */
export type LeaseToOwnOptions = (OneAccount & Several) | (Partial<OneAccount> & Required<Several>)
