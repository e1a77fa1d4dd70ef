import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

// The bundler that the dashboard's bundler uses.
const medusa = createRequire(createRequire(import.meta.url).resolve("@medusajs/admin-bundler"))

/**
 * Bundles as a shop's own tools would.
 *
 * @type {{ buildSync(options: Record<string, unknown>): { outputFiles: { path: string, text: string }[] } }}
 */
export const { buildSync } = createRequire(medusa.resolve("vite/package.json"))("esbuild")

const storefront = join(dirname(fileURLToPath(import.meta.url)), "../../packages/storefront/src")
const ENTRIES = ["en", "flow", "hosted", "internal", "message", "order", "screens"]

/** The storefront package's names and their sources. Longer names come first, because the bundler tries them in order. */
export const kitAlias = {
  ...Object.fromEntries(ENTRIES.map((name) => [`lease-to-own-storefront/${name}`, join(storefront, `${name}.ts`)])),
  "lease-to-own-storefront": join(storefront, "index.ts"),
}
