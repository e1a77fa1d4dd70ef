import { z } from "zod"
import { STATES } from "../values/states"

/**
 * Every dialect name, value and format that neither the spec nor the operator's account has confirmed, in one place (reference, house
 * rule 1). Each member can be overridden by the plugin option `dialect`; `docs/assumptions.md` says how sure each one is.
 */
export const dialectDefaults = {
  /** `prefixed`: every path starts with `/api/v{version}`; `literal`: the spec's short paths, the application submission excepted. */
  paths: "prefixed" as "prefixed" | "literal",
  /** Content-Type of requests to the API (spec 4). */
  contentType: "application/*+json",
  /** Values of the application and days are checked before they are sent. */
  validateRequests: true,
  /** How often a GET is repeated at most. Writes never are. */
  retry: 2,
  /** Extra headers of every API call, for example a tracing or subscription header. */
  headers: {} as Record<string, string>,
  /** Type of applicationId in bodies. In the query it is always text. */
  applicationIdFormat: "string" as "string" | "number",
  /** Name in the body of `store.operatorMerchantId`, the operator's number of the store (house rule 4). */
  storeMerchantIdKey: "operatorMerchantId",
  /** Name in the body of the application's `deviceRiskId` (house rule 4). */
  deviceRiskIdKey: "deviceRiskId",
  /** Names under which a pricing field may arrive, by the name used here (reference 5). */
  pricingAliases: {
    costOfLease: ["costOfLease", "costOfRental"],
    totalNumberOfPayment: ["totalNumberOfPayment", "totalNumberOfPayments"],
  } as Record<string, string[]>,
  /** Where the pricing says the state, best first; dots lead into groups (reference 8). */
  statusKeys: ["appStatus.status"],
  /** The service's words for states, each with the one of reference 9 that it means. */
  statusWords: {} as Record<string, string>,
  /** States in which a lease is signed, paid and ok to deliver, where the service writes no `isOkToDeliver` (reference 8). */
  okToDeliverIn: [] as string[],
  /** Where GET contract carries the application id. */
  contractIdPlace: "query" as "query" | "path",
  /** Names of the eSign URL in GET contract's answer, best first; compared without case, `_` and `-` (reference 6). */
  contractUrlKeys: ["esignUrl", "contractUrl", "signingUrl", "url", "contract"],
  /** Names under which the answer to an application, and `appStatus`, may say until when the approval holds, best first (reference 3). */
  approvalEndKeys: ["approvalExpirationDate", "approvalExpiresAt", "expirationDate"],
  /** A contract is canceled before its lease is accepted, too (reference 6); else it lapses unsigned, as the letter of spec 4.1 has it. */
  cancelUnsigned: true,
  /** Statuses that mean success for calls with an empty answer (delivery, DELETE contract, one-time URLs). */
  emptySuccessStatus: "2xx" as "2xx" | number[],
  /** Name of the code that availability may issue and the return call repeats (reference 7). */
  returnCodeKey: "authorizationCode",
  /** The account takes returns of lines and lowered prices; else a lease goes back as a whole only. */
  returnLines: false,
  /** The `actionType` of lines that go back (reference 7). */
  returnAction: "Return",
  /** Statuses by which a one-time URL says that it was used before (reference 12). */
  oneTimeUsedStatuses: [410],
  /** How the path of a one-time URL ends (spec 4.2). Others are not called: the URL came through a browser. */
  oneTimePaths: ["/api/v1/update-order", "/api/v1/update-delivery"],
  /** Content-Type of requests to one-time URLs. */
  oneTimeContentType: "application/json",
  /** Extra headers of requests to one-time URLs. */
  oneTimeHeaders: {} as Record<string, string>,
  /** `basic`: one-time URLs get the API's Authorization header too. Never written but to a host of option `widget.oneTimeHosts`. */
  oneTimeAuth: "none" as "none" | "basic",
}

/** The dialect as it is spoken: the defaults with the overrides of option `dialect`. */
export type Dialect = typeof dialectDefaults

/** Option `dialect`. */
export type DialectOptions = Partial<Dialect>

const name = (key: string, example: string) =>
  z
    .string({ error: `Write dialect: { ${key}: "${example}" }.` })
    .min(1, { error: `Write dialect: { ${key}: "${example}" }.` })

const names = (key: string, example: string) => {
  const error = `Write dialect: { ${key}: ["${example}"] }.`
  return z.array(z.string({ error }).min(1, { error }), { error }).min(1, { error })
}

const status = (error: string, min: number, max: number) => z.int({ error }).min(min, { error }).max(max, { error })

/** A header that the client writes itself cannot be overridden; text that is no header would fail at the first call. */
const OWN_HEADERS = [
  "authorization",
  "accept",
  "content-type",
  "content-length",
  "host",
  "connection",
  "transfer-encoding",
]
const headers = (key: string) => {
  const error = `Write dialect: { ${key}: { "x-name": "value" } }; the client's own headers cannot be replaced.`
  const name = z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, { error })
  return z.record(
    name.refine((header) => !OWN_HEADERS.includes(header.toLowerCase()), { error }),
    z.string({ error }).regex(/^[\x20-\x7e]*$/, { error }),
    { error },
  )
}

const contentType = (key: string) => {
  const error = `Write dialect: { ${key}: "application/json" }.`
  return z.string({ error }).regex(/^[\w.+*-]+\/[\w.+*-]+(;[\x20-\x7e]*)?$/, { error })
}

const PATHS = 'Write dialect: { oneTimePaths: ["/api/v1/update-order", "/api/v1/update-delivery"] }, how the paths end.'
const EMPTY = 'Write dialect: { emptySuccessStatus: "2xx" } or a list of statuses such as [200, 204].'
const USED = "Write dialect: { oneTimeUsedStatuses: [410] }."
const ALIASES = 'Write dialect: { pricingAliases: { costOfLease: ["costOfLease", "costOfRental"] } }.'

const WORDS =
  'Write dialect: { statusWords: { "Lease Active": "funded" } }, the service\'s word and the state that it means.'
const READY =
  'Write dialect: { okToDeliverIn: ["lease_accepted"] }, states that mean signed and paid: contracts_received or lease_accepted.'

const choice = <const T extends readonly [string, ...string[]]>(key: string, values: T) =>
  z.enum(values, { error: `Write dialect: { ${key}: ${values.map((value) => `"${value}"`).join(" | ")} }.` })

/**
 * Option `dialect`: overrides of {@link dialectDefaults}. Unknown keys are named; each text says what to write. `pricingAliases` is merged by
 * field, everything else replaces the default.
 */
export const DialectOptionsSchema: z.ZodType<DialectOptions, DialectOptions> = z
  .strictObject(
    {
      paths: choice("paths", ["prefixed", "literal"]),
      contentType: contentType("contentType"),
      validateRequests: z.boolean({ error: "Write dialect: { validateRequests: false } to send values unchecked." }),
      retry: status("Write dialect: { retry: 2 }: 0 to 5 repetitions of a GET.", 0, 5),
      headers: headers("headers"),
      applicationIdFormat: choice("applicationIdFormat", ["string", "number"]),
      storeMerchantIdKey: name("storeMerchantIdKey", "operatorMerchantId"),
      deviceRiskIdKey: name("deviceRiskIdKey", "deviceRiskId"),
      pricingAliases: z.record(z.string(), names("pricingAliases", "costOfLease"), { error: ALIASES }),
      statusKeys: names("statusKeys", "appStatus.status"),
      statusWords: z.record(z.string().min(1, { error: WORDS }), z.enum(STATES, { error: WORDS }), { error: WORDS }),
      okToDeliverIn: z.array(z.enum(["contracts_received", "lease_accepted"], { error: READY }), { error: READY }),
      contractIdPlace: choice("contractIdPlace", ["query", "path"]),
      contractUrlKeys: names("contractUrlKeys", "esignUrl"),
      approvalEndKeys: names("approvalEndKeys", "approvalExpirationDate"),
      cancelUnsigned: z.boolean({
        error: "Write dialect: { cancelUnsigned: false } where no contract is canceled before it is accepted.",
      }),
      emptySuccessStatus: z.union([z.literal("2xx"), z.array(status(EMPTY, 200, 299)).min(1)], { error: EMPTY }),
      returnCodeKey: name("returnCodeKey", "authorizationCode"),
      returnLines: z.boolean({
        error: "Write dialect: { returnLines: true } where the account takes returns of lines.",
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
        issue.code === "unrecognized_keys" ? unknownKeys(issue.keys) : "Write dialect: { … }, an object.",
    },
  )
  .partial()

function unknownKeys(keys: string[] | undefined): string {
  return `dialect has no key ${(keys ?? []).join(", ")}; it has ${Object.keys(dialectDefaults).join(", ")}.`
}

/** The defaults with the overrides of option `dialect` in place. An override that is undefined counts as not written. */
export function toDialect(options: DialectOptions = {}): Dialect {
  const written = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
  return {
    ...dialectDefaults,
    ...written,
    pricingAliases: { ...dialectDefaults.pricingAliases, ...options.pricingAliases },
  }
}
