import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { checkHeaders, operationOf, readCall } from "./calls.mjs"
import { Leases } from "./leases.mjs"
import { Refusal } from "./refusal.mjs"
import { signingPages } from "./signing-page.mjs"

const HOST = "127.0.0.1"

/**
 * Starts a lease service that was written from the specification alone. It shares no code with the client or the sandbox.
 * @param {{ port?: number }} [options] port 0 is any free one
 */
export async function startSecondService({ port = 0 } = {}) {
  const username = "merchant"
  const password = randomBytes(12).toString("hex")
  let signingOrigin = ""
  const leases = new Leases((token) => `${signingOrigin}/contracts/${token}`)
  const hash = Buffer.from(`${username}:${password}`).toString("base64")
  const api = createServer(async (request, response) => {
    const { status, headers, body } = await answer(request, leases, hash)
    const type = body ? { "Content-Type": "application/json; charset=utf-8" } : {}
    response.writeHead(status, { ...type, ...headers }).end(body && JSON.stringify(body))
  })
  const signing = createServer(signingPages(leases))
  const origin = await listen(api, port)
  signingOrigin = await listen(signing, 0)
  return {
    baseUrl: `${origin}/merchant`,
    username,
    password,
    /** Signs the contract as the customer would. @param {string} applicationId */
    sign: (applicationId) => leases.sign(applicationId),
    close: async () => {
      await Promise.all([close(api), close(signing)])
    },
  }
}

/**
 * @param {import("node:http").IncomingMessage} request @param {Leases} leases @param {string} hash
 * @returns {Promise<import("./leases.mjs").Answer & { headers?: Record<string, string> }>}
 */
async function answer(request, leases, hash) {
  try {
    const { method = "", url = "", headers } = request
    const [path = "", query = ""] = url.split("?")
    const body = await text(request)
    checkHeaders(headers, hash)
    const operation = operationOf(method, path)
    return leases[operation.action](readCall(operation, query, body))
  } catch (error) {
    if (error instanceof Refusal) return error
    console.error(error)
    return new Refusal(500, "INTERNAL_ERROR", ["The service failed. Ask for the pricing to see the state."])
  }
}

/** @param {import("node:http").Server} server @param {number} port @returns {Promise<string>} its origin */
async function listen(server, port) {
  server.listen(port, HOST)
  await once(server, "listening")
  const address = server.address()
  if (typeof address !== "object" || !address) throw new Error("The server does not listen on a port.")
  return `http://${HOST}:${address.port}`
}

/** @param {import("node:http").Server} server */
async function close(server) {
  const closed = once(server, "close")
  server.close()
  server.closeAllConnections()
  await closed
}
