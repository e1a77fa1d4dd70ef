import { randomBytes } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { z } from "zod"
import { tryJson } from "../index"
import { type FrameMessage, isDone, readMessage } from "./frame-messages"

/** A local page that shows the contract to the signer in a frame and records the frame's messages. */
export type SigningPage = {
  url: string
  messages(): readonly FrameMessage[]
  /** True once the frame or the user has reported the signature. */
  reportsSigned(): boolean
  close(): Promise<void>
}

const HeardSchema = z.object({ data: z.unknown(), origin: z.string().max(300), fromFrame: z.boolean() })
const LONGEST = 8192
const MOST = 500

/** Serves the page on 127.0.0.1, at an unguessable URL, until it's closed. */
export async function openSigningPage(contractUrl: string): Promise<SigningPage> {
  const path = `/${randomBytes(16).toString("hex")}`
  const messages: FrameMessage[] = []
  let isReported = false
  const server = createServer(async (request, response) => {
    const own = `http://${request.headers.host}` === originOf(server.address())
    const call = own && request.url?.startsWith(path) ? `${request.method} ${request.url.slice(path.length)}` : ""
    if (call === "GET ") return sendPage(response, contractUrl)
    if (call === "POST /signed") isReported = true
    else if (call === "POST /heard") hear(await bodyOf(request), messages)
    else return void response.writeHead(404).end()
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `${originOf(server.address())}${path}`,
    messages: () => messages,
    reportsSigned: () => isReported || messages.some(isDone),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function originOf(address: ReturnType<ReturnType<typeof createServer>["address"]>): string {
  return `http://127.0.0.1:${(address as AddressInfo | null)?.port}`
}

/** Stores only the message's shape. */
function hear(body: unknown, into: FrameMessage[]): void {
  const heard = HeardSchema.safeParse(body)
  if (!heard.success || into.length >= MOST) return
  const { data, origin, fromFrame } = heard.data
  into.push(readMessage(data, { origin: URL.canParse(origin) ? new URL(origin).origin : "null", fromFrame }))
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = ""
  for await (const chunk of request) if (text.length <= LONGEST) text += chunk
  return tryJson(text)
}

function sendPage(response: ServerResponse, contractUrl: string): void {
  const nonce = randomBytes(16).toString("base64")
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; frame-src http: https:; frame-ancestors 'none'`
  response.writeHead(200, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    "cache-control": "no-store",
    // Keep this page's secret path out of the Referer header that the contract's page receives.
    "referrer-policy": "origin",
  })
  const escaped = contractUrl.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
  response.end(pageOf(escaped, nonce))
}

function pageOf(url: string, nonce: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Sign the test contract</title>
<style nonce="${nonce}">
  body { margin: 0; display: grid; grid-template-rows: auto 1fr; height: 100vh; font: 1rem system-ui, sans-serif }
  header { display: flex; flex-wrap: wrap; gap: 1rem; align-items: center; padding: 0.5rem 1rem }
  h1 { margin: 0; font-size: 1rem }
  iframe { border: 0; border-top: 1px solid; width: 100%; height: 100% }
</style>
<header>
  <h1>Sign this test contract</h1>
  <a href="${url}" target="_blank">If nothing is shown below, open it without a frame</a>
  <button type="button">It is signed</button>
</header>
<main><iframe title="Contract" data-url="${url}"></iframe></main>
<script nonce="${nonce}">
  const frame = document.querySelector("iframe")
  const post = (name, body) => fetch(location.pathname + name, { method: "POST", body: JSON.stringify(body) }).catch(() => {})
  addEventListener("message", ({ data, origin, source }) => post("/heard", { data, origin, fromFrame: source === frame.contentWindow }))
  // Set last, so that the listener misses no message.
  frame.src = frame.dataset.url
  document.querySelector("button").addEventListener("click", ({ target }) => {
    target.disabled = true
    post("/signed", {})
  })
</script>
</html>
`
}
