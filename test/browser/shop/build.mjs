import { cp } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "../support/bundler.mjs"

/** `node build.mjs FOLDER`: copies the demo shop into FOLDER, with one script. As it is, a page asks for ninety. */
const [folder = ""] = process.argv.slice(2)
const root = join(dirname(fileURLToPath(import.meta.url)), "../../..")
const shop = join(root, "demo/shop")
await cp(shop, folder, { recursive: true })
await build({
  bundle: true,
  format: "esm",
  entryPoints: [join(shop, "shop.js")],
  outdir: folder,
  plugins: [{ name: "the client beside the pages", setup: atItsAddress }],
})

/** @param {import("../support/bundler.mjs").PluginBuild} build */
function atItsAddress({ onResolve }) {
  onResolve({ filter: /^\/lease-to-own\// }, ({ path }) => ({
    path: join(root, "packages/storefront/dist", path.replace("/lease-to-own/", "")),
  }))
}
