import { parseEnv } from "node:util"

export const ACCOUNT_NAMES = ["LEASE_BASE_URL", "LEASE_USERNAME", "LEASE_PASSWORD"] as const
export type AccountName = (typeof ACCOUNT_NAMES)[number]
export type AccountValues = Partial<Record<AccountName, string>>

/** The comment above our lines, by which {@link removeFromEnv} finds them. */
const MARK = "# Lease-to-own, written by medusa-plugin-lease-to-own init"

/** Returns which of the account's settings a `.env` file has. An empty setting counts as missing. */
export function readEnv(text: string): AccountValues {
  const all = parseEnv(text)
  return Object.fromEntries(ACCOUNT_NAMES.flatMap((name) => (all[name] ? [[name, all[name]]] : [])))
}

/** Whether a `.env` file's value, as {@link readEnv} returns it, is this one. */
export function isSameValue(written: string, value: string): boolean {
  return written === value.replaceAll("$", "\\$")
}

/**
 * Adds settings at the end of a `.env` file, except those that it has already. `text` is undefined if there is no such file. Throws if the file can't
 * be read beyond doubt, for example after an unclosed quotation mark, or if a value can't be written.
 */
export function addToEnv(text: string | undefined, values: AccountValues): string | undefined {
  const before = text ?? ""
  const known = readEnv(before)
  const missing = ACCOUNT_NAMES.filter((name) => values[name] !== undefined && known[name] === undefined)
  if (!missing.length) return text
  const eol = before.includes("\r\n") ? "\r\n" : "\n"
  const block = [MARK, ...missing.map((name) => `${name}=${envValue(name, values[name] as string)}`)].join(eol)
  // Like the file, the block ends with a line break or without one, which tells an undo whether to remove the one before it.
  const isClosed = text === undefined || before.endsWith("\n")
  const after = isClosed ? before + block + eol : before + (before && eol) + block
  const added = Object.fromEntries(missing.map((name) => [name, values[name]?.replaceAll("$", "\\$")]))
  if (!sameSettings(parseEnv(after), { ...parseEnv(before), ...added }))
    throw new Error(
      `.env can't be read with certainty, so nothing was changed. Set ${missing.join(", ")} there yourself.`,
    )
  return after
}

function sameSettings(one: NodeJS.Dict<string>, other: NodeJS.Dict<string>): boolean {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return names.every((name) => one[name] === other[name])
}

const OWN_BLOCKS = new RegExp(`^${MARK}\\r?\\n?(?:(?:${ACCOUNT_NAMES.join("|")})=.*(?:\\r?\\n|$))*`, "gm")

/** Removes what {@link addToEnv} added. Returns undefined if it had created the file. */
export function removeFromEnv(text: string): string | undefined {
  const kept = text.replace(OWN_BLOCKS, "")
  if (kept === text) return text
  if (text.endsWith("\n")) return kept || undefined
  const isLast = ACCOUNT_NAMES.some((name) => text.split("\n").at(-1)?.startsWith(`${name}=`))
  return isLast ? kept.replace(/\r?\n$/, "") : kept
}

/**
 * Writes a value so that Medusa reads it unchanged: dotenv cuts unquoted values at `#`, and dotenv-expand replaces `$NAME`. Throws if no way of
 * writing is safe.
 */
export function envValue(name: string, value: string): string {
  const escaped = value.replaceAll("$", "\\$")
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what Basic credentials can't hold
  if (/[\u0000-\u001f\u007f]/.test(value)) throw new Error(`${name} has a line break or another control character.`)
  if (/^[\w.:/@%+=~,?&!*^;|<>()[\]{}\\$-]+$/.test(value) && !value.includes("\\$")) return escaped
  const quote = ["'", '"', "`"].find((one) => !value.includes(one) && !(one === '"' && /\\[nr]/.test(value)))
  // dotenv-expand would take a backslash before `$` as ours, and dotenv one at the end as part of the quotation mark.
  if (!quote || value.includes("\\$") || value.endsWith("\\"))
    throw new Error(`${name} has characters that can't be written to .env. Set it in the environment instead.`)
  return quote + escaped + quote
}
