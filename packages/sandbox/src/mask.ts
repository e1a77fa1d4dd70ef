/**
 * Masks bodies for the journal with an allowlist for each call. Shows a value only if it's known to be harmless and has the expected format. Hides
 * everything else, including unknown names, so even malformed bodies are safe to show.
 */
import { routes } from "./defaults"

const hidden = "***"
/** The deepest nesting in a valid body. Everything below this depth is hidden. */
const maxDepth = 8
type Show = (value: unknown) => boolean

const harmlessText: Show = (value) =>
  typeof value === "string" && value.length <= 120 && !/(^|\D)\d{3}-?\d{2}-?\d{4}(\D|$)/.test(value)
const isNumber: Show = (value) => typeof value === "number" && Math.abs(value) < 10_000_000
const isDate: Show = (value) => typeof value === "string" && /^\d{4}-\d{2}-\d{2}(T[\d:.]{12}Z)?$/.test(value)
const isFlag: Show = (value) => typeof value === "boolean"
const oneOf =
  (...texts: string[]): Show =>
  (value) =>
    typeof value === "string" && texts.includes(value)
const never: Show = () => false

const all = (names: string, show: Show): Record<string, Show> =>
  Object.fromEntries(names.split(" ").map((name) => [name, show]))

const cartLine = {
  ...all("brand description category identifier sku model", harmlessText),
  ...all("unitPrice tax quantity lineNumber priceEach lineTotal", isNumber),
  imgUrl: never,
  condition: oneOf("new", "used", "refurbished"),
  deliveryDate: isDate,
  isNew: isFlag,
  type: oneOf("LeaseItem", "DeliveryFee"),
  actionType: oneOf("PriceAdj", "Return"),
}

const shown: Record<string, Record<string, Show>> = {
  // The names of an application's fields are shown, but their values never are.
  [routes.application]: {
    ...all("firstName lastName emailAddress merchantCustomerId ssn birthdate cellPhone homePhone", never),
    ...all("grossIncomeMonthly incomeSourceType incomeName payFrequency lastPayDate nextPayDate", never),
    ...all("streetAddress1 streetAddress2 city state zip routingNumber accountNumber", never),
    ...all("cardNumber cvv expirationDate firstNameOnCard lastNameOnCard disclosureCode", never),
    ...all("applicationSource languagePreference marketingOptIn smsOptIn deviceRiskId leaseSource", never),
  },
  [routes.cart]: {
    ...all("orderId merchantTransactionId", harmlessText),
    ...all("deliveryCost deliveryCostSalesTax cartTotal", isNumber),
    ...cartLine,
  },
  [routes.delivery]: { deliveryDate: isDate, shippingProvider: harmlessText, trackingId: harmlessText },
  [routes.return]: { dateOfReturn: isDate, authorizationCode: never, ...cartLine },
  [routes.updateDelivery]: { deliveryDate: isDate },
  [routes.updateOrder]: { orderId: harmlessText },
}

const store: Record<string, Show> = {
  operatorMerchantId: isNumber,
  ...all("merchantStoreId salesAssociate merchantApplicationIdentifier merchantTerminalId", never),
}

const containers = new Set(
  "customer homeAddress billingAddress paymentFrequency bank card store items merchandiseItems custom".split(" "),
)

/** Returns a masked copy of `body`. Hides application IDs that don't exist here (`isKnownId`), because such a number could be any secret. */
export function maskBody(route: string, body: unknown, isKnownId: (id: string) => boolean): unknown {
  const rules = { ...store, ...shown[route] }
  const walk = (value: unknown, name: string, depth: number): unknown => {
    if (name === "applicationId") return isKnownId(idText(value)) ? idText(value) : hidden
    if (typeof value !== "object" || value === null) return value === null || rules[name]?.(value) ? value : hidden
    if (depth > maxDepth || (name !== "" && !containers.has(name))) return hidden
    return Array.isArray(value) ? value.map((item) => walk(item, name, depth + 1)) : maskFields(value, depth)
  }
  const maskFields = (fields: object, depth: number) => {
    const masked: Record<string, unknown> = {}
    let others = 0
    for (const [name, value] of Object.entries(fields)) {
      const isKnown = name === "applicationId" || containers.has(name) || Object.hasOwn(rules, name)
      if (isKnown) masked[name] = walk(value, name, depth + 1)
      else others += 1
    }
    return others ? { ...masked, "(other fields)": others } : masked
  }
  return walk(body, "", 0)
}

const idText = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "")

/** Shows only known application IDs. */
export function maskQuery(query: URLSearchParams, isKnownId: (id: string) => boolean): Record<string, string> {
  const masked: Record<string, string> = {}
  for (const name of ["applicationId", "leaseId", "code"]) {
    const value = query.get(name)
    if (value !== null) masked[name] = name === "applicationId" && isKnownId(value) ? value : hidden
  }
  return masked
}

/** Hides long sequences of digits, and cuts off the path at 120 characters. */
export function maskPath(path: string): string {
  return path.replace(/\d[\d%-]{4,}/g, hidden).slice(0, 120)
}
