import type { LoaderOptions, MedusaContainer } from "@medusajs/framework/types"
import { Module } from "@medusajs/framework/utils"
import type { LedgerDeps } from "./accounts/deps"
import { parseOptions } from "./options/parse-options"
import LeaseModuleService from "./service"

export const LEASE_MODULE = "lease"

/** Stops Medusa's start if options are missing or wrong. The error has a line to write for each. */
async function checkOptions({ options }: LoaderOptions<Record<string, unknown>>): Promise<void> {
  parseOptions(options ?? {})
}

export default Module(LEASE_MODULE, { service: LeaseModuleService, loaders: [checkOptions] })

export type { LedgerDeps }

/** The deps of every use case in a running store: the only way from Medusa's container to the ledger. */
export function ledgerDepsOf(container: MedusaContainer): LedgerDeps {
  return container.resolve<LeaseModuleService>(LEASE_MODULE).deps
}
