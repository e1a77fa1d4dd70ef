import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { buildSync, kitAlias } from "../../../scripts/lib/bundler.mjs"

const here = dirname(fileURLToPath(import.meta.url))

/** The hash of an element's content, as a Content Security Policy writes it. @param {string} text */
const hashOf = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

/**
 * Builds the page with every screen of the kit: one HTML file, whose policy allows no requests. `own` are a shop's styles for the screens.
 *
 * @param {string} [own]
 */
export function buildPlayground(own = "") {
  const bundle = buildSync({
    ...{ bundle: true, ignoreAnnotations: true, minify: true, write: false, format: "iife", target: "es2022" },
    entryPoints: [join(here, "page.ts")],
    alias: kitAlias,
  })
  const script = bundle.outputFiles[0]?.text ?? ""
  const style = [join(here, "../style.css"), join(here, "page.css")]
    .map((file) => readFileSync(file, "utf8"))
    .join("\n")
  // `data:` is the fake widget's empty script.
  const policy = `default-src 'none'; base-uri 'none'; form-action 'none'; style-src ${hashOf(style)} ${hashOf(own)}; script-src ${hashOf(script)} data:`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<title>Lease-to-own screens</title>
<style>${style}</style>
<style media="not all">${own}</style>
<body><script>${script}</script>
</html>
`
}
