/**
 * npm run playground -- [options]
 * Writes a page that shows every screen of the storefront kit, in both languages and color schemes, with faults to switch on. It's one HTML file
 * that makes no requests, so open it from the disk or put it on any server.
 *   --out FILE     where to write it, by default .cache/playground.html
 *   --style FILE   your own style sheet for the screens, after the kit's
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { buildPlayground } from "./build.mjs"

const { values } = parseArgs({ options: { out: { type: "string" }, style: { type: "string" } } })
const inFolder = (/** @type {string} */ name) => resolve(process.env.INIT_CWD ?? ".", name)
const file = values.out ? inFolder(values.out) : resolve(".cache/playground.html")
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, buildPlayground(values.style && readFileSync(inFolder(values.style), "utf8")))
console.log(`Wrote ${file}. Open it in a browser: ${pathToFileURL(file)}`)
