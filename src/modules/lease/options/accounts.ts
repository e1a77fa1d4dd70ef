import { z } from "zod"

/*
 * Option `accounts`: which account takes a cart, and how an entry's options are laid over those at the top. Pure; the options themselves are
 * checked in `options.ts`.
 */

/** Options that belong to one operator. An entry with a `baseUrl` of its own takes none of them from the top: it is another operator. */
const OF_OPERATOR = [
  "baseUrl",
  "username",
  "password",
  "authHash",
  "apiVersion",
  "cartFormat",
  "store",
  "applicationExtras",
  "contractHosts",
  "wire",
  "operator",
  "consent",
  "estimate",
  "widget",
  "allowedOrigins",
  "rate",
  "salesTax",
  "tax",
] as const

/** Options that every entry takes from the top unless it says otherwise. */
const OF_BOTH = ["mode", "timeoutMs", "currencies", "countries", "excludedStates", "minimum", "maximum"] as const

const LOGIN = ["username", "password", "authHash"] as const

/** The options that an entry of `accounts` may hold beside its own. */
export const ACCOUNT_OPTIONS = [...OF_OPERATOR, ...OF_BOTH] as const
export type AccountOption = (typeof ACCOUNT_OPTIONS)[number]

/** The carts that an account takes: those with one of these values in every member that is there. */
export type AccountFor = Partial<Record<Condition, string[]>>

/** What a cart is told apart by. */
const CONDITIONS = ["region", "sales_channel", "currency"] as const
type Condition = (typeof CONDITIONS)[number]

/** A cart as far as its account depends on it. */
export type AccountCart = {
  region_id?: string | null
  sales_channel_id?: string | null
  currency_code?: string | null
}

const ID = 'Write id: "acorn", a name of small letters, digits, - and _, 40 at most.'
const FOR =
  'Write for: { region: "reg_…" }, { sales_channel: "sc_…" } or { currency: "usd" }; a list is several of them.'

const oneOrMore = (value: z.ZodType<string>) =>
  z.union([value, z.array(value).min(1)], { error: FOR }).transform((given) => [...new Set([given].flat())])
const named = z.string().trim().min(1)

/** What every entry has beside its options. */
const EntrySchema = z.looseObject(
  {
    /** The account's name: in the ledger, on the settings page, in logs. It never changes. */
    id: z.string({ error: ID }).regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, { error: ID }),
    /** Which carts it takes. Every member that is there must fit. */
    for: z
      .strictObject(
        {
          /** Ids of Medusa's regions. */
          region: oneOrMore(named).optional(),
          /** Ids of Medusa's sales channels. */
          sales_channel: oneOrMore(named).optional(),
          /** Currencies, in three letters. */
          currency: oneOrMore(named.toLowerCase()).optional(),
        },
        { error: FOR },
      )
      .refine((given) => CONDITIONS.some((condition) => given[condition]), { error: FOR }),
  },
  { error: 'Write accounts: [{ id: "acorn", for: { region: "reg_…" }, … }].' },
)

/** Option `accounts` as it is read before the options of each are. */
export const EntriesSchema = z.array(EntrySchema, {
  error: 'Write accounts: [{ id: "acorn", for: { region: "reg_…" }, … }].',
})

/** One entry of `accounts`: who takes which carts, and the options of that account. */
export type AccountEntry = { id: string; for: AccountFor; own: Record<string, unknown> }

export function toEntry({ id, for: takes, ...own }: z.output<typeof EntrySchema>): AccountEntry {
  return { id, for: takes, own }
}

/** Whether the options at the top are an account as well: they say where a service is, or who logs in. */
export function isAccount(top: Record<string, unknown>): boolean {
  return ["baseUrl", ...LOGIN].some((name) => top[name] !== undefined)
}

/**
 * The options of an entry, laid over those at the top. Neither login, nor what belongs to an operator, goes from one address to another: an entry
 * with a `baseUrl` names its own.
 */
export function layered(top: Record<string, unknown>, { own }: AccountEntry): Record<string, unknown> {
  const isElsewhere = own.baseUrl !== undefined
  const logsIn = LOGIN.some((name) => own[name] !== undefined)
  const left: readonly string[] = isElsewhere ? OF_OPERATOR : logsIn ? LOGIN : []
  return { ...Object.fromEntries(Object.entries(top).filter(([name]) => !left.includes(name))), ...own }
}

/** Mistakes of several entries, as lines. `names`: all options that there are. */
export function mistakesOf(entries: readonly AccountEntry[], names: readonly string[]): string[] {
  const ids = entries.map(({ id }) => id)
  const twice = new Set(ids.filter((id, place) => ids.indexOf(id) !== place))
  const isOfStore = (name: string) => names.includes(name) && !(ACCOUNT_OPTIONS as readonly string[]).includes(name)
  return [
    ...[...twice].map((id) => `accounts: Two accounts have the id "${id}". Write another one for the newer of them.`),
    ...entries.flatMap((entry, place) => entries.slice(place + 1).flatMap((other) => overlap(entry, other))),
    ...entries.flatMap(({ id, own }) =>
      Object.keys(own)
        .filter(isOfStore)
        .map((name) => `accounts.${id}.${name}: The whole store has one. Write it beside accounts.`),
    ),
  ]
}

/** Two accounts are told apart by one member at least that both have, without a common value. */
function overlap(one: AccountEntry, other: AccountEntry): string[] {
  if (one.id === other.id) return []
  const both = CONDITIONS.filter((condition) => one.for[condition] && other.for[condition])
  const shared = both.map((condition) => common(one.for[condition] ?? [], other.for[condition] ?? []))
  if (shared.some((values) => !values.length)) return []
  const names = `"${one.id}" and "${other.id}"`
  const [condition] = both
  if (!condition)
    return [
      `accounts: One cart may be meant for both ${names}, because their "for" have no member in common. Write for: { ${members(one)}, ${members(other)} } in one of them, with a value of its own in the other.`,
    ]
  return [
    `accounts: ${names} both take carts of ${condition} ${shared[0]?.join(", ")}. Write it in the "for" of one of them only: for: { ${condition}: "…" }.`,
  ]
}

function members({ for: takes }: AccountEntry): string {
  return CONDITIONS.flatMap((condition) => (takes[condition] ? `${condition}: "…"` : [])).join(", ")
}

function common(some: string[], others: string[]): string[] {
  return some.filter((one) => others.includes(one))
}

/** Whether an account takes a cart. */
export function takes(wanted: AccountFor, cart: AccountCart): boolean {
  const has: Record<Condition, string | null | undefined> = {
    region: cart.region_id,
    sales_channel: cart.sales_channel_id,
    currency: cart.currency_code?.toLowerCase(),
  }
  return CONDITIONS.every((condition) => wanted[condition]?.includes(has[condition] ?? "") ?? true)
}
