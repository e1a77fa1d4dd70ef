import { createRequire } from "node:module"

// The bundler of the dashboard's bundler.
const medusa = createRequire(createRequire(import.meta.url).resolve("@medusajs/admin-bundler"))
const { buildSync } = createRequire(medusa.resolve("vite/package.json"))("esbuild")

export { buildSync }
