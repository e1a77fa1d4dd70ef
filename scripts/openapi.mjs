/**
 * npm run openapi
 * Writes docs/openapi.json from the routes and their types. Also runs before packing.
 */
import { writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { parseArgs } from "node:util"
import { register } from "ts-node"

parseArgs()
register({ transpileOnly: true })
/** @type {typeof import("./lib/openapi/document.js")} */
const { openApi } = createRequire(import.meta.url)("./lib/openapi/document.ts")
const file = "docs/openapi.json"
writeFileSync(file, `${JSON.stringify(openApi("."), null, 2)}\n`)
console.log(`Wrote ${file}`)
