import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { z } from "zod"
import { amountIsOf, type Columns, type Guess, guessColumns, placeOf, ROLES, type Role } from "./columns"
import { DAY_ORDERS } from "./date-text"
import { Unreadable } from "./unreadable"

const header = z.string().trim().min(1)
const HEADERS = Object.fromEntries(ROLES.map((role) => [role, header.optional()])) as Record<
  Role,
  z.ZodOptional<z.ZodString>
>

/** How an operator's files are written, as saved in `lease-payouts.json`. */
const SettingsSchema = z.strictObject({
  ...HEADERS,
  /** Whether amounts are before the fee (`gross`) or after it (`net`). */
  amountIs: z.enum(["gross", "net"]).optional(),
  /** Whether a deducted fee is a positive or a negative number. */
  fees: z.enum(["positive", "negative"]).optional(),
  /** The reasons that mark a line as a fee. */
  feeReasons: z.array(header).optional(),
  decimal: z.enum([".", ","]).optional(),
  dates: z.enum(DAY_ORDERS).optional(),
  /** The account's ID; null for the top-level account. */
  account: z.string().nullable().optional(),
})
export type Settings = z.output<typeof SettingsSchema>

/** The script's arguments: `name=value`, and `name=none` for a column that isn't used. */
export type Words = [name: string, value: string][]

/** Reads an argument that the command passed on. */
export function readWord(word: string): [name: string, value: string] {
  const [name = "", ...value] = word.split("=")
  return [name, value.join("=")]
}

/** The arguments that are settings, and the settings' names in the file. */
const WORDS: Record<string, keyof Settings> = {
  ...Object.fromEntries(ROLES.map((role) => [role, role])),
  "amount-is": "amountIs",
  fees: "fees",
  decimal: "decimal",
  dates: "dates",
  account: "account",
}

/** Returns the settings in a file, or null if there is no file. */
export function readSettings(file: string): Settings | null {
  if (!existsSync(file)) return null
  let given: unknown
  try {
    given = JSON.parse(readFileSync(file, "utf8"))
  } catch {
    throw new Unreadable(`${file} is not valid JSON. Correct it, or delete it to specify the columns again.`)
  }
  return parse(given, file)
}

export function writeSettings(file: string, settings: Settings): void {
  writeFileSync(file, `${JSON.stringify(settings, null, 2)}\n`)
}

function parse(given: unknown, source: string): Settings {
  const { data, error } = SettingsSchema.safeParse(given)
  if (data) return data
  const [issue] = error.issues
  throw new Unreadable(`${source}: ${issue?.path.join(".") || "settings"}: ${issue?.message}.`)
}

/** Adds the command line's settings to those in the file. */
export function withWords(kept: Settings | null, words: Words): { settings: Settings; unused: Role[] } {
  const none = words.filter(([name, value]) => value === "none" && isRole(name)).map(([name]) => name as Role)
  const given = words.flatMap(([name, value]) => {
    const key = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined
    return key && value !== "none" ? [[key, key === "dates" ? datesOf(value) : value] as const] : []
  })
  const feeReasons = words.filter(([name]) => name === "fee-reason").map(([, value]) => value)
  const settings = { ...kept, ...Object.fromEntries(given), ...(feeReasons.length && { feeReasons }) }
  for (const role of none) delete settings[role]
  return { settings: parse(settings, "The command line"), unused: none }
}

/** Treats dots and hyphens like slashes. */
function datesOf(value: string): string {
  return value.toUpperCase().replace(/[.-]/g, "/")
}

function isRole(name: string): name is Role {
  return (ROLES as readonly string[]).includes(name)
}

/** Returns a file's columns: those in the settings and, if `guess`, others that the headers suggest. Null if a required one is missing. */
export function resolveColumns(
  headers: readonly string[],
  { settings, guess, unused }: { settings: Settings; guess: boolean; unused: readonly Role[] },
): { columns: Columns; unclear: Role[] } | null {
  const named: Columns = {}
  for (const role of ROLES) if (settings[role] !== undefined) named[role] = settings[role]
  if (Object.values(named).some((name) => placeOf(name, headers) === null)) return null
  const guessed: Guess = guess ? guessColumns(headers) : { columns: {}, unclear: {} }
  if (named.lease || named.order) for (const role of ["lease", "order"] as const) delete guessed.columns[role]
  for (const role of unused) delete guessed.columns[role]
  const columns = { ...guessed.columns, ...named }
  if (!columns.amount || !(columns.lease || columns.order)) return null
  // The line's ID and the reason aren't needed, so they may stay unclear.
  const doubtful = (["fee", "date"] as const).filter((role) => guessed.unclear[role] && !columns[role])
  return { columns, unclear: doubtful.filter((role) => !unused.includes(role)) }
}

/** Sets a missing `amountIs` from the amount's header. Throws if there is a fee column and the header doesn't say. */
export function withAmountIs(settings: Settings): Settings {
  if (!settings.fee || settings.amountIs) return settings
  const amountIs = amountIsOf(settings.amount ?? "")
  if (amountIs) return { ...settings, amountIs }
  throw new Unreadable(
    `Is the column "${settings.amount}" before or after the fee in "${settings.fee}"? Add --amount-is gross (before the fee) or --amount-is net (after it), or --fee none if the fee doesn't matter.`,
  )
}
