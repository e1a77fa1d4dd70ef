import { z } from "zod"
import { members } from "./schemas"

/* The `accounts` option: which account leases a cart. Each entry's options are checked like those at the top. */

/** Which carts an account accepts: those that match one of the listed values for each given member. An empty list matches no cart. */
type AccountFor = Partial<Record<Condition, string[]>>

/** The properties by which an account can select its carts. */
const CONDITIONS = ["region", "sales_channel", "currency"] as const
type Condition = (typeof CONDITIONS)[number]

/** The parts of a cart that determine its account. */
export type AccountCart = Partial<Record<"region_id" | "sales_channel_id" | "currency_code", string | null>>

const ID = 'Write id: "acorn", a name of small letters, digits, - and _, 40 at most.'
const FOR =
  'Write for: { region: "reg_…" }, { sales_channel: "sc_…" } or { currency: "usd" }; a list is several of them.'
const ENTRIES = 'Write accounts: [{ id: "acorn", for: { region: "reg_…" }, … }].'

const oneOrMore = (value: z.ZodType<string>) =>
  z
    .union([value, z.array(value).min(1, { error: FOR })], { error: FOR })
    .transform((given) => [...new Set([given].flat())])
const named = z.string().trim().min(1, { error: FOR })

/** An entry's members other than the account's options. */
const entryShape = {
  /** The account's name in the ledger, on the settings page and in logs. Never change it. */
  id: z.string({ error: ID }).regex(/^[a-z0-9][a-z0-9_-]{0,39}$/),
  /** Which carts the account leases: those that match every member. If omitted, it leases only after another account's denial (`secondLook`). */
  for: members(FOR, {
    /** Medusa's region ids. */
    region: oneOrMore(named).optional(),
    /** Medusa's sales channel ids. */
    sales_channel: oneOrMore(named).optional(),
    /** Three-letter currency codes. */
    currency: oneOrMore(named.toLowerCase()).optional(),
  })
    .refine((given) => CONDITIONS.some((condition) => given[condition]))
    .optional(),
}
/** An entry's members, as written in a store's configuration. */
export type EntryMembers = z.input<z.ZodObject<typeof entryShape>>

/** An entry of `accounts`: which carts the account leases, and its options. */
export type AccountEntry = { id: string; for: AccountFor; own: Record<string, unknown> }

const NO_CART: AccountFor = { region: [] }

/** The `accounts` option. It is parsed before the options in each entry. */
export const EntriesSchema = z.array(
  z
    .looseObject(entryShape, { error: ENTRIES })
    .transform(({ id, for: takes = NO_CART, ...own }): AccountEntry => ({ id, for: takes, own })),
  { error: ENTRIES },
)

/** Describes conflicts among the entries, and between the entries and the options at the top, one per line. */
export function mistakesOf(top: Record<string, unknown>, entries: readonly AccountEntry[]): string[] {
  const ids = entries.map(({ id }) => id)
  const twice = new Set(ids.filter((id, place) => ids.indexOf(id) !== place))
  return [
    ...[...twice].map((id) => `accounts: Two accounts have the id "${id}". Write another one for the newer of them.`),
    ...entries.flatMap((entry, place) => entries.slice(place + 1).flatMap((other) => overlap(entry, other) ?? [])),
    ...secondLooks(top, entries),
  ]
}

/** Checks that each `secondLook` names an account and leads to no account twice, and that each account without carts is another's second look. */
function secondLooks(top: Record<string, unknown>, entries: readonly AccountEntry[]): string[] {
  const next = new Map<unknown, unknown>(entries.map(({ id, own }) => [id, own.secondLook]))
  const mistakeOf = (option: string, target: unknown, id?: string) => {
    if (typeof target !== "string") return []
    if (!next.has(target)) return `${option}: There is no account "${target}". Write the id of an entry of accounts.`
    const visited: unknown[] = [id]
    let current: unknown = target
    for (; !visited.includes(current); current = next.get(current)) visited.push(current)
    if (typeof current !== "string") return []
    return `${option}: It leads back to "${current}", which has denied by then. Write another account, or leave it out.`
  }
  const targets = [top.secondLook, ...next.values()]
  const idle = entries.filter(({ id, for: takes }) => takes === NO_CART && !targets.includes(id))
  return [
    mistakeOf("secondLook", top.secondLook),
    ...entries.map(({ id, own }) => mistakeOf(`accounts.${id}.secondLook`, own.secondLook, id)),
    ...idle.map(({ id }) => `accounts.${id}.for: ${FOR}`),
  ].flat()
}

/** Why a cart could match both accounts; undefined if no cart can, because both select by the same property and have no value in common. */
function overlap(one: AccountEntry, other: AccountEntry): string | undefined {
  if (one.id === other.id || one.for === NO_CART || other.for === NO_CART) return undefined
  const both = CONDITIONS.filter((condition) => one.for[condition] && other.for[condition])
  const shared = both.map((condition) => one.for[condition]?.filter((value) => other.for[condition]?.includes(value)))
  if (shared.some((values) => !values?.length)) return undefined
  const names = `"${one.id}" and "${other.id}"`
  const [condition] = both
  return condition
    ? `accounts: ${names} both take carts of ${condition} ${shared[0]?.join(", ")}. Write it in the "for" of one of them only: for: { ${condition}: "…" }.`
    : `accounts: One cart may be meant for both ${names}, because their "for" have no member in common. Write for: { ${written(one)}, ${written(other)} } in one of them, with a value of its own in the other.`
}

function written({ for: takes }: AccountEntry): string {
  return CONDITIONS.flatMap((condition) => (takes[condition] ? `${condition}: "…"` : [])).join(", ")
}

/** Whether an account accepts a cart. */
export function takes(wanted: AccountFor, { region_id, sales_channel_id, currency_code }: AccountCart): boolean {
  const has = { region: region_id, sales_channel: sales_channel_id, currency: currency_code?.toLowerCase() }
  return CONDITIONS.every((condition) => wanted[condition]?.includes(has[condition] ?? "") ?? true)
}
