import { Bench, cart, codeOf, part, type Reply } from "./support"

let bench: Bench
beforeAll(async () => {
  bench = await Bench.start({ slowMs: 20 })
})
afterAll(() => bench.close())
beforeEach(() => bench.sandbox.reset())

type Fault = Parameters<Bench["sandbox"]["fault"]>[0]["fault"]
const header = (fault: Fault) => ({ "x-sandbox-fault": fault })
const sendCart = async (fault: Fault): Promise<{ id: string; reply: Reply }> => {
  const id = await bench.apply()
  const reply = await bench.call("POST /application/cart", cart(id), { headers: header(fault) })
  return { id, reply }
}

describe("a refusing fault answers in place of the service and changes nothing", () => {
  it.each([
    ["401", 401, "unauthorized"],
    ["403", 403, "forbidden"],
    ["409", 409, "wrong-state"],
    ["429", 429, "rate-limited"],
    ["500", 500, "server"],
    ["503", 503, "server"],
    ["validation-403", 403, "validation"],
  ] as const)("%s", async (fault, status, code) => {
    const { id, reply } = await sendCart(fault)
    expect([reply.status, codeOf(reply), bench.state(id)]).toEqual([status, code, "Approved"])
  })

  it("502-html", async () => {
    const { id, reply } = await sendCart("502-html")
    expect([reply.status, reply.headers.get("content-type")]).toEqual([502, "text/html; charset=utf-8"])
    expect(bench.state(id)).toBe("Approved")
  })

  it.each(["429", "503"] as const)("%s says when to come again", async (fault) => {
    expect((await sendCart(fault)).reply.headers.get("retry-after")).toBe("1")
  })

  it("validation-403 carries an errors map", async () => {
    expect(part((await sendCart("validation-403")).reply.json, "errors")).toEqual({ body: ["is refused"] })
  })
})

describe("a fault of the connection", () => {
  const cut = async (fault: Fault) => {
    const id = await bench.apply()
    await expect(bench.call("POST /application/cart", cart(id), { headers: header(fault) })).rejects.toThrow()
    return { state: bench.state(id), entry: bench.sandbox.journal().at(-1) }
  }

  it("drop-before does nothing and cuts", async () => {
    const { state, entry } = await cut("drop-before")
    expect([state, entry?.status, entry?.done]).toEqual(["Approved", null, false])
  })

  it("drop-after does the call and cuts", async () => {
    const { state, entry } = await cut("drop-after")
    expect([state, entry?.status, entry?.done]).toEqual(["Contracts", null, true])
  })

  it("half-body does the call and cuts the answer", async () => {
    const { state, entry } = await cut("half-body")
    expect([state, entry?.status, entry?.done]).toEqual(["Contracts", 200, true])
  })

  it("timeout does the call and never answers", async () => {
    const id = await bench.apply()
    const leaving = new AbortController()
    const call = fetch(`${bench.sandbox.baseUrl}/application/cart`, {
      method: "POST",
      headers: { ...bench.headers, ...header("timeout") },
      body: JSON.stringify(cart(id)),
      signal: leaving.signal,
    })
    while (bench.state(id) !== "Contracts") await new Promise((resolve) => setImmediate(resolve))
    leaving.abort()
    await expect(call).rejects.toThrow()
    expect(bench.sandbox.journal().at(-1)).toMatchObject({ status: null, done: true, fault: "timeout" })
  })

  it("slow answers in the end", async () => {
    const { id, reply } = await sendCart("slow")
    expect([reply.status, bench.state(id)]).toEqual([200, "Contracts"])
  })

  it("close ends calls that were never answered", async () => {
    const other = await Bench.start()
    const id = await other.apply()
    const call = other.pricing(id, header("timeout"))
    while (other.sandbox.journal().at(-1)?.fault !== "timeout") await new Promise((resolve) => setImmediate(resolve))
    const failed = expect(call).rejects.toThrow()
    await other.close()
    await failed
  })
})

describe("a fault of the body leaves the call done", () => {
  it("malformed-json", async () => {
    const { reply, id } = await sendCart("malformed-json")
    expect(() => JSON.parse(reply.text)).toThrow()
    expect([reply.status, bench.state(id)]).toEqual([200, "Contracts"])
  })

  it("empty", async () => {
    const { reply, id } = await sendCart("empty")
    expect([reply.status, reply.text, bench.state(id)]).toEqual([200, "", "Contracts"])
  })

  it("wrong-content-type", async () => {
    expect((await sendCart("wrong-content-type")).reply.headers.get("content-type")).toContain("text/html")
  })

  it("status-as-text", async () => {
    const id = await bench.apply()
    const reply = await bench.pricing(id, header("status-as-text"))
    expect([reply.status, reply.json.status]).toEqual([409, "409"])
  })

  it("id-as-number", async () => {
    const { id, reply } = await sendCart("id-as-number")
    expect([reply.json.applicationId, part(reply.json, "appStatus").applicationId]).toEqual([Number(id), Number(id)])
  })

  it("bool-as-text", async () => {
    expect(part((await sendCart("bool-as-text")).reply.json, "appStatus").isOkToDeliver).toBe("false")
  })

  it("older-names", async () => {
    const { json } = (await sendCart("older-names")).reply
    expect([json.costOfRental, json.costOfLease]).toEqual([439.99, undefined])
  })

  it("plural-payments", async () => {
    const { json } = (await sendCart("plural-payments")).reply
    expect([json.totalNumberOfPayments, json.totalNumberOfPayment]).toEqual([26, undefined])
  })

  it("esign-key", async () => {
    const { json } = await bench.contract(await bench.withCart(), header("esign-key"))
    expect([json.EsignURL, json.esignUrl]).toEqual([expect.stringContaining("http://"), undefined])
  })

  it("no-appstatus", async () => {
    expect((await sendCart("no-appstatus")).reply.json).not.toHaveProperty("appStatus")
  })

  it("unknown-status", async () => {
    const { json } = (await sendCart("unknown-status")).reply
    expect(part(json, "appStatus").status).toBe("Under Manual Review")
  })

  it("turns the empty answer into something unreadable too", async () => {
    const id = await bench.accepted()
    bench.sandbox.fault({ route: "POST /application/cart/delivery", fault: "malformed-json" })
    const reply = await bench.deliver(id)
    expect([reply.status, reply.text, bench.state(id)]).toEqual([200, "{", "Funded"])
  })
})

describe("a fault in wait", () => {
  it("meets its route only, and once", async () => {
    bench.sandbox.fault({ route: "POST /application/cart", fault: "500" })
    const id = await bench.apply()
    expect((await bench.call("POST /application/cart", cart(id))).status).toBe(500)
    expect((await bench.call("POST /application/cart", cart(id))).status).toBe(200)
  })

  it("meets as many calls as it was told", async () => {
    const id = await bench.withCart()
    bench.sandbox.fault({ route: "*", fault: "503", times: 2 })
    const statuses = []
    for (let call = 0; call < 3; call += 1) statuses.push((await bench.pricing(id)).status)
    expect(statuses).toEqual([503, 503, 200])
  })

  it("is not used up by a call without credentials", async () => {
    const id = await bench.withCart()
    bench.sandbox.fault({ route: "*", fault: "500" })
    await bench.pricing(id, { authorization: "" })
    expect((await bench.pricing(id)).status).toBe(500)
  })

  it("is set by the control call", async () => {
    const id = await bench.withCart()
    const set = await bench.control("POST /faults", { route: "GET /application/cart/pricing", fault: "429", times: 1 })
    expect(set.status).toBe(200)
    expect((await bench.pricing(id)).status).toBe(429)
  })

  it.each([
    [{ route: "GET /nowhere", fault: "500" }, "route"],
    [{ route: "*", fault: "explode" }, "fault"],
    [{ route: "POST /application", fault: "no-done" }, "fault"],
    [{ route: "POST /application", fault: "link-used-410" }, "fault"],
    [{ route: "frame", fault: "500" }, "fault"],
    [{ route: "*", fault: "500", times: 0 }, "times"],
  ])("is refused when it makes no sense: %j", async (spec, field) => {
    const reply = await bench.control("POST /faults", spec)
    expect([reply.status, Object.keys(part(reply.json, "errors"))]).toEqual([400, [field]])
  })

  it("is refused from code with the field named", () => {
    expect(() => bench.sandbox.fault({ route: "GET /nowhere", fault: "500" })).toThrow("Sandbox: route must be one of")
  })

  it("is refused as a header that is unknown", async () => {
    const reply = await bench.pricing(await bench.withCart(), { "x-sandbox-fault": "explode" })
    expect(Object.keys(part(reply.json, "errors"))).toEqual(["header.X-Sandbox-Fault"])
  })
})
