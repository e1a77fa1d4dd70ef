import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

// The bundler of the dashboard's bundler.
const medusa = createRequire(createRequire(import.meta.url).resolve("@medusajs/admin-bundler"))

/**
 * Bundles as a shop's own tools would.
 *
 * @type {{ buildSync(options: Record<string, unknown>): { outputFiles: { path: string, text: string }[] } }}
 */
export const { buildSync } = createRequire(medusa.resolve("vite/package.json"))("esbuild")

const storefront = join(dirname(fileURLToPath(import.meta.url)), "../../../packages/storefront/src")
const ENTRIES = ["en", "flow", "hosted", "internal", "message", "order", "screens"]

/** The storefront package by its names, from its sources. Longer names come first, as the bundler tries them in this order. */
export const kitAlias = {
  ...Object.fromEntries(ENTRIES.map((name) => [`lease-to-own-storefront/${name}`, join(storefront, `${name}.ts`)])),
  "lease-to-own-storefront": join(storefront, "index.ts"),
}
