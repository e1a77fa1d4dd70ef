import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { type Answer, checkHeaders, operationOf, readCall } from "./calls"
import { Leases } from "./leases"
import { Refusal } from "./shapes"
import { signingPages } from "./signing-page"

/** Starts a lease service that was written from the specification alone. It shares no code with the client or the sandbox. */
export async function startSecondService() {
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
  const origin = await listen(api)
  signingOrigin = await listen(signing)
  const close = async () => {
    await Promise.all([api, signing].map(end))
  }
  return { baseUrl: `${origin}/merchant`, username, password, close }
}

async function answer(request: IncomingMessage, leases: Leases, hash: string): Promise<Answer> {
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

/** Answers its origin. */
async function listen(server: Server): Promise<string> {
  await once(server.listen(0, "127.0.0.1"), "listening")
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function end(server: Server): Promise<void> {
  const closed = once(server, "close")
  server.close()
  server.closeAllConnections()
  await closed
}
