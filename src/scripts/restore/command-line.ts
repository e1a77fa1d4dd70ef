import { resolve } from "node:path"

type Values = Partial<Record<"restored-to" | "operator-list" | "account" | "release", string>>

/** Returns the script's arguments for a restore, or null if there was none. Throws if a value is invalid. */
export function restoredWords({
  "restored-to": time,
  "operator-list": list,
  account,
  release,
}: Values): string[] | null {
  const [more] =
    Object.entries({ "operator-list": list, account, release }).find(([, value]) => value !== undefined) ?? []
  if (time === undefined) {
    if (more) throw new Error(`--${more} needs --restored-to.`)
    return null
  }
  refuseMoment(time)
  if (release !== undefined && release !== "all" && !REFERENCES.test(release))
    throw new Error(
      `--release must be all, or references such as L-7KQ2M-X4HNP,L-9WVTC-3RDGF, not ${release || "empty"}.`,
    )
  const given = { time, list: list && resolve(list), account, release }
  return ["restored-to", ...Object.entries(given).flatMap(([name, value]) => (value ? `${name}=${value}` : []))]
}

const REFERENCES = /^\s*L-\w{5}-\w{5}(\s*,\s*L-\w{5}-\w{5})*\s*$/i
const MOMENT = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

/** Throws unless the text is a time in the past in ISO 8601, with its zone. */
function refuseMoment(text: string): void {
  const [, day = ""] = MOMENT.exec(text) ?? []
  const at = Date.parse(text)
  const midnight = new Date(`${day}T00:00Z`)
  // JavaScript reads a day that doesn't exist, such as February 30, as a later one.
  const isReal = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
  if (!day || Number.isNaN(at) || !isReal)
    throw new Error(
      `--restored-to must be a time with a time zone, such as 2026-11-29T08:30:00Z, not ${text || "empty"}.`,
    )
  if (at > Date.now())
    throw new Error(`--restored-to must be the time that the database was restored to, but ${text} is in the future.`)
}
