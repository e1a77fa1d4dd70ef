import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ModulesSdkUtils } from "@medusajs/framework/utils"

/** Opens database connections in the same way as Medusa's modules. */
export function connect(clientUrl: string): Knex {
  return ModulesSdkUtils.createPgConnection({ clientUrl, schema: "public" }) as unknown as Knex
}
