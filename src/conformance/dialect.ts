import type { DialectPart, Finding, Written } from "./finding"

/**
 * The account's dialect, for option `--dialect` of the sandbox: what the findings say of the service, and what the options that they write mean
 * on the service's side. Holds names of fields, kinds and statuses, never values.
 */
export function dialectOf(findings: readonly Finding[]): DialectPart {
  const dialect: DialectPart = {}
  for (const { write, speaks } of findings)
    for (const part of [write && spokenWith(write), speaks]) if (part) merge(dialect, part)
  return dialect
}

/** The service's side of options: an account with which they are needed speaks so. */
function spokenWith({ cartFormat, wire = {} }: Written): DialectPart {
  const { contentType, contractIdPlace, applicationIdWire, contractUrlKeys, pricingAliases = {} } = wire
  const figures = Object.entries(pricingAliases).map(([field, names]) => [field, names[0]])
  return defined({
    requests: {
      cart: cartFormat,
      paths: wire.paths,
      contentTypes: contentType && [contentType],
      contractId: contractIdPlace,
      applicationId: applicationIdWire && (applicationIdWire === "number" ? "number" : "text"),
    },
    names: {
      esignUrl: contractUrlKeys?.[0],
      operatorMerchantId: wire.storeMerchantIdKey,
      deviceRiskId: wire.deviceRiskIdKey,
      authorizationCode: wire.returnCodeKey,
      approvalExpirationDate: wire.approvalEndKeys?.[0],
      appStatus: groupOf(wire.statusKeys?.[0]),
      ...Object.fromEntries(figures),
    },
  })
}

/** The group in which the service keeps its status, where that is not the assumed one. */
function groupOf(key: string | undefined): string | undefined {
  const group = /^([^.]+)\.status$/.exec(key ?? "")?.[1]
  return group === "appStatus" ? undefined : group
}

/** Without members that are undefined, and without sections that are empty then. */
function defined(part: DialectPart): DialectPart {
  const sections = Object.entries(part).map(([section, keys]): [string, DialectPart[string]] => [
    section,
    Object.fromEntries(Object.entries(keys).filter(([, value]) => value !== undefined)),
  ])
  return Object.fromEntries(sections.filter(([, keys]) => Object.keys(keys).length))
}

function merge(into: Record<string, unknown>, part: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(part)) {
    const known = into[key]
    if (isObject(known) && isObject(value)) merge(known, value)
    else into[key] = isObject(value) ? structuredClone(value) : value
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
