import { readFileSync } from "node:fs"
import { type LeaseServiceOptions, LeaseServiceOptionsSchema, type Settings, toSettings } from "../index"
import type { Written } from "./finding"
import { parseJson } from "./persons"

/** Options that come from environment variables and are never written to a file. */
const NAMES = ["baseUrl", "username", "password", "authHash"]

/** Reads the account from environment variables, and more options from the `LEASE_OPTIONS` file. Throws an Error that says what is missing. */
export function accountFrom(env: NodeJS.ProcessEnv): { settings: Settings; options: Written } {
  const { LEASE_BASE_URL, LEASE_USERNAME, LEASE_PASSWORD, LEASE_AUTH_HASH, LEASE_API_VERSION, LEASE_OPTIONS } = env
  if (!LEASE_BASE_URL) throw new Error("Set LEASE_BASE_URL to the account's address, up to the api segment.")
  if (!LEASE_AUTH_HASH && !(LEASE_USERNAME && LEASE_PASSWORD))
    throw new Error("Set LEASE_USERNAME and LEASE_PASSWORD, or LEASE_AUTH_HASH. The operator gives you these.")
  const { allowedOrigins, salesTax, ...given } = LEASE_OPTIONS
    ? readJsonFile<Written>(LEASE_OPTIONS, "LEASE_OPTIONS")
    : {}
  const known = Object.keys(LeaseServiceOptionsSchema.shape)
  const options = Object.fromEntries(
    Object.entries(given).filter(([name]) => known.includes(name) && !NAMES.includes(name)),
  )
  const settings = toSettings({
    ...options,
    baseUrl: LEASE_BASE_URL,
    ...(LEASE_AUTH_HASH ? { authHash: LEASE_AUTH_HASH } : { username: LEASE_USERNAME, password: LEASE_PASSWORD }),
    ...(LEASE_API_VERSION && { apiVersion: LEASE_API_VERSION }),
  } as LeaseServiceOptions)
  return { settings, options: { ...options, ...(allowedOrigins && { allowedOrigins }), ...(salesTax && { salesTax }) } }
}

/** Throws unless the user has confirmed that this is a test account, which no program can verify. */
export function checkAccount({ origin }: Settings, { account, host }: { account?: string; host?: string }): void {
  if (account !== "test")
    throw new Error("Nothing was sent. This run sends applications. If this is a test account, add --account test.")
  if (host !== new URL(origin).host)
    throw new Error(
      "Nothing was sent. Set --host to the host of LEASE_BASE_URL, to confirm that this is the right account.",
    )
}

/**
 * Returns the secrets to keep out of the files: the hash and the password in it. Omits the user name, and a test account's short lowercase password,
 * because they may be ordinary words.
 */
export function secretsOf({ authHash }: Settings, account?: string): string[] {
  const [, password = ""] = Buffer.from(authHash, "base64").toString().split(/:(.*)/s)
  const isWord = account === "test" && /^[a-z]{0,11}$/.test(password)
  return isWord || !password ? [authHash] : [authHash, password]
}

/** Reads and parses a JSON file. `named` says where the file's name came from, for error messages. */
export function readJsonFile<T>(file: string, named: string): T {
  return parseJson(readText(file, named), `${named} is ${file}, which is not valid JSON.`) as T
}

export function readText(file: string, named: string): string {
  try {
    return readFileSync(file, "utf8")
  } catch (error) {
    throw new Error(`${named} is ${file}, which cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}
