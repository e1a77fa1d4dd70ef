import type { z } from "zod"
import { isLoopback, LeaseServiceOptionsSchema, loginOf } from "../../../client"
import { type AccountEntry, EntriesSchema, isAccount, layered, mistakesOf, toEntry } from "./accounts"
import { consentOf } from "./consent"
import { estimateOf } from "./estimate"
import { LARGEST, type LeaseOptions } from "./options"
import { OwnOptionsSchema } from "./own-options"
import type { WidgetOptions } from "./widget-options"

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
  const head = "lease-to-own: Medusa was stopped, because options of the plugin in medusa-config are missing or wrong."
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
