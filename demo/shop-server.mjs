import { once } from "node:events"
import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import { join } from "node:path"
import { mailPage } from "./mail-page.mjs"
import { portFrom, root } from "./medusa.mjs"

const PAGES = join(root, "demo", "shop")
const CLIENT = join(root, "packages", "storefront")

/** Paths open to browsers: one name, at most one folder deep, without a way out. The client lies beside the pages. */
const FILE = /^\/(?:(?<client>lease-to-own)\/)?(?<file>(?:[a-z]+\/)?[a-z][a-z-]*\.(?<kind>html|css|js|svg))$/
/** @type {Record<string, string>} */
const TYPES = { html: "text/html", css: "text/css", js: "text/javascript", svg: "image/svg+xml" }

/**
 * The store's facts for the pages, as `/config.json`. `contractOrigins`: whose pages may be framed; `["https:"]`
 * where it is not known before the contract is opened.
 *
 * @typedef {{ baseUrl: string, publishableKey: string, regionId: string, contractOrigins: string[] }} ShopConfig
 *
 * @typedef {{ port: number, url: string, origins: string[], open: (config: ShopConfig) => void, close: () => Promise<void> }} ShopServer
 *   `origins`: what the store's CORS must allow, so it listens before the store starts; `open`: from now on the shop has a store
 */

/**
 * Serves the demo shop from an origin of its own, as a storefront has it: the pages of `demo/shop/`, the compiled client, and
 * the configuration. `/mail` shows what the store would have sent by e-mail.
 *
 * @param {{ port?: number | undefined, mail?: string, pages?: string }} options `port`: the wanted one or the next free one; any when absent; `mail`: the
 *   file that `demo/mailbox` writes; `pages`: another folder of the pages
 * @returns {Promise<ShopServer>}
 */
export async function startShopServer({ port: wanted, mail = "", pages = PAGES }) {
  /** @type {ShopConfig | undefined} */
  let config
  const server = createServer(async ({ method = "", url = "/" }, response) => {
    const [path = "/"] = url.split("?")
    const [status, type, body] = ["GET", "HEAD"].includes(method)
      ? await answer(path, { config, mail, pages }).catch(
          () => /** @type {const} */ ([404, "text/plain", "No such page."]),
        )
      : /** @type {const} */ ([405, "text/plain", "Only GET is answered here."])
    response.writeHead(status, { "content-type": `${type}; charset=utf-8`, ...safety(config) })
    response.end(method === "HEAD" ? undefined : body)
  })
  const listen = async () => once(server.listen(await portFrom(wanted), "127.0.0.1"), "listening")
  // A demo that starts at the same moment may take the free port before us.
  await listen().catch(listen)
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address())
  return {
    port,
    url: `http://localhost:${port}`,
    origins: [`http://localhost:${port}`, `http://127.0.0.1:${port}`],
    open(given) {
      config = given
    },
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/**
 * Rejects where there is no such page.
 *
 * @param {string} path @param {{ config: ShopConfig | undefined, mail: string, pages: string }} shown
 * @returns {Promise<readonly [status: number, type: string, body: string | Buffer]>}
 */
async function answer(path, { config, mail, pages }) {
  if (path === "/config.json") {
    if (!config) return [503, "text/plain", "The store is still starting. Load the page again in a moment."]
    const { contractOrigins: _, ...known } = config
    return [200, "application/json", JSON.stringify(known)]
  }
  if (path === "/mail") return [200, "text/html", await mailPage(mail)]
  const page = path === "/" || path === "/contract.html" ? "/index.html" : path
  const { client, file = "", kind = "" } = FILE.exec(page)?.groups ?? {}
  const folder = !client ? pages : kind === "css" ? CLIENT : join(CLIENT, "dist")
  return [200, TYPES[kind] ?? "", await readFile(join(folder, file))]
}

/**
 * The headers that a real store should send too: scripts and styles from here alone, requests to the store, frames of the contract.
 * `no-store`, because a changed file should be seen at once.
 *
 * @param {Pick<ShopConfig, "baseUrl" | "contractOrigins">} [config]
 */
function safety({ baseUrl, contractOrigins } = { baseUrl: "", contractOrigins: ["'none'"] }) {
  const policy = [
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:",
    `connect-src 'self' ${baseUrl}`.trim(),
    `frame-src ${contractOrigins.join(" ")}`,
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  ]
  return {
    "content-security-policy": policy.join("; "),
    "cache-control": "no-store",
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
  }
}
