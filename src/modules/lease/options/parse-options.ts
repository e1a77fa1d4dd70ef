import { z } from "zod"
import { LeaseServiceOptionsSchema, loginOf } from "../../../client"
import { type AccountEntry, EntriesSchema, mistakesOf } from "./accounts"
import { isOfOperator, isOfStore, type LeaseOptions, type OneAccount, OwnOptionsSchema, optionsOf } from "./options"

const CLIENT_OPTIONS = Object.keys(LeaseServiceOptionsSchema.shape)
const LOGIN = ["username", "password", "authHash"]

/** The names of all options. docs/options.md has a row for each option. */
export const optionNames: readonly string[] = [
  ...new Set([...CLIENT_OPTIONS, ...Object.keys(OwnOptionsSchema.shape), "accounts"]),
]

/**
 * Validates the options and fills in the defaults. Returns the top-level account, or else the first of `accounts`. Throws a single Error with one
 * line for each invalid option, never including its value.
 */
export function parseOptions(options: Record<string, unknown>): LeaseOptions {
  // Ignore `database`: Medusa adds its own connection settings to every module's options.
  const { database: _database, accounts = [], ...top } = options
  const listed = z.object({ accounts: EntriesSchema }).safeParse({ accounts })
  if (!listed.success) throw wrongOptions(linesOf(listed))
  const entries = listed.data.accounts
  // The top-level options are also an account if they include a `baseUrl` or a login.
  const isAccount = ["baseUrl", ...LOGIN].some((name) => top[name] !== undefined)
  const own = isAccount || !entries.length ? [readAccount(top)] : []
  const read = [...own, ...entries.map((entry) => readAccount(top, entry))]
  const good = read.flatMap(({ options = [] }) => options)
  const ofStore = entries.flatMap(({ id, own }) =>
    Object.keys(own)
      .filter(isOfStore)
      .map((name) => `${id}.${name}`),
  )
  const lines = [
    ...read.flatMap(({ lines = [] }) => lines),
    ...mistakesOf(top, entries),
    ...ofStore.map((name) => `accounts.${name}: This option applies to the whole store. Set it next to accounts.`),
    ...differingRates(good),
  ]
  const [first, ...others] = good.map((account): LeaseOptions => ({ ...account, others: [] }))
  if (lines.length || !first) throw wrongOptions(lines)
  return { ...first, others }
}

/** Returns one account's options, or one line for each mistake. A top-level mistake is reported only once. */
function readAccount(top: Record<string, unknown>, entry?: AccountEntry): { options?: OneAccount; lines?: string[] } {
  const given = entry ? layered(top, entry) : top
  const pick = (isWanted: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => isWanted(name)))
  const client = LeaseServiceOptionsSchema.safeParse(pick((name) => CLIENT_OPTIONS.includes(name)))
  const own = OwnOptionsSchema.safeParse(pick((name) => name === "cartFormat" || !CLIENT_OPTIONS.includes(name)))
  if (client.success && own.success) return { options: optionsOf(client.data, own.data, entry) }
  const isFromTop = (name: string) => given[name] !== undefined && entry?.own[name] === undefined
  const before = (name: string) => (entry && !isFromTop(name) ? `accounts.${entry.id}.` : "")
  return { lines: [client, own].flatMap((parsed) => linesOf(parsed, before)) }
}

/**
 * Returns an entry's options, plus those that it inherits from the top level. One operator's options, including the login, must never go to another,
 * so an entry with a `baseUrl` doesn't inherit them.
 */
function layered(top: Record<string, unknown>, { own }: AccountEntry): Record<string, unknown> {
  const logsIn = LOGIN.some((name) => own[name] !== undefined)
  const isLeft = (name: string) =>
    own.baseUrl === undefined ? name === "secondLook" || (logsIn && LOGIN.includes(name)) : isOfOperator(name)
  return { ...Object.fromEntries(Object.entries(top).filter(([name]) => !isLeft(name))), ...own }
}

/** Reports accounts that have the same login and URL but different rates. To the operator, they are one account, so they must share one rate. */
function differingRates(accounts: readonly OneAccount[]): string[] {
  const rates = new Map<string, string>()
  const differing = accounts.filter(({ service, rate }) => {
    const key = JSON.stringify([service.baseUrl, loginOf(service)])
    const written = JSON.stringify(rate ?? null)
    const known = rates.get(key) ?? written
    rates.set(key, known)
    return known !== written
  })
  const why = "Another account uses the same login there, so both share one rate. Set the same rate in both."
  return differing.map(({ account_id }) => `accounts.${account_id}.rate: ${why}`)
}

function linesOf(parsed: z.ZodSafeParseResult<unknown>, before = (_: string) => ""): string[] {
  return (parsed.error?.issues ?? []).map((issue) => {
    const isUnknown = issue.code === "unrecognized_keys"
    const name = [...issue.path, ...(isUnknown ? [issue.keys.join(", ")] : [])].join(".")
    const text = isUnknown ? "There is no such option. Check the spelling, or remove it." : issue.message
    return `${before(name.split(/[., ]/)[0] ?? "")}${name}: ${text}`
  })
}

function wrongOptions(lines: string[]): Error {
  const head =
    "lease-to-own: Medusa was stopped, because some of the plugin's options in medusa-config are missing or wrong."
  return new Error([head, ...[...new Set(lines)].map((line) => `  - ${line}`)].join("\n"))
}
