import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ModulesSdkUtils } from "@medusajs/framework/utils"

/** Opens connections the way Medusa's modules do. */
export function connect(clientUrl: string): Knex {
  return ModulesSdkUtils.createPgConnection({ clientUrl, schema: "public" }) as unknown as Knex
}
