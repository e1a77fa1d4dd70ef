import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type DialectFile, dialectNames, readDialect, startSandbox } from "lease-to-own-sandbox"
import { dialectArg } from "../../../packages/sandbox/src/dialect/read"
import { programOf } from "../../support/program"
import { application, Bench, referenceCart } from "./support"

it.each<[unknown, string]>([
  [[], "the dialect must be an object"],
  ["klingon", "Use spec, reference, no-status, strict"],
  [{ request: {} }, "the dialect has no request; it has about, names, requests"],
  [{ requests: { carts: "spec" } }, "requests has no carts; it has paths, contentTypes"],
  [{ requests: { cart: "both" } }, "requests.cart must be one of: either, spec, reference"],
  [{ requests: { contentTypes: ["text/html"] } }, "requests.contentTypes.0 must be a list of media types"],
  [{ codes: { done: "204" } }, "codes.done must be an HTTP status, 200 to 299"],
  [{ codes: { "not-found": 200 } }, "codes.not-found must be an HTTP status, 400 to 599"],
  [{ names: { esignUrl: "(() => process.exit())()" } }, "names.esignUrl must be the name of a field"],
  [{ names: { esignUrl: "__proto__" } }, "names.esignUrl must be the name of a field"],
  [{ names: { esignUrl: "applicationId" } }, "names must not give two fields the same name"],
  [{ statuses: { words: { Denied: "Approved" } } }, "statuses.words must not give a state another state's name"],
  [{ statuses: { words: { Approved: "<b>yes</b>" } } }, "statuses.words.Approved must be a word for a state"],
  [JSON.parse('{ "rules": { "__proto__": "accepted" } }'), "rules has no __proto__"],
])("the dialect %j is refused with the name of its key", (dialect, says) => {
  const read = () => readDialect(dialect as DialectFile)
  expect(read).toThrow(says)
  expect(read).toThrow("Nothing was started.")
})

it("an invalid dialect doesn't start a sandbox, which names all its errors, and leaves a running one unchanged", async () => {
  const dialect = { rules: { cancel: "never" }, code: {} } as unknown as DialectFile
  await expect(startSandbox({ dialect })).rejects.toThrow(/rules\.cancel must .*has no code;/s)
  await Bench.use({ dialect: { codes: { done: 200 } } }, async (bench) => {
    expect(() => bench.sandbox.speak({ codes: { done: 500 } })).toThrow("codes.done")
    expect((await bench.cancel(await bench.accepted())).status).toBe(200)
  })
})

describe("dialect on the command line", () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "dialect-"))
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }

  it("the command accepts an included dialect or a file", () => {
    for (const name of dialectNames) expect(dialectArg(name)).toEqual(readDialect(name))
    expect(dialectArg(file("own.json", '{ "codes": { "done": 200 } }')).codes.done).toBe(200)
  })

  it("the command refuses a folder, a script, and what is neither a name nor a file", () => {
    for (const value of [folder, file("own.js", "module.exports = {}; process.exit(7)"), "klingon"])
      expect(() => dialectArg(value)).toThrow(
        `${value} is neither a dialect (spec, reference, no-status, strict) nor a JSON file.`,
      )
  })

  it("the command doesn't start with an invalid dialect, and repeats none of its values", () => {
    const wrong = file("wrong.json", '{ "rules": { "cancel": "hunter2" } }')
    const args = [programOf("packages/sandbox/src/main.ts"), "--dialect", wrong, "--port", "0"]
    const { status, stderr, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" })
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" })
    expect(stderr).toContain(`There are errors in ${wrong}. Nothing was started.`)
    expect(stderr).toContain("rules.cancel must be one of: accepted, unshipped")
    expect(stderr).not.toContain("hunter2")
  })
})

/** Only what a merchant can't observe. `unit/client/conformance/dialects.spec.ts` has every other key. */
it.each([
  ["either", "POST /application", 404],
  ["either", "POST /lease/application", 404],
  ["either", "POST /lease/api/v2/application", 404],
  ["either", "GET /lease/application/contract", 400],
  ["prefixed", "POST /lease/application", 404],
  ["any", "POST /application", 200],
  ["any", "POST /api/v1/application", 200],
] as const)('a dialect with the paths "%s" answers %s with %i', async (paths, route, status) => {
  await Bench.use({ dialect: { requests: { paths } } }, async (bench) => {
    const [method, path = ""] = route.split(" ")
    const body = method === "POST" ? JSON.stringify(application()) : undefined
    const answer = await fetch(new URL(path, bench.sandbox.baseUrl), { method, headers: bench.headers, body })
    expect(answer.status).toBe(status)
  })
})

it("a dialect with the specification's cart refuses others, and can be changed at run time", async () => {
  await Bench.use({ dialect: { requests: { cart: "spec" } } }, async (bench) => {
    const id = await bench.apply()
    expect((await bench.call("POST /application/cart", referenceCart(id))).status).toBe(400)
    bench.sandbox.speak({ requests: { cart: "reference" } })
    expect((await bench.record(id)).status).toBe(400)
    expect((await bench.call("POST /application/cart", referenceCart(id))).status).toBe(200)
  })
})

it("a dialect can return an accepted lease, and price a cart without its tax", async () => {
  const rules = { returns: "accepted", returnCode: "issued", cartTax: "ignored" } as const
  await Bench.use({ dialect: { rules } }, async (bench) => {
    const id = await bench.accepted(undefined, { deliveryCostSalesTax: 5 })
    expect((await bench.pricing(id)).json).toMatchObject({ totalTax: 0, totalDueAtSigning: 49 })
    const eligible = { isReturnEligible: true, authorizationCode: expect.any(String) }
    expect(await bench.eligible(id)).toEqual(eligible)
  })
})

it("a dialect can tax the payments of a cart without tax, and names that tax in the pricing and the contract", async () => {
  await Bench.use({ dialect: { rules: { paymentTax: "named" } } }, async (bench) => {
    const id = await bench.withCart()
    expect((await bench.pricing(id)).json).toMatchObject({
      ...{ sumOfAllPayments: 879.98, totalDueAtSigning: 49, initialBalance: 928.98 },
      ...{ salesTaxRate: 8.25, estimatedTax: 72.6, totalTax: 72.6, initialBalancePlusEstimatedTax: 1001.58 },
    })
    const contract = await (await fetch(await bench.esignUrl(id))).text()
    for (const text of ["Sales tax on the payments", "$952.58", "Sales tax is added to each of them."])
      expect(contract).toContain(text)
    await bench.record(id, { deliveryCostSalesTax: 5 })
    expect((await bench.pricing(id)).json).toMatchObject({ totalTax: 5, totalDueAtSigning: 54 })
  })
})

it("the page for people uses the specification's formats in every dialect", async () => {
  const requests = { paths: "literal", store: "required" } as const
  await Bench.use({ dialect: { requests, answers: { applicationId: "number" } } }, async (bench) => {
    const headers = { "x-sandbox-page": "1" }
    const { status, json } = await bench.call("POST /application", application(), { headers })
    expect([status, typeof json.applicationId]).toEqual([200, "string"])
    expect((await bench.onId("GET /application/contract", "7", headers)).json.detail).toContain("No application")
  })
})
