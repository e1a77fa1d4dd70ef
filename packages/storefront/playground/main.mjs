/**
 * npm run playground -- [options]
 * Writes a page that shows every screen of the storefront kit, in both languages and color schemes, with faults to switch on. It's one HTML file
 * that makes no requests, so open it from the disk or put it on any server.
 *   --out FILE   where to write it, by default .cache/playground.html
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { buildPlayground } from "./build.mjs"

const { values } = parseArgs({ options: { out: { type: "string" } } })
const file = values.out ? resolve(process.env.INIT_CWD ?? ".", values.out) : resolve(".cache/playground.html")
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, buildPlayground())
console.log(`Wrote ${file}. Open it in a browser: ${pathToFileURL(file)}`)
