import { z } from "zod"
import { isLoopback, toUrl } from "../values/to-url"
import { type Dialect, DialectOptionsSchema, toDialect } from "./dialect"
import { readHost } from "./one-time-url"

const text = (line: string) =>
  z
    .string({ error: `Set ${line}.` })
    .trim()
    .min(1, { error: `Set ${line}.` })

const BASE_URL = 'Set baseUrl: "https://…", the address of the lease service up to, not including, /api/v1.'
const BOTH = "Set username and password, or only authHash."
const EXTRAS =
  'Set applicationExtras: ["marketingOptIn", "custom.keys"], dotted names of fields that your own form sends in addition.'
const STORE = "Leave store out of applicationExtras: option store says what the service is told of the store."
const extra = z
  .string({ error: EXTRAS })
  .regex(/^[A-Za-z]\w{0,59}(\.[A-Za-z]\w{0,59}){0,5}$/, { error: EXTRAS })
  .refine((name) => name.split(".")[0] !== "store", { error: STORE })
const CONTRACT_HOSTS =
  'Set contractHosts: ["sign.operator.example"], each host separately, without https:// and path, a port allowed.'
const contractHost = z
  .string({ error: CONTRACT_HOSTS })
  .refine((host) => readHost(host) !== undefined, { error: CONTRACT_HOSTS })
const TIMEOUT = "Set timeoutMs: 45000 (milliseconds, 1 to 300000)."

/** Options for {@link LeaseService}. Error messages say what to write and never repeat a value. */
export const LeaseServiceOptionsSchema = z
  .strictObject({
    /** The service's URL up to the `api` segment. A trailing `/api/v1` is removed (reference 1). */
    baseUrl: z.url({ protocol: /^https?$/, error: BASE_URL }).refine((url) => isPlainBase(url), {
      error: `${BASE_URL} It must not contain credentials, a query or a fragment.`,
    }),
    /** Your username from the operator. Set it together with `password`, or set only `authHash`. */
    username: text('username: "…" as you got it from the operator')
      .refine((name) => !name.includes(":"), {
        error: "Set a username without a colon, because Basic credentials cannot contain one.",
      })
      .optional(),
    password: text('password: "…" as you got it from the operator').optional(),
    /** Base64 of `username:password`, which you can set instead of those two. A leading "Basic " is removed. */
    authHash: text('authHash: "…" as you got it from the operator')
      .regex(/^(Basic\s+)?[A-Za-z0-9+/=_-]+$/i, {
        error: 'Set authHash: "…", the base64 of user:password and nothing else.',
      })
      .optional(),
    /** The API version in the path, without the "v". Default `"1"`. */
    apiVersion: z
      .string({ error: 'Set apiVersion: "1".' })
      .regex(/^\d+(\.\d+)?$/, { error: 'Set apiVersion: "1", without the v.' })
      .optional(),
    /** The timeout for each attempt at a call (ms). Default 45000. */
    timeoutMs: z.int({ error: TIMEOUT }).min(1, { error: TIMEOUT }).max(300_000, { error: TIMEOUT }).optional(),
    /** The cart's format (reference 4). Default `"spec"`. */
    cartFormat: z
      .enum(["spec", "reference"], { error: 'Set cartFormat: "spec" or cartFormat: "reference".' })
      .optional(),
    /** Fields that the operator assigned to the store, sent in request bodies (reference 2). */
    store: z
      .record(z.string(), z.unknown(), { error: "Set store: { … }, the fields the operator gave you." })
      .optional(),
    /** Dotted names of additional fields that a shopper's form may send. */
    applicationExtras: z.array(extra, { error: EXTRAS }).max(100, { error: EXTRAS }).optional(),
    /** The hosts allowed in contract URLs. If omitted, any host is allowed over https. */
    contractHosts: z.array(contractHost, { error: CONTRACT_HOSTS }).min(1, { error: CONTRACT_HOSTS }).optional(),
    /** Where this account differs from the default names, paths and formats (docs/assumptions.md). */
    dialect: DialectOptionsSchema.optional(),
  })
  // Run this check even if other options are invalid, so that one error lists everything.
  .refine(hasOneLogin, { path: ["username"], error: BOTH, when: () => true })
  .superRefine(({ baseUrl, apiVersion }, context) => {
    const tail = toUrl(baseUrl) ? versionTail(baseUrl) : undefined
    if (tail === undefined || tail === (apiVersion ?? "1")) return
    const message = `baseUrl ends with a different version than apiVersion. Set baseUrl without /api/v…, or apiVersion: "${tail}".`
    context.addIssue({ code: "custom", path: ["baseUrl"], message })
  })

export type LeaseServiceOptions = z.input<typeof LeaseServiceOptionsSchema>

export type Settings = {
  origin: string
  /** The base URL's path without a trailing slash. May be empty. */
  prefix: string
  apiVersion: string
  authHash: string
  /** Secrets to mask in every text: the hash, and the user name and password in it. */
  credentials: string[]
  timeoutMs: number
  cartFormat: "spec" | "reference"
  store: Record<string, unknown> | undefined
  applicationExtras: string[]
  /** Normalized by `readHost`. Undefined allows any host. */
  contractHosts: string[] | undefined
  dialect: Dialect
  /** Whether the service runs on this machine, like a sandbox. If so, plain http is allowed, even for one-time URLs and contracts. */
  loopback: boolean
}

export const DEFAULT_TIMEOUT_MS = 45_000

/** Validates the options and fills in defaults. Throws one Error that lists every invalid option and what to write, without repeating any value. */
export function toSettings(options: LeaseServiceOptions): Settings {
  const parsed = LeaseServiceOptionsSchema.safeParse(options)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `  - ${path.join(".") || "options"}: ${message}`)
    throw new Error(
      ["The lease service client was not made, because options are missing or wrong.", ...lines].join("\n"),
    )
  }
  const {
    baseUrl,
    username,
    password,
    authHash,
    apiVersion = "1",
    timeoutMs = DEFAULT_TIMEOUT_MS,
    cartFormat = "spec",
    applicationExtras = [],
  } = parsed.data
  const { origin, pathname, hostname } = new URL(baseUrl)
  const hash = authHash?.replace(/^Basic\s+/i, "") ?? Buffer.from(`${username}:${password}`).toString("base64")
  return {
    origin,
    prefix: pathname.replace(TAIL, "").replace(/(?<!\/)\/+$/, ""),
    apiVersion,
    authHash: hash,
    credentials: [hash, ...Buffer.from(hash, "base64").toString().split(/:(.*)/s, 2), password ?? ""].filter(isTelling),
    timeoutMs,
    cartFormat,
    store: parsed.data.store,
    applicationExtras,
    contractHosts: parsed.data.contractHosts?.map((host) => readHost(host) ?? ""),
    dialect: toDialect(parsed.data.dialect),
    loopback: isLoopback(hostname),
  }
}

/** Returns the store's user name, which identifies the login even after the password changes. */
export function loginOf({ username, authHash = "" }: Pick<LeaseServiceOptions, "username" | "authHash">): string {
  if (username !== undefined) return username
  const [name = ""] = Buffer.from(authHash.replace(/^Basic\s+/i, ""), "base64")
    .toString()
    .split(":", 1)
  return name
}

function hasOneLogin({ username, password, authHash }: { [name in "username" | "password" | "authHash"]?: unknown }) {
  if (authHash === undefined) return username !== undefined && password !== undefined
  return username === undefined && password === undefined
}

const TAIL = /\/api\/v([\d.]+)\/*$/i

function versionTail(baseUrl: string): string | undefined {
  return TAIL.exec(new URL(baseUrl).pathname)?.[1]
}

function isPlainBase(baseUrl: string): boolean {
  const url = toUrl(baseUrl)
  if (!url) return true
  const { username, password, search, hash } = url
  return !username && !password && !search && !hash
}

/** Whether a secret is long enough to mask. Masking one or two letters would leave no readable text. */
function isTelling(secret: string): boolean {
  return secret.length > 2
}
