import { once } from "node:events"
import { readFile } from "node:fs/promises"
import { createServer, request as httpRequest } from "node:http"
import { extname, join, normalize } from "node:path"

const TYPES = /** @type {Record<string, string>} */ ({
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
})

/**
 * Serves a built dashboard below `/app`, as a store in production does, and hands all else on to a store that runs already: so that two
 * dashboards stand over one store.
 *
 * @param {string} folder of the built dashboard
 * @param {string} storeUrl
 * @param {import("../../demo/cleanup.mjs").Cleanup} cleanup
 * @returns {Promise<string>} its address
 */
export async function serveDashboard(folder, storeUrl, cleanup) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", storeUrl)
    if (!pathname.startsWith("/app")) return handOn(storeUrl, request, response)
    const name = extname(pathname) ? normalize(pathname.slice("/app".length)) : "index.html"
    const file = await readFile(join(folder, name)).catch(() => undefined)
    if (!file) return void response.writeHead(404).end()
    // The names of all files but the first page change with what is in them.
    const kept = name === "index.html" ? "no-cache" : "public, max-age=31536000, immutable"
    response.writeHead(200, { "content-type": TYPES[extname(name)] ?? "", "cache-control": kept }).end(file)
  })
  cleanup.add(() => {
    server.close()
    server.closeAllConnections()
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address())
  return `http://localhost:${port}`
}

/** @param {string} storeUrl @param {import("node:http").IncomingMessage} request @param {import("node:http").ServerResponse} response */
function handOn(storeUrl, request, response) {
  const { method, headers, url = "/" } = request
  const onward = httpRequest(new URL(url, storeUrl), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  onward.on("error", () => response.destroy())
  request.pipe(onward)
}
