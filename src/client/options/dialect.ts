import { z } from "zod"
import { SERVICE_STATUSES } from "../values/service-statuses"

/**
 * Defaults for every name, value and format that may differ between operators (reference, house rule 1). The `dialect` option overrides them.
 * `docs/assumptions.md` gives the source of each.
 */
export const dialectDefaults = {
  /** `prefixed` starts every path with `/api/v{version}`. `literal` uses the short paths in spec 4.1, except for POST application. */
  paths: "prefixed" as "prefixed" | "literal",
  /** Content-Type of API requests (spec 4). */
  contentType: "application/*+json",
  /** Whether to validate applications and dates before sending them. */
  validateRequests: true,
  /** Maximum retries of a GET. Writes are never retried. */
  retry: 2,
  /** Extra headers for every API call, such as a subscription key. */
  headers: {} as Record<string, string>,
  /** The JSON type of `applicationId` in request bodies. */
  applicationIdFormat: "string" as "string" | "number",
  /** The service's name for `store.operatorMerchantId`, the operator's number for the store (house rule 4). */
  storeMerchantIdKey: "operatorMerchantId",
  /** The service's name for the application's `deviceRiskId` (house rule 4). */
  deviceRiskIdKey: "deviceRiskId",
  /** The names that a service may use for a pricing field, keyed by our name for it (reference 5). */
  pricingAliases: {
    costOfLease: ["costOfLease", "costOfRental"],
    totalNumberOfPayment: ["totalNumberOfPayment", "totalNumberOfPayments"],
  } as Record<string, string[]>,
  /** Dotted paths to the status in a pricing response, in order of preference (reference 8). */
  statusKeys: ["appStatus.status"],
  /** The service's own status names, each mapped to a status in reference 9. */
  statusWords: {} as Record<string, string>,
  /** Statuses that mean signed, paid and OK to deliver if the service doesn't send `isOkToDeliver` (reference 8). */
  okToDeliverIn: [] as string[],
  /** Where GET contract sends the application's ID. */
  contractIdPlace: "query" as "query" | "path",
  /** Keys for the eSign URL in GET contract's response, in order of preference. Case, `_` and `-` are ignored (reference 6). */
  contractUrlKeys: ["esignUrl", "contractUrl", "signingUrl", "url", "contract"],
  /** Keys for the approval's end date, in the application response and in `appStatus`, in order of preference (reference 3). */
  approvalEndKeys: ["approvalExpirationDate", "approvalExpiresAt", "expirationDate"],
  /**
   * Whether to cancel a contract even before its lease is accepted (reference 6). If false, unsigned contracts are left to expire, as a literal
   * reading of spec 4.1 requires.
   */
  cancelUnsigned: true,
  /** Statuses that mean success for calls with an empty response (delivery, DELETE contract, one-time URLs). */
  emptySuccessStatus: "2xx" as "2xx" | number[],
  /** Key of the authorization code, which the availability check may return and the return must then repeat (reference 7). */
  returnCodeKey: "authorizationCode",
  /** Whether the account accepts returns of individual lines and price reductions. If false, only a whole lease can be returned. */
  returnLines: false,
  /** The `actionType` for returned lines (reference 7). */
  returnAction: "Return",
  /** Statuses returned by a one-time URL that has already been used (reference 12). */
  oneTimeUsedStatuses: [410],
  /** The allowed endings of a one-time URL's path (spec 4.2). No other URL is called, because one-time URLs come through a browser. */
  oneTimePaths: ["/api/v1/update-order", "/api/v1/update-delivery"],
  oneTimeContentType: "application/json",
  oneTimeHeaders: {} as Record<string, string>,
  /** `basic` also sends the API's Authorization header to one-time URLs, but only to a host listed in the `widget.oneTimeHosts` option. */
  oneTimeAuth: "none" as "none" | "basic",
}

export type Dialect = typeof dialectDefaults

export type DialectOptions = Partial<Dialect>

const name = (key: string, example: string) =>
  z
    .string({ error: `Set dialect: { ${key}: "${example}" }.` })
    .min(1, { error: `Set dialect: { ${key}: "${example}" }.` })

const names = (key: string, example: string) => {
  const error = `Set dialect: { ${key}: ["${example}"] }.`
  return z.array(z.string({ error }).min(1, { error }), { error }).min(1, { error })
}

const status = (error: string, min: number, max: number) => z.int({ error }).min(min, { error }).max(max, { error })

/** The client sets these headers itself, so they can't be overridden. */
const OWN_HEADERS = /^(authorization|accept|content-type|content-length|host|connection|transfer-encoding)$/i
const headers = (key: string) => {
  const error = `Set dialect: { ${key}: { "x-name": "value" } }. The client's own headers cannot be replaced.`
  const name = z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, { error })
  return z.record(
    name.refine((header) => !OWN_HEADERS.test(header), { error }),
    z.string({ error }).regex(/^[\x20-\x7e]*$/, { error }),
    { error },
  )
}

const contentType = (key: string) => {
  const error = `Set dialect: { ${key}: "application/json" }.`
  return z.string({ error }).regex(/^[\w.+*-]+\/[\w.+*-]+(;[\x20-\x7e]*)?$/, { error })
}

const PATHS = 'Set dialect: { oneTimePaths: ["/api/v1/update-order", "/api/v1/update-delivery"] }, how the paths end.'
const EMPTY = 'Set dialect: { emptySuccessStatus: "2xx" } or a list of statuses such as [200, 204].'
const USED = "Set dialect: { oneTimeUsedStatuses: [410] }."
const ALIASES = 'Set dialect: { pricingAliases: { costOfLease: ["costOfLease", "costOfRental"] } }.'

const WORDS =
  'Set dialect: { statusWords: { "Lease Active": "funded" } }, the service\'s word and the state that it means.'
const READY =
  'Set dialect: { okToDeliverIn: ["lease_accepted"] }, states that mean signed and paid: contracts_received or lease_accepted.'

const choice = <const T extends readonly [string, ...string[]]>(key: string, values: T) =>
  z.enum(values, { error: `Set dialect: { ${key}: ${values.map((value) => `"${value}"`).join(" | ")} }.` })

/** Validates the `dialect` option. Error messages name unknown keys and say what to write. */
export const DialectOptionsSchema: z.ZodType<DialectOptions, DialectOptions> = z
  .strictObject(
    {
      paths: choice("paths", ["prefixed", "literal"]),
      contentType: contentType("contentType"),
      validateRequests: z.boolean({ error: "Set dialect: { validateRequests: false } to send values unchecked." }),
      retry: status("Set dialect: { retry: 2 }: 0 to 5 repetitions of a GET.", 0, 5),
      headers: headers("headers"),
      applicationIdFormat: choice("applicationIdFormat", ["string", "number"]),
      storeMerchantIdKey: name("storeMerchantIdKey", "operatorMerchantId"),
      deviceRiskIdKey: name("deviceRiskIdKey", "deviceRiskId"),
      pricingAliases: z.record(z.string(), names("pricingAliases", "costOfLease"), { error: ALIASES }),
      statusKeys: names("statusKeys", "appStatus.status"),
      statusWords: z.record(z.string().min(1, { error: WORDS }), z.enum(SERVICE_STATUSES, { error: WORDS }), {
        error: WORDS,
      }),
      okToDeliverIn: z.array(z.enum(["contracts_received", "lease_accepted"], { error: READY }), { error: READY }),
      contractIdPlace: choice("contractIdPlace", ["query", "path"]),
      contractUrlKeys: names("contractUrlKeys", "esignUrl"),
      approvalEndKeys: names("approvalEndKeys", "approvalExpirationDate"),
      cancelUnsigned: z.boolean({
        error:
          "Set dialect: { cancelUnsigned: false } if the service does not cancel a contract before it is accepted.",
      }),
      emptySuccessStatus: z.union([z.literal("2xx"), z.array(status(EMPTY, 200, 299)).min(1)], { error: EMPTY }),
      returnCodeKey: name("returnCodeKey", "authorizationCode"),
      returnLines: z.boolean({
        error: "Set dialect: { returnLines: true } if the account accepts returns of single lines.",
      }),
      returnAction: name("returnAction", "Return"),
      oneTimeUsedStatuses: z.array(status(USED, 400, 499), { error: USED }),
      oneTimePaths: z
        .array(z.string({ error: PATHS }).regex(/^\/[\w./~-]+$/, { error: PATHS }), { error: PATHS })
        .min(1, { error: PATHS }),
      oneTimeContentType: contentType("oneTimeContentType"),
      oneTimeHeaders: headers("oneTimeHeaders"),
      oneTimeAuth: choice("oneTimeAuth", ["none", "basic"]),
    },
    {
      error: (issue) =>
        issue.code === "unrecognized_keys" ? unknownKeys(issue.keys) : "Set dialect: { … }, an object.",
    },
  )
  .partial()

function unknownKeys(keys: string[] | undefined): string {
  return `dialect has no key ${(keys ?? []).join(", ")}. The keys are ${Object.keys(dialectDefaults).join(", ")}.`
}

/**
 * Returns the defaults with these overrides. `pricingAliases` is merged field by field; every other key replaces its default. Undefined keys are
 * ignored.
 */
export function toDialect(options: DialectOptions = {}): Dialect {
  const written = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
  return {
    ...dialectDefaults,
    ...written,
    pricingAliases: { ...dialectDefaults.pricingAliases, ...options.pricingAliases },
  }
}
