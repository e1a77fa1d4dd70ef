/**
 * The store in the current folder, as `medusa start` runs it, but without the TypeScript compiler that Medusa's command line loads if it finds
 * one, which would hide the plugin's cost.
 */
import { once } from "node:events"
import { createRequire } from "node:module"
import { join } from "node:path"

const directory = process.cwd()
/** @type {{ default: (args: { directory: string, host: string, port: number }) => Promise<{ server: import("node:http").Server }> }} */
const { default: start } = createRequire(join(directory, "package.json"))("@medusajs/medusa/commands/start")
const { server } = await start({ directory, host: "127.0.0.1", port: 0 })
if (!server.listening) await once(server, "listening")
console.log(`Listening on ${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`)
