import { once } from "node:events"
import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import { join } from "node:path"
import { mailPage } from "./mail-page.mjs"
import { portFrom, root } from "./medusa.mjs"

const PAGES = join(root, "demo", "shop")
const CLIENT = join(root, "packages", "storefront")

/** The paths that browsers may request: one file, at most one folder deep, and nothing outside. The client is served along with the pages. */
const FILE = /^\/(?:(?<client>lease-to-own)\/)?(?<file>(?:[a-z]+\/)?[a-z][a-z-]*\.(?<kind>html|css|js|svg))$/
/** @type {Record<string, string>} */
const TYPES = { html: "text/html", css: "text/css", js: "text/javascript", svg: "image/svg+xml" }

/**
 * What the pages need to know about the store, served as `/config.json`. `contractOrigins` are the origins that may be framed, or `["https:"]` if
 * they are unknown before the contract is opened. With the hosted `flow`, the script of the operator's widget comes from there, too.
 *
 * @typedef {{ baseUrl: string, publishableKey: string, regionId: string, flow: "own-form" | "hosted", contractOrigins: string[] }} ShopConfig
 *
 * @typedef {{ port: number, url: string, origins: string[], open: (config: ShopConfig) => void, close: () => Promise<void> }} ShopServer
 *   `origins`: for the store's CORS, so the shop server starts before the store; `open`: connects the shop to a store
 */

/**
 * Serves the demo shop from its own origin, like a storefront: the pages of `demo/shop/`, the compiled client, and the configuration.
 * `/mail` shows the emails that the store would have sent.
 *
 * @param {{ port?: number | undefined, mail?: string }} options `port`: the preferred port, or the next free one; any if undefined; `mail`: the
 *   file that `demo/mailbox` writes
 * @returns {Promise<ShopServer>}
 */
export async function startShopServer({ port: wanted, mail = "" }) {
  /** @type {ShopConfig | undefined} */
  let config
  const server = createServer(async ({ method = "", url = "/" }, response) => {
    const [path = "/"] = url.split("?")
    const [status, type, body] = await answer(method, path, { config, mail }).catch(
      () => /** @type {const} */ ([404, "text/plain", "No such page."]),
    )
    response.writeHead(status, { "content-type": `${type}; charset=utf-8`, ...safety(config) })
    response.end(body)
  })
  const listen = async () => once(server.listen(await portFrom(wanted), "127.0.0.1"), "listening")
  // Try again, because another demo may have just taken the port.
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
 * Returns a page. Rejects if there is none.
 *
 * @param {string} method @param {string} path @param {{ config: ShopConfig | undefined, mail: string }} shown
 * @returns {Promise<readonly [status: number, type: string, body: string | Buffer]>}
 */
async function answer(method, path, { config, mail }) {
  if (method !== "GET") return [405, "text/plain", "Only GET is allowed."]
  if (path === "/config.json") {
    if (!config) return [503, "text/plain", "The store is still starting. Reload the page in a moment."]
    const { contractOrigins: _, ...known } = config
    return [200, "application/json", JSON.stringify(known)]
  }
  if (path === "/mail") return [200, "text/html", await mailPage(mail)]
  const page = path === "/" || path === "/contract.html" ? "/index.html" : path
  const { client, file = "", kind = "" } = FILE.exec(page)?.groups ?? {}
  const folder = !client ? PAGES : kind === "css" ? CLIENT : join(CLIENT, "dist")
  return [200, TYPES[kind] ?? "", await readFile(join(folder, file))]
}

/**
 * Returns the security headers, which a real store should send, too. Scripts and styles may come only from this origin, requests may go to the store,
 * and frames may show the contract. `no-store` makes changed files appear immediately.
 *
 * @param {Pick<ShopConfig, "baseUrl" | "flow" | "contractOrigins">} [config]
 */
function safety({ baseUrl, flow, contractOrigins } = { baseUrl: "", flow: "own-form", contractOrigins: ["'none'"] }) {
  const scripts = ["'self'", ...(flow === "hosted" ? contractOrigins : [])]
  const policy = [
    `default-src 'none'; script-src ${scripts.join(" ")}; style-src 'self'; img-src 'self' data:`,
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
