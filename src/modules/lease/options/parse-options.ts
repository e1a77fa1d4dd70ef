import { z } from "zod"
import { LeaseServiceOptionsSchema, loginOf } from "../../../client"
import { type AccountEntry, EntriesSchema, mistakesOf } from "./accounts"
import { isOfOperator, isOfStore, type LeaseOptions, type OneAccount, OwnOptionsSchema, optionsOf } from "./options"

const CLIENT_OPTIONS = Object.keys(LeaseServiceOptionsSchema.shape)
const LOGIN = ["username", "password", "authHash"]

/** Every option there is; docs/options.md has a row for each. */
export const optionNames: readonly string[] = [
  ...new Set([...CLIENT_OPTIONS, ...Object.keys(OwnOptionsSchema.shape), "accounts"]),
]

/** Checks the options and fills in the defaults. Answers the account at the top, else the first of `accounts`. Throws one Error with a line to write for each wrong option, no values. */
export function parseOptions(options: Record<string, unknown>): LeaseOptions {
  // Medusa lays its own connection settings into every module's options.
  const { database: _database, accounts = [], ...top } = options
  const listed = z.object({ accounts: EntriesSchema }).safeParse({ accounts })
  if (!listed.success) throw wrongOptions(linesOf(listed))
  const entries = listed.data.accounts
  // The options at the top are an account as well where they say where a service is, or who logs in.
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
    ...ofStore.map((name) => `accounts.${name}: The whole store has one. Write it beside accounts.`),
    ...apart(good),
  ]
  const [first, ...others] = good.map((account): LeaseOptions => ({ ...account, others: [] }))
  if (lines.length || !first) throw wrongOptions(lines)
  return { ...first, others }
}

/** The options of one account, or the lines about what is wrong with them. A mistake at the top is not told again for each account. */
function readAccount(top: Record<string, unknown>, entry?: AccountEntry): { options?: OneAccount; lines?: string[] } {
  const given = entry ? layered(top, entry) : top
  const those = (are: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => are(name)))
  const client = LeaseServiceOptionsSchema.safeParse(those((name) => CLIENT_OPTIONS.includes(name)))
  const own = OwnOptionsSchema.safeParse(those((name) => name === "cartFormat" || !CLIENT_OPTIONS.includes(name)))
  if (client.success && own.success) return { options: optionsOf(client.data, own.data, entry) }
  const isFromTop = (name: string) => given[name] !== undefined && entry?.own[name] === undefined
  const before = (name: string) => (entry && !isFromTop(name) ? `accounts.${entry.id}.` : "")
  return { lines: [client, own].flatMap((parsed) => linesOf(parsed, before)) }
}

/** The options of an entry over those at the top. What belongs to an operator, its login too, never goes from one address to another: an entry with a `baseUrl` names its own. */
function layered(top: Record<string, unknown>, { own }: AccountEntry): Record<string, unknown> {
  const logsIn = LOGIN.some((name) => own[name] !== undefined)
  const isLeft = (name: string) =>
    own.baseUrl === undefined ? name === "secondLook" || (logsIn && LOGIN.includes(name)) : isOfOperator(name)
  return { ...Object.fromEntries(Object.entries(top).filter(([name]) => !isLeft(name))), ...own }
}

/** Accounts that the operator takes for one have one rate: the same login at the same address. */
function apart(accounts: readonly OneAccount[]): string[] {
  const rates = new Map<string, string>()
  const differing = accounts.filter(({ service, rate }) => {
    const key = JSON.stringify([service.baseUrl, loginOf(service)])
    const said = JSON.stringify(rate ?? null)
    const known = rates.get(key) ?? said
    rates.set(key, known)
    return known !== said
  })
  const why = "Another account logs in there in the same way, so both have one rate. Write the same rate in both."
  return differing.map(({ account_id }) => `accounts.${account_id}.rate: ${why}`)
}

function linesOf(parsed: z.ZodSafeParseResult<unknown>, before = (_: string) => ""): string[] {
  return (parsed.error?.issues ?? []).map((issue) => {
    const isUnknown = issue.code === "unrecognized_keys"
    const name = [...issue.path, ...(isUnknown ? [issue.keys.join(", ")] : [])].join(".")
    const says = isUnknown ? "There is no such option. Look at its spelling, or leave it out." : issue.message
    return `${before(name.split(/[., ]/)[0] ?? "")}${name}: ${says}`
  })
}

function wrongOptions(lines: string[]): Error {
  const head = "lease-to-own: Medusa was stopped, because options of the plugin in medusa-config are missing or wrong."
  return new Error([head, ...[...new Set(lines)].map((line) => `  - ${line}`)].join("\n"))
}
