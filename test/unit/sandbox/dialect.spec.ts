import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type DialectFile, dialectNames, readDialect, signContract, startSandbox } from "lease-to-own-sandbox"
import { dialectArg } from "../../../packages/sandbox/src/dialect/read"
import { application, Bench, cart, codeOf, item, type Json, part, referenceCart } from "./support"

/** A bench whose service speaks so. */
async function speaking<T>(dialect: DialectFile, use: (bench: Bench) => Promise<T>): Promise<T> {
  const bench = await Bench.start({ dialect })
  try {
    return await use(bench)
  } finally {
    await bench.close()
  }
}

describe("a dialect that is none is refused by the name of its key:", () => {
  it.each<[unknown, string]>([
    [[], "the whole must be an object"],
    ["klingon", "There are spec, reference, no-status, strict"],
    [{ request: {} }, "the whole has no request; it has about, names, requests"],
    [{ requests: { carts: "spec" } }, "requests has no carts; it has paths, contentTypes"],
    [{ requests: { cart: "both" } }, "requests.cart must be one of: either, spec, reference"],
    [{ requests: { contentTypes: "application/json" } }, "requests.contentTypes must be a list of media types"],
    [{ requests: { contentTypes: ["text/html"] } }, "requests.contentTypes.0 must be a list of media types"],
    [{ answers: { booleans: true } }, "answers.booleans must be one of"],
    [{ codes: { done: "204" } }, "codes.done must be an HTTP status, 200 to 299"],
    [{ codes: { "not-found": 200 } }, "codes.not-found must be an HTTP status, 400 to 599"],
    [{ codes: { teapot: 418 } }, "codes has no teapot"],
    [{ names: { status: "state" } }, "names has no status"],
    [{ names: { esignUrl: "(() => process.exit())()" } }, "names.esignUrl must be the name of a field"],
    [{ names: { esignUrl: "__proto__" } }, "names.esignUrl must be the name of a field"],
    [{ names: { costOfLease: "total", cashPrice: "total" } }, "names must not give two fields one name"],
    [{ names: { costOfLease: "cashPrice" } }, "names must not give two fields one name"],
    [{ names: { esignUrl: "applicationId" } }, "names must not give two fields one name"],
    [
      { ["\u001b[31m".repeat(20)]: 1, b: 1, c: 1, d: 1, e: 1, f: 1 },
      "the whole has no [31m[31m[31m[31m[31m[31m[31m[31m[31m[31m, b, c, d, e, …;",
    ],
    [{ statuses: { words: { Denied: "Approved" } } }, "statuses.words must not call a state by the name of another"],
    [{ statuses: { words: { Approved: "<b>yes</b>" } } }, "statuses.words.Approved must be a word for a state"],
    [{ statuses: { words: { Sold: "Sold" } } }, "statuses.words has no Sold"],
    [{ rules: { cancel: false } }, "rules.cancel must be one of: accepted, unshipped"],
    [JSON.parse('{ "__proto__": { "rules": {} } }'), "the whole has no __proto__"],
    [JSON.parse('{ "rules": { "__proto__": "accepted" } }'), "rules has no __proto__"],
    [{ about: "x".repeat(401) }, "about must have 400 characters at most"],
  ])("%j", (dialect, says) => {
    const read = () => readDialect(dialect as DialectFile)
    expect(read).toThrow(says)
    expect(read).toThrow("Nothing was started.")
  })

  it("names all that is wrong at once", () => {
    const read = () => readDialect({ rules: { cancel: "never" }, code: {} } as unknown as DialectFile)
    expect(read).toThrow("rules.cancel")
    expect(read).toThrow("has no code")
  })

  it("starts nothing, and leaves a running one as it is", async () => {
    await expect(startSandbox({ dialect: { rules: { cancel: "never" } } as never })).rejects.toThrow("rules.cancel")
    await speaking({ codes: { done: 200 } }, async (bench) => {
      expect(() => bench.sandbox.speak({ codes: { done: 500 } })).toThrow("codes.done")
      expect((await bench.cancel(await bench.accepted())).status).toBe(200)
    })
  })
})

describe("the command takes a dialect", () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "dialect-"))
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }

  it.each(dialectNames)("by the name of a kept one: %s", (name) => {
    expect(dialectArg(name)).toEqual(readDialect(name))
  })

  it("as a file", () => {
    expect(dialectArg(file("own.json", '\uFEFF{ "codes": { "done": 200 } }')).codes.done).toBe(200)
  })

  it.each([
    [
      "a script",
      "module.exports = { rules: {} }; process.exit(7)",
      "is no JSON. A dialect is data: nothing in it is run.",
    ],
    ["half a file", '{ "rules": { "cancel": "acc', "is no JSON"],
    ["a file of another kind", '{ "cartFormat": "reference" }', "the whole has no cartFormat"],
    ["too big a file", `{ "about": "${"x".repeat(70_000)}" }`, "is no dialect: that is a file of 64 kB at most"],
  ])("and refuses %s", (_, text, says) => {
    const own = file("wrong.json", text)
    expect(() => dialectArg(own)).toThrow(says)
    expect(() => dialectArg(own)).toThrow(own)
  })

  it("and refuses a folder, and what is neither a name nor a file", () => {
    mkdirSync(join(folder, "here"))
    expect(() => dialectArg(join(folder, "here"))).toThrow("is no dialect: that is a file")
    expect(() => dialectArg("klingon")).toThrow(
      "klingon is no dialect (spec, reference, no-status, strict) and no file.",
    )
  })

  it("and starts nothing with a wrong one", () => {
    const main = join(__dirname, "../../../packages/sandbox/src/main.ts")
    const wrong = file("wrong.json", '{ "rules": { "cancel": "hunter2" } }')
    const env = { ...process.env, TS_NODE_PROJECT: join(__dirname, "../../../packages/sandbox/tsconfig.json") }
    const args = ["-r", require.resolve("ts-node/register/transpile-only"), main, "--dialect", wrong, "--port", "0"]
    const { status, stderr, stdout } = spawnSync(process.execPath, args, { env, encoding: "utf8" })
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" })
    expect(stderr).toContain(`Something is wrong in ${wrong}. Nothing was started.`)
    expect(stderr).toContain("rules.cancel must be one of: accepted, unshipped")
    expect(stderr).not.toContain("hunter2")
  })
})

describe("names", () => {
  it("are the service's in requests, answers and refused fields, and this sandbox's own are not known", async () => {
    const names = { operatorMerchantId: "locationId", esignUrl: "signingAddress", authorizationCode: "rma" }
    const dialect: DialectFile = { names, requests: { store: "required" }, rules: { returnCode: "required" } }
    await speaking(dialect, async (bench) => {
      const store = { locationId: 4 }
      const refused = await bench.call("POST /application", { ...application(), store: { operatorMerchantId: 4 } })
      expect(Object.keys(part(refused.json, "errors"))).toEqual(["store.locationId"])
      const { json } = await bench.call("POST /application", { ...application(), store })
      const id = String(json.applicationId)
      await bench.call("POST /application/cart", cart(id, { store }))
      const contract = await bench.contract(id)
      expect(contract.json).toEqual({ applicationId: id, signingAddress: expect.stringContaining("/contract/") })
      await signContract(String(contract.json.signingAddress))
      await bench.pricing(id)
      await bench.call("POST /application/cart/delivery", { applicationId: id, deliveryDate: "2026-03-01", store })
      const { rma, ...others } = part((await bench.availability(id)).json, "merchandiseReturnAuthorization")
      expect(others).toEqual({ isReturnEligible: true })
      const isReturned = async (code: Json) =>
        part((await bench.giveBack(id, { store, ...code })).json, "returnLeaseInfo").isSuccess
      expect(await isReturned({})).toBe(false)
      expect(await isReturned({ authorizationCode: rma })).toBe(false)
      expect(await isReturned({ rma })).toBe(true)
    })
  })
})

describe("requests", () => {
  it.each([
    ["prefixed", "/api/v1/application/cart/pricing", "/application/cart/pricing"],
    ["literal", "/application/cart/pricing", "/api/v1/application/cart/pricing"],
  ] as const)("paths %s knows %s and not %s", async (paths, known, other) => {
    await speaking({ requests: { paths } }, async (bench) => {
      const said = async (path: string) =>
        part(
          { it: (await bench.call(`GET ${path}`, undefined, { literal: true, query: "?applicationId=7" })).json },
          "it",
        ).detail
      expect(await said(known)).toContain("No application has this id")
      expect(await said(other)).toContain("no such call")
    })
  })

  it("contractId path takes the id in the path of GET contract alone", async () => {
    await speaking({ requests: { contractId: "path" } }, async (bench) => {
      const id = await bench.withCart()
      expect((await bench.contract(id)).status).toBe(404)
      expect((await bench.call(`GET /application/contract/${id}`)).json.esignUrl).toBeDefined()
      expect(bench.sandbox.journal(id).at(-1)).toMatchObject({ route: "GET /application/contract", done: true })
    })
  })

  it("cart spec takes no other, cart reference neither", async () => {
    await speaking({ requests: { cart: "spec" } }, async (bench) => {
      expect((await bench.call("POST /application/cart", referenceCart(await bench.apply()))).status).toBe(400)
      bench.sandbox.speak({ requests: { cart: "reference" } })
      const id = await bench.apply()
      expect((await bench.call("POST /application/cart", cart(id))).status).toBe(400)
      expect((await bench.call("POST /application/cart", referenceCart(id))).status).toBe(200)
    })
  })

  it("applicationId number takes a number alone in a body", async () => {
    await speaking({ requests: { applicationId: "number" } }, async (bench) => {
      const id = await bench.apply()
      const refused = await bench.call("POST /application/cart", cart(id))
      expect(part(refused.json, "errors")).toEqual({ applicationId: ["must be a number"] })
      expect((await bench.call("POST /application/cart", { ...cart(id), applicationId: Number(id) })).status).toBe(200)
    })
  })

  it("contentTypes takes what it names", async () => {
    await speaking({ requests: { contentTypes: ["application/json-patch+json"] } }, async (bench) => {
      expect((await bench.call("POST /application", application())).status).toBe(415)
      const headers = { "content-type": "application/json-patch+json" }
      expect((await bench.call("POST /application", application(), { headers })).status).toBe(200)
    })
  })
})

describe("answers", () => {
  it("are written as the dialect has it", async () => {
    const answers = { applicationId: "number", booleans: "text", amounts: "text", statusCode: "text" } as const
    await speaking({ answers }, async (bench) => {
      const id = await bench.withCart()
      const { json } = await bench.pricing(id)
      expect(json).toMatchObject({ applicationId: Number(id), invoiceTotal: "439.99", totalNumberOfPayment: 26 })
      expect(json.appStatus).toMatchObject({ isOkToDeliver: "false", approvalAmount: "3000.00" })
      expect((await bench.pricing("999")).json.status).toBe("404")
    })
  })

  it("may be bare in refusals, and empty to the cart", async () => {
    await speaking({ answers: { refusals: "bare", cart: "empty" } }, async (bench) => {
      expect((await bench.pricing("999")).json).toEqual({ error: expect.stringContaining("No application") })
      const reply = await bench.call("POST /application/cart", cart(await bench.apply()))
      expect([reply.status, reply.text]).toEqual([204, ""])
    })
  })

  it("have the dialect's codes, and those of a fault win", async () => {
    await speaking({ codes: { answered: 201, validation: 422, "wrong-state": 400 } }, async (bench) => {
      expect((await bench.call("POST /application", {})).status).toBe(422)
      const reply = await bench.call("POST /application", application())
      expect(reply.status).toBe(201)
      const wrong = await bench.contract(String(reply.json.applicationId))
      expect([wrong.status, wrong.json.status, codeOf(wrong)]).toEqual([400, 400, "wrong-state"])
      const headers = { "x-sandbox-fault": "validation-403" }
      expect((await bench.call("POST /application", {}, { headers })).status).toBe(403)
    })
  })

  it("say until when the approval holds, in one of two places", async () => {
    await speaking({ answers: { approvalEnd: "application" } }, async (bench) => {
      const { json } = await bench.call("POST /application", application())
      const days = (Date.parse(String(json.approvalExpirationDate)) - Date.now()) / 86_400_000
      expect(Math.round(days)).toBe(90)
      const id = await bench.withCart()
      expect(await bench.status(id)).not.toHaveProperty("approvalExpirationDate")
      bench.sandbox.speak({ answers: { approvalEnd: "pricing" } })
      expect(await bench.status(id)).toHaveProperty("approvalExpirationDate")
      bench.sandbox.speak({ statuses: { isOkToDeliver: "apart" } })
      expect(await bench.status(id)).toMatchObject({ fulfillment: { isOkToDeliver: false } })
    })
  })

  it("have the dialect's words for states, or no status", async () => {
    await speaking({ statuses: { words: { Contracts: "Docs Out" } } }, async (bench) => {
      const id = await bench.withCart()
      expect(await bench.status(id)).toMatchObject({ status: "Docs Out" })
      bench.sandbox.speak({ statuses: { isOkToDeliver: "absent" } })
      expect(await bench.status(id)).not.toHaveProperty("isOkToDeliver")
      bench.sandbox.speak("no-status")
      expect((await bench.pricing(id)).json).not.toHaveProperty("appStatus")
      expect(bench.state(id)).toBe("Contracts")
    })
  })
})

describe("rules", () => {
  it("leave whole returns where nothing is said of lines: the specification shows none", async () => {
    await speaking({}, async (bench) => {
      const id = await bench.funded()
      for (const line of [
        { actionType: "Return", lineNumber: 1 },
        { actionType: "PriceAdj", lineNumber: 1, priceEach: 1 },
      ]) {
        await bench.availability(id)
        const { json } = await bench.giveBack(id, { merchandiseItems: [line] })
        expect(part(json, "returnLeaseInfo")).toMatchObject({ isSuccess: false, code: "return-refused" })
      }
      await bench.availability(id)
      expect(part((await bench.giveBack(id)).json, "returnLeaseInfo").isSuccess).toBe(true)
    })
  })

  it("returnLines ignored returns the whole order for one line", async () => {
    await speaking({ rules: { returnLines: "ignored" } }, async (bench) => {
      const id = await bench.funded()
      await bench.availability(id)
      await bench.giveBack(id, { merchandiseItems: [{ actionType: "Return", lineNumber: 1, quantity: 1 }] })
      expect(bench.state(id)).toBe("Returned")
    })
  })

  it("totalAfterPart kept leaves invoiceTotal as it was, and the word of lines is the dialect's", async () => {
    const dialect: DialectFile = {
      requests: { returnAction: "BringBack" },
      rules: { returnLines: "taken", totalAfterPart: "kept" },
    }
    await speaking(dialect, async (bench) => {
      const id = await bench.funded(undefined, { items: [item({ quantity: 2 })] })
      const before = (await bench.pricing(id)).json.invoiceTotal
      const back = (actionType: string) =>
        bench.giveBack(id, { merchandiseItems: [{ actionType, lineNumber: 1, quantity: 1 }] })
      await bench.availability(id)
      expect((await back("Return")).status).toBe(400)
      expect(part((await back("BringBack")).json, "returnLeaseInfo").isSuccess).toBe(true)
      expect((await bench.pricing(id)).json.invoiceTotal).toBe(before)
    })
  })

  it("cartTax ignored prices a cart without its tax", async () => {
    await speaking({ rules: { cartTax: "ignored" } }, async (bench) => {
      const { json } = await bench.pricing(await bench.withCart(undefined, { deliveryCostSalesTax: 5 }))
      expect([json.totalTax, json.totalDueAtSigning]).toEqual([0, 49])
    })
  })
})

it("the page for people speaks as the specification does, whatever the dialect", async () => {
  await speaking(
    { requests: { paths: "literal", store: "required" }, answers: { applicationId: "number" } },
    async (bench) => {
      const headers = { "x-sandbox-page": "1" }
      const { status, json } = await bench.call("POST /application", application(), { headers })
      expect([status, typeof json.applicationId]).toEqual([200, "string"])
      expect((await bench.onId("GET /application/contract", "7", headers)).json.detail).toContain("No application")
    },
  )
})
