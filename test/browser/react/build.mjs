import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { buildSync, kitAlias } from "../support/bundler.mjs"

/** `node build.mjs FOLDER PACKAGES`: bundles the page and its server into FOLDER, with the React of a `node_modules`. */
const [folder = "", packages = ""] = process.argv.slice(2)
const here = dirname(fileURLToPath(import.meta.url))
const common = {
  bundle: true,
  jsx: "automatic",
  // Strict mode does everything twice, and React says what is wrong.
  define: { "process.env.NODE_ENV": '"development"' },
  alias: {
    ...kitAlias,
    react: join(packages, "react"),
    "react-dom": join(packages, "react-dom"),
  },
}
buildSync({ ...common, entryPoints: [join(here, "page.tsx")], outfile: join(folder, "page.js") })
buildSync({
  ...common,
  entryPoints: [join(here, "server.tsx")],
  outfile: join(folder, "server.cjs"),
  platform: "node",
  format: "cjs",
})
