import { z } from "zod"
import { type ProblemCode, problems } from "../problem"
import { type State, states } from "../state-table"

/**
 * The ways in which a service may differ from this sandbox's reading of the specification. A dialect contains only the differences, so `{}` is the
 * specification itself. Keys are the sandbox's names, and values are the service's. The README explains each key.
 */

/** Response fields with amounts in dollars. */
export const amountNames = [
  ...(["approvalAmount", "invoiceTotal", "cashPrice", "invoiceRemaining", "costOfLease"] as const),
  ...(["effectiveLeaseBalance", "initialBalance", "initialPaymentAmount", "ninetyDayBuyout"] as const),
  ...(["periodicPaymentAmount", "totalLeasePrice", "sumOfAllPayments", "totalDueAtSigning"] as const),
  ...(["totalRetailerDeliveryFees", "estimatedTax", "totalTax", "initialBalancePlusEstimatedTax"] as const),
] as const

/** Fields that the specification doesn't show, so their names may differ between services. */
const fieldNames = [
  ...(["operatorMerchantId", "deviceRiskId", "esignUrl", "authorizationCode", "appStatus", "isOkToDeliver"] as const),
  ...(["approvalExpirationDate", "totalNumberOfPayment", "paymentFrequency", "termInMonths"] as const),
  ...(["salesTaxRate", "returnLeaseInfo", "isSuccess"] as const),
  ...amountNames,
] as const
export type FieldName = (typeof fieldNames)[number]

/** Fields that can't be renamed but may appear next to renamed fields. */
const fixedNames = [
  "applicationId status cartId merchandiseReturnAuthorization isReturnEligible dateOfReturn merchandiseItems",
  "customer bank card custom store merchantStoreId salesAssociate merchantApplicationIdentifier",
  "merchantTerminalId items orderId deliveryCost deliveryCostSalesTax deliveryDate cartTotal fulfillment",
].flatMap((names) => names.split(" "))

const problemCodes = Object.keys(problems) as ProblemCode[]

/** Accepts one of several words. The first is the specification's word and the default. */
const oneOf = <const T extends readonly [string, ...string[]]>(...words: T) =>
  z.enum(words, { error: `must be one of: ${words.join(", ")}` }).default(words[0] as never)

/** Every key is optional, and unknown keys are refused. */
const section = <T extends z.ZodRawShape>(keys: T) =>
  z.strictObject(keys, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `has no ${shown(issue.keys)}; it has ${Object.keys(keys).join(", ")}`
        : "must be an object",
  })

/** Makes keys from a file safe to print in a terminal. */
function shown(keys: string[]): string {
  const some = keys.slice(0, 5).map((key) => key.replace(/\p{C}/gu, "").slice(0, 40))
  return [...some, ...(keys.length > some.length ? ["…"] : [])].join(", ")
}

const matching = (form: RegExp, error: string) => z.string({ error }).regex(form, { error })

const fieldRule = "must be the name of a field: a letter, then letters, digits, blanks, _ . $ and -, at most 60"
const fieldName = matching(/^[\p{L}_$][\p{L}\p{N}_$. -]{0,59}$/u, fieldRule).refine((name) => name !== "__proto__", {
  error: fieldRule,
})
const stateWord = matching(
  /^[\p{L}\p{N}][\p{L}\p{N} _-]{0,39}$/u,
  "must be a word for a state: letters, digits, blanks, _ and -, at most 40",
)
const actionWord = matching(
  /^[A-Za-z][A-Za-z_]{0,29}$/,
  "must be a word: a letter, then letters and _, at most 30",
).refine((word) => word !== "PriceAdj", { error: "must not be PriceAdj, which lowers a price" })

const typesRule = { error: 'must be a list of media types such as ["application/*+json"]' }
const mediaTypes = z
  .array(matching(/^application\/(\*\+json|[a-z0-9.+-]{1,60})$/, typesRule.error), typesRule)
  .min(1, typesRule)
  .max(10, typesRule)

const status = (from: number, to: number) => {
  const error = `must be an HTTP status, ${from} to ${to}`
  return z.int({ error }).min(from, { error }).max(to, { error })
}

const each = <K extends string, T extends z.ZodType>(keys: readonly K[], value: T) =>
  Object.fromEntries(keys.map((key) => [key, value.optional()])) as Record<K, z.ZodOptional<T>>

/** Whether all fields have different names. */
function isUnambiguous(names: Partial<Record<FieldName, string>>): boolean {
  const spoken = [...fieldNames.map((field) => names[field] ?? field), ...fixedNames]
  return new Set(spoken).size === spoken.length
}

/** Whether no state has the name of another state. */
function isNoOther(words: Partial<Record<State, string>>): boolean {
  return Object.entries(words).every(([state, word]) => word === state || !states.some((other) => other === word))
}

export const DialectSchema = section({
  about: z.string({ error: "must be text" }).max(400, { error: "must have at most 400 characters" }).default(""),
  names: section(each(fieldNames, fieldName))
    .refine(isUnambiguous, { error: "must not give two fields the same name" })
    .prefault({}),
  requests: section({
    // The prefix and the version in paths. With `either`, the version is required where the specification shows it.
    paths: oneOf("either", "prefixed", "literal", "any"),
    contentTypes: mediaTypes.default(["application/*+json"]),
    cart: oneOf("either", "spec", "reference"),
    applicationId: oneOf("either", "text", "number"),
    contractId: oneOf("query", "path"),
    store: oneOf("optional", "required"),
    returnAction: actionWord.default("Return"),
  }).prefault({}),
  answers: section({
    applicationId: oneOf("text", "number"),
    booleans: oneOf("boolean", "text"),
    amounts: oneOf("number", "text"),
    statusCode: oneOf("number", "text"),
    refusals: oneOf("problem", "bare"),
    cart: oneOf("pricing", "empty"),
    approvalEnd: oneOf("absent", "application", "pricing"),
    frame: oneOf("object", "text"),
  }).prefault({}),
  codes: section({
    answered: status(200, 299).default(200),
    done: status(200, 299).default(204),
    ...each(problemCodes, status(400, 599)),
  }).prefault({}),
  statuses: section({
    appStatus: oneOf("present", "absent"),
    isOkToDeliver: oneOf("present", "absent", "apart"),
    words: section(each(states, stateWord))
      .refine(isNoOther, { error: "must not give a state another state's name" })
      .prefault({}),
  }).prefault({}),
  rules: section({
    cancel: oneOf("accepted", "unshipped"),
    pricingWithoutCart: oneOf("refused", "status"),
    returns: oneOf("shipped", "accepted"),
    returnCode: oneOf("none", "issued", "required"),
    returnLines: oneOf("refused", "taken", "ignored"),
    lowerPrices: oneOf("refused", "taken"),
    totalAfterPart: oneOf("lowered", "kept"),
    cartTax: oneOf("collected", "ignored"),
    paymentTax: oneOf("none", "named"),
    widgetLines: oneOf("apart", "refused"),
    widgetSuccess: oneOf("accepted", "signed"),
  }).prefault({}),
})

/** A dialect as written in a file, with only the differences. */
export type DialectFile = z.input<typeof DialectSchema>
/** A dialect with its defaults filled in. Names and codes that aren't set are the sandbox's own. */
export type Dialect = z.output<typeof DialectSchema>

type Spoken = Pick<Dialect, "answers" | "statuses">
export type AnswerDialect = { [Part in keyof Spoken]?: Partial<Spoken[Part]> }
