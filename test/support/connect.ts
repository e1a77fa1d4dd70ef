import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ModulesSdkUtils } from "@medusajs/framework/utils"

/** Connections to a database, as Medusa's modules have them. */
export function connect(clientUrl: string): Knex {
  return ModulesSdkUtils.createPgConnection({ clientUrl, schema: "public" }) as unknown as Knex
}
