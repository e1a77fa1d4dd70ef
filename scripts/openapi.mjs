/**
 * npm run openapi
 * Writes docs/openapi.json and the storefront's copy of the types, packages/storefront/src/wire.ts, from the routes and their types. Also
 * runs before packing.
 */
import { writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"

parseArgs()
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const require = createRequire(import.meta.url)
require("ts-node").register({ cwd: root, transpileOnly: true })
/** @type {typeof import("./lib/openapi/document.js")} */
const { openApi } = require("./lib/openapi/document.ts")
/** @type {typeof import("./lib/storefront-wire.js")} */
const { STOREFRONT_WIRE, storefrontWire } = require("./lib/storefront-wire.ts")
write(join("docs", "openapi.json"), `${JSON.stringify(openApi(root), null, 2)}\n`)
write(STOREFRONT_WIRE, storefrontWire(root))

/** @param {string} file @param {string} text */
function write(file, text) {
  writeFileSync(join(root, file), text)
  console.log(`Wrote ${file}`)
}
