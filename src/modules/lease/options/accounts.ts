import { z } from "zod"

/*
 * Option `accounts`: which account takes a cart, and how an entry's options are laid over those at the top. Pure; the options themselves are
 * checked in `own-options.ts` and by the client.
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
  "secondLook",
] as const

/** Options that every entry takes from the top unless it says otherwise. */
const OF_BOTH = ["mode", "timeoutMs", "currencies", "countries", "excludedStates", "minimum", "maximum"] as const

const LOGIN = ["username", "password", "authHash"] as const

/** The options that an entry of `accounts` may hold beside its own. */
const ACCOUNT_OPTIONS = [...OF_OPERATOR, ...OF_BOTH] as const
export type AccountOption = (typeof ACCOUNT_OPTIONS)[number]

/** The carts that an account takes: those with one of these values in every member that is there. No value: no cart. */
export type AccountFor = Partial<Record<Condition, string[]>>

/** Carts are told apart by these. */
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

/** Members of an entry beside its options. */
const EntrySchema = z.looseObject(
  {
    /** The account's name: in the ledger, on the settings page, in logs. It never changes. */
    id: z.string({ error: ID }).regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, { error: ID }),
    /** Which carts it takes. Every member that is there must fit. Left out: none but those of a second look. */
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
      .refine((given) => CONDITIONS.some((condition) => given[condition]), { error: FOR })
      .optional(),
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
  return { id, for: takes ?? NO_CART, own }
}

const NO_CART: AccountFor = { region: [] }

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
  const left: readonly string[] = isElsewhere ? OF_OPERATOR : ["secondLook", ...(logsIn ? LOGIN : [])]
  return { ...Object.fromEntries(Object.entries(top).filter(([name]) => !left.includes(name))), ...own }
}

/** Mistakes of several entries beside the options at the top, as lines. `names`: all options that there are. */
export function mistakesOf(
  top: Record<string, unknown>,
  entries: readonly AccountEntry[],
  names: readonly string[],
): string[] {
  const ids = entries.map(({ id }) => id)
  const twice = new Set(ids.filter((id, place) => ids.indexOf(id) !== place))
  const isOfStore = (name: string) => names.includes(name) && !(ACCOUNT_OPTIONS as readonly string[]).includes(name)
  return [
    ...[...twice].map((id) => `accounts: Two accounts have the id "${id}". Write another one for the newer of them.`),
    ...entries.flatMap((entry, place) => entries.slice(place + 1).flatMap((other) => overlap(entry, other))),
    ...secondLooks(top, entries),
    ...entries.flatMap(({ id, own }) =>
      Object.keys(own)
        .filter(isOfStore)
        .map((name) => `accounts.${id}.${name}: The whole store has one. Write it beside accounts.`),
    ),
  ]
}

/** Each second look leads to an account, and never back; an account that takes no cart is one's second look. */
function secondLooks(top: Record<string, unknown>, entries: readonly AccountEntry[]): string[] {
  const next = new Map(entries.map(({ id, own }) => [id, own.secondLook]))
  const targets = [top.secondLook, ...next.values()]
  const before = (id?: string) => (id === undefined ? "secondLook" : `accounts.${id}.secondLook`)
  const judge = (target: unknown, id?: string): string[] => {
    if (target === undefined || typeof target !== "string") return []
    if (!next.has(target))
      return [`${before(id)}: There is no account "${target}". Write the id of an entry of accounts.`]
    const seen = [id]
    for (let at: unknown = target; typeof at === "string"; at = next.get(at)) {
      if (seen.includes(at))
        return [
          `${before(id)}: It leads back to "${at}", which has denied by then. Write another account, or leave it out.`,
        ]
      seen.push(at)
    }
    return []
  }
  return [
    ...judge(top.secondLook),
    ...entries.flatMap(({ id, own }) => judge(own.secondLook, id)),
    ...entries
      .filter(({ id, for: takes }) => takes === NO_CART && !targets.includes(id))
      .map(({ id }) => `accounts.${id}.for: ${FOR}`),
  ]
}

/** Two accounts are told apart by one member at least that both have, without a common value. */
function overlap(one: AccountEntry, other: AccountEntry): string[] {
  if (one.id === other.id || one.for === NO_CART || other.for === NO_CART) return []
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
