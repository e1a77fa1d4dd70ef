import { z } from "zod"
import { checkLeaseCartOptions, type LeaseCartOptions, leaseCartOptionsShape } from "../../lease-cart"
import { type LeaseServiceOptions, WireOptionsSchema } from "../../lease-service"

/** The plugin's options as checked, with their defaults (README, "Options"). */
export type LeaseOptions = LeaseCartOptions & {
  /** `"test"` marks every lease as a test. */
  mode: "live" | "test"
  /** How long one call to the service may take, in ms. */
  timeoutMs: number
  /** Origins whose frame messages count, beside that of the eSign URL. */
  allowedOrigins: string[]
  /** When Medusa's books record the payment: right after the order, or after the delivery was confirmed. */
  captureOn: "order" | "delivery"
  /** Applications per cart, and per network address and e-mail together within 24 hours. */
  maxAttempts: number
  operator: { name: string; contact: string }
  consent: { text: string; version: string }
  /** What the client of the service needs, credentials among it. */
  service: LeaseServiceOptions
  /** From which the keys of HMACs are derived. */
  secret: string
}

const text = (line: string) =>
  z
    .string({ error: `Write ${line}.` })
    .trim()
    .min(1, { error: `Write ${line}.` })

const origin = z.string().refine((value) => URL.canParse(value) && new URL(value).origin === value, {
  error: 'Write an origin without a path, for example "https://sign.example.com".',
})

const OptionsSchema = z
  .strictObject({
    ...leaseCartOptionsShape,
    baseUrl: z.url({
      protocol: /^https?$/,
      error: 'Write baseUrl: "https://…", the address of the lease service up to, not including, /api/v1.',
    }),
    username: text('username: "…" as you got it from the operator').optional(),
    password: text('password: "…" as you got it from the operator').optional(),
    authHash: text('authHash: "…" as you got it from the operator').optional(),
    apiVersion: text('apiVersion: "1"').default("1"),
    mode: z.enum(["live", "test"], { error: 'Write mode: "live" or mode: "test".' }).default("live"),
    store: z
      .record(z.string(), z.unknown(), { error: "Write store: { … }, the fields the operator gave you." })
      .optional(),
    wire: WireOptionsSchema.optional(),
    timeoutMs: z
      .int({ error: "Write timeoutMs: 45000 (milliseconds)." })
      .min(100, { error: "Write timeoutMs: 100 or more (milliseconds)." })
      .max(300_000, { error: "Write timeoutMs: 300000 at most (milliseconds)." })
      .default(45_000),
    allowedOrigins: z.array(origin, { error: 'Write allowedOrigins: ["https://sign.example.com"].' }).default([]),
    captureOn: z
      .enum(["order", "delivery"], { error: 'Write captureOn: "order" or captureOn: "delivery".' })
      .default("order"),
    maxAttempts: z
      .int({ error: "Write maxAttempts: 3." })
      .min(1, { error: "Write maxAttempts: 1 or more." })
      .default(3),
    operator: z.strictObject(
      {
        name: text('operator: { name: "…" }').default("the leasing company"),
        contact: text('operator: { contact: "…" }'),
      },
      { error: 'Write operator: { name: "…", contact: "…" }: whom a denied shopper can ask.' },
    ),
    consent: z
      .strictObject(
        { text: text('consent: { text: "…" }'), version: text('consent: { version: "1" }') },
        { error: 'Write consent: { text: "…", version: "1" }: what a shopper agrees to before applying.' },
      )
      .default({
        version: "default-1",
        text: "I agree that my application is sent to the leasing company, which decides on it. A lease costs more in total than paying in cash.",
      }),
  })
  .superRefine((options, context) => {
    checkLeaseCartOptions(options, context)
    const pair = options.username !== undefined || options.password !== undefined
    const whole = options.username !== undefined && options.password !== undefined
    if (options.authHash === undefined ? !whole : pair)
      context.addIssue({
        code: "custom",
        path: ["username"],
        message: "Write username and password, or authHash alone.",
      })
  })

/** Every option there is; the README has a row for each. */
export const optionNames: readonly string[] = Object.keys(OptionsSchema.shape)

/**
 * Checks the plugin's options and fills in the defaults. Throws one Error that names every option that is missing or wrong, with the line to
 * write; values are never repeated.
 */
export function parseOptions(options: Record<string, unknown>): LeaseOptions {
  // Medusa lays its own connection settings into every module's options.
  const { database: _database, ...own } = options
  const parsed = OptionsSchema.safeParse(own)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  - ${nameOf(issue)}: ${sayOf(issue)}`)
    throw new Error(
      [
        "lease-to-own: the store did not start, because options of the plugin in medusa-config are missing or wrong.",
        ...lines,
      ].join("\n"),
    )
  }
  const { baseUrl, username, password, authHash, apiVersion, store, wire, ...rest } = parsed.data
  const { timeoutMs, cartFormat } = rest
  return {
    ...rest,
    service: { baseUrl, username, password, authHash, apiVersion, timeoutMs, cartFormat, store, wire },
    secret: authHash ?? `${username}:${password}`,
  }
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
