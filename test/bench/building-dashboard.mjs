/**
 * Builds Medusa's dashboard for production into the folder `dashboard`, with the pages of the plugins in its arguments. The bundler works in the
 * current folder.
 */
import { build } from "@medusajs/admin-bundler"

await build({ path: "/app", outDir: "dashboard", plugins: process.argv.slice(2), sources: [] })
process.exit(0)
