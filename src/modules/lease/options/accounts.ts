import { z } from "zod"
import { members } from "./schemas"

/* The `accounts` option: which account leases which carts. Each entry's options are validated like the top-level options. */

/** Which carts an account leases: those with one of the listed values for every given property. An empty list matches no cart. */
type AccountFor = Partial<Record<Condition, string[]>>

/** Cart properties that can determine the account. */
const CONDITIONS = ["region", "sales_channel", "currency"] as const
type Condition = (typeof CONDITIONS)[number]

/** The parts of a cart that determine its account. */
export type AccountCart = Partial<Record<"region_id" | "sales_channel_id" | "currency_code", string | null>>

const ID = 'Set id: "acorn", a name of small letters, digits, - and _, 40 at most.'
const FOR = 'Set for: { region: "reg_…" }, { sales_channel: "sc_…" } or { currency: "usd" }; a list is several of them.'
const ENTRIES = 'Set accounts: [{ id: "acorn", for: { region: "reg_…" }, … }].'

const oneOrMore = (value: z.ZodType<string>) =>
  z
    .union([value, z.array(value).min(1, { error: FOR })], { error: FOR })
    .transform((given) => [...new Set([given].flat())])
const named = z.string().trim().min(1, { error: FOR })

/** An entry's members other than the account's options. */
const entryShape = {
  /** The account's name in the ledger, on the settings page and in logs. Never change it. */
  id: z.string({ error: ID }).regex(/^[a-z0-9][a-z0-9_-]{0,39}$/),
  /** Which carts the account leases: those that match every member. If omitted, only those of shoppers whom another account denied (`secondLook`). */
  for: members(FOR, {
    /** Medusa region IDs. */
    region: oneOrMore(named).optional(),
    /** Medusa sales channel IDs. */
    sales_channel: oneOrMore(named).optional(),
    /** Three-letter currency codes. */
    currency: oneOrMore(named.toLowerCase()).optional(),
  })
    .refine((given) => CONDITIONS.some((condition) => given[condition]))
    .optional(),
}
export type EntryMembers = z.input<z.ZodObject<typeof entryShape>>

/** A parsed entry of `accounts`. `own` contains the account's options. */
export type AccountEntry = { id: string; for: AccountFor; own: Record<string, unknown> }

const NO_CART: AccountFor = { region: [] }

/** Parses the `accounts` option, but not yet the options within each entry. */
export const EntriesSchema = z.array(
  z
    .looseObject(entryShape, { error: ENTRIES })
    .transform(({ id, for: takes = NO_CART, ...own }): AccountEntry => ({ id, for: takes, own })),
  { error: ENTRIES },
)

/** Returns one line for each conflict among the entries or with the top-level options. */
export function mistakesOf(top: Record<string, unknown>, entries: readonly AccountEntry[]): string[] {
  const ids = entries.map(({ id }) => id)
  const twice = new Set(ids.filter((id, place) => ids.indexOf(id) !== place))
  return [
    ...[...twice].map((id) => `accounts: Two accounts have the id "${id}". Change the newer one.`),
    ...entries.flatMap((entry, place) => entries.slice(place + 1).flatMap((other) => overlap(entry, other) ?? [])),
    ...secondLooks(top, entries),
  ]
}

/** Checks that each `secondLook` names an account without forming a cycle, and that each account without `for` is another's second look. */
function secondLooks(top: Record<string, unknown>, entries: readonly AccountEntry[]): string[] {
  const next = new Map<unknown, unknown>(entries.map(({ id, own }) => [id, own.secondLook]))
  const mistakeOf = (option: string, target: unknown, id?: string) => {
    if (typeof target !== "string") return []
    if (!next.has(target)) return `${option}: There is no account "${target}". Use the id of an entry of accounts.`
    const visited: unknown[] = [id]
    let current: unknown = target
    for (; !visited.includes(current); current = next.get(current)) visited.push(current)
    if (typeof current !== "string") return []
    return `${option}: It leads back to "${current}", which has already denied the application by then. Use another account, or remove it.`
  }
  const targets = [top.secondLook, ...next.values()]
  const idle = entries.filter(({ id, for: takes }) => takes === NO_CART && !targets.includes(id))
  return [
    mistakeOf("secondLook", top.secondLook),
    ...entries.map(({ id, own }) => mistakeOf(`accounts.${id}.secondLook`, own.secondLook, id)),
    ...idle.map(({ id }) => `accounts.${id}.for: ${FOR}`),
  ].flat()
}

/** Explains how a cart could match both accounts. Returns undefined if no cart can, because they share no value for some property. */
function overlap(one: AccountEntry, other: AccountEntry): string | undefined {
  if (one.id === other.id || one.for === NO_CART || other.for === NO_CART) return undefined
  const both = CONDITIONS.filter((condition) => one.for[condition] && other.for[condition])
  const shared = both.map((condition) => one.for[condition]?.filter((value) => other.for[condition]?.includes(value)))
  if (shared.some((values) => !values?.length)) return undefined
  const names = `"${one.id}" and "${other.id}"`
  const [condition] = both
  return condition
    ? `accounts: ${names} both handle carts with the ${condition} ${shared[0]?.join(", ")}. Set it in the "for" of only one of them: for: { ${condition}: "…" }.`
    : `accounts: A cart could match both ${names}, because their "for" have no property in common. Set for: { ${written(one)}, ${written(other)} } in one of them, and a different value in the other.`
}

function written({ for: takes }: AccountEntry): string {
  return CONDITIONS.flatMap((condition) => (takes[condition] ? `${condition}: "…"` : [])).join(", ")
}

/** Whether the account leases this cart. */
export function takes(wanted: AccountFor, { region_id, sales_channel_id, currency_code }: AccountCart): boolean {
  const has = { region: region_id, sales_channel: sales_channel_id, currency: currency_code?.toLowerCase() }
  return CONDITIONS.every((condition) => wanted[condition]?.includes(has[condition] ?? "") ?? true)
}
