import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { buildSync } from "../support/bundler.mjs"

/** `node build.mjs FOLDER`: bundles the page with order cards into FOLDER, without its looks, which `pictures` has. */
const [folder = ""] = process.argv.slice(2)
const here = dirname(fileURLToPath(import.meta.url))
const require = createRequire(import.meta.url)
const dashboard = createRequire(require.resolve("@medusajs/dashboard/package.json"))
buildSync({
  bundle: true,
  jsx: "automatic",
  define: { "process.env.NODE_ENV": '"production"' },
  // The copy that runs in the dashboard, as in `pictures`.
  alias: { i18next: dirname(dashboard.resolve("i18next/package.json")) },
  loader: { ".css": "empty" },
  entryPoints: [join(here, "../../pictures/page.tsx")],
  outfile: join(folder, "page.js"),
})
