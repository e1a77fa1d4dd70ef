import type { ProviderLoaderOptions } from "@medusajs/framework/types"
import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import { PROVIDER_ID } from "../../medusa/read/carts"
import LeaseToOwnProvider from "./service"

type PaymentOptions = { providers?: { resolve?: unknown; id?: unknown }[] }

const OURS = /(^|[\\/])providers[\\/]lease-to-own([\\/]|$)/

/**
 * Refuses to start or migrate if the provider's entry has an `id`, because Medusa would append it to the provider's name, which identifies lease
 * payments.
 */
export async function refuseId({ options, moduleOptions }: ProviderLoaderOptions): Promise<void> {
  // If the entry has options, Medusa passes those as `options` and the module's as `moduleOptions`. If it has none, `options` are the module's.
  const { providers = [] } = (moduleOptions ?? options ?? {}) as PaymentOptions
  const entry = providers.find(({ resolve, id }) => id && OURS.test(String(resolve)))
  if (!entry) return
  throw new Error(
    `The entry of the payment provider lease-to-own has an id. Medusa would name the provider ${PROVIDER_ID}_${entry.id}, and no cart could be leased. Remove id: "${entry.id}" from this entry in medusa-config.`,
  )
}

export default ModuleProvider(Modules.PAYMENT, { services: [LeaseToOwnProvider], loaders: [refuseId] })
