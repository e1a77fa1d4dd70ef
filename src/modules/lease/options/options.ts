import type { MedusaContainer } from "@medusajs/framework/types"
import type { LeaseServiceOptions } from "../../../client"
import type { CartInput, LeaseCartOptions } from "../../../lease-cart"
import type { AccountFor, AccountOption } from "./accounts"
import type { ConsentOption } from "./consent"
import type { EstimateOption } from "./estimate"
import type { NoticesOption } from "./notices"
import type { Operator } from "./operator"
import type { WidgetOptions } from "./widget-options"

/** The plugin's options as checked, with their defaults (docs/options.md): those of one account, and those of the whole store. */
export type LeaseOptions = LeaseCartOptions & {
  /** The id of the account; null: the options at the top are its own. */
  account: string | null
  /** The carts that it takes; null: all that no other account takes. */
  takes: AccountFor | null
  /** The id of the account that somebody whom this one has denied is offered next. */
  secondLook?: string | undefined
  /** The further accounts of the store; of those none. */
  others: readonly LeaseOptions[]
  /** `"test"` marks every lease as a test. */
  mode: "live" | "test"
  /** How long one call to the service may take, in ms. */
  timeoutMs: number
  /** How long a person's request may wait for the service, with all calls and repetitions, in ms. */
  requestTimeoutMs: number
  /** Origins whose frame messages count, beside that of the eSign URL. */
  allowedOrigins: string[]
  /** When Medusa's books record the payment: right after the order, or after the delivery was confirmed. */
  captureOn: "order" | "delivery"
  /** Trigger of the delivery confirmation: all items delivered, all shipped, or a person only. */
  confirmDeliveryOn: "delivered" | "shipped" | "manual"
  /** A signed lease without an order is ordered by the job after this long (ms). */
  placeOrderAfter: number
  /** A signed lease that cannot be ordered is canceled after this long (ms). */
  abandonAfter: number
  /** A signed cart that goes to somebody else now: its order is refused, or placed and held for a person. */
  onRecipientChange: "refuse" | "hold"
  /** The store's own question about a cart, asked before its contract is shown. */
  beforeContract?: BeforeContract
  /** How many days an approval holds, where the service does not say. */
  approvalDays: number
  /** Where the shopper of an edited order signs its new contract; undefined: no such page is known. */
  contractLink?: string | undefined
  /** Applications from one network: for one cart within a week, and with one e-mail address within 24 hours. */
  maxAttempts: number
  /** Applications within 24 hours from one network in all, and with one e-mail address from all networks. */
  maxAttemptsPerDay: number
  /** Days after the end or the delivery of a lease until its personal data is erased. Undefined: never. */
  retentionDays?: number
  /** How many proxies in front of Medusa say truly from whom a request came. */
  trustedProxies: number
  operator: Operator
  consent: ConsentOption
  /** An example of what a lease costs, with the words that must stand beside it; undefined: no estimates. */
  estimate?: EstimateOption
  /** E-mails to shoppers and to the store's people; undefined: none. */
  notices?: NoticesOption | undefined
  /** How many calls to the service all processes make together; undefined: as many as there are. */
  rate?: { perSecond?: number | undefined; concurrent?: number | undefined }
  /** The operator's hosted widget; undefined: not offered. */
  widget?: WidgetOptions
  /** Encrypts one-time URLs in the tables. */
  linkKey?: Buffer
  /** The service runs on this very machine: a sandbox, whose addresses may be called. */
  loopback: boolean
  /** Settings of the lease service's client, credentials included. */
  service: LeaseServiceOptions
  /** The credentials, from which keys of HMACs were derived before the store had a secret of its own. */
  secret: string
}

/** Members of {@link LeaseOptions} that each account has for itself. */
type OfAccount =
  | Exclude<AccountOption, "baseUrl" | "username" | "password" | "authHash" | "apiVersion" | "store" | "wire">
  | "account"
  | "takes"
  | "others"
  | "linkKey"
  | "loopback"
  | "service"
  | "secret"

/** The options that all accounts of a store share. */
export type StoreOptions = Omit<LeaseOptions, OfAccount>

/**
 * A store's own question before a contract is shown: answers why this cart may not be ordered, in sentences for the shopper, or nothing. `cart`: as Medusa's
 * query reads it, with totals and addresses.
 */
export type BeforeContract = (cart: CartInput, container: MedusaContainer) => Promise<readonly string[] | undefined>

/** The ledger keeps cents in four bytes: no lease above this, in major units. */
export const LARGEST = 21_474_836.47
