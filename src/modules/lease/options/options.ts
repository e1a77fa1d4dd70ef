import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import {
  type CartInput,
  checkLeaseCartOptions,
  type LeaseCartOptions,
  leaseCartOptionsShape,
} from "../../../lease-cart"
import { isLoopback, type LeaseServiceOptions, LeaseServiceOptionsSchema, loginOf, toUrl } from "../../../lease-service"
import {
  type AccountEntry,
  type AccountFor,
  type AccountOption,
  EntriesSchema,
  isAccount,
  layered,
  mistakesOf,
  toEntry,
} from "./accounts"
import { type ConsentOption, ConsentSchema, consentOf, DEFAULT_CONSENT } from "./consent"
import { type EstimateOption, EstimateSchema, estimateOf } from "./estimate"
import { type NoticesOption, NoticesSchema } from "./notices"
import type { Operator } from "./operator"
import { UNNAMED_OPERATOR } from "./operator-name"
import { type WidgetOptions, WidgetOptionsSchema } from "./widget-options"

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
  /** The goods of a cart whose contract is out are reserved for it this long (ms), and on from its signature. Undefined: not reserved. */
  holdStock?: number
  /** How many days an approval holds, where the service does not say. */
  approvalDays: number
  /** Where the shopper of an edited order signs its new contract; undefined: no such page is known. */
  contractLink?: string | undefined
  /** Applications from one network: for one cart within a week, and with one e-mail address within 24 hours. */
  maxAttempts: number
  /** Applications within 24 hours from one network in all, and with one e-mail address from all networks. */
  maxAttemptsPerDay: number
  /** That which names a shopper is erased so many days after a lease has ended, or was delivered. Undefined: never. */
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

const text = (line: string) =>
  z
    .string({ error: `Write ${line}.` })
    .trim()
    .min(1, { error: `Write ${line}.` })

const PORTAL_FORM =
  'Write operator: { portalUrl: "https://portal.example/leases/{applicationId}" }: https, without a log-in; {applicationId} may stand in it.'

function isPage(address: string): boolean {
  const url = toUrl(address)
  if (!url || url.username || url.password) return false
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname))
}

/** Not below ten seconds: the shopper's own browser places the order first. */
const ms = (line: string) =>
  z
    .int({ error: `Write ${line} (milliseconds).` })
    .min(10_000, { error: `Write ${line} (milliseconds, 10000 or more).` })

const origin = z.string().refine((value) => toUrl(value)?.origin === value, {
  error: 'Write an origin without a path, for example "https://sign.example.com".',
})

/** Shown as a link in the dashboard, so nothing but a page: no script, no log-in. */
const portalUrl = z.string({ error: PORTAL_FORM }).refine(isPage, { error: PORTAL_FORM })

const CONTRACT_LINK =
  'Write contractLink: "https://shop.example/lease?cart={cartId}": https, with {cartId} and without #.'

const RATE_FORM =
  "Write rate: { perSecond: 5, concurrent: 4 }, or one of the two: perSecond from 0.1 to 10000, concurrent a whole number of 1 or more."

/** The options that are not the client's; those it checks itself. `cartFormat` concerns both. */
const OwnOptionsSchema = z
  .strictObject({
    ...leaseCartOptionsShape,
    /** `"test"` marks every lease as a test. Default `"live"`. */
    mode: z.enum(["live", "test"], { error: 'Write mode: "live" or mode: "test".' }).default("live"),
    /** Origins whose frame messages count, beside the contract's own. Default `[]`. */
    allowedOrigins: z.array(origin, { error: 'Write allowedOrigins: ["https://sign.example.com"].' }).default([]),
    /** When Medusa records the payment: right after the order, or after the delivery was confirmed. Default `"order"`. */
    captureOn: z
      .enum(["order", "delivery"], { error: 'Write captureOn: "order" or captureOn: "delivery".' })
      .default("order"),
    /** The delivery is confirmed to the service when every item is delivered, when every item is shipped, or by a person alone. Default `"delivered"`. */
    confirmDeliveryOn: z
      .enum(["delivered", "shipped", "manual"], {
        error: 'Write confirmDeliveryOn: "delivered", confirmDeliveryOn: "shipped" or confirmDeliveryOn: "manual".',
      })
      .default("delivered"),
    /** A signed cart that goes to somebody else now: its order is refused, or placed and held for a person. Default `"refuse"`. */
    onRecipientChange: z
      .enum(["refuse", "hold"], { error: 'Write onRecipientChange: "refuse" or onRecipientChange: "hold".' })
      .default("refuse"),
    /** Asks your own code whether a cart may be ordered, before its contract is shown. It has 15 seconds. */
    beforeContract: z
      .custom<BeforeContract>((value) => typeof value === "function", {
        error: "Write beforeContract: async (cart, container) => undefined.",
      })
      .optional(),
    /** How long the goods of a cart are reserved once its contract is shown, in ms, a day at most. Left out: they are not reserved. */
    holdStock: ms("holdStock: 1800000")
      .max(86_400_000, { error: "Write holdStock: 1800000 (milliseconds, 86400000 at most)." })
      .optional(),
    /** The time limit of a person's request with all its calls to the service, in ms. Default 50000. */
    requestTimeoutMs: ms("requestTimeoutMs: 50000")
      .max(300_000, { error: "Write requestTimeoutMs: 50000 (milliseconds, 300000 at most)." })
      .default(50_000),
    /** How long after the signature the plugin places the order of a shopper who closed the page, in ms. Default 120000. */
    placeOrderAfter: ms("placeOrderAfter: 120000").default(120_000),
    /** How long after the signature the contract of a cart that cannot be ordered is canceled, in ms. Default 86400000, a day. */
    abandonAfter: ms("abandonAfter: 86400000").default(86_400_000),
    /** Days from the approval to its end, where the service does not say, 1 to 3650. Default 90. */
    approvalDays: z
      .int({ error: "Write approvalDays: 90." })
      .min(1, { error: "Write approvalDays: 90 (days, 1 or more)." })
      .max(3650, { error: "Write approvalDays: 90 (days, 3650 at most)." })
      .default(90),
    /** Applications from one network for one cart, and with one e-mail address within 24 hours. Default 3. */
    maxAttempts: z
      .int({ error: "Write maxAttempts: 3." })
      .min(1, { error: "Write maxAttempts: 1 or more." })
      .default(3),
    /** Applications within 24 hours from one network in all, and with one e-mail address from all networks. Default 10. */
    maxAttemptsPerDay: z
      .int({ error: "Write maxAttemptsPerDay: 10." })
      .min(1, { error: "Write maxAttemptsPerDay: 1 or more." })
      .default(10),
    /** The page of your shop where the shopper of an edited order signs its new contract; `{cartId}` stands in it. Left out: no link can be made. */
    contractLink: z
      .string({ error: CONTRACT_LINK })
      .refine((address) => isPage(address) && address.includes("{cartId}") && !address.includes("#"), {
        error: CONTRACT_LINK,
      })
      .optional(),
    /** Days after which a person's data go out of leases that have ended, 30 to 36500. Left out: never. */
    retentionDays: z
      .int({ error: "Write retentionDays: 730." })
      .min(30, { error: "Write retentionDays: 730 (days, 30 or more)." })
      .max(36_500, { error: "Write retentionDays: 730 (days, 36500 at most)." })
      .optional(),
    /** How many proxies in front of Medusa add an address to `X-Forwarded-For`. Default 1. */
    trustedProxies: z
      .int({ error: "Write trustedProxies: 1." })
      .min(0, { error: "Write trustedProxies: 0 or more: how many proxies of yours stand in front of Medusa." })
      .default(1),
    /** Whom shoppers and your staff ask about a lease. */
    operator: z.strictObject(
      {
        /** The operator's name, as shoppers read it. Default `"the leasing company"`. */
        name: text('operator: { name: "…" }').default(UNNAMED_OPERATOR),
        /** How a shopper reaches the operator: a phone number, an e-mail address or a page. Required. */
        contact: text('operator: { contact: "…" }'),
        /** How your own staff reaches the operator. Left out: by `contact`. */
        merchantContact: text('operator: { merchantContact: "…" }').optional(),
        /** Where your staff looks a lease up; `{applicationId}` stands for it. https, without a log-in. */
        portalUrl: portalUrl.optional(),
      },
      { error: 'Write operator: { name: "…", contact: "…" }: whom a denied shopper can ask.' },
    ),
    /** The text that a shopper agrees to before applying. Have your own text checked by a lawyer. */
    consent: ConsentSchema.default(DEFAULT_CONSENT),
    /** An example of a lease's cost, for product pages. Left out: no estimate is shown. */
    estimate: EstimateSchema.optional(),
    /** E-mails to shoppers and a digest for your staff (docs/events.md). Left out: none is sent. */
    notices: NoticesSchema.optional(),
    /** How many calls go to the service, of all processes together; one of the two members or both. Left out: as many as there are. */
    rate: z
      .strictObject(
        {
          /** Calls in a second, spaced evenly. */
          perSecond: z
            .number({ error: RATE_FORM })
            .min(0.1, { error: RATE_FORM })
            .max(10_000, { error: RATE_FORM })
            .optional(),
          /** Calls at the same time. */
          concurrent: z.int({ error: RATE_FORM }).min(1, { error: RATE_FORM }).optional(),
        },
        { error: RATE_FORM },
      )
      .refine(({ perSecond, concurrent }) => perSecond !== undefined || concurrent !== undefined, { error: RATE_FORM })
      .optional(),
    /** The operator's hosted widget. Left out: it is not offered. */
    widget: WidgetOptionsSchema.optional(),
    /** The id of the account that somebody is offered whom this one has denied. Left out: none. */
    secondLook: text('secondLook: "maple", the id of an entry of accounts').optional(),
  })
  .superRefine(checkLeaseCartOptions)
  .refine(({ maxAttempts, maxAttemptsPerDay }) => maxAttemptsPerDay >= maxAttempts, {
    path: ["maxAttemptsPerDay"],
    error: "Write a maxAttemptsPerDay not below maxAttempts: one person's applications are among all those of a day.",
  })
  .refine(({ placeOrderAfter, abandonAfter }) => abandonAfter > placeOrderAfter, {
    path: ["abandonAfter"],
    error:
      "Write an abandonAfter longer than placeOrderAfter: a lease is ordered first, and given up when that cannot be done.",
  })

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

/** The ledger keeps cents in four bytes: no lease above this, in major units. */
export const LARGEST = 21_474_836.47

const CLIENT_OPTIONS = Object.keys(LeaseServiceOptionsSchema.shape)

/** Every option there is; docs/options.md has a row for each. */
export const optionNames: readonly string[] = [
  ...new Set([...CLIENT_OPTIONS, ...Object.keys(OwnOptionsSchema.shape), "accounts"]),
]

/**
 * Checks the plugin's options and fills in the defaults. Answers the account at the top, or the first entry of `accounts` where there is none.
 * Throws one Error that names every option that is missing or wrong, with the line to write; values are never repeated.
 */
export function parseOptions(options: Record<string, unknown>): LeaseOptions {
  // Medusa lays its own connection settings into every module's options.
  const { database: _database, accounts = [], ...top } = options
  const listed = EntriesSchema.safeParse(accounts)
  if (!listed.success) throw wrongOptions(linesOf(listed, () => "accounts."))
  const entries = listed.data.map(toEntry)
  const own = isAccount(top) || !entries.length ? [readAccount(top)] : []
  const read = [...own, ...entries.map((entry) => readAccount(top, entry))]
  const good = read.flatMap((one) => ("options" in one ? one.options : []))
  const lines = [
    ...read.flatMap((one) => ("lines" in one ? one.lines : [])),
    ...mistakesOf(top, entries, optionNames),
    ...apart(good),
  ]
  const [first, ...others] = good
  if (lines.length || !first) throw wrongOptions(lines)
  return { ...first, others }
}

/** The options of one account, or the lines about what is wrong with them. A mistake at the top is not told again for each account. */
function readAccount(
  top: Record<string, unknown>,
  entry?: AccountEntry,
): { options: LeaseOptions } | { lines: string[] } {
  const options = entry ? layered(top, entry) : top
  const given = Object.entries(options)
  const clients = ([name]: [string, unknown]) => CLIENT_OPTIONS.includes(name)
  const client = LeaseServiceOptionsSchema.safeParse(Object.fromEntries(given.filter(clients)))
  const own = OwnOptionsSchema.safeParse(
    Object.fromEntries(given.filter((option) => option[0] === "cartFormat" || !clients(option))),
  )
  if (client.success && own.success)
    return { options: { ...toOptions(client.data, own.data, entry), takes: entry?.for ?? null } }
  const isFromTop = (name: string) => options[name] !== undefined && entry?.own[name] === undefined
  const before = (name: string) => (entry && !isFromTop(name) ? `accounts.${entry.id}.` : "")
  return { lines: [client, own].flatMap((parsed) => linesOf(parsed, before)) }
}

function toOptions(
  client: z.output<typeof LeaseServiceOptionsSchema>,
  own: z.output<typeof OwnOptionsSchema>,
  entry?: AccountEntry,
): Omit<LeaseOptions, "takes"> {
  const { timeoutMs = 45_000, authHash, username, password } = client
  const { widget, consent, estimate, ...rest } = own
  const { encryptionKey: linkKey, ...hosted } = widget ?? {}
  return {
    ...rest,
    account: entry?.id ?? null,
    others: [],
    consent: consentOf(consent, rest.operator.name, entry?.id),
    ...(estimate && { estimate: estimateOf(estimate, rest.operator.name) }),
    ...(widget && { widget: hosted as WidgetOptions, linkKey }),
    loopback: isLoopback(new URL(client.baseUrl).hostname),
    maximum: Math.min(own.maximum ?? LARGEST, LARGEST),
    timeoutMs,
    service: { ...client, timeoutMs, cartFormat: own.cartFormat },
    secret: authHash ?? `${username}:${password}`,
  }
}

/** Accounts that the operator takes for one have one rate: the same login at the same address. */
function apart(accounts: readonly LeaseOptions[]): string[] {
  const rates = new Map<string, string>()
  return accounts.flatMap(({ account, service, rate }) => {
    const key = JSON.stringify([service.baseUrl, loginOf(service)])
    const said = JSON.stringify(rate ?? null)
    const known = rates.get(key) ?? said
    rates.set(key, known)
    if (known === said) return []
    return [
      `accounts.${account}.rate: Another account logs in there in the same way, so both have one rate. Write the same rate in both.`,
    ]
  })
}

function linesOf(parsed: z.ZodSafeParseResult<unknown>, before: (name: string) => string): string[] {
  return (parsed.error?.issues ?? []).map((issue) => {
    const name = nameOf(issue)
    return `${before(name.split(/[., ]/)[0] ?? "")}${name}: ${sayOf(issue)}`
  })
}

function wrongOptions(lines: string[]): Error {
  const head =
    "lease-to-own: the store did not start, because options of the plugin in medusa-config are missing or wrong."
  return new Error([head, ...[...new Set(lines)].map((line) => `  - ${line}`)].join("\n"))
}

function nameOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys") return [...issue.path, issue.keys.join(", ")].join(".")
  return issue.path.join(".") || "options"
}

function sayOf(issue: z.core.$ZodIssue): string {
  return issue.code === "unrecognized_keys"
    ? "There is no such option. Look at its spelling, or leave it out."
    : issue.message
}
