import { readFileSync } from "node:fs"
import { join } from "node:path"
import { defaults, startSandbox } from "lease-to-own-sandbox"
import { codes, read, section, tables } from "../docs/markdown"
import type { Json } from "./support"

/** Sends `sandbox/calls.http` as a person would: from top to bottom, to a fresh sandbox. */
const CALLS = join(__dirname, "../../../packages/sandbox/calls.http")
const [head = "", ...sections] = readFileSync(CALLS, "utf8").split(/^### /m)
const written = new Map([...head.matchAll(/^@(\w+) = (.*)$/gm)].map(([, name = "", value = ""]) => [name, value]))

async function send(text: string): Promise<{ status: number; json: Json }> {
  const [top = "", body = ""] = text.trim().split("\n\n")
  const [first = "", ...lines] = top.split("\n")
  const [method, url = ""] = first.split(" ")
  const headers = Object.fromEntries(lines.map((line) => line.split(": ")))
  const response = await fetch(url, { method, headers, body: body || undefined })
  return { status: response.status, json: JSON.parse((await response.text()) || "{}") }
}

it("calls.http matches the settings of `npm run sandbox`", () => {
  const { host, port, username, password } = defaults
  expect(Object.fromEntries(written)).toMatchObject({
    baseUrl: `http://${host}:${port}/lease`,
    controlUrl: `http://${host}:${port}/__sandbox`,
    auth: Buffer.from(`${username}:${password}`).toString("base64"),
  })
})

/** The calls of the specification, as the journal names them. */
const specified = tables(section(read("docs/service.md"), "4. Endpoints")).flatMap((table) =>
  table.map(([call = ""]) => `${call.split(" ")[0]} ${codes(call)[0]?.replace(/^\/?api\/v[^/]+|\?.*$/g, "")}`),
)

it("calls.http has each call of the specification, and all its requests succeed", async () => {
  const sandbox = await startSandbox()
  const variables = new Map(written).set("baseUrl", sandbox.baseUrl).set("controlUrl", sandbox.controlUrl)
  for (const section of sections) {
    const [title = "", ...lines] = section.split("\n")
    const text = lines.filter((line) => !line.startsWith("# ")).join("\n")
    const { status, json } = await send(text.replace(/\{\{(\w+)\}\}/g, (_, known) => variables.get(known) ?? "unknown"))
    expect([title, Math.floor(status / 100)]).toEqual([title, 2])
    for (const [, name = "", field = ""] of section.matchAll(/^# @take (\w+) = (\w+)$/gm))
      variables.set(name, String(json[field]))
  }
  expect([...new Set(sandbox.journal().map(({ route }) => route))].sort()).toEqual(specified.sort())
  await sandbox.close()
})
