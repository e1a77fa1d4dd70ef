import { createRequire } from "node:module"

// The bundler of the dashboard's bundler.
const medusa = createRequire(createRequire(import.meta.url).resolve("@medusajs/admin-bundler"))

/**
 * `buildSync` bundles as a shop's own tools would.
 *
 * @type {{ buildSync(options: Record<string, unknown>): { outputFiles: { text: string }[] } }}
 */
export const { buildSync } = createRequire(medusa.resolve("vite/package.json"))("esbuild")
