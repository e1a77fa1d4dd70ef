/**
 * Builds Medusa's dashboard for production into the folder `dashboard`. In a process of its own, because the bundler works in the folder it is
 * started in. Told the plugins whose pages go in, as an array of module names.
 */
import { once } from "node:events"
import { build } from "@medusajs/admin-bundler"

process.once("disconnect", () => process.exit(0))
const [plugins] = await once(process, "message")
await build({ path: "/app", outDir: "dashboard", plugins, sources: [] })
process.send?.("built")
