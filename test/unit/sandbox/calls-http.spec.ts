import { readFileSync } from "node:fs"
import path from "node:path"
import { defaults, type Sandbox, startSandbox } from "lease-to-own-sandbox"
import { isJson, type Json, part } from "./support"

/** `sandbox/calls.http` as a person would send it: from top to bottom, against a fresh sandbox. */

type HttpRequest = { title: string; take?: { name: string; field: string }; text: string }
type HttpFile = { variables: Map<string, string>; requests: HttpRequest[] }

function parseHttpFile(text: string): HttpFile {
  const [head = "", ...sections] = text.split(/^### /m)
  const variables = new Map([...head.matchAll(/^@(\w+) = (.*)$/gm)].map(([, name = "", value = ""]) => [name, value]))
  const requests = sections.map((section) => {
    const [title = "", ...lines] = section.split("\n")
    const [, name, field] = /^# @take (\w+) = (\w+)$/m.exec(section) ?? []
    const body = lines.filter((line) => !line.startsWith("# ")).join("\n")
    return { title, take: name && field ? { name, field } : undefined, text: body }
  })
  return { variables, requests }
}

function substitute(text: string, variables: Map<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = variables.get(name)
    if (value === undefined) throw new Error(`{{${name}}} is no variable of the file`)
    return value
  })
}

async function sendRequest(text: string): Promise<{ status: number; json: Json }> {
  const [head = "", body = ""] = text.trim().split("\n\n")
  const [first = "", ...headerLines] = head.split("\n")
  const [method, url = ""] = first.split(" ")
  const headers = headerLines
    .map((line) => line.split(": "))
    .map(([name = "", value = ""]): [string, string] => [name, value])
  const response = await fetch(url, { method, headers, body: body || undefined })
  const answer = await response.text()
  const json: unknown = answer ? JSON.parse(answer) : {}
  return { status: response.status, json: isJson(json) ? json : {} }
}

const file = parseHttpFile(readFileSync(path.join(__dirname, "../../../packages/sandbox/calls.http"), "utf8"))
const sent: { title: string; status: number; json: Json; state?: string }[] = []
let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox()
  const variables = new Map(file.variables)
  variables.set("baseUrl", sandbox.baseUrl).set("controlUrl", sandbox.controlUrl)
  for (const { title, take, text } of file.requests) {
    const { status, json } = await sendRequest(substitute(text, variables))
    if (take) variables.set(take.name, String(json[take.field]))
    sent.push({ title, status, json, state: sandbox.lease(variables.get("applicationId") ?? "")?.state })
  }
})
afterAll(() => sandbox.close())

const sentAs = (title: string) => {
  const found = sent.find((entry) => entry.title.startsWith(title))
  if (!found) throw new Error(`calls.http has no request ${title}`)
  return found
}

it("fits `npm run sandbox`", () => {
  const { host, port, username, password } = defaults
  expect(file.variables.get("baseUrl")).toBe(`http://${host}:${port}/lease`)
  expect(file.variables.get("controlUrl")).toBe(`http://${host}:${port}/__sandbox`)
  expect(file.variables.get("auth")).toBe(Buffer.from(`${username}:${password}`).toString("base64"))
})

it("holds the spec's eight calls, each once or more", () => {
  expect([...new Set(sandbox.journal().map(({ route }) => route))].sort()).toEqual([
    "DELETE /application/contract",
    "GET /application/cart/pricing",
    "GET /application/contract",
    "POST /application",
    "POST /application/cart",
    "POST /application/cart/delivery",
    "POST /application/return",
    "POST /application/return/availability",
  ])
})

it.each(file.requests.map(({ title }) => title))("%s: answers 2xx", (title) => {
  const { status } = sentAs(title)
  expect(Math.floor(status / 100)).toBe(2)
})

it.each([
  ["1.", "Approved"],
  ["2.", "Contracts"],
  ["3.", "Contracts"],
  ["4.", "Contracts"],
  ["Extra", "Contracts Received"],
  ["Read on", "Lease Accepted"],
  ["5.", "Approved"],
  ["Again", "Contracts"],
  ["Sign again", "Contracts Received"],
  ["6.", "Funded"],
  ["7.", "Funded"],
  ["8.", "Returned"],
])("%s leaves the lease in %s", (title, state) => {
  expect(sentAs(title).state).toBe(state)
})

it("the application is approved", () => {
  expect(sentAs("1.").json.status).toBe("Approved")
})

it("the pricing is the reference's check value", () => {
  expect(sentAs("3.").json).toMatchObject({
    invoiceTotal: 439.99,
    effectiveLeaseBalance: 879.98,
    periodicPaymentAmount: 31.96,
  })
})

it("the contract has an address to sign at", () => {
  expect(String(sentAs("4.").json.esignUrl)).toContain(sandbox.contractOrigin)
})

it("the return is authorized, and succeeds", () => {
  expect(part(sentAs("7.").json, "merchandiseReturnAuthorization").isReturnEligible).toBe(true)
  expect(part(sentAs("8.").json, "returnLeaseInfo").isSuccess).toBe(true)
})
