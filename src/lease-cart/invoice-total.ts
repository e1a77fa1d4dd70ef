/**
 * Whether the service's `invoiceTotal` (reference 5) is the goods and delivery that were sent to it, without tax, both in cents. An answer
 * without it agrees: the field is optional.
 */
export function invoiceTotalAgrees(sent: { invoiceTotal: number }, pricingInvoiceTotal: number | undefined): boolean {
  return pricingInvoiceTotal === undefined || pricingInvoiceTotal === sent.invoiceTotal
}
