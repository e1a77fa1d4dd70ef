import { once } from "node:events"
import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import { join } from "node:path"
import { mailPage, readMails } from "./mail-page.mjs"
import { portFrom, root } from "./medusa.mjs"

const PAGES = join(root, "demo", "shop")
const CLIENT = join(root, "packages", "storefront")

/** Paths open to browsers: one name, at most one folder deep, without a way out. The client lies beside the pages. */
const FILE = /^\/(?:(?<client>lease-to-own)\/)?(?<file>(?:[a-z]+\/)?[a-z][a-z-]*\.(?<kind>html|css|js|svg))$/

const TYPES = /** @type {Record<string, string>} */ ({
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
})

/**
 * The store's facts for the pages, as `/config.json`. `contractOrigins`: whose pages may be framed; `["https:"]`
 * where it is not known before the contract is opened. `widgetOrigin`: whose script may run, and be framed; absent where there is
 * no hosted way.
 *
 * @typedef {{ baseUrl: string, publishableKey: string, regionId: string,
 *   contractOrigins: string[], widgetOrigin?: string }} ShopConfig
 *
 * @typedef {{ url: string, origins: string[], open: (config: ShopConfig) => void, close: () => Promise<void> }} ShopServer
 *   `origins`: what the store's CORS must allow, so it listens before the store starts; `open`: from now on the shop has a
 *   store
 */

/**
 * Serves the demo shop from an origin of its own, as a storefront has it: the pages of `demo/shop/`, the compiled client, and
 * the configuration. `/mail` shows what the store would have sent by e-mail.
 *
 * @param {{ port?: number | undefined, mail?: string, pages?: string }} options `port`: the wanted one or the next free one; any when absent; `mail`: the
 *   file that `demo/mailbox` writes; `pages`: another folder of the pages
 * @returns {Promise<ShopServer>}
 */
export async function startShopServer({ port: wanted, mail, pages = PAGES }) {
  /** @type {ShopConfig | undefined} */
  let config
  const server = createServer((request, response) => {
    answer(request.method, request.url ?? "/", { config, mail, pages }).then(({ status, headers, body }) => {
      response.writeHead(status, { ...headers, ...safety(config) })
      response.end(request.method === "HEAD" ? undefined : body)
    })
  })
  const port = await portFrom(wanted)
  await once(server.listen(port, "127.0.0.1"), "listening")
  return {
    url: `http://localhost:${port}`,
    origins: [`http://localhost:${port}`, `http://127.0.0.1:${port}`],
    open(given) {
      config = given
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * @param {string | undefined} method
 * @param {string} url
 * @param {{ config: ShopConfig | undefined, mail: string | undefined, pages: string }} shown
 * @returns {Promise<{ status: number, headers: Record<string, string>, body: string | Buffer }>}
 */
async function answer(method, url, { config, mail, pages }) {
  if (method !== "GET" && method !== "HEAD")
    return { ...note(405, "Only GET is answered here."), headers: { allow: "GET" } }
  const path = url.split("?")[0]
  if (path === "/config.json") return configuration(config)
  if (path === "/mail" && mail)
    return { status: 200, headers: { "content-type": TYPES.html ?? "" }, body: mailPage(await readMails(mail)) }
  const { client, file, kind = "" } = FILE.exec(path === "/" ? "/index.html" : (path ?? ""))?.groups ?? {}
  if (!file) return note(404, "There is no such page.")
  try {
    const folder = !client ? pages : kind === "css" ? CLIENT : join(CLIENT, "dist")
    const body = await readFile(join(folder, file))
    return { status: 200, headers: { "content-type": TYPES[kind] ?? "" }, body }
  } catch {
    return note(404, "There is no such page.")
  }
}

/** @param {ShopConfig | undefined} config */
function configuration(config) {
  if (!config) return note(503, "The store is still starting. Load the page again in a moment.")
  const { contractOrigins: _, widgetOrigin: __, ...known } = config
  return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(known) }
}

/** @param {number} status @param {string} body */
function note(status, body) {
  return { status, headers: { "content-type": "text/plain; charset=utf-8" }, body }
}

/**
 * The headers that a real store should send too: scripts and styles from here alone, requests to the store, frames of the
 * contract; of the operator's widget both script and frame. `no-store`, because a changed file should be seen at once.
 *
 * @param {ShopConfig | undefined} config
 * @returns {Record<string, string>}
 */
function safety(config) {
  const { baseUrl, contractOrigins = [], widgetOrigin } = config ?? {}
  const framed = new Set([...contractOrigins, ...(widgetOrigin ? [widgetOrigin] : [])])
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", widgetOrigin].filter(Boolean).join(" "),
    "style-src 'self'",
    "img-src 'self' data:",
    ["connect-src 'self'", baseUrl].filter(Boolean).join(" "),
    `frame-src ${[...framed].join(" ") || "'none'"}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    "content-security-policy": policy.join("; "),
    "cache-control": "no-store",
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
  }
}
