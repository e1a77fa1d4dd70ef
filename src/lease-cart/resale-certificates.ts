import { US_STATES } from "../client"
import { dateIn } from "./delivery-date"
import type { LeaseCartOptions } from "./options"
import { isExcluded, isInCountry, isState, type Place } from "./place"
import { type Certificate, salesTaxAt } from "./sales-tax"

/* The operator's resale certificates, which let the store sell to it without sales tax (docs/sales-tax.md). */

type CertificateOptions = Pick<
  LeaseCartOptions,
  "resaleCertificates" | "requireResaleCertificate" | "salesTax" | "timeZone"
>

/** Returns the certificate for a place's state. Undefined if there is none. */
export function certificateOf(
  place: Pick<Place, "country" | "state">,
  { resaleCertificates }: Pick<CertificateOptions, "resaleCertificates">,
): Certificate | undefined {
  return Object.entries(resaleCertificates).find(([name]) => isState(place, name))?.[1]
}

/** Whether to refuse leases that ship to this place: the operator charges the sales tax, and a required certificate is missing or expired. */
export function lacksCertificate(place: Place, options: CertificateOptions, now: Date): boolean {
  if (!options.requireResaleCertificate || salesTaxAt(options.salesTax, place) !== "by_operator") return false
  const certificate = certificateOf(place, options)
  return certificate === undefined || certificate.until < (dateIn(now, options.timeZone) ?? "")
}

/** Returns the US states in which leases are made and the operator charges the sales tax. */
export function statesTaxedByOperator({ countries, excludedStates, salesTax }: LeaseCartOptions): string[] {
  return [...US_STATES.keys()].filter((state) => {
    const place = { country: "us", state, province: "" }
    const isServed = isInCountry(place, countries) && !isExcluded(place, excludedStates)
    return isServed && salesTaxAt(salesTax, place) === "by_operator"
  })
}
