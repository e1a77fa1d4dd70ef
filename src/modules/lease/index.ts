import type { LoaderOptions, MedusaContainer } from "@medusajs/framework/types"
import { Module } from "@medusajs/framework/utils"
import type { LedgerDeps } from "./accounts/deps"
import { parseOptions } from "./options/parse-options"
import LeaseModuleService from "./service"

export const LEASE_MODULE = "lease"

/** Keeps Medusa from starting if options are missing or invalid. The error says what to write for each option. */
async function checkOptions({ options }: LoaderOptions<Record<string, unknown>>): Promise<void> {
  parseOptions(options ?? {})
}

export default Module(LEASE_MODULE, { service: LeaseModuleService, loaders: [checkOptions] })

export type { LedgerDeps }

/** Resolves the ledger's deps from Medusa's container. */
export function ledgerDepsOf(container: MedusaContainer): LedgerDeps {
  return container.resolve<LeaseModuleService>(LEASE_MODULE).deps
}
