import { isRecord } from "../index"
import type { DialectPart, Finding, Written } from "./finding"
import { leaksOf, optionsOf, type Report, tableOf } from "./report"
import { type ProbeRow, ROWS } from "./rows"

/** Returns a report's files, keyed by name. `before` contains the options already set. */
export function filesOf(report: Report, before: Written): Record<string, string> {
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  return {
    "report.json": json(report),
    "report.md": tableOf(report),
    "lease-options.json": json(optionsOf(report.findings, before)),
    "dialect.json": json(dialectOf(report.findings)),
  }
}

/** Returns the kinds of secrets that a report's files would contain. Ignores the run's time and any text that every account's files contain. */
export function leaksIn(report: Report, before: Written, secrets: Record<string, readonly string[]>): string[] {
  const { format, host, level } = report
  const textOf = (some: Report, options: Written) => Object.values(filesOf({ ...some, at: "" }, options)).join()
  const own = textOf({ format, host, level, at: "", findings: OWN, shapes: {} }, {})
  const looked = Object.entries(secrets).map(([from, values]) => [from, values.filter((value) => !own.includes(value))])
  return leaksOf(textOf(report, before), Object.fromEntries(looked))
}

/** A finding for each row, used to find the text that every account's files contain. */
const OWN: Finding[] = Object.keys(ROWS).map((row) => ({
  row: row as ProbeRow,
  assumed: "spec",
  seen: "reference",
  verdict: "differs",
  write: { cartFormat: "reference", salesTax: "by_operator" },
}))

/**
 * Returns the account's dialect for the sandbox's `--dialect` option, from the findings and their proposed options. Contains field names, kinds and
 * statuses, never values.
 */
export function dialectOf(findings: readonly Finding[]): DialectPart {
  const dialect: DialectPart = {}
  for (const { write, speaks } of findings)
    for (const part of [write && spokenWith(write), speaks]) if (part) merge(dialect, part)
  return dialect
}

/** Returns the dialect of a service that needs these options. */
function spokenWith({ cartFormat, dialect = {} }: Written): DialectPart {
  const { contentType, contractIdPlace, applicationIdFormat, contractUrlKeys, pricingAliases = {} } = dialect
  const figures = Object.entries(pricingAliases).map(([field, names]) => [field, names[0]])
  return defined({
    requests: {
      cart: cartFormat,
      paths: dialect.paths,
      contentTypes: contentType && [contentType],
      contractId: contractIdPlace,
      applicationId: applicationIdFormat && (applicationIdFormat === "number" ? "number" : "text"),
    },
    names: {
      esignUrl: contractUrlKeys?.[0],
      operatorMerchantId: dialect.storeMerchantIdKey,
      deviceRiskId: dialect.deviceRiskIdKey,
      authorizationCode: dialect.returnCodeKey,
      approvalExpirationDate: dialect.approvalEndKeys?.[0],
      appStatus: groupOf(dialect.statusKeys?.[0]),
      ...Object.fromEntries(figures),
    },
  })
}

/** Returns the group that contains the service's status, unless it's the assumed `appStatus`. */
function groupOf(key: string | undefined): string | undefined {
  const group = /^([^.]+)\.status$/.exec(key ?? "")?.[1]
  return group === "appStatus" ? undefined : group
}

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
    if (isRecord(known) && isRecord(value)) merge(known, value)
    else into[key] = isRecord(value) ? structuredClone(value) : value
  }
}
