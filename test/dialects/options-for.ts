import type { DialectName } from "lease-to-own-sandbox"

/** The plugin's options for an account with a recorded dialect, as a store writes them. */
type OptionsFor = Record<string, unknown> & { dialect?: Record<string, unknown> }

const OPTIONS: Record<DialectName, OptionsFor> = {
  spec: {},
  "no-status": {},
  strict: { dialect: { paths: "literal" } },
  reference: {
    cartFormat: "reference",
    salesTax: "by_operator",
    store: { operatorMerchantId: 4711, merchantStoreId: "web", salesAssociate: "online" },
    dialect: { contentType: "application/json", returnLines: true },
  },
}

export const optionsFor = (dialect: DialectName): OptionsFor => OPTIONS[dialect]
