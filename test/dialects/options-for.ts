import type { DialectName } from "lease-to-own-sandbox"

/** The plugin's options for an account that speaks a kept dialect, as a store writes them. */
type OptionsFor = Record<string, unknown> & { wire?: Record<string, unknown> }

const OPTIONS: Record<DialectName, OptionsFor> = {
  spec: {},
  "no-status": {},
  strict: { wire: { paths: "literal" } },
  reference: {
    cartFormat: "reference",
    salesTax: "by_operator",
    store: { operatorMerchantId: 4711, merchantStoreId: "web", salesAssociate: "online" },
    wire: { contentType: "application/json", returnLines: true },
  },
}

export const optionsFor = (dialect: DialectName): OptionsFor => OPTIONS[dialect]
