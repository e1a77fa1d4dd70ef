import { readFileSync } from "node:fs"
import path from "node:path"
import { defaults, type Sandbox, startSandbox } from "lease-to-own-sandbox"
import { isJson, type Json } from "./support"

/** `sandbox/calls.http` as a person would send it: from top to bottom, against a fresh sandbox. */
const [head = "", ...sections] = readFileSync(
  path.join(__dirname, "../../../packages/sandbox/calls.http"),
  "utf8",
).split(/^### /m)
const written = new Map([...head.matchAll(/^@(\w+) = (.*)$/gm)].map(([, name = "", value = ""]) => [name, value]))

async function send(text: string): Promise<{ status: number; json: Json }> {
  const [top = "", body = ""] = text.trim().split("\n\n")
  const [first = "", ...lines] = top.split("\n")
  const [method, url = ""] = first.split(" ")
  const headers = Object.fromEntries(lines.map((line) => line.split(": ")))
  const response = await fetch(url, { method, headers, body: body || undefined })
  const answer = await response.text()
  const json: unknown = answer ? JSON.parse(answer) : {}
  return { status: response.status, json: isJson(json) ? json : {} }
}

const sent: { title: string; status: number }[] = []
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
  const variables = new Map(written).set("baseUrl", sandbox.baseUrl).set("controlUrl", sandbox.controlUrl)
  for (const section of sections) {
    const [title = "", ...lines] = section.split("\n")
    const [, name, field] = /^# @take (\w+) = (\w+)$/m.exec(section) ?? []
    const text = lines.filter((line) => !line.startsWith("# ")).join("\n")
    const filled = text.replace(/\{\{(\w+)\}\}/g, (whole, variable: string) => variables.get(variable) ?? whole)
    expect(filled).not.toContain("{{")
    const { status, json } = await send(filled)
    if (name && field) variables.set(name, String(json[field]))
    sent.push({ title, status })
  }
})
afterAll(() => sandbox.close())

it("calls.http matches the settings of `npm run sandbox`", () => {
  const { host, port, username, password } = defaults
  expect(Object.fromEntries(written)).toMatchObject({
    baseUrl: `http://${host}:${port}/lease`,
    controlUrl: `http://${host}:${port}/__sandbox`,
    auth: Buffer.from(`${username}:${password}`).toString("base64"),
  })
})

it("calls.http has each of the eight calls at least once, and all its requests succeed", () => {
  expect(sent.filter(({ status }) => Math.floor(status / 100) !== 2)).toEqual([])
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
