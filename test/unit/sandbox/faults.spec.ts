import { type Bench, codeOf, fieldsOf, freshBench, type Reply } from "./support"

const bench = freshBench()

type Fault = Parameters<Bench["sandbox"]["fault"]>[0]["fault"]
const header = (fault: Fault) => ({ "x-sandbox-fault": fault })
const sendCart = async (fault: Fault): Promise<{ id: string; reply: Reply }> => {
  const id = await bench().apply()
  return { id, reply: await bench().record(id, {}, header(fault)) }
}

describe("fault of one call", () => {
  it.each([
    ["401", 401, "unauthorized"],
    ["403", 403, "forbidden"],
    ["409", 409, "wrong-state"],
    ["429", 429, "rate-limited"],
    ["500", 500, "server"],
    ["502-html", 502, ""],
    ["503", 503, "server"],
    ["validation-403", 403, "validation"],
  ] as const)("the fault %s answers instead of the service, and nothing is done", async (fault, status, code) => {
    const { id, reply } = await sendCart(fault)
    expect([reply.status, codeOf(reply), bench().state(id)]).toEqual([status, code, "Approved"])
    expect(reply.headers.get("retry-after")).toBe(["429", "503"].includes(fault) ? "1" : null)
    if (code === "validation") expect(fieldsOf(reply)).toEqual(["body"])
  })

  it.each<[Fault, object]>([
    ["malformed-json", { status: 200, text: expect.stringMatching(/^\{.+/), json: {} }],
    ["empty", { status: 200, text: "" }],
    ["bool-as-text", { json: { appStatus: { isOkToDeliver: "false" } } }],
    ["unknown-status", { json: { appStatus: { status: "Under Manual Review" } } }],
  ])("%s changes the answer of a call that was done", async (fault, answer) => {
    const { id, reply } = await sendCart(fault)
    expect(reply).toMatchObject(answer)
    expect(bench().state(id)).toBe("Contracts")
  })

  it("a fault can omit a status or send HTML", async () => {
    expect((await sendCart("no-appstatus")).reply.json).not.toHaveProperty("appStatus")
    expect((await sendCart("wrong-content-type")).reply.headers.get("content-type")).toContain("text/html")
  })
})

describe("queued fault", () => {
  it("a queued fault applies only to its route, as often as requested, and a call without credentials doesn't use it up", async () => {
    const set = await bench().control("POST /faults", { route: "POST /application/cart", fault: "503", times: 2 })
    expect(set.status).toBe(200)
    const id = await bench().apply()
    expect((await bench().record(id, {}, { authorization: "" })).status).toBe(401)
    const statuses = []
    for (let call = 0; call < 3; call += 1) statuses.push((await bench().record(id)).status)
    expect(statuses).toEqual([503, 503, 200])
    bench().sandbox.fault({ route: "*", fault: "500" })
    expect([(await bench().pricing(id)).status, (await bench().pricing(id)).status]).toEqual([500, 200])
  })

  it.each([
    [{ route: "GET /nowhere", fault: "500" }, "route"],
    [{ route: "*", fault: "explode" }, "fault"],
    [{ route: "POST /application", fault: "no-done" }, "fault"],
    [{ route: "POST /application", fault: "link-used-410" }, "fault"],
    [{ route: "frame", fault: "500" }, "fault"],
    [{ route: "frame", fault: "no-urls" }, "fault"],
    [{ route: "widget", fault: "503" }, "fault"],
    [{ route: "*", fault: "500", times: 0 }, "times"],
  ])("an invalid fault is refused: %j", async (spec, field) => {
    const reply = await bench().control("POST /faults", spec)
    expect([reply.status, fieldsOf(reply)]).toEqual([400, [field]])
  })

  it("an invalid fault is refused in code and in a header, too", async () => {
    expect(() => bench().sandbox.fault({ route: "GET /nowhere", fault: "500" })).toThrow("route must be one of")
    const reply = await bench().pricing(await bench().withCart(), { "x-sandbox-fault": "explode" })
    expect(fieldsOf(reply)).toEqual(["header.X-Sandbox-Fault"])
  })
})
