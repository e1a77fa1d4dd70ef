import { fieldsOf, freshBench } from "./support"

const bench = freshBench()

/** `test/faults/support/attempts.ts` tests what the plugin does after each fault of a call. */
it.each([
  [{ route: "GET /nowhere", fault: "500" }, "route"],
  [{ route: "*", fault: "explode" }, "fault"],
  [{ route: "POST /application", fault: "no-done" }, "fault"],
  [{ route: "POST /application", fault: "link-used-410" }, "fault"],
  [{ route: "frame", fault: "no-urls" }, "fault"],
  [{ route: "DELETE /application/contract", fault: "mixed-up" }, "fault"],
  [{ route: "widget", fault: "503" }, "fault"],
  [{ route: "*", fault: "500", times: 0 }, "times"],
])("an invalid fault is refused: %j", async (spec, field) => {
  const reply = await bench().control("POST /faults", spec)
  expect([reply.status, fieldsOf(reply)]).toEqual([400, [field]])
})

it("a fault in a header applies to its call, and nothing is done", async () => {
  const id = await bench().apply()
  const { status, headers } = await bench().record(id, {}, { "x-sandbox-fault": "429" })
  expect([status, headers.get("retry-after"), bench().state(id)]).toEqual([429, "1", "Approved"])
  expect(bench().sandbox.journal().at(-1)).toMatchObject({ fault: "429", code: "rate-limited", done: false })
  expect((await bench().record(id)).status).toBe(200)
})

const JSON_TYPE = "application/json; charset=utf-8"
it.each([
  ["malformed-json", /^\{.*[^}]$/s, JSON_TYPE],
  ["empty", /^$/, JSON_TYPE],
  ["wrong-content-type", /^\{.*\}$/s, "text/html; charset=utf-8"],
])("the fault %s spoils the answer of a call that was done", async (fault, form, type) => {
  const id = await bench().apply()
  const { text, headers } = await bench().record(id, {}, { "x-sandbox-fault": fault })
  expect(text).toMatch(form)
  expect([headers.get("content-type"), bench().state(id)]).toEqual([type, "Contracts"])
})

it("a mixed-up answer is the last one of the same call about another application, and the call is done", async () => {
  const [first, second] = [await bench().withCart(), await bench().apply()]
  const answered = async (id: string) => (await bench().record(id, {}, { "x-sandbox-fault": "mixed-up" })).json
  expect([await answered(second), bench().state(second)]).toEqual([
    expect.objectContaining({ applicationId: first }),
    "Contracts",
  ])
  expect(await answered(first)).toMatchObject({ applicationId: second })
})

it("an invalid fault in a header is refused", async () => {
  const reply = await bench().pricing(await bench().withCart(), { "x-sandbox-fault": "explode" })
  expect(fieldsOf(reply)).toEqual(["header.X-Sandbox-Fault"])
})
