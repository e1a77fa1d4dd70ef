import { Modules } from "@medusajs/framework/utils"

type ProviderConfig = { options?: { channels?: string[] } }

/** True when a notification provider of the store takes the channel `email`. Medusa finds the provider of a channel in its configuration. */
export function sendsEmail({ modules }: { modules?: Record<string, unknown> }): boolean {
  const { options } = (modules?.[Modules.NOTIFICATION] ?? {}) as { options?: { providers?: ProviderConfig[] } }
  return (options?.providers ?? []).some((provider) => provider.options?.channels?.includes("email") === true)
}
