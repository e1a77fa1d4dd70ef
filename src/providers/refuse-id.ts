import type { ProviderLoaderOptions } from "@medusajs/framework/types"

type ModuleOptions = { providers?: { resolve?: unknown; id?: unknown }[] }

/**
 * Returns a loader that throws, on start or migration, if our provider's entry has an `id`. Medusa would append the `id` to the provider's name, and
 * the plugin wouldn't find the provider. `folder` is the provider's folder, and `purpose` is what wouldn't work.
 */
export function refuseIdOf(kind: "payment" | "tax", folder: string, providerId: string, purpose: string) {
  const ours = new RegExp(`(^|[\\\\/])providers[\\\\/]${folder}([\\\\/]|$)`)
  return async ({ options, moduleOptions }: ProviderLoaderOptions): Promise<void> => {
    // If the entry has options, Medusa passes those as `options` and the module's as `moduleOptions`. If it has none, `options` are the module's.
    const { providers = [] } = (moduleOptions ?? options ?? {}) as ModuleOptions
    const entry = providers.find(({ resolve, id }) => id && ours.test(String(resolve)))
    if (!entry) return
    throw new Error(
      `The entry of the ${kind} provider ${folder} has an id. Medusa would name the provider ${providerId}_${entry.id}, and ${purpose}. Remove id: "${entry.id}" from this entry in medusa-config.`,
    )
  }
}
