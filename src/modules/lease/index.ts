import type { LoaderOptions, MedusaContainer } from "@medusajs/framework/types"
import { Module } from "@medusajs/framework/utils"
import { parseOptions } from "./options/parse-options"
import LeaseModuleService from "./service"
import type { Desk } from "./status/ledger"

export const LEASE_MODULE = "lease"

/** Stops the start if options are missing or wrong, with the line to write for each. */
async function checkOptions({ options }: LoaderOptions<Record<string, unknown>>): Promise<void> {
  parseOptions(options ?? {})
}

export default Module(LEASE_MODULE, { service: LeaseModuleService, loaders: [checkOptions] })

export type { Desk }

/** The tools of every use case in a running store: the only way from Medusa's container to the ledger. */
export function deskOf(container: MedusaContainer): Desk {
  return container.resolve<LeaseModuleService>(LEASE_MODULE).desk
}
