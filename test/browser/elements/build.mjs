import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { buildSync, kitAlias } from "../support/bundler.mjs"

/** `node build.mjs FOLDER`: bundles the elements, with a file for each language, and the page around them. */
const [outdir = ""] = process.argv.slice(2)
const here = dirname(fileURLToPath(import.meta.url))
const elements = join(here, "../../../packages/storefront/src/elements.ts")
// `sideEffects` of package.json is about the compiled files.
const common = { bundle: true, ignoreAnnotations: true, format: "esm", target: "es2022", outdir }
buildSync({ ...common, entryPoints: [elements], splitting: true, minify: true })
buildSync({
  ...common,
  entryPoints: [join(here, "page.ts")],
  alias: kitAlias,
})
