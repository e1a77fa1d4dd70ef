/**
 * npm run openapi
 * Writes docs/openapi.json from the routes and their types. Also runs before packing.
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
const file = join("docs", "openapi.json")
writeFileSync(join(root, file), `${JSON.stringify(openApi(root), null, 2)}\n`)
console.log(`Wrote ${file}`)
