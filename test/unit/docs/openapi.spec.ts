import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { routesOf } from "../../../scripts/lib/openapi/route-files"
import { DOCUMENT } from "../../support/documented"
import { codes, ROOT, read, section, tables } from "./markdown"

const routes = read("docs/routes.md")
const rowsOf = (heading: string) => tables(section(routes, heading))[0] ?? []
const operations = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) => [`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`, operation] as const,
  ),
)

/** Whether an OpenAPI validator accepts a document. */
function isValid(document: object): boolean {
  const folder = mkdtempSync(join(tmpdir(), "lease-to-own-openapi-"))
  const file = join(folder, "openapi.json")
  writeFileSync(file, JSON.stringify(document))
  const program = join(ROOT, "node_modules/@seriousme/openapi-schema-validator/bin/validate-api-cli.js")
  const { stdout } = spawnSync(process.execPath, [program, file], { encoding: "utf8" })
  rmSync(folder, { recursive: true })
  return JSON.parse(stdout).valid
}

describe("docs/openapi.json", () => {
  it("is OpenAPI 3.1, by a validator that rejects other documents", () => {
    expect(DOCUMENT.openapi).toMatch(/^3\.1\./)
    expect(isValid(DOCUMENT)).toBe(true)
    expect(isValid({ ...DOCUMENT, paths: { "/a": { get: { responses: 1 } } } })).toBe(false)
  })

  it("has the routes of the code and of docs/routes.md, and no other", () => {
    const names = operations.map(([name]) => name).sort()
    expect(names).toEqual(
      routesOf(ROOT)
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    )
    const documented = [...rowsOf("Storefront"), ...rowsOf("Dashboard")].map(([cell = ""]) => codes(cell)[0])
    expect(names).toEqual(documented.sort())
  })

  it("has each kind of refusal with the status and text of docs/routes.md", () => {
    for (const [kind = "", status = "", words = ""] of rowsOf("Refusals")) {
      const answers = operations.flatMap(([, { responses }]) => responses[status] ?? [])
      const own = answers.filter((answer) => JSON.stringify(answer).includes(`{"const":"${codes(kind)[0]}"}`))
      expect([kind, own.length > 0]).toEqual([kind, true])
      for (const answer of own) expect(JSON.stringify(answer).toLowerCase()).toContain(words.toLowerCase())
    }
  })

  it("has 415 where docs/routes.md accepts only JSON, and 413 for every body", () => {
    for (const [name, { requestBody, responses }] of operations) {
      expect([name, "413" in responses]).toEqual([name, requestBody !== undefined])
      expect([name, "415" in responses]).toEqual([name, name.startsWith("POST /admin")])
    }
  })

  it("requires the key, the login and the lease key that docs/routes.md requires", () => {
    for (const [name, operation] of operations) {
      const { security, parameters } = operation as typeof operation & { security: object[] }
      const shop = name.includes(" /store/")
      expect([name, security.every((way) => "publishableKey" in way)]).toEqual([name, shop])
      const takesKey = parameters.some((parameter) => parameter.name === "x-lease-key")
      expect([name, takesKey]).toEqual([
        name,
        shop && /\/(carts|orders)\//.test(name) && !name.endsWith("/widget-events"),
      ])
    }
  })
})
